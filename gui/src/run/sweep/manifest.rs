//! What results are of: a hash over parameters, inputs and the version of the program.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::grid::{Grid, Point};
use super::set;
use crate::base::problem::Problem;
use crate::base::text_file::unreadable;
use crate::load;
use crate::scenario::{PolicyName, Scenario, Workload, to_ron};

/// This program, of which other versions may come to other results.
const PROGRAM: &str = concat!("cosched ", env!("CARGO_PKG_VERSION"));

/// A file that runs read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Input {
    file: String,
    hash: String,
}

/// What the results of a point are of, as `manifest.json` beside them.
#[derive(Debug, Serialize)]
pub(super) struct Manifest {
    program: &'static str,
    /// Of everything else in here.
    pub(super) hash: String,
    parameters: BTreeMap<String, String>,
    policies: Vec<String>,
    inputs: Vec<Input>,
    /// Seconds that are cut off at the beginning and at the end.
    cut: Option<[f64; 2]>,
    /// Without its seed, which the names of the results have.
    scenario: String,
}

impl Manifest {
    /// Of a point.
    ///
    /// # Errors
    /// An input cannot be read.
    pub(super) fn new(grid: &Grid, point: &Point, inputs: &Inputs) -> Result<Self, Problem> {
        let names = grid.names().map(str::to_owned);
        let cut = grid.sweep.cut.map(|cut| [cut.warm_up, cut.cool_down]);
        let mut manifest = Self {
            program: PROGRAM,
            hash: String::new(),
            parameters: names.zip(point.values.iter().cloned()).collect(),
            policies: point
                .choices
                .iter()
                .map(|choice| choice.label.clone())
                .collect(),
            inputs: inputs.of(&point.scenario)?,
            cut,
            scenario: set::set(&to_ron(&point.scenario), "seed", "0"),
        };
        let mut hash = Hash::new();
        hash.add(manifest.json().as_bytes());
        manifest.hash = hash.text();
        Ok(manifest)
    }

    /// As text.
    pub(super) fn json(&self) -> String {
        // Plain data is always text.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// What a folder was last filled from, as `sweep.json` in it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Begun {
    program: String,
    scenario: String,
    inputs: Vec<Input>,
}

impl Begun {
    /// Of a scenario with the inputs of all its points.
    pub(super) fn new(scenario: &Scenario, inputs: &Inputs) -> Self {
        let mut hash = Hash::new();
        hash.add(to_ron(scenario).as_bytes());
        Self {
            program: PROGRAM.to_owned(),
            scenario: hash.text(),
            inputs: inputs.all(),
        }
    }

    /// What is written in `folder`, if anything is.
    pub(super) fn read(folder: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(folder.join(Self::NAME)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Its name in a folder.
    pub(super) const NAME: &str = "sweep.json";

    /// As text.
    pub(super) fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// What is not as it was `before`, in one sentence.
    pub(super) fn changes(&self, before: &Self) -> Option<String> {
        let mut changed = Vec::new();
        if self.program != before.program {
            changed.push(format!("the program, which was {}", before.program));
        }
        if self.scenario != before.scenario {
            changed.push("the scenario".to_owned());
        }
        for input in &self.inputs {
            let mut same = before.inputs.iter().filter(|old| old.file == input.file);
            if same.any(|old| old.hash != input.hash) {
                changed.push(input.file.clone());
            }
        }
        (!changed.is_empty()).then(|| {
            format!(
                "changed since this folder was last filled: {}; points that it concerns are run anew, the others stay",
                changed.join(", ")
            )
        })
    }
}

/// The files that runs read, each looked at once.
#[derive(Debug)]
pub(super) struct Inputs {
    source: PathBuf,
    known: Mutex<HashMap<PathBuf, Input>>,
}

impl Inputs {
    /// Of points of the scenario in the file `source`.
    pub(super) fn new(source: &Path) -> Self {
        Self {
            source: source.to_path_buf(),
            known: Mutex::default(),
        }
    }

    /// Those of one scenario.
    fn of(&self, scenario: &Scenario) -> Result<Vec<Input>, Problem> {
        let mut files = Vec::new();
        match &scenario.workload {
            Workload::Swf(swf) => files.push(swf.path.clone()),
            Workload::Workflow(workflow) => files.extend(workflow.path.clone()),
            Workload::Jobs(_) | Workload::Lublin(_) | Workload::Jann(_) => {}
        }
        files.extend(self.programs(scenario));
        files.into_iter().map(|file| self.input(file)).collect()
    }

    /// The files that programs who decide are made of, as far as their commands name them.
    fn programs(&self, scenario: &Scenario) -> Vec<PathBuf> {
        let variants = scenario.variants.iter().map(|variant| variant.policy);
        let policies = scenario.policies.iter().copied().chain(variants);
        let words = policies.flat_map(|policy| match policy {
            PolicyName::External(external) => external.command(),
            _ => &[],
        });
        let files = words.map(PathBuf::from);
        files
            .filter(|file| load::resolve(file, Some(&self.source)).is_file())
            .collect()
    }

    fn input(&self, file: PathBuf) -> Result<Input, Problem> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(input) = known.get(&file) {
            return Ok(input.clone());
        }
        let path = load::resolve(&file, Some(&self.source));
        let hash = hash_of(&path).map_err(|error| unreadable(&path, &error))?;
        let name = file.to_string_lossy().into_owned();
        let input = Input { file: name, hash };
        known.insert(file, input.clone());
        Ok(input)
    }

    /// Those of all scenarios that were asked for, by name.
    fn all(&self) -> Vec<Input> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<_> = known.values().cloned().collect();
        all.sort_by(|one, other| one.file.cmp(&other.file));
        all
    }
}

fn hash_of(path: &Path) -> std::io::Result<String> {
    let (mut file, mut hash) = (File::open(path)?, Hash::new());
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.text()),
            count => hash.add(&buffer[..count]),
        }
    }
}

/// FNV-1a with 128 bits, as Fowler, Noll and Vo publish it: to notice what has changed, not
/// to keep off who means harm.
struct Hash(u128);

impl Hash {
    const fn new() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 ^= u128::from(*byte);
            self.0 = self
                .0
                .wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }

    fn text(&self) -> String {
        format!("{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published values: of nothing, and of `a` and `foobar`.
    #[test]
    fn hashes_are_the_published_ones() {
        for (text, published) in [
            ("", "6c62272e07bb014262b821756295c58d"),
            ("a", "d228cb696f1a8caf78912b704e4a8964"),
            ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
        ] {
            let mut hash = Hash::new();
            hash.add(text.as_bytes());
            assert_eq!(hash.text(), published);
        }
    }
}
