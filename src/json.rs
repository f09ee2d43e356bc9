//! JSON, as much of it as is written.

use std::fmt;

/// The version of what the objects hold. It grows when a key changes its meaning or goes; new keys may come any time.
const SCHEMA: u64 = 1;

/// A JSON value.
#[derive(Clone, PartialEq, Debug)]
pub enum Json {
    /// `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Whole(u64),
    /// A number with so many decimals; it must be finite.
    Real(f64, usize),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object, its keys in this order.
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    /// A text.
    pub fn text(text: impl Into<String>) -> Json {
        Json::Text(text.into())
    }

    /// A list of texts.
    pub fn texts(texts: impl IntoIterator<Item = String>) -> Json {
        Json::List(texts.into_iter().map(Json::Text).collect())
    }

    /// A value, or `null`.
    pub fn maybe(value: Option<Json>) -> Json {
        value.unwrap_or(Json::Null)
    }

    /// An object for a line of output: the version of the schema, then the keys given.
    pub fn line(keys: Vec<(&'static str, Json)>) -> Json {
        let version = ("schema", Json::Whole(SCHEMA));
        Json::Object(std::iter::once(version).chain(keys).collect())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Whole(value) => write!(f, "{value}"),
            Json::Real(value, decimals) => write!(f, "{value:.decimals$}"),
            Json::Text(text) => write_text(text, f),
            Json::List(values) => {
                f.write_str("[")?;
                for (i, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if i == 0 { "" } else { "," })?;
                }
                f.write_str("]")
            }
            Json::Object(keys) => {
                f.write_str("{")?;
                for (i, (key, value)) in keys.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { "," })?;
                    write_text(key, f)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

/// Writes a text so that it can stand in a page's script as well: nothing in it can end the script or begin anything else.
fn write_text(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => write!(f, "\\u{:04x}", u32::from(c))?,
            c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_json() {
        let value = Json::line(vec![
            ("name", Json::text("a \"b\" \\ \n\u{7f} ñ")),
            ("list", Json::List(vec![Json::Null, Json::Bool(true), Json::Whole(7), Json::Real(-0.25, 2)])),
            ("none", Json::maybe(None)),
            ("empty", Json::texts([])),
        ]);
        let expected = concat!(
            r#"{"schema":1,"name":"a \"b\" \\ \u000a\u007f ñ","list":[null,true,7,-0.25],"#,
            r#""none":null,"empty":[]}"#
        );
        assert_eq!(value.to_string(), expected);
    }

    #[test]
    fn no_text_gets_out_of_a_page_s_script() {
        let written = Json::text("</script><!-- &\u{2028}\u{0}ñ").to_string();
        assert_eq!(written, r#""\u003c/script\u003e\u003c!-- \u0026\u2028\u0000ñ""#);
    }
}
