//! A service at a socket in a folder, of the same user and root.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{LOG, Service};
use crate::program::{cosched, text};

const OPTIONS: &str =
    "serve --log log.swf --at 600 --nodes 4 --draws 40 --instants 4 --listen unix:when.sock";

/// A service at `when.sock` in `folder`.
fn at_socket(folder: &Path) -> Service {
    std::fs::write(folder.join("log.swf"), LOG).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cosched"))
        .args(OPTIONS.split(' '))
        .current_dir(folder)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let listens = lines.any(|line| line.unwrap().contains("listening on unix:when.sock"));
    assert!(listens);
    std::thread::spawn(move || lines.for_each(drop));
    Service {
        child,
        at: "unix:when.sock".to_owned(),
    }
}

#[test]
fn a_socket_is_asked_as_a_port_is_and_goes_with_its_service() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("when.sock");
    let mut service = at_socket(folder.path());
    let permissions = socket.metadata().unwrap().permissions();
    assert_eq!(permissions.mode() & 0o777, 0o600);
    let ask = || cosched(folder.path(), &["when", "3", "--at", "unix:when.sock"]);
    // The first look takes a moment.
    let since = std::time::Instant::now();
    let mut asked = ask();
    while !asked.status.success() && since.elapsed() < super::PATIENCE {
        std::thread::sleep(std::time::Duration::from_millis(50));
        asked = ask();
    }
    let said = text(&asked.stdout);
    assert!(
        said.starts_with("job 3: likely at"),
        "{said}{}",
        text(&asked.stderr)
    );
    let other = cosched(folder.path(), &OPTIONS.split(' ').collect::<Vec<_>>());
    let said = text(&other.stderr);
    assert!(said.contains("another service listens there"), "{said}");
    let process = service.child.id().to_string();
    assert!(
        Command::new("kill")
            .arg(process)
            .status()
            .unwrap()
            .success()
    );
    assert!(service.child.wait().unwrap().success());
    assert!(!socket.exists());
    let said = ask();
    assert!(!said.status.success() && text(&said.stderr).contains("unix:when.sock"));
}

#[test]
fn who_may_ask_is_said_of_a_socket_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("log.swf"), LOG).unwrap();
    for (options, expected) in [
        ("--allow-users 4711", "known at a socket alone"),
        (
            "--listen unix:s --allow-users nobody-of-that-name",
            "there is no user `nobody-of-that-name`",
        ),
        ("--listen unix:", "a path is missing"),
        ("--listen localhost", "127.0.0.1:8055, or unix:"),
        ("--listen unix:log.swf", "is no socket"),
    ] {
        let usual = ["serve", "--log", "log.swf", "--at", "600", "--nodes", "4"];
        let arguments: Vec<&str> = usual.into_iter().chain(options.split(' ')).collect();
        let output = cosched(folder.path(), &arguments);
        assert!(!output.status.success(), "{options}");
        let said = text(&output.stderr);
        assert!(said.contains(expected), "{options}: {said}");
    }
}
