//! Connections that have been there for long enough.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;

use laboratory::run::predict::Settings;

use super::*;
use crate::effort::Effort;

/// What a connection of that life answers to two requests, to its end.
fn answered(life: Duration) -> String {
    let effort = Effort {
        settings: Settings::default(),
        instants: 2,
        with_names: false,
    };
    let limits = Limits {
        connections: 4,
        rate: 100,
        // The second request is the last: then the connection is idle.
        patience: Duration::from_secs(1),
    };
    let state = Arc::new(State::new(effort, false, None));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    let _runtime = start_with(listener, Arc::clone(&state), (None, None), limits, life).unwrap();
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
