//! The origin of a sweep's results: program, scenario, input files, and a row for each sample, so
//! that results of something else are recognised.

use std::path::Path;

use super::hash::Hash;
use super::plan::Plan;
use crate::base::system::files;

/// The program; other versions may compute other results.
const PROGRAM: &str = concat!("cosched ", env!("CARGO_PKG_VERSION"));

/// The rows of `manifest.csv`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    rows: Vec<[String; 3]>,
}

/// Its columns.
pub(super) const HEADING: [&str; 3] = ["what", "name", "hash"];

impl Manifest {
    /// Makes the manifest of `plan`.
    pub fn of(plan: &Plan) -> Self {
        let row = |what: &str, name: &str, hash: &str| [what, name, hash].map(str::to_owned);
        let file = files::absolute(&plan.file);
        let mut whole: Vec<&[u8]> = plan
            .points
            .iter()
            .map(|point| point.hash.text().as_bytes())
            .collect();
        let stop = plan
            .stopping_rule
            .as_ref()
            .map(|stop| stop.fingerprint())
            .unwrap_or_default();
        let seeds = format!("{:?} {stop} {:?}", plan.seeds, plan.names);
        whole.push(seeds.as_bytes());
        let mut rows = vec![
            row("program", PROGRAM, plan.program.text()),
            row("scenario", &file.to_string_lossy(), Hash::of(&whole).text()),
        ];
        for (path, hash) in &plan.inputs {
            rows.push(row("input", &path.to_string_lossy(), hash.text()));
        }
        for sample in plan.samples() {
            rows.push(row(
                "sample",
                &plan.name(sample),
                plan.sample_hash(sample).text(),
            ));
        }
        Self { rows }
    }

    pub(super) fn from_rows(rows: Vec<[String; 3]>) -> Self {
        Self { rows }
    }

    pub(super) fn rows(&self) -> &[[String; 3]] {
        &self.rows
    }

    /// Returns the scenario's file.
    pub fn scenario(&self) -> Option<&Path> {
        self.named("scenario").next().map(|row| Path::new(&row[1]))
    }

    fn named(&self, what: &'static str) -> impl Iterator<Item = &[String; 3]> {
        self.rows.iter().filter(move |row| row[0] == what)
    }

    /// Returns the difference from `before`, as one sentence; `None` if there is none. Where the
    /// scenario lies does not matter.
    pub(super) fn change(&self, before: &Self) -> Option<String> {
        let program = |manifest: &Self| {
            let row = manifest.named("program").next().cloned();
            row.unwrap_or_default()
        };
        let [[_, now, own], [_, then, its]] = [program(self), program(before)];
        if now != then {
            return Some(format!("they were made by {then}, and this is {now}"));
        }
        if own != its {
            return Some(format!("they were made by another build of {then}"));
        }
        for [_, name, hash] in self.named("input") {
            // A file with the same name, wherever it lay then.
            let file = Path::new(name).file_name();
            let same = before
                .named("input")
                .filter(|row| Path::new(&row[1]).file_name() == file);
            let same: Vec<_> = same.collect();
            if !same.is_empty() && !same.iter().any(|row| row[2] == *hash) {
                return Some(format!("the file `{name}` has changed since"));
            }
        }
        let hash = |manifest: &Self| manifest.named("scenario").next().map(|row| row[2].clone());
        (hash(self) != hash(before)).then(|| "the scenario has changed since".to_owned())
    }
}
