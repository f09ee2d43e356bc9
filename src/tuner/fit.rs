//! The fit of a network to positions of self-play: Adam (Kingma and Ba, 2015) on batches, the same whatever the number of
//! threads.

use rayon::prelude::*;

use crate::eval::network::Network;
use crate::openings::Random;

use super::data::Sample;
use super::model::{Case, Model, WEIGHTS, chance, loss};

/// Cases in a batch, and parts of it, whose gradients are added up in their order.
const BATCH: usize = 1_024;
const PARTS: usize = 4;
/// The part of the positions, at the end, that is held out.
const HELD_OUT: usize = 20;
/// After so many epochs that are no better than the best, a fit ends.
const PATIENCE: usize = 4;
/// Adam's own numbers.
const FADE: f32 = 0.9;
const FADE_SQUARES: f32 = 0.999;
const LEAST: f32 = 1e-8;

/// How a fit goes about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// What random numbers come from.
    pub seed: u64,
    /// How often all positions are gone through.
    pub epochs: usize,
    /// The first step; it falls to a hundredth.
    pub rate: f32,
    /// How much of what is wanted is the game's result, 0 to 1; the rest is what the search said.
    pub result: f32,
}

/// What an epoch came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// Mean loss on the positions fitted to.
    pub loss: f32,
    /// Mean loss on those held out.
    pub held_out: f32,
}

/// Positions for a fit: those to learn from and those held out.
pub(crate) struct Material {
    pub learn: Vec<Sample>,
    pub held_out: Vec<Sample>,
}

impl Material {
    /// Splits positions: the last of them are held out, of those seen more than once the middle one by score and ending is
    /// kept, and none is in both parts.
    pub fn new(mut samples: Vec<Sample>) -> Material {
        let mut held_out = samples.split_off(samples.len() - samples.len() / HELD_OUT);
        unique(&mut samples);
        unique(&mut held_out);
        let key = |sample: &Sample| (sample.own, sample.other, sample.kings);
        held_out.retain(|sample| samples.binary_search_by_key(&key(sample), key).is_err());
        Material { learn: samples, held_out }
    }
}

/// Sorts samples and keeps one of each position: the middle one by score and ending.
fn unique(samples: &mut Vec<Sample>) {
    samples.par_sort_unstable();
    let mut kept = Vec::with_capacity(samples.len());
    for same in samples.chunk_by(|a, b| (a.own, a.other, a.kings) == (b.own, b.other, b.kings)) {
        kept.push(same[same.len() / 2]);
    }
    *samples = kept;
}

/// What a score of 1 is in logits: the slope with which scores say best what came of the games.
pub(crate) fn scale_of(samples: &[Sample]) -> f32 {
    let step = samples.len().div_ceil(200_000).max(1);
    let loss_at = |scale: f32| -> f64 {
        let some = samples.iter().step_by(step);
        some.map(|sample| f64::from(loss(f32::from(sample.score) / scale, result(sample)))).sum()
    };
    let scales = (20..=400).step_by(2).map(|scale| scale as f32);
    scales.min_by(|a, b| loss_at(*a).total_cmp(&loss_at(*b))).unwrap_or(100.0)
}

fn result(sample: &Sample) -> f32 {
    sample.ending.points()
}

/// Fits a network; the best epoch. `report` is told of each epoch, is given the network where it is the best so far, and
/// says whether to go on. The fit ends early where [`PATIENCE`] epochs in a row are no better.
pub(crate) fn fit(
    material: &Material,
    scale: f32,
    plan: &Plan,
    report: &mut dyn FnMut(Epoch, Option<&Network>) -> bool,
) -> Epoch {
    let case = |sample: &Sample| {
        let said = chance(f32::from(sample.score) / scale);
        Case::new(sample, plan.result * result(sample) + (1.0 - plan.result) * said)
    };
    let mut cases: Vec<Case> = material.learn.iter().map(case).collect();
    let held_out: Vec<Case> = material.held_out.iter().map(case).collect();
    let mut random = Random::new(plan.seed);
    let mut adam = Adam::new(Model::random(random.bits()));
    let mut best: Option<Epoch> = None;
    let steps = (plan.epochs * cases.len().div_ceil(BATCH)).max(1) as f32;
    let mut step = 0.0f32;
    for number in 1..=plan.epochs {
        shuffle(&mut cases, &mut random);
        let mut sum = 0.0;
        for batch in cases.chunks(BATCH) {
            let rate = plan.rate * 0.01f32.powf(step / steps);
            sum += adam.step(batch, rate);
            step += 1.0;
        }
        let epoch = Epoch { number, loss: sum / cases.len() as f32, held_out: mean_loss(&adam.model, &held_out) };
        let better = best.is_none_or(|best| epoch.held_out < best.held_out);
        if better {
            best = Some(epoch);
        }
        let network = better.then(|| adam.model.to_network(scale.round() as i32));
        let hopeless = best.is_some_and(|best| number - best.number >= PATIENCE);
        if !report(epoch, network.as_deref()) || hopeless {
            break;
        }
    }
    best.unwrap_or(Epoch { number: 0, loss: 0.0, held_out: 0.0 })
}

