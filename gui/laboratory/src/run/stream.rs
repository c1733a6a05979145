//! Runs that keep only the jobs in the system: results are written as jobs end.

use std::io::BufWriter;
use std::path::{Path, PathBuf};

use cosched_core::engine::{BoxedStorage, Detail, Setup, Stream, StreamError};
use cosched_core::error::SubmitError;
use cosched_core::machine::Intervals;
use cosched_core::users::{Feedback, LoggedJob, PastEnd, ReadJob, User, Users};
use cosched_core::{Digest, Event, JobId, Metrics, Sink, Time, View};

use crate::base::long_time::LongTime;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::export::{JOB_COLUMNS, JobRow, UnfinishedFile, append};
use crate::family::policy_buffers::{OwnedPolicy, check_memory};
use crate::load::streamed::StreamedJobs;
use crate::load::{outages_of, reason};
use crate::metrics::{Values, values_of_sums};
use crate::record::choice::Choice;
use crate::scenario::{PolicyName, ReactingUsers, Scenario, Workload};

/// Results of a run that kept no jobs.
#[derive(Debug)]
pub struct StreamResult {
    /// Its metrics.
    pub values: Values,
    /// Remarks on lines dropped and changed while reading.
    pub remarks: Vec<String>,
    /// Number of nodes of the machine.
    pub nodes: u32,
    /// Largest number of jobs in the system at once.
    pub most: usize,
    /// Number of times the clock was restarted while the machine was idle.
    pub eras: u32,
}

/// Runs the jobs of `scenario`, which was read from `source`, under `choice`, with room for `slots`
/// jobs in the system at once; `jobs.csv` is written into `out` as jobs end.
///
/// # Errors
/// The scenario, the jobs or the folder are invalid, or more jobs are in the system than there are
/// slots.
pub fn run(
    scenario: &Scenario,
    source: &Path,
    choice: &Choice,
    slots: u32,
    out: Option<&Path>,
    progress: &Progress,
) -> Result<StreamResult, Problem> {
    check(choice)?;
    if scenario
        .workload
        .warm_up()
        .is_some_and(|one| !one.is_none())
    {
        return Err(Problem::input(
            "--stream: `warm_up` begins with what the log says ran, which is known where all jobs are kept; leave one of the two out",
        ));
    }
    let jobs = StreamedJobs::new(scenario, source, progress)?;
    run_jobs(jobs, scenario, choice, slots, out)
}

/// Runs the given jobs of `scenario`.
fn run_jobs(
    mut jobs: StreamedJobs<'_>,
    scenario: &Scenario,
    choice: &Choice,
    slots: u32,
    out: Option<&Path>,
) -> Result<StreamResult, Problem> {
    let Some(nodes) = jobs.nodes(scenario) else {
        // No job was read: the reader's error says why.
        jobs.finish()?;
        return Err(Problem::input(
            "the workload has no jobs; at least one is needed",
        ));
    };
    if scenario
        .machine
        .nodes()
        .is_some_and(|nodes| nodes.power.is_some())
    {
        return Err(Problem::input(
            "--stream: `power` is counted where all jobs are kept; leave it out, or run without --stream",
        ));
    }
    let outages = outages_of(scenario, nodes)?;
    jobs.write_checkpoints(&outages);
    let setup = Setup::open(slots, nodes)
        .with_kill_at_estimate(choice.parameters.kill_at_estimate)
        .with_outages(outages.as_outages());
    check_memory(choice.policy, &setup)?;
    let mut policy = OwnedPolicy::queue(choice.policy, &choice.parameters, &setup)?;
    let mut policy = policy.policy(&setup)?;
    let mut storage = BoxedStorage::new(&setup);
    let wrong = |error: &dyn std::fmt::Display| Problem::input(error.to_string());
    let mut stream = Stream::new(setup, storage.as_storage()).map_err(|error| wrong(&error))?;
    stream.check(&policy).map_err(|error| wrong(&error))?;
    let mut sink = StreamSink::new(out)?;
    let mut lost = Vec::new();
    let ran = match SubmissionSource::of(scenario) {
        SubmissionSource::Nobody => stream.run(&mut jobs, &mut policy, &mut sink),
        SubmissionSource::Users(requested) => {
            let mut users = vec![User::EMPTY; requested.count as usize];
            let drawn = std::iter::from_fn(|| jobs.take().map(|next| (next.number, next.job)));
            let source = &mut Users::new(&mut users, requested.habits(), scenario.seed, drawn);
            stream.run(source, &mut policy, &mut sink)
        }
        SubmissionSource::Followers => {
            let mut ahead = vec![ReadJob::EMPTY; AHEAD];
            let (mut inside, mut past) = (vec![0; slots as usize], vec![PastEnd::EMPTY; PAST]);
            let read = std::iter::from_fn(|| {
                jobs.take().map(|next| LoggedJob {
                    tag: next.number,
                    spec: next.job,
                    after: next.dependency,
                })
            });
            let source = &mut Feedback::new(read, &mut ahead, &mut inside, &mut past);
            let ran = stream.run(source, &mut policy, &mut sink);
            lost = late_remarks(source.late(), source.unknown());
            ran
        }
    };
    ran.map_err(|StreamError { tag, at, error }| {
        let at = match at {
            // Beyond the largest time of the clock.
            Time::MAX => jobs.last_submit(),
            at => sink.era.after(at),
        };
        let job = format!("job {tag}, submitted at {at} s");
        match error {
            SubmitError::NoSlot => Problem::output(format!(
                "{job}, finds {slots} jobs in the system: allow more with --slots"
            )),
            SubmitError::TooLong if sink.era > LongTime::ZERO => Problem::input(format!(
                "{job}: {error} from {} s on, from where the clock counts",
                sink.era
            )),
            error => Problem::input(format!("{job}: {error}")),
        }
    })?;
    let mut remarks = jobs.finish()?;
    remarks.append(&mut lost);
    let (most, eras) = (sink.slots.len(), sink.eras);
    let has_outages = setup.outages.are_possible();
    let digest = sink.digest.0;
    let values = values_of_sums(&choice.label, &sink.metrics, nodes, has_outages, digest);
    sink.finish()?;
    Ok(StreamResult {
        values,
        remarks,
        nodes,
        most,
        eras,
    })
}

