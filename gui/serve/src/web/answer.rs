//! Requests and their answers: what is refused whatever it is for, and what all answers have.

use std::sync::Arc;
use std::time::Instant;

use http_body_util::{Either, Full};
use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, StatusCode};

use super::response::{HttpResponse, put, said, secure};
use super::{Peer, Site, routes, window};

/// Most bytes of a path with its question.
const MOST_PATH: usize = 1024;

/// Answers a request of `peer`.
pub(super) async fn answer(
    site: &Arc<Site>,
    peer: Peer,
    request: Request<Incoming>,
) -> HttpResponse {
    let mut answer = match refusal(site, peer, &request) {
        Some(refused) => refused,
        None => routes::answer(site, &request).await,
    };
    secure(&mut answer);
    if request.uri().path().starts_with(window::PREFIX) && answer.status() == StatusCode::OK {
        window::allow(&mut answer);
    }
    site.state.counters.count(answer.status().as_u16());
    if request.method() == Method::HEAD {
        *answer.body_mut() = Either::Left(Full::default());
    }
    answer
}

/// Why a request is not even looked at, if it is not.
fn refusal(site: &Site, peer: Peer, request: &Request<Incoming>) -> Option<HttpResponse> {
    let headers = request.headers();
    if !site.rates.allow(peer, Instant::now()) {
        let mut refused = said(StatusCode::TOO_MANY_REQUESTS, "too many requests");
        put(&mut refused, header::RETRY_AFTER, "1");
        return Some(refused);
    }
    if let Peer::User(user) = peer {
        let is_allowed = site.allowed.as_ref().is_some_and(|users| users.have(user));
        if !is_allowed {
            let sentence = "this socket is for who serves and root, and for users of --allow-users";
            return Some(said(StatusCode::FORBIDDEN, sentence));
        }
    } else if site.is_local && !is_local_host(headers.get(header::HOST)) {
        // A page of a stranger whose name leads to this machine.
        let status = StatusCode::MISDIRECTED_REQUEST;
        return Some(said(status, "ask for localhost or 127.0.0.1"));
    }
    if let Some(token) = &site.token {
        let sent = headers.get(header::AUTHORIZATION);
        if !sent.is_some_and(|sent| token.is_in(sent.as_bytes())) {
            let mut refused = said(StatusCode::UNAUTHORIZED, "a bearer token is needed");
            put(&mut refused, header::WWW_AUTHENTICATE, "Bearer");
            return Some(refused);
        }
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let mut refused = said(
            StatusCode::METHOD_NOT_ALLOWED,
            "nothing is changed here: GET and HEAD are allowed",
        );
        put(&mut refused, header::ALLOW, "GET, HEAD");
        return Some(refused);
    }
    if !request.body().is_end_stream() {
        let mut refused = said(
            StatusCode::PAYLOAD_TOO_LARGE,
            "a request has no content here",
        );
        put(&mut refused, header::CONNECTION, "close");
        return Some(refused);
    }
    let path = request.uri().path_and_query();
    let is_long = path.is_some_and(|path| path.as_str().len() > MOST_PATH);
    is_long.then(|| said(StatusCode::URI_TOO_LONG, "a path has at most 1024 bytes"))
}

/// Whether a Host header names this machine.
fn is_local_host(host: Option<&HeaderValue>) -> bool {
    let Some(host) = host.and_then(|host| host.to_str().ok()) else {
        return false;
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    ["localhost", "127.0.0.1", "[::1]"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        let is_local = |host: &'static str| is_local_host(Some(&HeaderValue::from_static(host)));
        for host in [
            "localhost",
            "127.0.0.1:80",
            "[::1]:80",
            "localhost:8055",
            "[::1]",
        ] {
            assert!(is_local(host), "{host}");
        }
        for host in ["example.org", "127.0.0.1.example.org", "localhost.x:80", ""] {
            assert!(!is_local(host), "{host}");
        }
        assert!(!is_local_host(None));
    }
}
