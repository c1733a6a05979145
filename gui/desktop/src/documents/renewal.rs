//! Documents of files that change while they are looked at, as the queue that a service shows.

use std::path::Path;

use egui::{Context, Event};

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
    /// Its document is being read or simulated, or the user is clicking: it can be tried again.
    Busy,
    /// There is no such document any more.
    Closed,
}

impl App {
    /// Shows in the document of the file at `path` what `write` puts there, wherever that document
    /// is; changes of the user are kept, unless `is_wanted` instead of them.
    pub(crate) fn renew(
        &mut self,
        ctx: &Context,
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
        if document.is_busy() || document.has_unrestored() || is_clicking(ctx) {
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

/// Whether the user holds a button, has just let go of it or pressed a key: what is below must not become
/// another thing before the window has taken that.
fn is_clicking(ctx: &Context) -> bool {
    ctx.input(|input| {
        let acts = |event: &Event| {
            matches!(
                event,
                Event::PointerButton { .. } | Event::Key { .. } | Event::AccessKitActionRequest(_)
            )
        };
        input.pointer.any_down() || input.events.iter().any(acts)
    })
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

    /// A window that nobody touches.
    fn idle() -> Context {
        Context::default()
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
        let renewal = app.renew(&idle(), &path, false, || fs::write(&path, newer));
        assert_eq!(renewal, Renewal::Taken);
        app.settle();
        assert_eq!(app.scenario().title, "[40, 50, 60]");
        assert_eq!(selected(&app), Some(50));
        let runs = app.front.shared.runs.entries.len();
        assert_eq!(runs, 1, "the older queue's run stands beside");
        // It has ended.
        let newer = queue(&[60]);
        app.renew(&idle(), &path, false, || fs::write(&path, newer));
        app.settle();
        assert_eq!(selected(&app), None);
    }

    /// A click on a job of the older queue, while the newer one is simulated.
    #[test]
    fn a_job_that_is_clicked_meanwhile_is_selected_in_the_newer_queue() {
        let (mut app, _folder, path) = opened(&[30, 40, 50]);
        app.front.go_to_last(50);
        app.settle();
        let newer = queue(&[40, 50, 60]);
        let renewal = app.renew(&idle(), &path, false, || fs::write(&path, newer));
        assert_eq!(renewal, Renewal::Taken);
        app.front.go_to_last(40);
        app.settle();
        assert_eq!(app.scenario().title, "[40, 50, 60]");
        assert_eq!(selected(&app), Some(40));
    }

    /// From the press to the frame in which the click is taken, and as long as a key is new.
    #[test]
    fn nothing_is_replaced_below_a_click() {
        let (mut app, _folder, path) = opened(&[30, 40]);
        let (ctx, pos) = (Context::default(), egui::Pos2::new(10.0, 10.0));
        let button = |pressed| Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        let key = Event::Key {
            key: egui::Key::Enter,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        let mut renewed_with = |events: Vec<Event>, number: u64| {
            let input = egui::RawInput {
                events,
                ..egui::RawInput::default()
            };
            ctx.begin_pass(input);
            let renewal = app.renew(&ctx, &path, false, || fs::write(&path, queue(&[number])));
            ctx.end_pass().textures_delta.clear();
            app.settle();
            (renewal, app.scenario().title.clone())
        };
        let busy = (Renewal::Busy, "[30, 40]".to_owned());
        let events = vec![Event::PointerMoved(pos), button(true)];
        assert_eq!(renewed_with(events, 50), busy);
        // It is held for some frames.
        assert_eq!(renewed_with(Vec::new(), 50), busy);
        assert_eq!(renewed_with(vec![button(false)], 50), busy);
        let taken = |number: u64| (Renewal::Taken, format!("[{number}]"));
        assert_eq!(renewed_with(Vec::new(), 50), taken(50));
        assert_eq!(renewed_with(vec![key], 60).0, Renewal::Busy);
        let moved = vec![Event::PointerMoved(pos + egui::Vec2::X)];
        assert_eq!(renewed_with(moved, 60), taken(60));
    }

    #[test]
    fn what_the_user_has_changed_stays_until_the_newer_is_wanted() {
        let (mut app, _folder, path) = opened(&[30, 40]);
        app.front.shared.document.scenario.title = "own".to_owned();
        let newer = queue(&[50]);
        let never = || panic!("written over a changed document");
        assert_eq!(app.renew(&idle(), &path, false, never), Renewal::Changed);
        assert_eq!(app.scenario().title, "own");
        let renewal = app.renew(&idle(), &path, true, || fs::write(&path, newer));
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
        assert_eq!(app.renew(&idle(), &path, false, never), Renewal::Closed);
    }
}
