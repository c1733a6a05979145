//! The list of runs: one entry each, which of them are shown, and the baseline.

use std::sync::Arc;

use super::Selection;
use super::document::Document;
pub(crate) use super::entry::{Entry, Finished, RunId};
use laboratory::record::colour::next_colour;
use laboratory::record::{Experiment, Run};
use laboratory::run::answer::simulated;
use laboratory::run::{Choice, choices};
use laboratory::scenario::{PolicyName, Scenario};

/// Scenario of a kept run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeptRun {
    /// That of its document.
    Own,
    /// Another one, to compare with.
    Beside,
    /// That of its document with a change of the pane *What if*.
    Changed,
}

/// All runs in the list.
#[derive(Default)]
pub(crate) struct Runs {
    /// Runs in the order of the list.
    pub(crate) entries: Vec<Entry>,
    /// Run the others are compared with.
    pub(crate) baseline: Option<RunId>,
    /// Whether the user chose it.
    is_baseline_chosen: bool,
    current: Option<RunId>,
}

impl Runs {
    /// Returns the run that commands are about.
    pub(crate) fn current(&self) -> Option<&Entry> {
        self.current.and_then(|id| self.get(id))
    }

    /// Returns the current run if it satisfies `such`, else the first that does.
    pub(crate) fn current_among(&self, such: fn(&Entry) -> bool) -> Option<&Entry> {
        let current = self.current().filter(|entry| such(entry));
        current.or_else(|| self.entries.iter().find(|entry| such(entry)))
    }

    /// Returns the job of that number in the current run.
    pub(crate) fn job_numbered(&self, number: u64) -> Option<Selection> {
        let entry = self.current()?;
        let mut labels = entry.run.experiment.labels.iter();
        let job = labels.position(|label| label.number() == number)?;
        Some(Selection { id: entry.id, job })
    }

    /// Makes the current run the baseline.
    pub(crate) fn make_current_the_baseline(&mut self) {
        if let Some(id) = self.current {
            self.choose_baseline(id);
        }
    }

    /// Makes `id` the run that commands are about.
    pub(crate) fn set_current(&mut self, id: RunId) {
        self.current = Some(id);
    }

    /// Makes the run called `label` that is not kept the one that commands are about.
    pub(crate) fn choose_fresh(&mut self, label: &str) {
        let mut fresh = self.entries.iter().filter(|entry| !entry.kept);
        if let Some(entry) = fresh.find(|entry| entry.run.label == label) {
            self.current = Some(entry.id);
        }
    }

    /// Returns the entry of `id`, if it is still there.
    pub(crate) fn get(&self, id: RunId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Returns the run the others are compared with.
    pub(crate) fn baseline(&self) -> Option<&Entry> {
        self.baseline.and_then(|id| self.get(id))
    }

    /// Returns the recipe of `entry`, without the log or model if all runs share it.
    pub(crate) fn brief(&self, entry: &Entry) -> String {
        let [source, rest] = &entry.recipe;
        let mut others = self.entries.iter();
        if others.all(|other| other.recipe[0] == *source) {
            rest.clone()
        } else {
            entry.recipe()
        }
    }

    /// Iterates over the runs that plots show.
    pub(crate) fn visible(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.visible)
    }

    /// Adds a result, in place of an older one of the same label that is not kept.
    pub(crate) fn insert(&mut self, finished: Finished) {
        let Finished {
            recipe,
            run,
            index,
            timeline,
            values,
        } = finished;
        let older = self
            .entries
            .iter()
            .position(|entry| !entry.kept && entry.run.label == run.label);
        if let Some(position) = older {
            let entry = &mut self.entries[position];
            (entry.run, entry.index, entry.timeline) = (run, index, timeline);
            (entry.values, entry.recipe) = (values, recipe);
            entry.stale = false;
            return;
        }
        let label = run.label.clone();
        let finished = Finished {
            recipe,
            run,
            index,
            timeline,
            values,
        };
        let entry = self.entry(finished, label);
        let id = entry.id;
        // The recorded schedule comes before simulated ones.
        if entry.run.policy.replays() {
            self.entries.insert(0, entry)
        } else {
            self.entries.push(entry)
        }
        self.baseline.get_or_insert(id);
        self.find_baseline();
        self.current.get_or_insert(id);
        // Commands are about simulated runs.
        let is_simulated = |entry: &&Entry| !entry.run.policy.replays();
        let mut simulated = self.entries.iter().filter(is_simulated);
        if simulated.next().is_some_and(|first| first.id == id) && simulated.next().is_none() {
            self.current = Some(id);
        }
    }

