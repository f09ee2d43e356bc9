//! Retrograde analysis of a slice and its mirror image.
//!
//! First every position is looked at once. One with a capture pending is decided by smaller slices, since capturing is
//! compulsory. Of the others, quiet moves that crown lead to slices with fewer men, which are solved; the quiet moves that
//! stay are counted. Then the values spread backwards, a ply of distance at a time: whoever can move to a position lost in
//! d wins in d + 1, and a position whose last open move turns out to lose in d loses in d + 1, or later if crowning holds
//! out longer. So distances are exact, and each quiet move is gone back over once at most. What is left is drawn.
//!
//! A position has a cell of two bytes while its slice is being solved, so that a move backwards touches one place in
//! memory: the low byte is a value as [`crate::egdb::Value::from_byte`] has it, the high byte the number of moves that are
//! still open, or [`NOT_LOST`] or [`FIXED`].

use std::io;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use rayon::prelude::*;

use crate::board::rays::{self, Direction};
use crate::board::{Bitboard, MoveList};
use crate::egdb::{Placement, Slice, SliceIndex, Wld};
use crate::movegen;
use crate::rules::Ruleset;

use super::solved::{Endings, Solved};
use super::store::{Medium, Store};

/// High byte: a capture is pending, the value stands, and no quiet move leads here or away.
const FIXED: u16 = 0xFF00;
/// High byte: not lost, since a move draws or wins; a value, if there is one, is a win.
const NOT_LOST: u16 = 0xFE00;
/// A move in the high byte.
const ONE_MOVE: u16 = 0x0100;

/// Cells that one task looks at; small enough to share the work of small slices.
const CHUNK: usize = 1 << 13;

/// Cells that are looked through for decided ones before these spread: a bound on how many can be waiting for that.
const SHEET: usize = 1 << 22;

/// What one slice is like while it is being solved.
#[derive(Debug)]
struct Field {
    index: SliceIndex,
    cells: Store<AtomicU16>,
    /// How many cells have been looked at for the first time.
    seen: usize,
}

/// Why a slice cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// Somebody asked to stop.
    Stopped,
    /// A distance does not fit in a byte: more than 254 plies.
    TooLong(Slice),
    /// There is no room on the disk, or no file can be made there: what the system says.
    NoRoom(String),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::NoRoom(error.to_string())
    }
}

/// Whether distances are wanted, or only who wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// Distances in plies.
    Distances,
    /// A byte of 0, 1 or 2 for draw, loss or win, which is what the smaller slices may hold too.
    Outcomes,
}

/// Solves a slice and its mirror image, which may be the slice itself. All slices with fewer pieces and those that
/// crowning leads to must be solved. Beside three bytes a position on `medium` it takes up to 16 MiB of memory.
///
/// # Errors
/// If `stopped` says so, a distance is too long, or the medium has no room.
pub(crate) fn solve<R: Ruleset>(
    slice: Slice,
    endings: &Endings,
    wanted: Wanted,
    medium: Medium<'_>,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Solved>, Trouble> {
    Solving::new(slice, wanted, MOST, medium)?.run::<R>(endings, medium, stopped)
}

/// The highest even value up to which levels are gone through: two values more must fit in a byte.
const MOST: usize = 252;

/// A slice and its mirror image on the way to being solved.
#[derive(Debug)]
struct Solving {
    slice: Slice,
    wanted: Wanted,
    most: usize,
    fields: Vec<Field>,
    /// The level that is to be gone through, and the highest at which anything is decided so far; 0 at first.
    level: usize,
    last: usize,
    /// How many sheets of all fields have been looked through at this level, and what was found there and has not spread
    /// yet, with its field.
    looked: usize,
    found: Vec<(usize, Vec<u32>)>,
}

impl Solving {
    /// A slice and its mirror image on a medium, nothing done, with values no higher than `most`, which is even; at that level outcomes are folded.
    fn new(slice: Slice, wanted: Wanted, most: usize, medium: Medium<'_>) -> Result<Solving, Trouble> {
        let fields = slice.twins().into_iter().map(|slice| Field::new(slice, medium)).collect::<io::Result<_>>()?;
        Ok(Solving { slice, wanted, most, fields, level: 1, last: 0, looked: 0, found: Vec::new() })
    }

