//! A sweep on a cluster with Slurm: job arrays that compute the missing samples.

use std::path::Path;

use super::plan::Plan;
use super::script::SweepCommand;
use super::{ResultStorage, Shard, SweepFolder};
use crate::base::problem::Problem;
use crate::base::system::files;
use crate::base::system::processes::{self, Command};
use crate::export;
use crate::load::reason;

/// Slurm's default MaxArraySize, if it does not report one.
const USUAL_ARRAY_SIZE: usize = 1_001;

/// File of the jobs that were submitted last.
const JOBS: &str = "slurm.csv";

/// A submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// The job array, and the job that makes the tables after it.
    pub jobs: [String; 2],
    /// Number of its tasks.
    pub tasks: usize,
    /// Number of tasks if no sample were computed yet.
    pub all_tasks: usize,
}

/// Number of pieces of work of `seconds` each in a task of `work` seconds: to start a task takes a
/// second or more.
pub fn pieces_per_task(seconds: f64, work: f64) -> usize {
    // The conversion saturates.
    (work / seconds.max(1e-9)).ceil().max(1.0) as usize
}

/// Number of shards for `pieces` pieces of work, `together` in each, if the indices of an array
/// must be below `array_size`.
fn shards(pieces: usize, together: usize, array_size: usize) -> usize {
    let by_work = pieces.div_ceil(together);
    by_work.clamp(1, array_size.saturating_sub(1).max(1))
}

/// Checks that no job of the sweep in `folder` is in the queue.
///
/// # Errors
/// A job of the last submission is.
pub fn check_queue(folder: &Path) -> Result<(), Problem> {
    match jobs(folder).iter().find(|job| !states(job).is_empty()) {
        None => Ok(()),
        Some(job) => {
            let sentence = format!(
                "job {job} of this sweep is still in the queue of Slurm: wait for it, or end it with `cosched sweep cancel`"
            );
            Err(Problem::input(sentence).in_file(folder))
        }
    }
}

/// Submits the missing samples: a job array, at most `at_once` tasks of which run at a time, with
/// `together` pieces of work in each task, and a job that makes the tables when the array has
/// ended, in whatever way.
///
/// # Errors
/// Slurm refuses.
pub fn submit(
    plan: &Plan,
    store: &SweepFolder,
    program: &str,
    together: usize,
    at_once: usize,
) -> Result<Submission, Problem> {
    let folder = store.folder();
    let of = shards(plan.pieces(), together, array_size());
    let missing = incomplete_shards(plan, store, of);
    let call = SweepCommand::new(program, &plan.file, folder, of);
    let write = |name: &str, text: String| export::write_whole(&folder.join(name), text.as_bytes());
    write("task.sh", call.slurm_task())?;
    write("merge.sh", call.merge_task())?;
    export::check_folder(&folder.join("log"))?;
    let path = |name: &str| folder_path(folder, name);
    let array = sbatch(&[
        "--job-name=cosched-sweep".to_owned(),
        format!("--array={}%{}", ranges(&missing), at_once.max(1)),
        "--cpus-per-task=1".to_owned(),
        "--requeue".to_owned(),
        "--open-mode=append".to_owned(),
        format!("--output={}", path("log/task-%a.txt")),
        path("task.sh"),
    ])?;
    // Written first, so that the array can be cancelled if the rest fails.
    write_jobs(folder, std::slice::from_ref(&array))?;
    let merge = sbatch(&[
        "--job-name=cosched-merge".to_owned(),
        format!("--dependency=afterany:{array}"),
        "--requeue".to_owned(),
        "--open-mode=append".to_owned(),
        format!("--output={}", path("log/merge.txt")),
        path("merge.sh"),
    ])?;
    let jobs = [array, merge];
    write_jobs(folder, &jobs)?;
    Ok(Submission {
        jobs,
        tasks: missing.len(),
        all_tasks: of,
    })
}

/// Numbers, from 1, of those of `of` shards that lack samples.
fn incomplete_shards(plan: &Plan, store: &SweepFolder, of: usize) -> Vec<usize> {
    let lacks = |number: &usize| {
        let shard = Shard::new(*number, of);
        let mut samples = plan.samples();
        samples.any(|sample| {
            shard.is_some_and(|shard| shard.has(plan.piece(sample))) && !store.has(plan, sample)
        })
    };
    (1..=of).filter(lacks).collect()
}

/// Numbers in Slurm's syntax: `1-3,7`.
fn ranges(numbers: &[usize]) -> String {
    let mut ranges: Vec<[usize; 2]> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some([_, last]) if *last + 1 == number => *last = number,
            _ => ranges.push([number, number]),
        }
    }
    let words = ranges.iter().map(|[first, last]| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    });
    words.collect::<Vec<_>>().join(",")
}

