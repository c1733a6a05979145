//! Kinds of steps and their frequencies.

use cosched_core::random::Random;
use egui::{Key, Modifiers};

/// Kind of a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Click,
    Key,
    Shortcut,
    Palette,
    Command,
    Drag,
    Scroll,
    Type,
    Drop,
    Resize,
    Time,
    Close,
    Restart,
}

/// Weight of each kind, relative to the sum of all.
const OFTEN: [(Kind, u64); 13] = [
    (Kind::Click, 36),
    (Kind::Key, 10),
    (Kind::Shortcut, 6),
    (Kind::Palette, 8),
    (Kind::Command, 6),
    (Kind::Drag, 8),
    (Kind::Scroll, 8),
    (Kind::Type, 10),
    (Kind::Drop, 5),
    (Kind::Resize, 2),
    (Kind::Time, 3),
    (Kind::Close, 1),
    (Kind::Restart, 1),
];

/// Text for fields: numbers at and beyond the ends of ranges, other text, filters, names. No text
/// leads out of the folder.
const TEXTS: [&str; 36] = [
    "",
    " ",
    "0",
    "1",
    "2",
    "7",
    "16",
    "100",
    "0.5",
    "-1",
    "-0.0",
    "1e308",
    "1e-320",
    "NaN",
    "inf",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999999",
    "1,5",
    "2 h",
    "1d 3h",
    "0 s",
    "user == 1 && wait > 2h",
    "nodes >= 4 || !(runtime < 10)",
    "((((",
    "wait > ",
    "Ünïcödé",
    "任务调度 👩\u{200d}🔬",
    "\u{202e}txet\u{0}",
    "line\nline\r\n\ttab",
    "e\u{301}\u{301}\u{301}",
    "Easy",
    "Fcfs, Easy",
    "job 3",
    "out.csv",
    "(title: \"x\", machine: Cluster(nodes: Some(3)), workload: Jobs([(submit: 0, runtime: 5, nodes: 3)]), policies: [Fcfs])",
];

const KEYS: [Key; 36] = [
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::Escape,
    Key::Enter,
    Key::Tab,
    Key::Tab,
    Key::Space,
    Key::Backspace,
    Key::Delete,
    Key::Home,
    Key::End,
    Key::PageUp,
    Key::PageDown,
    Key::F1,
    Key::F5,
    Key::Slash,
    Key::Comma,
    Key::Period,
    Key::Plus,
    Key::Minus,
    Key::Num0,
    Key::OpenBracket,
    Key::CloseBracket,
    Key::A,
    Key::B,
    Key::C,
    Key::D,
    Key::F,
    Key::M,
    Key::S,
    Key::V,
    Key::W,
    Key::X,
    Key::Z,
];

/// Draws the kind of the next step.
pub(crate) fn kind(random: &mut Random) -> Kind {
    let all = OFTEN.iter().map(|(_, often)| often).sum();
    let mut at = random.below(all);
    for (kind, often) in OFTEN {
        match at.checked_sub(often) {
            Some(rest) => at = rest,
            None => return kind,
        }
    }
    Kind::Time
}

pub(crate) fn text(random: &mut Random) -> String {
    match random.below(24) {
        0 => "long ".repeat(2000),
        1 => random.bits().to_string(),
        2 => (random.uniform() * 4.0 - 1.0).to_string(),
        _ => TEXTS[random.below(TEXTS.len() as u64) as usize].to_owned(),
    }
}

pub(crate) fn key(random: &mut Random) -> Key {
    KEYS[random.below(KEYS.len() as u64) as usize]
}

/// Mostly none.
pub(crate) fn modifiers(random: &mut Random) -> Modifiers {
    let mut all = Modifiers::NONE;
    for one in [Modifiers::SHIFT, Modifiers::COMMAND, Modifiers::ALT] {
        if random.below(6) == 0 {
            all |= one;
        }
    }
    all
}
