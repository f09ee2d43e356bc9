//! The messages of DXP: syntax alone. Which squares and pieces they mean is for the game to say.

use std::fmt;

use crate::board::Side;
use crate::lang::{Lang, Say};

/// The longest message, in characters, its end not counted.
pub(crate) const LONGEST: usize = 127;
/// Characters of a name in a message; names are filled up with spaces.
const NAME: usize = 32;
/// Squares of the board.
const SQUARES: usize = 32;
/// The most pieces that a move can capture.
const MOST_CAPTURED: usize = 12;

/// Why a game is not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// The protocol's version is none that is spoken.
    Version,
    /// Not this game: another board, or a position that cannot be.
    ThisGame,
    /// No game at all.
    AnyGame,
}

/// Why a game ends, as the side says that ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndReason {
    /// None is given.
    Unknown,
    /// The sender gives up.
    IGiveUp,
    /// A draw.
    Draw,
    /// The sender has won.
    IWin,
}

/// The answer to a wish to take moves back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BackAnswer {
    /// It is done.
    Done,
    /// Moves are never taken back.
    NotSupported,
    /// Not now, or not so far.
    Refused,
}

/// A wish for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameRequest {
    /// Who asks.
    pub name: String,
    /// The side of the one who is asked.
    pub follower: Side,
    /// Minutes for each side; 0 for no limit.
    pub minutes: u16,
    /// Moves of each side after which the game ends undecided; 0 for no limit.
    pub moves: u16,
    /// The side to move and one character of `w z W Z e` a square, from 1; `None` for the start position. Their number
    /// is not checked: other boards have more.
    pub position: Option<(Side, String)>,
}

/// A move: squares by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MoveMessage {
    /// Seconds used, up to 9999.
    pub seconds: u16,
    /// Where the piece stood.
    pub from: u8,
    /// Where it stands now.
    pub to: u8,
    /// The squares of the captured pieces, ascending.
    pub captured: Vec<u8>,
}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Message {
    /// `R`: a wish for a game.
    GameRequest(GameRequest),
    /// `A`: the answer to it: a name, and why not if not.
    GameAnswer(String, Option<Refusal>),
    /// `M`: a move.
    Move(MoveMessage),
    /// `E`: the game ends; whether another is welcome.
    GameEnd(EndReason, bool),
    /// `B`: a wish to go back to where the side is to make its move of this number.
    BackRequest(u16, Side),
    /// `K`: the answer to it.
    BackAnswer(BackAnswer),
    /// `C`: something for people to read.
    Chat(String),
}

/// Why a text is no message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MessageError {
    /// It begins with no letter that is known: to be ignored.
    Unknown(String),
    /// A game request of another version of the protocol.
    Version(String),
    /// A known message that is wrong: its text, and what is wrong with it.
    Broken(String, &'static str),
}

impl Say for MessageError {
    fn say(&self, lang: Lang) -> String {
        match self {
            MessageError::Unknown(text) => {
                lang.pick(format!("'{text}' is no message of DXP"), format!("'{text}' no es un mensaje de DXP"))
            }
            MessageError::Version(version) => lang.pick(
                format!("version '{version}' of DXP is not spoken, only 01"),
                format!("no se habla la versión '{version}' de DXP, solo la 01"),
            ),
            MessageError::Broken(text, what) => {
                lang.pick(format!("broken message '{text}': {what}"), format!("mensaje roto '{text}': {what}"))
            }
        }
    }
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl Message {
    /// Reads a message, without its end. Spaces and line ends around it are none of it, as some programs add them.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(bytes: &[u8]) -> Result<Message, MessageError> {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_matches(['\r', '\n', '\0']);
        let shown = || -> String { text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect() };
        let mut fields = Fields { rest: text };
        let read = match fields.one() {
            Some('R') => {
                let version = fields.take(2).unwrap_or_default();
                if version != "01" {
                    return Err(MessageError::Version(version.chars().filter(|c| !c.is_control()).collect()));
                }
                game_request(&mut fields)
            }
            Some('A') => game_answer(&mut fields),
            Some('M') => a_move(&mut fields),
            Some('E') => game_end(&mut fields),
            Some('B') => back_request(&mut fields),
            Some('K') => back_answer(&mut fields),
            Some('C') => Ok(Message::Chat(fields.rest.trim_end().to_owned())),
            _ => return Err(MessageError::Unknown(shown())),
        };
        read.map_err(|what| MessageError::Broken(shown(), what))
    }

