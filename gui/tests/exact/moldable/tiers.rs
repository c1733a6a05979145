//! Processors with a foreground and a background, and jobs that move between them
//! (fixtures/papers/adasa.md, 5.1 and 5.2).

use num_traits::{One, Zero};

use crate::jobs::Job;
use crate::rational::{Exact, whole};

/// State of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JobPhase {
    /// Not yet submitted.
    Ahead,
    Waiting,
    Foreground,
    Background,
    Done,
}

/// A job that got processors, or was promoted to the foreground of those it had.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Move {
    pub(crate) at: Exact,
    pub(crate) job: usize,
    pub(crate) processors: Vec<usize>,
    pub(crate) background: bool,
    pub(crate) promoted: bool,
}

/// State of a job with its processors.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) index: JobPhase,
    pub(crate) processors: Vec<usize>,
    /// Time left at full rate, on the processors it has.
    pub(crate) left: Exact,
    pub(crate) started: Option<Exact>,
    pub(crate) completed: Option<Exact>,
    /// Its last size.
    pub(crate) size: usize,
}

/// All processors and all jobs at one instant.
pub(crate) struct Tiers<'j> {
    pub(crate) jobs: &'j [Job],
    pub(crate) now: Exact,
    pub(crate) states: Vec<State>,
    pub(crate) foreground: Vec<Option<usize>>,
    pub(crate) background: Vec<Option<usize>>,
    pub(crate) moves: Vec<Move>,
    pub(crate) kills: u32,
}

