//! What results say: score, Elo with its error, likelihood of superiority, and the sequential probability ratio test.
//!
//! Games come in pairs of one opening with both colours, whose two results hang together; so errors are worked out from
//! the five results of a pair (pentanomial), not from single games. The test is the generalised one of Michel Van den
//! Bergh ("The Generalized Sequential Probability Ratio Test for Chess"), by default in normalised Elo.

use std::f64::consts::SQRT_2;
use std::ops::AddAssign;

use crate::lang::{Lang, Say};

/// Elo per unit of t-value of a single game, in normalised Elo: 800 / ln 10.
const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;
/// The standard deviations that hold 95 % of a normal distribution.
const CONFIDENCE: f64 = 1.959_963_984_540_054;
/// What stands for a result that has not come up yet, so that no probability is zero.
const UNSEEN: f64 = 1e-3;

/// Results counted for one of two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Finished pairs by their half points, 0 to 4.
    pub pairs: [u64; 5],
}

/// The half points that a player gets for a game: 0, 1 or 2.
pub type HalfPoints = u8;

/// An Elo difference and the half width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The difference; infinite where all games were won or lost.
    pub difference: f64,
    /// Half the width; infinite where it cannot be told.
    pub error: f64,
}

impl Tally {
    /// Counts a game.
    pub fn add_game(&mut self, points: HalfPoints) {
        match points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts a finished pair, whose games are counted each by itself.
    pub fn add_pair(&mut self, first: HalfPoints, second: HalfPoints) {
        self.pairs[usize::from(first.min(2) + second.min(2))] += 1;
    }

    /// The same seen by the other player.
    pub fn turned(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { wins: self.losses, losses: self.wins, draws: self.draws, pairs }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Points for each game, 0 to 1; a half where there is none yet.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The standard error of the score: from pairs once there are two, before that from games.
    pub fn standard_error(&self) -> f64 {
        let games = self.games() as f64;
        let paired: u64 = self.pairs.iter().sum();
        if paired >= 2 {
            let (_, variance) = moments(&frequencies(&self.pairs, 0.0));
            // Games whose partner is still to come count as a part of a pair.
            return (variance / (games / 2.0)).sqrt();
        }
        let score = self.score();
        let spread = |count: u64, points: f64| count as f64 * (points - score).powi(2);
        ((spread(self.wins, 1.0) + spread(self.draws, 0.5) + spread(self.losses, 0.0)) / games.powi(2)).sqrt()
    }

    /// The Elo difference; `None` where there is no game yet.
    pub fn elo(&self) -> Option<Elo> {
        if self.games() == 0 {
            return None;
        }
        let (score, margin) = (self.score(), CONFIDENCE * self.standard_error());
        let width = elo_of_score(score + margin) - elo_of_score(score - margin);
        let told = margin > 0.0 && width.is_finite();
        Some(Elo { difference: elo_of_score(score), error: if told { width / 2.0 } else { f64::INFINITY } })
    }

    /// The likelihood of superiority: how likely it is, from these results, that the player is the better one.
    pub fn los(&self) -> f64 {
        let (lead, error) = (self.score() - 0.5, self.standard_error());
        match (error > 0.0, lead) {
            (true, _) => normal(lead / error),
            (false, 0.0) => 0.5,
            (false, lead) => f64::from(u8::from(lead > 0.0)),
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.pairs.iter_mut().zip(other.pairs).for_each(|(sum, count)| *sum += count);
    }
}

/// The Elo difference that a score stands for.
pub fn elo_of_score(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// The score that an Elo difference stands for.
fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The normal distribution function, to about seven digits.
///
/// Source: the rational Chebyshev fit of erfc in Press et al., "Numerical Recipes", 6.2.
fn normal(x: f64) -> f64 {
    let z = x.abs() / SQRT_2;
    let t = 1.0 / (1.0 + z / 2.0);
    let terms = [
        0.170_872_77,
        -0.822_152_23,
        1.488_515_87,
        -1.135_203_98,
        0.278_868_07,
        -0.186_288_06,
        0.096_784_18,
        0.374_091_96,
        1.000_023_68,
        -1.265_512_23,
    ];
    let sum = terms.iter().fold(0.0, |sum, term| sum * t + term);
    let tail = t * (sum - z * z).exp() / 2.0;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

/// Points of a pair for each game (0 to 1) and how often they came, adding up to 1.
type Distribution = [(f64, f64); 5];

fn frequencies(pairs: &[u64; 5], unseen: f64) -> Distribution {
    let counts = pairs.map(|count| if count == 0 { unseen } else { count as f64 });
    let total: f64 = counts.iter().sum();
    std::array::from_fn(|i| (i as f64 / 4.0, counts[i] / total))
}

/// Mean and variance.
fn moments(distribution: &Distribution) -> (f64, f64) {
    let mean: f64 = distribution.iter().map(|(points, often)| points * often).sum();
    let variance = distribution.iter().map(|(points, often)| often * (points - mean).powi(2)).sum();
    (mean, variance)
}

/// What the Elo of a test's bounds means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// Normalised Elo: the lead in standard deviations of a game, which does not depend on how many games are drawn.
    #[default]
    Normalised,
    /// Logistic Elo: the usual meaning, by the score alone.
    Logistic,
}

/// A sequential probability ratio test: is the first player better by `elo1` rather than by `elo0`?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative, above `elo0`.
    pub elo1: f64,
    /// How often the alternative may be accepted by mistake.
    pub alpha: f64,
    /// How often the null hypothesis may be accepted by mistake.
    pub beta: f64,
    /// What Elo means.
    pub model: EloModel,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The alternative is accepted: the change passes.
    Accepted,
    /// The null hypothesis is accepted: the change fails.
    Rejected,
}

/// A text is no test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SprtError(String);

impl Say for SprtError {
    fn say(&self, lang: Lang) -> String {
        lang.pick(
            format!(
                "'{}' is no test; write ELO0,ELO1[,ALPHA,BETA] with ELO0 below ELO1, such as 0,8 or 0,8,0.05,0.05",
                self.0
            ),
            format!(
                "'{}' no es una prueba; escriba ELO0,ELO1[,ALFA,BETA] con ELO0 menor que ELO1, como 0,8 o 0,8,0.05,0.05",
                self.0
            ),
        )
    }
}

impl Sprt {
    /// Reads `ELO0,ELO1[,ALPHA,BETA]`; 0.05 each where the last two are left out.
    ///
    /// # Errors
    /// If it is anything else, ELO0 is not below ELO1, or an error rate is not within 0 to 0.5.
    pub fn parse(text: &str, model: EloModel) -> Result<Sprt, SprtError> {
        let wrong = || SprtError(text.to_owned());
        let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
        let test = match numbers.as_deref() {
            Some(&[elo0, elo1]) => Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model },
            Some(&[elo0, elo1, alpha, beta]) => Sprt { elo0, elo1, alpha, beta, model },
            _ => return Err(wrong()),
        };
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let sound = test.elo0 < test.elo1 && test.elo0.abs() <= 1000.0 && test.elo1.abs() <= 1000.0;
        if sound && rate(test.alpha) && rate(test.beta) { Ok(test) } else { Err(wrong()) }
    }

    /// The log-likelihood ratios at which the test ends: rejected below, accepted above.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the pairs played so far.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        let total: u64 = pairs.iter().sum();
        if total == 0 {
            return 0.0;
        }
        let seen = frequencies(pairs, UNSEEN);
        let likeliest = |elo: f64| match self.model {
            EloModel::Logistic => likeliest_with_mean(&seen, score_of_elo(elo)),
            // A pair has twice the games, so its t-value is larger by the root of two.
            EloModel::Normalised => likeliest_with_t(&seen, elo / NORMALISED * SQRT_2),
        };
        let (null, alternative) = (likeliest(self.elo0), likeliest(self.elo1));
        let terms = seen.iter().zip(null.iter().zip(&alternative));
        let mean: f64 = terms.map(|((_, often), ((_, null), (_, other)))| often * (other / null).ln()).sum();
        total as f64 * mean
    }

    /// What the test says of the pairs played so far.
    pub fn verdict(&self, pairs: &[u64; 5]) -> Verdict {
        let (low, high) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= high => Verdict::Accepted,
            llr if llr <= low => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }
}

/// The distribution that makes the frequencies seen likeliest among those with a mean.
fn likeliest_with_mean(seen: &Distribution, mean: f64) -> Distribution {
    let offsets = seen.map(|(points, often)| (points - mean, often));
    reweighted(seen, &offsets)
}

/// The same among those whose mean lies `t` standard deviations above a half, by iteration.
fn likeliest_with_t(seen: &Distribution, t: f64) -> Distribution {
    let mut guess = seen.map(|(points, _)| (points, 0.2));
    for _ in 0..30 {
        let (mean, variance) = moments(&guess);
        let deviation = variance.sqrt();
        let offset = |points: f64| points - 0.5 - t * deviation * (1.0 + ((mean - points) / deviation).powi(2)) / 2.0;
        let next = reweighted(seen, &seen.map(|(points, often)| (offset(points), often)));
        let change = next.iter().zip(&guess).map(|((_, new), (_, old))| (new - old).abs()).fold(0.0, f64::max);
        guess = next;
        if change < 1e-10 {
            break;
        }
    }
    guess
}

/// The likeliest distribution under which the offsets have mean zero: `p / (1 + x * offset)` with the one `x` for which
/// that holds, found by bisection.
fn reweighted(seen: &Distribution, offsets: &Distribution) -> Distribution {
    let least = offsets.iter().map(|(offset, _)| *offset).fold(f64::INFINITY, f64::min);
    let most = offsets.iter().map(|(offset, _)| *offset).fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        // No distribution has such a mean. The tests' bounds keep this from coming up.
        return *seen;
    }
    let mean = |x: f64| offsets.iter().map(|(offset, often)| often * offset / (1.0 + x * offset)).sum::<f64>();
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if mean(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|i| (seen[i].0, seen[i].1 / (1.0 + x * offsets[i].0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64, within: f64) {
        assert!((one - other).abs() <= within, "{one} is not within {within} of {other}");
    }

    fn tally(wins: u64, losses: u64, draws: u64) -> Tally {
        Tally { wins, losses, draws, pairs: [0; 5] }
    }

    #[test]
    fn single_games_by_hand() {
        // 12 won, 3 lost, 45 drawn: score (12 + 22.5) / 60; variance (12*0.425² + 3*0.575² + 45*0.075²) / 60 =
        // 0.056875; its root by that of 60: 0.030788; lead 0.075 / 0.030788 = 2.4360 deviations.
        let tally = tally(12, 3, 45);
        close(tally.score(), 0.575, 1e-12);
        close(tally.standard_error(), 0.030_788, 1e-6);
        let elo = tally.elo().unwrap();
        close(elo.difference, 52.51, 0.01);
        // Elo of 0.514656 and of 0.635344 are 10.19 and 96.44.
        close(elo.error, (96.44 - 10.19) / 2.0, 0.02);
        close(tally.los(), 0.992_57, 1e-4);
    }

    #[test]
    fn pairs_by_an_independent_calculation() {
        // Mean, variance, Elo, error and likelihood from the same formulas in another language's double precision.
        let tally = Tally { wins: 310, losses: 285, draws: 605, pairs: [10, 80, 400, 95, 15] };
        close(tally.score(), 0.510_416_667, 1e-9);
        close(tally.standard_error(), 0.006_896_536, 1e-9);
        let elo = tally.elo().unwrap();
        close(elo.difference, 7.239_289, 1e-6);
        close(elo.error, 9.398_921, 1e-6);
        close(tally.los(), 0.934_531_9, 1e-6);
    }

    #[test]
    fn pairs_are_surer_than_their_games() {
        // Each opening decides its games: every pair is one game each. Then nothing is uncertain.
        let decided = Tally { wins: 10, losses: 10, draws: 0, pairs: [0, 0, 10, 0, 0] };
        assert_eq!(decided.standard_error(), 0.0);
        assert_eq!(decided.los(), 0.5);
        assert_eq!(decided.elo().unwrap().error, f64::INFINITY);
    }

    #[test]
    fn few_and_one_sided_results_are_no_nonsense() {
        assert_eq!(Tally::default().elo(), None);
        assert_eq!(Tally::default().los(), 0.5);
        let won = tally(3, 0, 0);
        assert_eq!(won.elo().unwrap(), Elo { difference: f64::INFINITY, error: f64::INFINITY });
        assert_eq!((won.los(), won.turned().los()), (1.0, 0.0));
        assert_eq!(won.turned().elo().unwrap().difference, f64::NEG_INFINITY);
    }

    #[test]
    fn games_and_pairs_are_counted() {
        let mut sum = Tally::default();
        [2, 1, 0, 1].into_iter().for_each(|points| sum.add_game(points));
        sum.add_pair(2, 1);
        sum.add_pair(0, 1);
        assert_eq!(sum, Tally { wins: 1, losses: 1, draws: 2, pairs: [0, 1, 0, 1, 0] });
        sum += sum.turned();
        assert_eq!(sum, Tally { wins: 2, losses: 2, draws: 4, pairs: [0, 2, 0, 2, 0] });
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (x, value) in
            [(0.0, 0.5), (1.0, 0.841_344_746), (-1.0, 0.158_655_254), (1.959_964, 0.975), (4.0, 0.999_968_33)]
        {
            close(normal(x), value, 2e-7);
        }
    }

    #[test]
    fn the_llr_by_an_independent_calculation() {
        // Constrained maxima of the likelihood found by Newton's method on the multipliers of Lagrange.
        let normalised = Sprt::parse("0,8", EloModel::Normalised).unwrap();
        let logistic = Sprt { model: EloModel::Logistic, ..normalised };
        for (pairs, by_deviations, by_score) in [
            ([10, 80, 400, 95, 15], 0.885_995_3, 1.127_791_5),
            ([0, 3, 50, 9, 0], 0.411_122_0, 1.124_048_8),
            ([100, 500, 1200, 620, 130], 5.196_771_9, 6.985_722_0),
        ] {
            close(normalised.llr(&pairs), by_deviations, 1e-5);
            close(logistic.llr(&pairs), by_score, 1e-5);
        }
    }

    #[test]
    fn the_llr_by_hand_for_two_results() {
        // Only won and drawn pairs of games, half points 3 and 1: with mean m both have but one distribution, in which
        // 0.75 has the weight 2m - 0.5. Of 60 and 40, for scores s0 = 0.5 and s1 = 0.55:
        // 60 ln(0.6 / 0.5) + 40 ln(0.4 / 0.5) = 2.01355. What stands for unseen results shifts it by less than 0.01.
        let elo1 = elo_of_score(0.55);
        let test = Sprt { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
        close(test.llr(&[0, 40, 0, 60, 0]), 2.013_55, 0.01);
    }

    #[test]
    fn a_test_ends_where_its_errors_say() {
        let test = Sprt::parse(" 0, 8 ", EloModel::Normalised).unwrap();
        let (low, high) = test.bounds();
        close(high, 19f64.ln(), 1e-12);
        close(low, -high, 1e-12);
        assert_eq!(test.verdict(&[0; 5]), Verdict::Open);
        assert_eq!(test.verdict(&[100, 500, 1200, 620, 130]), Verdict::Accepted);
        assert_eq!(test.verdict(&[130, 620, 1200, 500, 100]), Verdict::Rejected);
        let stricter = Sprt::parse("0,8,0.001,0.001", EloModel::Normalised).unwrap();
        assert_eq!(stricter.verdict(&[100, 500, 1200, 620, 130]), Verdict::Open);
    }

    #[test]
    fn tests_are_read() {
        for wrong in
            ["", "0", "8,0", "0,8,0.05", "0,8,0,0.05", "0,8,0.5,0.05", "a,b", "0,nan", "0,inf", "0,8,0.05,0.05,1"]
        {
            assert!(Sprt::parse(wrong, EloModel::Normalised).is_err(), "{wrong}");
        }
    }
}
