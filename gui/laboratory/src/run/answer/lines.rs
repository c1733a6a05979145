//! The answer in words: lines of parts, each number with its source.

use super::{Answer, Change, Longest, Loser, Verdict};
use crate::base::change;
use crate::base::format::{counted, span};
use crate::metrics::select::filter::Filter;

/// A line of the answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Its subject, empty for the first: `Against EASY`, `Longest`.
    pub title: String,
    /// Its parts, in order.
    pub parts: Vec<Part>,
}

/// A part of a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Its text, with the spaces around it, and with the stop before it where it begins a sentence.
    pub text: String,
    /// Whether a sentence begins with it that is not the first of its line.
    pub begins_sentence: bool,
    /// The source it links to.
    pub target: Option<Target>,
    /// How it is shown.
    pub tone: Tone,
}

/// Source of a number. Runs and jobs are indices.
#[derive(Clone, PartialEq, Debug)]
pub enum Target {
    /// A run.
    Run(usize),
    /// The comparison of runs, this one selected.
    Compare(usize),
    /// A job of a run.
    Job {
        /// The run.
        run: usize,
        /// The job.
        job: usize,
    },
    /// Jobs of a run, to be selected.
    Jobs(usize, Filter),
    /// The report on the log's soundness.
    Health,
    /// The fit of the simulation to the log.
    Fit,
    /// The machine of the scenario.
    Machine,
}

/// How a part is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// As it is.
    #[default]
    Plain,
    /// Said beside it.
    Aside,
    /// Significantly less: better.
    Better,
    /// Significantly more: worse.
    Worse,
    /// Not to be relied upon.
    Warning,
}

impl Line {
    /// The parts of its first sentence, without a full stop.
    pub fn first_sentence(&self) -> &[Part] {
        let end = self.parts.iter().position(|part| part.begins_sentence);
        &self.parts[..end.unwrap_or(self.parts.len())]
    }

    /// The line in one or more sentences.
    pub fn sentence(&self) -> String {
        let said: String = self.parts.iter().map(|part| part.text.as_str()).collect();
        if self.title.is_empty() {
            format!("{said}.")
        } else {
            format!("{}: {said}.", self.title)
        }
    }
}

impl Part {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            begins_sentence: false,
            target: None,
            tone: Tone::Plain,
        }
    }

    /// The first part of another sentence.
    pub(super) fn next_sentence(text: &str) -> Self {
        Self {
            begins_sentence: true,
            ..Self::plain(format!(". {text}"))
        }
    }

    pub(super) fn aside(text: impl Into<String>) -> Self {
        Self {
            tone: Tone::Aside,
            ..Self::plain(text)
        }
    }

    pub(super) fn link(text: impl Into<String>, target: Target) -> Self {
        Self {
            target: Some(target),
            ..Self::plain(text)
        }
    }

    pub(super) fn with_tone(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }
}

