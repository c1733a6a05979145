//! Explanations of jobs against what follows from the schedule and the rules alone.

mod plans;
mod schedule;

use std::cell::Cell;
use std::fmt::Write as _;

use cosched::base::progress::Progress;
use cosched::record::Run;
use cosched::run::explain::explain;
use cosched::run::explain::story::{Cause, Story};
use cosched_core::engine::StartReason;

use crate::draw::Draw;
use crate::examine::{ExactCase, examine_many};
use crate::product;
use schedule::{Job, Order, PassReason, Reservation, ReservationMove, Rules, Schedule};

/// A job as in the scenario, in whole seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
struct RequestedJob {
    submit: u64,
    runtime: u64,
    estimate: u64,
    nodes: u64,
}

#[derive(Clone)]
struct Explanations {
    nodes: u64,
    order: Order,
    behind: Option<Order>,
    /// Whether jobs run on beyond their estimates.
    runs_on: bool,
    policy: &'static str,
    rules: Rules,
    jobs: Vec<RequestedJob>,
}

std::thread_local! {
    /// Number of passers, reservations and holders compared.
    static COMPARED: Cell<usize> = const { Cell::new(0) };
}

impl ExactCase for Explanations {
    fn text(&self) -> String {
        let mut text = format!(
            "(machine: Cluster(nodes: {}), workload: Jobs([\n",
            self.nodes
        );
        for RequestedJob {
            submit,
            runtime,
            estimate,
            nodes,
        } in &self.jobs
        {
            let fields = format!("submit: {submit}, runtime: {runtime}, nodes: {nodes}");
            writeln!(text, "    ({fields}, estimate: {estimate}),").unwrap();
        }
        let behind = self
            .behind
            .map(|order| format!(", backfill_order: {order:?}"));
        format!(
            "{text}]), policies: [{}], parameters: (order: {:?}{}, kill_at_estimate: {}))",
            self.policy,
            self.order,
            behind.unwrap_or_default(),
            !self.runs_on
        )
    }

    fn differences(&self) -> Vec<String> {
        let runs = match product::runs(&self.text(), true) {
            Ok(runs) => runs,
            Err(refused) => return vec![refused],
        };
        let run = &runs[0];
        let schedule = self.schedule(run);
        let (mut all, mut reported) = (Vec::new(), 0);
        for job in (0..self.jobs.len()).filter(|&job| !run.outcomes[job].refused) {
            let story = explain(run, job, &Progress::default());
            let story = story.unwrap().unwrap().story;
            reported += story.passers.len();
            if self.rules != Rules::Others {
                reported += story.reservations.len() + story.holders.len();
            }
            let mut compare = |what: &str, slow: String, reported: String| {
                if slow != reported {
                    let job = job + 1;
                    all.push(format!(
                        "job {job}, {what}: {slow}, the product says {reported}"
                    ));
                }
            };
            compare_queue(&schedule, job, &story, &mut compare);
            if self.rules != Rules::Others {
                compare_reasons(&schedule, job, &story, &mut compare);
            }
        }
        COMPARED.with(|all| all.set(all.get() + reported));
        all
    }

    fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for index in 0..self.jobs.len() {
            let mut fewer = self.clone();
            fewer.jobs.remove(index);
            if !fewer.jobs.is_empty() {
                all.push(fewer);
            }
        }
        all
    }
}

impl Explanations {
    /// The schedule of the run.
    fn schedule(&self, run: &Run) -> Schedule {
        let jobs = self.jobs.iter().zip(&run.outcomes).enumerate();
        let jobs = jobs.map(|(index, (requested, outcome))| {
            let own = run.segments.iter().filter(|one| one.job as usize == index);
            let places = own.flat_map(|one| one.first_node..one.first_node + one.nodes);
            Job {
                submit: requested.submit * 1_000_000_000,
                start: outcome.started.0,
                end: outcome.completed.0,
                estimate: requested.estimate * 1_000_000_000,
                nodes: requested.nodes,
                places: places.collect(),
            }
        });
        Schedule {
            nodes: self.nodes,
            rules: self.rules,
            order: self.order,
            behind: self.behind.unwrap_or(self.order),
            jobs: jobs.collect(),
        }
    }
}

/// Jobs ahead and passers, under every policy.
fn compare_queue(
    schedule: &Schedule,
    job: usize,
    story: &Story,
    compare: &mut impl FnMut(&str, String, String),
) {
    let ahead = story
        .entries
        .iter()
        .map(|entry| (entry.at.0, entry.ahead.clone().expect("it is known")));
    compare(
        "ahead",
        format!("{:?}", [(schedule.jobs[job].submit, schedule.ahead(job))]),
        format!("{:?}", ahead.collect::<Vec<_>>()),
    );
    let mut passers: Vec<_> = story
        .passers
        .iter()
        .map(|one| (one.at.0, one.job))
        .collect();
    passers.sort_unstable();
    compare(
        "passers",
        format!("{:?}", schedule.started_meanwhile(job, true)),
        format!("{passers:?}"),
    );
    let started = story.ahead_started.iter().map(|&(at, job)| (at.0, job));
    let mut started: Vec<_> = started.collect();
    started.sort_unstable();
    compare(
        "those ahead that start",
        format!("{:?}", schedule.started_meanwhile(job, false)),
        format!("{started:?}"),
    );
}

