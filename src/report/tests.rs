//! Tests of games with comments.
