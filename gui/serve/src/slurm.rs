//! A cluster that Slurm runs, asked by its own commands and never told anything.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use laboratory::base::problem::{Problem, reason};
use laboratory::base::system::clock::since_1970;
use laboratory::base::system::files;
use laboratory::load::account::SACCT_FIELDS;
use laboratory::load::queue::{self, FORMAT, NODES_FORMAT, QueueRequest};
use laboratory::record::choice::Choice;
use laboratory::scenario::{Parameters, PolicyName, Sizing};
use tempfile::TempDir;

use crate::programs::answer;
use crate::situation::{Situation, Source};

/// How it is asked.
#[derive(Clone, PartialEq, Debug)]
pub struct SlurmOptions {
    /// Longest that a command may take.
    pub limit: Duration,
    /// Days of accounting from which runtimes are drawn.
    pub days: u32,
    /// How long accounting and configuration are used before they are read again.
    pub history_every: Duration,
    /// Policy; that of its configuration if `None`.
    pub policy: Option<PolicyName>,
    /// Parameters of the policy.
    pub parameters: Parameters,
    /// Unit of sizes; nodes if they are given whole, or else cores if all are known.
    pub size: Option<Sizing>,
}

/// A live Slurm.
#[derive(Debug)]
pub struct Slurm {
    options: SlurmOptions,
    /// What the commands wrote.
    folder: TempDir,
    /// When accounting was read, if it was.
    history_at: Option<Instant>,
    has_history: bool,
    policy: PolicyName,
    size: Option<Sizing>,
    /// Seconds between two passes that backfill.
    pass_every: f64,
    remarks: Vec<String>,
}

impl Slurm {
    /// The Slurm whose commands are found in the search path.
    ///
    /// # Errors
    /// There is no room for what the commands write.
    pub fn new(options: SlurmOptions) -> Result<Self, Problem> {
        let folder = TempDir::with_prefix("cosched-serve-");
        let folder = folder.map_err(|error| Problem::output(error.to_string()))?;
        Ok(Self {
            policy: options.policy.unwrap_or(PolicyName::Easy),
            size: options.size,
            pass_every: USUAL_PASS_EVERY,
            options,
            folder,
            history_at: None,
            has_history: false,
            remarks: Vec::new(),
        })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Keeps what a command answers.
    fn keep(&self, file: &str, command: &str, arguments: &[&str]) -> Result<(), Problem> {
        let said = answer(command, arguments, self.options.limit)?;
        // Its own file, over what was read of it before.
        let path = self.file(file);
        let written = files::create(&path).and_then(|mut file| file.write_all(&said));
        written.map_err(|error| Problem::output(reason(&error)).in_file(&path))
    }

    /// Reads accounting and configuration, if it is time to. Without either the queue is predicted all
    /// the same, by the last accounting that was read.
    fn read_slowly(&mut self) {
        let every = self.options.history_every;
        if self.history_at.is_some_and(|at| at.elapsed() < every) {
            return;
        }
        self.history_at = Some(Instant::now());
        self.remarks.clear();
        let from = format!("now-{}days", self.options.days);
        let fields = format!("--format={SACCT_FIELDS}");
        let arguments = ["-a", "-X", "-P", "-D", "-S", &from, "-E", "now", &fields];
        match self.keep("history.sacct", "sacct", &arguments) {
            // A header alone is no accounting yet.
            Ok(()) => self.has_history = has_rows(&self.file("history.sacct")),
            Err(problem) => self.remarks.push(format!("accounting: {problem}")),
        }
        match answer("scontrol", &["show", "config"], self.options.limit) {
            Ok(said) => {
                let config = String::from_utf8_lossy(&said);
                let options = &self.options;
                self.policy = options.policy.unwrap_or_else(|| policy_of(&config));
                self.size = options.size.or_else(|| size_of(&config));
                self.pass_every = pass_every(&config);
            }
            Err(problem) => self.remarks.push(format!("configuration: {problem}")),
        }
    }
}

fn has_rows(file: &std::path::Path) -> bool {
    let text = files::read_text(file);
    text.is_ok_and(|text| text.lines().nth(1).is_some())
}

/// The value of a setting in what `scontrol show config` prints.
fn setting<'c>(config: &'c str, name: &str) -> Option<&'c str> {
    let mut lines = config.lines().filter_map(|line| line.split_once('='));
    let (_, value) = lines.find(|(key, _)| key.trim() == name)?;
    Some(value.trim())
}

