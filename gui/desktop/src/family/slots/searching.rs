//! Searches for windows in the background.

use std::path::PathBuf;
use std::sync::Arc;

use super::State;
use super::search::SearchRequest;
use crate::documents::OpenDocument;
use crate::shared::pane::Pane;
use crate::work::pending::Message;
use laboratory::family::slots::search::scenario::SlotSearch;

impl OpenDocument {
    /// Shows `search`, which came from `path`, in front of other panes.
    pub(crate) fn open_search(&mut self, search: SlotSearch, path: PathBuf) {
        self.panes.slots = State::new(search, Some(path));
        self.requests.panes.push(Pane::Slots);
    }

    /// Begins a new search if the request has changed.
    pub(crate) fn search_slots(&mut self) {
        let state = &self.panes.slots;
        if !state.has_changed() {
            return;
        }
        if let Some((_, pending)) = &state.pending {
            pending.progress.cancel();
        }
        let found = state.found.as_ref();
        let requested = SearchRequest {
            search: state.search.clone(),
            source: state.source.clone(),
            known: found.map(|found| Arc::clone(&found.domain)),
        };
        let pending = self
            .worker
            .request_one(move |progress| requested.find(progress));
        self.panes.slots.pending = Some((self.panes.slots.search.clone(), pending));
    }

    /// Whether a search is pending.
    pub(crate) fn is_searching(&self) -> bool {
        self.panes.slots.pending.is_some()
    }

    /// Receives the messages of the search.
    pub(crate) fn on_search(&mut self) {
        let state = &mut self.panes.slots;
        while let Some(message) = state.pending.as_ref().and_then(|(_, it)| it.poll()) {
            match message {
                Message::Answer(found) => {
                    let domain = state.found.as_ref().map(|found| Arc::as_ptr(&found.domain));
                    if domain != Some(Arc::as_ptr(&found.domain)) {
                        state.view = found.domain.rows.view(&found.domain.data);
                    }
                    (state.found, state.error) = (Some(found), None);
                    continue;
                }
                Message::Failed(problem) => state.error = Some(problem.to_string()),
                Message::Done => {}
            }
            state.answered_search = state.pending.take().map(|(search, _)| search);
        }
    }
}
