//! Connections that have been there for long enough, and who may make them at a socket.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::sync::atomic::Ordering;

use laboratory::run::predict::Settings;

use super::*;
use crate::effort::Effort;

/// What is known of a queue that nobody has looked at yet.
fn state() -> Arc<State> {
    let effort = Effort {
        settings: Settings::default(),
        instants: 2,
        with_names: false,
    };
    let interval = Duration::from_secs(60);
    Arc::new(State::new(effort, false, interval, None))
}

fn limits() -> Limits {
    Limits {
        connections: 4,
        rate: 100,
        // The second request is the last: then the connection is idle.
        patience: Duration::from_secs(1),
    }
}

/// What a connection of that life answers to two requests, to its end.
fn answered(life: Duration) -> String {
    let state = state();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    let listener = Listener::Port(listener);
    let _runtime = start_with(listener, Arc::clone(&state), (None, None), limits(), life).unwrap();
    let mut stream = TcpStream::connect(at).unwrap();
    let request = format!("GET /openapi.json HTTP/1.1\r\nHost: {at}\r\n\r\n");
    stream.write_all(request.repeat(2).as_bytes()).unwrap();
    let mut said = Vec::new();
    stream.read_to_end(&mut said).unwrap();
    let answers = state.counters.answers[0].load(Ordering::Relaxed);
    let said = String::from_utf8(said).unwrap();
    assert_eq!(said.matches("HTTP/1.1 200").count() as u64, answers);
    said
}

/// A connection was cut off after its time whatever it was doing, and a request was lost with it.
#[test]
fn the_last_answer_of_a_connection_says_so() {
    let last = answered(Duration::ZERO);
    assert_eq!(last.matches("HTTP/1.1 200").count(), 1);
    assert!(last.contains("connection: close"), "{last}");
    let young = answered(LIFE);
    assert_eq!(young.matches("HTTP/1.1 200").count(), 2);
    assert!(!young.contains("connection: close"), "{young}");
}

/// The system says who is at the other end.
#[test]
fn a_socket_answers_those_who_are_allowed_alone() {
    let folder = tempfile::tempdir().unwrap();
    let answered = |allowed: AllowedUsers, name: &str| {
        let path = folder.path().join(name);
        let (listener, _socket) = crate::address::listen(&path, &allowed).unwrap();
        let runtime = start_with(
            Listener::Socket(listener, allowed),
            state(),
            (None, None),
            limits(),
            LIFE,
        );
        let mut stream = UnixStream::connect(&path).unwrap();
        let request = b"GET /openapi.json HTTP/1.1\r\nHost: any\r\nConnection: close\r\n\r\n";
        stream.write_all(request).unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        runtime.unwrap().shutdown_background();
        said
    };
    let own = answered(AllowedUsers::new(&[]).unwrap(), "own");
    assert!(own.starts_with("HTTP/1.1 200"), "{own}");
    let others = answered(AllowedUsers::none(), "others");
    assert!(
        others.starts_with("HTTP/1.1 403") && others.contains("--allow-users"),
        "{others}"
    );
}
