//! A coscheduling scenario as text, compared with the product, and reduced.

use super::{Class, Job, Policy, Rules, Scenario, Shares, simulate};
use crate::examine::ExactCase;
use crate::product::runs;
use crate::rational::{Number, difference};

impl Job {
    fn text(&self) -> String {
        let optional = |name, number: &Option<Number>| match number {
            Some(number) => format!(", {name}: {}", number.text),
            None => String::new(),
        };
        format!(
            "(submit: {}, runtime: {}, nodes: {}, grain: {:?}{}{})",
            self.submit.text,
            self.runtime.text,
            self.nodes,
            self.class,
            optional("barrier", &self.barrier),
            optional("utilisation", &self.utilisation)
        )
    }
}

impl Rules {
    fn text(&self) -> String {
        let mut fields = vec![format!("quantum: {}", self.quantum.text)];
        let mut tell = |differs: bool, text: String| {
            if differs {
                fields.push(text);
            }
        };
        tell(
            self.switch.text != "0",
            format!("switch: {}", self.switch.text),
        );
        tell(!self.alternates, "alternates: false".to_owned());
        tell(!self.unify, "unify: false".to_owned());
        tell(self.alone, "alone: true".to_owned());
        tell(
            self.rows.is_some(),
            format!("rows: {}", self.rows.unwrap_or(0)),
        );
        tell(self.literal, "reading: Literal".to_owned());
        tell(self.most != 5, format!("most: {}", self.most));
        let (name, [fine, medium, coarse, independent]) = match self.shares {
            Shares::Quanta(shares) => ("Quanta", shares),
            Shares::Nodes(shares) => ("Nodes", shares),
        };
        tell(
            self.shares != Shares::Quanta([1; 4]),
            format!(
                "shares: {name}(fine: {fine}, medium: {medium}, coarse: {coarse}, independent: {independent})"
            ),
        );
        fields.join(", ")
    }
}

impl Scenario {
    /// The scenario without the job at index `index`.
    fn without(&self, index: usize) -> Self {
        let mut smaller = self.clone();
        smaller.jobs.remove(index);
        smaller
    }

    fn changed(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = self.clone();
        change(&mut changed);
        changed
    }

    /// The width of the widest job.
    fn widest(&self) -> usize {
        self.jobs.iter().map(|job| job.nodes).max().unwrap_or(1)
    }
}

impl ExactCase for Scenario {
    fn text(&self) -> String {
        let jobs: Vec<_> = self.jobs.iter().map(Job::text).collect();
        format!(
            "(machine: Cluster(nodes: {}), workload: Jobs([\n    {}]),\n policies: [{:?}], parameters: (coscheduling: ({})))",
            self.nodes,
            jobs.join(",\n    "),
            self.rules.policy,
            self.rules.text()
        )
    }

    fn differences(&self) -> Vec<String> {
        let (started, completed) = simulate(self);
        let mut found = Vec::new();
        // Cycles without a change are skipped unless every quantum is recorded.
        for recorded in [true, false] {
            let run = match runs(&self.text(), recorded) {
                Ok(runs) => runs.into_iter().next().unwrap(),
                Err(sentence) => return vec![sentence],
            };
            for (job, outcome) in run.outcomes.iter().enumerate() {
                let number = job + 1;
                let way = if recorded { "" } else { ", unrecorded," };
                let starts = difference(
                    &format!("job {number}{way} starts"),
                    &started[job],
                    outcome.started.0,
                );
                let ends = difference(
                    &format!("job {number}{way} ends"),
                    &completed[job],
                    outcome.completed.0,
                );
                found.extend(starts.into_iter().chain(ends));
            }
        }
        found
    }

    fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        if self.jobs.len() > 1 {
            all.extend((0..self.jobs.len()).map(|index| self.without(index)));
        }
        let nodes = self.widest();
        if nodes < self.nodes && matches!(self.rules.shares, Shares::Quanta(_)) {
            all.push(self.changed(|case| case.nodes = nodes));
        }
        if self.rules.switch.text != "0" {
            all.push(self.changed(|case| case.rules.switch = Number::of("0")));
        }
        if self.rules.rows.is_some() {
            all.push(self.changed(|case| case.rules.rows = None));
        }
        for (index, job) in self.jobs.iter().enumerate() {
            if job.nodes > 1 {
                all.push(self.changed(|case| case.jobs[index].nodes = 1));
            }
            if job.submit.text != "0" {
                let submit = Number::of("0");
                let mut earlier = self.changed(|case| case.jobs[index].submit = submit);
                earlier
                    .jobs
                    .sort_by(|a, b| a.submit.exact.cmp(&b.submit.exact));
                all.push(earlier);
            }
            if job.utilisation.is_some() {
                all.push(self.changed(|case| case.jobs[index].utilisation = None));
            }
            if job.runtime.text != "1" {
                all.push(self.changed(|case| case.jobs[index].runtime = Number::of("1")));
            }
        }
        all
    }
}

impl Scenario {
    /// A scenario under `policy` with default rules.
    pub(crate) fn usual(policy: Policy, nodes: usize, quantum: &str, jobs: Vec<Job>) -> Self {
        Self {
            nodes,
            jobs,
            rules: Rules {
                policy,
                quantum: Number::of(quantum),
                switch: Number::of("0"),
                rows: None,
                alternates: true,
                unify: true,
                alone: false,
                literal: false,
                most: 5,
                shares: Shares::Quanta([1; 4]),
            },
        }
    }
}

impl Job {
    /// A job submitted at 0.
    pub(crate) fn of(class: Class, nodes: usize, runtime: &str) -> Self {
        Self {
            submit: Number::of("0"),
            runtime: Number::of(runtime),
            nodes,
            class,
            barrier: None,
            utilisation: None,
        }
    }

    pub(crate) fn barrier(mut self, barrier: &str) -> Self {
        self.barrier = Some(Number::of(barrier));
        self
    }

    pub(crate) fn utilisation(mut self, utilisation: &str) -> Self {
        self.utilisation = Some(Number::of(utilisation));
        self
    }
}
