//! Opening of files and examples, each in a document of its own.

use std::path::{Path, PathBuf};

use super::OpenDocument;
use crate::App;
use crate::panels::workload::blank;
use crate::shared::document::Document;
use crate::start_page::scenes::{Scene, scene_of};
use crate::work::message::WorkMessage;
use crate::work::pending::Message;
use laboratory::base::problem::Problem;
use laboratory::base::system::files;
use laboratory::family::slots::search::scenario::SlotSearch;
use laboratory::load::{Opened, examples, formats, recorded};
use laboratory::run::choices;
use laboratory::scenario;

/// Progress of a document that is being opened.
enum Step {
    /// It is still being opened.
    On,
    /// It can be shown, and its runs arrive in it.
    Ready,
    /// It is no document but a search for slots.
    Search(Box<SlotSearch>, PathBuf),
    /// It cannot be opened: the file, if it is one, and what is wrong with it.
    Failed(Option<PathBuf>, Problem),
}

impl OpenDocument {
    /// Receives a message while it is being opened.
    fn open_with(&mut self, message: Message<WorkMessage>) -> Step {
        let Some(work) = &mut self.work else {
            return Step::On;
        };
        match message {
            Message::Answer(WorkMessage::Stage(stage)) => work.stage = stage,
            Message::Answer(WorkMessage::Opened(Opened::Search(search), path)) => {
                return Step::Search(search, path);
            }
            Message::Answer(WorkMessage::Opened(Opened::Jobs(scenario), path)) => {
                return self.begin(Document::new(*scenario, Some(path)));
            }
            Message::Failed(problem) => {
                return Step::Failed(work.reading.take(), problem);
            }
            Message::Answer(WorkMessage::Prepared(_)) => {
                self.on_work(message);
                return Step::Ready;
            }
            _ => {}
        }
        Step::On
    }

    /// Simulates `document`.
    fn begin(&mut self, document: Document) -> Step {
        let choices = choices(&document.scenario);
        let (scenario, source) = (document.scenario.clone(), document.source.clone());
        self.shared.document = document;
        if choices.is_empty() {
            self.cancel();
            self.open_policy_menu();
            return Step::Ready;
        }
        self.simulate_scenario(scenario, source.clone(), choices);
        if let Some(work) = &mut self.work {
            work.reading = source;
        }
        Step::On
    }

    /// Takes the file as it is now, which may have been changed by others since; returns whether it
    /// was.
    pub(crate) fn reread(&mut self) -> bool {
        let document = &self.shared.document;
        let path = document.source.as_deref();
        let now = path.and_then(|path| {
            let mut now = formats::open(path).ok()?;
            recorded::add_to(&mut now, path);
            Some(now)
        });
        if let Some(now) = now
            && now != *document.saved()
        {
            let present = if document.is_modified() {
                document.scenario.clone()
            } else {
                now.clone()
            };
            let source = document.source.clone();
            self.shared.document = Document::restored(present, source, now);
            self.requested = self.shared.document.revision();
            self.panes.text.forget();
            return true;
        }
        false
    }

    /// Whether another document may take its place: a placeholder without changes.
    fn is_untouched(&self) -> bool {
        let runs = &self.shared.runs.entries;
        self.is_placeholder
            && self.unread_session.is_none()
            && self.shared.document.is_example()
            && !runs.iter().any(|entry| entry.kept)
            && self.shared.scope.current().is_all()
            && self.shared.scope.notes().is_empty()
            && !self.panes.sweep.has_begun()
    }
}

impl App {
    /// Opens `path` in a document of its own, or goes to the one it is open in.
    pub(crate) fn open_file(&mut self, path: PathBuf) {
        let whole = |path: &Path| files::resolved(path).unwrap_or_else(|_| path.to_path_buf());
        let wanted = whole(&path);
        let known = self.documents().position(|document| {
            let source = document.shared.document.source.as_deref();
            source.is_some_and(|source| whole(source) == wanted)
        });
        if let Some(index) = known {
            self.start_page.close();
            self.forget_wrong_files();
            self.show_document(index);
            self.front.restore();
            if !self.front.shared.document.is_modified() && self.front.reread() {
                self.front.simulate();
            }
            return;
        }
        let mut document = OpenDocument::new(Document::new(blank(), Some(path.clone())));
        document.read(path);
        self.opening.push(document);
    }

