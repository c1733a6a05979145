//! The service: looks at the queue again and again, predicts, keeps its record, and answers.

use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use laboratory::base::problem::{Problem, reason};

use crate::address::{self, Address, AllowedUsers, Socket};
use crate::effort::Effort;
use crate::learning::Learning;
use crate::oracle::{Answer, predict};
use crate::record::{Moved, Prediction, Record};
use crate::situation::{Situation, Source};
use crate::state::{Snapshot, State};
use crate::web::{self, Limits, Listener, Token, WindowPage};

/// How it serves.
#[derive(Debug)]
pub struct Options {
    /// Where it listens; port 0 is any that is free.
    pub listen: Address,
    /// Whom it answers at a socket.
    pub allowed: AllowedUsers,
    /// What a request must carry, if anything.
    pub token: Option<Token>,
    /// The window as a page, which opens the queue, if it is served as well.
    pub window: Option<WindowPage>,
    /// Limits on requests.
    pub limits: Limits,
    /// Time between two looks.
    pub interval: Duration,
    /// How it predicts.
    pub effort: Effort,
    /// Folder of its record, if it keeps one.
    pub record: Option<PathBuf>,
    /// Most predictions in the record, of those whose jobs wait and of those whose jobs have started.
    pub most_recorded: usize,
    /// A message here ends it, behind the look that it is at.
    pub stop: Receiver<()>,
}

/// Serves `source` until it is stopped; `tell` is told where it listens, and what goes wrong.
///
/// # Errors
/// It would listen beyond this machine without a token, the address is taken, or its record is in use.
pub fn serve(
    mut source: Box<dyn Source>,
    options: Options,
    tell: &dyn Fn(&str),
) -> Result<(), Problem> {
    check(&options)?;
    let most = options.most_recorded;
    let record = options.record.as_ref();
    let mut record = record
        .map(|folder| Record::open(folder, most))
        .transpose()?;
    let judged = record.as_ref().map(Record::judged);
    let (effort, interval) = (options.effort, options.interval);
    let state = Arc::new(State::new(effort, source.is_still(), interval, judged));
    let (listener, at, _socket) = listen(&options)?;
    let served = (options.token, options.window);
    let runtime = web::start(listener, Arc::clone(&state), served, options.limits)
        .map_err(|error| Problem::output(format!("--listen {at}: {}", reason(&error))))?;
    tell(&format!("listening on {at}"));
    let mut learning = Learning::default();
    loop {
        learning.pause();
        let looked = look(&mut *source, &state, &mut learning, record.as_mut());
        let looked = looked.and(learning.go_on(effort)).and_then(|()| {
            let is_left = source.is_still() && !learning.wait()?;
            Ok(is_left)
        });
        let pause = match looked {
            Ok(true) => Duration::MAX,
            // What stands still is looked at again once it is learned how far predictions hold.
            Ok(false) if source.is_still() => Duration::ZERO,
            Ok(false) => options.interval,
            Err(problem) => {
                tell(&problem.to_string());
                state.fail(problem.to_string());
                options.interval
            }
        };
        match options.stop.recv_timeout(pause) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => {
                runtime.shutdown_background();
                return Ok(());
            }
        }
    }
}

/// Refuses to listen beyond this machine to whoever asks.
fn check(options: &Options) -> Result<(), Problem> {
    match options.listen {
        Address::Port(at) if !at.ip().is_loopback() && options.token.is_none() => {
            Err(Problem::input(format!(
                "--listen {at}: beyond this machine a --token-file is needed, without which requests are refused"
            )))
        }
        _ => Ok(()),
    }
}

/// Listens as `options` say; returns where that is as well, and what to keep meanwhile.
fn listen(options: &Options) -> Result<(Listener, String, Option<Socket>), Problem> {
    match &options.listen {
        Address::Port(at) => {
            let wrong = |error| Problem::output(format!("--listen {at}: {}", reason(&error)));
            let listener = TcpListener::bind(at).map_err(wrong)?;
            let at = listener.local_addr().map_err(wrong)?;
            Ok((Listener::Port(listener), format!("http://{at}"), None))
        }
        Address::Socket(path) => {
            let (listener, socket) = address::listen(path, &options.allowed)?;
            let listener = Listener::Socket(listener, options.allowed.clone());
            Ok((listener, options.listen.to_string(), Some(socket)))
        }
    }
}

/// Looks once, predicts, and shows what was found.
fn look(
    source: &mut dyn Source,
    state: &State,
    learning: &mut Learning,
    record: Option<&mut Record>,
) -> Result<(), Problem> {
    let since = Instant::now();
    let situation = source.look()?;
    let moved = |partition: &str, waits: [f64; 3]| match &record {
        Some(record) => record.own().moved(partition, waits),
        None => Moved {
            waits,
            similar_jobs: None,
        },
    };
    let answers = predict(&situation, learning, state.effort, &moved)?;
    let took = since.elapsed();
    let accuracy = match record {
        Some(record) => {
            keep(record, &situation, &answers)?;
            Some(record.accuracy(situation.at))
        }
        None => None,
    };
    state.show(Snapshot::new(situation, answers, took), accuracy);
    Ok(())
}

/// Keeps what was predicted, and judges what was predicted before.
fn keep(record: &mut Record, situation: &Situation, answers: &[Answer]) -> Result<(), Problem> {
    let kept = answers.iter().filter(|answer| !answer.is_provisional);
    let predictions: Vec<Prediction> = kept
        .map(|answer| Prediction {
            job: answer.job.clone(),
            partition: answer.partition.clone(),
            raw: answer.raw.map(|wait| situation.at + wait),
            said: [answer.p5, answer.median, answer.p95],
        })
        .collect();
    let provisional = answers.iter().filter(|answer| answer.is_provisional);
    let provisional = provisional.map(|answer| &answer.job);
    let waits = situation.not_predicted.iter().flat_map(|left| &left.jobs);
    let waits = waits.chain(provisional).map(String::as_str);
    let waits: std::collections::HashSet<&str> = waits.collect();
    record.keep(situation.at, &predictions, &situation.starts, &|job| {
        waits.contains(job)
    })
}
