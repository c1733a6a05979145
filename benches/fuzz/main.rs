//! A fuzz of the readers, the scenario parser and the simulation with extreme values.
//!
//! Without arguments it executes a fixed number of inputs on fixed seeds, so that its
//! findings do not depend on chance; `--seed N` and `--seconds N` are for a search by hand,
//! and `--only N` repeats one execution of a seed. It is to be built with assertions and
//! overflow checks (the profile `fuzz` has them).
//!
//! Panics are findings, and so are executions that exceed the limits of memory or time: the
//! bytes are counted by the allocator, the time is that of the thread on its processor.

mod allocator;
mod confs;
mod draw;
mod execute;
mod files;
mod filters;
mod input;
#[path = "../../gui/tests/workloads/parquet/write.rs"]
mod parquet;
mod policies;
mod queues;
mod readers;
mod scenario;
mod surface;
mod tables;
mod watch;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Parser;

use draw::Draw;
use execute::{Outcome, check_sentence, execute};
use input::Input;
use surface::Surface;
use watch::{LONG_TIME_LIMIT, TIME_LIMIT, WatchedExecution, watch};

/// Seeds of the standard executions, and the number of inputs of each.
const SEEDS: [u64; 3] = [1, 2, 3];
const EXECUTIONS: u64 = 13_000;

/// A fuzz of the readers, the scenario parser and the simulation.
#[derive(Parser)]
struct Options {
    /// A seed instead of the fixed ones
    #[arg(long)]
    seed: Option<u64>,
    /// Executes for so long instead of a fixed number of inputs
    #[arg(long)]
    seconds: Option<u64>,
    /// Executes so many inputs of each seed
    #[arg(long, default_value_t = EXECUTIONS)]
    executions: u64,
    /// Begins with this input of a seed
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Executes this input alone and shows it
    #[arg(long)]
    only: Option<u64>,
    /// What it reaches, instead of everything; may be repeated
    #[arg(long = "surface", value_name = "SURFACE")]
    surfaces: Vec<Surface>,
    /// Threads; as many as there are processors if absent
    #[arg(long)]
    threads: Option<usize>,
}

/// Findings: position, number, and first occurrence.
type Findings = Mutex<BTreeMap<String, (u64, u64, String)>>;

thread_local! {
    static PANIC: RefCell<(String, String)> = RefCell::default();
}

/// Work shared by all threads.
struct Fuzz {
    seed: u64,
    fixtures: Vec<(String, Vec<u8>)>,
    next: AtomicU64,
    end: u64,
    until: Option<Instant>,
    surfaces: Vec<Surface>,
    /// Whether the reasons of refusals are printed.
    is_shown: bool,
    findings: Findings,
    outcomes: [AtomicU64; 3],
    /// Maximum memory, in bytes, and time, in microseconds, of an execution, each with its
    /// number.
    memory: Mutex<(u64, u64)>,
    time: Mutex<(u64, u64)>,
}

/// Maximum processor time of an execution.
const LONGEST: Duration = Duration::from_secs(10);

/// Processor time of this thread.
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// An input that reaches `surface`; `None` for files, which are scenarios and what they refer to.
fn reaching(surface: Surface, draw: &mut Draw) -> Option<Input> {
    let input = match surface {
        Surface::Files => return None,
        Surface::Parquet => tables::table(draw),
        Surface::Hosts => queues::hosts(draw),
        Surface::Queues => queues::queue(draw),
        Surface::Confs => confs::conf(draw),
        Surface::Filters => filters::filter(draw),
        Surface::Answers => policies::answers(draw),
        Surface::Slurm => policies::slurm(draw),
    };
    Some(Input { surface, ..input })
}

fn main() -> ExitCode {
    let requested = Options::parse();
    // Programs that are started here are drawn here.
    cosched::scenario::policy::registry::Registry::default()
        .starting_programs()
        .make_usual();
    std::panic::set_hook(Box::new(|info| {
        let index = info.location().map(ToString::to_string);
        let said = info.payload_as_str().unwrap_or("a panic without words");
        PANIC.set((index.unwrap_or_default(), said.to_owned()));
    }));
    let seeds = requested.seed.map_or(SEEDS.to_vec(), |seed| vec![seed]);
    let mut failed = false;
    for seed in seeds {
        let (first, end) = match (requested.only, requested.seconds) {
            (Some(only), _) => (only, only + 1),
            (None, Some(_)) => (requested.first, u64::MAX),
            (None, None) => (requested.first, requested.first + requested.executions),
        };
        let fuzz = Fuzz {
            seed,
            fixtures: fixtures(),
            next: AtomicU64::new(first),
            end,
            until: requested
                .seconds
                .map(|seconds| Instant::now() + Duration::from_secs(seconds)),
            surfaces: requested.surfaces.clone(),
            is_shown: requested.only.is_some(),
            findings: Findings::default(),
            outcomes: Default::default(),
            memory: Mutex::default(),
            time: Mutex::default(),
        };
        if let Some(only) = requested.only {
            print!("{}", fuzz.input(only));
        }
        failed |= fuzz.run(requested.threads);
    }
    ExitCode::from(u8::from(failed))
}

/// Keeps `value` of execution `number` if it is the largest.
fn keep(largest: &Mutex<(u64, u64)>, value: u64, number: u64) {
    let mut largest = largest.lock().unwrap_or_else(PoisonError::into_inner);
    *largest = (*largest).max((value, number));
}

