//! What a session writes, for the tests that listen to it.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// Output whose clones write to the same place.
#[derive(Clone, Default)]
pub(super) struct Output(pub Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