/// Number of lines of a log read ahead while their submit times depend on other jobs.
const AHEAD: usize = 1024;

/// Number of ended jobs whose completion is remembered.
const PAST: usize = 1 << 16;

/// Submissions that depend on the outcome of other jobs.
enum SubmissionSource {
    Nobody,
    /// Users who submit the jobs that a model draws.
    Users(ReactingUsers),
    /// Jobs of a log that follow others.
    Followers,
}

impl SubmissionSource {
    fn of(scenario: &Scenario) -> Self {
        match &scenario.workload {
            Workload::Lublin(lublin) => lublin.users.map_or(Self::Nobody, Self::Users),
            Workload::Swf(swf) if swf.feedback => Self::Followers,
            _ => Self::Nobody,
        }
    }
}

/// Remarks on jobs that could not be submitted when they should have been.
fn late_remarks(late: u64, unknown: u64) -> Vec<String> {
    let jobs = |count: u64| match count {
        1 => "1 job".to_owned(),
        count => format!("{count} jobs"),
    };
    let late = (late > 0).then(|| {
        let jobs = jobs(late);
        format!("{jobs} submitted late: {AHEAD} jobs ahead in the log waited for others to end")
    });
    let unknown = (unknown > 0).then(|| {
        let jobs = jobs(unknown);
        format!("{jobs} submitted when the log says: the preceding job is not in the log before, or ended more than {PAST} jobs ago")
    });
    late.into_iter().chain(unknown).collect()
}

/// Checks that the policy of `choice` needs no knowledge of jobs beforehand.
pub(crate) fn check(choice: &Choice) -> Result<(), Problem> {
    let policy = choice.policy;
    if policy.is_queue() {
        return Ok(());
    }
    let why = if policy.is_of_others() {
        "is not for jobs that come one by one"
    } else {
        "must know the jobs beforehand, and these come one by one"
    };
    Err(Problem::input(format!(
        "{} {why}; there are {}",
        policy.title(),
        PolicyName::queue_titles("and")
    )))
}

/// A sink that keeps the jobs in the system, and sums of all others.
struct StreamSink {
    metrics: Metrics,
    digest: Digest,
    // When the present era began, and the number of eras before it.
    era: LongTime,
    eras: u32,
    // Index of the job in each slot among those submitted, and its nodes.
    slots: Vec<(u32, String)>,
    submitted: u32,
    rows: Option<Rows>,
    problem: Option<Problem>,
}

impl StreamSink {
    fn new(out: Option<&Path>) -> Result<Self, Problem> {
        Ok(Self {
            metrics: Metrics::new(),
            digest: Digest::default(),
            era: LongTime::ZERO,
            eras: 0,
            slots: Vec::new(),
            submitted: 0,
            rows: out.map(Rows::new).transpose()?,
            problem: None,
        })
    }

