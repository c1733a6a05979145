//! Executions of readers other than of scenarios: hosts, queues, configurations,
//! conditions.

use std::path::Path;
use std::sync::OnceLock;

use cosched::base::problem::Problem;
use cosched::base::progress::Progress;
use cosched::load::queue::{self, QueueRequest};
use cosched::load::slurm::conf::Conf;
use cosched::load::slurm::machine::DescribedMachine;
use cosched::load::slurm::settings::Settings;
use cosched::load::slurm::text::hosts::{Hosts, Room};
use cosched::metrics::select::filter::Filter;
use cosched::record::Run;
use cosched::run::{choices, simulate};
use cosched::{load, scenario};

use crate::execute::{Outcome, check_sentence, jobs};
use crate::surface::Surface;

/// Reads the file at `path` as the input of `surface`.
///
/// # Errors
/// The refusal.
///
/// # Panics
/// A bug of the program.
pub(crate) fn execute(
    surface: Surface,
    path: &Path,
    progress: &Progress,
) -> Result<Outcome, Problem> {
    match surface {
        Surface::Queues => standing(path),
        Surface::Confs => conf(path, progress),
        _ => {
            let bytes = std::fs::read(path).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            match surface {
                Surface::Hosts => hosts(&text),
                _ => filter(&text),
            }
        }
    }
}

fn hosts(text: &str) -> Result<Outcome, Problem> {
    let mut room = Room::default();
    let mut names = Vec::new();
    for line in text.lines() {
        let own = room.expand(line).map_err(Problem::input)?;
        assert!(own.iter().all(|name| !name.contains(['[', ']', ','])));
        names.extend(own);
    }
    assert!(names.len() <= 1 << 20, "{} hosts", names.len());
    let hosts = Hosts::new(names);
    for line in text.lines() {
        let numbers = hosts.numbers(line).map_err(Problem::input)?;
        assert!(numbers.iter().all(|&number| number < hosts.count()));
    }
    Ok(Outcome::Ran)
}

fn standing(path: &Path) -> Result<Outcome, Problem> {
    let nodes = path.with_file_name("nodes");
    let requested = QueueRequest {
        queue: path.to_path_buf(),
        nodes_file: nodes.exists().then_some(nodes),
        history: None,
        nodes: None,
        size: None,
        zone: None,
        at: None,
    };
    let _ = queue::is_queue(path);
    let found = queue::read(&requested);
    if let Some(nodes) = &requested.nodes_file {
        // Another input may have none.
        let _ = std::fs::remove_file(nodes);
    }
    let standing = found?;
    let left: usize = standing
        .not_predicted
        .iter()
        .map(|left| left.jobs.len())
        .sum();
    let counted = standing.running + standing.over + left + standing.predicted();
    assert_eq!(
        counted, standing.read,
        "jobs in none of the counts, or in two"
    );
    Ok(Outcome::Ran)
}

fn conf(path: &Path, progress: &Progress) -> Result<Outcome, Problem> {
    const JOBS: &str = "(machine: Cluster(nodes: 1), workload: Jobs([(submit: 0, runtime: 9, nodes: 1), (submit: 1, runtime: 5, nodes: 1), (submit: 1, runtime: 3, nodes: 1)]), policies: [Easy, Slurm])";
    let conf = Conf::read(path)?;
    if let Err(problem) = conf.hosts() {
        check_sentence(&problem);
    }
    let mut scenario = scenario::parse(JOBS, None)?;
    match Settings::of(&conf) {
        Ok(settings) => scenario.parameters.slurm = settings.slurm,
        Err(problem) => check_sentence(&problem),
    }
    let described = DescribedMachine::of(&conf)?;
    assert!(!described.summary(path).is_empty());
    described.apply_to(&mut scenario);
    let partitions = &described.cluster.partitions;
    if !partitions.is_empty() && partitions.iter().all(|one| !one.default) {
        // Jobs that name no partition go nowhere then.
        return Ok(Outcome::Ran);
    }
    jobs(scenario, path, progress, false)
}

fn filter(text: &str) -> Result<Outcome, Problem> {
    static RUN: OnceLock<Run> = OnceLock::new();
    let filter: Filter = match text.parse() {
        Ok(filter) => filter,
        Err(wrong) => {
            assert!(wrong.at <= text.chars().count(), "beyond the end");
            return Err(Problem::input(format!("{wrong}")));
        }
    };
    let run = RUN.get_or_init(run);
    let again: Filter = filter.to_string().parse().expect("it was read before");
    let both = filter.and(&again);
    let own = filter.and(&"nodes > 1".parse().expect("it is a condition"));
    for job in 0..run.outcomes.len() {
        let means = filter.selects(run, job);
        assert_eq!(means, again.selects(run, job), "it reads back as another");
        assert_eq!(means, both.selects(run, job));
        assert!(means || !own.selects(run, job));
    }
    let _ = (filter.is_policy_independent(), filter.is_all());
    Ok(Outcome::Ran)
}

/// A run to which conditions are applied.
fn run() -> Run {
    const JOBS: &str = "(machine: Cluster(nodes: 4), workload: Jobs([(submit: 0, runtime: 9, nodes: 4), (submit: 1, runtime: 5, estimate: 3, nodes: 1), (submit: 4000, runtime: 3, nodes: 2)]), policies: [Easy], parameters: (kill_at_estimate: true))";
    let scenario = scenario::parse(JOBS, None).expect("it is a scenario");
    let progress = Progress::default();
    let experiment = load::prepare(&scenario, None, &progress).expect("it can be run");
    let choice = choices(&scenario).remove(0);
    let run = simulate(&experiment.into(), &choice, false, &progress);
    run.expect("it runs").expect("nobody cancels it")
}
