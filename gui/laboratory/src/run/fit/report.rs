//! A fit, and what it is in words and tables.

use super::log_fit::{FitBy, GroupFit, LogFit};
use super::proposal::Proposal;
use crate::base::format::{capitalized, count, counted, span};
use crate::metrics::select::groups::GroupBy;
use crate::scenario::{PolicyName, Scenario};

/// Most rows of a property.
const MOST_ROWS: usize = 8;

/// Heading of a table of groups, but for its first cell.
pub const COLUMNS: [&str; 4] = ["jobs", "recorded", "simulated", "the mean"];

/// Fit of a log.
#[derive(Clone, PartialEq, Debug)]
pub struct FitReport {
    /// Proposals of the log.
    pub proposals: Vec<Proposal>,
    /// Further evidence, that no proposal is made of: a sentence each.
    pub remarks: Vec<String>,
    /// Policy without the proposals.
    pub policy: PolicyName,
    /// Fit without them.
    pub before: LogFit,
    /// Fit with all of them, to the same jobs they are from.
    pub after: LogFit,
    /// Fit to the second half of the jobs, with what the first half shows.
    pub out_of_sample: Option<OutOfSample>,
    /// The scenario with all proposals.
    pub fitted: Scenario,
}

impl FitReport {
    /// The scenario with all proposals, and the schedule as recorded beside the run that fits.
    pub fn scenario_beside_recorded(&self) -> Scenario {
        let mut scenario = self.fitted.clone();
        scenario.policies.retain(|policy| !policy.replays());
        scenario.policies.insert(0, PolicyName::Recorded);
        scenario
    }
}

/// Fit to the second half of the jobs of a log, with what the first half shows.
#[derive(Clone, PartialEq, Debug)]
pub struct OutOfSample {
    /// Proposals of the first half.
    pub proposals: Vec<Proposal>,
    /// The fit to the second half without them, and with them.
    pub fits: [LogFit; 2],
}

/// Table of groups: its first heading, and a row for each.
#[derive(Clone, PartialEq, Debug)]
pub struct FitTable {
    /// The property.
    pub title: &'static str,
    /// Name, jobs, means and the deviation in words.
    pub rows: Vec<[String; 5]>,
    /// Number of groups that are not shown: those that deviate least.
    pub left: usize,
}

impl FitReport {
    /// The verdict, a sentence each: without the proposals, with them, and out of sample.
    pub fn verdict(&self) -> Vec<String> {
        let title = self.policy.title();
        let mut lines = vec![format!(
            "{}: {}",
            if self.proposals.is_empty() {
                format!("Under {title}")
            } else {
                format!("Without them, under {title}")
            },
            means(&self.before)
        )];
        if !self.proposals.is_empty() {
            lines.push(format!("With them: {}", means(&self.after)));
            lines.push(format!("  {}", self.after.distances()));
        }
        match &self.out_of_sample {
            Some(found) => lines.extend(found.lines()),
            None => lines
                .push("Out of sample: not to be said, one half has no recorded starts".to_owned()),
        }
        lines
    }

    /// The proposals and what the log shows of each, and what else it shows.
    pub fn evidence(&self) -> Vec<String> {
        let proposals = self.proposals.iter();
        let lines = proposals.map(|one| format!("{}: {}", one.in_words(), one.evidence()));
        lines.chain(self.remarks.iter().cloned()).collect()
    }

    /// The fit with the proposals by partition, user, width and recorded wait.
    pub fn tables(&self) -> Vec<FitTable> {
        let by = [
            FitBy::Wait,
            FitBy::Job(GroupBy::Queue),
            FitBy::Job(GroupBy::User),
            FitBy::Job(GroupBy::Width),
        ];
        let tables = by.into_iter().map(|by| table(&self.after, by));
        tables.filter(|table| !table.rows.is_empty()).collect()
    }
}

impl OutOfSample {
    fn lines(&self) -> Vec<String> {
        let [before, after] = &self.fits;
        let jobs = counted(after.all.jobs, "job");
        let mut lines = vec![format!(
            "Out of sample, what the first half shows against the {jobs} of the second: {}",
            means(after)
        )];
        if !self.proposals.is_empty() {
            let without = before.all.in_words();
            lines.push(format!("  without the proposals: {without}"));
        }
        lines
    }
}

/// The means and the verdict: `4 h 41 recorded, 4 h 38 simulated; fits within 1 %: …`.
fn means(fit: &LogFit) -> String {
    format!(
        "wait {} recorded, {} simulated on average; {}",
        span(fit.all.recorded),
        span(fit.all.simulated),
        fit.sentence()
    )
}

/// The groups by a property, those that deviate most if there are many.
fn table(fit: &LogFit, by: FitBy) -> FitTable {
    let mut groups: Vec<&GroupFit> = fit.of_groups(by).collect();
    let is_ordered = matches!(by, FitBy::Wait | FitBy::Job(GroupBy::Width));
    if !is_ordered {
        groups.sort_by(|one, other| {
            let [one, other] = [one, other].map(|group| group.means.excess().abs());
            other.total_cmp(&one)
        });
    }
    let left = if is_ordered {
        0
    } else {
        groups.len().saturating_sub(MOST_ROWS)
    };
    groups.truncate(groups.len() - left);
    let rows = groups.into_iter().map(|group| {
        let means = &group.means;
        [
            group.name.clone(),
            count(means.jobs as u64),
            span(means.recorded),
            span(means.simulated),
            means.in_words(),
        ]
    });
    FitTable {
        title: by.title(),
        rows: rows.collect(),
        left,
    }
}

impl FitTable {
    /// Heading of its first column.
    pub fn heading(&self) -> String {
        capitalized(self.title)
    }
}