impl<'j> Tiers<'j> {
    pub(crate) fn new(nodes: usize, jobs: &'j [Job]) -> Self {
        let state = State {
            index: JobPhase::Ahead,
            processors: Vec::new(),
            left: Exact::zero(),
            started: None,
            completed: None,
            size: 0,
        };
        Self {
            jobs,
            now: Exact::zero(),
            states: vec![state; jobs.len()],
            foreground: vec![None; nodes],
            background: vec![None; nodes],
            moves: Vec::new(),
            kills: 0,
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.foreground.len() as u64
    }

    pub(crate) fn idle_foreground(&self) -> usize {
        self.foreground.iter().filter(|job| job.is_none()).count()
    }

    pub(crate) fn idle_background(&self) -> usize {
        self.background.iter().filter(|job| job.is_none()).count()
    }

    /// Jobs at `places`, in the order of submission.
    pub(crate) fn at(&self, places: &[JobPhase]) -> Vec<usize> {
        let all = 0..self.jobs.len();
        all.filter(|&job| places.contains(&self.states[job].index))
            .collect()
    }

    /// Jobs that a policy decides about.
    pub(crate) fn undecided(&self) -> Vec<usize> {
        self.at(&[JobPhase::Waiting, JobPhase::Background])
    }

    pub(crate) fn share(&self, job: Option<usize>) -> Exact {
        job.map_or_else(Exact::zero, |job| {
            self.jobs[job].share(self.states[job].size as u64)
        })
    }

    /// Speed of `job`.
    pub(crate) fn rate(&self, job: usize) -> Exact {
        match self.states[job].index {
            JobPhase::Foreground => Exact::one(),
            JobPhase::Background => {
                let own = self.share(Some(job));
                let processors = self.states[job].processors.iter();
                let rates = processors.map(|&processor| {
                    let left = Exact::one() - self.share(self.foreground[processor]);
                    (left / &own).min(Exact::one())
                });
                rates.min().unwrap()
            }
            _ => Exact::zero(),
        }
    }

    pub(crate) fn time(&self, job: usize, size: usize) -> Exact {
        self.jobs[job].time(size as u64)
    }

    pub(crate) fn saturation(&self, job: usize) -> usize {
        self.jobs[job].saturation(self.nodes()) as usize
    }

    /// Whether all processors of a job in the background have an idle foreground.
    pub(crate) fn is_promotable(&self, job: usize) -> bool {
        let state = &self.states[job];
        let is_idle = |&processor: &usize| self.foreground[processor].is_none();
        state.index == JobPhase::Background && state.processors.iter().all(is_idle)
    }

    fn note(&mut self, job: usize, background: bool, promoted: bool) {
        self.moves.push(Move {
            at: self.now.clone(),
            job,
            processors: self.states[job].processors.clone(),
            background,
            promoted,
        });
    }

    fn leave(&mut self, job: usize) {
        for tier in [&mut self.foreground, &mut self.background] {
            let held = tier.iter_mut().filter(|held| **held == Some(job));
            held.for_each(|held| *held = None);
        }
        self.states[job].processors.clear();
    }

    fn dispatch(&mut self, job: usize, size: usize, index: JobPhase) {
        let background = index == JobPhase::Background;
        let (own, other) = if background {
            (&self.background, &self.foreground)
        } else {
            (&self.foreground, &self.background)
        };
        let idle = (0..own.len()).filter(|&processor| own[processor].is_none());
        let mut idle: Vec<_> = idle.map(|one| (self.share(other[one]), one)).collect();
        idle.sort();
        let mut processors: Vec<_> = idle.into_iter().map(|(_, one)| one).take(size).collect();
        assert_eq!(processors.len(), size, "more than is idle");
        processors.sort();
        let tier = if background {
            &mut self.background
        } else {
            &mut self.foreground
        };
        processors.iter().for_each(|&one| tier[one] = Some(job));
        let left = self.time(job, size);
        let now = self.now.clone();
        let state = &mut self.states[job];
        state.started.get_or_insert(now);
        (state.index, state.size, state.left, state.processors) = (index, size, left, processors);
        self.note(job, background, false);
    }

    /// Starts a waiting job in the background.
    pub(crate) fn consolidate(&mut self, job: usize, size: usize) {
        self.dispatch(job, size, JobPhase::Background);
    }

    /// Moves a job into the foreground: in place where possible, or anew with `size` processors.
    pub(crate) fn deploy(&mut self, job: usize, size: usize) {
        if self.is_promotable(job) {
            for processor in self.states[job].processors.clone() {
                self.foreground[processor] = self.background[processor].take();
            }
            self.states[job].index = JobPhase::Foreground;
            return self.note(job, false, true);
        }
        if self.states[job].index == JobPhase::Background {
            self.kills += 1;
            self.leave(job);
        }
        self.dispatch(job, size, JobPhase::Foreground);
    }

    /// Gives a job that has just started in the foreground `size` processors in all.
    pub(crate) fn expand(&mut self, job: usize, size: usize) {
        self.leave(job);
        self.dispatch(job, size, JobPhase::Foreground);
    }

    /// Ends of jobs in the foreground, with their numbers of processors.
    pub(crate) fn ends(&self) -> Vec<(Exact, usize)> {
        let running = self.at(&[JobPhase::Foreground]);
        let end = |job: usize| &self.now + &self.states[job].left;
        let ends = running
            .into_iter()
            .map(|job| (end(job), self.states[job].size));
        ends.collect()
    }

    /// The earliest instant at which `size` foregrounds are idle, and how many are.
    pub(crate) fn shadow(&self, size: usize) -> (Exact, usize) {
        let ends = self.ends();
        let idle_at = |at: &Exact| {
            let ended = ends.iter().filter(|(end, _)| end <= at);
            self.idle_foreground() + ended.map(|(_, size)| size).sum::<usize>()
        };
        let instants = ends.iter().map(|(end, _)| end).chain([&self.now]);
        let shadow = instants.filter(|at| idle_at(at) >= size).min().unwrap();
        (shadow.clone(), idle_at(shadow))
    }

    /// Advances to the next completion or submission, if there is one: work done, jobs completed
    /// and submitted.
    fn advance(&mut self) -> bool {
        let running = self.at(&[JobPhase::Foreground, JobPhase::Background]);
        let rates: Vec<_> = running.iter().map(|&job| (job, self.rate(job))).collect();
        let moving = rates.iter().filter(|(_, rate)| !rate.is_zero());
        let ends = moving.map(|(job, rate)| &self.now + &self.states[*job].left / rate);
        let ahead = self.at(&[JobPhase::Ahead]).into_iter();
        let submits = ahead.map(|job| self.jobs[job].submit.exact.clone());
        let Some(next) = ends.chain(submits).min() else {
            return false;
        };
        let span = &next - &self.now;
        self.now = next;
        for (job, rate) in rates {
            let state = &mut self.states[job];
            state.left -= rate * &span;
            assert!(state.left >= whole(0));
            if state.left.is_zero() {
                state.index = JobPhase::Done;
                state.completed = Some(self.now.clone());
                self.leave(job);
            }
        }
        for job in self.at(&[JobPhase::Ahead]) {
            if self.jobs[job].submit.exact == self.now {
                self.states[job].index = JobPhase::Waiting;
            }
        }
        true
    }

    /// Runs until nothing happens any more: one `pass` at every instant at which something did.
    pub(crate) fn run(&mut self, pass: impl Fn(&mut Self)) {
        while self.advance() {
            pass(self);
        }
        let done = self.at(&[JobPhase::Done]).len();
        assert_eq!(done, self.jobs.len(), "a job never completes");
    }
}
