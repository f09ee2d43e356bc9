//! The network in floating point, as a fit moves it; see [`crate::eval::network`] for its shape.

use crate::eval::network::{
    BUCKETS, FIRST, FIRST_ONE, INPUTS, LAST_ONE, Network, SECOND, SECOND_ONE, SECOND_SHIFT, bucket, rows,
};
use crate::openings::Random;

use super::data::Sample;

/// Where the parts begin in the one array of weights.
const FIRST_BIAS: usize = INPUTS * FIRST;
const SECOND_AT: usize = FIRST_BIAS + FIRST;
const SECOND_BIAS: usize = SECOND_AT + BUCKETS * FIRST * SECOND;
const LAST_AT: usize = SECOND_BIAS + BUCKETS * SECOND;
const LAST_BIAS: usize = LAST_AT + BUCKETS * SECOND;
/// Weights in all.
pub(super) const WEIGHTS: usize = LAST_BIAS + BUCKETS;

/// Largest weights, so that whole numbers hold them and sums of a full board.
const MOST_FIRST: f32 = 4.0;
const MOST_SECOND: f32 = 8.0;
const MOST_LAST: f32 = 30.0;

/// The inputs of a sample that are on, its bucket, and what is wanted of it.
#[derive(Clone, Copy)]
pub(super) struct Case {
    pub sets: [u32; 4],
    pub bucket: usize,
    /// The expectation to be learnt, from 0 (lost) to 1 (won).
    pub target: f32,
}

impl Case {
    /// A sample as a case.
    pub fn new(sample: &Sample, target: f32) -> Case {
        let Sample { own, other, kings, .. } = *sample;
        let sets = [own & !kings, other & !kings, own & kings, other & kings];
        Case { sets, bucket: bucket((own | other).count_ones(), kings != 0), target }
    }

    /// The rows of the first layer that are added up.
    fn rows(&self) -> impl Iterator<Item = usize> {
        self.sets.into_iter().enumerate().flat_map(|(kind, set)| rows(kind, set))
    }
}

/// The chance that a logit stands for.
pub(super) fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The loss of a logit where an expectation is wanted: cross-entropy, less what cannot be avoided.
pub(super) fn loss(logit: f32, target: f32) -> f32 {
    let entropy = |chance: f32| {
        let chance = chance.clamp(1e-6, 1.0 - 1e-6);
        -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
    };
    entropy(chance(logit)) - entropy(target)
}

/// Weights, or a gradient of them: all layers in one array.
#[derive(Clone)]
pub(super) struct Model(pub Vec<f32>);

impl Model {
    /// Weights of nothing.
    pub fn zero() -> Model {
        Model(vec![0.0; WEIGHTS])
    }

