//! Makes the lists of what becomes of values where a count leaves too few plies, and compares them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use crate::board::Position;
use crate::egdb::{CountedList, Enough, Placement, Slice, ValueSet, embedded_counted, table_bytes};
use crate::movegen;
use crate::rules::{Ending, Laws, LawsVisitor, Ruleset, Russian};
use crate::solve::{Endings, Medium, Solved, Wanted, solve};

use super::gather;
use super::load::best_move;
use super::road::{holds_road, roads};

/// The slices between whose positions a count goes on, and their values with plies enough.
struct Group {
    fields: Vec<Arc<Solved>>,
    /// How many of them, the first, are what is asked for.
    own: usize,
    /// Whether one ply more of the road rule makes a draw.
    last_of_road: bool,
}

impl Group {
    /// A slice and its mirror image, and others, with theirs, to which crowning leads from them without ending the count.
    fn of(endings: &Endings, slice: Slice, others: impl IntoIterator<Item = Slice>) -> Group {
        let slices = slice.twins().into_iter().chain(others.into_iter().flat_map(Slice::twins));
        let fields = slices.map(|slice| Arc::clone(endings.get(slice).unwrap())).collect();
        Group { fields, own: slice.twins().len(), last_of_road: false }
    }

    /// Three kings against one with a ply of the road rule left.
    fn last_of_road(laws: Laws) -> Group {
        let wanted: Vec<Slice> = CountedList::LastOfRoad.slices().collect();
        let last = roads(laws).into_iter().filter(|road| wanted.contains(&road.slice()));
        let fields: Vec<Arc<Solved>> =
            last.map(|road| Arc::new(Solved { index: road.free.index.clone(), values: road.last.into() })).collect();
        Group { own: fields.len(), fields, last_of_road: true }
    }

    /// The most plies of a win or loss in any of the slices.
    fn longest(&self) -> usize {
        usize::from(self.fields.iter().flat_map(|field| field.values.iter().copied()).max().unwrap()) - 1
    }

    /// The bytes of all slices where no ply is left: drawn, but for a side that cannot move.
    fn exhausted<R: Ruleset>(&self) -> Vec<Vec<u8>> {
        let of = |field: &Arc<Solved>| {
            let is_stuck = |number| !movegen::has_move::<R>(&field.index.cursor().at(number).position());
            (0..field.values.len()).into_par_iter().map(|number| u8::from(is_stuck(number))).collect()
        };
        self.fields.iter().map(of).collect()
    }

    /// The bytes of all slices where so many plies are left, from those where one less is, those to which a ply leads that
    /// the road rule counts, and those of other slices.
    fn with_one_more<R: Ruleset>(
        &self,
        endings: &Endings,
        left: usize,
        before: &[Vec<u8>],
        held: &[Vec<u8>],
    ) -> Vec<Vec<u8>> {
        let byte = |position: &Position, next: &Position| {
            let placement = Placement::of(next);
            let place = self.fields.iter().position(|field| field.index.slice().key() == placement.key());
            let Some(place) = place.filter(|_| next.pieces(next.side()).any()) else { return endings.byte(next) };
            let after = if holds_road(position) && holds_road(next) { held } else { before };
            after[place][self.fields[place].index.rank(&placement)]
        };
        let of = |field: &Arc<Solved>| {
            let value = |number: usize| match field.values[number] {
                enough if usize::from(enough) <= left + 1 => enough,
                _ => {
                    let position = field.index.cursor().at(number).position();
                    best_move::<R>(&position, |next| byte(&position, next))
                }
            };
            (0..field.values.len()).into_par_iter().map(value).collect()
        };
        self.fields.iter().map(of).collect()
    }

    /// For each own slice and position by how much the way is longer with one ply missing, two and so on, as far as it is won or
    /// lost; and how many plies can be missing.
    fn sequences<R: Ruleset>(&self, endings: &Endings) -> Vec<Vec<(Vec<u8>, usize)>> {
        let mut layers = vec![self.exhausted::<R>()];
        for left in 1..=self.longest() {
            let before = layers.last().unwrap();
            let held = if self.last_of_road { &layers[0] } else { before };
            layers.push(self.with_one_more::<R>(endings, left, before, held));
        }
        let of = |(place, field): (usize, &Arc<Solved>)| {
            let sequence = |(number, &enough): (usize, &u8)| {
                let most = usize::from(enough).saturating_sub(2);
                let values: Vec<u8> = (1..=most).map(|missing| layers[most + 1 - missing][place][number]).collect();
                let won = values.iter().position(|&byte| byte == 0).unwrap_or(most);
                assert!(values[won..].iter().all(|&byte| byte == 0), "what is too long with more is so with fewer");
                (values[..won].iter().map(|&byte| byte - enough).collect(), most)
            };
            field.values.iter().enumerate().map(sequence).collect()
        };
        self.fields.iter().take(self.own).enumerate().map(of).collect()
    }

