//! A cluster that Slurm runs, asked by its own commands and never told anything.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use laboratory::base::format::counted;
use laboratory::base::problem::{Problem, reason};
use laboratory::base::system::clock::since_1970;
use laboratory::base::system::files;
use laboratory::load::account::SACCT_FIELDS;
use laboratory::load::queue::{self, FORMAT, NODES_FORMAT, QueueRequest};
use laboratory::load::slurm::limits::PrintedLimits;
use laboratory::record::choice::Choice;
use laboratory::scenario::cluster::Limits;
use laboratory::scenario::{Parameters, PolicyName, Sizing};
use tempfile::TempDir;

use crate::configuration::Configuration;
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
    /// What its configuration is where `scontrol` does not say it.
    pub configuration: Configuration,
    /// Limits of associations and qualities of service.
    pub limits: LimitSource,
    /// Policy; that of its configuration if `None`.
    pub policy: Option<PolicyName>,
    /// Parameters of the policy.
    pub parameters: Parameters,
    /// Unit of sizes; nodes if they are given whole, or else cores if all are known.
    pub size: Option<Sizing>,
}

/// Where limits are known from.
#[derive(Clone, PartialEq, Debug)]
pub enum LimitSource {
    /// These, which may be none.
    Known(Limits),
    /// `sacctmgr`, which is asked as often as accounting.
    Asked,
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
    configuration: Configuration,
    limits: Limits,
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
        let limits = match &options.limits {
            LimitSource::Known(limits) => limits.clone(),
            LimitSource::Asked => Limits::NONE,
        };
        Ok(Self {
            configuration: options.configuration.clone(),
            limits,
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
                let printed = Configuration::printed(&String::from_utf8_lossy(&said));
                self.configuration = printed.or(&self.options.configuration);
            }
            Err(problem) => self.remarks.push(format!("configuration: {problem}")),
        }
        if self.options.limits == LimitSource::Asked {
            match self.asked_limits() {
                Ok(limits) => self.limits = limits,
                // Those that were read before hold on.
                Err(problem) => self.remarks.push(format!("limits: {problem}")),
            }
        }
    }

    /// The limits that `sacctmgr` says, and remarks on those that are not simulated.
    fn asked_limits(&mut self) -> Result<Limits, Problem> {
        let mut all = PrintedLimits::default();
        for arguments in LIMITS {
            let said = answer("sacctmgr", arguments, self.options.limit)?;
            let said = String::from_utf8_lossy(&said);
            // What is wrong with a line is not said, as it would name whose limit it is.
            let printed = PrintedLimits::parse(&said).map_err(|problem| {
                let (command, line) = (
                    arguments.join(" "),
                    problem.position.map_or(1, |at| at.line),
                );
                Problem::input(format!("sacctmgr {command}: line {line} cannot be read"))
            })?;
            all.add(printed);
        }
        self.remarks.extend(not_simulated(&all));
        Ok(all.limits)
    }
}

/// What `sacctmgr` is asked for: associations with those they are below, and qualities of service.
const LIMITS: [&[&str]; 2] = [&["-P", "show", "assoc", "tree"], &["-P", "show", "qos"]];

/// Most limits that are named as not simulated.
const MOST_NAMED: usize = 3;

/// A remark on limits that are not simulated, if there are any: they may name users, so it counts them but
/// for those of qualities of service.
pub fn not_simulated(limits: &PrintedLimits) -> Option<String> {
    let all = &limits.not_simulated;
    let of_qos = all
        .iter()
        .filter(|one| one.contains(" of quality of service "));
    let named: Vec<&str> = of_qos.map(String::as_str).take(MOST_NAMED).collect();
    (!all.is_empty()).then(|| {
        let number = counted(all.len(), "limit");
        let such = named
            .first()
            .map_or_else(String::new, |_| format!(", as {}", named.join(", ")));
        format!("not simulated: {number}{such}")
    })
}

fn has_rows(file: &std::path::Path) -> bool {
    let text = files::read_text(file);
    text.is_ok_and(|text| text.lines().nth(1).is_some())
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
            size: self.options.size.or_else(|| self.configuration.size()),
            zone: None,
            at: Some(at.to_string()),
        };
        let state = queue::read_under(&request, &self.limits).map_err(without_file)?;
        let policy = self.options.policy;
        let policy = policy.unwrap_or_else(|| self.configuration.policy());
        let choice = Choice::plain(policy, &self.options.parameters);
        let mut situation = Situation::of(state, at as f64, &choice)?;
        situation.remarks.extend(self.remarks.iter().cloned());
        situation.pass_every = self.configuration.pass_every();
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
}