    /// Opens a built-in example in a document of its own, or goes to the one it is open in.
    pub(crate) fn open_example(&mut self, index: usize) {
        self.open_example_with(index, false);
    }

    /// Opens an example in the pane that makes its point.
    pub(crate) fn open_scene(&mut self, index: usize) {
        self.open_example_with(index, true);
    }

    fn open_example_with(&mut self, index: usize, with_scene: bool) {
        let Some(example) = examples::ALL.get(index) else {
            return;
        };
        let scenario = match scenario::parse(example.text, None) {
            Ok(scenario) => scenario,
            Err(problem) => return self.front.notices.fault(&problem),
        };
        let scene = scene_of(index).filter(|_| with_scene);
        let known = self.documents().position(|document| {
            let open = &document.shared.document;
            let is_run =
                !document.shared.runs.entries.is_empty() || document.unread_session.is_some();
            open.is_example() && open.scenario == scenario && is_run
        });
        if let Some(index) = known {
            self.start_page.close();
            self.show_document(index);
            self.front.is_placeholder = false;
            self.front
                .requests
                .panes
                .extend(scene.map(|scene| scene.pane));
            return;
        }
        self.open_new(Document::new(scenario, None), scene);
    }

    /// Simulates `document`, which comes to the front once it can be looked at, with `scene`.
    pub(crate) fn open_new(&mut self, document: Document, scene: Option<&'static Scene>) {
        let mut opened = OpenDocument::new(Document::new(blank(), None));
        let step = opened.begin(document);
        opened.scene = scene;
        self.opening.push(opened);
        self.take_step(self.opening.len() - 1, step);
    }

    /// Receives messages on what is being opened.
    pub(crate) fn on_opening(&mut self) {
        let mut index = 0;
        while let Some(document) = self.opening.get_mut(index) {
            let work = document.work.as_ref();
            let Some(message) = work.and_then(|work| work.pending.poll()) else {
                index += 1;
                continue;
            };
            let step = document.open_with(message);
            self.take_step(index, step);
        }
    }

    /// Waits for what is being opened.
    pub(crate) fn settle_opening(&mut self) {
        while let Some(document) = self.opening.first() {
            document.worker.finish();
            self.on_opening();
        }
    }

    /// Cancels what is being opened.
    pub(crate) fn cancel_opening(&mut self) {
        for mut document in std::mem::take(&mut self.opening) {
            document.stop();
        }
    }

    fn take_step(&mut self, index: usize, step: Step) {
        if matches!(step, Step::On) {
            return;
        }
        let document = self.opening.remove(index);
        match step {
            Step::On => {}
            Step::Ready => {
                self.dialogs.answered_columns = None;
                self.place_in_front(document);
            }
            Step::Search(search, path) => {
                self.settings.remember(&path);
                self.start_page.close();
                self.forget_wrong_files();
                self.front.open_search(*search, path);
            }
            Step::Failed(path, problem) => {
                match path {
                    // The user can choose a case, or say what its columns mean.
                    Some(path) if self.open_cases(&path, false, &problem) => {}
                    Some(path) if self.open_columns(&path, false, &problem) => {}
                    Some(path) => self.front.notices.fault_of_file(&path, problem),
                    None => self.front.notices.fault(&problem),
                }
                self.front.restore();
                let is_bare = self.front.shared.runs.entries.is_empty();
                if is_bare && self.front.work.is_none() && !self.is_at_start() {
                    // A file named at the start: the example is better than nothing.
                    self.front.simulate();
                }
            }
        }
    }

    /// Removes messages on unreadable files from all documents.
    fn forget_wrong_files(&mut self) {
        for document in self.documents_mut() {
            document.notices.forget_files();
        }
    }

    /// Puts `document` in front, in place of a placeholder, or behind all others.
    pub(crate) fn place_in_front(&mut self, mut document: OpenDocument) {
        if let Some(path) = &document.shared.document.source {
            self.settings.remember(path);
        }
        self.start_page.close();
        self.forget_wrong_files();
        document
            .requests
            .panes
            .extend(document.scene.map(|scene| scene.pane));
        self.leave_front();
        let mut before = std::mem::replace(&mut self.front, document);
        if before.is_untouched() {
            before.stop();
        } else {
            let index = self.background.front_index;
            self.background.documents.insert(index, before);
            self.background.front_index = self.background.documents.len();
        }
        self.come_to_front();
        self.front.shared.sight.colour_by = self.settings.desk.room().colour_by;
    }
}
