//! The C library: what CheckerBoard and others that load its engines call. See `include/damero.h`.
//!
//! Nothing unwinds into the caller, no thread of ours is left when a call returns, and when the library is unloaded its
//! memory is given back.

#[cfg(windows)]
use std::ffi::c_void;
use std::ffi::{CStr, c_char, c_int};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use crate::board::Position;
use crate::movegen::MoveGen;
use crate::notation::{Setup, sort_moves};
use crate::rules::{VARIANTS, Variant};

use super::api::{Board, CbMove, EXACT, Layout, RESET, TEXT};
use super::commands::Reply;
use super::module::{Stay, let_go, own_file};
use super::store;
use super::think::{Core, Request, Verdict};

/// The most bytes of a command that are read.
const LONGEST: usize = 1 << 20;

static CORE: OnceLock<Core> = OnceLock::new();

/// What lives between the calls; made at the first.
fn core() -> &'static Core {
    CORE.get_or_init(|| {
        // A panic must not print; `guarded` makes an answer of it.
        panic::set_hook(Box::new(|_| ()));
        let english: &'static Variant = &VARIANTS[0];
        let Some(file) = own_file() else { return Core::new(english, None) };
        let kept_in = store::file_for(&file);
        Core::of_library(store::variant_for(&file).unwrap_or(english), file, kept_in)
    })
}

/// Runs something; a panic in it becomes an answer.
fn guarded<T>(otherwise: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(otherwise)
}

/// Writes a text with its NUL to where there is room for [`TEXT`] bytes; what is no ASCII becomes `?`.
///
/// # Safety
/// `to` is null or points to memory of [`TEXT`] bytes that may be written.
unsafe fn put(text: &str, to: *mut c_char) {
    if to.is_null() {
        return;
    }
    let bytes = text.chars().map(|c| if c.is_ascii() && c != '\0' { c as u8 } else { b'?' }).take(TEXT - 1);
    // The NUL first: the caller reads at any time, and what is there may be longer than what comes, or have no end at all.
    // SAFETY: the place is below TEXT. Volatile, as the caller reads it while we search.
    unsafe { to.add(text.chars().count().min(TEXT - 1)).write_volatile(0) };
    for (at, byte) in bytes.enumerate() {
        // SAFETY: as above; `at` is below the NUL's place.
        unsafe { to.add(at).write_volatile(byte as c_char) };
    }
}

/// Gives a command; returns 1 if it is known and done, else 0. The reply says what is wrong then.
///
/// # Safety
/// `command` is null or a text with a NUL; `reply` is null or has room for 1024 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn enginecommand(command: *const c_char, reply: *mut c_char) -> c_int {
    let_go();
    let answer = guarded(Reply::Unknown, || {
        if command.is_null() {
            return Reply::Unknown;
        }
        // SAFETY: the caller gives a text with a NUL.
        let bytes = unsafe { CStr::from_ptr(command) }.to_bytes();
        let line = String::from_utf8_lossy(bytes.get(..LONGEST).unwrap_or(bytes));
        core().command(&line)
    });
    let (text, known) = match answer {
        Reply::Handled(text) => (text, 1),
        Reply::Wrong(text) => (text, 0),
        Reply::Unknown => ("?".to_owned(), 0),
    };
    // SAFETY: the caller gives room for 1024 bytes.
    unsafe { put(&text, reply) };
    known
}

/// Finds a move: see `include/damero.h`. Returns 0 draw, 1 win, 2 loss, 3 unknown.
///
/// # Safety
/// `board` points to a board, `status` to 1024 bytes, `play_now` to an integer, `named` to a move; each but the board may
/// be null.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "the interface is so")]
pub unsafe extern "system" fn getmove(
    board: *mut Board,
    colour: c_int,
    max_time: f64,
    status: *mut c_char,
    play_now: *mut c_int,
    info: c_int,
    more_info: c_int,
    named: *mut CbMove,
) -> c_int {
    let _stay = Stay::new();
    // SAFETY: the caller gives a board.
    let work = || unsafe { find(board, colour, max_time, status, play_now, info, more_info, named) };
    guarded(Verdict::Unknown, work) as c_int
}