    /// Works until the slices are solved or `stopped` says so, which is asked every millisecond or so; `endings` must hold
    /// what [`solve`] asks for. The values are kept on `medium`.
    fn run<R: Ruleset>(
        mut self,
        endings: &Endings,
        medium: Medium<'_>,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Solved>, Trouble> {
        for field in &mut self.fields {
            while field.look_on::<R>(endings) {
                if stopped() {
                    return Err(Trouble::Stopped);
                }
            }
        }
        if self.last == 0 {
            self.last = self.fields.iter_mut().map(highest).max().unwrap_or(0);
        }
        while self.level <= self.last {
            if stopped() {
                return Err(Trouble::Stopped);
            }
            self.go_through_level::<R>(stopped)?;
            self.level += 1;
            self.looked = 0;
        }
        let wanted = self.wanted;
        self.fields.into_iter().map(|field| finish(field, wanted, medium)).collect()
    }

    /// Lets what is decided at the level spread, sheet by sheet. (What spreads decides nothing at this level, so it does
    /// not matter that a sheet is looked through after another has spread.)
    fn go_through_level<R: Ruleset>(&mut self, stopped: &(dyn Fn() -> bool + Sync)) -> Result<(), Trouble> {
        if self.looked == 0 {
            self.begin_level()?;
        }
        loop {
            self.spread_found::<R>(stopped)?;
            if !self.look_through_sheet() {
                return Ok(());
            }
        }
    }

    /// Makes room for the level.
    fn begin_level(&mut self) -> Result<(), Trouble> {
        if self.level > self.most && self.wanted == Wanted::Distances {
            return Err(Trouble::TooLong(self.slice));
        }
        if self.level == self.most && self.wanted == Wanted::Outcomes {
            self.fields.iter_mut().for_each(|field| fold(field, self.most as u16));
            (self.level, self.last) = (FOLDED as usize, FOLDED as usize);
        }
        Ok(())
    }

    /// Finds what is decided at the level in the next sheet; `false` where there is none.
    fn look_through_sheet(&mut self) -> bool {
        let mut sheet = self.looked;
        for (place, field) in self.fields.iter_mut().enumerate() {
            let sheets = field.cells.len().div_ceil(SHEET);
            if sheet < sheets {
                let chunks = decided_at(field, sheet, self.level).into_iter().filter(|chunk| !chunk.is_empty());
                self.found.extend(chunks.map(|chunk| (place, chunk)));
                if !self.found.is_empty() {
                    self.last = self.last.max(self.level + 1);
                }
                self.looked += 1;
                return true;
            }
            sheet -= sheets;
        }
        false
    }

    /// Lets what was found spread.
    fn spread_found<R: Ruleset>(&mut self, stopped: &(dyn Fn() -> bool + Sync)) -> Result<(), Trouble> {
        while !self.found.is_empty() {
            let rest = self.found.split_off(self.found.len().min(chunks_at_once(self.found.len())));
            let now = std::mem::replace(&mut self.found, rest);
            let (fields, level) = (&self.fields, self.level as u16);
            now.par_iter().for_each(|(place, numbers)| {
                spread::<R>(&fields[*place].index, numbers, &fields[(place + 1) % fields.len()], level);
            });
            if stopped() && !self.found.is_empty() {
                return Err(Trouble::Stopped);
            }
        }
        Ok(())
    }
}

/// How many of some chunks are worked at before somebody may ask to stop: a few for each thread, and a good part of many, so
/// that threads seldom wait for one another.
fn chunks_at_once(chunks: usize) -> usize {
    rayon::current_num_threads() * (chunks / 64).clamp(1, 64)
}

/// The value that the level at which outcomes are folded is folded to: an even one, above those that are met at first.
const FOLDED: u16 = 4;

