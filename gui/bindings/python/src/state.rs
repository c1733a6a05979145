//! The state of machine and queue as policies in Python may see it, and what they may do.

use std::sync::atomic::{AtomicU64, Ordering};

use cosched_core::engine::{Context, Explanation, StartReason};
use cosched_core::{JobId, Time};
use laboratory::family::own::reasons::interned;
use laboratory::record::JobLabel;
use laboratory::scenario::{LONGEST, nanoseconds};
use pyo3::prelude::*;
use scoped_tls_hkt::{ReborrowMut, scoped_thread_local};

use crate::errors::input;
use crate::tables::{Field, RowType};

static WAITING: RowType = RowType::new(&[
    ("row", "i8"),
    ("nodes", "i8"),
    ("submitted", "f8"),
    ("estimate", "f8"),
    ("ends", "f8"),
    ("fits", "?"),
    ("number", "i8"),
    ("user", "i8"),
    ("group", "i8"),
    ("queue", "i8"),
]);
static RUNNING: RowType = RowType::new(&[
    ("row", "i8"),
    ("nodes", "i8"),
    ("started", "f8"),
    ("ends", "f8"),
    ("number", "i8"),
    ("user", "i8"),
    ("group", "i8"),
    ("queue", "i8"),
]);

/// Types of the rows of a state's queue and of its running jobs, as numpy has them.
#[pyfunction]
pub(crate) fn row_types(py: Python<'_>) -> PyResult<[Bound<'_, PyAny>; 2]> {
    Ok([WAITING.dtype(py)?.clone(), RUNNING.dtype(py)?.clone()])
}

/// The view and the actions of a policy at one instant.
trait Scene {
    fn now(&self) -> Time;
    fn nodes(&self) -> u32;
    fn free_nodes(&self) -> u32;
    fn waiting(&self) -> usize;
    fn queue(&self, job: &mut dyn FnMut([i64; 2], [f64; 3], bool));
    fn running(&self, job: &mut dyn FnMut([i64; 2], [f64; 2]));
    fn start(&mut self, job: usize, why: &'static str) -> Result<(), String>;
    fn wake(&mut self, at: Time) -> bool;
}

impl Scene for Context<'_, '_> {
    fn now(&self) -> Time {
        Context::now(self)
    }

    fn nodes(&self) -> u32 {
        Context::nodes(self)
    }

    fn free_nodes(&self) -> u32 {
        Context::free_nodes(self)
    }

    fn waiting(&self) -> usize {
        Context::waiting(self)
    }

    fn queue(&self, job: &mut dyn FnMut([i64; 2], [f64; 3], bool)) {
        for one in Context::queue(self) {
            let request = self.request(one);
            let ends = self.completion_if_started(one);
            let times = [
                request.submit.seconds(),
                request.estimate.seconds(),
                ends.seconds(),
            ];
            job(
                [one.index() as i64, self.nodes_of(one).into()],
                times,
                self.fits(one),
            );
        }
    }

    fn running(&self, job: &mut dyn FnMut([i64; 2], [f64; 2])) {
        for one in Context::running(self) {
            let ends = self.expected_completion(one).instant();
            let times = [self.started(one).seconds(), ends.seconds()];
            job([one.index() as i64, self.nodes_of(one).into()], times);
        }
    }

    fn start(&mut self, job: usize, why: &'static str) -> Result<(), String> {
        let waits = Context::queue(self).find(|waiting| waiting.index() == job);
        let Some(id) = waits else {
            return Err(format!(
                "the job in row {job} does not wait, so it cannot be started"
            ));
        };
        if !self.fits(id) {
            return Err(format!(
                "the job in row {job}, which asks for {} nodes, does not fit now, when {} are free",
                self.nodes_of(id),
                Context::free_nodes(self)
            ));
        }
        let passed: Option<JobId> = self.head().filter(|&head| head != id);
        let why = Explanation::new(why);
        let started = Context::start(self, id, StartReason::Other { why, passed });
        started.map_err(|error| format!("the job in row {job} cannot start: {error}"))
    }

    fn wake(&mut self, at: Time) -> bool {
        self.wake_at(at).is_ok()
    }
}

/// The state of the call that is being made.
struct Present<'a> {
    scene: &'a mut (dyn Scene + 'a),
    labels: &'a [JobLabel],
    call: u64,
}

impl<'a, 'b: 'a> ReborrowMut<'a> for Present<'b> {
    type Result = Present<'a>;

    fn reborrow_mut(&'a mut self) -> Present<'a> {
        let (labels, call) = (self.labels, self.call);
        Present {
            scene: self.scene,
            labels,
            call,
        }
    }
}

scoped_thread_local!(static mut PRESENT: for<'a> Present<'a>);

/// State of machine and queue in one call of `schedule`; of no use after it.
#[pyclass(frozen, module = "cosched")]
pub(crate) struct State {
    call: u64,
}

fn append_all<F: Field, const COUNT: usize>(values: [F; COUNT], bytes: &mut Vec<u8>) {
    values.into_iter().for_each(|value| value.append(bytes));
}

