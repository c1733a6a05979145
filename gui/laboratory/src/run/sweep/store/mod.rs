//! The folder of a sweep: a file for each sample, written atomically and named by its hash, and the
//! manifest of their origin.

mod claims;

use std::path::{Path, PathBuf};

use super::manifest::{HEADING, Manifest};
use super::plan::{Plan, Sample};
use super::storage::ResultStorage;
use crate::base::problem::Problem;
use crate::base::sanitize::cell;
use crate::base::system::files;
use crate::export::{self, Lock};
use crate::metrics::{Values, all};
use claims::Claims;

/// Files of the tables.
pub(super) const TABLES: [&str; 3] = ["results.csv", "results.parquet", "summary.csv"];

/// The folder of a sweep.
#[derive(Debug)]
pub struct SweepFolder {
    folder: PathBuf,
    // Held until the end; None where the folder is only read.
    lock: Option<Lock>,
    claims: Claims,
}

impl SweepFolder {
    /// Opens the folder for `plan`, created if needed. Other programs may work on the same plan in
    /// it meanwhile. If `renew`, samples that the plan no longer has are removed, and all others
    /// kept, while no other program may be at work there.
    ///
    /// # Errors
    /// It cannot be written, another program keeps others out of it, or its results are of something
    /// else.
    pub fn open(folder: &Path, plan: &Plan, renew: bool) -> Result<Self, Problem> {
        let store = Self {
            folder: folder.to_path_buf(),
            lock: Some(Lock::of_file(&folder.join(".lock"), !renew)?),
            claims: Claims::new(folder.join("claims")),
        };
        let manifest = Manifest::of(plan);
        match store.manifest()? {
            Some(before) => match manifest.change(&before) {
                None => return Ok(store),
                Some(_) if renew => store.renew(plan)?,
                Some(change) => {
                    let sentence = format!(
                        "here are results of another sweep: {change}; take another folder, or say --renew to go on here with what still holds"
                    );
                    return Err(Problem::input(sentence).in_file(folder));
                }
            },
            None => store.check_empty()?,
        }
        let rows = manifest.rows().iter().map(|row| row.to_vec());
        let rows = std::iter::once(HEADING.map(str::to_owned).to_vec()).chain(rows);
        export::write_rows(&store.folder.join("manifest.csv"), rows.collect())?;
        Ok(store)
    }

    /// Opens the folder of `plan` for reading while other programs write to it.
    ///
    /// # Errors
    /// Its results are of something else.
    pub fn open_for_reading(folder: &Path, plan: &Plan) -> Result<Self, Problem> {
        let store = Self {
            folder: folder.to_path_buf(),
            lock: None,
            claims: Claims::new(folder.join("claims")),
        };
        match Manifest::of(plan).change(&read_manifest(folder)?) {
            None => Ok(store),
            Some(change) => Err(Problem::input(change).in_file(folder)),
        }
    }

