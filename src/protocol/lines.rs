//! Lines that come in, of any length.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes: a game of a hundred thousand moves.
pub(super) const MOST: usize = 1 << 20;

/// Reads a line without its end, and no more than [`MOST`] bytes of it: whether there was an end, and whether some is
/// missing.
pub(super) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<(bool, bool)> {
    let mut cut = false;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            return Ok((false, cut));
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(bytes.len());
        let room = MOST - line.len();
        cut |= length > room;
        line.extend(bytes.iter().take(length.min(room)));
        input.consume(length + usize::from(end.is_some()));
        if end.is_some() {
            return Ok((true, cut));
        }
    }
}