/// Number, user, group and queue of the job in a row; -1 where they are not known.
fn known(labels: &[JobLabel], row: i64) -> [i64; 4] {
    let label = usize::try_from(row).ok().and_then(|row| labels.get(row));
    let Some(label) = label else {
        return [-1; 4];
    };
    let or_none = |number: Option<u32>| number.map_or(-1, i64::from);
    let number = label.number() as i64;
    [
        number,
        or_none(label.user()),
        or_none(label.group()),
        or_none(label.queue()),
    ]
}

/// Number of calls of policies in this process.
static CALLS: AtomicU64 = AtomicU64::new(0);

impl State {
    /// Makes `call` with the state of `context`, which is of no use in any other; its jobs are those of
    /// `labels`.
    pub(crate) fn during<T>(
        context: &mut Context<'_, '_>,
        labels: &[JobLabel],
        call: impl FnOnce(Self) -> T,
    ) -> T {
        let number = CALLS.fetch_add(1, Ordering::Relaxed);
        let present = Present {
            scene: context,
            labels,
            call: number,
        };
        PRESENT.set(present, || call(Self { call: number }))
    }

    /// Calls `with` with the state, if the call that it was made for is being made.
    fn with<T>(&self, with: impl FnOnce(&mut (dyn Scene + '_)) -> T) -> PyResult<T> {
        self.with_labels(|scene, _| with(scene))
    }

    /// Calls `with` likewise, with what is known of the jobs.
    fn with_labels<T>(
        &self,
        with: impl FnOnce(&mut (dyn Scene + '_), &[JobLabel]) -> T,
    ) -> PyResult<T> {
        let over =
            || input("this state is of a call of `schedule` that is over, or of another thread's");
        if !PRESENT.is_set() {
            return Err(over());
        }
        PRESENT.with(|present| {
            if present.call == self.call {
                Ok(with(present.scene, present.labels))
            } else {
                Err(over())
            }
        })
    }
}

#[pymethods]
impl State {
    /// The present instant in seconds.
    #[getter]
    fn now(&self) -> PyResult<f64> {
        self.with(|scene| scene.now().seconds())
    }

    /// Number of nodes of the machine.
    #[getter]
    fn nodes(&self) -> PyResult<u32> {
        self.with(|scene| scene.nodes())
    }

    /// Number of nodes that are free now.
    #[getter]
    fn free_nodes(&self) -> PyResult<u32> {
        self.with(|scene| scene.free_nodes())
    }

    /// Number of waiting jobs.
    #[getter]
    fn waiting(&self) -> PyResult<usize> {
        self.with(|scene| scene.waiting())
    }

    /// The waiting jobs in order of submission, each with `row` (that of `Run.jobs`), `nodes`,
    /// `submitted`, `estimate`, `ends` (when it would end by its estimate if it started now) in
    /// seconds, `fits` (whether it could start now), and `number`, `user`, `group` and `queue` as numbers,
    /// -1 where they are not known.
    #[getter]
    fn queue<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut bytes = Vec::new();
        self.with_labels(|scene, labels| {
            bytes.reserve(73 * scene.waiting());
            scene.queue(&mut |numbers, times, fits| {
                append_all(numbers, &mut bytes);
                append_all(times, &mut bytes);
                fits.append(&mut bytes);
                append_all(known(labels, numbers[0]), &mut bytes);
            });
        })?;
        WAITING.array(py, &bytes)
    }

    /// The running jobs in order of start, each with `row`, `nodes`, `started` and `ends` (by its
    /// estimate) in seconds, and the same numbers.
    #[getter]
    fn running<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut bytes = Vec::new();
        self.with_labels(|scene, labels| {
            scene.running(&mut |numbers, times| {
                append_all(numbers, &mut bytes);
                append_all(times, &mut bytes);
                append_all(known(labels, numbers[0]), &mut bytes);
            });
        })?;
        RUNNING.array(py, &bytes)
    }

    /// Starts a waiting job that fits: its row in `Run.jobs`, or what the queue has of it; `why` continues
    /// "started: ".
    #[pyo3(signature = (job, why="as the policy in Python says"))]
    fn start(&self, job: &Bound<'_, PyAny>, why: &str) -> PyResult<()> {
        let row: i64 = match job.extract() {
            Ok(row) => row,
            Err(_) => job.get_item("row")?.extract()?,
        };
        let wrong = || input(format!("there is no row {row}: rows count from 0"));
        let row = usize::try_from(row).map_err(|_| wrong())?;
        self.with(|scene| scene.start(row, interned(why)))?
            .map_err(input)
    }

    /// Asks to be called at an instant, in seconds, in which nothing may happen otherwise.
    fn wake(&self, at: f64) -> PyResult<()> {
        let woken =
            self.with(|scene| (0.0..=LONGEST).contains(&at) && scene.wake(Time(nanoseconds(at))))?;
        let now = self.now()?;
        let refused = || {
            input(format!(
                "{at} s is not after now, {now} s, and up to {LONGEST} s: an instant is wanted, not a span"
            ))
        };
        woken.then_some(()).ok_or_else(refused)
    }
}
