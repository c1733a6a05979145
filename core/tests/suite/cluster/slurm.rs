//! Slurm's passes on nodes that jobs share, against a slow and simple reference.

use cosched_core::engine::{KillReason, Setup, each};
use cosched_core::machine::cluster::{ClusterSetup, NodeSleep, PreemptMode, Preemption};
use cosched_core::policy::slurm::{BoxedShared, NodeChoice, PassTimes, SharedNodes, Slurm};
use cosched_core::random::Random;
use cosched_core::{Duration, Event, Sink};

use super::draw::{self, Case, Qos};
use super::oracle::{Schedule, sleep::Sleep};
use super::simulate_with;
use super::slurm_oracle::schedule;
use super::storage::SetupStorage;
use super::topology::Topology;
use super::topology::blocks::draw_blocks;
use super::topology::switches::{TreeSwitch, as_core, bits_of, drawn_tree, is_above};
use crate::common::EveryPass;
use crate::queue::slurm::{self, PACE, instants, looking};

/// A case with times long enough for limits of several minutes, without maintenance.
pub(super) fn drawn(number: u64) -> (Case, slurm::Case) {
    drawn_of(draw::case(number), number)
}

/// A case with more jobs, those of some partitions before those of others, or of qualities of service.
fn crowded(number: u64) -> (Case, slurm::Case) {
    let (mut case, rules) = drawn_of(draw::scaled(number, 2), number);
    let mut random = Random::new(number, 23);
    let is_by_qos = random.below(3) == 0;
    for (partition, tier) in case.partitions.iter_mut().zip(0..) {
        (partition.tier, partition.up) = (tier, true);
        partition.preempt.mode = match random.below(2) {
            _ if is_by_qos => PreemptMode::Off,
            0 => PreemptMode::Requeue,
            _ => PreemptMode::Cancel,
        };
    }
    case.qos.clear();
    if is_by_qos {
        preempt_by_qos(&mut case, &mut random);
    }
    delay_preemption(&mut case, number);
    (case, rules)
}

fn drawn_of(mut case: Case, number: u64) -> (Case, slurm::Case) {
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
                partition.preempt = Preemption::of(drawn_mode(&mut random));
            }
        }
        2 | 3 => preempt_by_qos(&mut case, &mut random),
        _ => {}
    }
    case.busy_first = random.below(4) == 0;
    if random.below(3) == 0 {
        draw_switches(&mut case, &mut random);
    }
    case.overrun = rules.overrun.unwrap_or(0);
    delay_preemption(&mut case, number);
    (case, rules)
}

/// Draws switches of which one tree has room for each job.
fn draw_switches(case: &mut Case, random: &mut Random) {
    let mut drawn = (0..20).map(|_| drawn_tree(case.nodes(), random));
    let has_room = |tree: &Vec<TreeSwitch>| {
        (0..case.jobs.len()).all(|job| (0..tree.len()).any(|top| is_enough(case, job, tree, top)))
    };
    let found = drawn.find(has_room);
    case.topology.switches = found.unwrap_or_default();
}

/// Whether the idle nodes below a switch have room for a job.
fn is_enough(case: &Case, job: usize, tree: &[TreeSwitch], top: usize) -> bool {
    let leaves = (0..tree.len()).filter(|&leaf| is_above(tree, top, leaf));
    let nodes = leaves.flat_map(|leaf| &tree[leaf].nodes);
    let units = nodes.map(|&node| case.units_on(job, node));
    units.sum::<u32>() >= case.jobs[job].count
}

/// Gives half of those who may be preempted grace, and lets half of them run for some time before.
fn delay_preemption(case: &mut Case, number: u64) {
    let mut random = Random::new(number, 22);
    let by_qos = case.qos.iter_mut().map(|one| &mut one.preempt);
    let by_partition = case.partitions.iter_mut().map(|one| &mut one.preempt);
    for preemption in by_partition.chain(by_qos) {
        let mut drawn = |most: u64| {
            let span = random.below(2 * most).saturating_sub(most);
            Duration::from_seconds(span)
        };
        (preemption.grace, preemption.exempt) = (drawn(180), drawn(150));
    }
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
            preempt: Preemption::of(drawn_mode(random)),
            priority: random.below(3) as u32,
        })
        .collect();
}

fn preemption_of(case: &Case, job: usize) -> Preemption {
    let job = &case.jobs[job];
    let by_qos = case.qos.get(job.ids[2] as usize);
    by_qos.map_or(case.partitions[job.partition].preempt, |own| own.preempt)
}

