//! Formulas worked out by hand, errors in others, and texts that are parsed again.

extern crate std;

use std::string::{String, ToString};
use std::vec::Vec;

use super::{Formula, FormulaError, FormulaProblem};
use crate::policy::Order;
use crate::random::Random;
use crate::units::time::{Duration, Time};
use crate::workload::Request;

/// Submitted at 100 s, estimated to run for 20 s on 4 nodes.
const REQUEST: Request =
    Request::new(Duration::from_seconds(20), 4).with_submit(Time::from_seconds(100));

fn compile(text: &str) -> Formula {
    text.parse().unwrap()
}

/// Its value after 10 s of waiting.
fn value(text: &str) -> f64 {
    compile(text).value(&REQUEST, Time::from_seconds(110))
}

fn error(text: &str) -> FormulaError {
    text.parse::<Formula>().unwrap_err()
}

#[test]
fn values_by_hand() {
    assert_eq!(value("wait"), 10.0);
    assert_eq!(value("estimate - submit + nodes"), -76.0);
    assert_eq!(value("2 - 3 - 4"), -5.0);
    assert_eq!(value("2 * 3 + 4 * 5"), 26.0);
    assert_eq!(value("64 / 4 / 2"), 8.0);
    assert_eq!(value("-nodes^2"), -16.0);
    assert_eq!(value("(-nodes)^2"), 16.0);
    assert_eq!(value("2^3^2"), 512.0);
    assert_eq!(value("2 ^ -1"), 0.5);
    assert_eq!(value("nodes^0.5 + sqrt(nodes)"), 4.0);
    assert_eq!(value("log2(nodes) + log10(submit) + abs(-3)"), 7.0);
    assert_eq!(value("min(wait, estimate) + max(wait, estimate)"), 30.0);
    assert_eq!(value("ln(exp(0)) + 1.5e1"), 15.0);
    assert_eq!(value("1e+1 + 1e-1"), 10.1);
    // (10 / 20)^3 * 4
    assert_eq!(value("(wait / estimate)^3 * nodes"), 0.5);
    assert!(value("(wait - 10) / 0").is_nan());
}

/// Kind of error, position, and word found there.
#[test]
fn errors_point_at_the_character() {
    use FormulaProblem as Problem;
    let cases: [(&str, usize, &str, Problem); 16] = [
        ("", 1, "", Problem::NoOperand),
        ("wait +", 7, "", Problem::NoOperand),
        ("wait * / 2", 8, "/", Problem::NoOperand),
        ("wait estimate", 6, "estimate", Problem::NoOperator),
        ("2 wait", 3, "wait", Problem::NoOperator),
        ("wait / estimat", 8, "estimat", Problem::UnknownName),
        ("Wait", 1, "Wait", Problem::UnknownName),
        ("(wait", 6, "", Problem::Unclosed),
        ("(wait]", 6, "]", Problem::Unclosed),
        ("wait)", 5, ")", Problem::NoOperator),
        ("1 + sqrt nodes", 5, "sqrt", Problem::NoArguments),
        ("min(wait)", 1, "min", Problem::Arguments { expected: 2 }),
        (
            "log2(wait, 2)",
            1,
            "log2",
            Problem::Arguments { expected: 1 },
        ),
        ("3 * 1.2.3", 5, "1.2.3", Problem::NotANumber),
        ("1e999", 1, "1e999", Problem::NotANumber),
        ("wait – 2", 6, "–", Problem::NoOperator),
    ];
    for (text, at, found, problem) in cases {
        let error = error(text);
        let seen = (error.at, error.found.as_str(), error.problem);
        assert_eq!(seen, (at, found, problem), "{text}");
    }
    // Characters are counted, not bytes.
    assert_eq!(error("(wait) × 2").at, 8);
    assert_eq!(
        error("wait / estimat").to_string(),
        "at character 8: `estimat` is not known; known are wait, estimate, submit, nodes, \
         sqrt(), ln(), log2(), log10(), exp(), abs(), min(,) and max(,)"
    );
}

