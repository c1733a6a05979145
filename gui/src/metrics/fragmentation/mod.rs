//! What is free over time and fits nobody who waits.

mod groups;

use cosched_core::Time;

use self::groups::State;
use crate::record::Run;
use crate::record::held::{Held, held};

/// Groups of nodes looked at in all: in larger runs on shared nodes only some of the instants
/// are, evenly.
const MOST_LOOKS: usize = 20_000_000;
/// How often each node is looked at for an instant where jobs share them, at a guess: once for
/// each way to ask that somebody waits with.
const LOOKS_AT_SHARED: usize = 5;

/// What is free from an instant on, until the next: nodes, or cores where jobs share nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The instant.
    pub at: Time,
    /// What is free, in service.
    pub free: u32,
    /// What of that fits nobody who waits; nothing if nobody does.
    pub unfit: u32,
    /// Whether somebody who waits fits.
    pub fits: bool,
}

/// Whether it can be said of `run`: each job has its own nodes, or its own part of them.
pub fn is_known(run: &Run) -> bool {
    let policy = run.policy;
    let has_its_own = !policy.is_for_servers()
        && !policy.shares_nodes()
        && !policy.has_quanta()
        && !policy.molds();
    has_its_own && run.experiment.added().is_empty() && !run.segments.is_empty()
}

/// What is free in `run` over time, and fits nobody who waits.
///
/// A job that waits fits if there is room for all it asks for on what is free; what is free
/// of a node fits nobody if no such job could have a part of its own there. Limits,
/// reservations and maintenance ahead do not count.
pub fn fragmentation(run: &Run) -> Option<Vec<Moment>> {
    if !is_known(run) {
        return None;
    }
    let held = held(run);
    let mut changes = changes(run, &held);
    changes.sort_by_key(|(at, _)| *at);
    let mut state = State::of(run);
    let instants = changes.chunk_by(|(at, _), (then, _)| at == then);
    let instants: Vec<&[(Time, Change)]> = instants.collect();
    let step = (instants.len() * state.looks()).div_ceil(MOST_LOOKS).max(1);
    let mut moments = Vec::new();
    for (number, changes) in instants.iter().enumerate() {
        for (_, change) in *changes {
            state.apply(change, &held);
        }
        if number % step == 0 || number + 1 == instants.len() {
            moments.push(state.moment(changes[0].0));
        }
    }
    Some(moments)
}

/// Something that changes what is free, or who waits.
enum Change {
    Taken(usize),
    Given(usize),
    Comes(usize),
    Goes(usize),
    Out(u32, u32),
    Back(u32, u32),
}

fn changes(run: &Run, held: &[Held]) -> Vec<(Time, Change)> {
    let mut all = Vec::new();
    for (place, one) in held.iter().enumerate() {
        all.push((one.from, Change::Taken(place)));
        all.push((one.until, Change::Given(place)));
    }
    for (job, outcome) in run.outcomes.iter().enumerate() {
        if !outcome.refused && outcome.entered < outcome.started {
            all.push((outcome.entered, Change::Comes(job)));
            all.push((outcome.started, Change::Goes(job)));
        }
    }
    for span in run.outages.iter().flat_map(|record| &record.spans) {
        all.push((span.from, Change::Out(span.first, span.count)));
        all.push((span.until, Change::Back(span.first, span.count)));
    }
    all.retain(|(at, _)| *at < Time::MAX);
    all
}
