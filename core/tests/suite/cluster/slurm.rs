//! Slurm's passes on nodes that jobs share, against a slow and simple reference.

use cosched_core::engine::{KillReason, Setup, each};
use cosched_core::machine::cluster::{ClusterSetup, PreemptMode};
use cosched_core::policy::slurm::{BoxedShared, NodeChoice, PassTimes, SharedNodes, Slurm};
use cosched_core::random::Random;
use cosched_core::{Duration, Event, Sink, Time};

use super::draw::{self, Case, Qos};
use super::oracle::Schedule;
use super::simulate_with;
use super::slurm_oracle::schedule;
use super::storage::SetupStorage;
use super::switches::{as_core, bits_of, drawn_tree};
use crate::queue::slurm::{self, PACE, instants, looking};

/// A case with times long enough for limits of several minutes, without maintenance.
fn drawn(number: u64) -> (Case, slurm::Case) {
    let mut case = draw::case(number);
    case.windows.clear();
    for job in &mut case.jobs {
        job.submit *= 20;
        job.runtime *= 20;
        job.estimate *= 20;
    }
    for one in &mut case.reserved {
        (one.from, one.until) = (20 * one.from, 20 * one.until);
    }
    let mut rules = slurm::Case::drawn(number);
    rules.nodes = case.nodes() as u32;
    let mut random = Random::new(number, 20);
    match random.below(5) {
        0 | 1 => {
            for partition in &mut case.partitions {
                partition.preempt = drawn_mode(&mut random);
            }
        }
        2 | 3 => preempt_by_qos(&mut case, &mut random),
        _ => {}
    }
    case.busy_first = random.below(4) == 0;
    if random.below(3) == 0 {
        case.switches = drawn_tree(case.nodes(), &mut random);
    }
    case.overrun = rules.overrun.unwrap_or(0);
    (case, rules)
}

fn drawn_mode(random: &mut Random) -> PreemptMode {
    match random.below(5) {
        0 => PreemptMode::Off,
        1 | 2 => PreemptMode::Cancel,
        _ => PreemptMode::Requeue,
    }
}

/// Lets qualities of service preempt others, of which none may preempt them in turn; of the three that
/// jobs have, the last may have no rules.
fn preempt_by_qos(case: &mut Case, random: &mut Random) {
    let count = 2 + random.below(2) as usize;
    let is_upwards = random.below(2) == 0;
    case.qos = (0..count)
        .map(|own| Qos {
            preempts: (0..count)
                .map(|other| other != own && (other < own) == is_upwards && random.below(4) > 0)
                .collect(),
            preempt: drawn_mode(random),
            priority: random.below(3) as u32,
        })
        .collect();
}

fn by_policy(case: &Case, rules: &slurm::Case, sink: &mut dyn Sink) -> Schedule {
    let lent = SetupStorage::new(case);
    let (partitions, advance) = (lent.partitions(), lent.advance());
    let bits = bits_of(&case.switches, case.nodes());
    let switches = as_core(&case.switches, &bits);
    let setup = Setup::cluster(&lent.workload, rules.nodes)
        .with_cluster(ClusterSetup {
            switches: &switches,
            ..lent.setup(&partitions, &advance)
        })
        .with_kill_at_estimate(case.kills)
        .with_overrun(Duration::from_seconds(case.overrun));
    let mut boxed = BoxedShared::new(&setup, rules.depth);
    let buffers = boxed.as_buffers();
    let grid = rules.grid();
    let selection = (rules.plugin.selection(), NodeChoice::BestFit);
    let nodes = SharedNodes::new(&setup, rules.depth, grid, selection, buffers).unwrap();
    let nodes = nodes.with_busy_nodes(case.busy_first);
    let nodes = match rules.overrun {
        Some(overrun) => nodes.with_overrun(Duration::from_seconds(overrun)),
        None => nodes,
    };
    let (main, backfill) = (instants(&rules.main), instants(&rules.backfill));
    let ticks = PassTimes::At {
        main: &main,
        backfill: &backfill,
        clearing: &[],
    };
    let mut policy = Slurm::with_resources(nodes, looking(rules.depth), ticks, PACE);
    simulate_with(setup, &mut policy, sink)
}

