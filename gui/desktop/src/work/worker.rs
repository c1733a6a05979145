//! The background thread that reads, simulates and explains, so that the window never waits.

use std::any::Any;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;

use cosched_core::Time;

use super::at_once;
use crate::family::placement::server_counts::cell;
use crate::family::placement::server_counts::cell::Cell;
use crate::family::slots::search::{SearchReport, SearchRequest};
use crate::shared::runs::Finished;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::load::health::{self, Health};
use laboratory::load::{self, Opened, recorded};
use laboratory::metrics::select::Scope;
use laboratory::record::{Experiment, Run};
use laboratory::run::answer::{self, Answer};
use laboratory::run::explain;
use laboratory::run::explain::Explained;
use laboratory::run::explain::idle::{self, IdleSpan};
use laboratory::run::explain::snapshot::{self, QueueSnapshot};
use laboratory::run::predict::forecast::{Forecast, forecast};
use laboratory::run::predict::{INSTANTS, Settings};
use laboratory::run::sweep::{self, Memory, Outcome, Plan, Shard};
use laboratory::run::whatif;
use laboratory::run::whatif::sentence::sentences;
use laboratory::run::whatif::tables::WhatIfReport;
use laboratory::run::{self, Choice};
use laboratory::scenario::Scenario;
use papers as reproduce;
use papers::{Extent, Report, Study};

/// A request to the thread.
pub(crate) enum Request {
    /// Read a scenario or a log.
    Open(PathBuf),
    /// Prepare a scenario, unless its workload is known, and run it once for each choice.
    Simulate {
        /// Scenario.
        scenario: Box<Scenario>,
        /// File its paths are relative to.
        source: Option<PathBuf>,
        /// Policies.
        choices: Vec<Choice>,
        /// Prepared experiment, if the scenario's has not changed.
        known: Option<Arc<Experiment>>,
    },
    /// Run a scenario on several numbers of servers.
    ServerCounts {
        /// Scenario.
        scenario: Box<Scenario>,
        /// File its paths are relative to.
        source: Option<PathBuf>,
        /// Policies.
        choices: Vec<Choice>,
    },
    /// Run the experiment of a paper again.
    Reproduce {
        /// Study.
        study: Study,
        /// Size.
        extent: Extent,
    },
    /// Run the sweep of a scenario.
    Sweep {
        /// Scenario as text.
        text: String,
        /// File its paths are relative to, and its name.
        source: PathBuf,
        /// Known results of this sweep or of an earlier one, which are not run again.
        known: Vec<Outcome>,
        /// Whether the missing samples are run.
        runs: bool,
    },
    /// Search for windows of slots.
    Search(Box<SearchRequest>),
    /// Explain when a job started.
    Explain {
        /// Run.
        run: Arc<Run>,
        /// Index of the job.
        job: usize,
    },
    /// Find the queue at an instant.
    Queue {
        /// Run.
        run: Arc<Run>,
        /// Instant.
        at: Time,
    },
    /// Explain why nothing ran on nodes that were idle at an instant.
    Idle {
        /// Run.
        run: Arc<Run>,
        /// Instant.
        at: Time,
    },
    /// Predict when the jobs that wait at an instant will start.
    Forecast {
        /// Run.
        run: Arc<Run>,
        /// Instant.
        at: Time,
    },
    /// Compute the effect of changes on the jobs of a run.
    WhatIf {
        /// Run.
        run: Arc<Run>,
        /// Changes, each a name and a value.
        changes: Vec<String>,
        /// Number of phases of a scheduler's passes.
        phases: u32,
    },
    /// Compute the answer about runs of the same jobs.
    Answer {
        /// Runs with their names.
        runs: Vec<(String, Arc<Run>)>,
        /// Index of the baseline.
        baseline: usize,
        /// Selected jobs.
        scope: Scope,
    },
    /// Check the log that a scenario names.
    Inspect {
        /// Scenario.
        scenario: Box<Scenario>,
        /// File its paths are relative to.
        source: Option<PathBuf>,
    },
    /// Write files; the result names them.
    Write(Box<dyn FnOnce() -> Result<String, Problem> + Send>),
}

/// A message of the thread.
pub(crate) enum Message {
    /// Present stage.
    Stage(String),
    /// A file was read.
    Opened(Opened, PathBuf),
    /// The scenario was made ready.
    Prepared(Arc<Experiment>),
    /// One run is finished.
    Ran(Box<Finished>),
    /// A branch cannot be run; the other runs are not stopped by that.
    BranchFailed(Box<Choice>, Problem),
    /// One run on one number of servers is finished.
    OnServers(Cell),
    /// An experiment of a paper is finished.
    Reproduced(Box<Report>),
    /// A sweep begins, and its results will be there.
    Planned(Arc<Plan>, Arc<Memory>),
    /// Windows were found.
    Searched(Box<SearchReport>),
    /// Explanation of a job's start.
    Explained(Explained),
    /// Queue at an instant.
    Queued(QueueSnapshot),
    /// Span in which nodes were idle though jobs waited, and why; absent if there is none.
    Idled(Option<IdleSpan>),
    /// Predicted starts.
    Foretold(Box<Forecast>),
    /// Effect of changes.
    Changed(Box<WhatIfReport>),
    /// Answer about runs; again once the longest wait is explained.
    Answered(Box<Answer>),
    /// Health of a log.
    Inspected(Box<Health>),
    /// Files were written.
    Written(String),
    /// The request failed; no more messages of it follow.
    Failed(Problem),
    /// The request is done; no more messages of it follow.
    Done,
}

