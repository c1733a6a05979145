//! Requests and their answers: nothing but what is listed here is served, and nothing is a file.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use http_body_util::{Either, Full};
use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, StatusCode};
use laboratory::scenario::to_ron;
use serde_json::json;

use super::job::of_job;
use super::response::{HttpResponse, JSON, busy, json_of, put, said, secure, whole};
use super::{SIMULATING, Site, events, metrics, page, window};
use crate::oracle::Answer;
use crate::record::JudgedRecord;
use crate::state::Snapshot;

/// What may be asked for, with `{job}` for the name of a job.
#[cfg(test)]
pub(super) const PATHS: [&str; 12] = [
    "/",
    "/window/{file}",
    "/queue",
    "/queue.ron",
    "/jobs/{job}",
    "/jobs/{job}/changes",
    "/accuracy",
    "/record.parquet",
    "/metrics",
    "/events",
    "/openapi.json",
    "/style.css",
];

/// Most bytes of a path with its question.
const MOST_PATH: usize = 1024;
/// Most jobs of an answer, and how many there are unless it is asked for others.
const MOST_JOBS: usize = 10_000;
const USUAL_JOBS: usize = 500;

/// Answers a request of `peer`.
pub(super) async fn answer(
    site: &Arc<Site>,
    peer: IpAddr,
    request: Request<Incoming>,
) -> HttpResponse {
    let mut answer = match refusal(site, peer, &request) {
        Some(refused) => refused,
        None => found(site, &request).await,
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
fn refusal(site: &Site, peer: IpAddr, request: &Request<Incoming>) -> Option<HttpResponse> {
    let headers = request.headers();
    if !site.rates.allow(peer, Instant::now()) {
        let mut refused = said(StatusCode::TOO_MANY_REQUESTS, "too many requests");
        put(&mut refused, header::RETRY_AFTER, "1");
        return Some(refused);
    }
    if site.is_local && !is_local_host(headers.get(header::HOST)) {
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

async fn found(site: &Arc<Site>, request: &Request<Incoming>) -> HttpResponse {
    let state = &site.state;
    match request.uri().path() {
        "/openapi.json" => whole(JSON, include_str!("openapi.json")),
        "/style.css" => whole("text/css", include_str!("style.css")),
        "/metrics" => whole("text/plain; version=0.0.4", metrics::text(state)),
        "/accuracy" => match state.accuracy() {
            Some(accuracy) => json_of(&accuracy.report()),
            None => no_record(),
        },
        "/record.parquet" => record(site).await,
        "/events" => events::stream(site),
        "/" => {
            let has_window = site.window.is_some();
            whole("text/html; charset=utf-8", page::page(state, has_window))
        }
        "/queue.ron" => match state.snapshot() {
            Some(snapshot) => scenario(&snapshot, request.uri().query()),
            None => not_yet(site),
        },
        "/queue" => match state.snapshot() {
            Some(snapshot) => queue(site, &snapshot, request.uri().query()),
            None => not_yet(site),
        },
        path if path.starts_with(window::PREFIX) => {
            let file = site.window.as_ref().and_then(|window| window.answer(path));
            file.unwrap_or_else(|| said(StatusCode::NOT_FOUND, "there is no such page"))
        }
        path => match (path.strip_prefix("/jobs/"), state.snapshot()) {
            (None, _) => said(StatusCode::NOT_FOUND, "there is no such page"),
            (Some(_), None) => not_yet(site),
            (Some(job), Some(snapshot)) => of_job(site, snapshot, job).await,
        },
    }
}

fn no_record() -> HttpResponse {
    let sentence = "no record is kept: start the service with --record FOLDER";
    said(StatusCode::NOT_FOUND, sentence)
}

/// The judged predictions as a table. One at a time is made: it is as large as the record.
async fn record(site: &Arc<Site>) -> HttpResponse {
    if site.state.judged.is_none() {
        return no_record();
    }
    let waiting = Arc::clone(&site.simulations).acquire_owned();
    let Ok(Ok(permit)) = tokio::time::timeout(SIMULATING, waiting).await else {
        return busy();
    };
    let own = Arc::clone(site);
    let work = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        own.state.judged.as_ref().map(JudgedRecord::parquet)
    });
    match work.await {
        Ok(Some(Ok((_, table)))) => whole("application/vnd.apache.parquet", table),
        Ok(Some(Err(problem))) => said(StatusCode::INTERNAL_SERVER_ERROR, &problem.to_string()),
        Ok(None) | Err(_) => said(StatusCode::INTERNAL_SERVER_ERROR, "no table can be made"),
    }
}

/// What is said before the first queue has been read.
fn not_yet(site: &Site) -> HttpResponse {
    let why = site.state.problem();
    let why = why.unwrap_or_else(|| "the queue is being read for the first time".to_owned());
    let mut answer = said(StatusCode::SERVICE_UNAVAILABLE, &why);
    put(&mut answer, header::RETRY_AFTER, "5");
    answer
}

/// A page of the queue.
fn queue(site: &Site, snapshot: &Snapshot, query: Option<&str>) -> HttpResponse {
    let asked = |name: &str, usual: usize| {
        let pairs = query.unwrap_or_default().split('&');
        let mut values = pairs.filter_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        values
            .next()
            .map_or(Some(usual), |value| value.parse().ok())
    };
    let (Some(from), Some(count @ 1..=MOST_JOBS)) = (asked("from", 0), asked("count", USUAL_JOBS))
    else {
        let sentence = "`from` is a number from 0 on, and `count` one from 1 to 10000";
        return said(StatusCode::BAD_REQUEST, sentence);
    };
    let jobs: Vec<&Answer> = snapshot.answers.iter().skip(from).take(count).collect();
    let not_predicted = snapshot.situation.not_predicted.iter();
    let not_predicted = not_predicted.map(|left| {
        let jobs: Vec<&String> = left.jobs.iter().take(count).collect();
        json!({"why": left.why, "number": left.jobs.len(), "jobs": jobs})
    });
    json_of(&json!({
        "at": snapshot.situation.at,
        "age": site.state.age(),
        "problem": site.state.problem(),
        "waiting": snapshot.answers.len(),
        "running": snapshot.situation.pools.iter().map(|part| part.running).sum::<usize>(),
        "from": from,
        "jobs": jobs,
        "not_predicted": not_predicted.collect::<Vec<_>>(),
        "remarks": snapshot.situation.remarks,
    }))
}

/// The queue of a pool as a scenario: see [`StandingQueue::scenario`].
///
/// [`StandingQueue::scenario`]: laboratory::run::predict::standing::StandingQueue::scenario
fn scenario(snapshot: &Snapshot, query: Option<&str>) -> HttpResponse {
    let index = match query {
        None => Some(0),
        Some(query) => query
            .strip_prefix("pool=")
            .and_then(|index| index.parse().ok()),
    };
    let pools = &snapshot.situation.pools;
    let Some(pool) = index.and_then(|index: usize| pools.get(index)) else {
        let sentence = format!("`pool` is a number from 0 on, below {}", pools.len());
        return said(StatusCode::BAD_REQUEST, &sentence);
    };
    let title = format!("Queue of {} at {}", pool.name, pool.in_words(0.0));
    match pool.standing(|queue| queue.scenario(title)) {
        Ok(scenario) => whole("text/plain; charset=utf-8", to_ron(&scenario)),
        Err(problem) => said(StatusCode::UNPROCESSABLE_ENTITY, &problem.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What may be asked for is described, and nothing else is.
    #[test]
    fn every_path_is_described() {
        let text = include_str!("openapi.json");
        let described: serde_json::Value = serde_json::from_str(text).unwrap();
        let paths = described["paths"].as_object().unwrap();
        let mut found: Vec<&str> = paths.keys().map(String::as_str).collect();
        let mut expected = PATHS.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

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
