//! The selection of jobs, and notes: the present ones, the history, and named selections.

use serde::{Deserialize, Serialize};

use cosched_core::Time;

use charts::time::notes::Note;
use laboratory::metrics::select::Scope;

/// Number of steps that can be undone.
const STEPS: usize = 100;

/// The scope with its history and its names.
#[derive(Default)]
pub(crate) struct Scopes {
    now: Step,
    before: Vec<Step>,
    after: Vec<Step>,
    /// Named scopes.
    pub(crate) named: Vec<(String, Scope)>,
}

/// A selection and its notes: each step is undone as a whole.
#[derive(Clone, PartialEq, Debug, Default)]
struct Step {
    scope: Scope,
    notes: Vec<Note>,
}

impl Scopes {
    /// Returns the present selection.
    pub(crate) fn current(&self) -> &Scope {
        &self.now.scope
    }

    /// Returns the notes, in the order of time.
    pub(crate) fn notes(&self) -> &[Note] {
        &self.now.notes
    }

    /// Replaces all notes.
    pub(crate) fn set_notes(&mut self, notes: Vec<Note>) {
        let scope = self.now.scope.clone();
        self.step(Step { scope, notes });
    }

    /// Returns its span in seconds, as charts have it.
    pub(crate) fn span_in_seconds(&self) -> Option<[f64; 2]> {
        self.now.scope.span.map(|span| span.map(|at| at.seconds()))
    }

    /// Selects other jobs.
    pub(crate) fn set(&mut self, scope: Scope) {
        let notes = self.now.notes.clone();
        self.step(Step { scope, notes });
    }

    fn step(&mut self, step: Step) {
        if step == self.now {
            return;
        }
        self.before.push(std::mem::replace(&mut self.now, step));
        if self.before.len() > STEPS {
            self.before.remove(0);
        }
        self.after.clear();
    }

    /// Goes back to the previous selection.
    pub(crate) fn back(&mut self) {
        if let Some(step) = self.before.pop() {
            self.after.push(std::mem::replace(&mut self.now, step));
        }
    }

    /// Goes forward again.
    pub(crate) fn forward(&mut self) {
        if let Some(step) = self.after.pop() {
            self.before.push(std::mem::replace(&mut self.now, step));
        }
    }

    /// Whether there is a previous step.
    pub(crate) fn can_go_back(&self) -> bool {
        !self.before.is_empty()
    }

    /// Whether there is a next step.
    pub(crate) fn can_go_forward(&self) -> bool {
        !self.after.is_empty()
    }

    /// Names the present selection; one of that name before is forgotten.
    pub(crate) fn name(&mut self, name: &str) {
        self.named.retain(|(known, _)| known != name);
        self.named.push((name.to_owned(), self.now.scope.clone()));
    }

    /// Returns what is kept from one start to the next.
    pub(crate) fn kept(&self) -> CachedScope {
        let written = |scope: &Scope| ScopeText {
            span: scope.span.map(|span| span.map(|at| at.0)),
            filter: scope.filter.to_string(),
        };
        let named = self.named.iter();
        CachedScope {
            now: written(&self.now.scope),
            named: named
                .map(|(name, scope)| (name.clone(), written(scope)))
                .collect(),
            notes: self.now.notes.iter().map(written_note).collect(),
        }
    }

    /// Restores what was kept.
    pub(crate) fn restored(kept: &CachedScope) -> Self {
        let read = |written: &ScopeText| Scope {
            span: written.span.map(|span| span.map(Time)),
            // A filter of a later version means nothing here.
            filter: written.filter.parse().unwrap_or_default(),
        };
        let named = kept.named.iter();
        let note = |(span, text): &([u64; 2], String)| Note {
            span: span.map(Time),
            text: text.clone(),
        };
        Self {
            now: Step {
                scope: read(&kept.now),
                notes: kept.notes.iter().map(note).collect(),
            },
            named: named
                .map(|(name, written)| (name.clone(), read(written)))
                .collect(),
            ..Self::default()
        }
    }
}

/// A scope and the named ones, as settings have them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct CachedScope {
    now: ScopeText,
    named: Vec<(String, ScopeText)>,
    notes: Vec<([u64; 2], String)>,
}

fn written_note(note: &Note) -> ([u64; 2], String) {
    (note.span.map(|at| at.0), note.text.clone())
}

/// A scope as settings have it: times in nanoseconds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct ScopeText {
    span: Option<[u64; 2]>,
    filter: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(line: &str) -> Scope {
        Scope {
            span: Some([Time::ZERO, Time::from_seconds(60)]),
            filter: line.parse().unwrap(),
        }
    }

    #[test]
    fn every_step_can_be_taken_back_and_again() {
        let mut scopes = Scopes::default();
        scopes.set(scope("user == 1"));
        scopes.set(scope("user == 2"));
        scopes.set(scope("user == 2"));
        scopes.back();
        assert_eq!(*scopes.current(), scope("user == 1"));
        scopes.back();
        assert!(scopes.current().is_all() && !scopes.can_go_back());
        scopes.forward();
        assert_eq!(*scopes.current(), scope("user == 1"));
        scopes.set(scope("killed"));
        assert!(!scopes.can_go_forward());
    }

    #[test]
    fn notes_are_taken_back_and_kept_as_the_selection_is() {
        let note = Note {
            span: [Time::from_seconds(3); 2],
            text: "a burst".to_owned(),
        };
        let mut scopes = Scopes::default();
        scopes.set_notes(vec![note.clone()]);
        scopes.set(scope("user == 1"));
        assert_eq!(scopes.notes(), std::slice::from_ref(&note));
        let text = ron::to_string(&scopes.kept()).unwrap();
        let read = Scopes::restored(&ron::from_str(&text).unwrap());
        assert_eq!(read.notes(), [note]);
        scopes.back();
        scopes.back();
        assert!(scopes.notes().is_empty());
        scopes.forward();
        assert_eq!(scopes.notes().len(), 1);
    }

    #[test]
    fn scopes_survive_being_kept() {
        let mut scopes = Scopes::default();
        scopes.set(scope("wait > 2h && nodes >= 64"));
        scopes.name("slow and wide");
        let text = ron::to_string(&scopes.kept()).unwrap();
        let read = Scopes::restored(&ron::from_str(&text).unwrap());
        assert_eq!(read.current(), scopes.current());
        assert_eq!(read.named, scopes.named);
    }
}
