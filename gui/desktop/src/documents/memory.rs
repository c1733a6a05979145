//! Bounds on documents in the background: beyond them, the runs of those not seen for longest are
//! released, and simulated again once they are looked at.

use super::OpenDocument;
use crate::App;
use crate::shared::runs::Runs;

/// Most documents in the background that keep their runs.
const MOST_DOCUMENTS: usize = 8;
/// Most jobs in all runs of documents in the background, each counted once per run: about 300 MB, at
/// the 200 bytes or so that a job of a document with one run takes; with more runs it is less a run.
const MOST_JOBS: usize = 1_500_000;

impl OpenDocument {
    /// Returns the number of jobs of all its runs.
    fn weight(&self) -> usize {
        let entries = self.shared.runs.entries.iter();
        entries.map(|entry| entry.run.outcomes.len()).sum()
    }

    /// Whether its runs can be repeated, and no request waits for them.
    fn can_be_released(&self) -> bool {
        !self.shared.runs.entries.is_empty() && !self.is_working() && self.unread_session.is_none()
    }

    /// Forgets its runs, to be simulated again once it is looked at.
    fn release(&mut self) {
        let Some(session) = self.session() else {
            return;
        };
        self.stop();
        self.unread_session = Some(session);
        self.was_released = true;
        self.shared.runs = Runs::default();
        self.shared.experiment = None;
        self.shared.selection = None;
        self.shared.instant = Default::default();
        self.shared.predicted = Default::default();
    }
}

impl App {
    /// Releases the runs of the documents not seen for longest, until those in the background are
    /// within the bounds.
    pub(super) fn bound_memory(&mut self) {
        self.release_beyond(MOST_DOCUMENTS, MOST_JOBS);
    }

    fn release_beyond(&mut self, most_documents: usize, most_jobs: usize) {
        let mut order: Vec<usize> = (0..self.background.documents.len()).collect();
        // The last seen come first and keep theirs.
        order.sort_by_key(|index| std::cmp::Reverse(self.background.documents[*index].last_turn));
        let (mut documents, mut jobs) = (0, 0);
        for index in order {
            let document = &mut self.background.documents[index];
            let weight = document.weight();
            let fits = documents < most_documents && jobs + weight <= most_jobs;
            if fits || !document.can_be_released() {
                jobs += weight;
                documents += usize::from(weight > 0);
            } else {
                document.release();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_not_seen_for_longest_are_released_and_come_again_when_they_are_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["one", "two", "three"].map(|name| {
            let path = folder.path().join(format!("{name}.ron"));
            let text = format!(
                "(title: \"{name}\", machine: Cluster(nodes: 2), policies: [Fcfs, Easy],
                  workload: Jobs([(submit: 0, runtime: 5, nodes: 2), (submit: 1, runtime: 5, nodes: 1)]))"
            );
            std::fs::write(&path, text).unwrap();
            path
        });
        let mut app = App::new(Vec::new());
        for path in paths {
            app.open_file(path);
            app.settle();
        }
        assert_eq!(app.document_names(), ["one.ron", "two.ron", "three.ron"]);
        // Two runs of two jobs each: one document behind may keep its runs.
        app.release_beyond(8, 4);
        let kept = app
            .documents()
            .map(|document| document.shared.runs.entries.len());
        assert_eq!(kept.collect::<Vec<_>>(), [0, 2, 2]);
        app.release_beyond(0, usize::MAX);
        let kept = app
            .documents()
            .map(|document| document.shared.runs.entries.len());
        assert_eq!(kept.collect::<Vec<_>>(), [0, 0, 2]);
        app.show_document(0);
        app.settle();
        assert_eq!(app.run_names(), [("FCFS", false), ("EASY", false)]);
        let said = app.notices();
        assert!(
            said.len() == 1 && said[0].contains("simulated again"),
            "{said:?}"
        );
    }
}
