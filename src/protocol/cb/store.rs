//! Settings that are kept from one start to the next, each engine file's for itself.
//!
//! CheckerBoard keeps none for its engines. They are in a file of the user's own folder for such things:
//! `%APPDATA%\Damero\NAME.ini` on Windows, `$XDG_CONFIG_HOME/damero/NAME.ini` (or `~/.config/damero`) elsewhere, with
//! `NAME` that of the engine's file. Nothing is written until something is set.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::write_whole;
use crate::rules::{VARIANTS, Variant};

use super::settings::{KEPT, Settings};
use super::think::Core;

/// Where the settings of an engine file are kept; `None` where the user has no folder for such things.
pub(super) fn file_for(engine: &Path) -> Option<PathBuf> {
    let stem = engine.file_stem()?.to_str()?;
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) {
        from("APPDATA")?.join("Damero")
    } else {
        from("XDG_CONFIG_HOME").or_else(|| Some(from("HOME")?.join(".config")))?.join("damero")
    };
    Some(folder.join(format!("{stem}.ini")))
}

/// The ruleset that an engine file's name ends with, as `damero_italian.dll` does; a `:` in a ruleset's name is `_` there.
pub(super) fn variant_for(engine: &Path) -> Option<&'static Variant> {
    let stem = engine.file_stem()?.to_str()?.to_ascii_lowercase().replace(['-', ' '], "_");
    let names = VARIANTS.iter().flat_map(|variant| {
        std::iter::once(&variant.name).chain(variant.synonyms).map(move |name| (name.replace(':', "_"), variant))
    });
    let is_in = |name: &str| format!("_{}_", stem.trim_end_matches("64")).contains(&format!("_{name}_"));
    names.filter(|(name, _)| is_in(name)).max_by_key(|(name, _)| name.len()).map(|(_, variant)| variant)
}

/// The strength, and what it is called in the file. Files of before have it by its own name, with 10 for full strength, which
/// is 0 now.
const STRENGTH: &str = "limit-strength";
const LEVEL: &str = "level";
const ONCE_FULL: &str = "10";

impl Core {
    /// Takes the settings that are kept; those that cannot be read are left out.
    pub(super) fn restore(&self) {
        let Some(text) = self.kept_in.as_ref().and_then(|path| fs::read_to_string(path).ok()) else { return };
        let mut settings = self.settings();
        for line in text.lines() {
            let Some((name, value)) = line.split_once('=') else { continue };
            let name = match (name.trim(), value.trim()) {
                (LEVEL, _) => STRENGTH,
                (STRENGTH, ONCE_FULL) => continue,
                (name, _) => name,
            };
            if KEPT.contains(&name) {
                let _ = settings.set(name, value.trim());
            }
        }
    }

    /// Keeps the settings. What cannot be written is lost: a full disk must not end a game.
    pub(super) fn store(&self, settings: &Settings) {
        let Some(path) = &self.kept_in else { return };
        let called = |name| if name == STRENGTH { LEVEL } else { name };
        let line = |&name: &&'static str| settings.get(name).map(|value| format!("{}={value}\n", called(name)));
        let text: String = KEPT.iter().filter_map(line).collect();
        let _ = path.parent().map(fs::create_dir_all);
        let _ = write_whole(path, text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_choose_the_ruleset() {
        for (name, variant) in [
            ("damero_italian.dll", Some("italian")),
            ("engines/damero-checkers.dll", Some("english")),
            ("libdamero_damas_short.so", Some("damas:short")),
            ("libdamero_damas.so", Some("damas:long")),
            ("Damero_Russian64.dll", Some("russian")),
            ("damero.dll", None),
        ] {
            assert_eq!(variant_for(Path::new(name)).map(|v| v.name), variant, "{name}");
        }
    }

    #[test]
    fn settings_are_kept_for_a_file() {
        let folder = std::env::temp_dir().join(format!("damero-cb-{}", std::process::id()));
        let file = folder.join("a.ini");
        let english = Variant::named("english").unwrap();
        Core::new(english, Some(file.clone())).command("set hashsize 17");
        assert_eq!(Core::new(english, Some(file)).settings().engine.hash_mib, 17);
        assert_eq!(Core::new(english, Some(folder.join("b.ini"))).settings().engine.hash_mib, 128);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn full_strength_of_older_files_stays_full_strength() {
        let folder = std::env::temp_dir().join(format!("damero-cb-levels-{}", std::process::id()));
        let (file, english) = (folder.join("a.ini"), Variant::named("english").unwrap());
        fs::create_dir_all(&folder).unwrap();
        let level = || Core::new(english, Some(file.clone())).settings().engine.strength.level();
        for (kept, expected) in [("limit-strength=10\n", 0), ("limit-strength=4\n", 4), ("level=10\n", 10)] {
            fs::write(&file, kept).unwrap();
            assert_eq!(level(), expected, "{kept}");
        }
        for set in ["10", "0", "3"] {
            Core::new(english, Some(file.clone())).command(&format!("set limit-strength {set}"));
            assert_eq!(level().to_string(), set);
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
