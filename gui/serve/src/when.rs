//! A question to a service, from the command line.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use laboratory::base::format::span;
use laboratory::base::problem::{Problem, reason};
use serde_json::Value;

use crate::address::UNIX;
use crate::web::Token;

/// Longest time that it is waited for a service: it may simulate.
const PATIENCE: Duration = Duration::from_secs(60);
/// Most bytes of an answer.
const MOST: u64 = 4 << 20;

/// When `job` will start by the service at `address`, why not yet, and what would be sooner: lines.
///
/// # Errors
/// No service answers there, or not so.
pub fn when(job: &str, address: &str, token: Option<&Token>) -> Result<Vec<String>, Problem> {
    let answer = ask(&format!("/jobs/{job}"), address, token)?;
    let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    let starts = &answer["starts"];
    let [early, likely, late] = [0, 1, 2].map(|index| text(&starts[index]));
    let mut lines = vec![
        format!("job {job}: likely at {likely}, hardly before {early}, hardly after {late}"),
        format!("  {}", text(&answer["why"])),
        format!("  {}", text(&answer["measured"])),
    ];
    if let Some(problem) = answer["problem"].as_str() {
        let age = answer["age"].as_f64().unwrap_or(0.0);
        lines.push(format!("  as of {} ago: {problem}", span(age.round())));
    }
    // It takes a simulation; without it the answer stands all the same.
    match ask(&format!("/jobs/{job}/changes"), address, token) {
        Ok(changes) => {
            let sooner = changes["sooner"].as_array();
            let sentences = sooner.into_iter().flatten();
            let sentences = sentences.filter_map(|one| one["sentence"].as_str());
            lines.extend(sentences.map(|sentence| format!("  {sentence}")));
        }
        Err(problem) => lines.push(format!("  what would be sooner: {problem}")),
    }
    Ok(lines)
}

/// Sends `request`, and returns all that comes.
fn exchange(mut stream: impl Read + Write, request: &str) -> std::io::Result<Vec<u8>> {
    stream.write_all(request.as_bytes())?;
    let mut said = Vec::new();
    stream.take(MOST).read_to_end(&mut said)?;
    Ok(said)
}

/// What the service at `address` answers to a request for `path`.
fn ask(path: &str, address: &str, token: Option<&Token>) -> Result<Value, Problem> {
    let wrong = |why: &str| Problem::output(format!("{address}: {why}"));
    let broken = |error: std::io::Error| wrong(&reason(&error));
    let (host, socket) = match address.strip_prefix(UNIX) {
        Some(path) => ("localhost", Some(path)),
        None => (address, None),
    };
    let allowed = token.map(Token::header).unwrap_or_default();
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{allowed}Connection: close\r\n\r\n");
    let said = match socket {
        Some(path) => {
            let stream = UnixStream::connect(path).map_err(broken)?;
            stream.set_read_timeout(Some(PATIENCE)).map_err(broken)?;
            stream.set_write_timeout(Some(PATIENCE)).map_err(broken)?;
            exchange(stream, &request)
        }
        None => {
            let resolved = address.to_socket_addrs();
            let expected = "no address as in 127.0.0.1:8055 or unix:/run/cosched.sock";
            let mut resolved = resolved.map_err(|_| wrong(expected))?;
            let at: SocketAddr = resolved
                .next()
                .ok_or_else(|| wrong("there is no such host"))?;
            let stream = TcpStream::connect_timeout(&at, PATIENCE).map_err(broken)?;
            stream.set_read_timeout(Some(PATIENCE)).map_err(broken)?;
            stream.set_write_timeout(Some(PATIENCE)).map_err(broken)?;
            exchange(stream, &request)
        }
    };
    let said = said.map_err(broken)?;
    let said = String::from_utf8_lossy(&said);
    let parts = said.split_once("\r\n\r\n");
    let (head, body) = parts.ok_or_else(|| wrong("what answers there is no such service"))?;
    let status = head.split(' ').nth(1).unwrap_or_default();
    let value: Value = serde_json::from_str(body)
        .map_err(|_| wrong(&format!("an answer with status {status} that is no JSON")))?;
    match (status, value["problem"].as_str()) {
        ("200", _) => Ok(value),
        (_, Some(problem)) => Err(wrong(problem)),
        _ => Err(wrong(&format!("status {status}"))),
    }
}
