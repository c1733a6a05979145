//! Services of a page's script for the window, and of the window for it.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{access, link};
use crate::App;
use crate::dialogs::file::Purpose;
use crate::documents::OpenDocument;
use crate::documents::renewal::Renewal;
use crate::settings::Settings;
use laboratory::base::problem::Problem;
use laboratory::base::system::files;
use laboratory::base::system::threads::pool;

/// Folder of the files that a user gives to the page.
const GIVEN: &str = "/files";
/// Time between two looks at what workers have found: they cannot wake the window.
const PERIOD: Duration = Duration::from_millis(30);

/// Services of the page's script for the window.
pub trait Host {
    /// Asks the user for a file, which the script [`give`]s.
    fn pick(&self);
    /// Hands the user a file of that name, and keeps it for the next start.
    fn download(&self, name: &str, bytes: &[u8]);
    /// Shows the page's address with `fragment` behind its `#`, and puts it on the clipboard; returns
    /// whether there is one, as a frame in a notebook has none.
    fn link(&self, fragment: &str) -> bool;
    /// Opens the guide beside the page; returns whether there is one, as a notebook has none.
    fn open_guide(&self) -> bool;
    /// Forgets all that is kept in the browser, and begins anew.
    fn forget(&self);
    /// Notes what became of a newer state of a file, which [`renew`] gave.
    fn note_renewal(&self, renewal: Renewal);
}

/// The page that the window is in.
pub(crate) struct State {
    host: Option<Box<dyn Host>>,
    /// Purpose of the next file that the user gives.
    picks_for: Purpose,
}

impl Default for State {
    fn default() -> Self {
        Self {
            host: None,
            picks_for: Purpose::Open,
        }
    }
}

thread_local! {
    /// Files that were given and are not opened yet.
    static INBOX: RefCell<Vec<PathBuf>> = const { RefCell::new(Vec::new()) };
    /// A newer state of a file whose document is open, and whether it is wanted instead of what the
    /// user has changed there.
    static NEWER: RefCell<Option<(PathBuf, Vec<u8>, bool)>> = const { RefCell::new(None) };
    /// A link that is to be opened.
    static LINK: RefCell<Option<String>> = const { RefCell::new(None) };
    /// The window, to be woken by the script.
    static WINDOW: RefCell<Option<egui::Context>> = const { RefCell::new(None) };
}

fn wake() {
    WINDOW.with_borrow(|window| {
        if let Some(ctx) = window {
            ctx.request_repaint();
        }
    });
}

/// Path of a file of that name where the window finds it.
fn path_of(name: &str) -> Option<PathBuf> {
    Some(Path::new(GIVEN).join(Path::new(name).file_name()?))
}

/// Puts a file of that name where the window finds it; returns its path.
pub fn keep(name: &str, bytes: Vec<u8>) -> Option<PathBuf> {
    let path = path_of(name)?;
    files::give(&path, bytes).ok()?;
    Some(path)
}

/// Gives the window a file of that name, which it opens.
pub fn give(name: &str, bytes: Vec<u8>) {
    INBOX.with_borrow_mut(|inbox| inbox.extend(keep(name, bytes)));
    wake();
}

/// Gives the window a newer state of a file of that name, which its document shows where it stands,
/// and where `is_wanted` also in place of what the user has changed.
pub fn renew(name: &str, bytes: Vec<u8>, is_wanted: bool) {
    NEWER.set(path_of(name).map(|path| (path, bytes, is_wanted)));
    wake();
}

/// Opens what stands behind the `#` of the page's address.
pub fn show_link(fragment: String) {
    LINK.set(Some(fragment));
    wake();
}

/// Describes the window to `receiver` after each of its changes, from now on.
pub fn describe_to(receiver: fn(&str)) {
    WINDOW.with_borrow(|window| {
        if let Some(ctx) = window {
            access::begin(ctx, receiver);
        }
    });
    wake();
}

/// Does what a user has done with the element of that number: clicked it, or only focused it.
pub fn act(number: u64, is_click: bool) {
    access::act(number, is_click);
    wake();
}

/// The window that `host` serves.
pub fn app(creation: &eframe::CreationContext<'_>, host: Box<dyn Host>) -> App {
    // These are there already if a file was given.
    let _ = files::create_folder(Path::new(GIVEN));
    WINDOW.set(Some(creation.egui_ctx.clone()));
    let settings = creation.storage.map(Settings::load).unwrap_or_default();
    let mut app = App::with_settings(settings);
    app.page.host = Some(host);
    app.begin(Vec::new());
    app
}

