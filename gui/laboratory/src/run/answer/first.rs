//! The first line of the answer: the mean wait, and how well a log is matched.

use super::lines::{Line, Part, Target, Tone};
use super::{Answer, Fit, Quantity};
use crate::base::format::{count, counted, span};

impl Answer {
    /// `Under EASY jobs wait 1 h 55 on average. As recorded they wait 2 h 12: …`.
    pub(super) fn wait_line(&self) -> Line {
        let (run, fit) = (self.simulated, self.fit.as_ref());
        let mut parts = Vec::new();
        let subject = match self.selected {
            Some(0) => {
                parts.push(Part::plain("No job is selected"));
                return Line::first(parts);
            }
            Some(1) => "the selected job waits".to_owned(),
            Some(jobs) => format!("{} selected jobs wait", count(jobs as u64)),
            None => "jobs wait".to_owned(),
        };
        if let Some(fit) = fit.filter(|fit| !fit.means.is_good()) {
            return Line::first(self.misfit(fit));
        }
        parts.push(Part::plain("Under "));
        parts.push(Part::link(self.name(run), Target::Run(run)));
        let Some(value) = self.values[run] else {
            parts.push(Part::plain(" none of these jobs runs"));
            return Line::first(parts);
        };
        let value_link = Part::link(span(value), Target::Compare(run));
        match self.quantity {
            Quantity::Makespan => {
                parts.push(Part::plain(" all is done after "));
                parts.push(value_link);
            }
            Quantity::Wait if value == 0.0 => parts.push(Part::plain(match self.selected {
                Some(_) => " none of the selected jobs waits",
                None => " nobody waits",
            })),
            Quantity::Wait => {
                parts.push(Part::plain(format!(" {subject} ")));
                parts.push(value_link);
                if self.selected != Some(1) {
                    parts.push(Part::plain(" on average"));
                }
            }
        }
        if let Some(fit) = fit {
            parts.extend(self.fit_sentence(fit));
        }
        Line::first(parts)
    }

    /// `As recorded they wait 2 h 12: the simulation fits within 14 %`.
    fn fit_sentence(&self, fit: &Fit) -> Vec<Part> {
        let they = match self.selected {
            _ if fit.is_of_some => {
                let verb = if fit.means.jobs == 1 { "waits" } else { "wait" };
                let jobs = counted(fit.means.jobs, "job");
                format!("the {jobs} with a recorded start {verb}")
            }
            Some(1) => "it waits".to_owned(),
            _ => "they wait".to_owned(),
        };
        let mut parts = vec![Part::next_sentence(&format!("As recorded {they} "))];
        parts.extend(self.recorded(fit));
        if fit.is_of_some {
            let simulated = format!(", and {} simulated", span(fit.means.simulated));
            parts.push(Part::plain(simulated));
        }
        parts.push(Part::plain(": the simulation "));
        parts.push(Part::link(fit.means.in_words(), Target::Fit));
        parts
    }

    /// The log's mean wait, and where it is another in words, that of the run as recorded.
    fn recorded(&self, fit: &Fit) -> Vec<Part> {
        let recorded = span(fit.means.recorded);
        let replayed = fit.as_recorded.zip(fit.replayed);
        let Some((run, replayed)) = replayed.map(|(run, wait)| (run, span(wait))) else {
            return vec![Part::link(recorded, Target::Health)];
        };
        if replayed == recorded {
            return vec![Part::link(recorded, Target::Compare(run))];
        }
        let why = if fit.is_replay_near() {
            String::new()
        } else {
            format!(
                ", as too few {} are free for all its starts",
                self.unit.many()
            )
        };
        vec![
            Part::link(recorded, Target::Health),
            Part::aside(" ("),
            Part::link(replayed, Target::Compare(run)),
            Part::aside(format!(" in {}{why})", self.name(run))),
        ]
    }

    /// `58 s simulated under EASY where the log has 4 h 41: …`.
    fn misfit(&self, fit: &Fit) -> Vec<Part> {
        let mut parts = vec![
            Part::link(span(fit.means.simulated), Target::Compare(fit.run))
                .with_tone(Tone::Warning),
            Part::plain(match self.selected {
                Some(_) => " of wait on average simulated for the selected jobs under ",
                None => " of wait on average simulated under ",
            }),
            Part::link(self.name(fit.run), Target::Run(fit.run)),
            Part::plain(" where the log has "),
        ];
        parts.extend(self.recorded(fit));
        parts.push(Part::plain(format!(", {}", fit.means.in_words())));
        match &fit.guessed {
            Some(machine) => {
                parts.push(Part::next_sentence("This machine is guessed as "));
                parts.push(Part::link(machine, Target::Machine));
                parts.push(Part::plain(
                    ", the most that were ever busy at once; set it, or open slurm.conf or limits",
                ));
            }
            None => {
                parts.push(Part::next_sentence(
                    "Something held jobs back, or let them pass, that is not simulated, as limits, priorities or another policy: see ",
                ));
                parts.push(Part::link("what is known of the log", Target::Health));
            }
        }
        if let Some(part) = &fit.largest {
            parts.push(Part::next_sentence(&format!(
                "The largest part is {}: ",
                part.in_words()
            )));
            parts.push(Part::link("what the log shows of its limits", Target::Fit));
        }
        parts
    }
}
