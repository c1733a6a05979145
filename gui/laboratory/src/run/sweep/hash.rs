//! Hashes of the program, of its input files, and of other inputs.

use std::fmt;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use crate::base::input_file;
use crate::base::problem::Problem;
use crate::base::system::{files, processes};
use crate::base::text_file::read_problem;
use crate::load::{reason, resolve};
use crate::scenario::{PolicyName, Scenario, Workload};

/// Half of a SHA-256, in hexadecimal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Hash(String);

/// Number of its letters.
const LETTERS: usize = 32;

impl Hash {
    /// Hash of several parts, each preceded by its length.
    pub(super) fn of(parts: &[&[u8]]) -> Self {
        let mut digest = Sha256::new();
        for part in parts {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        Self::finish(digest, LETTERS)
    }

    /// Hash of several hashes and of a sample's seed or other bytes.
    pub(super) fn of_hashes<'h>(hashes: impl IntoIterator<Item = &'h Self>, extra: &[u8]) -> Self {
        let hashes = hashes.into_iter().map(|hash| hash.0.as_bytes());
        Self::of(&hashes.chain([extra]).collect::<Vec<_>>())
    }

    /// Returns its letters.
    pub(super) fn text(&self) -> &str {
        &self.0
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

    /// Hash of the file of the running program, which may have been replaced since its start.
    pub(super) fn of_program() -> Result<Self, Problem> {
        static KNOWN: OnceLock<Hash> = OnceLock::new();
        if let Some(hash) = KNOWN.get() {
            return Ok(hash.clone());
        }
        let running = Path::new("/proc/self/exe");
        let path = if files::exists(running) {
            running.to_path_buf()
        } else {
            processes::program().map_err(|error| {
                let why = reason(&error);
                Problem::input(format!("the file of this program is not known: {why}"))
            })?
        };
        let hash = Self::of_file(&path).map_err(|problem| problem.in_file(&path))?;
        Ok(KNOWN.get_or_init(|| hash).clone())
    }

    /// Hash of a file, as `sha256sum` prints it.
    fn of_file(path: &Path) -> Result<Self, Problem> {
        let file = input_file::open(path)?;
        let (mut reader, mut digest) = (BufReader::new(file), Sha256::new());
        let mut buffer = vec![0; 1 << 16];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok(Self::finish(digest, usize::MAX)),
                Ok(read) => digest.update(&buffer[..read]),
                Err(error) => return Err(read_problem(path, &error)),
            }
        }
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Hashes of the files that a scenario in `file` reads; those in `known` are not read again.
pub(super) fn of_inputs(
    scenario: &Scenario,
    file: &Path,
    known: &mut Vec<(PathBuf, Hash)>,
) -> Result<Vec<Hash>, Problem> {
    let hash = |path: PathBuf| {
        if let Some((_, hash)) = known.iter().find(|(file, _)| *file == path) {
            return Ok(hash.clone());
        }
        let hash = Hash::of_file(&path).map_err(|problem| problem.in_file(&path))?;
        known.push((path, hash.clone()));
        Ok(hash)
    };
    inputs(scenario, file).into_iter().map(hash).collect()
}

/// Files that a scenario in `file` reads: logs and workflows, and programs outside of this one.
fn inputs(scenario: &Scenario, file: &Path) -> Vec<PathBuf> {
    let found = |path: &Path| resolve(path, Some(file));
    let mut inputs = Vec::new();
    match &scenario.workload {
        Workload::Swf(log) => inputs.push(found(&log.path)),
        Workload::Table(table) => inputs.push(found(&table.path)),
        Workload::Workflow(workflow) => {
            inputs.extend(workflow.path.iter().map(|path| found(path)));
        }
        Workload::Jobs(_) | Workload::Lublin(_) | Workload::Jann(_) => {}
    }
    for variant in &scenario.variants {
        if let PolicyName::External(external) = variant.policy {
            let words = external.command().iter().map(|word| found(Path::new(word)));
            inputs.extend(words.filter(|path| files::is_file(path)));
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