    /// Writes the message, without its end: ASCII, and no longer than the protocol has it.
    pub fn write(&self) -> String {
        let text = match self {
            Message::GameRequest(request) => {
                let GameRequest { name, follower, minutes, moves, position } = request;
                let position = match position {
                    None => "A".to_owned(),
                    Some((side, pieces)) => format!("B{}{pieces}", letter(*side)),
                };
                let (minutes, moves) = (minutes.min(&999), moves.min(&999));
                format!("R01{}{}{minutes:03}{moves:03}{position}", padded(name), letter(*follower))
            }
            Message::GameAnswer(name, refusal) => {
                let code = match refusal {
                    None => '0',
                    Some(Refusal::Version) => '1',
                    Some(Refusal::ThisGame) => '2',
                    Some(Refusal::AnyGame) => '3',
                };
                format!("A{}{code}", padded(name))
            }
            Message::Move(MoveMessage { seconds, from, to, captured }) => {
                let squares: String = captured.iter().map(|square| format!("{square:02}")).collect();
                format!("M{:04}{from:02}{to:02}{:02}{squares}", seconds.min(&9999), captured.len())
            }
            Message::GameEnd(reason, more) => {
                let reason = match reason {
                    EndReason::Unknown => '0',
                    EndReason::IGiveUp => '1',
                    EndReason::Draw => '2',
                    EndReason::IWin => '3',
                };
                format!("E{reason}{}", if *more { '0' } else { '1' })
            }
            Message::BackRequest(number, side) => format!("B{:03}{}", number.min(&999), letter(*side)),
            Message::BackAnswer(answer) => match answer {
                BackAnswer::Done => "K0",
                BackAnswer::NotSupported => "K1",
                BackAnswer::Refused => "K2",
            }
            .to_owned(),
            Message::Chat(text) => format!("C{}", ascii(text)),
        };
        text.chars().take(LONGEST).collect()
    }
}

/// What is left of a message.
struct Fields<'a> {
    rest: &'a str,
}

impl<'a> Fields<'a> {
    fn one(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let first = characters.next()?;
        self.rest = characters.as_str();
        Some(first)
    }

    /// So many characters, if there are as many.
    fn take(&mut self, count: usize) -> Option<&'a str> {
        let end = self.rest.char_indices().map(|(at, _)| at).chain([self.rest.len()]).nth(count)?;
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(taken)
    }

    /// A number of so many digits. Some programs write spaces for leading zeros.
    fn number(&mut self, digits: usize) -> Option<u16> {
        let text = self.take(digits)?.trim_start_matches(' ');
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { text.parse().ok() } else { None }
    }

    fn side(&mut self) -> Option<Side> {
        match self.one()? {
            'W' => Some(Side::White),
            'Z' => Some(Side::Black),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        self.rest.trim_end().is_empty()
    }
}

