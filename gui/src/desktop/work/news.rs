//! What is done with news of the worker: of runs, of files, of whoever else asked.

use super::worker::{Generation, News};
use crate::desktop::App;
use crate::desktop::shared::document::Document;
use crate::load::Opened;

/// How often progress is drawn, in seconds.
const PROGRESS_PERIOD: f32 = 0.05;

impl App {
    /// Takes in all news there is.
    pub(in crate::desktop) fn listen(&mut self, ctx: &egui::Context) {
        self.hear_all();
        if self.work.is_some() || self.panes.studies.is_busy() || self.panes.sweep.is_busy() {
            ctx.request_repaint_after_secs(PROGRESS_PERIOD);
        }
    }

    /// Takes in all news there are by now.
    pub(in crate::desktop) fn hear_all(&mut self) {
        while let Some((generation, news)) = self.worker.poll() {
            self.hear(generation, news);
        }
        while let Some((generation, news)) = self.sweeper.poll() {
            self.hear_of_sweep(generation, news);
        }
        while let Some((generation, news)) = self.foreteller.poll() {
            self.hear_of_foretold(generation, news);
        }
    }

    /// Takes in one piece of news; those of abandoned requests are dropped.
    pub(in crate::desktop) fn hear(&mut self, generation: Generation, news: News) {
        let of_work = self
            .work
            .as_ref()
            .is_some_and(|work| work.ticket.generation == generation);
        if of_work {
            self.hear_of_work(news);
        } else if self.writes.contains(&generation) {
            self.hear_of_write(generation, news);
        } else if self.has_asked_server_counts(generation) {
            self.hear_of_server_counts(news);
        } else if self.panes.studies.has_asked(generation) {
            self.hear_of_study(news);
        } else if self.has_asked_search(generation) {
            self.hear_of_search(news);
        } else if self.has_asked(generation) {
            self.hear_of_question(news);
        } else {
            self.hear_of_instant(generation, news);
        }
    }

    fn hear_of_work(&mut self, news: News) {
        match news {
            News::Stage(stage) => {
                if let Some(work) = &mut self.work {
                    work.stage = stage;
                }
            }
            News::Opened(Opened::Jobs(scenario), path) if self.is_beside() => {
                self.simulate_beside(*scenario, path);
            }
            News::Opened(Opened::Jobs(scenario), path) => {
                self.open_document(Document::new(*scenario, Some(path)));
            }
            News::Opened(Opened::Search(search), path) => {
                self.settings.remember(&path);
                self.open_search(*search, path);
            }
            News::Prepared(_) if self.is_beside() => {}
            News::Ran(finished) if self.is_beside() => {
                let work = self.work.as_ref().and_then(|work| work.beside.as_ref());
                let name = work.and_then(|path| path.file_name());
                let name = name.map(|name| name.to_string_lossy().into_owned());
                let name = name.unwrap_or_default();
                self.shared.runs.insert_beside(*finished, &name);
            }
            News::Prepared(experiment) => {
                self.shared.experiment = Some(experiment);
                self.shared.remarks.clear();
                let opening = self.work.as_mut().and_then(|work| work.opening.take());
                if let Some(document) = opening {
                    self.replace_document(document);
                    if let Some(scene) = self.scene {
                        self.settings.desk.show(scene.pane);
                    }
                }
            }
            News::Ran(finished) => {
                let anew = self
                    .work
                    .as_mut()
                    .map(|work| std::mem::take(&mut work.anew));
                if anew == Some(true) {
                    self.set_results_aside();
                }
                self.tell_of_move(finished.run());
                let label = finished.run().label.clone();
                self.shared.runs.insert(*finished);
                if self.panes.sweep.opens(&label) {
                    self.shared.runs.choose_fresh(&label);
                }
                let restores = self.work.as_ref().and_then(|work| work.restores);
                if let Some(aside) = restores {
                    self.shared.runs.keep_last(aside);
                }
                self.shared.runs.mark_stale(&self.shared.document);
                self.check_selection();
            }
            News::Failed(problem) => {
                let reading = self.work.take().and_then(|work| work.reading);
                let Some(path) = reading else {
                    self.notices.fault(&problem);
                    return self.go_on_restoring();
                };
                self.notices.fault(&problem.in_file(&path));
                if self.shared.experiment.is_none() && !self.is_at_start() {
                    // A file named at the start: the example is better than nothing.
                    self.simulate();
                }
            }
            News::Done => {
                self.work = None;
                self.go_on_restoring();
                let scene = self.scene.take();
                if let Some(number) = scene.and_then(|scene| scene.job) {
                    self.go_to_last(number);
                }
            }
            News::Explained(_)
            | News::Queued(_)
            | News::Idled(_)
            | News::Foretold(_)
            | News::Changed(_)
            | News::Inspected(_)
            | News::Answered(_)
            | News::Written(_)
            | News::OnServers(_)
            | News::Reproduced(_)
            | News::Planned(..)
            | News::Searched(_) => {}
        }
    }

    /// Whether what is being read or simulated comes beside what is open.
    fn is_beside(&self) -> bool {
        let work = self.work.as_ref();
        work.is_some_and(|work| work.beside.is_some())
    }

    fn hear_of_write(&mut self, generation: Generation, news: News) {
        match news {
            News::Written(text) => self.notices.tell(text),
            News::Failed(problem) => {
                self.notices.fault(&problem);
                self.writes.retain(|write| *write != generation);
            }
            News::Done => self.writes.retain(|write| *write != generation),
            _ => {}
        }
    }
}
