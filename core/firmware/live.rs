//! A workload for tasks that really run, and the texts of its log.
//!
//! `live.log` is the log of a simulation of it in the same words; that of the image, whose
//! tasks wait for a timer of the chip, must equal it.

use core::fmt;

use cosched_core::engine::{StartReason, View};
use cosched_core::workload::Request;
use cosched_core::{Duration, Event, JobId, Sink, Time};

/// Nodes of the machine.
pub(crate) const NODES: u32 = 8;

/// A job, with its user's estimate and its true runtime; in tenths of a second.
pub(crate) struct Plan {
    /// Submit time.
    pub(crate) submit: u64,
    /// Number of nodes.
    pub(crate) nodes: u32,
    /// The user's estimate.
    pub(crate) estimate: u64,
    /// True runtime.
    pub(crate) runtime: u64,
}

const fn plan(submit: u64, nodes: u32, estimate: u64, runtime: u64) -> Plan {
    Plan {
        submit,
        nodes,
        estimate,
        runtime,
    }
}

/// Independent events are at different instants, and estimated ends that matter are
/// different: a millisecond more or less changes nothing.
pub(crate) static PLANS: [Plan; 12] = [
    plan(0, 5, 10, 7),
    // Needs all nodes: until 1.0 s, when job 1 ends by its estimate, short jobs may pass.
    plan(1, 8, 6, 4),
    // Passes, and would outrun its estimate.
    plan(2, 3, 4, 5),
    // Would end too late to pass.
    plan(3, 2, 12, 3),
    plan(4, 2, 3, 2),
    plan(9, 3, 6, 5),
    plan(10, 5, 9, 8),
    // Passes job 7 although it will run for long: on the one node that job 7 leaves.
    plan(11, 1, 20, 15),
    plan(13, 2, 4, 3),
    // Starts on both sides of job 8.
    plan(18, 7, 10, 6),
    plan(19, 2, 6, 4),
    plan(20, 1, 5, 3),
];

/// Nanoseconds in a tenth of a second.
pub(crate) const TENTH: u64 = 100_000_000;

impl Plan {
    /// Request of its user.
    pub(crate) fn request(&self) -> Request {
        Request::new(Duration(self.estimate * TENTH), self.nodes)
            .with_submit(Time(self.submit * TENTH))
    }
}

/// Maximum number of events of one instant: at most three for each job.
const MAX_EVENTS: usize = 3 * PLANS.len();

/// Writes the events of jobs, those of an instant when it is over.
pub(crate) struct Log<W> {
    events: [Option<Event>; MAX_EVENTS],
    count: usize,
    completed: usize,
    stopped: usize,
    out: W,
}

impl<W: fmt::Write> Log<W> {
    /// A log that is written to `out`.
    pub(crate) const fn new(out: W) -> Self {
        Self {
            events: [None; MAX_EVENTS],
            count: 0,
            completed: 0,
            stopped: 0,
            out,
        }
    }

    /// Whether all jobs have ended.
    pub(crate) fn is_over(&self) -> bool {
        self.completed + self.stopped == PLANS.len()
    }

    /// Writes the numbers of completed and stopped jobs.
    pub(crate) fn finish(mut self) -> fmt::Result {
        let (all, completed, stopped) = (PLANS.len(), self.completed, self.stopped);
        writeln!(
            self.out,
            "of {all} jobs {completed} ended by themselves and {stopped} by order"
        )
    }
}

impl<W: fmt::Write> Sink for Log<W> {
    fn record(&mut self, _: Time, event: Event) {
        match event {
            Event::Completed(_) => self.completed += 1,
            Event::Killed(..) => self.stopped += 1,
            _ => {}
        }
        self.events[self.count] = Some(event);
        self.count += 1;
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        for event in self.events[..self.count]
            .iter_mut()
            .filter_map(Option::take)
        {
            let line = Line { view, event };
            writeln!(self.out, "{line}").expect("the log can be written");
        }
        self.count = 0;
    }
}

/// Line for an event of a job at the present instant.
struct Line<'l, 's, 'a> {
    view: &'l View<'s, 'a>,
    event: Event,
}

impl Line<'_, '_, '_> {
    /// Number of a job in the log, from 1.
    fn name(&self, job: JobId) -> u64 {
        self.view.tag(job) + 1
    }

    fn nodes(&self, f: &mut fmt::Formatter<'_>, job: JobId) -> fmt::Result {
        for (first, count) in self.view.held(job) {
            match count {
                1 => write!(f, " {first}")?,
                _ => write!(f, " {first}-{}", first + count - 1)?,
            }
        }
        Ok(())
    }

    fn why(&self, f: &mut fmt::Formatter<'_>, why: StartReason) -> fmt::Result {
        match why {
            StartReason::Head => f.write_str("first in the queue"),
            StartReason::BeforeShadow { head, shadow } => {
                let (head, shadow) = (self.name(head), Tenths(shadow.0));
                write!(f, "ends before job {head} can start at {shadow} s")
            }
            StartReason::ExtraNodes {
                head,
                shadow,
                extra,
            } => {
                let (head, shadow) = (self.name(head), Tenths(shadow.0));
                write!(f, "job {head} leaves {extra} when it starts at {shadow} s")
            }
            other => write!(f, "{other:?}"),
        }
    }
}

impl fmt::Display for Line<'_, '_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let job = self.event.job();
        write!(
            f,
            "{} s  job {} ",
            Tenths(self.view.now().0),
            self.name(job)
        )?;
        match self.event {
            Event::Submitted(_) => {
                let Request {
                    nodes, estimate, ..
                } = self.view.request(job);
                write!(
                    f,
                    "is submitted, for {nodes} of the nodes and {} s",
                    Tenths(estimate.0)
                )
            }
            Event::Started(_, why) => {
                f.write_str("starts on")?;
                self.nodes(f, job)?;
                f.write_str(": ")?;
                self.why(f, why)
            }
            Event::Completed(_) => f.write_str("ends"),
            Event::Killed(..) => f.write_str("is stopped: it has run as long as was said"),
            other => write!(f, "{other:?}"),
        }
    }
}

/// Nanoseconds, written in seconds to the tenth that has begun.
struct Tenths(u64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.0 / TENTH;
        write!(f, "{}.{}", tenths / 10, tenths % 10)
    }
}
