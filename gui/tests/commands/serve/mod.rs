//! `cosched serve` as a process of its own, asked as any client asks.

mod answers;
mod limits;
mod record;
mod slurm;
mod socket;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Longest time that anything is waited for.
const PATIENCE: Duration = Duration::from_secs(120);

/// At 10 min job 1 has three of four nodes, by its estimate until 100 min; job 2 wants all four, so
/// job 3 starts on the fourth only if it asks for less than 90 min. Job 2 started when job 1 ended.
const LOG: &str = "; MaxNodes: 4
1   0    0 4800 3 -1 -1 3  6000 -1 1 7 1 -1 1 -1 -1 -1
2  60 4740 6000 4 -1 -1 4  6000 -1 1 8 1 -1 1 -1 -1 -1
3 120 10680 9000 1 -1 -1 1 12000 -1 1 9 1 -1 1 -1 -1 -1
";

/// A service that is ended when it is dropped.
struct Service {
    child: Child,
    at: String,
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Service {
    /// Starts it in `folder` at a free port, with `path` before the search path.
    fn start_with(folder: &Path, options: &str, path: Option<&Path>) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cosched"));
        let own = std::env::var("PATH").unwrap_or_default();
        if let Some(path) = path {
            command.env("PATH", format!("{}:{own}", path.display()));
        }
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(options.split_whitespace())
            .current_dir(folder)
            .env("TMPDIR", folder)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut said = String::new();
        let at = loop {
            let Some(line) = lines.next() else {
                panic!("it does not listen: {said}");
            };
            let line = line.unwrap();
            if let Some((_, at)) = line.split_once("listening on http://") {
                break at.to_owned();
            }
            said += &line;
        };
        // What it says of problems must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, at }
    }

    fn of_log(folder: &Path, options: &str) -> Self {
        std::fs::write(folder.join("log.swf"), LOG).unwrap();
        let all = format!("--log log.swf --at 600 --nodes 4 --draws 40 --instants 4 {options}");
        let service = Self::start_with(folder, &all, None);
        service.wait_for("/queue", |_| true);
        service
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.at).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends `request` as it is, and returns status, headers and content.
    fn send(&self, request: &str) -> (u16, String, String) {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        heard(stream)
    }

    fn get_with(&self, path: &str, headers: &str) -> (u16, String, String) {
        let host = &self.at;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n");
        self.send(&request)
    }

    fn get(&self, path: &str) -> (u16, String) {
        let (status, _, content) = self.get_with(path, "");
        (status, content)
    }

    /// Headers, and content that is no text.
    fn bytes(&self, path: &str) -> (String, Vec<u8>) {
        let mut stream = self.connect();
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.at
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut said = Vec::new();
        stream.read_to_end(&mut said).unwrap();
        let end = said
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap();
        let content = said.split_off(end + 4);
        (String::from_utf8(said).unwrap(), content)
    }

    fn json(&self, path: &str) -> Value {
        let (status, content) = self.get(path);
        assert_eq!(status, 200, "{path}: {content}");
        serde_json::from_str(&content).unwrap()
    }

    /// Asks until the answer is there and `is_it`.
    fn wait_for(&self, path: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let since = Instant::now();
        loop {
            let (status, content) = self.get(path);
            let value: Value = serde_json::from_str(&content).unwrap();
            if status == 200 && is_it(&value) {
                return value;
            }
            assert!(since.elapsed() < PATIENCE, "{path}: {status} {content}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// All that comes until the other side closes the connection.
fn heard(mut stream: TcpStream) -> (u16, String, String) {
    let mut said = Vec::new();
    // One that is refused may be closed before all of it was sent.
    let _ = stream.read_to_end(&mut said);
    let said = String::from_utf8(said).unwrap();
    let (head, content) = said.split_once("\r\n\r\n").unwrap_or((&said, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    (status.unwrap_or(0), head.to_lowercase(), content.to_owned())
}
