//! Facts of a job for the inspector, name by name.

use cosched_core::Time;

pub(crate) mod fact;
pub(super) mod so_far;
use crate::family::placement::placed;
use fact::Fact;
use laboratory::base::format;
use laboratory::family::moldable::metrics as deadlines;
use laboratory::family::slots::record::BoughtWindow;
use laboratory::record::{NameTables, Run};

/// Returns every fact of a job.
pub(crate) fn details(run: &Run, job: usize, nodes: &str) -> Vec<Fact> {
    if run.placements().is_some() {
        return placed::facts(run, job);
    }
    let (spec, outcome) = (run.experiment.jobs[job], run.outcomes[job]);
    let label = &run.experiment.labels[job];
    let (ran, stayed) = (outcome.executed, outcome.completed.since(outcome.started));
    if outcome.refused {
        return refused_facts(run, job);
    }
    let end = if outcome.killed {
        format!("{}, killed", run.instant(outcome.completed))
    } else {
        run.instant(outcome.completed)
    };
    let size = format::count(u64::from(spec.nodes));
    let mut all = vec![
        Fact::submitted("submit", run.instant(spec.submit)),
        Fact::started("wait", format::span(run.wait(job).seconds())).above(),
        Fact::started("start", run.instant(outcome.started)),
        Fact::ended("end", end),
        Fact::ended("runtime", format::span(ran.seconds())).above(),
        Fact::submitted("estimate", format::span(spec.estimate.seconds())).above(),
        Fact::ended("response", format::span(run.response(job).seconds())),
        Fact::ended(
            "bounded slowdown",
            format::number(run.bounded_slowdown(job)),
        ),
        if run.molds().is_some() {
            Fact::submitted("asked for", size)
        } else {
            Fact::submitted(request_label(run), size).above()
        },
        Fact::started("which", nodes),
    ];
    if stayed != ran {
        // With loads, swap-outs and other classes' slices.
        all.push(Fact::ended("start to end", format::span(stayed.seconds())));
    }
    if let Some(outages) = run.outages()
        && outages.interrupted[job] > 0
    {
        let times = match outages.interrupted[job] {
            1 => "once".to_owned(),
            times => format!("{} times", format::count(u64::from(times))),
        };
        all.push(Fact::ended("interrupted", times));
    }
    all.extend(memory_details(run, job));
    all.extend(class_fact(run, job));
    all.extend(moldable_facts(run, job));
    all.extend(purchase_facts(run, job));
    let called = &run.experiment.label_names;
    if let Some(user) = label.user() {
        all.push(Fact::submitted(
            "user",
            NameTables::name(&called.users, user),
        ));
    }
    match (&run.experiment.cluster, label.queue()) {
        (Some(cluster), _) => {
            let requested = cluster.layout.request_text(&cluster.requests[job]);
            all.push(Fact::submitted("asks for", requested));
            let partition = cluster.partition_of(job).name.clone();
            all.push(Fact::submitted("partition", partition));
        }
        (None, Some(queue)) => {
            let queue = NameTables::name(&called.partitions, queue);
            all.push(Fact::submitted("queue", queue));
        }
        (None, None) => {}
    }
    all
}

/// Returns the name of a job's request: on a cluster tasks or nodes, with their description.
pub(super) fn request_label(run: &Run) -> &'static str {
    match run.experiment.cluster {
        Some(_) => "nodes",
        None => run.experiment.unit().many(),
    }
}