    /// With how many plies the own slices lose nothing of any value.
    fn enough<R: Ruleset>(&self, endings: &Endings) -> u16 {
        // A win in one needs its ply, and each that may not be missing is one more.
        let needed =
            |(longer, most): &(Vec<u8>, usize)| most + 1 - longer.iter().take_while(|&&longer| longer == 0).count();
        self.sequences::<R>(endings).iter().flatten().map(needed).max().unwrap() as u16
    }
}

/// The groups of a list, in the order of its slices.
fn groups(list: CountedList, endings: &Endings) -> Vec<Group> {
    if list == CountedList::LastOfRoad {
        return vec![Group::last_of_road(list.laws())];
    }
    let group = |slice: Slice| {
        // A crowned man leads to two kings against one.
        let crowned = if list == CountedList::ManKept { slice.crowned() } else { Vec::new() };
        Group::of(endings, slice, crowned)
    };
    let mut first: Vec<Slice> = list.slices().collect();
    first.dedup_by_key(|slice| slice.leading());
    first.into_iter().map(group).collect()
}

/// Whether a position has a pattern: what can be missing of it comes to what the pattern tells.
fn fits((sequence, most): &(Vec<u8>, usize), pattern: &[u8]) -> bool {
    sequence[..] == pattern[..pattern.len().min(*most)]
}

/// The patterns of some positions, the most frequent first: those that are seen to their end, and those of others that
/// none of these fits.
fn patterns(sequences: &[(Vec<u8>, usize)]) -> Vec<Vec<u8>> {
    let mut times: BTreeMap<&(Vec<u8>, usize), usize> = BTreeMap::new();
    sequences.iter().for_each(|sequence| *times.entry(sequence).or_default() += 1);
    let is_ended = |(sequence, most): &(Vec<u8>, usize)| sequence.len() < *most;
    let mut ended: BTreeMap<&[u8], usize> = BTreeMap::new();
    for (of, times) in times.iter().filter(|(of, _)| is_ended(of)) {
        *ended.entry(&of.0[..]).or_default() += times;
    }
    let mut ended: Vec<(&[u8], usize)> = ended.into_iter().collect();
    ended.sort_by_key(|&(pattern, times)| (std::cmp::Reverse(times), pattern));
    let mut found: Vec<Vec<u8>> = ended.into_iter().map(|(pattern, _)| pattern.to_vec()).collect();
    // The longest first, as they fit the others.
    for of in times.keys().rev().filter(|of| !is_ended(of)) {
        if !found.iter().any(|pattern| fits(of, pattern)) {
            found.push(of.0.clone());
        }
    }
    found
}

/// The bytes of a list.
struct ListOf(CountedList);

impl LawsVisitor for ListOf {
    type Output = Vec<u8>;
    fn visit<R: Ruleset>(self) -> Vec<u8> {
        let list = self.0;
        let endings = gather(R::LAWS, ValueSet::Abstract, None, 4, &|| false).unwrap().0;
        let mut slices: Vec<Vec<(Vec<u8>, usize)>> = Vec::new();
        for group in groups(list, &endings) {
            slices.extend(group.sequences::<R>(&endings));
        }
        let patterns = patterns(&slices.concat());
        let mut bytes = vec![u8::try_from(patterns.len()).ok().filter(|&count| count < 128).expect("few patterns")];
        for pattern in &patterns {
            bytes.push(pattern.len() as u8);
            bytes.extend(pattern);
        }
        let byte = |of: &(Vec<u8>, usize)| 2 * patterns.iter().position(|pattern| fits(of, pattern)).unwrap() as u8;
        for slice in slices {
            bytes.extend(table_bytes(&slice.iter().map(byte).collect::<Vec<u8>>()));
        }
        bytes
    }
}

/// `DAMERO_WRITE=1` writes the lists instead.
#[test]
fn the_lists_of_missing_plies_are_what_comes_out() {
    for list in CountedList::ALL {
        let name = match list {
            CountedList::Kings => "flying-kings",
            CountedList::LastOfRoad => "last-of-road",
            CountedList::ManKept => "man-kept",
            CountedList::ManAnew => "man-anew",
        };
        let bytes = list.laws().visit(ListOf(list));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/egdb/data/{name}.counted"));
        if std::env::var_os("DAMERO_WRITE").is_some() {
            std::fs::write(&path, &bytes).unwrap();
        } else {
            assert!(embedded_counted(list) == bytes, "{name}: make it again, see tuning/README.md");
        }
    }
}

