//! Laws of movement and draw rules in sentences.

use crate::lang::Lang;
use crate::rules::{DrawRule, DrawRules, Ending, Limit, RuleSpec};

use super::options::Text;

/// The laws of movement, a sentence each.
pub(super) fn movement(spec: &RuleSpec, lang: Lang) -> Vec<String> {
    let mut laws = vec![
        Text("A man moves one square diagonally forwards.", "El peón mueve una casilla en diagonal hacia delante."),
        men_capture(spec),
    ];
    if !spec.men_capture_kings {
        laws.push(Text("A man may not capture a king.", "El peón no puede capturar una dama."));
    }
    laws.push(crowning(spec));
    laws.push(kings_move(spec));
    laws.push(kings_capture(spec));
    laws.push(Text(
        "Capturing is compulsory, and a capture goes on as long as it can.",
        "Capturar es obligatorio, y una captura sigue mientras pueda.",
    ));
    let mut sentences: Vec<String> = laws.iter().map(|law| law.get(lang).to_owned()).collect();
    sentences.push(choice(spec, lang));
    sentences.push(common(lang).to_owned());
    sentences
}

/// What all rulesets share.
const fn common(lang: Lang) -> &'static str {
    Text(
        "No piece is jumped twice; captured pieces leave the board when the move is over and block it until then. \
         A side that has no piece or no legal move on its turn has lost.",
        "Ninguna pieza se salta dos veces; las capturadas salen del tablero al acabar la jugada y hasta entonces \
         estorban. Pierde el bando que en su turno no tiene pieza o jugada legal.",
    )
    .get(lang)
}

const fn men_capture(spec: &RuleSpec) -> Text {
    if spec.men_capture_backwards {
        Text(
            "A man captures a neighbouring piece forwards or backwards, landing on the square just behind it.",
            "El peón captura una pieza vecina hacia delante o hacia atrás, y cae en la casilla siguiente.",
        )
    } else {
        Text(
            "A man captures a neighbouring piece forwards only, landing on the square just behind it.",
            "El peón captura una pieza vecina solo hacia delante, y cae en la casilla siguiente.",
        )
    }
}

const fn crowning(spec: &RuleSpec) -> Text {
    if spec.crowned_in_passing {
        Text(
            "A man that reaches the last row becomes a king; in a capture it is crowned at once and goes on as a king.",
            "El peón que llega a la última fila se corona; en una captura lo hace al instante y sigue como dama.",
        )
    } else if spec.men_capture_backwards {
        Text(
            "A man that ends its move on the last row becomes a king; one that reaches it in a capture and can capture \
             on goes on as a man, and is crowned only if it ends there.",
            "El peón que acaba su jugada en la última fila se corona; si llega a ella en una captura y puede seguir \
             capturando, sigue como peón, y solo se corona si acaba en ella.",
        )
    } else {
        Text(
            "A man that reaches the last row becomes a king, and its move ends there.",
            "El peón que llega a la última fila se corona, y ahí acaba su jugada.",
        )
    }
}

const fn kings_move(spec: &RuleSpec) -> Text {
    if spec.kings_fly {
        Text(
            "A king moves any number of empty squares along a diagonal.",
            "La dama mueve cualquier número de casillas vacías en diagonal.",
        )
    } else {
        Text(
            "A king moves one square diagonally, forwards or backwards.",
            "La dama mueve una casilla en diagonal, hacia delante o hacia atrás.",
        )
    }
}

const fn kings_capture(spec: &RuleSpec) -> Text {
    if spec.kings_capture_far {
        Text(
            "A king captures a piece at any distance along an open diagonal and lands on any empty square behind it; \
             if from some of those squares it can capture on, it must choose one of those.",
            "La dama captura una pieza a cualquier distancia en una diagonal libre y cae en cualquier casilla vacía \
             detrás; si desde alguna de esas casillas puede seguir capturando, debe elegir una de ellas.",
        )
    } else {
        Text(
            "A king captures a neighbouring piece in any direction, landing on the square just behind it.",
            "La dama captura una pieza vecina en cualquier dirección, y cae en la casilla siguiente.",
        )
    }
}