#[test]
fn two_thousand_random_runs_start_as_the_slow_program_says() {
    let (mut waited, mut requeued, mut cancelled, mut by_qos) = (0, 0, 0, 0);
    let mut by_switches = 0;
    for number in 0..2000 {
        let (case, rules) = drawn(number);
        let is_by_qos = !case.qos.is_empty();
        let mut count = each(|_, event| {
            if let Event::Killed(_, why) = event {
                requeued += usize::from(why == KillReason::Requeued);
                cancelled += usize::from(why == KillReason::Preempted);
                let is_preempted = matches!(why, KillReason::Requeued | KillReason::Preempted);
                by_qos += usize::from(is_by_qos && is_preempted);
            }
        });
        let found = by_policy(&case, &rules, &mut count);
        let expected = schedule(&case, &rules);
        assert_eq!(found, expected, "case {number}: {case:?}\n{rules:?}");
        if !case.switches.is_empty() {
            let without = Case {
                switches: Vec::new(),
                ..case.clone()
            };
            by_switches += usize::from(by_policy(&without, &rules, &mut ()) != found);
        }
        let starts = found.iter().zip(&case.jobs);
        waited += starts
            .filter(|(one, job)| one.as_ref().is_some_and(|one| one.0 > job.submit + 60))
            .count();
    }
    assert!(waited > 2000, "there would be nothing to compare: {waited}");
    assert!(
        requeued > 150 && cancelled > 20 && by_qos > 50,
        "hardly any job was preempted: {requeued} requeued, {cancelled} cancelled, {by_qos} by quality"
    );
    assert!(by_switches > 100, "switches hardly choose: {by_switches}");
}

/// A sink that wants all reasons: with it every pass is made.
struct EveryPass;

impl Sink for EveryPass {
    fn record(&mut self, _at: Time, _event: Event) {}

    fn wants_reasons(&self) -> bool {
        true
    }
}

/// Passes that would decide as the last one are left out. Jobs wait for long here, for nodes of jobs that
/// end early, at their limits and behind them, and passes come often.
#[test]
fn passes_left_out_would_have_decided_the_same() {
    let mut waited = 0;
    for number in 0..3000 {
        let mut case = draw::scaled(number, 3);
        let (other, mut rules) = drawn(number);
        case.busy_first = other.busy_first;
        if !other.switches.is_empty() {
            case.switches = drawn_tree(case.nodes(), &mut Random::new(number, 22));
        }
        case.overrun = rules.overrun.unwrap_or(0);
        case.windows.clear();
        if number % 4 > 0 {
            case.reserved.clear();
        }
        case.kills &= number % 3 != 1;
        for partition in &mut case.partitions {
            partition.preempt = match number % 20 {
                0 => PreemptMode::Requeue,
                5 => PreemptMode::Cancel,
                _ => PreemptMode::Off,
            };
        }
        if number % 20 == 10 {
            preempt_by_qos(&mut case, &mut Random::new(number, 21));
        }
        for (index, job) in case.jobs.iter_mut().enumerate() {
            let early = 1 + (number + index as u64) % 3;
            (job.submit, job.estimate) = (40 * job.submit, 60 * early * job.estimate);
            job.runtime = match number % 3 {
                0 => 30 * job.runtime,
                1 => job.estimate + 45 * job.runtime,
                _ => job.estimate.saturating_sub(7 * job.runtime).max(1),
            };
            job.reservation = job.reservation.filter(|_| !case.reserved.is_empty());
        }
        for one in &mut case.reserved {
            (one.from, one.until) = (180 * one.from, 180 * one.until);
        }
        rules.nodes = case.nodes() as u32;
        let found = by_policy(&case, &rules, &mut ());
        let expected = by_policy(&case, &rules, &mut EveryPass);
        assert_eq!(found, expected, "case {number}: {case:?}\n{rules:?}");
        let starts = found.iter().zip(&case.jobs);
        waited += starts
            .filter(|(one, job)| one.as_ref().is_some_and(|one| one.0 > job.submit + 300))
            .count();
    }
    assert!(waited > 2000, "there would be nothing to compare: {waited}");
}
