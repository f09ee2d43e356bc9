//! The program as its users run it.

use std::process::{Command, Output, Stdio};

/// The program with some arguments, in English, with nothing on standard input.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damero"));
    command.args(args).env_remove("LC_ALL").env("LANG", "C").env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// Runs the program.
pub fn run(args: &[&str]) -> Output {
    command(args).output().expect("the program starts")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// What a run writes to standard output; it must succeed.
pub fn output(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!(ran.status.code(), Some(0), "{args:?}: {}", text(&ran.stderr));
    text(&ran.stdout)
}