    fn finish(self) -> Result<(), Problem> {
        match (self.problem, self.rows) {
            (Some(problem), _) => Err(problem),
            (None, Some(rows)) => rows.finish(),
            (None, None) => Ok(()),
        }
    }
}

impl Sink for StreamSink {
    fn record(&mut self, at: Time, event: Event) {
        let slot = event.job().index();
        if let Event::Submitted(_) = event {
            if self.slots.len() <= slot {
                self.slots.resize(slot + 1, (0, String::new()));
            }
            self.slots[slot].0 = self.submitted;
            self.submitted += 1;
        }
        // By its index in the workload, as in a run that keeps all jobs.
        let index = JobId::new(self.slots[slot].0 as usize);
        // By the first era's clock, as far as that goes.
        let by_the_first = Time(self.era.after(at).0 as u64);
        self.digest.record(by_the_first, event.with_job(index));
        self.metrics.record(at, event);
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        self.metrics.instant(view);
        let Some(rows) = &mut self.rows else { return };
        for ended in view.ended() {
            let row = JobRow {
                era: self.era,
                number: ended.tag,
                nodes: ended.nodes,
                estimate: view.request(ended.job).estimate,
                is_success: !ended.killed,
                entered: ended.submit,
                started: ended.started,
                completed: ended.completed,
                executed: ended.executed,
                wait: ended.started.since(ended.submit),
                response: ended.completed.since(ended.submit),
            };
            let held = self.slots[ended.job.index()].1.clone();
            if let Err(problem) = rows.write(row.cells(held)) {
                self.problem.get_or_insert(problem);
            }
        }
    }

    fn era(&mut self, from: Time) {
        self.era = self.era.after(from);
        self.eras += 1;
        self.metrics.era(from);
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Holds { job, ref nodes } = *detail {
            self.holds(job, nodes.clone());
        }
    }
}

impl StreamSink {
    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        if self.rows.is_some() {
            let held = &mut self.slots[job.index()].1;
            held.clear();
            nodes.for_each(|nodes| append(held, nodes));
        }
    }
}

/// `jobs.csv`, which gets its name once it is complete.
struct Rows {
    writer: csv::Writer<BufWriter<UnfinishedFile>>,
    path: PathBuf,
}

impl Rows {
    fn new(folder: &Path) -> Result<Self, Problem> {
        let path = folder.join("jobs.csv");
        let mut rows = Self {
            writer: csv::Writer::from_writer(BufWriter::new(UnfinishedFile::new(&path)?)),
            path,
        };
        rows.write(JOB_COLUMNS.map(str::to_owned).to_vec())?;
        Ok(rows)
    }

    fn write(&mut self, cells: Vec<String>) -> Result<(), Problem> {
        let written = self.writer.write_record(cells);
        written.map_err(|error| Problem::output(format!("as CSV: {error}")).in_file(&self.path))
    }

    fn finish(self) -> Result<(), Problem> {
        let unwritten = |error: &std::io::Error| {
            let sentence = format!("cannot be written: {}", reason(error));
            Problem::output(sentence).in_file(&self.path)
        };
        let file = self.writer.into_inner();
        let file = file.map_err(|error| unwritten(error.error()))?;
        let file = file.into_inner();
        file.map_err(|error| unwritten(error.error()))?.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::choices::choices;

    #[test]
    fn many_eras_give_the_same_numbers_to_the_bit() {
        let text = "(machine: Cluster(nodes: 64), workload: Lublin(jobs: 3000, load: 0.5, estimates: UpTo(4)), policies: [Fcfs, Easy, Conservative])";
        let scenario = crate::scenario::parse(text, None).unwrap();
        let (folder, progress) = (tempfile::tempdir().unwrap(), Progress::default());
        let run = |choice: &Choice, bound: Option<Time>, out: &str| {
            let jobs = StreamedJobs::new(&scenario, Path::new("x.ron"), &progress).unwrap();
            let jobs = match bound {
                Some(bound) => jobs.with_bound(bound),
                None => jobs,
            };
            let out = folder.path().join(out);
            let ran = run_jobs(jobs, &scenario, choice, 1_000, Some(&out)).unwrap();
            let rows = std::fs::read(out.join("jobs.csv")).unwrap();
            (ran.values, rows, ran.eras)
        };
        for choice in choices(&scenario) {
            let (one, rows, eras) = run(&choice, None, "one");
            assert_eq!(eras, 0, "the run is no longer than a clock's quarter");
            let (many, same, eras) = run(&choice, Some(Time::from_seconds(60)), "many");
            assert!(eras > 20, "{eras}");
            assert_eq!(many, one);
            assert_eq!(same, rows);
        }
    }
}