fn mean_loss(model: &Model, cases: &[Case]) -> f32 {
    let sums: Vec<f64> = cases
        .par_chunks(BATCH)
        .map(|part| part.iter().map(|case| f64::from(loss(model.logit(case), case.target))).sum())
        .collect();
    (sums.iter().sum::<f64>() / cases.len().max(1) as f64) as f32
}

fn shuffle(cases: &mut [Case], random: &mut Random) {
    for i in (1..cases.len()).rev() {
        cases.swap(i, random.below(i as u64 + 1) as usize);
    }
}

/// Weights and what Adam remembers of their gradients.
struct Adam {
    model: Model,
    gradients: Vec<Model>,
    mean: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(model: Model) -> Adam {
        let gradients = vec![Model::zero(); PARTS];
        Adam { model, gradients, mean: vec![0.0; WEIGHTS], squares: vec![0.0; WEIGHTS], steps: 0 }
    }

    /// One step by a batch; the sum of its losses.
    fn step(&mut self, batch: &[Case], rate: f32) -> f32 {
        let model = &self.model;
        let parts = batch.par_chunks(batch.len().div_ceil(PARTS)).zip(self.gradients.par_iter_mut());
        let losses: Vec<f32> = parts
            .map(|(cases, gradient)| {
                gradient.0.fill(0.0);
                cases.iter().map(|case| model.learn(case, gradient)).sum()
            })
            .collect();
        self.steps += 1;
        let whole = 1.0 / batch.len() as f32;
        let fresh = 1.0 - FADE.powi(self.steps);
        let fresh_squares = 1.0 - FADE_SQUARES.powi(self.steps);
        let gradients = &self.gradients[..losses.len()];
        for i in 0..WEIGHTS {
            let slope = gradients.iter().map(|gradient| gradient.0[i]).sum::<f32>() * whole;
            self.mean[i] = FADE * self.mean[i] + (1.0 - FADE) * slope;
            self.squares[i] = FADE_SQUARES * self.squares[i] + (1.0 - FADE_SQUARES) * slope * slope;
            let width = (self.squares[i] / fresh_squares).sqrt() + LEAST;
            self.model.0[i] -= rate * self.mean[i] / fresh / width;
        }
        self.model.cut();
        losses.iter().sum()
    }
}

/// Expectations are told apart in so many equal steps.
pub(crate) const STEPS: usize = 10;
/// How many of the largest errors are kept.
const WORST: usize = 10;

/// What a network in whole numbers makes of positions.
pub(crate) struct Checked {
    /// Mean loss against the games' results.
    pub loss: f64,
    /// For each step of the expectation: positions, and the sums of what was expected and of what came.
    pub steps: [(u64, f64, f64); STEPS],
    /// The positions whose results were least expected, with the expectation: the worst first.
    pub worst: Vec<(Sample, f32)>,
}

impl Checked {
    /// Asks a network for the value of all samples.
    pub fn of(network: &Network, samples: &[Sample]) -> Checked {
        let expected: Vec<f32> = samples
            .par_iter()
            .map(|sample| chance(network.evaluate(&sample.position()) as f32 / network.scale as f32))
            .collect();
        let (mut sum, mut steps) = (0.0, [(0, 0.0, 0.0); STEPS]);
        for (sample, &expected) in samples.iter().zip(&expected) {
            let came = result(sample);
            let logit = (expected / (1.0 - expected).max(1e-9)).max(1e-9).ln();
            sum += f64::from(loss(logit, came));
            let step = &mut steps[((expected * STEPS as f32) as usize).min(STEPS - 1)];
            *step = (step.0 + 1, step.1 + f64::from(expected), step.2 + f64::from(came));
        }
        let mut worst: Vec<(Sample, f32)> = samples.iter().copied().zip(expected).collect();
        let error = |(sample, expected): &(Sample, f32)| (result(sample) - expected).abs();
        worst.par_sort_by(|a, b| error(b).total_cmp(&error(a)).then(a.0.cmp(&b.0)));
        worst.dedup_by_key(|(sample, _)| (sample.own, sample.other, sample.kings));
        worst.truncate(WORST);
        Checked { loss: sum / samples.len().max(1) as f64, steps, worst }
    }
}