/// Returns the facts of a job that never ran.
fn refused_facts(run: &Run, job: usize) -> Vec<Fact> {
    let spec = run.experiment.jobs[job];
    let deadline = deadlines::deadline(run, job);
    let outcome = run.outcomes[job];
    let why = match run.slots() {
        _ if run.is_never_started(job) => "its advance reservation had ended",
        _ if outcome.completed > outcome.entered => "taken back by its user",
        Some(_) => "no window was left for it",
        None => "it could not meet its deadline",
    };
    let mut all = vec![
        Fact::submitted("submit", run.instant(spec.submit)),
        Fact::ended(run.why_not_run(job).unwrap_or("refused"), why),
        Fact::submitted("estimate", format::span(spec.estimate.seconds())).above(),
        Fact::submitted(request_label(run), format::count(u64::from(spec.nodes))).above(),
    ];
    all.extend(deadline.map(|deadline| Fact::ended("deadline", run.instant(deadline))));
    all
}

/// Returns what a job paid for its nodes, and how good they are.
fn purchase_facts(run: &Run, job: usize) -> Vec<Fact> {
    let record = run.slots();
    let bought = record.and_then(|record| record.bought.get(job).copied().flatten());
    let facts = |bought: BoughtWindow| {
        vec![
            Fact::ended("cost", format::number(bought.cost.units())),
            Fact::ended("quality", format::number(bought.quality.units())),
        ]
    };
    bought.map_or_else(Vec::new, facts)
}

/// Returns the memory that a job needs and what that cost it, if memory is simulated.
fn memory_details(run: &Run, job: usize) -> Vec<Fact> {
    let Some(overhead) = run.overheads().get(job) else {
        return Vec::new();
    };
    let memory = f64::from(run.experiment.jobs[job].memory.0) / 1024.0;
    let unit = run.experiment.size_unit.one();
    vec![
        Fact::submitted("memory", format!("{} MiB a {unit}", format::number(memory))),
        Fact::submitted("class", run.classes[job].to_string()),
        Fact::ended("first load", format::span(overhead.first_load.seconds())),
        Fact::ended("reloads", format::span(overhead.reload.seconds())),
        Fact::ended("swap-outs", format::span(overhead.swap_out.seconds())),
        Fact::ended("preemptions", format::count(u64::from(overhead.preempted))),
    ]
}

/// Returns the deadline of a job, whether it met it, and the sizes it had.
fn moldable_facts(run: &Run, job: usize) -> Vec<Fact> {
    let mut facts = Vec::new();
    if let Some((deadline, how, span)) = deadlines::deadline_outcome(run, job) {
        facts.push(Fact::ended("deadline", run.instant(deadline)));
        facts.push(Fact::ended(how, format::span(span.seconds())));
    }
    let own = run.molds().into_iter().flat_map(|record| record.of(job));
    let words = own.map(|change| {
        let at = run.instant(change.at);
        match (change.promoted, change.background) {
            _ if change.nodes == 0 => format!("interrupted at {at}"),
            (true, _) => format!("promoted at {at}"),
            (false, true) => format!("{} in the background at {at}", change.nodes),
            (false, false) => format!("{} at {at}", change.nodes),
        }
    });
    let words = words.collect::<Vec<_>>().join(", ");
    if !words.is_empty() {
        facts.push(Fact::ended("sizes", words));
    }
    facts
}

/// Returns the classes assigned to a job that takes turns with others, and since when.
fn class_fact(run: &Run, job: usize) -> Option<Fact> {
    let record = run.quanta()?;
    let words = record.classes_of(job as u32).map(|(at, class)| match at {
        Time::ZERO => class.name().to_owned(),
        at => format!("{} from {}", class.name(), run.instant(at)),
    });
    let words = words.collect::<Vec<_>>().join(", ");
    Some(Fact::ended("treated as", words))
}

/// Returns the nodes that a job held, as in `0-3, 7`.
pub(crate) fn nodes_of(run: &Run, job: usize) -> String {
    let mut ranges: Vec<(u32, u32)> = run
        .segments
        .iter()
        .filter(|segment| segment.job as usize == job)
        .map(|segment| run.nodes_of_segment(&segment))
        .collect();
    ranges.sort_unstable();
    ranges.dedup();
    let texts = ranges.iter().map(|(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    });
    texts.collect::<Vec<_>>().join(", ")
}
