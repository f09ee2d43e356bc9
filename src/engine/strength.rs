//! Playing below full strength: levels for people and programs that are to win now and then.
//!
//! A level looks at fewer positions and does not always play the best move that it found: it draws one, by a seed, among
//! those that seem to lose no more than so much, and the more a move loses the less often it comes up. What it has seen to be
//! won it wins.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::game::Game;
use crate::openings::Random;
use crate::rules::State;
use crate::search::{Info, Limits, Observer, SearchResult};

/// How strongly an engine plays: a level from 1 to 10, or 0 for full strength, and the seed by which a level draws its moves.
///
/// What the levels come to in games is in `tuning/strength.md`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strength {
    level: u8,
    seed: u64,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength::FULL
    }
}

/// What a level comes to.
#[derive(Clone, Copy, Debug)]
struct Play {
    /// The most plies that are searched.
    depth: u32,
    /// The most positions that are visited.
    nodes: u64,
    /// Among how many of the best moves one is drawn.
    lines: usize,
    /// How far the drawn moves spread: one that loses so much more than another comes up 2.7 times less often. In
    /// hundredths of a man, where kings move one square and where they fly: there, errors of one size cost the low levels
    /// less, and a ply more of search is worth more.
    spread: [u32; 2],
    /// Whether endgame databases are asked.
    databases: bool,
}

/// All legal moves; no position has so many.
const ALL: usize = 500;
/// A depth that is never reached: the positions visited are the bound.
const DEEP: u32 = 200;

/// The levels, from 1.
const LEVELS: [Play; 10] = [
    Play { depth: 1, nodes: 5_000, lines: ALL, spread: [110, 150], databases: false },
    Play { depth: 1, nodes: 5_000, lines: ALL, spread: [67, 82], databases: false },
    Play { depth: 2, nodes: 5_000, lines: ALL, spread: [63, 80], databases: false },
    Play { depth: 3, nodes: 10_000, lines: ALL, spread: [49, 60], databases: false },
    Play { depth: 4, nodes: 10_000, lines: ALL, spread: [39, 42], databases: false },
    Play { depth: 5, nodes: 10_000, lines: ALL, spread: [32, 28], databases: false },
    Play { depth: 6, nodes: 15_000, lines: ALL, spread: [24, 15], databases: false },
    Play { depth: 8, nodes: 20_000, lines: ALL, spread: [19, 8], databases: false },
    Play { depth: DEEP, nodes: 40_000, lines: 6, spread: [22, 5], databases: true },
    Play { depth: DEEP, nodes: 100_000, lines: 5, spread: [18, 3], databases: true },
];

/// The most that a drawn move may lose, in hundredths of a man. Next to none would come up beyond it, and those would be
/// blunders that do not belong to the level.
const fn most_loss(spread: u32) -> i32 {
    20 + spread as i32 * 18 / 5
}

impl Strength {
    /// The strongest level.
    pub const MOST: u8 = LEVELS.len() as u8;
    /// Full strength, level 0.
    pub const FULL: Strength = Strength { level: 0, seed: 0 };

    /// A level from 1 to [`Strength::MOST`], or 0 for full strength, with the seed 0; `None` for any other number.
    pub const fn new(level: u8) -> Option<Strength> {
        if level <= Strength::MOST { Some(Strength { level, seed: 0 }) } else { None }
    }

    /// The same level with another seed. A game and a seed give the same move each time.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Strength {
        Strength { seed, ..self }
    }

    /// The same level with a seed that nobody has chosen, so that games differ.
    #[must_use]
    pub fn seeded_anew(self) -> Strength {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
        self.with_seed(Random::new(now ^ u64::from(std::process::id()) << 40).bits())
    }

    /// The level; 0 is full strength.
    pub const fn level(self) -> u8 {
        self.level
    }

    /// The seed.
    pub const fn seed(self) -> u64 {
        self.seed
    }

    /// Whether nothing is held back.
    pub const fn is_full(self) -> bool {
        self.level == 0
    }

    /// What the level comes to; `None` for full strength.
    fn play(self) -> Option<Play> {
        LEVELS.get(usize::from(self.level.checked_sub(1)?)).copied()
    }

    /// Whether endgame databases are asked.
    pub(super) fn asks_databases(self) -> bool {
        self.play().is_none_or(|play| play.databases)
    }

    /// Searches as the level does, by a search at full strength that it may use.
    pub(super) fn search(
        self,
        game: &Game,
        limits: &Limits,
        observer: &mut dyn Observer,
        full: impl FnOnce(&Limits, &mut dyn Observer) -> SearchResult,
    ) -> SearchResult {
        let Some(play) = self.play() else { return full(limits, observer) };
        let wanted = limits.multipv;
        let within = Limits {
            depth: Some(limits.depth.map_or(play.depth, |depth| depth.min(play.depth))),
            nodes: Some(limits.nodes.map_or(play.nodes, |nodes| nodes.min(play.nodes))),
            multipv: wanted.max(play.lines),
            ..limits.clone()
        };
        let mut pass_on = |info: &Info| {
            if info.multipv <= wanted {
                observer.report(info);
            }
        };
        let found = full(&within, &mut pass_on);
        let flying = game.variant().laws.spec().kings_fly;
        let drawn = self.draw(play.lines, play.spread[usize::from(flying)], game, &found.lines);
        put_first(found, drawn, wanted)
    }

    /// Draws one of the lines, which are there best first.
    fn draw(self, among: usize, spread: u32, game: &Game, lines: &[Info]) -> usize {
        let Some(best) = lines.first() else { return 0 };
        // What is seen to be won is won in the shortest way seen; in what is lost all moves are alike.
        if best.score.is_decided() {
            return 0;
        }
        let weight = |line: &Info| {
            let loss = best.score.raw() - line.score.raw();
            let comes_up = loss <= most_loss(spread) && !line.score.is_decided();
            if comes_up { (-f64::from(loss.max(0)) / f64::from(spread)).exp() } else { 0.0 }
        };
        let weights: Vec<f64> = lines.iter().take(among).map(weight).collect();
        let mut left = self.random(game) * weights.iter().sum::<f64>();
        for (index, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        0
    }

    /// A number from 0 to 1 that belongs to the seed and the game so far.
    fn random(self, game: &Game) -> f64 {
        let mix = |sum: u64, number: u64| Random::new(sum ^ number).bits();
        // Where the game began and every move: a position that comes again need not get the same move.
        let start = game.states().first().map_or(0, State::key);
        let moves = game.moves().iter().map(|played| u64::from(played.code()));
        let bits = moves.fold(mix(self.seed, start), mix);
        (bits >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The result with another line first, which is then the move played, and no more lines than are wanted.
fn put_first(found: SearchResult, first: usize, wanted: usize) -> SearchResult {
    let mut lines = found.lines;
    if first < lines.len() {
        lines[..=first].rotate_right(1);
    }
    lines.truncate(wanted.max(1));
    for (line, rank) in lines.iter_mut().zip(1..) {
        line.multipv = rank;
    }
    SearchResult::new(lines, found.nodes, found.time)
}
