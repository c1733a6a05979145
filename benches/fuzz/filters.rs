//! Conditions on jobs, as in `nodes >= 64 && (wait > 2h || killed)`.

use crate::draw::Draw;
use crate::input::Input;

const WORDS: [&str; 42] = [
    "nodes",
    "wait",
    "user",
    "group",
    "queue",
    "class",
    "number",
    "hour",
    "runtime",
    "estimate",
    "work",
    "submitted",
    "started",
    "ended",
    "response",
    "slowdown",
    "killed",
    "refused",
    "&&",
    "||",
    "and",
    "or",
    "not",
    "!",
    "(",
    ")",
    "==",
    "!=",
    "<=",
    ">=",
    "<",
    ">",
    "=",
    "12",
    "2h",
    "1.5d",
    "2parsec",
    "1.2.3",
    "é",
    "\"",
    "&",
    "|",
];

/// A condition.
pub(crate) fn filter(draw: &mut Draw) -> Input {
    let text = match draw.below(40) {
        0 => many(draw),
        1..25 => condition(draw, 4),
        _ => {
            let count = draw.below(14);
            let words: Vec<_> = (0..count).map(|_| draw.pick(&WORDS)).collect();
            words.join(draw.pick(&[" ", " ", ""]))
        }
    };
    let mut input = Input::default();
    input.main("x.filter", text.into_bytes());
    if draw.chance(15) {
        input.change(draw);
    }
    input
}

/// One of very many terms, or very many brackets.
fn many(draw: &mut Draw) -> String {
    let count = [50, 90, 110, 3_000, 300_000][draw.below(5)];
    match draw.below(4) {
        0 => vec!["nodes > 2"; count].join(" && "),
        1 => vec!["killed"; count].join(" || "),
        2 => "!".repeat(count) + "killed",
        _ => "(".repeat(count) + "killed" + &")".repeat(count),
    }
}

fn condition(draw: &mut Draw, depth: usize) -> String {
    match (depth, draw.below(5)) {
        (1.., 0) => format!("not {}", condition(draw, depth - 1)),
        (1.., 1) => format!("({})", condition(draw, depth - 1)),
        (1.., 2) => {
            let between = draw.pick(&[" && ", " || ", " and ", " or "]);
            condition(draw, depth - 1) + between + &condition(draw, depth - 1)
        }
        _ => {
            let value = if draw.chance(10) {
                draw.extreme().to_owned()
            } else {
                draw.pick(&["0", "3", "2h", "1.5d", "1"]).to_owned()
            };
            format!(
                "{} {} {value}",
                draw.pick(&WORDS[..18]),
                draw.pick(&WORDS[26..32])
            )
        }
    }
}