#[test]
fn formulas_that_are_too_large() {
    let nested = "(".repeat(1_000) + "wait" + &")".repeat(1_000);
    assert_eq!(error(&nested).problem, FormulaProblem::TooDeep);
    assert_eq!(error(&"-".repeat(1_000)).problem, FormulaProblem::TooDeep);
    assert_eq!(
        error(&"wait^".repeat(1_000)).problem,
        FormulaProblem::TooDeep
    );
    let long = "wait + ".repeat(40) + "wait";
    assert_eq!(error(&long).problem, FormulaProblem::TooLong);
    let numbers = "1 + ".repeat(20) + "1";
    assert_eq!(error(&numbers).problem, FormulaProblem::TooLong);
    let open = "wait + (".repeat(18) + "wait" + &")".repeat(18);
    assert_eq!(error(&open).problem, FormulaProblem::TooDeep);
}

/// Any formula, as text.
fn draw(random: &mut Random, depth: u32) -> String {
    let two = |random: &mut Random| [draw(random, depth - 1), draw(random, depth - 1)];
    match random.below(if depth == 0 { 5 } else { 14 }) {
        0 => "wait".into(),
        1 => "estimate".into(),
        2 => "nodes".into(),
        3 => "submit".into(),
        4 => random.below(100).to_string(),
        5 => std::format!("-({})", draw(random, depth - 1)),
        6 => std::format!("({})^3", draw(random, depth - 1)),
        7 => std::format!("sqrt({})", draw(random, depth - 1)),
        8 => std::format!("max({})", two(random).join(", ")),
        9 => std::format!("-{}", draw(random, 0)),
        sign => {
            let sign = ["+", "-", "*", "/", "^"][sign as usize % 5];
            let [one, other] = two(random);
            match random.below(2) {
                0 => std::format!("({one}) {sign} ({other})"),
                _ => std::format!("{one} {sign} {other}"),
            }
        }
    }
}

#[test]
fn printed_formulas_parse_again() {
    let mut random = Random::new(15, 0);
    let mut read = 0;
    for _ in 0..20_000 {
        let text = draw(&mut random, 4);
        let Ok(formula) = text.parse::<Formula>() else {
            continue; // too long
        };
        read += 1;
        let written = formula.to_string();
        let again = compile(&written);
        assert_eq!(again.steps(), formula.steps(), "{text}: {written}");
        let at = Time::from_seconds(170);
        let values = [formula, again].map(|one| one.value(&REQUEST, at).to_bits());
        assert_eq!(values[0], values[1], "{text}: {written}");
    }
    assert!(read > 10_000, "{read}");
}

/// No input leads to a panic.
#[test]
fn any_text_is_read_or_refused() {
    let parts = [
        "wait", "nodes", "1.5", "e", "(", ")", "^", "-", "*", "max", ",", " ", "é", "9",
    ];
    let mut random = Random::new(16, 0);
    for _ in 0..20_000 {
        let count = random.below(12);
        let text = (0..count).map(|_| parts[random.below(parts.len() as u64) as usize]);
        let text: String = text.collect();
        if let Ok(formula) = text.parse::<Formula>() {
            formula.value(&REQUEST, Time::ZERO);
        }
    }
}

/// Whole seconds, as logs have them: the quotient is that of nanoseconds.
#[test]
fn the_formula_of_wfp3_ranks_as_wfp3_does() {
    let formula = Order::Formula(compile("(wait / estimate)^3 * nodes"));
    let mut random = Random::new(17, 0);
    let request = |random: &mut Random| {
        Request::new(
            Duration::from_seconds(1 + random.below(50)),
            1 + random.below(8) as u32,
        )
        .with_submit(Time::from_seconds(random.below(1_000)))
    };
    let now = Time::from_seconds(1_000);
    let all: Vec<Request> = (0..500).map(|_| request(&mut random)).collect();
    for one in &all {
        for other in &all {
            let by = |order: &Order| order.rank(*one, now).cmp(&order.rank(*other, now));
            assert_eq!(by(&formula), by(&Order::Wfp3), "{one:?} {other:?}");
        }
    }
}

/// Jobs without a value come last, and negative values behind positive ones.
#[test]
fn ranks_follow_values() {
    let formula = compile("(estimate - 3) / (nodes - 3) ^ 2 ");
    let rank = |estimate, nodes| {
        let request = REQUEST
            .with_estimate(Duration::from_seconds(estimate))
            .with_nodes(nodes);
        formula.rank(&request, Time::ZERO)
    };
    // Infinite, 2, zero, -2, minus infinity, no value.
    let ranks = [
        rank(9, 3),
        rank(5, 4),
        rank(3, 5),
        rank(1, 2),
        rank(1, 3),
        rank(3, 3),
    ];
    assert!(ranks.is_sorted_by(|one, next| one < next), "{ranks:?}");
}