    /// Random weights to begin with.
    pub fn random(seed: u64) -> Model {
        let mut random = Random::new(seed);
        let mut model = Model::zero();
        let mut fill = |range: std::ops::Range<usize>, most: f32, random: &mut Random| {
            for weight in &mut model.0[range] {
                *weight = ((random.bits() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * most;
            }
        };
        fill(0..FIRST_BIAS, 0.25, &mut random);
        fill(FIRST_BIAS..SECOND_AT, 0.25, &mut random);
        fill(SECOND_AT..SECOND_BIAS, (3.0 / FIRST as f32).sqrt(), &mut random);
        fill(SECOND_BIAS..LAST_AT, 0.1, &mut random);
        fill(LAST_AT..LAST_BIAS, (3.0 / SECOND as f32).sqrt(), &mut random);
        model
    }

    /// Keeps the weights within what whole numbers hold.
    pub fn cut(&mut self) {
        let mut within = |range: std::ops::Range<usize>, most: f32| {
            self.0[range].iter_mut().for_each(|weight| *weight = weight.clamp(-most, most))
        };
        within(0..SECOND_AT, MOST_FIRST);
        within(SECOND_AT..SECOND_BIAS, MOST_SECOND);
        within(LAST_AT..LAST_BIAS, MOST_LAST);
    }

    /// The logit of a case.
    pub fn logit(&self, case: &Case) -> f32 {
        self.forward(case).logit
    }

    fn forward(&self, case: &Case) -> Forward {
        let weights = &self.0;
        let mut first: [f32; FIRST] = array(weights, FIRST_BIAS);
        for row in case.rows() {
            let row: &[f32; FIRST] = part(weights, row * FIRST);
            for (sum, weight) in first.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let mut second: [f32; SECOND] = array(weights, SECOND_BIAS + case.bucket * SECOND);
        for (unit, sum) in first.iter().enumerate() {
            let value = sum.clamp(0.0, 1.0);
            if value > 0.0 {
                let row: &[f32; SECOND] = part(weights, SECOND_AT + (case.bucket * FIRST + unit) * SECOND);
                for (sum, weight) in second.iter_mut().zip(row) {
                    *sum += value * weight;
                }
            }
        }
        let last: &[f32; SECOND] = part(weights, LAST_AT + case.bucket * SECOND);
        let sum: f32 = second.iter().zip(last).map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum();
        Forward { logit: sum + weights[LAST_BIAS + case.bucket], first, second }
    }

    /// Adds the gradient of a case's loss to `gradient`; the loss.
    pub fn learn(&self, case: &Case, gradient: &mut Model) -> f32 {
        let weights = &self.0;
        let gradient = &mut gradient.0;
        let Forward { logit, first, second } = self.forward(case);
        let slope = chance(logit) - case.target;
        gradient[LAST_BIAS + case.bucket] += slope;
        let last: &[f32; SECOND] = part(weights, LAST_AT + case.bucket * SECOND);
        let mut slopes = [0.0; SECOND];
        for unit in 0..SECOND {
            gradient[LAST_AT + case.bucket * SECOND + unit] += slope * second[unit].clamp(0.0, 1.0);
            let moves = second[unit] > 0.0 && second[unit] < 1.0;
            slopes[unit] = if moves { slope * last[unit] } else { 0.0 };
        }
        for (sum, slope) in part_mut::<SECOND>(gradient, SECOND_BIAS + case.bucket * SECOND).iter_mut().zip(slopes) {
            *sum += slope;
        }
        let mut down = [0.0; FIRST];
        for unit in 0..FIRST {
            let value = first[unit].clamp(0.0, 1.0);
            if value > 0.0 {
                let at = SECOND_AT + (case.bucket * FIRST + unit) * SECOND;
                let row: &[f32; SECOND] = part(weights, at);
                let sums: &mut [f32; SECOND] = part_mut(gradient, at);
                let mut back = [0.0; SECOND];
                for i in 0..SECOND {
                    sums[i] += value * slopes[i];
                    back[i] = row[i] * slopes[i];
                }
                down[unit] = if first[unit] < 1.0 { sum_of(&back) } else { 0.0 };
            }
        }
        for row in case.rows().map(|row| row * FIRST).chain([FIRST_BIAS]) {
            for (sum, slope) in part_mut::<FIRST>(gradient, row).iter_mut().zip(down) {
                *sum += slope;
            }
        }
        loss(logit, case.target)
    }

    /// The network in whole numbers; `scale` is what a logit of 1 is, in hundredths of a man.
    pub fn to_network(&self, scale: i32) -> Box<Network> {
        let mut network = Network::zeroed();
        let whole = |weight: f32, one: i32| (weight * one as f32).round() as i32;
        let weights = &self.0;
        for (to, from) in network.first.as_flattened_mut().iter_mut().zip(weights) {
            *to = whole(*from, FIRST_ONE) as i16;
        }
        for (to, from) in network.first_bias.iter_mut().zip(&weights[FIRST_BIAS..]) {
            *to = whole(*from, FIRST_ONE) as i16;
        }
        for bucket in 0..BUCKETS {
            for unit in 0..FIRST {
                for to in 0..SECOND {
                    let weight = weights[SECOND_AT + (bucket * FIRST + unit) * SECOND + to];
                    network.second[bucket][unit / 2][to][unit % 2] = whole(weight, SECOND_ONE) as i16;
                }
            }
            let full = FIRST_ONE * SECOND_ONE;
            for to in 0..SECOND {
                network.second_bias[bucket][to] = whole(weights[SECOND_BIAS + bucket * SECOND + to], full);
                network.last[bucket][to] = whole(weights[LAST_AT + bucket * SECOND + to], LAST_ONE) as i16;
            }
            let full = (full >> SECOND_SHIFT) * LAST_ONE;
            network.last_bias[bucket] = whole(weights[LAST_BIAS + bucket], full);
        }
        network.scale = scale;
        network
    }
}

/// What a case comes to, layer by layer.
struct Forward {
    logit: f32,
    first: [f32; FIRST],
    second: [f32; SECOND],
}

/// The sum, in an order that vector instructions can follow.
fn sum_of(values: &[f32; SECOND]) -> f32 {
    let mut values = *values;
    let mut half = SECOND / 2;
    while half > 0 {
        for i in 0..half {
            values[i] += values[i + half];
        }
        half /= 2;
    }
    values[0]
}

fn part<const N: usize>(weights: &[f32], at: usize) -> &[f32; N] {
    weights[at..].first_chunk().expect("the parts lie within the weights")
}

fn part_mut<const N: usize>(weights: &mut [f32], at: usize) -> &mut [f32; N] {
    weights[at..].first_chunk_mut().expect("the parts lie within the weights")
}

fn array<const N: usize>(weights: &[f32], at: usize) -> [f32; N] {
    *part(weights, at)
}