/// The policy of a configuration: without backfilling it is FCFS.
fn policy_of(config: &str) -> PolicyName {
    match setting(config, "SchedulerType") {
        Some("sched/builtin") => PolicyName::Fcfs,
        _ => PolicyName::Easy,
    }
}

/// Slurm's `bf_interval` where it is not set, in seconds.
const USUAL_PASS_EVERY: f64 = 30.0;

/// Seconds between two passes that backfill, by a configuration; 0 if none do.
fn pass_every(config: &str) -> f64 {
    let parameters = setting(config, "SchedulerParameters").unwrap_or_default();
    let mut parameters = parameters.split(',').filter_map(|one| one.split_once('='));
    let interval = parameters.find(|(name, _)| name.trim() == "bf_interval");
    let interval = interval.and_then(|(_, value)| value.trim().parse().ok());
    match policy_of(config) {
        PolicyName::Fcfs => 0.0,
        _ => interval.map_or(USUAL_PASS_EVERY, |seconds: u32| f64::from(seconds)),
    }
}

/// The unit of sizes that a configuration asks for: with `select/linear` jobs get whole nodes, of
/// which squeue shows a waiting job to have one core a task.
fn size_of(config: &str) -> Option<Sizing> {
    let selects = setting(config, "SelectType");
    (selects == Some("select/linear")).then_some(Sizing::Nodes)
}

/// Words of a command's options, without the quotation marks that a shell takes away.
fn words(options: &str) -> Vec<&str> {
    let words = options.split_whitespace();
    words.map(|word| word.trim_matches('"')).collect()
}

impl Source for Slurm {
    fn look(&mut self) -> Result<Situation, Problem> {
        self.read_slowly();
        // Also those that are over: who ran for less than an interval has started as well.
        let mut of_squeue = vec!["-t", "all"];
        of_squeue.extend(words(FORMAT));
        self.keep("queue.txt", "squeue", &of_squeue)?;
        // A job that started in this second has started.
        let at = since_1970().as_secs() + 1;
        self.keep("nodes.txt", "sinfo", &words(NODES_FORMAT))?;
        let history = self.file("history.sacct");
        let request = QueueRequest {
            queue: self.file("queue.txt"),
            nodes_file: Some(self.file("nodes.txt")),
            history: self.has_history.then_some(history),
            nodes: None,
            size: self.size,
            zone: None,
            at: Some(at.to_string()),
        };
        let state = queue::read(&request).map_err(without_file)?;
        let choice = Choice::plain(self.policy, &self.options.parameters);
        let mut situation = Situation::of(state, at as f64, &choice)?;
        situation.remarks.extend(self.remarks.iter().cloned());
        situation.pass_every = self.pass_every;
        Ok(situation)
    }

    fn is_still(&self) -> bool {
        false
    }
}

/// The problem with the name of its file alone: where that lies is nobody's business.
fn without_file(mut problem: Problem) -> Problem {
    let name = problem.file.as_ref().and_then(|file| file.file_name());
    problem.file = name.map(PathBuf::from);
    problem
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_that_a_shell_would_give() {
        let expected = ["-a", "-N", "-o", "%N|%P|%T|%C|%l|%h"];
        assert_eq!(words(NODES_FORMAT), expected);
    }

    #[test]
    fn a_slurm_without_backfilling_is_fcfs() {
        let said = |kind: &str| format!("Configuration data\nSchedulerType           = {kind}\n");
        assert_eq!(policy_of(&said("sched/builtin")), PolicyName::Fcfs);
        assert_eq!(policy_of(&said("sched/backfill")), PolicyName::Easy);
        assert_eq!(policy_of("nonsense"), PolicyName::Easy);
    }

    #[test]
    fn passes_are_as_often_as_it_is_set() {
        let said = |what: &str| format!("SchedulerParameters     = {what}\n");
        assert_eq!(pass_every(&said("bf_continue,bf_interval=5,defer")), 5.0);
        for usual in ["(null)", "bf_interval=often", "bf_window=60"] {
            assert_eq!(pass_every(&said(usual)), 30.0);
        }
        assert_eq!(pass_every("SchedulerType = sched/builtin\n"), 0.0);
    }

    #[test]
    fn whole_nodes_are_counted_as_nodes() {
        let said = |kind: &str| format!("SelectType              = {kind}\n");
        assert_eq!(size_of(&said("select/linear")), Some(Sizing::Nodes));
        assert_eq!(size_of(&said("select/cons_tres")), None);
        assert_eq!(size_of("nonsense"), None);
    }
}
