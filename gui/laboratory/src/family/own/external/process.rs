//! Another program while it runs: lines to it and from it, with a timeout.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

use super::answer::Answer;
use super::remarks::Remarks;
use super::{program_problem, signals};
use crate::base::problem::Problem;
use crate::base::system::processes::{self, Child, ChildStdin, Command, ExitStatus, Stdio};
use crate::base::system::threads;
use crate::scenario::policy::external::External;

/// Largest number of bytes in an answer.
const LONGEST: u64 = 1 << 20;

/// Time that a program has to end after the last question.
const PATIENCE: Duration = Duration::from_millis(200);

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    remarks: Option<Remarks>,
    questions: Option<Sender<String>>,
    answers: Receiver<Result<String, String>>,
    timeout: Duration,
}

impl Process {
    /// Starts the program of `external` in `folder`, and waits for its answer to the line `first`.
    ///
    /// # Errors
    /// It cannot be started, or its answer is invalid.
    pub(super) fn start(
        external: External,
        folder: Option<&Path>,
        first: &str,
    ) -> Result<Self, Problem> {
        // A scenario can name any program: the user's permission was checked before.
        let [program, arguments @ ..] = external.command() else {
            return Err(Problem::input("a policy needs the name of a program"));
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        // So that it is killed with all processes that it started.
        processes::separate(&mut command);
        let mut child = signals::start(&mut command).map_err(|error| {
            Problem::input(format!("the policy `{program}` cannot be started: {error}"))
        })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Problem::output("the policy cannot be spoken to"));
        };
        // With threads of their own, a program that neither reads nor writes blocks only them.
        let (questions, requested) = channel();
        let writes = threads::start(move || write(input, &requested));
        let (answered, answers) = sync_channel(1);
        let reads = threads::start(move || read(output, &answered));
        if writes.and(reads).is_err() {
            return Err(Problem::output("the policy cannot be spoken to"));
        }
        let name = program.rsplit('/').next().unwrap_or(program);
        let remarks = child
            .stderr
            .take()
            .map(|output| Remarks::show(output, name));
        let mut process = Self {
            child,
            remarks,
            questions: Some(questions),
            answers,
            timeout: Duration::from_secs_f64(external.timeout()),
        };
        let greeted = process
            .request(first.to_owned())
            .and_then(|line| Answer::read(&line));
        greeted.map_err(|why| program_problem(external, "told of the machine", &why))?;
        Ok(process)
    }

    fn send(&self, line: String) {
        if let Some(questions) = &self.questions {
            // Whether it has ended is noticed when it does not answer.
            let _ = questions.send(line);
        }
    }

    /// Sends a line, and waits for the line that answers it.
    ///
    /// # Errors
    /// It does not answer in time, has ended, or its answer is too long.
    pub(super) fn request(&mut self, question: String) -> Result<String, String> {
        if let Ok(line) = self.answers.try_recv() {
            let line = line?;
            return Err(format!(
                "it has said `{}` without being asked: each line is answered by one line",
                line.trim_end()
            ));
        }
        self.send(question);
        match self.answers.recv_timeout(self.timeout) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => Err(format!(
                "it has not answered within {} s; every line wants a line in return, written out at once",
                self.timeout.as_secs_f64()
            )),
            Err(RecvTimeoutError::Disconnected) => Err(self.end()),
        }
    }

    /// How the program has ended, in words; it may only have closed its output.
    fn end(&mut self) -> String {
        match self.wait() {
            Ok(Some(status)) => format!("the program has ended, with {status}"),
            Ok(None) => {
                "it has closed its standard output, and so cannot answer any more".to_owned()
            }
            Err(error) => format!("the program has ended: {error}"),
        }
    }

    /// Waits for a short time until it ends by itself.
    fn wait(&mut self) -> std::io::Result<Option<ExitStatus>> {
        let step = Duration::from_millis(5);
        for _ in 0..PATIENCE.as_millis() / step.as_millis() {
            if let Some(status) = self.child.try_wait()? {
                return Ok(Some(status));
            }
            threads::sleep(step);
        }
        Ok(None)
    }
}

fn write(mut input: ChildStdin, questions: &Receiver<String>) {
    while let Ok(line) = questions.recv() {
        let written = writeln!(input, "{line}").and_then(|()| input.flush());
        if written.is_err() {
            return;
        }
    }
}

fn read(output: impl Read, answers: &SyncSender<Result<String, String>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = String::new();
        let answer = match (&mut output).take(LONGEST).read_line(&mut line) {
            Ok(0) => return,
            Ok(_) if line.ends_with('\n') => Ok(line),
            Ok(read) if read as u64 == LONGEST => {
                Err(format!("an answer has more than {LONGEST} bytes"))
            }
            // The last line of a program may lack its line break.
            Ok(_) => Ok(line),
            Err(error) => Err(format!("its answer cannot be read: {error}")),
        };
        let is_over = answer.is_err();
        if answers.send(answer).is_err() || is_over {
            return;
        }
    }
}

impl Drop for Process {
    /// Gives the program a short time to end by itself.
    fn drop(&mut self) {
        drop(self.questions.take());
        let _ = self.wait();
        signals::end_group(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(remarks) = &self.remarks {
            remarks.finish(PATIENCE);
        }
    }
}
