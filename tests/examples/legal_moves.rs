//! Rules and notation alone: reads a position, lists its legal moves, and says why another is not legal.
//!
//! Needs no feature: `cargo run --no-default-features --example legal_moves`.

use damero::{MoveGen, Variant, hub_move, parse_fen, parse_move, write_fen};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let italian = Variant::named("italian")?;
    let position = parse_fen("W:W22,26,K30:B17,K18,9", italian.numbering, false)?.position;
    println!("{}", write_fen(&position, italian.numbering));
    for played in MoveGen::of(italian.laws).legal_moves(&position) {
        let after = position.play(played);
        println!("{:12} {}", hub_move(played, italian.numbering), write_fen(&after, italian.numbering));
    }
    match parse_move("22-15", italian, &position) {
        Ok(played) => println!("legal: {played:?}"),
        Err(error) => println!("{error}"),
    }
    Ok(())
}