/// Makes room for more levels where only outcomes are wanted: what is decided is lowered to 1 or 2, and what is decided at
/// `level`, which is yet to spread, to [`FOLDED`].
fn fold(field: &mut Field, level: u16) {
    field.cells.par_iter_mut().for_each(|cell| {
        let cell = cell.get_mut();
        let (moves, value) = (*cell & 0xFF00, *cell & 0xFF);
        let decided = value > 0 && (value % 2 == 0 || moves == 0 || moves == FIXED);
        if decided {
            *cell = moves | if value >= level { FOLDED } else { 2 - value % 2 };
        }
    });
}

impl Field {
    /// A slice of which nothing has been looked at.
    fn new(slice: Slice, medium: Medium<'_>) -> io::Result<Field> {
        let index = SliceIndex::new(slice);
        let cells = Store::new(index.positions(), medium)?;
        Ok(Field { index, cells, seen: 0 })
    }

    /// Looks at some positions that have not been looked at; whether there were any.
    fn look_on<R: Ruleset>(&mut self, endings: &Endings) -> bool {
        let (index, first) = (&self.index, self.seen);
        let count = (chunks_at_once(self.cells.len() / CHUNK) * CHUNK).min(self.cells.len() - first);
        self.cells[first..first + count].par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, cells)| {
            let mut cursor = index.cursor();
            for (cell, number) in cells.iter_mut().zip(first + chunk * CHUNK..) {
                *cell.get_mut() = first_cell::<R>(&cursor.at(number), endings);
            }
        });
        self.seen += count;
        count > 0
    }
}

/// What can be said of a position before its slice is solved.
#[inline(always)]
fn first_cell<R: Ruleset>(placement: &Placement, endings: &Endings) -> u16 {
    let position = placement.position();
    if movegen::has_capture::<R>(&position) {
        let mut moves = MoveList::new();
        movegen::generate::<R>(&position, &mut moves);
        return FIXED | u16::from(best(moves.iter().map(|&played| endings.byte(&position.play(played)))));
    }
    let empty = position.empty();
    let [right, left] = [Direction::UpRight, Direction::UpLeft].map(|direction| direction.step(placement.men) & empty);
    let mut staying = right.without(Bitboard::TOP_ROW).count() + left.without(Bitboard::TOP_ROW).count();
    staying += king_moves::<R>(placement.kings, empty);
    let crowning = (right | left) & Bitboard::TOP_ROW;
    if crowning.is_empty() {
        // Without any move: lost in 0 plies.
        return if staying == 0 { 1 } else { staying as u16 * ONE_MOVE };
    }
    let mut outcomes = Crowned::default();
    for direction in [Direction::UpRight, Direction::UpLeft] {
        for to in (direction.step(placement.men) & empty & Bitboard::TOP_ROW).squares() {
            let from = direction.back().step(to.bit());
            let next = Placement { men: placement.men.without(from), kings: placement.kings | to.bit(), ..*placement };
            outcomes.add(endings.byte_of(&next.passed()));
        }
    }
    outcomes.cell(staying as u16)
}

/// What the moves that crown a man come to.
#[derive(Default)]
struct Crowned {
    /// The byte of the shortest win; 0 for none.
    win: u8,
    /// The byte of the longest loss; 0 for none.
    loss: u8,
    draws: bool,
}

impl Crowned {
    fn add(&mut self, reply: u8) {
        match reply {
            0 => self.draws = true,
            odd if odd % 2 == 1 => self.win = if self.win == 0 { odd + 1 } else { self.win.min(odd + 1) },
            even => self.loss = self.loss.max(even + 1),
        }
    }

    /// The cell of a position that has so many moves besides that stay in the slice.
    fn cell(&self, staying: u16) -> u16 {
        if self.win > 0 {
            NOT_LOST | u16::from(self.win)
        } else if self.draws {
            NOT_LOST
        } else {
            (staying * ONE_MOVE) | u16::from(self.loss)
        }
    }
}

/// The best of some values that the other side's replies are given as, for the side to move; there must be one.
#[inline(always)]
pub(crate) fn best(replies: impl Iterator<Item = u8>) -> u8 {
    let mut moves = Crowned::default();
    replies.for_each(|reply| moves.add(reply));
    (moves.cell(0) & 0xFF) as u8
}