#[test]
fn enough_plies_are_enough() {
    struct Run;
    impl LawsVisitor for Run {
        type Output = ();
        fn visit<R: Ruleset>(self) {
            let endings = gather(R::LAWS, ValueSet::Abstract, None, 4, &|| false).unwrap().0;
            let known = Enough::of(R::LAWS, false);
            for (ending, own, crowned) in [
                (Ending::KingKing, [0, 1, 0, 1], None),
                (Ending::KingManKing, [1, 1, 0, 1], Some([0, 2, 0, 1])),
                (Ending::TwoKingsOne, [0, 2, 0, 1], None),
                (Ending::TwoKingsKingMan, [0, 2, 1, 1], Some([0, 2, 0, 2])),
                (Ending::TwoKingsTwoKings, [0, 2, 0, 2], None),
                (Ending::ThreeKingsOne, [0, 3, 0, 1], None),
            ] {
                let own = Slice::of_counts(own).unwrap();
                let anew = Group::of(&endings, own, None);
                let most = if R::SPEC.kings_fly {
                    let kept = Group::of(&endings, own, crowned.and_then(Slice::of_counts));
                    anew.enough::<R>(&endings).max(kept.enough::<R>(&endings))
                } else {
                    anew.longest() as u16
                };
                let known = known.in_ending(ending);
                // Laws of the same kings share their numbers, and a man makes them differ.
                let is_right =
                    if R::SPEC.kings_fly { most == known } else { (known - known / 8..=known).contains(&most) };
                assert!(is_right, "{:?} {ending:?}: {most}, known {known}", R::LAWS);
            }
        }
    }
    Laws::ALL.into_iter().for_each(|laws| laws.visit(Run));
}

/// While two plies or more are left of the road rule, it changes nothing in what a count makes of three kings against one.
#[test]
fn the_road_rule_matters_by_its_last_ply_alone() {
    let endings = gather(Laws::Russian, ValueSet::Abstract, None, 4, &|| false).unwrap().0;
    let free = Group::of(&endings, Slice::of_counts([0, 3, 0, 1]).unwrap(), None);
    let last = Group::last_of_road(Laws::Russian);
    let none = free.exhausted::<Russian>();
    let (mut without, mut with_one, mut with_two) = (none.clone(), none.clone(), none.clone());
    for left in 1..=free.longest() {
        with_two = free.with_one_more::<Russian>(&endings, left, &with_two, &with_one);
        with_one = last.with_one_more::<Russian>(&endings, left, &with_one, &none);
        without = free.with_one_more::<Russian>(&endings, left, &without, &without);
        assert!(with_two == without, "{left}");
    }
    assert!(with_one != without);
    // With one ply wins are longer, and need more plies.
    let known = Enough::of(Laws::Russian, true);
    assert_eq!(last.longest(), usize::from(known.hunt));
    assert_eq!(last.enough::<Russian>(&endings), known.in_ending(Ending::ThreeKingsOne));
}

/// `DAMERO_KINGS=6` takes more kings (with `cargo test --release`).
#[test]
fn many_kings_against_one_win_soon() {
    struct Run;
    impl LawsVisitor for Run {
        type Output = ();
        fn visit<R: Ruleset>(self) {
            let most = std::env::var("DAMERO_KINGS").map_or(4, |kings| kings.parse().expect("a number"));
            let mut endings = Endings::new();
            for slice in (1..=most).filter_map(|kings| Slice::new(0, kings, 0, 1)) {
                let solved =
                    solve::<R>(slice.leading(), &endings, Wanted::Distances, Medium::Memory, &|| false).unwrap();
                let longest = solved.iter().flat_map(|solved| solved.values.iter()).max().unwrap() - 1;
                let known = Enough::of(R::LAWS, false).in_ending(Ending::ManyKingsOne);
                assert!(slice.own_kings < 4 || u16::from(longest) == known, "{:?} {slice}: {longest}", R::LAWS);
                solved.into_iter().for_each(|solved| endings.insert(solved));
            }
        }
    }
    // One with free choice of captures, one that takes the most.
    [Laws::Russian, Laws::Brazilian].into_iter().for_each(|laws| laws.visit(Run));
}