/// The laws of priority among captures, in their order, each in a few words.
pub(super) fn priorities(spec: &RuleSpec, lang: Lang) -> Vec<&'static str> {
    let laws = [
        (spec.most_pieces, Text("most pieces", "más piezas")),
        (spec.by_king, Text("by a king", "con la dama")),
        (spec.most_kings, Text("most kings", "más damas")),
        (spec.kings_earliest, Text("kings met earliest", "damas cuanto antes")),
    ];
    laws.into_iter().filter(|(holds, _)| *holds).map(|(_, text)| text.get(lang)).collect()
}

fn choice(spec: &RuleSpec, lang: Lang) -> String {
    let laws = priorities(spec, lang);
    if laws.is_empty() {
        return lang
            .pick(
                "Among several captures the player chooses freely.",
                "Entre varias capturas el jugador elige libremente.",
            )
            .to_owned();
    }
    let laws = laws.join(lang.pick(", then ", ", luego "));
    lang.pick(
        format!("Among several captures these come first: {laws}; among equals the player chooses."),
        format!("Entre varias capturas se prefiere: {laws}; entre iguales el jugador elige."),
    )
}

/// The laws of movement in a few words: what men capture, what kings do, which capture must be chosen.
pub(super) fn brief(spec: &RuleSpec, lang: Lang) -> [String; 3] {
    let men = match (spec.men_capture_backwards, spec.crowned_in_passing, spec.men_capture_kings) {
        (_, true, _) => Text("both ways, crowned in passing", "en ambos sentidos, se corona de paso"),
        (true, false, _) => Text("both ways", "en ambos sentidos"),
        (false, false, true) => Text("forwards", "adelante"),
        (false, false, false) => Text("forwards, no kings", "adelante, no damas"),
    };
    let kings = match (spec.kings_fly, spec.kings_capture_far) {
        (false, _) => Text("step", "cortas"),
        (true, false) => Text("fly, capture near", "largas, capturan de cerca"),
        (true, true) => Text("fly", "largas"),
    };
    let laws = priorities(spec, lang);
    let choice = if laws.is_empty() { lang.pick("any", "cualquiera").to_owned() } else { laws.join(", ") };
    [men.get(lang).to_owned(), kings.get(lang).to_owned(), choice]
}

/// A number of plies, and of moves of each side where it is even.
fn plies(number: u16, lang: Lang) -> String {
    if number % 2 == 1 {
        return lang.pick(format!("{number} plies"), format!("{number} medias jugadas"));
    }
    let moves = number / 2;
    lang.pick(
        format!("{number} plies ({moves} moves of each side)"),
        format!("{number} medias jugadas ({moves} de cada bando)"),
    )
}

fn ordinal(number: u16, lang: Lang) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    lang.pick(format!("{number}{ending}"), format!("{number}.ª"))
}

const fn ending(ending: Ending, lang: Lang) -> &'static str {
    let text = match ending {
        Ending::Other => Text("any other", "cualquier otro"),
        Ending::KingKing => Text("one king against one", "una dama contra una"),
        Ending::KingManKing => Text("king and man against a king", "dama y peón contra dama"),
        Ending::TwoKingsOne => Text("two kings against one", "dos damas contra una"),
        Ending::TwoKingsKingMan => Text("two kings against king and man", "dos damas contra dama y peón"),
        Ending::TwoKingsTwoKings => Text("two kings against two", "dos damas contra dos"),
        Ending::ThreeKingsOne => Text("three kings against one", "tres damas contra una"),
        Ending::ManyKingsOne => Text("four or more kings against one", "cuatro o más damas contra una"),
    };
    text.get(lang)
}