/// Number of a request, by which messages of abandoned ones are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Generation(u64);

/// A pending request: its progress, and how to stop it.
pub(crate) struct Ticket {
    /// Number in its messages.
    pub(crate) generation: Generation,
    /// Progress, shared with the thread.
    pub(crate) progress: Arc<Progress>,
}

struct Order {
    generation: Generation,
    progress: Arc<Progress>,
    request: Request,
}

/// Handle of the thread in the window.
pub(crate) struct Worker {
    orders: Sender<Order>,
    receiver: Receiver<(Generation, Message)>,
    context: Arc<OnceLock<egui::Context>>,
    generation: u64,
}

impl Worker {
    /// Starts the thread. It ends when the handle is dropped.
    pub(crate) fn start() -> Self {
        let (orders, received) = channel::<Order>();
        let (sender, message) = channel();
        let context = Arc::new(OnceLock::<egui::Context>::new());
        let waker = Arc::clone(&context);
        thread::spawn(move || {
            for order in received {
                let reporter = Reporter {
                    order: order.generation,
                    sender: &sender,
                    waker: &waker,
                };
                work(order, &reporter);
            }
        });
        Self {
            orders,
            receiver: message,
            context,
            generation: 0,
        }
    }

    /// Sets the window that the thread wakes on messages.
    pub(crate) fn wake(&self, ctx: &egui::Context) {
        self.context.get_or_init(|| ctx.clone());
    }

    /// Sends a request.
    pub(crate) fn send_request(&mut self, request: Request) -> Ticket {
        self.generation += 1;
        let generation = Generation(self.generation);
        let progress = Arc::new(Progress::default());
        let order = Order {
            generation,
            progress: Arc::clone(&progress),
            request,
        };
        // The thread only ends with the window: it catches its panics.
        let _ = self.orders.send(order);
        Ticket {
            generation,
            progress,
        }
    }

    /// Returns the next message, if there is one.
    pub(crate) fn poll(&self) -> Option<(Generation, Message)> {
        self.receiver.try_recv().ok()
    }

    /// Waits for the next message.
    pub(crate) fn wait(&self) -> Option<(Generation, Message)> {
        self.receiver.recv().ok()
    }
}

struct Reporter<'a> {
    order: Generation,
    sender: &'a Sender<(Generation, Message)>,
    waker: &'a OnceLock<egui::Context>,
}

impl Reporter<'_> {
    fn send(&self, message: Message) {
        // The receiver is gone when the window is closing.
        let _ = self.sender.send((self.order, message));
        if let Some(ctx) = self.waker.get() {
            ctx.request_repaint();
        }
    }
}

fn work(order: Order, reporter: &Reporter<'_>) {
    let Order {
        request, progress, ..
    } = order;
    if progress.is_cancelled() {
        return reporter.send(Message::Done);
    }
    // A fault of ours must not take the user's work with it.
    let result = catch_unwind(AssertUnwindSafe(|| serve(request, &progress, reporter)));
    reporter.send(match result {
        Ok(Ok(())) => Message::Done,
        Ok(Err(problem)) => Message::Failed(problem),
        Err(panic) => Message::Failed(internal_fault(panic.as_ref())),
    });
}

fn internal_fault(panic: &(dyn Any + Send)) -> Problem {
    let words = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    Problem::output(format!(
        "a fault in cosched itself stopped this work: {words}"
    ))
}

