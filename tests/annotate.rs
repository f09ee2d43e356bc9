//! `damero annotate` as its users run it.