/// The draw rules in force, each with its number and its source, in the order in which they are looked at.
pub(super) fn draws(rules: &DrawRules, lang: Lang) -> Vec<(DrawRule, Limit, String)> {
    let order = [
        DrawRule::ThreeKings,
        DrawRule::Repetition,
        DrawRule::Quiet,
        DrawRule::Kings4To5,
        DrawRule::Kings6To7,
        DrawRule::Ending,
        DrawRule::ThreeAgainstOne,
        DrawRule::Road,
    ];
    let in_force = order.into_iter().map(|rule| (rule, rules.limit(rule))).filter(|(_, limit)| limit.number != 0);
    in_force.map(|(rule, limit)| (rule, limit, draw(rule, limit.number, rules, lang))).collect()
}

fn draw(rule: DrawRule, number: u16, rules: &DrawRules, lang: Lang) -> String {
    let count = plies(number, lang);
    match rule {
        DrawRule::Repetition => {
            let time = ordinal(number, lang);
            lang.pick(
                format!("the same position with the same side to move for the {time} time"),
                format!("la misma posición con el mismo bando al juego por {time} vez"),
            )
        }
        DrawRule::Quiet => lang.pick(
            format!("{count} without a capture or a man's move"),
            format!("{count} sin captura ni movimiento de peón"),
        ),
        DrawRule::ThreeAgainstOne if rules.three_or_more => lang.pick(
            format!("three or more kings against one: {count} since that arose"),
            format!("tres o más damas contra una: {count} desde que surge"),
        ),
        DrawRule::ThreeAgainstOne => lang.pick(
            format!("three kings against one: {count} since that arose"),
            format!("tres damas contra una: {count} desde que surge"),
        ),
        DrawRule::Road => lang.pick(
            format!("three pieces, a king among them, against a king alone on the main road: {count} in all"),
            format!("tres piezas, una al menos dama, contra una dama sola en la gran diagonal: {count} en total"),
        ),
        DrawRule::Kings4To5 => lang.pick(
            format!("kings on both sides, 4 or 5 pieces: {count} since the last capture or crowning"),
            format!("damas en ambos bandos, 4 o 5 piezas: {count} desde la última captura o coronación"),
        ),
        DrawRule::Kings6To7 => lang.pick(
            format!("kings on both sides, 6 or 7 pieces: {count} since the last capture or crowning"),
            format!("damas en ambos bandos, 6 o 7 piezas: {count} desde la última captura o coronación"),
        ),
        DrawRule::Ending => {
            let endings: Vec<&str> = rules.endings.iter().map(|&kind| ending(kind, lang)).collect();
            let endings = endings.join(", ");
            lang.pick(format!("{endings}: {count} since that arose"), format!("{endings}: {count} desde que surge"))
        }
        DrawRule::ThreeKings => lang.pick(
            format!(
                "three kings against one and nothing else: the lone king's move number {number} since that arose, and \
                 the count runs on to the end of the game"
            ),
            format!(
                "tres damas contra una y nada más: la jugada número {number} de la dama sola desde que surge, y la \
                 cuenta sigue hasta el final de la partida"
            ),
        ),
    }
}

/// Sources with words that are not names, and what they are in Spanish.
const SOURCES: [(&str, &str); 11] = [
    ("convention", "convención"),
    ("option", "opción"),
    ("convention: as spanish; FPD 3.2 has laws of its own", "convención: como spanish; FPD 3.2 tiene leyes propias"),
    ("S2, table option (default)", "S2, opción de mesa (por defecto)"),
    ("convention (APCA rule 26, to be confirmed)", "convención (APCA regla 26, por confirmar)"),
    ("APCA, thirteen moves", "APCA, trece jugadas"),
    ("WCDF rules (2012); S0, S1", "reglas WCDF (2012); S0, S1"),
    ("FPD; laws of movement as spanish", "FPD; leyes de movimiento como spanish"),
    ("S2: kings step, capture neighbours", "S2: damas cortas, capturan de cerca"),
    ("S2: kings fly, capture neighbours", "S2: damas largas, capturan de cerca"),
    ("S2: kings fly, capture at a distance", "S2: damas largas, capturan de lejos"),
];

