//! Assertions that the program refuses something, with one sentence.

use std::path::Path;

use crate::program::{cosched, text};

/// Asserts that the program refuses `arguments` with `sentence` and nothing else, and writes
/// nothing.
pub(crate) fn assert_refused(folder: &Path, arguments: &[&str], sentence: &str, case: &str) {
    let output = cosched(folder, arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{case}: {said}");
    assert_eq!(said, format!("cosched: {sentence}\n"), "{case}");
    assert!(output.stdout.is_empty(), "{case}");
    assert!(
        !folder.join("out").exists(),
        "{case}: something was written"
    );
}

/// Asserts that a scenario called `x.ron` is refused.
pub(crate) fn assert_scenario_refused(folder: &Path, content: &str, sentence: &str) {
    std::fs::write(folder.join("x.ron"), content).unwrap();
    let arguments = ["run", "x.ron", "--quiet", "--out", "out"];
    assert_refused(folder, &arguments, sentence, content);
}
