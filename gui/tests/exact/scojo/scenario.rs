//! A Scojo-PECT scenario as text, compared with the product, and reduced.

use super::nodes::Allocation;
use super::simulate::{Live, simulate};
use super::{Job, Rules, Scenario};
use crate::examine::ExactCase;
use crate::product::runs;
use crate::rational::{Number, difference};

impl Job {
    fn text(&self) -> String {
        let Self {
            submit,
            runtime,
            nodes,
            memory,
            class,
        } = self;
        format!(
            "(submit: {}, runtime: {}, nodes: {nodes}, memory: {}, class: {class:?})",
            submit.text, runtime.text, memory.text
        )
    }
}

impl Rules {
    fn text(&self) -> String {
        let slices = self.slices.iter();
        let slices: Vec<_> = slices
            .map(|(class, length)| format!("({class:?}, {})", length.text))
            .collect();
        let mut fields = vec![
            format!("slices: [{}], short_slices: true", slices.join(", ")),
            format!(
                "backfilling: {}",
                if self.is_easy { "Easy" } else { "Conservative" }
            ),
        ];
        let mut tell = |differs: bool, text: &str| {
            if differs {
                fields.push(text.to_owned());
            }
        };
        tell(!self.fills, "fill_slices: false");
        tell(!self.guards, "launch_guard: false");
        tell(self.literal, "swapping: Literal");
        tell(self.by_event, "charge: Event");
        fields.push(match self.allocation {
            Allocation::FirstFree => "allocation: FirstFree".to_owned(),
            Allocation::Intelligent => "allocation: Intelligent".to_owned(),
            Allocation::MemoryAware(aware) => format!(
                "allocation: MemoryAware(first: {:?}, second: {:?}, literal_second_stage: {}, soonest_end: {}, resident_check: {}, by_resident: {})",
                aware.first,
                aware.second,
                aware.literal_second_stage,
                aware.soonest_end,
                aware.resident_check,
                aware.by_resident
            ),
        });
        fields.join(", ")
    }
}

impl Scenario {
    fn changed(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = self.clone();
        change(&mut changed);
        changed
    }
}

/// Nodes one by one, as the product lists them in intervals.
fn listed(text: &str) -> Vec<usize> {
    let spans = text.split_whitespace().flat_map(|span| {
        let (first, last) = span.split_once('-').unwrap_or((span, span));
        first.parse::<usize>().unwrap()..=last.parse().unwrap()
    });
    spans.collect()
}

impl ExactCase for Scenario {
    fn text(&self) -> String {
        let jobs: Vec<_> = self.jobs.iter().map(Job::text).collect();
        format!(
            "(machine: Cluster(nodes: {}, memory: {}, transfer_rate: {}), workload: Jobs([\n    {}]),\n policies: [ScojoPect], parameters: (slicing: ({})))",
            self.nodes,
            self.capacity.text,
            self.rate.text,
            jobs.join(",\n    "),
            self.rules.text()
        )
    }

    fn differences(&self) -> Vec<String> {
        // A simulation without an end cannot be compared.
        let Some(live) = simulate(self) else {
            return Vec::new();
        };
        let run = match runs(&self.text(), true) {
            Ok(runs) => runs.into_iter().next().unwrap(),
            Err(sentence) => return vec![sentence],
        };
        let allocated = cosched::export::allocated(&run);
        let mut found = Vec::new();
        for (
            index,
            Live {
                nodes,
                started,
                completed,
                loading,
                swapping,
                ..
            },
        ) in live.iter().enumerate()
        {
            let (outcome, cost) = (&run.outcomes[index], &run.overheads()[index]);
            let name = format!("job {}", index + 1);
            let loaded = (cost.first_load + cost.reload).round_up();
            found.extend(difference(
                &format!("{name} starts"),
                started,
                outcome.started.0,
            ));
            found.extend(difference(
                &format!("{name} ends"),
                completed,
                outcome.completed.0,
            ));
            found.extend(difference(&format!("{name} has loaded"), loading, loaded.0));
            found.extend(difference(
                &format!("{name} has paid"),
                swapping,
                cost.swap_out.round_up().0,
            ));
            let mut nodes = nodes.clone();
            nodes.sort_unstable();
            let product = listed(&allocated[index]);
            if product != nodes {
                found.push(format!("{name} on {nodes:?}, the product says {product:?}"));
            }
        }
        found
    }

    fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for index in 0..self.jobs.len() {
            if self.jobs.len() > 1 {
                all.push(self.changed(|case| drop(case.jobs.remove(index))));
            }
        }
        let widest = self.jobs.iter().map(|job| job.nodes).max().unwrap_or(1);
        if widest < self.nodes {
            all.push(self.changed(|case| case.nodes = widest));
        }
        for (index, job) in self.jobs.iter().enumerate() {
            if job.nodes > 1 {
                all.push(self.changed(|case| case.jobs[index].nodes = 1));
            }
            if job.memory.text != "0" {
                all.push(self.changed(|case| case.jobs[index].memory = Number::of("0")));
            }
            if job.submit.text != "0" {
                let submit = Number::of("0");
                let mut earlier = self.changed(|case| case.jobs[index].submit = submit);
                earlier
                    .jobs
                    .sort_by(|a, b| a.submit.exact.cmp(&b.submit.exact));
                all.push(earlier);
            }
        }
        if self.rules.allocation != Allocation::FirstFree {
            all.push(self.changed(|case| case.rules.allocation = Allocation::FirstFree));
        }
        if self.rules.by_event {
            all.push(self.changed(|case| case.rules.by_event = false));
        }
        if !self.rules.guards {
            all.push(self.changed(|case| case.rules.guards = true));
        }
        if !self.rules.fills {
            all.push(self.changed(|case| case.rules.fills = true));
        }
        all
    }
}
