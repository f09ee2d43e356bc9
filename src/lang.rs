//! The languages that people read messages in. Protocol text, JSON keys and PDN are never translated.

/// A language of messages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
}

impl Lang {
    /// The language of a locale name such as `es_ES.UTF-8`: Spanish if it starts with `es`, else English.
    pub fn of_locale(locale: &str) -> Lang {
        let language = locale.split(['_', '.', '@', '-']).next().unwrap_or("");
        if language.eq_ignore_ascii_case("es") { Lang::Es } else { Lang::En }
    }

    /// One of two texts.
    pub fn pick<T>(self, english: T, spanish: T) -> T {
        match self {
            Lang::En => english,
            Lang::Es => spanish,
        }
    }
}

/// Something that can be said to a person in any of the languages; its `Display` says it in English.
pub trait Say {
    /// The message: one line, without a full stop.
    fn say(&self, lang: Lang) -> String;
}
