//! What a sweep's results are of: the program, what is run, the files it reads, and a row for
//! each sample, so that nothing is taken for what it is not.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use super::plan::{Plan, Sample};
use crate::base::problem::Problem;
use crate::base::text_file::{broken_off, unreadable};
use crate::load::{reason, resolve};
use crate::scenario::{PolicyName, Scenario, Workload};

/// The program, of which other versions may come to other results.
const PROGRAM: &str = concat!("cosched ", env!("CARGO_PKG_VERSION"));

/// Half of a SHA-256, in hexadecimal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Hash(String);

/// Letters of it.
const LETTERS: usize = 32;

impl Hash {
    /// Of several parts, each with its length before it.
    pub(super) fn of(parts: &[&[u8]]) -> Self {
        let mut digest = Sha256::new();
        for part in parts {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        Self::finish(digest, LETTERS)
    }

    fn finish(digest: Sha256, letters: usize) -> Self {
        let mut text: String = digest
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        text.truncate(letters);
        Self(text)
    }

    /// Of the file of this very program, which may have been replaced since it was begun.
    fn of_program() -> Result<Self, Problem> {
        static KNOWN: OnceLock<Hash> = OnceLock::new();
        if let Some(hash) = KNOWN.get() {
            return Ok(hash.clone());
        }
        let running = Path::new("/proc/self/exe");
        let path = match running.exists() {
            true => running.to_path_buf(),
            false => std::env::current_exe().map_err(|error| {
                let why = reason(&error);
                Problem::input(format!("the file of this program is not known: {why}"))
            })?,
        };
        let hash = Self::of_file(&path).map_err(|problem| problem.in_file(&path))?;
        Ok(KNOWN.get_or_init(|| hash).clone())
    }

    /// What `sha256sum` says of a file.
    fn of_file(path: &Path) -> Result<Self, Problem> {
        let file = File::open(path).map_err(|error| unreadable(path, &error))?;
        let (mut reader, mut digest) = (BufReader::new(file), Sha256::new());
        let mut buffer = vec![0; 1 << 16];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok(Self::finish(digest, usize::MAX)),
                Ok(read) => digest.update(&buffer[..read]),
                Err(error) => return Err(broken_off(path, &error)),
            }
        }
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Gives each point of `plan` a hash over all that its results come from, but for the seed.
pub(super) fn hash_points(plan: &mut Plan) -> Result<(), Problem> {
    let mut known: Vec<(PathBuf, Hash)> = Vec::new();
    let program = Hash::of_program()?;
    let cut = format!("{:?}", plan.cut);
    for point in &mut plan.points {
        let mut parts = vec![program.0.clone(), cut.clone(), point.hash.0.clone()];
        for path in inputs(&point.scenario, &plan.file) {
            let hash = match known.iter().find(|(file, _)| *file == path) {
                Some((_, hash)) => hash.clone(),
                None => Hash::of_file(&path).map_err(|problem| problem.in_file(&path))?,
            };
            parts.push(hash.0.clone());
            if !known.iter().any(|(file, _)| *file == path) {
                known.push((path, hash));
            }
        }
        let parts: Vec<&[u8]> = parts.iter().map(String::as_bytes).collect();
        point.hash = Hash::of(&parts);
    }
    (plan.program, plan.inputs) = (program, known);
    Ok(())
}

/// The files that a scenario in `file` reads: logs and workflows, and programs that are no
/// part of this one.
fn inputs(scenario: &Scenario, file: &Path) -> Vec<PathBuf> {
    let found = |path: &Path| resolve(path, Some(file));
    let mut inputs = Vec::new();
    match &scenario.workload {
        Workload::Swf(log) => inputs.push(found(&log.path)),
        Workload::Workflow(workflow) => {
            inputs.extend(workflow.path.iter().map(|path| found(path)));
        }
        Workload::Jobs(_) | Workload::Lublin(_) | Workload::Jann(_) => {}
    }
    for variant in &scenario.variants {
        if let PolicyName::External(external) = variant.policy {
            let words = external.command().iter().map(|word| found(Path::new(word)));
            inputs.extend(words.filter(|path| path.is_file()));
        }
    }
    let mut seen: Vec<PathBuf> = Vec::new();
    inputs.retain(|path| {
        let is_new = !seen.contains(path);
        seen.push(path.clone());
        is_new
    });
    inputs
}

/// The rows of `manifest.csv`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    rows: Vec<[String; 3]>,
}

/// Its columns.
pub(super) const HEADING: [&str; 3] = ["what", "name", "hash"];

impl Manifest {
    /// That of `plan`.
    pub fn of(plan: &Plan) -> Self {
        let row = |what: &str, name: &str, hash: &str| [what, name, hash].map(str::to_owned);
        let file = std::path::absolute(&plan.file).unwrap_or_else(|_| plan.file.clone());
        let mut whole: Vec<&[u8]> = plan
            .points
            .iter()
            .map(|point| point.hash.0.as_bytes())
            .collect();
        let stop = plan
            .stop
            .as_ref()
            .map(|stop| stop.text())
            .unwrap_or_default();
        let seeds = format!("{:?} {stop} {:?}", plan.seeds, plan.names);
        whole.push(seeds.as_bytes());
        let mut rows = vec![
            row("program", PROGRAM, &plan.program.0),
            row("scenario", &file.to_string_lossy(), &Hash::of(&whole).0),
        ];
        for (path, hash) in &plan.inputs {
            rows.push(row("input", &path.to_string_lossy(), &hash.0));
        }
        for sample in plan.samples() {
            rows.push(row("sample", &plan.name(sample), &plan.hash(sample).0));
        }
        Self { rows }
    }

    pub(super) fn from_rows(rows: Vec<[String; 3]>) -> Self {
        Self { rows }
    }

    pub(super) fn rows(&self) -> &[[String; 3]] {
        &self.rows
    }

    /// The scenario's file.
    pub fn scenario(&self) -> Option<&Path> {
        self.named("scenario").next().map(|row| Path::new(&row[1]))
    }

    fn named(&self, what: &'static str) -> impl Iterator<Item = &[String; 3]> {
        self.rows.iter().filter(move |row| row[0] == what)
    }

    /// What is different from `before`, as one sentence; nothing if all is the same. Where
    /// the scenario lies does not matter.
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
            // Called alike, wherever it lay then.
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

impl Plan {
    /// The hash over all that the results of `sample` come from.
    pub(super) fn hash(&self, sample: Sample) -> Hash {
        let seed = self.seeds[sample.seed].to_le_bytes();
        Hash::of(&[self.points[sample.point].hash.0.as_bytes(), &seed])
    }
}