    /// Adds a result of another scenario, from the file of that name, to be compared.
    pub(crate) fn insert_beside(&mut self, finished: Finished, file: &str) {
        let label = self.unused(format!("{}, {file}", finished.run.label));
        let entry = Entry {
            kept: true,
            beside: true,
            ..self.entry(finished, label)
        };
        self.entries.push(entry);
    }

    fn entry(&mut self, finished: Finished, label: String) -> Entry {
        let slot = self.free_slot(finished.run.policy);
        Entry {
            id: RunId::new(),
            label,
            run: finished.run,
            index: finished.index,
            timeline: finished.timeline,
            values: finished.values,
            recipe: finished.recipe,
            visible: true,
            kept: false,
            beside: false,
            stale: false,
            slot,
        }
    }

    /// Keeps the current run aside under a name of its own.
    pub(crate) fn duplicate(&mut self) {
        let Some(position) = self.position() else {
            return;
        };
        let original = &self.entries[position];
        let (id, slot) = (RunId::new(), self.free_slot(original.run.policy));
        let label = self.unused(original.run.label.clone());
        let copy = Entry {
            id,
            label,
            run: Arc::clone(&original.run),
            index: Arc::clone(&original.index),
            timeline: Arc::clone(&original.timeline),
            values: original.values.clone(),
            recipe: original.recipe.clone(),
            visible: original.visible,
            kept: true,
            beside: original.beside,
            stale: original.stale,
            slot,
        };
        self.entries.insert(position + 1, copy);
    }

    /// Forgets the current run.
    pub(crate) fn delete(&mut self) {
        let Some(position) = self.position() else {
            return;
        };
        self.entries.remove(position);
        let next = self.entries.get(position).or(self.entries.last());
        self.current = next.map(|entry| entry.id);
        self.repair_baseline();
    }

    /// Keeps the run that came in last, as `kept` says; returns which that is.
    pub(crate) fn keep_last(&mut self, kept: KeptRun) -> Option<RunId> {
        let entry = self.entries.last_mut()?;
        (entry.kept, entry.beside) = (true, kept != KeptRun::Own);
        Some(entry.id)
    }

    /// Forgets a run.
    pub(crate) fn forget(&mut self, id: RunId) {
        let before = self.current;
        self.current = Some(id);
        self.delete();
        if before != Some(id) {
            self.current = before;
        }
    }

    /// Forgets the runs of other scenarios than that of `document`.
    pub(crate) fn forget_others(&mut self, document: &Document) {
        self.entries
            .retain(|entry| !entry.beside || is_of(&entry.run, &document.scenario));
        if self.current().is_none() {
            self.current = self.entries.first().map(|entry| entry.id);
        }
        self.repair_baseline();
    }

    /// Returns `label`, with a number behind it if there is a run of that name.
    fn unused(&self, label: String) -> String {
        let is_free = |label: &String| self.entries.iter().all(|entry| entry.label != *label);
        if is_free(&label) {
            return label;
        }
        let numbered = (2..).map(|number| format!("{label} ({number})"));
        numbered.take(1_000).find(is_free).unwrap_or(label)
    }

