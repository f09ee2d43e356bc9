//! The layers of the design: a file imports from its own folder and from layers above it, and from nowhere else.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms and their layers; a room is a folder of `src` or a file directly in it. Rooms of one layer do not import
/// one another.
const LAYERS: &[(&str, u32)] = &[
    ("board", 0),
    ("score", 0),
    ("progress", 0),
    ("crew", 0),
    ("files", 0),
    ("journal", 0),
    ("json", 0),
    ("lang", 0),
    ("markup", 0),
    ("rules", 1),
    ("movegen", 2),
    ("notation", 3),
    ("diagram", 4),
    ("game", 4),
    ("eval", 4),
    ("egdb", 4),
    ("solve", 5),
    ("search", 6),
    ("openings", 6),
    ("engine", 7),
    ("protocol", 8),
    ("builders", 8),
    ("study", 8),
    ("report", 8),
    ("tuner", 8),
    ("arena", 9),
    ("cli", 10),
];

/// The longest a source file may be.
const MOST_LINES: usize = 600;

/// Layer 0 rooms stand beside one another, but `rules`' errors and others speak through `lang`, which imports nothing.
const SHARED_BY_LAYER_0: &[&str] = &["lang"];

fn layer(room: &str) -> Option<u32> {
    LAYERS.iter().find(|(name, _)| *name == room).map(|&(_, layer)| layer)
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src can be read") {
        let path = entry.expect("src can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn all_sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a source file can be read");
        (path, text)
    };
    found.into_iter().map(read).collect()
}

/// The room a file belongs to; `None` for the roots `lib.rs` and `main.rs`, which only join the rooms together.
fn room(path: &Path) -> Option<String> {
    let inside = path.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).expect("inside src");
    let first = inside.components().next()?.as_os_str().to_str()?.to_owned();
    match first.strip_suffix(".rs") {
        Some("lib" | "main") => None,
        Some(name) => Some(name.to_owned()),
        None => Some(first),
    }
}

/// Source lines without comments, and without the unit tests at a file's end, which may look anywhere.
fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().take_while(|line| line.trim() != "mod tests {").map(|line| line.split("//").next().unwrap_or(""))
}

/// The rooms that a piece of code names after `crate::`, alone or in braces.
fn rooms_named(line: &str) -> Vec<String> {
    let mut named = Vec::new();
    for after in line.split("crate::").skip(1) {
        let parts: Vec<&str> = match after.strip_prefix('{') {
            Some(list) => list.split(',').collect(),
            None => vec![after],
        };
        for part in parts {
            let name: String = part.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !name.is_empty() {
                named.push(name);
            }
        }
    }
    named
}

#[test]
fn files_import_only_from_above() {
    let mut faults = Vec::new();
    let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in all_sources() {
        let Some(own) = room(&path) else { continue };
        let Some(own_layer) = layer(&own) else {
            faults.push(format!("{}: no layer is known for '{own}'", path.display()));
            continue;
        };
        for line in code_lines(&text) {
            if line.contains("crate::{") {
                faults.push(format!("{}: name one room a line: {}", path.display(), line.trim()));
            }
            if line.contains("super::super::") {
                faults.push(format!("{}: super::super, write crate:: instead: {}", path.display(), line.trim()));
            }
            for other in rooms_named(line).into_iter().filter(|other| *other != own) {
                let above = layer(&other).is_some_and(|layer| layer < own_layer)
                    || own_layer == 0 && SHARED_BY_LAYER_0.contains(&other.as_str());
                if above {
                    edges.entry(own.clone()).or_default().insert(other);
                } else {
                    faults.push(format!("{}: '{own}' may not import '{other}': {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(edges.len() > 5, "the reader of use lines has lost its way: {edges:?}");
    assert_no_cycle(&edges);
}

fn assert_no_cycle(edges: &BTreeMap<String, BTreeSet<String>>) {
    fn visit<'a>(room: &'a str, edges: &'a BTreeMap<String, BTreeSet<String>>, line: &mut Vec<&'a str>) {
        assert!(!line.contains(&room), "rooms import one another in a circle: {line:?} {room}");
        line.push(room);
        for next in edges.get(room).into_iter().flatten() {
            visit(next, edges, line);
        }
        line.pop();
    }
    for room in edges.keys() {
        visit(room, edges, &mut Vec::new());
    }
}

#[test]
fn files_can_be_read_in_one_sitting() {
    let long: Vec<String> = all_sources()
        .into_iter()
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|&(_, lines)| lines > MOST_LINES)
        .map(|(path, lines)| format!("{}: {lines} lines, {MOST_LINES} are the most", path.display()))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn the_reader_of_use_lines_sees_what_it_should() {
    assert_eq!(rooms_named("use crate::board::{Move, Side};"), ["board"]);
    assert_eq!(rooms_named("use crate::{board::Move, rules::State};"), ["board", "rules"]);
    assert_eq!(rooms_named("let stuck = !crate::movegen::has_move::<R>(crate::board::X);"), ["movegen", "board"]);
    assert_eq!(rooms_named("use super::picker::Picker;"), [""; 0]);
    assert_eq!(layer("cli"), Some(10));
}