pub(super) fn by_policy(case: &Case, rules: &slurm::Case, sink: &mut dyn Sink) -> Schedule {
    let lent = SetupStorage::new(case);
    let (partitions, advance) = (lent.partitions(), lent.advance());
    let bits = bits_of(&case.topology.switches, case.nodes());
    let switches = as_core(&case.topology.switches, &bits);
    let block_bits = case.topology.blocks.bits(case.nodes());
    let base: Vec<&[u64]> = block_bits.iter().map(|own| &own[..]).collect();
    let asleep: Vec<Vec<u64>> = case.sleep.iter().map(Sleep::bits).collect();
    let sleep = case.sleep.iter().zip(&asleep);
    let sleep: Vec<NodeSleep<'_>> = sleep.map(|(own, nodes)| own.as_core(nodes)).collect();
    let setup = Setup::cluster(&lent.workload, rules.nodes)
        .with_cluster(ClusterSetup {
            switches: &switches,
            sleep: &sleep,
            blocks: case.topology.blocks.as_core(&base),
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

/// What there was to compare.
#[derive(Debug, Default)]
struct Counts {
    /// Jobs that waited for more than a minute.
    waited: usize,
    requeued: usize,
    cancelled: usize,
    /// Of the preempted jobs those of which these are true.
    by_qos: usize,
    after_grace: usize,
    exempt: usize,
    /// Runs that are others because of switches or blocks.
    by_switches: usize,
    by_blocks: usize,
    /// Of these those with several trees.
    by_trees: usize,
}

fn compare(cases: impl Iterator<Item = (Case, slurm::Case)>) -> Counts {
    let mut counts = Counts::default();
    for (number, (case, rules)) in cases.enumerate() {
        let mut count = each(|_, event| {
            if let Event::Killed(job, why) = event {
                counts.requeued += usize::from(why == KillReason::Requeued);
                counts.cancelled += usize::from(why == KillReason::Preempted);
                let is_preempted = matches!(why, KillReason::Requeued | KillReason::Preempted);
                let own = preemption_of(&case, job.index());
                counts.by_qos += usize::from(!case.qos.is_empty() && is_preempted);
                counts.after_grace += usize::from(is_preempted && own.grace > Duration::ZERO);
                counts.exempt += usize::from(is_preempted && own.exempt > Duration::ZERO);
            }
        });
        let found = by_policy(&case, &rules, &mut count);
        let expected = schedule(&case, &rules);
        assert_eq!(found, expected, "case {number}: {case:?}\n{rules:?}");
        if !case.topology.is_flat() {
            let without = Case {
                topology: Topology::default(),
                ..case.clone()
            };
            let is_other = by_policy(&without, &rules, &mut ()) != found;
            let roots = case
                .topology
                .switches
                .iter()
                .filter(|one| one.parent.is_none());
            counts.by_switches += usize::from(is_other);
            let has_blocks = !case.topology.blocks.base.is_empty();
            counts.by_blocks += usize::from(is_other && has_blocks);
            counts.by_trees += usize::from(is_other && roots.count() > 1);
        }
        let starts = found.iter().zip(&case.jobs);
        counts.waited += starts
            .filter(|(one, job)| one.as_ref().is_some_and(|one| one.0 > job.submit + 60))
            .count();
    }
    counts
}

#[test]
fn two_thousand_random_runs_start_as_the_slow_program_says() {
    let counts = compare((0..2000).map(drawn));
    assert!(counts.waited > 2000, "nothing to compare: {counts:?}");
    assert!(
        counts.requeued > 60 && counts.cancelled > 20 && counts.by_qos > 50,
        "hardly any job was preempted: {counts:?}"
    );
    assert!(
        counts.after_grace > 40 && counts.exempt > 50,
        "hardly any preempted job had grace or was exempt before: {counts:?}"
    );
    assert!(
        counts.by_switches > 100 && counts.by_trees > 30,
        "switches hardly choose: {counts:?}"
    );
}

#[test]
fn runs_with_much_preemption_start_as_the_slow_program_says() {
    let counts = compare((0..800).map(crowded));
    assert!(
        counts.after_grace > 200 && counts.exempt > 200,
        "hardly any preempted job had grace or was exempt before: {counts:?}"
    );
}

/// A case with more jobs on several trees, which come soon after each other, and preempt nobody.
fn on_trees(number: u64) -> (Case, slurm::Case) {
    let (mut case, rules) = drawn_of(draw::scaled(number, 3), number);
    let mut random = Random::new(number, 25);
    let is_forest = |case: &Case| {
        let roots = case
            .topology
            .switches
            .iter()
            .filter(|one| one.parent.is_none());
        roots.count() > 1
    };
    for _ in 0..20 {
        if !is_forest(&case) {
            draw_switches(&mut case, &mut random);
        }
    }
    case.qos.clear();
    for partition in &mut case.partitions {
        (partition.preempt, partition.up) = (Preemption::NONE, true);
    }
    for job in &mut case.jobs {
        (job.submit, job.reservation) = (job.submit / 4, None);
        job.after.clear();
    }
    (case, rules)
}

#[test]
fn runs_on_several_trees_start_as_the_slow_program_says() {
    let counts = compare((0..600).map(on_trees));
    assert!(
        counts.by_trees > 200,
        "several trees hardly choose: {counts:?}"
    );
}

/// A case with more jobs on blocks, which come soon after each other.
fn on_blocks(number: u64) -> (Case, slurm::Case) {
    let (mut case, rules) = drawn_of(draw::scaled(number, 1 + number % 3), number);
    draw_blocks(&mut case, &mut Random::new(number, 26));
    for job in &mut case.jobs {
        job.submit /= 4;
    }
    for partition in &mut case.partitions {
        partition.up = true;
    }
    (case, rules)
}

#[test]
fn runs_on_blocks_start_as_the_slow_program_says() {
    let counts = compare((0..2000).map(on_blocks));
    assert!(
        counts.by_blocks > 600 && counts.waited > 5000,
        "blocks hardly choose: {counts:?}"
    );
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
        if !other.topology.switches.is_empty() {
            draw_switches(&mut case, &mut Random::new(number, 22));
        } else if number % 3 == 0 {
            draw_blocks(&mut case, &mut Random::new(number, 22));
        }
        case.overrun = rules.overrun.unwrap_or(0);
        case.windows.clear();
        if number % 4 > 0 {
            case.reserved.clear();
        }
        case.kills &= number % 3 != 1;
        for partition in &mut case.partitions {
            partition.preempt = Preemption::of(match number % 20 {
                0 => PreemptMode::Requeue,
                5 => PreemptMode::Cancel,
                _ => PreemptMode::Off,
            });
        }
        if number % 20 == 10 {
            preempt_by_qos(&mut case, &mut Random::new(number, 21));
        }
        delay_preemption(&mut case, number);
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