    /// Forgets the runs of branches that the scenario of `document` does not have any more.
    pub(crate) fn forget_branches(&mut self, document: &Document) {
        let wanted = choices(&document.scenario);
        self.entries.retain(|entry| {
            let run = &entry.run;
            let is_wanted =
                |choice: &Choice| choice.label == run.label && choice.branch == run.branch;
            entry.kept || run.branch.is_none() || wanted.iter().any(is_wanted)
        });
        if self.current().is_none() {
            self.current = self.entries.first().map(|entry| entry.id);
        }
        self.repair_baseline();
    }

    /// Marks the runs whose scenario is not that of `document` any more.
    pub(crate) fn mark_stale(&mut self, document: &Document) {
        for entry in &mut self.entries {
            // A run beside is of something else, and its name says so.
            entry.stale = !entry.beside && !is_of(&entry.run, &document.scenario);
        }
    }

    /// Whether there is a result of `choice` on exactly that experiment, which another of its name
    /// would replace.
    pub(crate) fn has(&self, experiment: &Arc<Experiment>, choice: &Choice) -> bool {
        self.entries.iter().any(|entry| {
            let run = &entry.run;
            !entry.kept
                && Arc::ptr_eq(run.original_experiment(), experiment)
                && (run.policy, &run.label) == (choice.policy, &choice.label)
                && run.parameters == choice.parameters
                && run.branch == choice.branch
        })
    }

    fn position(&self) -> Option<usize> {
        let current = self.current?;
        self.entries.iter().position(|entry| entry.id == current)
    }

    /// Makes `id` the baseline, by the user's choice.
    pub(crate) fn choose_baseline(&mut self, id: RunId) {
        (self.baseline, self.is_baseline_chosen) = (Some(id), true);
    }

    fn repair_baseline(&mut self) {
        if self.baseline().is_none() {
            self.is_baseline_chosen = false;
            self.baseline = self.entries.first().map(|entry| entry.id);
            self.find_baseline();
        }
    }

    /// Makes a log as recorded the baseline, unless the user chose one.
    fn find_baseline(&mut self) {
        let mut own = self.entries.iter().filter(|entry| !entry.beside);
        let log = own.find(|entry| entry.run.policy.replays());
        if let Some(log) = log.filter(|_| !self.is_baseline_chosen) {
            self.baseline = Some(log.id);
        }
    }

    /// Returns the log as recorded, and the simulated run that is nearest to how machines are run.
    pub(crate) fn log_and_simulated(&self) -> Option<[&Entry; 2]> {
        let own: Vec<&Entry> = self.entries.iter().filter(|entry| !entry.beside).collect();
        let policies: Vec<PolicyName> = own.iter().map(|entry| entry.run.policy).collect();
        let log = policies.iter().position(|policy| policy.replays())?;
        Some([own[log], own[simulated(&policies)?]])
    }

    /// Returns the colour slot of one more run of `policy`.
    fn free_slot(&self, policy: PolicyName) -> usize {
        let used: Vec<usize> = self.entries.iter().map(|entry| entry.slot).collect();
        next_colour(policy, &used)
    }
}

/// Whether `scenario` would give `run` again.
fn is_of(run: &Run, scenario: &Scenario) -> bool {
    let ran = &run.experiment.scenario;
    let same_jobs = ran.machine == scenario.machine
        && ran.seed == scenario.seed
        && ran.workload == scenario.workload
        && ran.moldable == scenario.moldable;
    let same_parameters = run.parameters == scenario.parameters
        || scenario
            .variants
            .iter()
            .any(|variant| variant.policy == run.policy && variant.parameters == run.parameters);
    let branches = || choices(scenario).into_iter().map(|choice| choice.branch);
    let same_parameters = match &run.branch {
        None => same_parameters,
        Some(_) => branches().any(|branch| branch == run.branch),
    };
    same_jobs && same_parameters
}

/// Whether the jobs of two runs are the same, so that job by job comparison means something.
pub(crate) fn same_jobs(one: &Run, other: &Run) -> bool {
    Arc::ptr_eq(&one.experiment, &other.experiment)
        || one.experiment.jobs.len() == other.experiment.jobs.len()
            && one.experiment.jobs == other.experiment.jobs
}