/// The number of quiet moves of kings.
#[inline(always)]
fn king_moves<R: Ruleset>(kings: Bitboard, empty: Bitboard) -> u32 {
    if R::SPEC.kings_fly {
        let mut rest = kings;
        let mut count = 0;
        while let Some(king) = rest.first() {
            count += (rays::slide(king, !empty) & empty).count();
            rest = rest.without_lowest();
        }
        count
    } else {
        Direction::ALL.into_iter().map(|direction| (direction.step(kings) & empty).count()).sum()
    }
}

/// The highest value that any cell of a field holds now.
fn highest(field: &mut Field) -> usize {
    let of_chunk = |cells: &mut [AtomicU16]| cells.iter_mut().map(|cell| *cell.get_mut() & 0xFF).max().unwrap_or(0);
    field.cells.par_chunks_mut(CHUNK).map(of_chunk).max().unwrap_or(0).into()
}

/// The numbers of the positions of a sheet that are decided at a level, chunk by chunk.
fn decided_at(field: &mut Field, sheet: usize, level: usize) -> Vec<Vec<u32>> {
    let level = level as u16;
    let decided = |cell: u16| {
        // A win is one however many moves are open; a loss must have none.
        if level.is_multiple_of(2) { cell & 0xFF == level } else { cell == level || cell == FIXED | level }
    };
    let scan = |(chunk, cells): (usize, &mut [AtomicU16])| {
        let mut found = Vec::new();
        for (part, cells) in cells.chunks_mut(64).enumerate() {
            // In most runs of cells nothing is decided; this loop is made of vector instructions.
            if cells.iter_mut().fold(false, |any, cell| any | decided(*cell.get_mut())) {
                let first = (sheet * SHEET + chunk * CHUNK + part * 64) as u32;
                found.extend((first..).zip(cells).filter_map(|(i, cell)| decided(*cell.get_mut()).then_some(i)));
            }
        }
        found
    };
    let cells = sheet * SHEET..field.cells.len().min((sheet + 1) * SHEET);
    field.cells[cells].par_chunks_mut(CHUNK).enumerate().map(scan).collect()
}

/// Goes back over the quiet moves that lead to some positions, which are decided at `level`, and tells the positions that
/// they come from.
fn spread<R: Ruleset>(index: &SliceIndex, numbers: &[u32], to: &Field, level: u16) {
    let mut cursor = index.cursor();
    let cells: &[AtomicU16] = &to.cells;
    for &number in numbers {
        // Who is to move there is the other side, which has just moved.
        let before = cursor.at(number as usize).passed();
        let won = level.is_multiple_of(2);
        each_origin::<R>(&before, &to.index, |origin| {
            let cell = &cells[origin];
            if won { lose_a_move(cell, level + 1) } else { win(cell, level + 1) }
        });
    }
}

/// A move leads to a lost position: a win, if none is known that is as short.
#[inline(always)]
fn win(cell: &AtomicU16, value: u16) {
    let old = cell.load(Relaxed);
    let known = old & 0xFF;
    // What an undecided position may hold otherwise is how long crowning holds out.
    let worse = known == 0 || known % 2 == 1 || known > value;
    if old < FIXED && worse {
        // All threads that come here write the same now.
        cell.store(NOT_LOST | value, Relaxed);
    }
}

/// A move leads to a won position: lost, if it was the last one.
#[inline(always)]
fn lose_a_move(cell: &AtomicU16, value: u16) {
    if cell.load(Relaxed) >= NOT_LOST {
        return;
    }
    let old = cell.fetch_sub(ONE_MOVE, Relaxed);
    if old & 0xFF00 == ONE_MOVE {
        // Nobody else has a move left to take.
        cell.store(value.max(old & 0xFF), Relaxed);
    }
}