fn serve(request: Request, progress: &Progress, reporter: &Reporter<'_>) -> Result<(), Problem> {
    match request {
        Request::Open(path) => {
            reporter.send(Message::Stage(format!("reading {}", path.display())));
            let mut opened = load::open_any(&path)?;
            if let Opened::Jobs(scenario) = &mut opened {
                recorded::add_to(scenario, &path);
            }
            reporter.send(Message::Opened(opened, path));
        }
        Request::Simulate {
            scenario,
            source,
            choices,
            known,
        } => {
            let experiment = match known {
                Some(known) => {
                    load::check_policies(&scenario)?;
                    known
                }
                None => {
                    reporter.send(Message::Stage("preparing the workload".to_owned()));
                    let experiment = load::prepare(&scenario, source.as_deref(), progress)?;
                    let experiment = Arc::new(experiment);
                    reporter.send(Message::Prepared(Arc::clone(&experiment)));
                    experiment
                }
            };
            at_once::simulate(&experiment, &choices, progress, |told| {
                reporter.send(match told {
                    at_once::BatchMessage::Stage(stage) => Message::Stage(stage),
                    at_once::BatchMessage::Ran(finished) => Message::Ran(finished),
                    at_once::BatchMessage::Failed(choice, problem) => {
                        Message::BranchFailed(choice, problem)
                    }
                });
            })?;
        }
        Request::ServerCounts {
            scenario,
            source,
            choices,
        } => {
            for count in cell::COUNTS {
                let scenario = cell::scenario_on(&scenario, count);
                let experiment = load::prepare(&scenario, source.as_deref(), progress)?;
                let experiment = Arc::new(experiment);
                for choice in &choices {
                    match run::simulate(&experiment, choice, false, progress)? {
                        Some(run) => reporter.send(Message::OnServers(Cell::new(count, &run))),
                        None => return Ok(()),
                    }
                }
            }
        }
        Request::Reproduce { study, extent } => {
            if let Some(report) = reproduce::reproduce(study, &extent, progress)? {
                reporter.send(Message::Reproduced(Box::new(report)));
            }
        }
        Request::Sweep {
            text,
            source,
            known,
            runs,
        } => {
            let plan = Arc::new(Plan::of(&text, &source)?);
            let memory = Arc::new(Memory::of(&plan, known));
            reporter.send(Message::Planned(Arc::clone(&plan), Arc::clone(&memory)));
            if !runs {
                return Ok(());
            }
            sweep::check(&plan, &*memory, Shard::WHOLE, progress)?;
            let threads = thread::available_parallelism().map_or(1, NonZero::get);
            sweep::work(&plan, &*memory, Shard::WHOLE, threads, usize::MAX, progress)?;
        }
        Request::Search(requested) => {
            if let Some(found) = requested.find(progress)? {
                reporter.send(Message::Searched(Box::new(found)));
            }
        }
        Request::Explain { run, job } => {
            if let Some(explained) = explain::explain(&run, job, progress)? {
                reporter.send(Message::Explained(explained));
            }
        }
        Request::Queue { run, at } => {
            if let Some(found) = snapshot::queue_snapshot(&run, at, progress)? {
                reporter.send(Message::Queued(found));
            }
        }
        Request::Idle { run, at } => {
            if let Some(found) = idle::idle_span_at(&run, at, progress)? {
                reporter.send(Message::Idled(found));
            }
        }
        Request::Forecast { run, at } => {
            let settings = Settings {
                seed: run.experiment.scenario.seed,
                ..Settings::default()
            };
            if let Some(found) = forecast(&run, at, INSTANTS, settings, progress)? {
                reporter.send(Message::Foretold(Box::new(found)));
            }
        }
        Request::WhatIf {
            run,
            changes,
            phases,
        } => {
            let said = sentences(&whatif::scenario_of(&run), &changes);
            if let Some(found) = whatif::report_on_run(&run, &changes, &said, phases, progress)? {
                reporter.send(Message::Changed(Box::new(found)));
            }
        }
        Request::Answer {
            runs,
            baseline,
            scope,
        } => {
            let named = runs.iter().map(|(name, run)| (name.as_str(), &**run));
            let named: Vec<(&str, &Run)> = named.collect();
            let question = answer::Question {
                runs: &named,
                baseline,
                scope: &scope,
            };
            let Some(mut answer) = answer::answer(&question) else {
                return Ok(());
            };
            reporter.send(Message::Answered(Box::new(answer.clone())));
            let (_, simulated) = named[answer.simulated];
            if answer.explain(simulated, progress)? {
                reporter.send(Message::Answered(Box::new(answer)));
            }
        }
        Request::Inspect { scenario, source } => {
            let health = health::inspect_scenario(&scenario, source.as_deref())?;
            reporter.send(Message::Inspected(Box::new(health)));
        }
        Request::Write(write) => reporter.send(Message::Written(write()?)),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_problem_and_the_thread_goes_on() {
        let mut worker = Worker::start();
        let first = worker.send_request(Request::Write(Box::new(|| panic!("deliberate"))));
        let (generation, message) = worker.wait().unwrap();
        assert_eq!(generation, first.generation);
        assert!(
            matches!(message, Message::Failed(problem) if problem.sentence.contains("deliberate"))
        );
        worker.send_request(Request::Write(Box::new(|| Ok("written".to_owned()))));
        assert!(matches!(worker.wait(), Some((_, Message::Written(text))) if text == "written"));
    }

    #[test]
    fn a_file_that_is_not_there_is_a_problem() {
        let mut worker = Worker::start();
        worker.send_request(Request::Open(PathBuf::from("/no/such/folder/scenario.ron")));
        assert!(matches!(worker.wait(), Some((_, Message::Stage(_)))));
        assert!(matches!(worker.wait(), Some((_, Message::Failed(_)))));
    }
}
