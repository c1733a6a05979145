//! What is refused: strangers, what is too long, too slow or too much, and whatever is no question.

use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;

use super::{Service, heard};
use crate::program::{cosched, text};

#[test]
fn nothing_but_the_pages_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::of_log(folder.path(), "");
    for (path, expected) in [
        ("/log.swf", 404),
        ("/../log.swf", 404),
        ("/jobs/../../log.swf", 400),
        ("/jobs/..%2f..%2flog.swf", 400),
        ("/jobs/%2e%2e", 400),
        ("/jobs/", 400),
        ("/jobs/2/changes/x", 400),
        ("/queue/", 404),
        ("//etc/passwd", 404),
        ("/queue?count=0", 400),
        ("/queue?count=10001", 400),
        ("/queue?from=-1", 400),
        ("/queue?count=1", 200),
    ] {
        let (status, content) = service.get(path);
        assert_eq!(status, expected, "{path}: {content}");
    }
    for path in ["/jobs/".to_owned() + &"9".repeat(65), "/".repeat(1025)] {
        let (status, _) = service.get(&path);
        assert!([400, 414].contains(&status), "{status}");
    }
}

#[test]
fn only_questions_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::of_log(folder.path(), "");
    let host = service.at.clone();
    let send = |first: &str, more: &str| {
        let request = format!("{first} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}");
        service.send(&request).0
    };
    assert_eq!(send("POST /queue", "Content-Length: 0\r\n\r\n"), 405);
    assert_eq!(send("DELETE /jobs/2", "\r\n"), 405);
    assert_eq!(send("GET /queue", "Content-Length: 5\r\n\r\nhello"), 413);
    assert_eq!(
        send("GET /queue", "Content-Length: 99999999999\r\n\r\n"),
        413
    );
    assert_eq!(service.send("nonsense\r\n\r\n").0, 400);
    let (status, head, content) = service.send(&format!(
        "HEAD /queue HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    ));
    assert_eq!((status, content.as_str()), (200, ""), "{head}");
    // A page of a stranger whose name was made to lead here.
    let (status, _, _) =
        service.send("GET /queue HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert_eq!(status, 421);
    assert_eq!(service.get("/queue").0, 200);
}

#[test]
fn headers_without_end_and_slow_clients_are_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::of_log(folder.path(), "--patience 0.3 --connections 4");
    let long = format!("X-Long: {}\r\n", "a".repeat(40_000));
    let (status, _, _) = service.get_with("/queue", &long);
    assert!([0, 400, 431].contains(&status), "{status}");
    // As many as there may be, none of which ever ends its request: the next is answered all the
    // same, once they have been cut off.
    let slow: Vec<_> = (0..4)
        .map(|_| {
            let mut stream = service.connect();
            stream.write_all(b"GET /queue HTTP/1.1\r\nHo").unwrap();
            stream
        })
        .collect();
    assert_eq!(service.get("/queue").0, 200);
    for stream in slow {
        let (status, _, _) = heard(stream);
        assert!([0, 408].contains(&status), "{status}");
    }
    // One that says nothing at all.
    let mut silent = service.connect();
    assert_eq!(silent.read(&mut [0; 16]).unwrap_or(0), 0);
}

#[test]
fn too_many_requests_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::of_log(folder.path(), "--rate 1");
    let statuses: Vec<u16> = (0..20).map(|_| service.get("/openapi.json").0).collect();
    assert!(statuses.contains(&429), "{statuses:?}");
}

#[test]
fn a_token_is_asked_for_and_beyond_this_machine_it_must_be() {
    let folder = tempfile::tempdir().unwrap();
    let token = folder.path().join("token");
    std::fs::write(&token, "0123456789abcdef-own\n").unwrap();
    std::fs::write(folder.path().join("log.swf"), super::LOG).unwrap();
    let refused = |options: &str| {
        let all = format!("serve --log log.swf --at 600 {options}");
        let output = cosched(folder.path(), &all.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    let said = refused("--listen 0.0.0.0:0");
    assert!(said.contains("--token-file is needed"), "{said}");
    std::fs::set_permissions(&token, PermissionsExt::from_mode(0o644)).unwrap();
    let said = refused("--token-file token");
    assert!(said.contains("a token that others may read"), "{said}");
    std::fs::set_permissions(&token, PermissionsExt::from_mode(0o600)).unwrap();
    let all = "--log log.swf --at 600 --draws 40 --instants 4 --token-file token";
    let service = Service::start_with(folder.path(), all, None);
    assert_eq!(service.get("/queue").0, 401);
    let wrong = "Authorization: Bearer 0123456789abcdef-owm\r\n";
    assert_eq!(service.get_with("/queue", wrong).0, 401);
    let right = "Authorization: Bearer 0123456789abcdef-own\r\n";
    while service.get_with("/queue", right).0 == 503 {}
    assert_eq!(service.get_with("/queue", right).0, 200);
    let asked = ["when", "3", "--at", &service.at, "--token-file", "token"];
    assert!(cosched(folder.path(), &asked).status.success());
    assert!(!cosched(folder.path(), &asked[..4]).status.success());
}