fn folder_path(folder: &Path, name: &str) -> String {
    let path = files::absolute(&folder.join(name));
    path.to_string_lossy().into_owned()
}

/// Returns the output of `program`, if it can be run and exits with status 0.
fn output(program: &str, arguments: &[String]) -> Result<String, Problem> {
    let output = processes::output(Command::new(program).args(arguments));
    let output = output.map_err(|error| {
        let sentence = format!("`{program}` of Slurm cannot be run: {}", reason(&error));
        Problem::output(sentence)
    })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.trim().lines().last().unwrap_or("it says nothing");
        Err(Problem::output(format!(
            "`{program}` of Slurm refuses: {said}"
        )))
    }
}

/// Submits a job and returns its number.
fn sbatch(arguments: &[String]) -> Result<String, Problem> {
    let arguments: Vec<_> = std::iter::once("--parsable".to_owned())
        .chain(arguments.iter().cloned())
        .collect();
    let said = output("sbatch", &arguments)?;
    // The name of the cluster may follow.
    let job = said.trim().split(';').next().unwrap_or_default();
    if !job.is_empty() && job.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(job.to_owned())
    } else {
        Err(Problem::output(format!(
            "`sbatch` says `{}`, which is no number of a job",
            said.trim()
        )))
    }
}

/// MaxArraySize, which the indices of an array must be below.
fn array_size() -> usize {
    let said = output("scontrol", &["show".to_owned(), "config".to_owned()]);
    let said = said.unwrap_or_default();
    let line = said
        .lines()
        .find(|line| line.trim_start().starts_with("MaxArraySize"));
    let size = line.and_then(|line| line.split_once('=')?.1.trim().parse().ok());
    size.unwrap_or(USUAL_ARRAY_SIZE)
}

fn write_jobs(folder: &Path, jobs: &[String]) -> Result<(), Problem> {
    let rows = jobs.iter().map(|job| vec![job.clone()]);
    let rows = std::iter::once(vec!["job".to_owned()])
        .chain(rows)
        .collect();
    export::write_rows(&folder.join(JOBS), rows)
}

/// Returns the jobs that were submitted last for the sweep in `folder`.
pub fn jobs(folder: &Path) -> Vec<String> {
    let Ok(reader) = csv::Reader::from_path(folder.join(JOBS)) else {
        return Vec::new();
    };
    let rows = reader.into_records().filter_map(Result::ok);
    rows.filter_map(|row| row.get(0).map(str::to_owned))
        .collect()
}

/// Returns the states of a job's tasks that are still in the queue, each once with its count. Slurm
/// forgets jobs that have ended.
pub fn states(job: &str) -> Vec<(String, usize)> {
    let requested = ["--noheader", "--array", "--format=%T"].map(str::to_owned);
    let requested: Vec<_> = requested
        .into_iter()
        .chain([format!("--jobs={job}")])
        .collect();
    let mut counted: Vec<(String, usize)> = Vec::new();
    for state in output("squeue", &requested)
        .unwrap_or_default()
        .split_whitespace()
    {
        match counted.iter_mut().find(|(other, _)| other == state) {
            Some((_, count)) => *count += 1,
            None => counted.push((state.to_owned(), 1)),
        }
    }
    counted
}

/// Cancels the jobs that were submitted last for the sweep in `folder`, and returns them.
///
/// # Errors
/// There are none, or Slurm refuses.
pub fn cancel(folder: &Path) -> Result<Vec<String>, Problem> {
    let jobs = jobs(folder);
    if jobs.is_empty() {
        let sentence = "nothing of this sweep was submitted to Slurm";
        return Err(Problem::input(sentence).in_file(folder));
    }
    output("scancel", &jobs).map(|_| jobs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_have_work_for_half_a_minute() {
        let shards =
            |pieces, seconds, size| super::shards(pieces, pieces_per_task(seconds, 30.0), size);
        // 0.5 s each: 60 together.
        assert_eq!(shards(600, 0.5, 1_001), 10);
        assert_eq!(shards(601, 0.5, 1_001), 11);
        // A minute each: one by one, unless those are too many.
        assert_eq!(shards(600, 60.0, 1_001), 600);
        assert_eq!(shards(5_000, 60.0, 1_001), 1_000);
        assert_eq!(shards(3, 0.0, 1_001), 1);
        assert_eq!(shards(3, 99.0, 1), 1);
    }

    #[test]
    fn numbers_as_slurm_reads_them() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
        assert_eq!(ranges(&[5]), "5");
    }
}
