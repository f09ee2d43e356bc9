//! The program `damero`.

use std::process::ExitCode;

fn main() -> ExitCode {
    damero::run_cli()
}