/// Why jobs were allowed to pass, reservations, and previous holders of nodes.
fn compare_reasons(
    schedule: &Schedule,
    job: usize,
    story: &Story,
    compare: &mut impl FnMut(&str, String, String),
) {
    for passer in &story.passers {
        let reported = match passer.why {
            StartReason::BeforeShadow { head, shadow } => {
                PassReason::InTime(head.index(), shadow.0)
            }
            StartReason::ExtraNodes {
                head,
                shadow,
                extra,
            } => PassReason::Extra(head.index(), shadow.0, extra.into()),
            StartReason::Reserved {
                passed: Some(first),
            } => PassReason::Reserved(first.index()),
            other => panic!("{other:?}"),
        };
        compare(
            &format!("why {} passes", passer.job + 1),
            format!("{:?}", schedule.allowed(passer.job)),
            format!("{reported:?}"),
        );
    }
    let headed = story
        .headed
        .iter()
        .map(|head| (head.at.0, head.free.expect("of equal nodes it is known")));
    compare(
        "becomes head",
        format!("{:?}", schedule.headed(job)),
        format!("{:?}", headed.collect::<Vec<_>>()),
    );
    let reserved = story.reservations.iter().map(|one| Reservation {
        at: one.at.0,
        start: one.start.0,
        holders: one.holders.clone(),
        waits_for: one.waits_for.clone(),
        moved_by: match &one.cause {
            Cause::First => ReservationMove::New,
            Cause::Ended(jobs) => ReservationMove::Early(jobs.clone()),
            Cause::Overtaken(jobs) => ReservationMove::Ahead(jobs.clone()),
            Cause::Outran(jobs) => ReservationMove::Late(jobs.clone()),
            other => panic!("{other:?}"),
        },
    });
    compare(
        "reservations",
        format!("{:?}", schedule.reserved(job)),
        format!("{:?}", reserved.collect::<Vec<_>>()),
    );
    let held = story
        .holders
        .iter()
        .map(|one| (one.until.0, one.job, one.nodes));
    compare(
        "whose nodes it gets",
        format!("{:?}", schedule.previous_holders(job)),
        format!("{:?}", held.collect::<Vec<_>>()),
    );
}

fn draw(draw: &mut Draw, policy: &'static str, rules: Rules) -> Explanations {
    let nodes = draw.between(1, 6);
    let count = draw.between(2, 14);
    let mut submit = 0;
    let mut job = |draw: &mut Draw| {
        submit += if draw.once_in(2) {
            0
        } else {
            draw.between(1, 4)
        };
        let runtime = draw.between(1, 20);
        RequestedJob {
            submit,
            runtime,
            // Too long as a rule, too short at times: then it is killed.
            estimate: match draw.between(0, 3) {
                0 => runtime,
                1 => draw.between(1, 20),
                _ => runtime + draw.between(0, 20),
            },
            nodes: draw.between(1, nodes),
        }
    };
    let jobs = (0..count).map(|_| job(draw)).collect();
    let one = |draw: &mut Draw| Order::ALL[draw.between(0, 7) as usize];
    let has_order = rules != Rules::Others;
    Explanations {
        nodes,
        order: if has_order {
            one(draw)
        } else {
            Order::Submitted
        },
        behind: (rules == Rules::Easy && draw.once_in(3)).then(|| one(draw)),
        // Conservative backfilling plans anew then; those rules are not modelled here.
        runs_on: matches!(rules, Rules::Fcfs | Rules::Easy) && draw.once_in(4),
        policy,
        rules,
        jobs,
    }
}

#[test]
fn explanations_of_fcfs_follow_from_the_schedule() {
    examine_runs("Fcfs", Rules::Fcfs);
}

#[test]
fn explanations_of_easy_follow_from_the_schedule() {
    examine_runs("Easy", Rules::Easy);
}

#[test]
fn explanations_of_conservative_follow_from_the_schedule() {
    examine_runs("Conservative", Rules::Conservative);
}

#[test]
fn passers_under_the_other_policies_follow_from_the_schedule() {
    for policy in [
        "ScojoPect",
        "Gang",
        "Flexible",
        "Agile",
        "Kceasy",
        "Parallel",
        "Fair",
        "Adasa",
        "Slots",
    ] {
        examine_runs(policy, Rules::Others);
    }
}

/// Examines 300 runs, or as many as requested.
fn examine_runs(policy: &'static str, rules: Rules) {
    examine_many(&format!("explanations of {policy}"), 300, |one| {
        draw(one, policy, rules)
    });
    // Where no job waited nothing would have been compared.
    let reported = COMPARED.with(|reported| reported.replace(0));
    println!("explanations of {policy}: {reported} passers, reservations and holders");
    assert!(reported > 0, "{policy}");
}
