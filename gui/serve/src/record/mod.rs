//! Predictions kept until their jobs start, and judged then: a file that survives the end of the
//! program at any instant.

mod accuracy;
mod copy;
mod own;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use laboratory::base::problem::Problem;
use laboratory::base::system::files;
use laboratory::load::queue::JobStart;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, WriteTransaction};

pub(crate) use accuracy::{Accuracy, Tally};
pub(crate) use copy::JudgedRecord;
pub use copy::copy_out;
pub(crate) use own::{Moved, OwnRecalibration, SimilarJobs};

/// Job and instant of a prediction, in milliseconds of the epoch.
type OpenKey = (&'static str, u64);
/// Partition; starts in 5, 50 and 95 % of all cases as drawn and as said, in seconds.
type OpenValue = (&'static str, [f64; 3], [f64; 3]);
/// Instant of a prediction and its job.
type JudgedKey = (u64, &'static str);
/// As of an open one, and the actual start in seconds.
type JudgedValue = (&'static str, [f64; 3], [f64; 3], f64);

const OPEN: TableDefinition<'_, OpenKey, OpenValue> = TableDefinition::new("open");
const JUDGED: TableDefinition<'_, JudgedKey, JudgedValue> = TableDefinition::new("judged");

/// Name of the file in its folder.
const FILE: &str = "predictions.redb";
/// Bytes of the file that are kept in memory: without a bound all of it would be.
const CACHE: usize = 8 << 20;
/// Share of its age by which a prediction of a job must be older before another one is kept: their
/// number grows with the logarithm of the wait alone.
const LATER: f64 = 0.125;
/// Time in seconds for which a job may be out of sight before it is taken to be withdrawn.
const OUT_OF_SIGHT: f64 = 7200.0;

/// A prediction of a waiting job.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Prediction {
    pub(crate) job: String,
    pub(crate) partition: String,
    /// Starts in 5, 50 and 95 % of all cases, in seconds: as drawn.
    pub(crate) raw: [f64; 3],
    /// As said.
    pub(crate) said: [f64; 3],
}

/// A prediction whose job has started.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct JudgedPrediction {
    pub(crate) prediction: Prediction,
    /// When it was made, in seconds.
    pub(crate) made: f64,
    /// When the job started, in seconds.
    pub(crate) started: f64,
}

/// The record.
#[derive(Debug)]
pub(crate) struct Record {
    file: Arc<Database>,
    /// Most predictions of either kind.
    most: usize,
    accuracy: Accuracy,
    own: OwnRecalibration,
    /// First and last prediction kept of each waiting job, and when it was last seen.
    open: HashMap<String, WaitingJob>,
    open_count: usize,
    /// Whether it was learned from jobs that wait beyond their intervals.
    knows_overdue: bool,
}

#[derive(Clone, Copy, Debug)]
struct WaitingJob {
    first: f64,
    last_kept: f64,
    last_seen: f64,
    latest: f64,
    /// When the first of its intervals as drawn ends.
    first_end: f64,
}

fn broken(error: impl std::fmt::Display) -> Problem {
    Problem::output(format!("the record of predictions: {error}"))
}

fn open_file(folder: &Path) -> Result<Database, Problem> {
    let file = folder.join(FILE);
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE);
    builder
        .create(&file)
        .map_err(|error| broken(error).in_file(&file))
}

impl Record {
    /// The record in `folder`, made if it is not there, of at most `most` predictions of either kind.
    pub(crate) fn open(folder: &Path, most: usize) -> Result<Self, Problem> {
        files::create_folder(folder).map_err(|error| broken(error).in_file(folder))?;
        let file = Arc::new(open_file(folder)?);
        let writing = file.begin_write().map_err(broken)?;
        writing.open_table(OPEN).map_err(broken)?;
        writing.open_table(JUDGED).map_err(broken)?;
        writing.commit().map_err(broken)?;
        let mut record = Self {
            file,
            most,
            accuracy: Accuracy::default(),
            own: OwnRecalibration::default(),
            open: HashMap::new(),
            open_count: 0,
            knows_overdue: false,
        };
        record.recall()?;
        Ok(record)
    }

    /// Counts what is in the file.
    fn recall(&mut self) -> Result<(), Problem> {
        let reading = self.file.begin_read().map_err(broken)?;
        let mut jobs: HashMap<(String, u64), Vec<JudgedPrediction>> = HashMap::new();
        for judged in all_judged(&reading)? {
            self.accuracy.add(&judged);
            // A job that is queued again starts again.
            let key = (judged.prediction.job.clone(), judged.started.to_bits());
            jobs.entry(key).or_default().push(judged);
        }
        let mut jobs: Vec<_> = jobs.into_iter().collect();
        jobs.sort_by(|((one, _), these), ((other, _), those)| {
            let [these, those] = [these, those].map(|job| job[0].started);
            these.total_cmp(&those).then_with(|| one.cmp(other))
        });
        for (_, job) in &jobs {
            self.own.add(job);
        }
        self.own.settle(&[]);
        let table = reading.open_table(OPEN).map_err(broken)?;
        for row in table.iter().map_err(broken)? {
            let (key, value) = row.map_err(broken)?;
            let (job, made) = key.value();
            let (_, raw, said) = value.value();
            see(&mut self.open, job, made as f64 / 1e3, [raw[2], said[2]]);
            self.open_count += 1;
        }
        Ok(())
    }

    /// Judges the predictions of jobs that have started, keeps those made `at` an instant, in one
    /// transaction, and forgets jobs that went away. `is_waiting` is asked of jobs that are not
    /// predicted.
    pub(crate) fn keep(
        &mut self,
        at: f64,
        predictions: &[Prediction],
        starts: &[JobStart],
        is_waiting: &dyn Fn(&str) -> bool,
    ) -> Result<(), Problem> {
        let writing = self.file.begin_write().map_err(broken)?;
        let mut judged = Vec::new();
        for job in starts {
            let Some(seen) = self.open.remove(&job.name) else {
                continue;
            };
            // A number that is given again, or a job that is queued again.
            let is_later = job.start >= seen.first - 1.0;
            judged.push(taken(&writing, &job.name, is_later.then_some(job.start))?);
        }
        for prediction in predictions {
            self.keep_one(&writing, at, prediction)?;
        }
        self.forget(&writing, at, is_waiting)?;
        let removed = self.bound(&writing)?;
        writing.commit().map_err(broken)?;
        for job in &judged {
            for one in job {
                self.accuracy.add(one);
            }
            self.own.add(job);
        }
        for one in &removed {
            self.accuracy.remove(one);
        }
        self.learn(at, !judged.is_empty())
    }

    fn keep_one(
        &mut self,
        writing: &WriteTransaction,
        at: f64,
        prediction: &Prediction,
    ) -> Result<(), Problem> {
        if let Some(seen) = self.open.get_mut(&prediction.job) {
            seen.last_seen = at;
            let since = at - seen.last_kept;
            if since <= 0.0 || since < LATER * (at - seen.first) {
                return Ok(());
            }
        }
        if self.open_count >= self.most {
            self.accuracy.not_kept += 1;
            return Ok(());
        }
        let ends = [prediction.raw[2], prediction.said[2]];
        see(&mut self.open, &prediction.job, at, ends);
        self.open_count += 1;
        let key = (prediction.job.as_str(), (at.max(0.0) * 1e3) as u64);
        let value = (
            prediction.partition.as_str(),
            prediction.raw,
            prediction.said,
        );
        let mut table = writing.open_table(OPEN).map_err(broken)?;
        table.insert(key, value).map_err(broken)?;
        Ok(())
    }

    /// Forgets jobs that have been out of sight for long: they were cancelled.
    fn forget(
        &mut self,
        writing: &WriteTransaction,
        at: f64,
        is_waiting: &dyn Fn(&str) -> bool,
    ) -> Result<(), Problem> {
        for (job, seen) in &mut self.open {
            if is_waiting(job) {
                seen.last_seen = at;
            }
        }
        let gone = self.open.iter();
        let gone = gone.filter(|(_, seen)| (at - seen.last_seen).abs() > OUT_OF_SIGHT);
        let gone: Vec<String> = gone.map(|(job, _)| job.clone()).collect();
        for job in gone {
            self.open.remove(&job);
            taken(writing, &job, None)?;
            self.accuracy.withdrawn += 1;
        }
        Ok(())
    }

    /// Removes the oldest of too many judged predictions.
    fn bound(&self, writing: &WriteTransaction) -> Result<Vec<JudgedPrediction>, Problem> {
        use redb::ReadableTableMetadata;
        let mut table = writing.open_table(JUDGED).map_err(broken)?;
        let many = table.len().map_err(broken)? as usize;
        let mut removed = Vec::new();
        for _ in self.most..many {
            if let Some((key, value)) = table.pop_first().map_err(broken)? {
                removed.push(judged_of(key.value(), value.value()));
            }
        }
        Ok(removed)
    }

    /// Counts open predictions, and learns from what was judged and from jobs that wait `at` an instant
    /// beyond their intervals, if there is either.
    fn learn(&mut self, at: f64, has_judged: bool) -> Result<(), Problem> {
        use redb::ReadableTableMetadata;
        let reading = self.file.begin_read().map_err(broken)?;
        let table = reading.open_table(OPEN).map_err(broken)?;
        self.open_count = table.len().map_err(broken)? as usize;
        let waiting = self.open.iter();
        let late = waiting.filter(|(_, seen)| seen.first_end < at);
        let late: Vec<&str> = late.map(|(job, _)| job.as_str()).collect();
        if has_judged || !late.is_empty() || self.knows_overdue {
            let each = late.iter().map(|job| overdue(&table, job, at));
            self.own.settle(&each.collect::<Result<Vec<_>, _>>()?);
        }
        self.knows_overdue = !late.is_empty();
        Ok(())
    }

    /// How often predictions held, `at` an instant in seconds.
    pub(crate) fn accuracy(&self, at: f64) -> Accuracy {
        let overdue = self.open.values().filter(|seen| seen.latest < at);
        Accuracy {
            open: self.open_count,
            overdue: overdue.count(),
            ..self.accuracy.clone()
        }
    }

    /// Its judged predictions, to be copied out as it goes on.
    pub(crate) fn judged(&self) -> JudgedRecord {
        JudgedRecord(Arc::clone(&self.file))
    }

    /// How starts are to be moved by what was judged.
    pub(crate) fn own(&self) -> &OwnRecalibration {
        &self.own
    }
}

/// Notes a prediction of `job`, made `at` an instant, with the ends of its interval as drawn and as said.
fn see(open: &mut HashMap<String, WaitingJob>, job: &str, at: f64, [drawn, said]: [f64; 2]) {
    let new = WaitingJob {
        first: at,
        last_kept: at,
        last_seen: at,
        latest: said,
        first_end: drawn,
    };
    let seen = open.entry(job.to_owned()).or_insert(new);
    seen.last_kept = seen.last_kept.max(at);
    seen.last_seen = seen.last_seen.max(at);
    seen.latest = said;
    seen.first_end = seen.first_end.min(drawn);
}

/// Takes the open predictions of `job` out; if it `started`, they are judged.
fn taken(
    writing: &WriteTransaction,
    job: &str,
    started: Option<f64>,
) -> Result<Vec<JudgedPrediction>, Problem> {
    let mut open = writing.open_table(OPEN).map_err(broken)?;
    let mut judged = writing.open_table(JUDGED).map_err(broken)?;
    let mut found = Vec::new();
    let all = open.extract_from_if((job, 0)..=(job, u64::MAX), |_, _| true);
    for row in all.map_err(broken)? {
        let (key, value) = row.map_err(broken)?;
        let ((_, made), (partition, raw, said)) = (key.value(), value.value());
        let Some(started) = started.filter(|started| *started + 1.0 >= made as f64 / 1e3) else {
            continue;
        };
        let value = (partition, raw, said, started);
        let known = judged.insert((made, job), value).map_err(broken)?;
        if known.is_none() {
            found.push(judged_of((made, job), value));
        }
    }
    Ok(found)
}

/// Open predictions of `job` that lie `at` an instant beyond their intervals as drawn, judged as if it started
/// then.
fn overdue(
    open: &impl ReadableTable<OpenKey, OpenValue>,
    job: &str,
    at: f64,
) -> Result<Vec<JudgedPrediction>, Problem> {
    let mut found = Vec::new();
    for row in open.range((job, 0)..=(job, u64::MAX)).map_err(broken)? {
        let (key, value) = row.map_err(broken)?;
        let ((job, made), (partition, raw, said)) = (key.value(), value.value());
        if raw[2] < at {
            found.push(judged_of((made, job), (partition, raw, said, at)));
        }
    }
    Ok(found)
}

fn judged_of(
    (made, job): (u64, &str),
    (partition, raw, said, started): (&str, [f64; 3], [f64; 3], f64),
) -> JudgedPrediction {
    JudgedPrediction {
        prediction: Prediction {
            job: job.to_owned(),
            partition: partition.to_owned(),
            raw,
            said,
        },
        made: made as f64 / 1e3,
        started,
    }
}

/// The judged predictions, the oldest first.
fn all_judged(reading: &redb::ReadTransaction) -> Result<Vec<JudgedPrediction>, Problem> {
    let table = reading.open_table(JUDGED).map_err(broken)?;
    let rows = table.iter().map_err(broken)?;
    rows.map(|row| {
        let (key, value) = row.map_err(broken)?;
        Ok(judged_of(key.value(), value.value()))
    })
    .collect()
}

#[cfg(test)]
mod tests;
