//! The sheet of puzzles: boards to print or to look at, solutions apart; one file that needs nothing else.

use std::fmt::Write;

use crate::board::Side;
use crate::diagram::Diagram;
use crate::lang::Lang;
use crate::markup::escaped;
use crate::notation::pdn_move;

use super::{Found, task};

const STYLE: &str = "\
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1b1b;--faint:#666;--line:#ddd}
@media(prefers-color-scheme:dark){:root{--ground:#16181b;--ink:#e8e6e3;--faint:#9a9a9a;--line:#33373c}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:70rem;padding:1rem;background:var(--ground);color:var(--ink);font:16px/1.4 system-ui,sans-serif}
h1{font-size:1.5rem;margin:.5rem 0}
h2{font-size:1.15rem;border-bottom:1px solid var(--line);margin:1.5rem 0 .75rem;padding-bottom:.25rem}
.sheet{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1.25rem}
figure{margin:0;break-inside:avoid}
figure svg{width:100%;height:auto;display:block}
figcaption{margin-top:.35rem}
.source,.grade{color:var(--faint);font-size:.85rem}
.solutions{columns:2 20rem;padding-left:2.5rem}
.solutions li{break-inside:avoid;margin-bottom:.35rem}
a{color:inherit}
@media screen{#solutions:not(:target){display:none}}
@media print{
:root{--ground:#fff;--ink:#000;--faint:#444;--line:#bbb}
body{max-width:none;padding:0;font-size:11pt}
.sheet{grid-template-columns:repeat(3,1fr);gap:8mm 6mm}
#solutions{break-before:page}
.show{display:none}
}
";

/// The sheet: the boards under their grades, the solutions at the end, on a page of their own where it is printed.
pub(super) fn sheet(puzzles: &[Found], lang: Lang) -> String {
    let title = lang.pick("Draughts puzzles", "Problemas de damas");
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
        lang.pick("en", "es")
    );
    if puzzles.is_empty() {
        page += &format!("<p>{}</p>\n", lang.pick("No puzzle was found.", "No se encontró ningún problema."));
    }
    let mut grade = 0;
    for (number, found) in (1..).zip(puzzles) {
        if found.puzzle.grade() != grade {
            page.push_str(if grade == 0 { "" } else { "</div>\n" });
            grade = found.puzzle.grade();
            let stars = "★".repeat(usize::from(grade)) + &"☆".repeat(usize::from(5 - grade));
            let heading = lang.pick("Grade", "Grado");
            // Writing to a string does not fail.
            let _ = write!(
                page,
                "<h2>{heading} {grade} <span class=\"grade\">{stars}</span></h2>\n<div class=\"sheet\">\n"
            );
        }
        page += &figure(number, found, lang);
    }
    if !puzzles.is_empty() {
        page.push_str("</div>\n");
        let (heading, show) = lang.pick(("Solutions", "Show the solutions"), ("Soluciones", "Mostrar las soluciones"));
        let _ = write!(
            page,
            "<p class=\"show\"><a href=\"#solutions\">{show}</a></p>\n\
             <section id=\"solutions\">\n<h2>{heading}</h2>\n<ol class=\"solutions\">\n"
        );
        for found in puzzles {
            let _ = writeln!(page, "<li>{}</li>", solution(found));
        }
        page.push_str("</ol>\n</section>\n");
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn figure(number: usize, found: &Found, lang: Lang) -> String {
    let position = *found.puzzle.state.position();
    let mut diagram = Diagram::new(position, found.variant);
    diagram.flip = position.side() == Side::Black;
    let task = task(found, lang);
    let svg = diagram.svg(&format!("{number}. {task}"), None);
    let source = if found.source.is_empty() {
        String::new()
    } else {
        format!("<br><span class=\"source\">{}</span>", escaped(&found.source))
    };
    let rules = found.variant.name;
    format!(
        "<figure>{svg}<figcaption><b>{number}.</b> {} <span class=\"source\">({rules})</span>{source}</figcaption></figure>\n",
        escaped(&task)
    )
}

/// The solution with its moves numbered.
fn solution(found: &Found) -> String {
    let mut position = *found.puzzle.state.position();
    let mut text = String::new();
    for (ply, &played) in found.puzzle.solution.iter().enumerate() {
        if ply % 2 == 0 {
            text += &format!("{}. ", ply / 2 + 1);
        }
        text += &pdn_move(&position, played, found.variant);
        text.push(' ');
        position = position.play(played);
    }
    escaped(text.trim_end())
}