    /// Removes samples that are not in `plan`, and the tables.
    fn renew(&self, plan: &Plan) -> Result<(), Problem> {
        for name in TABLES {
            // They need not exist.
            let _ = files::remove(&self.folder.join(name));
        }
        self.remove_unknown(plan)
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads the manifest of the folder, if it has one.
    fn manifest(&self) -> Result<Option<Manifest>, Problem> {
        if files::is_file(&self.folder.join("manifest.csv")) {
            read_manifest(&self.folder).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Checks that there are no tables: without a manifest their origin is unknown.
    fn check_empty(&self) -> Result<(), Problem> {
        for name in TABLES {
            if files::exists(&self.folder.join(name)) {
                let sentence =
                    format!("there is a `{name}` of something else here; take another folder");
                return Err(Problem::input(sentence).in_file(&self.folder));
            }
        }
        Ok(())
    }

    fn samples_folder(&self) -> PathBuf {
        self.folder.join("samples")
    }

    fn path(&self, plan: &Plan, sample: Sample) -> PathBuf {
        self.samples_folder()
            .join(format!("{}.csv", plan.sample_hash(sample)))
    }
}

impl ResultStorage for SweepFolder {
    fn has(&self, plan: &Plan, sample: Sample) -> bool {
        files::is_file(&self.path(plan, sample))
    }

    /// `None` if it is missing or damaged.
    fn read(&self, plan: &Plan, sample: Sample) -> Option<Vec<Values>> {
        let mut reader = csv::Reader::from_path(self.path(plan, sample)).ok()?;
        let names = all().iter().map(|metric| metric.name);
        let heading = std::iter::once("run").chain(names).chain(["digest"]);
        if !reader.headers().ok()?.iter().eq(heading) {
            return None;
        }
        let rows: Vec<_> = reader.into_records().collect::<Result<_, _>>().ok()?;
        let labels: Vec<&str> = plan.policies(sample.point).collect();
        let row = |(row, label): (&csv::StringRecord, &str)| {
            let number = |text: &str| match text {
                "" => Some(None),
                text => text.parse().ok().map(Some),
            };
            let values = row.iter().skip(1).take(all().len()).map(number);
            (row.get(0)? == cell(label)).then_some(())?;
            Some(Values {
                label: label.to_owned(),
                values: values.collect::<Option<_>>()?,
                digest: u64::from_str_radix(row.get(all().len() + 1)?, 16).ok()?,
            })
        };
        (rows.len() == labels.len()).then_some(())?;
        rows.iter().zip(labels).map(row).collect()
    }

    /// Written atomically.
    fn write(&self, plan: &Plan, sample: Sample, values: &[Values]) -> Result<(), Problem> {
        let text = export::summary_csv(values)?;
        export::write_whole(&self.path(plan, sample), text.as_bytes())
    }

    fn remove(&self, plan: &Plan, sample: Sample) {
        // An old sample that stays is not read: its name is another plan's hash.
        let _ = files::remove(&self.path(plan, sample));
    }

    fn claim(&self, names: &[String]) -> bool {
        self.claims.claim(names)
    }

    fn release(&self, names: &[String]) {
        self.claims.release(names);
    }
}

impl SweepFolder {
    /// Removes unfinished files of killed programs, if no other program uses the folder.
    ///
    /// # Errors
    /// Something cannot be removed.
    pub fn tidy(&self, plan: &Plan) -> Result<(), Problem> {
        if self.lock.as_ref().is_some_and(Lock::is_alone) {
            self.claims.remove();
            self.remove_unknown(plan)
        } else {
            Ok(())
        }
    }

    /// Removes files that are no sample of `plan`: of another sweep, or left by a killed program.
    /// Only while no other program uses the folder.
    fn remove_unknown(&self, plan: &Plan) -> Result<(), Problem> {
        let known: std::collections::HashSet<_> = plan
            .samples()
            .map(|sample| self.path(plan, sample))
            .collect();
        let Ok(entries) = files::entries(&self.samples_folder()) else {
            return Ok(());
        };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if !known.contains(&path) {
                files::remove(&path).map_err(|error| {
                    let why = crate::load::reason(&error);
                    Problem::output(format!("cannot be removed: {why}")).in_file(&path)
                })?;
            }
        }
        Ok(())
    }
}

/// Reads the manifest of the sweep in `folder`.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn read_manifest(folder: &Path) -> Result<Manifest, Problem> {
    let path = folder.join("manifest.csv");
    let wrong = |why: String| Problem::input(why).in_file(&path);
    let mut reader = csv::Reader::from_path(&path)
        .map_err(|_| wrong("no manifest of a sweep can be read here".to_owned()))?;
    let rows = reader
        .deserialize()
        .collect::<Result<Vec<[String; 3]>, _>>();
    let rows = rows.map_err(|error| wrong(format!("no manifest of a sweep: {error}")))?;
    Ok(Manifest::from_rows(rows))
}