/// Scenarios of the project that are small enough to be changed repeatedly.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut folders = vec![root];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path)
            } else {
                files.push(path)
            }
        }
    }
    // The order of files in a folder is not fixed.
    files.sort();
    let small = |path: PathBuf| {
        let bytes = std::fs::read(&path)
            .ok()
            .filter(|bytes| bytes.len() < 5_000)?;
        Some((path.file_name()?.to_string_lossy().into_owned(), bytes))
    };
    files.into_iter().filter_map(small).collect()
}

impl Fuzz {
    /// Input `number`, which depends on the seed and the number only.
    fn input(&self, number: u64) -> Input {
        let draw = &mut Draw::new(self.seed, number);
        let surface = Surface::drawn(draw, &self.surfaces);
        if let Some(input) = reaching(surface, draw) {
            return input;
        }
        let mut input = match draw.below(10) {
            0 if !self.fixtures.is_empty() => {
                let (name, bytes) = &self.fixtures[draw.below(self.fixtures.len())];
                let mut input = Input::default();
                input.main(name, bytes.clone());
                input.change(draw);
                return input;
            }
            1 => files::file(draw),
            _ => scenario::drawn(draw),
        };
        if draw.chance(15) {
            input.change(draw);
        }
        input
    }

    /// Executes everything; returns whether there were findings.
    fn run(&self, threads: Option<usize>) -> bool {
        let usual = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.unwrap_or(usual).max(1);
        let (began, done) = (Instant::now(), AtomicBool::new(false));
        let watched: Vec<_> = (0..threads).map(|_| WatchedExecution::default()).collect();
        std::thread::scope(|scope| {
            scope.spawn(|| watch(&watched, &done, |number| self.hangs(number)));
            let workers: Vec<_> = watched
                .iter()
                .map(|watched| scope.spawn(|| self.work(watched)))
                .collect();
            for worker in workers {
                // It catches panics.
                let _ = worker.join();
            }
            done.store(true, Ordering::Release);
        });
        let [refused, ran, large] = self
            .outcomes
            .each_ref()
            .map(|count| count.load(Ordering::Relaxed));
        let findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        println!(
            "seed {}: {} executions in {:.0} s: {ran} ran, {refused} refused, {large} too large or cancelled, {} findings",
            self.seed,
            refused + ran + large + findings.values().map(|finding| finding.0).sum::<u64>(),
            began.elapsed().as_secs_f64(),
            findings.len()
        );
        let most = |all: &Mutex<(u64, u64)>| *all.lock().unwrap_or_else(PoisonError::into_inner);
        let ((bytes, largest), (micros, longest)) = (most(&self.memory), most(&self.time));
        println!(
            "  most memory {:.1} MiB (--only {largest}), longest {:.2} s (--only {longest})",
            bytes as f64 / (1 << 20) as f64,
            micros as f64 / 1e6
        );
        for (index, (count, number, said)) in findings.iter() {
            println!(
                "{index}: {said}\n  {count} times, first in --seed {} --only {number}:",
                self.seed
            );
            println!("{}", self.input(*number));
        }
        !findings.is_empty()
    }

    fn hangs(&self, number: u64) {
        println!(
            "does not stop: --seed {} --only {number}\n{}",
            self.seed,
            self.input(number)
        );
        // Its thread cannot be stopped.
        std::process::exit(1);
    }

    /// Executes one input after another.
    fn work(&self, watched: &WatchedExecution) {
        let Ok(folder) = tempfile::tempdir() else {
            self.note(
                0,
                "the folder for temporary files".to_owned(),
                "cannot be made".to_owned(),
            );
            return;
        };
        while self.until.is_none_or(|until| Instant::now() < until) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.end {
                break;
            }
            let input = self.input(number);
            let Ok(path) = input.write(folder.path()) else {
                self.note(
                    number,
                    "a temporary file".to_owned(),
                    "cannot be written".to_owned(),
                );
                return;
            };
            let patience = match input.surface {
                Surface::Files => TIME_LIMIT,
                _ => LONG_TIME_LIMIT,
            };
            let progress = watched.begin(number, patience);
            allocator::begin(self.seed, number);
            let began = worked();
            let done = catch_unwind(AssertUnwindSafe(|| {
                let done = match input.surface {
                    Surface::Files | Surface::Parquet | Surface::Answers | Surface::Slurm => {
                        execute(&path, &progress, number.is_multiple_of(2))
                    }
                    surface => readers::execute(surface, &path, &progress),
                };
                done.unwrap_or_else(|problem| {
                    check_sentence(&problem);
                    if self.is_shown {
                        println!("refused: {problem}");
                    }
                    Outcome::Refused
                })
            }));
            let (bytes, took) = (allocator::end(), worked() - began);
            watched.end();
            keep(&self.memory, bytes, number);
            keep(&self.time, took.as_micros() as u64, number);
            if took > LONGEST {
                let said = format!("of {:.0} s on a processor", took.as_secs_f64());
                self.note(number, "an execution".to_owned(), said);
                continue;
            }
            match done {
                Ok(became) => {
                    let index = match became {
                        Outcome::Refused => 0,
                        Outcome::Ran => 1,
                        Outcome::Large => 2,
                    };
                    self.outcomes[index].fetch_add(1, Ordering::Relaxed);
                }
                Err(_) => {
                    let (index, said) = PANIC.take();
                    self.note(number, index, said);
                }
            }
        }
    }

    fn note(&self, number: u64, index: String, said: String) {
        let mut findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = findings.entry(index).or_insert((0, number, said));
        entry.0 += 1;
    }
}