/// Calls back with the number of each position of the slice from which a quiet move that crowns nobody leads to
/// `placement`, seen as the side that moved sees it. (Some may have a capture pending, so that the move is not legal.)
#[inline(always)]
fn each_origin<R: Ruleset>(placement: &Placement, index: &SliceIndex, mut give: impl FnMut(usize)) {
    let empty = !placement.occupied();
    let others = placement.men | placement.other_men | placement.other_kings;
    if placement.kings.any() {
        let row = index.row_of(placement);
        let mut rest = placement.kings;
        while let Some(king) = rest.first() {
            let mut origins = if R::SPEC.kings_fly {
                rays::slide(king, !empty)
            } else {
                let king = king.bit();
                king.up_right() | king.up_left() | king.down_left() | king.down_right()
            } & empty;
            let stay = placement.kings.without(king.bit());
            while origins.any() {
                give(row + SliceIndex::in_row(stay | origins.lowest(), others));
                origins = origins.without_lowest();
            }
            rest = rest.without_lowest();
        }
    }
    for direction in [Direction::DownLeft, Direction::DownRight] {
        let mut origins = direction.step(placement.men) & empty;
        while origins.any() {
            let from = origins.lowest();
            let men = placement.men.without(direction.back().rotate(from)) | from;
            give(index.rank(&Placement { men, ..*placement }));
            origins = origins.without_lowest();
        }
    }
}

/// The values that the cells have come to.
fn finish(mut field: Field, wanted: Wanted, medium: Medium<'_>) -> Result<Solved, Trouble> {
    let value = |cell: u16| {
        // Positions with moves still open are drawn; what they hold is how long crowning would hold out.
        let byte = if cell & 0xFF00 == 0 || cell >= NOT_LOST { (cell & 0xFF) as u8 } else { 0 };
        if wanted == Wanted::Distances { byte } else { Wld::of_byte(byte) }
    };
    let mut values: Store<u8> = Store::new(field.cells.len(), medium)?;
    let chunks = values.par_chunks_mut(CHUNK).zip(field.cells.par_chunks_mut(CHUNK));
    chunks.for_each(|(values, cells)| {
        values.iter_mut().zip(cells).for_each(|(to, cell)| *to = value(*cell.get_mut()));
    });
    Ok(Solved { index: field.index, values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, Russian};

    /// All slices of two and three pieces.
    fn endings<R: Ruleset>(wanted: Wanted, most: usize) -> Result<Endings, Trouble> {
        let mut endings = Endings::new();
        for slice in (2..=3).flat_map(Slice::pairs) {
            let solving = Solving::new(slice, wanted, most, Medium::Memory)?;
            let solved = solving.run::<R>(&endings, Medium::Memory, &|| false)?;
            solved.into_iter().for_each(|solved| endings.insert(solved));
        }
        Ok(endings)
    }

    fn outcomes_are_those_of_distances<R: Ruleset>() {
        let exact = endings::<R>(Wanted::Distances, MOST).unwrap();
        for most in [6, 8, 12, MOST] {
            let outcomes = endings::<R>(Wanted::Outcomes, most).unwrap();
            for slice in (2..=3).flat_map(Slice::all) {
                let [exact, outcomes] = [&exact, &outcomes].map(|endings| &endings.get(slice).unwrap().values);
                let wanted: Vec<u8> = exact.iter().copied().map(Wld::of_byte).collect();
                assert!(wanted == **outcomes, "{slice} {most}");
            }
        }
    }

    #[test]
    fn folding_levels_changes_no_outcome() {
        outcomes_are_those_of_distances::<English>();
        outcomes_are_those_of_distances::<Russian>();
    }

    #[test]
    fn distances_that_do_not_fit_are_an_error() {
        // The longest win with three pieces takes 61 plies, the longest loss 62.
        assert!(endings::<English>(Wanted::Distances, 64).is_ok());
        assert!(matches!(endings::<English>(Wanted::Distances, 60), Err(Trouble::TooLong(_))));
    }

    #[test]
    fn a_stop_is_heeded() {
        let slice = Slice::new(0, 1, 0, 1).unwrap();
        let stopped = solve::<English>(slice, &Endings::new(), Wanted::Distances, Medium::Memory, &|| true);
        assert_eq!(stopped.err(), Some(Trouble::Stopped));
    }
}