/// What S0 to S3 in a source mean.
pub(super) const SOURCE_DOCUMENTS: Text = Text(
    "S0 to S3 are the documents that this program was first made for: S0 and S1 describe English draughts, S2 damas with \
     table options, S3 Filipino dama.",
    "S0 a S3 son los documentos para los que se hizo este programa: S0 y S1 describen las damas inglesas, S2 las damas \
     con opciones de mesa, S3 la dama filipina.",
);

/// Whether a source is one of those documents.
pub(super) fn is_document(source: &str) -> bool {
    ["S0", "S1", "S2", "S3"].iter().any(|document| source.contains(document))
}

/// A source in a language.
pub(super) fn source(source: &'static str, lang: Lang) -> &'static str {
    let spanish = || SOURCES.iter().find(|(english, _)| *english == source).map_or(source, |&(_, spanish)| spanish);
    if lang == Lang::Es { spanish() } else { source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Laws, VARIANTS, Variant};

    #[test]
    fn every_law_changes_the_sentences() {
        // Whoever adds a law must put it into words: no two sets of laws may read alike.
        for lang in [Lang::En, Lang::Es] {
            for (i, one) in Laws::ALL.iter().enumerate() {
                for other in &Laws::ALL[i + 1..] {
                    assert_ne!(movement(&one.spec(), lang), movement(&other.spec(), lang), "{one:?} {other:?}");
                    assert_ne!(brief(&one.spec(), lang), brief(&other.spec(), lang), "{one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn draws_are_told_with_their_numbers() {
        let told = |name: &str| -> Vec<String> {
            let rules = &Variant::named(name).unwrap().draws;
            draws(rules, Lang::En).into_iter().map(|(_, _, text)| text).collect()
        };
        assert_eq!(
            told("italian"),
            [
                "the same position with the same side to move for the 4th time",
                "80 plies (40 moves of each side) without a capture or a man's move"
            ]
        );
        assert!(told("filipino")[0].contains("move number 12 since"), "three kings come first");
        assert_eq!(told("russian").len(), 7);
        assert!(draws(&DrawRules::NONE, Lang::En).is_empty());
    }

    #[test]
    fn every_source_is_a_name_or_has_its_spanish() {
        let names = [
            "WCDF 1.32.1 (2012)",
            "WCDF 1.32.2 (2012)",
            "FID, Regolamento tecnico 9.3 b1",
            "FID, Regolamento tecnico",
            "CBD, regras oficiais",
            "CBD",
            "APCA",
            "FMJD-64",
            "FMJD-64 7.2",
            "FMJD-64 7.2 (a)",
            "FMJD-64 7.2 (b)",
            "FMJD-64 7.2 (c)",
            "FMJD-64 7.2 (d)",
            "FMJD-64 7.2 (e)",
            "S3",
            "S3 (dama, derecha)",
        ];
        for variant in &VARIANTS {
            let of_draws = draws(&variant.draws, Lang::En).into_iter().map(|(_, limit, _)| limit.source);
            for text in of_draws.chain([variant.source]) {
                assert!(names.contains(&text) || source(text, Lang::Es) != text, "{}: {text}", variant.name);
            }
        }
    }

    #[test]
    fn ordinals() {
        let written: Vec<String> = [2, 3, 4, 11, 12, 13, 21].iter().map(|&n| ordinal(n, Lang::En)).collect();
        assert_eq!(written, ["2nd", "3rd", "4th", "11th", "12th", "13th", "21st"]);
        assert_eq!(ordinal(3, Lang::Es), "3.ª");
    }
}
