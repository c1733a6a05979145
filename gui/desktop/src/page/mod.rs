//! The window in a page of a browser: files come from the page's script and go to it, and documents
//! are passed on as links.

#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
mod access;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod host;
#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
mod link;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use host::{Host, act, app, describe_to, give, keep, show_link};

use crate::App;
#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
use laboratory::base::problem::Problem;
#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
use laboratory::scenario::Workload;

#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
impl App {
    /// Packs the document in front for an address, with its runs and how it is looked at.
    pub(crate) fn pack_front(&mut self) -> Result<String, Problem> {
        self.note_panes();
        let document = &self.front.shared.document;
        let is_file = match &document.scenario.workload {
            Workload::Swf(_) | Workload::Table(_) => true,
            Workload::Workflow(workflow) => workflow.path.is_some(),
            Workload::Jobs(_) | Workload::Lublin(_) | Workload::Jann(_) => false,
        };
        if is_file {
            let sentence = "a link holds a scenario, and this one reads a file of jobs, which is not put into a link: pass on that file and the scenario";
            return Err(Problem::input(sentence));
        }
        let session = self.front.session();
        let session = session.ok_or_else(|| {
            let sentence = "nothing has been run yet, or the scenario is too long for a link";
            Problem::input(sentence)
        })?;
        link::pack(&session.without_file())
    }
}

/// A desktop has no page, and its table of commands leaves these out.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
impl App {
    /// Does nothing.
    pub(crate) fn copy_link(&mut self) {}

    /// Does nothing.
    pub(crate) fn forget_kept(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;
    use crate::documents::OpenDocument;
    use laboratory::scenario;

    #[test]
    fn a_document_is_opened_from_its_link_as_it_was() {
        let mut app = App::new(Vec::new());
        let ctx = egui::Context::default();
        app.perform(Command::Example(1), &ctx);
        app.settle();
        let fragment = app.pack_front().unwrap();
        let session = link::unpack(&fragment).unwrap().unwrap();
        let mut opened = OpenDocument::of_session(session).unwrap();
        opened.restore();
        opened.settle();
        let runs = |document: &OpenDocument| {
            let entries = document.shared.runs.entries.iter();
            let digests = entries.map(|entry| (entry.label.clone(), entry.run.digest));
            digests.collect::<Vec<_>>()
        };
        assert_eq!(runs(&opened), runs(&app.front));
        assert!(!runs(&opened).is_empty());
        assert_eq!(&opened.shared.document.scenario, app.scenario());
    }

    #[test]
    fn a_log_is_not_put_into_a_link() {
        let mut app = App::new(Vec::new());
        let text = "(machine: Cluster(nodes: 4), policies: [Easy], workload: Swf(path: \"a.swf\"))";
        app.front.shared.document.scenario = scenario::parse(text, None).unwrap();
        let said = app.pack_front().unwrap_err().to_string();
        assert!(said.contains("pass on that file"), "{said}");
    }
}