impl App {
    /// Takes what the script has for the window, and gives it what was written.
    pub(crate) fn serve_page(&mut self, ctx: &egui::Context) {
        let purpose = self.page.picks_for;
        for path in INBOX.take() {
            self.page.picks_for = Purpose::Open;
            if purpose == Purpose::Beside {
                self.front.read_beside(path);
            } else {
                self.open_file(path);
            }
        }
        if let Some((path, bytes, is_wanted)) = NEWER.take() {
            let renewal = self.renew(ctx, &path, is_wanted, || files::give(&path, bytes));
            if let Some(host) = &self.page.host {
                host.note_renewal(renewal);
            }
        }
        if let Some(fragment) = LINK.take() {
            self.open_link(&fragment);
        }
        if pool::is_busy() {
            ctx.request_repaint_after(PERIOD);
        }
        if self.documents().all(OpenDocument::has_written) {
            self.hand_over(files::take_written());
        }
    }

    /// Opens what `fragment` of an address holds in a document of its own.
    fn open_link(&mut self, fragment: &str) {
        let lesson = fragment.strip_prefix("lesson=");
        if let Some(number) = lesson.and_then(|number| number.parse::<usize>().ok()) {
            return self.begin_lesson(number.saturating_sub(1));
        }
        let Some(session) = link::unpack(fragment) else {
            return;
        };
        let unread = || {
            let sentence =
                "the link is of another version of cosched, and its scenario cannot be read";
            Problem::input(sentence)
        };
        let document =
            session.and_then(|session| OpenDocument::of_session(session).ok_or_else(unread));
        match document {
            Ok(document) => self.open_or_go_to(document),
            Err(problem) => self.front.notices.fault(&problem),
        }
    }

    /// Puts `document` in front, or goes to one that is the same: a page that is loaded again has
    /// what its address opened the last time.
    fn open_or_go_to(&mut self, document: OpenDocument) {
        let scenario = &document.shared.document.scenario;
        let same = self.documents().position(|other| {
            let shared = &other.shared.document;
            let has_runs = other.session().is_some();
            has_runs && shared.source.is_none() && shared.scenario == *scenario
        });
        match same {
            Some(index) => {
                self.start_page.close();
                self.show_document(index);
            }
            None => self.place_in_front(document),
        }
    }

    /// Whether the browser asks the user for the file; it has those to be read.
    pub(crate) fn picks(&mut self, purpose: Purpose) -> bool {
        let reads = matches!(purpose, Purpose::Open | Purpose::Beside);
        if let Some(host) = self.page.host.as_ref().filter(|_| reads) {
            host.pick();
            self.page.picks_for = purpose;
        }
        reads
    }

    /// Puts a link to the document in front on the clipboard.
    pub(crate) fn copy_link(&mut self) {
        match self.pack_front() {
            Ok(fragment) => {
                let has_address = self
                    .page
                    .host
                    .as_ref()
                    .is_some_and(|host| host.link(&fragment));
                let said = if has_address {
                    "Copied a link to this scenario, its runs, and what is in front"
                } else {
                    "Here the window has no address for a link: save the scenario and pass on the file"
                };
                self.front.notices.add_line(said.to_owned());
            }
            Err(problem) => self.front.notices.fault(&problem),
        }
    }

    /// Opens the guide beside the page.
    pub(crate) fn open_guide(&mut self) {
        if !self
            .page
            .host
            .as_ref()
            .is_some_and(|host| host.open_guide())
        {
            let said =
                "The guide is not in the notebook: it lies beside the page, and in gui/guide";
            self.front.notices.add_line(said.to_owned());
        }
    }

    /// Forgets all that is kept in the browser.
    pub(crate) fn forget_kept(&mut self) {
        if let Some(host) = &self.page.host {
            host.forget();
        }
    }

    /// Hands written files to the user: several of one folder as an archive.
    fn hand_over(&self, written: Vec<(PathBuf, Vec<u8>)>) {
        let Some(host) = &self.page.host else { return };
        let mut rest = written.as_slice();
        while let Some((first, bytes)) = rest.first() {
            let folder = first.parent();
            let together = rest.iter().take_while(|(path, _)| path.parent() == folder);
            let (files, others) = rest.split_at(together.count());
            rest = others;
            let folder = folder.and_then(Path::file_name).filter(|_| files.len() > 1);
            match folder {
                Some(folder) => {
                    let name = format!("{}.zip", folder.to_string_lossy());
                    if let Some(archive) = archive(files) {
                        host.download(&name, &archive);
                    }
                }
                None => {
                    let name = first.file_name().unwrap_or_default();
                    host.download(&name.to_string_lossy(), bytes);
                }
            }
        }
    }
}

/// An archive of `files`, which lie in one folder.
fn archive(files: &[(PathBuf, Vec<u8>)]) -> Option<Vec<u8>> {
    use std::io::{Cursor, Write};
    use zip::write::SimpleFileOptions;
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        let name = path.file_name()?.to_string_lossy();
        archive
            .start_file(name, SimpleFileOptions::default())
            .ok()?;
        archive.write_all(bytes).ok()?;
    }
    Some(archive.finish().ok()?.into_inner())
}
