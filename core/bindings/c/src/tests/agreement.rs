//! Header and library agree: constants, types, functions. `agreement.c` asserts the same
//! sizes and offsets as a C compiler sees them.

use core::mem::offset_of;
use std::collections::BTreeMap;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, ptr};

use crate::calls::{NEVER, VERSION};
use crate::codes::Code;
use crate::handle::{DecisionEvent, Interval, KILLED, Policy, STARTED};

const HEADER: &str = include_str!("../../cosched.h");
const CALLS: &str = include_str!("../calls.rs");

/// `NoHandle` as C writes it: `COSCHED_NO_HANDLE`.
fn name_in_c(name: &str) -> String {
    let words = name.chars().map(|letter| {
        if letter.is_uppercase() {
            format!("_{letter}")
        } else {
            letter.to_uppercase().to_string()
        }
    });
    format!("COSCHED{}", words.collect::<String>())
}

/// The enumeration constants of the header.
fn constants() -> BTreeMap<String, i32> {
    let lines = HEADER.lines().filter_map(|line| line.split_once(" = "));
    let numbers = lines.filter_map(|(name, number)| {
        let number = number.trim_end_matches(',').parse().ok()?;
        Some((name.trim().to_string(), number))
    });
    numbers.collect()
}

#[test]
fn constants_are_those_of_the_header() {
    let codes = Code::ALL.iter();
    let mut expected: BTreeMap<_, _> = codes
        .map(|&code| (name_in_c(&format!("{code:?}")), code as i32))
        .collect();
    for number in 0..3 {
        let policy = Policy::of(number).expect("there are three policies");
        expected.insert(name_in_c(&format!("{policy:?}")), number);
    }
    assert!(Policy::of(3).is_err() && Policy::of(-1).is_err());
    expected.insert("COSCHED_STARTED".to_string(), STARTED);
    expected.insert("COSCHED_KILLED".to_string(), KILLED);
    assert_eq!(constants(), expected);
    assert!(HEADER.contains(&format!("#define COSCHED_VERSION {VERSION}\n")));
    assert!(HEADER.contains("#define COSCHED_NEVER UINT64_MAX\n") && NEVER == u64::MAX);
}

#[test]
fn every_code_has_a_text_of_its_own() {
    let unknown = Code::text(-1);
    let mut texts: Vec<_> = Code::ALL
        .iter()
        .map(|&code| Code::text(code as i32))
        .collect();
    texts.push(unknown);
    let count = texts.len();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), count);
}

#[test]
fn types_are_laid_out_as_the_c_compiler_does() {
    let pointer = size_of::<*const Interval>();
    assert_eq!(size_of::<Interval>(), 8);
    assert_eq!(
        (offset_of!(Interval, first), offset_of!(Interval, count)),
        (0, 4)
    );
    let places = [
        offset_of!(DecisionEvent, ticket),
        offset_of!(DecisionEvent, tag),
        offset_of!(DecisionEvent, at),
        offset_of!(DecisionEvent, kind),
        offset_of!(DecisionEvent, nodes),
        offset_of!(DecisionEvent, intervals),
        offset_of!(DecisionEvent, interval_count),
    ];
    assert_eq!(places, [0, 8, 16, 24, 28, 32, 32 + pointer]);
    assert_eq!(size_of::<DecisionEvent>(), 32 + 2 * pointer);
    assert_eq!(size_of_val(&ptr::null::<Interval>()), pointer);
}

/// The header without comments, in one line, with types by their own names.
fn declarations() -> Vec<String> {
    let mut text = String::new();
    let mut rest = HEADER;
    while let Some((before, after)) = rest.split_once("/*") {
        text.push_str(before);
        rest = after.split_once("*/").expect("comments end").1;
    }
    text.push_str(rest);
    let text = text.replace("\\\n", "");
    let code = text.lines().filter(|line| !line.starts_with('#'));
    let mut code = code.collect::<Vec<_>>().join(" ");
    for (name, own) in [
        ("cosched_ticket_t ", "uint64_t "),
        ("cosched_error_t ", "int32_t "),
        ("cosched_policy_t ", "int32_t "),
    ] {
        code = code.replace(name, own);
    }
    let functions = code.split(';').filter(|part| part.contains('('));
    let words = functions.map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let bare = words.map(|part| part.trim_start_matches("} ").to_string());
    bare.collect()
}

/// A Rust type, with a name, as C declares it.
fn declared(name: &str, rust: &str) -> String {
    let of = match rust {
        "*mut Handle" => "cosched_t *",
        "*const Handle" => "const cosched_t *",
        "*mut DecisionEvent" => "cosched_event_t *",
        "*mut c_void" => "void *",
        "*const c_char" => "const char *",
        "*mut u64" => "uint64_t *",
        "*mut i32" => "int32_t *",
        "u64" => "uint64_t ",
        "u32" => "uint32_t ",
        "i32" => "int32_t ",
        "usize" => "size_t ",
        "bool" => "bool ",
        other => panic!("what is {other} in C?"),
    };
    format!("{of}{name}")
}

/// The functions of the library, as the header has to declare them.
fn functions() -> Vec<String> {
    let parts = CALLS.split("#[unsafe(no_mangle)]").skip(1);
    let declarations = parts.map(|part| {
        let (_, part) = part
            .split_once("extern \"C\" fn ")
            .expect("it is a function");
        let (name, part) = part.split_once('(').expect("it has parameters");
        let (parameters, part) = part.split_once(") -> ").expect("it returns something");
        let (result, _) = part.split_once(" {").expect("it does something");
        let parameters = parameters.split(',').map(str::trim);
        let parameters = parameters.filter_map(|parameter| parameter.split_once(": "));
        // The header names the handle type for its reader.
        let parameters = parameters.map(|(name, rust)| match name {
            "handle" => declared("scheduler", rust),
            name => declared(name, rust),
        });
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let parameters = if parameters.is_empty() {
            "void"
        } else {
            &parameters
        };
        format!("{}({parameters})", declared(name, result))
    });
    declarations.collect()
}

#[test]
fn functions_are_those_of_the_header() {
    let (mut header, mut library) = (declarations(), functions());
    header.sort_unstable();
    library.sort_unstable();
    assert_eq!(header, library);
    assert_eq!(header.len(), 17);
}
