//! Plays a short game of Russian draughts against itself and prints what it thinks.

use std::time::Duration;

use damero::{EngineOptions, Game, Info, Limits, StopHandle, Variant, engine, pdn_move};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let russian = Variant::named("russian")?;
    let mut engine = engine(russian.laws, &EngineOptions { hash_mib: 16, ..EngineOptions::default() });
    let mut game = Game::new(russian);
    let limits = Limits { move_time: Some(Duration::from_millis(20)), ..Limits::default() };
    while game.outcome().is_none() && game.moves().len() < 30 {
        let mut thought = String::new();
        let mut listen = |info: &Info| thought = format!("depth {}, {:+.2}", info.depth, info.score.hub());
        let result = engine.search(&game, &limits, &StopHandle::new(), &mut listen);
        let Some(best) = result.best else { break };
        println!("{:3}. {:12} {thought}", game.moves().len() + 1, pdn_move(game.position(), best, russian));
        game.play(best)?;
    }
    println!("{:?}", game.outcome());
    Ok(())
}