fn game_request(fields: &mut Fields<'_>) -> Result<Message, &'static str> {
    let name = fields.take(NAME).ok_or("a name has 32 characters")?.trim().to_owned();
    let follower = fields.side().ok_or("a colour is W or Z")?;
    let minutes = fields.number(3).ok_or("minutes are three digits")?;
    let moves = fields.number(3).ok_or("moves are three digits")?;
    let position = match fields.one() {
        Some('A') => None,
        Some('B') => {
            let side = fields.side().ok_or("a side to move is W or Z")?;
            Some((side, fields.rest.trim_end().to_owned()))
        }
        _ => return Err("a position is A, or B with its pieces"),
    };
    Ok(Message::GameRequest(GameRequest { name, follower, minutes, moves, position }))
}

fn game_answer(fields: &mut Fields<'_>) -> Result<Message, &'static str> {
    let name = fields.take(NAME).ok_or("a name has 32 characters")?.trim().to_owned();
    let refusal = match fields.one() {
        Some('0') => None,
        Some('1') => Some(Refusal::Version),
        Some('2') => Some(Refusal::ThisGame),
        Some('3') => Some(Refusal::AnyGame),
        _ => return Err("a code is 0, 1, 2 or 3"),
    };
    Ok(Message::GameAnswer(name, refusal))
}

fn a_move(fields: &mut Fields<'_>) -> Result<Message, &'static str> {
    let seconds = fields.number(4).ok_or("seconds are four digits")?;
    let mut square = || fields.number(2).and_then(|number| u8::try_from(number).ok()).ok_or("a square is two digits");
    let (from, to) = (square()?, square()?);
    let count = usize::from(square().map_err(|_| "the number captured is two digits")?);
    if count > MOST_CAPTURED {
        return Err("a move captures twelve pieces at most");
    }
    let mut captured = (0..count).map(|_| square()).collect::<Result<Vec<u8>, _>>()?;
    if !fields.is_over() {
        return Err("there are more squares than it says");
    }
    captured.sort_unstable();
    Ok(Message::Move(MoveMessage { seconds, from, to, captured }))
}

fn game_end(fields: &mut Fields<'_>) -> Result<Message, &'static str> {
    let reason = match fields.one() {
        Some('0') => EndReason::Unknown,
        Some('1') => EndReason::IGiveUp,
        Some('2') => EndReason::Draw,
        Some('3') => EndReason::IWin,
        _ => return Err("a reason is 0, 1, 2 or 3"),
    };
    let more = match fields.one() {
        Some('0') => true,
        Some('1') => false,
        _ => return Err("a stop code is 0 or 1"),
    };
    Ok(Message::GameEnd(reason, more))
}

fn back_request(fields: &mut Fields<'_>) -> Result<Message, &'static str> {
    let number = fields.number(3).ok_or("a move number is three digits")?;
    let side = fields.side().ok_or("a side to move is W or Z")?;
    Ok(Message::BackRequest(number, side))
}

fn back_answer(fields: &mut Fields<'_>) -> Result<Message, &'static str> {
    let answer = match fields.one() {
        Some('0') => BackAnswer::Done,
        Some('1') => BackAnswer::NotSupported,
        Some('2') => BackAnswer::Refused,
        _ => return Err("a code is 0, 1 or 2"),
    };
    Ok(Message::BackAnswer(answer))
}

/// The letter of a side.
const fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

/// A name of just as many characters as a message has for it.
fn padded(name: &str) -> String {
    let name: String = ascii(name).chars().take(NAME).collect();
    format!("{name:NAME$}")
}

/// A text in the characters that may be sent.
fn ascii(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_ascii_graphic() {
                c
            } else if c == ' ' {
                ' '
            } else {
                '?'
            }
        })
        .collect()
}

/// Whether a text is a position of this board.
pub(crate) fn is_board(pieces: &str) -> bool {
    pieces.len() == SQUARES && pieces.bytes().all(|byte| matches!(byte, b'w' | b'z' | b'W' | b'Z' | b'e'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Message, MessageError> {
        Message::parse(text.as_bytes())
    }

    fn start(name: &str) -> GameRequest {
        GameRequest { name: name.to_owned(), follower: Side::Black, minutes: 60, moves: 75, position: None }
    }

    #[test]
    fn messages_come_back_as_they_went() {
        let board = "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwwW".to_owned();
        for (message, text) in [
            (Message::GameRequest(start("Tornado 4.0")), "R01Tornado 4.0                     Z060075A"),
            (
                Message::GameRequest(GameRequest { position: Some((Side::White, board.clone())), ..start("x") }),
                "R01x                               Z060075BWzzzzzzzzzzzzeeeeeeeewwwwwwwwwwwW",
            ),
            (Message::GameAnswer("Dam".to_owned(), None), "ADam                             0"),
            (Message::GameAnswer(String::new(), Some(Refusal::AnyGame)), "A                                3"),
            (Message::Move(MoveMessage { seconds: 12, from: 5, to: 25, captured: vec![9, 21] }), "M00120525020921"),
            (Message::Move(MoveMessage { seconds: 0, from: 11, to: 15, captured: vec![] }), "M0000111500"),
            (Message::GameEnd(EndReason::Draw, false), "E21"),
            (Message::GameEnd(EndReason::IGiveUp, true), "E10"),
            (Message::BackRequest(5, Side::Black), "B005Z"),
            (Message::BackAnswer(BackAnswer::Refused), "K2"),
            (Message::Chat("hello, you".to_owned()), "Chello, you"),
        ] {
            assert_eq!(message.write(), text);
            assert_eq!(parsed(text), Ok(message.clone()));
            assert_eq!(parsed(&format!("{text}\r\n")), Ok(message));
        }
        assert!(is_board(&board) && !is_board("e") && !is_board(&board.replace('W', "b")));
    }

    #[test]
    fn broken_messages_say_what_is_wrong() {
        for (text, part) in [
            ("R01short", "32 characters"),
            ("R01x                               Q060075A", "colour"),
            ("R01x                               Z06a075A", "minutes"),
            ("R01x                               Z060", "moves"),
            ("R01x                               Z060075C", "position"),
            ("M", "four digits"),
            ("M00001", "two digits"),
            ("M00001115", "number captured"),
            ("M000011150218", "two digits"),
            ("M00001115001822", "more squares"),
            ("M0000111599", "twelve"),
            ("M-0011115", "four digits"),
            ("E", "reason"),
            ("E1", "stop code"),
            ("E91", "reason"),
            ("B01W", "three digits"),
            ("K9", "code"),
            ("Ax", "32 characters"),
        ] {
            let error = parsed(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(matches!(parsed("R02whatever"), Err(MessageError::Version(version)) if version == "02"));
        for text in ["", " ", "xyz", "\u{e9}", "hub", "m0000"] {
            assert!(matches!(parsed(text), Err(MessageError::Unknown(_))), "{text}");
        }
    }

    #[test]
    fn what_is_written_fits_the_protocol() {
        let long = Message::Chat("ñandú\n".repeat(100)).write();
        assert!(long.len() == LONGEST && long.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()));
        let request = Message::GameRequest(GameRequest { minutes: 5000, moves: 1000, ..start(&"n".repeat(99)) });
        assert_eq!(request.write(), format!("R01{}Z999999A", "n".repeat(32)));
        let late = Message::Move(MoveMessage { seconds: 20_000, from: 1, to: 5, captured: vec![] });
        assert_eq!(late.write(), "M9999010500");
    }

    #[test]
    fn no_bytes_are_a_reason_to_panic() {
        let mut seed = 0x9E37_79B9_7F4A_7C15u64;
        for _ in 0..20_000 {
            let mut byte = || {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                (seed >> 32) as u8
            };
            let mut bytes = vec![*b"RAMEBKC".get(usize::from(byte()) % 7).unwrap()];
            let length = byte() % 90;
            bytes.extend(
                (0..length).map(|_| if byte() % 8 == 0 { byte() } else { b"0123WZewzA B"[usize::from(byte()) % 12] }),
            );
            if let Ok(message) = Message::parse(&bytes) {
                assert!(message.write().len() <= LONGEST);
            }
        }
    }
}
