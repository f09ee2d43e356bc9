//! CheckerBoard libraries: loaded in a child process of ours, which speaks CheckerBoard's interface as lines of text, so
//! that a library that hangs or crashes takes no match down.

mod host;

pub(crate) use host::host;
