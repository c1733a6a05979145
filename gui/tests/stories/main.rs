//! Every sentence of a story against an independent replay of the events of the run.
//!
//! No sentence may name a job that did not do what it says, or a number that does not follow from
//! submissions, starts and ends.

mod clusters;
mod pattern;
mod reasons;
mod record;
mod rules;
mod sentences;
#[path = "../support/stored.rs"]
mod stored;

use std::path::Path;
use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::load::{self, Opened};
use cosched::record::unit::Unit;
use cosched::record::{Experiment, Run};
use cosched::run::explain::explain_each;
use cosched::run::{Choice, choices, simulate};
use cosched::scenario::{self, Parameters, PolicyName};
use record::Record;
use rules::Facts;

/// Results of the checks.
#[derive(Default)]
struct Tally {
    jobs: usize,
    sentences: usize,
    wrong: Vec<String>,
}

impl Tally {
    /// Explains each of `jobs` of `run` and checks the sentences.
    fn check(&mut self, name: &str, run: &Run, jobs: &[usize]) {
        let explained = explain_each(run, jobs, &Progress::default());
        let mut explained = explained.unwrap().unwrap();
        // The patterns of sentences have the noun of most runs.
        let unit = run.experiment.unit();
        for remark in explained.iter_mut().flat_map(|one| &mut one.remarks) {
            let sentence = remark.sentence.replace(unit.many(), Unit::Node.many());
            remark.sentence = sentence.replace(unit.one(), Unit::Node.one());
        }
        let reported: Vec<_> = jobs.iter().copied().zip(explained).collect();
        let record = Record::of(run);
        let facts = Facts::new(run, &record, &reported);
        for (job, explained) in &reported {
            self.jobs += 1;
            self.sentences += explained.remarks.len();
            let wrong = facts.wrong(*job, &explained.remarks);
            let label = &run.label;
            let wrong = wrong.into_iter();
            self.wrong
                .extend(wrong.map(|wrong| format!("{name}, {label}: {wrong}")));
        }
    }

    fn check_all(&mut self, name: &str, experiment: &Arc<Experiment>) {
        // The replay here models one policy from beginning to end; branches are compared with a
        // program of their own.
        let whole = choices(&experiment.scenario).into_iter();
        for choice in whole.filter(|choice| choice.branch.is_none()) {
            let run = simulate(experiment, &choice, true, &Progress::default());
            let run = run.unwrap().unwrap();
            let jobs: Vec<usize> = (0..run.outcomes.len()).collect();
            self.check(name, &run, &jobs);
        }
    }

    /// Prints the counts, and fails if anything was wrong.
    fn end(self, name: &str) {
        println!("{name}: {} sentences of {} jobs", self.sentences, self.jobs);
        let wrong = &self.wrong;
        for wrong in wrong {
            println!("{wrong}");
        }
        assert!(
            wrong.is_empty(),
            "{} wrong, first {:#?}",
            wrong.len(),
            &wrong[..wrong.len().min(12)]
        );
        assert!(
            self.jobs > 0 && self.sentences >= 2 * self.jobs,
            "{name} says nothing"
        );
    }
}

fn prepare(text: &str) -> Arc<Experiment> {
    let scenario = scenario::parse(text, None).unwrap();
    let experiment = load::prepare(&scenario, None, &Progress::default());
    Arc::new(experiment.unwrap())
}

#[test]
fn every_sentence_of_every_fixture_is_true() {
    let mut tally = Tally::default();
    for (path, opened) in stored::scenarios(&[""]) {
        let Opened::Jobs(scenario) = opened else {
            continue;
        };
        let experiment = load::prepare(&scenario, Some(&path), &Progress::default());
        let experiment = experiment.unwrap();
        if experiment.cluster.is_some() {
            // Compared with a count of its own, in `clusters`.
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        tally.check_all(&name, &Arc::new(experiment));
    }
    tally.end("fixtures");
}

/// Runs on nodes with features rare in fixtures: jobs that outrun their estimates, a limited
/// backfilling depth, other orders, maintenance and failures.
#[test]
fn every_sentence_of_drawn_runs_is_true() {
    let mut tally = Tally::default();
    let features = [
        "",
        "kill_at_estimate: false",
        "depth: 3",
        "depth: 2, kill_at_estimate: false",
        "order: ShortestEstimate",
        "order: MostNodes, kill_at_estimate: false",
        "order: Wfp3, backfill_order: ShortestEstimate",
        "priority: (weights: (age: 1000, job_size: 2000), period: 600, favour_small: true)",
    ];
    let failures = "failures: (time_to_failure: Exponential(mean: 90000), time_to_repair: Exponential(mean: 3000))";
    let outages = [
        String::new(),
        ", outages: (maintenance: [(from: 20000, until: 40000, first: 0, count: 16)])".to_owned(),
        format!(", outages: ({failures})"),
        format!(
            ", outages: ({failures}, interrupted: TakenUp, checkpoint: (interval: 600, cost: 10))"
        ),
    ];
    for (seed, feature) in features.into_iter().enumerate() {
        for out in &outages {
            let text = format!(
                "(machine: Cluster(nodes: 32{out}), policies: [Fcfs, Easy, Conservative], seed: {seed},
                    workload: Lublin(jobs: 150, load: 1.2, estimates: UpTo(3)), parameters: ({feature}))"
            );
            tally.check_all(&format!("{feature}{out}"), &prepare(&text));
        }
    }
    tally.end("drawn runs");
}

