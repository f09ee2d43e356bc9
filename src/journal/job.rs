//! What a journal belongs to.

use std::fmt;

use crate::lang::{Lang, Say};

/// What record 0 begins with; the number grows when older programs could not read the records.
const MAGIC: &str = "damero-journal 1";

/// Part `part` of `of` parts that a job is split into; parts count from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shard {
    pub(super) part: u32,
    pub(super) of: u32,
}

impl Shard {
    /// The job in one piece.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Reads `K/N`.
    ///
    /// # Errors
    /// If it is anything else, or K is not within 1 to N.
    pub fn parse(text: &str) -> Result<Shard, ShardError> {
        let parsed = text.trim().split_once('/').and_then(|(part, of)| {
            let (part, of) = (part.trim().parse().ok()?, of.trim().parse().ok()?);
            Shard::of_numbers(part, of)
        });
        parsed.ok_or_else(|| ShardError(text.to_owned()))
    }

    /// Whether the piece of work of this number, from 0, is one of this part: every `of`-th is.
    pub fn takes(self, number: usize) -> bool {
        number % self.of as usize == self.part as usize - 1
    }

    /// The part of a number, from 1, out of so many; `None` where there is no such part.
    pub fn of_numbers(part: u32, of: u32) -> Option<Shard> {
        (1..=of).contains(&part).then_some(Shard { part, of })
    }

    /// The number of the part, from 1, and of how many parts it is one.
    pub fn numbers(self) -> (u32, u32) {
        (self.part, self.of)
    }

    /// Whether the job is in one piece.
    pub fn is_whole(self) -> bool {
        self == Shard::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// A text is no shard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardError(String);

impl Say for ShardError {
    fn say(&self, lang: Lang) -> String {
        lang.pick(
            format!("'{}' is no part of a job; write K/N with K from 1 to N, such as 2/8", self.0),
            format!("'{}' no es una parte de un trabajo; escriba K/N con K de 1 a N, como 2/8", self.0),
        )
    }
}

/// What a journal belongs to: a kind of job, its settings, and which part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The kind, such as `match`.
    pub kind: String,
    /// Names and values of all settings that the records depend on.
    pub settings: Vec<(String, String)>,
    /// The part of the job.
    pub shard: Shard,
}

impl Job {
    pub(super) fn to_record(&self) -> String {
        let mut fields = vec![MAGIC.to_owned(), self.kind.clone(), self.shard.to_string()];
        fields.extend(self.settings.iter().map(|(name, value)| format!("{name}={value}")));
        join_fields(fields.iter().map(String::as_str))
    }

    pub(super) fn of_record(record: &str) -> Option<Job> {
        let mut fields = split_fields(record).into_iter();
        if fields.next()? != MAGIC {
            return None;
        }
        let (kind, shard) = (fields.next()?, Shard::parse(&fields.next()?).ok()?);
        let setting = |field: String| field.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        Some(Job { kind, shard, settings: fields.map(setting).collect::<Option<_>>()? })
    }

    /// All that must be the same, by name.
    fn entries(&self, with_shard: bool) -> Vec<(&str, String)> {
        let mut entries = vec![("job", self.kind.clone())];
        if with_shard {
            entries.push(("shard", self.shard.to_string()));
        }
        entries.extend(self.settings.iter().map(|(name, value)| (name.as_str(), value.clone())));
        entries
    }

    /// The first setting in which two jobs differ, and its values in both; a setting that is missing has the value `-`.
    pub(super) fn difference(&self, other: &Job, with_shard: bool) -> Option<(String, String, String)> {
        let (ours, theirs) = (self.entries(with_shard), other.entries(with_shard));
        let value = |entries: &[(&str, String)], name: &str| {
            entries.iter().find(|(known, _)| *known == name).map_or("-".to_owned(), |(_, value)| value.clone())
        };
        let names = ours.iter().chain(&theirs).map(|(name, _)| *name);
        let differs = |name: &str| {
            let (ours, theirs) = (value(&ours, name), value(&theirs, name));
            (ours != theirs).then(|| (name.to_owned(), ours, theirs))
        };
        names.into_iter().find_map(differs)
    }
}

/// Puts fields into one record; any text can be a field.
pub fn join_fields<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let escaped: Vec<String> =
        fields.into_iter().map(|field| field.replace('\\', "\\\\").replace('\t', "\\t")).collect();
    escaped.join("\t")
}

/// The fields of a record that [`join_fields`] made.
pub fn split_fields(record: &str) -> Vec<String> {
    record.split('\t').map(|field| unescape(field, |c| if c == 't' { '\t' } else { c })).collect()
}

/// Takes backslashes away; `meaning` says what a character after one stands for.
pub(super) fn unescape(text: &str, meaning: impl Fn(char) -> char) -> String {
    let mut characters = text.chars();
    let mut plain = String::with_capacity(text.len());
    while let Some(c) = characters.next() {
        plain.push(if c == '\\' { characters.next().map_or('\\', &meaning) } else { c });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_back_as_they_were() {
        let fields = ["", "a\tb", "\\", "\\t", "ñ", ""];
        assert_eq!(split_fields(&join_fields(fields)), fields);
    }

    #[test]
    fn shards_are_read_and_take_every_nth() {
        for wrong in ["", "1", "0/2", "3/2", "1/0", "-1/2", "a/b", "1/2/3"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
        let takes: Vec<usize> = (0..9).filter(|&number| Shard::parse("2/4").unwrap().takes(number)).collect();
        assert_eq!(takes, [1, 5]);
        assert!((0..9).all(|number| Shard::WHOLE.takes(number)));
    }
}