/// # Safety
/// As [`getmove`].
#[allow(clippy::too_many_arguments, reason = "the interface is so")]
unsafe fn find(
    board: *mut Board,
    colour: c_int,
    max_time: f64,
    status: *mut c_char,
    play_now: *mut c_int,
    info: c_int,
    more_info: c_int,
    named: *mut CbMove,
) -> Verdict {
    let core = core();
    let layout = Layout::of(core.settings().variant);
    // SAFETY: the caller gives a board or nothing.
    let Some(position) = (unsafe { position(layout, board, colour) }) else {
        // SAFETY: the caller gives room for 1024 bytes, or nothing.
        unsafe { put("not a position", status) };
        return Verdict::Unknown;
    };
    let request = Request {
        setup: Setup::new(position),
        max_time,
        exact: info & EXACT != 0,
        clock: clock(info, more_info),
        new_game: info & RESET != 0,
    };
    // SAFETY: as above.
    let mut told = |text: &str| unsafe { put(text, status) };
    // SAFETY: the caller gives an integer, which it may change at any time, or nothing.
    let mut hurry = || !play_now.is_null() && unsafe { play_now.read_volatile() } != 0;
    let answer = core.think(&request, &mut told, &mut hurry);
    told(&answer.status);
    if let Some(played) = answer.played {
        if !named.is_null() {
            // SAFETY: the caller gives a move to write.
            unsafe { named.write_unaligned(layout.named(&position, played)) };
        }
        // SAFETY: the caller gives a board, as there was a position on it.
        unsafe { board.write_unaligned(layout.board(&position.play(played))) };
    }
    answer.verdict
}

/// Whether the piece on one square may move to another, as their own numbers; fills the move then (the first of
/// several captures). Returns 1 or 0.
///
/// # Safety
/// `board` points to a board; `named` to a move, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn islegal(
    board: *mut Board,
    colour: c_int,
    from: c_int,
    to: c_int,
    named: *mut CbMove,
) -> c_int {
    guarded(0, || {
        let variant = core().settings().variant;
        let layout = Layout::of(variant);
        // SAFETY: the caller gives a board or nothing.
        let Some(position) = (unsafe { position(layout, board, colour) }) else { return 0 };
        let mut moves = MoveGen::of(variant.laws).legal_moves(&position);
        sort_moves(&mut moves, variant.numbering);
        let number = |square| c_int::from(variant.numbering.number(square));
        let Some(played) = moves.into_iter().find(|m| number(m.from()) == from && number(m.to()) == to) else {
            return 0;
        };
        if !named.is_null() {
            // SAFETY: the caller gives a move to write.
            unsafe { named.write_unaligned(layout.named(&position, played)) };
        }
        1
    })
}

/// # Safety
/// `board` points to a board, or is null.
unsafe fn position(layout: Layout, board: *mut Board, colour: c_int) -> Option<Position> {
    if board.is_null() {
        return None;
    }
    // SAFETY: it is not null, so it points to a board.
    layout.position(&unsafe { board.read_unaligned() }, colour)
}

/// Seconds on the clock and added for each move, as `info` and `moreinfo` tell them.
fn clock(info: c_int, more: c_int) -> Option<(f64, f64)> {
    let unit = match info >> 2 & 3 {
        1 => 0.001,
        2 => 0.01,
        3 => 0.1,
        _ => return None,
    };
    let more = more as u32;
    Some((f64::from(more >> 16) * unit, f64::from(more & 0xFFFF) * unit))
}

/// Gives the memory back as the library is unloaded. There is no thread of ours then.
extern "C" fn unload() {
    guarded((), || {
        if let Some(core) = CORE.get() {
            core.release();
        }
    });
}

#[cfg(all(unix, not(target_vendor = "apple")))]
#[used]
#[unsafe(link_section = ".fini_array")]
static AT_UNLOAD: extern "C" fn() = unload;

/// What Windows calls as the library is loaded and unloaded.
///
/// # Safety
/// Only for the system to call.
#[cfg(windows)]
#[unsafe(no_mangle)]
pub unsafe extern "system" fn DllMain(_module: *mut c_void, reason: u32, reserved: *mut c_void) -> i32 {
    const DETACH: u32 = 0;
    // At the end of the process the system takes everything back itself.
    if reason == DETACH && reserved.is_null() {
        unload();
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_hosts_write_them() {
        for (remaining, increment) in [(60.0, 0.5), (600.0, 5.0), (3000.0, 10.0), (0.0, 0.0)] {
            let (info, more) = super::super::api::clock(remaining, increment);
            let (read, added) = clock(info, more).unwrap();
            assert!((read - remaining).abs() < 1e-6 && (added - increment).abs() < 1e-6, "{read} {added}");
        }
        assert_eq!(clock(EXACT | RESET, -1), None);
    }
}
