//! How a job got its nodes in the end, in sentences.

use cosched_core::{Event, Time};

use super::remarks::{NAMED, Narrator, OrderedRemark, RemarkOrder};

impl Narrator<'_> {
    /// Tells of its nodes that have to boot once it has them.
    pub(super) fn boots(&self) -> Vec<OrderedRemark> {
        let each = self.story.boots.iter().map(|&(at, until)| {
            let sentence = format!("it runs from {until} s on, when its nodes have booted");
            Self::ordered(RemarkOrder::After, at, sentence, Vec::new())
        });
        each.collect()
    }

    /// Whether the job starts early or late, and which jobs left it its nodes.
    pub(super) fn start_remark(&self, seen: &[(Time, Event)]) -> Option<OrderedRemark> {
        let is_start = |&&(_, event): &&(Time, Event)| matches!(event, Event::Started(..));
        let (at, _) = *seen.iter().find(is_start)?;
        // A reservation of a second wait says nothing about the first start.
        let mut reserved = self.story.reservations.iter().rev();
        let reserved = reserved.find(|one| one.at <= at).map(|one| one.start);
        let word = if self.run.policy.foresees_starts() {
            "foreseen"
        } else {
            "reserved"
        };
        let against = reserved.map(|reserved| match (at.since(reserved), reserved.since(at)) {
            (late, early) if late == early => format!("this is just when it was {word}"),
            (late, early) if early.0 == 0 => format!("this is {late} s later than {word}"),
            (_, early) => format!("this is {early} s sooner than {word}"),
        });
        let held = self.sources_of_nodes(at);
        let sentence = match (against, held) {
            (Some(against), Some(held)) => format!("{against}: {held}"),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return None,
        };
        let named = self.story.holders.iter().take(NAMED);
        let jobs = named.map(|held| held.job).collect();
        Some(Self::ordered(RemarkOrder::Start, at, sentence, jobs))
    }

    /// Names the jobs that left the nodes on which it starts at `start`.
    fn sources_of_nodes(&self, start: Time) -> Option<String> {
        let held = &self.story.holders;
        let named = held.iter().take(NAMED).enumerate().map(|(index, held)| {
            let number = self.number(held.job);
            let nodes = match (self.run.experiment.cluster.is_some(), index) {
                (true, _) => format!(
                    "room on {}",
                    self.run.experiment.size_unit.counted(held.nodes)
                ),
                (false, 0) => self.run.experiment.size_unit.counted(held.nodes),
                (false, _) => held.nodes.to_string(),
            };
            let has_ended = self.run.outcomes[held.job].completed == held.until;
            match (held.until == start, has_ended) {
                (true, true) => format!("job {number} ended and left it {nodes}"),
                (true, false) => format!("job {number} left it {nodes}"),
                (false, _) => format!("job {number} had left it {nodes} at {} s", held.until),
            }
        });
        let mut parts: Vec<String> = named.collect();
        match held.len().saturating_sub(NAMED) {
            0 => {}
            1 => parts.push("1 more job had left it some".to_owned()),
            more => parts.push(format!("{more} more jobs had left it some")),
        }
        let (last, rest) = parts.split_last()?;
        Some(match rest {
            [] => last.clone(),
            rest => format!("{}, and {last}", rest.join(", ")),
        })
    }
}
