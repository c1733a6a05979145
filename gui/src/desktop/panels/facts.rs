//! What there is to say of a job: name by name, for the inspector.

use cosched_core::Time;

use crate::base::words;
use crate::desktop::family::placement::placed;
use crate::family::moldable::metrics as deadlines;
use crate::family::slots::record::Bought;
use crate::record::{Called, Run};

/// Every fact of a job with its name.
pub(in crate::desktop) fn details(
    run: &Run,
    job: usize,
    nodes: &str,
) -> Vec<(&'static str, String)> {
    if run.placements().is_some() {
        return placed::facts(run, job);
    }
    let (spec, outcome) = (run.experiment.jobs[job], run.outcomes[job]);
    let label = run.experiment.labels[job];
    let (ran, stayed) = (outcome.executed, outcome.completed.since(outcome.started));
    if outcome.refused {
        return refused(run, job);
    }
    let end = match outcome.killed {
        true => format!("{}, killed", run.instant(outcome.completed)),
        false => run.instant(outcome.completed),
    };
    let mut all = vec![
        ("submit", run.instant(spec.submit)),
        ("wait", words::span(run.wait(job).seconds())),
        ("start", run.instant(outcome.started)),
        ("end", end),
        ("runtime", words::span(ran.seconds())),
        ("estimate", words::span(spec.estimate.seconds())),
        ("response", words::span(run.response(job).seconds())),
        ("bounded slowdown", words::number(run.bounded_slowdown(job))),
        (
            if run.molds().is_some() {
                "asked for"
            } else {
                unit_asked(run)
            },
            words::count(u64::from(spec.nodes)),
        ),
        ("which", nodes.to_owned()),
    ];
    if stayed != ran {
        // With loads, swap-outs and other classes' slices.
        all.push(("start to end", words::span(stayed.seconds())));
    }
    if let Some(outages) = &run.outages
        && outages.interrupted[job] > 0
    {
        let times = match outages.interrupted[job] {
            1 => "once".to_owned(),
            times => format!("{} times", words::count(u64::from(times))),
        };
        all.push(("interrupted", times));
    }
    all.extend(memory_details(run, job));
    all.extend(treated(run, job));
    all.extend(molded(run, job));
    all.extend(bought(run, job));
    let called = &run.experiment.called;
    if let Some(user) = label.user {
        all.push(("user", Called::name(&called.users, user)));
    }
    match (&run.experiment.cluster, label.queue) {
        (Some(cluster), _) => {
            let asked = cluster.layout.asked_in_words(&cluster.asks[job]);
            all.push(("asks for", asked));
            all.push(("partition", cluster.partition_of(job).name.clone()));
        }
        (None, Some(queue)) => all.push(("queue", Called::name(&called.partitions, queue))),
        (None, None) => {}
    }
    all
}

/// What a job asks for: on a cluster its tasks or nodes, which are said in words as well.
pub(super) fn unit_asked(run: &Run) -> &'static str {
    match run.experiment.cluster {
        Some(_) => "nodes",
        None => run.experiment.unit().many(),
    }
}

/// The facts of a job that never ran.
fn refused(run: &Run, job: usize) -> Vec<(&'static str, String)> {
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
        ("submit", run.instant(spec.submit)),
        (run.why_not_run(job).unwrap_or("refused"), why.to_owned()),
        ("estimate", words::span(spec.estimate.seconds())),
        (unit_asked(run), words::count(u64::from(spec.nodes))),
    ];
    all.extend(deadline.map(|deadline| ("deadline", run.instant(deadline))));
    all
}

/// What a job paid for its nodes, and how good they are.
fn bought(run: &Run, job: usize) -> Vec<(&'static str, String)> {
    let record = run.slots();
    let bought = record.and_then(|record| record.bought.get(job).copied().flatten());
    let facts = |bought: Bought| {
        vec![
            ("cost", words::number(bought.cost.units())),
            ("quality", words::number(bought.quality.units())),
        ]
    };
    bought.map_or_else(Vec::new, facts)
}

/// What a job needs of the nodes' memory and what that cost it, if it is simulated.
fn memory_details(run: &Run, job: usize) -> Vec<(&'static str, String)> {
    let Some(overhead) = run.overheads().get(job) else {
        return Vec::new();
    };
    let memory = f64::from(run.experiment.jobs[job].memory.0) / 1024.0;
    let unit = run.experiment.counted_in.one();
    vec![
        ("memory", format!("{} MiB a {unit}", words::number(memory))),
        ("class", run.classes[job].to_string()),
        ("first load", words::span(overhead.first_load.seconds())),
        ("reloads", words::span(overhead.reload.seconds())),
        ("swap-outs", words::span(overhead.swap_out.seconds())),
        ("preemptions", words::count(u64::from(overhead.preempted))),
    ]
}

/// The deadline of a job and how it fared against it, and the sizes it had.
fn molded(run: &Run, job: usize) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some((deadline, how, span)) = deadlines::fared(run, job) {
        facts.push(("deadline", run.instant(deadline)));
        facts.push((how, words::span(span.seconds())));
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
        facts.push(("sizes", words));
    }
    facts
}

/// As what a job that takes turns with others is treated, from when on.
fn treated(run: &Run, job: usize) -> Option<(&'static str, String)> {
    let record = run.quanta()?;
    let words = record.classes_of(job as u32).map(|(at, class)| match at {
        Time::ZERO => class.name().to_owned(),
        at => format!("{} from {}", class.name(), run.instant(at)),
    });
    Some(("treated as", words.collect::<Vec<_>>().join(", ")))
}

/// The nodes a job held, as in `0-3, 7`.
pub(in crate::desktop) fn nodes_of(run: &Run, job: usize) -> String {
    let mut ranges: Vec<(u32, u32)> = run
        .segments
        .iter()
        .filter(|segment| segment.job as usize == job)
        .map(|segment| run.nodes_of_segment(segment))
        .collect();
    ranges.sort_unstable();
    ranges.dedup();
    let texts = ranges.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    texts.collect::<Vec<_>>().join(", ")
}
