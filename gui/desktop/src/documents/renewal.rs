//! Documents of files that change while they are looked at, as the queue that a service shows.

use std::path::Path;

use super::OpenDocument;
use super::session::Restoration;
use crate::App;
use laboratory::scenario;

/// What became of a newer state of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renewal {
    /// Its document has it now.
    Taken,
    /// Its document has been changed by the user, and stays as it is.
    Changed,
    /// Its document is being read or simulated: it can be tried again.
    Busy,
    /// There is no such document any more.
    Closed,
}

impl App {
    /// Shows in the document of the file at `path` what `write` puts there, wherever that document
    /// is; changes of the user are kept, unless `is_wanted` instead of them.
    pub(crate) fn renew(
        &mut self,
        path: &Path,
        is_wanted: bool,
        write: impl FnOnce() -> std::io::Result<()>,
    ) -> Renewal {
        let is_of_file =
            |document: &OpenDocument| document.shared.document.source.as_deref() == Some(path);
        if self.opening.iter().any(is_of_file) {
            return Renewal::Busy;
        }
        let mut documents = self.documents_mut();
        let Some(document) = documents.find(|document| is_of_file(document)) else {
            return Renewal::Closed;
        };
        if document.is_busy() || document.has_unrestored() {
            return Renewal::Busy;
        }
        if document.shared.document.is_modified() && !is_wanted {
            return Renewal::Changed;
        }
        match write() {
            Ok(()) => document.take_newer(),
            Err(_) => return Renewal::Busy,
        }
        Renewal::Taken
    }
}

impl OpenDocument {
    /// Takes the file as it is now in place of what is shown, and simulates it; the selected job, if
    /// it is still there, and the view stay.
    fn take_newer(&mut self) {
        let session = self.session();
        let was_modified = self.shared.document.is_modified();
        if was_modified {
            self.shared.document.scenario = self.shared.document.saved().clone();
        }
        if !self.reread() && !was_modified {
            return;
        }
        let now = scenario::to_ron(&self.shared.document.scenario);
        self.restoring = Restoration::of_view(session.map(|session| session.with_scenario(now)));
        // The same index is another job now.
        self.shared.selection = None;
        self.abandon_question();
        self.simulate();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A queue of jobs that run for as long as their numbers; the present is at the beginning.
    fn queue(numbers: &[u64]) -> String {
        let jobs = numbers
            .iter()
            .map(|number| format!("(id: {number}, submit: 0, runtime: {number}, nodes: 1)"));
        format!(
            "(title: \"{numbers:?}\", machine: Cluster(nodes: 2), policies: [Easy], workload: Jobs([{}]))",
            jobs.collect::<Vec<_>>().join(", ")
        )
    }

    /// The window with that queue opened, and its file.
    fn opened(numbers: &[u64]) -> (App, tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("queue.ron");
        fs::write(&path, queue(numbers)).unwrap();
        let mut app = App::new(Vec::new());
        app.open_file(path.clone());
        app.settle_opening();
        app.settle();
        (app, folder, path)
    }

    fn selected(app: &App) -> Option<u64> {
        let selection = app.front.shared.selection?;
        let run = &app.front.shared.runs.get(selection.id)?.run;
        Some(run.experiment.labels[selection.job].number())
    }

    #[test]
    fn the_selected_job_is_found_again_wherever_it_now_stands_in_the_queue() {
        let (mut app, _folder, path) = opened(&[30, 40, 50]);
        app.front.go_to_last(50);
        app.settle();
        assert_eq!(selected(&app), Some(50));
        let newer = queue(&[40, 50, 60]);
        let renewal = app.renew(&path, false, || fs::write(&path, newer));
        assert_eq!(renewal, Renewal::Taken);
        app.settle();
        assert_eq!(app.scenario().title, "[40, 50, 60]");
        assert_eq!(selected(&app), Some(50));
        let runs = app.front.shared.runs.entries.len();
        assert_eq!(runs, 1, "the older queue's run stands beside");
        // It has ended.
        let newer = queue(&[60]);
        app.renew(&path, false, || fs::write(&path, newer));
        app.settle();
        assert_eq!(selected(&app), None);
    }

    #[test]
    fn what_the_user_has_changed_stays_until_the_newer_is_wanted() {
        let (mut app, _folder, path) = opened(&[30, 40]);
        app.front.shared.document.scenario.title = "own".to_owned();
        let newer = queue(&[50]);
        let never = || panic!("written over a changed document");
        assert_eq!(app.renew(&path, false, never), Renewal::Changed);
        assert_eq!(app.scenario().title, "own");
        let renewal = app.renew(&path, true, || fs::write(&path, newer));
        assert_eq!(renewal, Renewal::Taken);
        app.settle();
        assert_eq!(app.scenario().title, "[50]");
        assert!(!app.front.shared.document.is_modified());
    }

    #[test]
    fn a_document_that_is_closed_is_followed_no_more() {
        let (mut app, _folder, path) = opened(&[30]);
        app.discard_document(0);
        let never = || panic!("written though nobody looks at it");
        assert_eq!(app.renew(&path, false, never), Renewal::Closed);
    }
}