impl Answer {
    /// The answer, a line for each subject.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = vec![self.wait_line()];
        lines.extend(self.changes_line());
        lines.extend(self.loser.as_ref().map(|loser| self.loser_line(loser)));
        let longest = self.longest.as_ref();
        lines.extend(longest.map(|longest| self.longest_line(longest)));
        lines
    }

    /// The lines as sentences, one after the other.
    pub fn sentences(&self) -> String {
        let lines = self.lines();
        let sentences: Vec<String> = lines.iter().map(Line::sentence).collect();
        sentences.join(" ")
    }

    pub(super) fn name(&self, run: usize) -> &str {
        self.names.get(run).map_or("", String::as_str)
    }

    /// `Against EASY: Conservative +6.0 % (+3.0 … +9.0 %); …`.
    fn changes_line(&self) -> Option<Line> {
        if self.changes.is_empty() {
            return None;
        }
        let is_short = |change: &Change| change.verdict == Verdict::TooShort;
        let all_short = self.changes.iter().all(is_short);
        let mut parts = Vec::new();
        for change in &self.changes {
            if !parts.is_empty() {
                parts.push(Part::plain("; "));
            }
            parts.extend(self.change(change, all_short));
        }
        if all_short {
            let text = match self.changes.len() {
                1 => ", too short to say whether that holds for other jobs",
                _ => "; too short to say whether that holds for other jobs",
            };
            parts.push(Part::aside(text));
        }
        Some(Line {
            title: format!("Against {}", self.name(self.simulated)),
            parts,
        })
    }

    /// The change under a run; without its significance if one remark covers all changes.
    fn change(&self, change: &Change, is_common: bool) -> Vec<Part> {
        let run = change.run;
        let mut parts = vec![
            Part::link(self.name(run), Target::Run(run)),
            Part::plain(" "),
        ];
        let words = match change.share {
            Some(share) => change::in_words(share),
            None => span(self.values[run].unwrap_or_default()),
        };
        let value = Part::link(words, Target::Compare(run));
        match change.verdict {
            Verdict::Same => parts.push(Part::link("the same", Target::Compare(run))),
            Verdict::Sure([low, high]) => {
                let tone = if high < 0.0 {
                    Tone::Better
                } else {
                    Tone::Worse
                };
                parts.push(value.with_tone(tone));
                parts.push(Part::aside(format!(
                    " ({})",
                    change::interval(change.share, [low, high])
                )));
            }
            Verdict::NotSignificant([low, high]) => {
                parts.push(value);
                parts.push(Part::aside(format!(
                    ", not significant ({})",
                    change::interval(change.share, [low, high])
                )));
            }
            Verdict::TooShort => {
                parts.push(value);
                if !is_common {
                    parts.push(Part::aside(" (too short to say)"));
                }
            }
            Verdict::OneSchedule => parts.push(value),
        }
        parts
    }

    /// `user 7, 34 jobs, +40 % (+10 … +80 %) under Conservative`.
    fn loser_line(&self, loser: &Loser) -> Line {
        let (run, jobs) = (loser.run, counted(loser.jobs, "job"));
        let name = match &loser.filter {
            Some(filter) => Part::link(&loser.name, Target::Jobs(run, filter.clone())),
            None => Part::plain(&loser.name),
        };
        let interval = change::interval(Some(loser.share), loser.interval);
        Line {
            title: "Loses most".to_owned(),
            parts: vec![
                name,
                Part::plain(format!(", {jobs}, ")),
                Part::link(change::in_words(loser.share), Target::Compare(run))
                    .with_tone(Tone::Worse),
                Part::aside(format!(" ({interval})")),
                Part::plain(" under "),
                Part::link(self.name(run), Target::Run(run)),
            ],
        }
    }

    /// `job 11295, 2 d 1 h under EASY: 79 jobs passed it, and job 11289 was the last to leave its nodes`.
    fn longest_line(&self, longest: &Longest) -> Line {
        let run = self.simulated;
        let of = |job: usize| Target::Job { run, job };
        let mut parts = vec![
            Part::link(format!("job {}", longest.number), of(longest.job)),
            Part::plain(", "),
            Part::link(span(longest.wait), of(longest.job)),
            // Without the policy's name it would be taken for the log's own figure.
            Part::plain(" under "),
            Part::link(self.name(run), Target::Run(run)),
        ];
        let units = self.unit.many();
        let Some(why) = &longest.why else {
            return Line::titled("Longest wait", parts);
        };
        if let Some(otherwise) = &why.otherwise {
            parts.push(Part::plain(format!(": {otherwise}")));
            return Line::titled("Longest wait", parts);
        }
        let passed = match (why.passers, why.ahead) {
            (0, None | Some(0)) => ": nobody passed it".to_owned(),
            (0, Some(ahead)) => {
                let verb = if ahead == 1 { "was" } else { "were" };
                format!(
                    ": {} {verb} ahead of it and nobody passed it",
                    counted(ahead, "job")
                )
            }
            (passers, _) => format!(": {} passed it", counted(passers, "job")),
        };
        parts.push(Part::plain(passed));
        if let Some((job, number)) = why.holder {
            parts.push(Part::plain(", and "));
            parts.push(Part::link(format!("job {number}"), of(job)));
            parts.push(Part::plain(format!(" was the last to leave its {units}")));
        }
        Line::titled("Longest wait", parts)
    }
}

impl Line {
    pub(super) fn first(parts: Vec<Part>) -> Self {
        Self::titled("", parts)
    }

    fn titled(title: &str, parts: Vec<Part>) -> Self {
        Self {
            title: title.to_owned(),
            parts,
        }
    }
}
