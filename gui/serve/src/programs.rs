//! Programs that are asked something: each within a limit of time, and of what it may answer.

use std::io::Read;
use std::sync::mpsc;
use std::time::Duration;

use laboratory::base::problem::{Problem, reason};
use laboratory::base::system::clock::Stopwatch;
use laboratory::base::system::processes::{self, Command, Stdio};
use laboratory::base::system::threads;

/// Most bytes of an answer.
const MOST: u64 = 256 << 20;
/// Most bytes of what a program complains of.
const MOST_COMPLAINT: u64 = 4096;

/// What `name` answers to `arguments` within `limit`.
///
/// # Errors
/// It cannot be started, answers nothing in time, answers too much, or fails.
pub(crate) fn answer(name: &str, arguments: &[&str], limit: Duration) -> Result<Vec<u8>, Problem> {
    let mut command = Command::new(name);
    command
        .args(arguments)
        .env("TZ", "UTC")
        .env("SLURM_TIME_FORMAT", "standard")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    processes::separate(&mut command);
    let wrong = |why: &str| Problem::output(format!("{name}: {why}"));
    let mut child = processes::start(&mut command).map_err(|error| wrong(&reason(&error)))?;
    let (say, heard) = mpsc::channel();
    let complaint = read(child.stderr.take(), MOST_COMPLAINT, 1, &say);
    let started = read(child.stdout.take(), MOST, 0, &say).and(complaint);
    drop(say);
    let found = match started {
        Ok(()) => collected(&heard, limit),
        Err(error) => Err(reason(&error)),
    };
    if found.is_err() {
        // With whatever it has started: a script that hangs waits for another program.
        processes::kill_group(&child);
    }
    let status = child.wait().map_err(|error| wrong(&reason(&error)))?;
    let [said, complaint] = found.map_err(|why| wrong(&why))?;
    if !status.success() {
        let complaint = String::from_utf8_lossy(&complaint);
        let first = complaint.lines().next().unwrap_or("it says nothing");
        return Err(wrong(&format!("failed ({status}): {first}")));
    }
    Ok(said)
}

/// Reads a pipe to its end on a thread of its own, at most `most` bytes and one more.
fn read(
    pipe: Option<impl Read + Send + 'static>,
    most: u64,
    which: usize,
    say: &mpsc::Sender<(usize, Vec<u8>)>,
) -> std::io::Result<()> {
    let say = say.clone();
    threads::start(move || {
        let mut said = Vec::new();
        if let Some(pipe) = pipe {
            // What was read until it broke is what there is.
            let _ = pipe.take(most + 1).read_to_end(&mut said);
        }
        // Nobody listens after the limit.
        let _ = say.send((which, said));
    })
}

/// Both answers, or why they are not there.
fn collected(
    heard: &mpsc::Receiver<(usize, Vec<u8>)>,
    limit: Duration,
) -> Result<[Vec<u8>; 2], String> {
    let since = Stopwatch::start();
    let mut found = [Vec::new(), Vec::new()];
    for _ in 0..2 {
        let left = limit.saturating_sub(since.elapsed());
        let answer = heard.recv_timeout(left);
        let (which, said) = answer.map_err(|_| {
            format!(
                "no answer within {} s; it was ended",
                limit.as_secs_f64().round()
            )
        })?;
        if which == 0 && said.len() as u64 > MOST {
            return Err(format!("more than {} MiB", MOST >> 20));
        }
        found[which] = said;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_says_is_heard_and_what_it_complains_of_is_told() {
        let limit = Duration::from_secs(60);
        let said = answer("sh", &["-c", "echo $TZ"], limit).unwrap();
        assert_eq!(said, b"UTC\n");
        let failed = answer("sh", &["-c", "echo 'no controller' >&2; exit 3"], limit);
        let sentence = failed.unwrap_err().sentence;
        assert!(sentence.contains("no controller"), "{sentence}");
        assert!(answer("there-is-no-such-program", &[], limit).is_err());
    }

    /// The shell's own child would hold the pipe open for an hour.
    #[test]
    fn one_that_hangs_is_ended_with_what_it_started() {
        let hung = answer(
            "sh",
            &["-c", "sleep 3600; true"],
            Duration::from_millis(200),
        );
        let sentence = hung.unwrap_err().sentence;
        assert!(sentence.contains("no answer within"), "{sentence}");
    }
}
