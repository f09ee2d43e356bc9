//! The fit of a network to positions of self-play: Adam (Kingma and Ba, 2015) on batches, the same whatever the number of
//! threads.

use rayon::prelude::*;

use crate::eval::network::Network;
use crate::openings::Random;

use super::data::{Ending, Sample};
use super::model::{Case, Model, WEIGHTS, chance, loss};

/// Cases in a batch, and parts of it, whose gradients are added up in their order.
const BATCH: usize = 8_192;
const PARTS: usize = 8;
/// The part of the positions, at the end, that is held out.
const HELD_OUT: usize = 20;
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
    /// How much of what is wanted is the game's result; the rest is what the search said.
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

/// What was learnt.
pub(crate) struct Fitted {
    /// The weights that did best on the positions held out.
    pub network: Box<Network>,
    /// The epoch they are of.
    pub best: Epoch,
}

/// Positions for a fit: those to learn from and those held out.
pub(crate) struct Material {
    pub learn: Vec<Sample>,
    pub held_out: Vec<Sample>,
}

impl Material {
    /// Splits positions: the last of them are held out, those seen more than once are one (with the mean of what came of
    /// them drawn by lot), and none is in both parts.
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
    match sample.ending {
        Ending::Loss => 0.0,
        Ending::Draw => 0.5,
        Ending::Win => 1.0,
    }
}

/// Fits a network. `report` is told of each epoch and says whether to go on.
pub(crate) fn fit(
    material: &Material,
    scale: f32,
    plan: &Plan,
    report: &mut dyn FnMut(Epoch, &Model) -> bool,
) -> Fitted {
    let case = |sample: &Sample| {
        let said = chance(f32::from(sample.score) / scale);
        Case::new(sample, plan.result * result(sample) + (1.0 - plan.result) * said)
    };
    let mut cases: Vec<Case> = material.learn.iter().map(case).collect();
    let held_out: Vec<Case> = material.held_out.iter().map(case).collect();
    let mut random = Random::new(plan.seed);
    let mut adam = Adam::new(Model::random(random.bits()));
    let mut best: Option<(Epoch, Model)> = None;
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
        if best.as_ref().is_none_or(|(before, _)| epoch.held_out < before.held_out) {
            best = Some((epoch, adam.model.clone()));
        }
        if !report(epoch, &adam.model) {
            break;
        }
    }
    let (best, model) = best.unwrap_or((Epoch { number: 0, loss: 0.0, held_out: 0.0 }, adam.model));
    Fitted { network: model.to_network(scale.round() as i32), best }
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

/// What a network in whole numbers makes of positions.
pub(crate) struct Checked {
    /// Mean loss against the games' results.
    pub loss: f64,
}

impl Checked {
    /// Asks a network for the value of all samples.
    pub fn of(network: &Network, samples: &[Sample]) -> Checked {
        let of_one = |sample: &Sample| {
            let logit = network.evaluate(&sample.position()) as f32 / network.scale as f32;
            f64::from(loss(logit, result(sample)))
        };
        let sum: f64 = samples.par_iter().map(of_one).sum();
        Checked { loss: sum / samples.len().max(1) as f64 }
    }
}