/// Number of jobs of each log that are explained, evenly spread.
const SAMPLED: usize = 1_000;

/// Explains a log. The logs are not in the project but beside it; where one is absent this prints
/// that and passes.
fn explain_log(name: &str, policies: &[PolicyName]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/traces");
    let path = folder.join(name);
    if !path.exists() {
        println!("skipped: {name} is not beside the project");
        return;
    }
    let scenario = load::open(&path).unwrap();
    let experiment = load::prepare(&scenario, Some(&path), &Progress::default());
    let experiment = Arc::new(experiment.unwrap());
    let mut tally = Tally::default();
    for &policy in policies {
        let choice = Choice::plain(policy, &Parameters::default());
        let run = simulate(&experiment, &choice, true, &Progress::default());
        let run = run.unwrap().unwrap();
        let count = run.outcomes.len();
        let jobs: Vec<usize> = (0..SAMPLED).map(|index| index * count / SAMPLED).collect();
        tally.check(name, &run, &jobs);
    }
    tally.end(name);
}

#[test]
fn stories_of_kth_are_true() {
    let policies = [PolicyName::Fcfs, PolicyName::Easy, PolicyName::Conservative];
    explain_log("KTH-SP2-1996-2.1-cln.swf.gz", &policies);
}

#[test]
fn stories_of_nasa_are_true() {
    let policies = [PolicyName::Fcfs, PolicyName::Easy, PolicyName::Conservative];
    explain_log("NASA-iPSC-1993-3.1-cln.swf.gz", &policies);
}

#[test]
fn stories_of_lanl_are_true() {
    explain_log("LANL-CM5-1994-4.1-cln.swf.gz", &[PolicyName::Easy]);
}

#[test]
fn stories_of_thunder_are_true() {
    explain_log("LLNL-Thunder-2007-1.1-cln.swf.gz", &[PolicyName::Easy]);
}

#[test]
fn stories_of_egee_are_true() {
    explain_log("LPC-EGEE-2004-1.2-cln.swf.gz", &[PolicyName::Easy]);
}

#[test]
fn stories_of_blue_are_true() {
    explain_log("SDSC-BLUE-2000-4.2-cln.swf.gz", &[PolicyName::Easy]);
}

/// A check that cannot fail checks nothing: a number that is one more is noticed.
#[test]
fn wrong_numbers_are_noticed() {
    let experiment = prepare(
        "(machine: Cluster(nodes: 16), policies: [Easy],
            workload: Lublin(jobs: 60, load: 1.2, estimates: UpTo(3)))",
    );
    let choice = &choices(&experiment.scenario)[0];
    let run = simulate(&experiment, choice, true, &Progress::default());
    let run = run.unwrap().unwrap();
    let record = Record::of(&run);
    let (mut changed, mut noticed) = (0, 0);
    for job in 0..run.outcomes.len() {
        let reported = explain_each(&run, &[job], &Progress::default());
        let reported = reported.unwrap().unwrap().pop().unwrap();
        let remarks = reported.remarks.clone();
        let facts = Facts::new(&run, &record, &[(job, reported)]);
        assert!(facts.wrong(job, &remarks).is_empty());
        for index in 0..remarks.len() {
            for other in one_more(&remarks[index].sentence) {
                let mut wrong = remarks.clone();
                wrong[index].sentence = other;
                changed += 1;
                noticed += usize::from(!facts.wrong(job, &wrong).is_empty());
            }
        }
    }
    // Of nodes left over a sentence gives only a number that is enough.
    assert!(
        changed > 300 && 10 * noticed >= 9 * changed,
        "{noticed} of {changed}"
    );
}

/// `said` with each of its numbers in turn one more.
fn one_more(said: &str) -> Vec<String> {
    let words: Vec<&str> = said.split(' ').collect();
    let more = |index: usize| {
        let word = words[index];
        let digits = word.trim_end_matches([',', ':', ';']);
        let number: u64 = digits.parse().ok()?;
        let other = format!("{}{}", number + 1, &word[digits.len()..]);
        let mut words = words.clone();
        words[index] = &other;
        Some(words.join(" "))
    };
    (0..words.len()).filter_map(more).collect()
}
