//! The draw rules once more, slowly: every count is taken anew from the whole history of a game, straight from the rules
//! page, and nothing is carried from one position to the next.

use damero::{DrawRule, DrawRules, Ending};

use super::slow::{Board, Piece, Played};

/// A game so far: its positions, and the moves between them.
#[derive(Default)]
pub struct History {
    pub boards: Vec<Board>,
    pub moves: Vec<Played>,
}

/// The men and kings of White and of Black.
type Balance = [(usize, usize); 2];

fn balance(board: &Board) -> Balance {
    [true, false].map(|white| (board.count(white, false), board.count(white, true)))
}

/// Whether the sides have what is asked, one way round or the other; pairs are men and kings.
fn is(board: &Board, one: (usize, usize), other: (usize, usize)) -> bool {
    let balance = balance(board);
    balance == [one, other] || balance == [other, one]
}

/// The squares from 29 to 4 as rows and columns.
fn is_main_road((row, col): (i8, i8)) -> bool {
    row + col == 7
}

impl History {
    fn last(&self) -> &Board {
        &self.boards[self.boards.len() - 1]
    }

    /// Moves at the end of the game that satisfy a condition, without a break.
    fn moves_at_the_end(&self, condition: impl Fn(&Played) -> bool) -> usize {
        self.moves.iter().rev().take_while(|played| condition(played)).count()
    }

    /// Positions at the end of the game that satisfy a condition, without a break.
    fn positions_at_the_end(&self, condition: impl Fn(&Board) -> bool) -> usize {
        self.boards.iter().rev().take_while(|board| condition(board)).count()
    }

    /// Plies since what a condition says arose, while it lasts; `None` where it does not hold.
    fn plies_since(&self, condition: impl Fn(&Board) -> bool) -> Option<usize> {
        self.positions_at_the_end(condition).checked_sub(1)
    }

    /// Plies without a capture and without a move of a man.
    pub fn quiet(&self) -> usize {
        self.moves_at_the_end(|played| played.captured.is_empty() && played.king_before)
    }

    /// Plies since the last capture or crowning.
    fn since_capture_or_crowning(&self) -> usize {
        self.moves_at_the_end(|played| played.captured.is_empty() && played.king_before == played.king_after)
    }

    /// Whether the ending has kings on both sides and so many pieces.
    fn kings_on_both_sides(&self, pieces: std::ops::RangeInclusive<usize>) -> bool {
        let [(white_men, white_kings), (black_men, black_kings)] = balance(self.last());
        pieces.contains(&(white_men + white_kings + black_men + black_kings)) && white_kings > 0 && black_kings > 0
    }

    /// Plies of three kings, or also of more, against one.
    fn three_against_one(&self, or_more: bool) -> Option<usize> {
        let most = if or_more { 12 } else { 3 };
        self.plies_since(|board| (3..=most).any(|kings| is(board, (0, kings), (0, 1))))
    }

    /// Plies made while a king against three pieces, at least one of them a king, stands alone on the main road, in
    /// total since that balance arose.
    fn road(&self) -> usize {
        let balanced = |board: &Board| [(0, 3), (1, 2), (2, 1)].iter().any(|&three| is(board, three, (0, 1)));
        let alone = |board: &Board| {
            let on_road: Vec<Piece> =
                board.pieces().into_iter().filter(|&(place, _)| is_main_road(place)).map(|(_, piece)| piece).collect();
            matches!(on_road[..], [Piece { white, king: true }]
                if board.count(white, true) + board.count(white, false) == 1)
        };
        let since = self.boards.len() - self.positions_at_the_end(balanced);
        self.boards[since..].windows(2).filter(|pair| alone(&pair[0]) && alone(&pair[1])).count()
    }

    /// Plies since one of the endings in question arose.
    fn ending(&self, rules: &DrawRules) -> Option<usize> {
        let alike = |board: &Board, ending: Ending| match ending {
            Ending::KingKing => is(board, (0, 1), (0, 1)),
            Ending::KingManKing => is(board, (1, 1), (0, 1)),
            Ending::TwoKingsOne => is(board, (0, 2), (0, 1)),
            Ending::TwoKingsKingMan => is(board, (0, 2), (1, 1)),
            Ending::TwoKingsTwoKings => is(board, (0, 2), (0, 2)),
            other => panic!("{other:?} is under another rule"),
        };
        let now = rules.endings.iter().copied().find(|&ending| alike(self.last(), ending))?;
        self.plies_since(|board| {
            let crowned_since = |ending| matches!(ending, Ending::KingManKing | Ending::TwoKingsOne);
            let before_crowning = rules.crowning_keeps_ending
                && crowned_since(now)
                && (alike(board, Ending::KingManKing) || alike(board, Ending::TwoKingsOne));
            alike(board, now) || before_crowning
        })
    }

    /// Moves of the lone king since three kings first stood against him and nothing else was on the board.
    pub fn lone_king_moves(&self) -> Option<usize> {
        let began = self.boards.iter().position(|board| is(board, (0, 3), (0, 1)))?;
        let lone_is_white = self.boards[began].count(true, true) == 1;
        Some(self.boards[began..self.moves.len()].iter().filter(|board| board.white_to_move == lone_is_white).count())
    }

    /// How many times the position has stood on the board, and with the same count where the three-kings rule counts.
    pub fn repetitions(&self, rules: &DrawRules) -> usize {
        let counted = rules.limit(DrawRule::ThreeKings).number != 0;
        (1..=self.boards.len())
            .filter(|&length| {
                let earlier =
                    History { boards: self.boards[..length].to_vec(), moves: self.moves[..length - 1].to_vec() };
                earlier.last() == self.last() && (!counted || earlier.lone_king_moves() == self.lone_king_moves())
            })
            .count()
    }

    /// The rules by which the game is drawn now, if the laws of movement have not decided it; repetition left out.
    pub fn due(&self, rules: &DrawRules) -> Vec<DrawRule> {
        let in_force = |rule: DrawRule| rules.limit(rule).number != 0;
        let few_kings = in_force(DrawRule::Kings4To5) && self.kings_on_both_sides(4..=5);
        let more_kings = in_force(DrawRule::Kings6To7) && self.kings_on_both_sides(6..=7);
        let slow = Some(self.since_capture_or_crowning());
        let counts = [
            (DrawRule::ThreeKings, self.lone_king_moves()),
            (DrawRule::Quiet, Some(self.quiet()).filter(|_| !few_kings && !more_kings)),
            (DrawRule::Kings4To5, slow.filter(|_| few_kings)),
            (DrawRule::Kings6To7, slow.filter(|_| more_kings)),
            (DrawRule::ThreeAgainstOne, self.three_against_one(rules.three_or_more)),
            (DrawRule::Road, Some(self.road())),
            (DrawRule::Ending, self.ending(rules)),
        ];
        let limit = |rule: DrawRule| usize::from(rules.limit(rule).number);
        let reached = |&(rule, count): &(DrawRule, Option<usize>)| in_force(rule) && count >= Some(limit(rule));
        counts.iter().filter(|count| reached(count)).map(|&(rule, _)| rule).collect()
    }
}
