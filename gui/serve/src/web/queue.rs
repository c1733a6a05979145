//! Answers on the whole queue and on the record of predictions.

use std::sync::Arc;

use hyper::StatusCode;
use hyper::header::{self, HeaderValue};
use laboratory::scenario::to_ron;
use serde_json::json;

use super::response::{HttpResponse, busy, json_of, put, said, whole};
use super::{SIMULATING, Site};
use crate::oracle::Answer;
use crate::record::JudgedRecord;

/// Most jobs of an answer, and how many there are unless it is asked for others.
pub(super) const MOST_JOBS: usize = 10_000;
pub(super) const USUAL_JOBS: usize = 500;

/// How often predictions held.
pub(super) fn accuracy(site: &Site) -> HttpResponse {
    match site.state.accuracy() {
        Some(accuracy) => json_of(&accuracy.report()),
        None => no_record(),
    }
}

fn no_record() -> HttpResponse {
    let sentence = "no record is kept: start the service with --record FOLDER";
    said(StatusCode::NOT_FOUND, sentence)
}

/// The judged predictions as a table. One at a time is made: it is as large as the record.
pub(super) async fn record(site: &Arc<Site>) -> HttpResponse {
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
pub(super) fn not_yet(site: &Site) -> HttpResponse {
    let why = site.state.problem();
    let why = why.unwrap_or_else(|| "the queue is being read for the first time".to_owned());
    let mut answer = said(StatusCode::SERVICE_UNAVAILABLE, &why);
    put(&mut answer, header::RETRY_AFTER, "5");
    answer
}

/// A page of the queue.
pub(super) fn queue(site: &Site, query: Option<&str>) -> HttpResponse {
    let Some(snapshot) = site.state.snapshot() else {
        return not_yet(site);
    };
    let parameter = |name: &str, usual: usize| {
        let pairs = query.unwrap_or_default().split('&');
        let mut values = pairs.filter_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        values
            .next()
            .map_or(Some(usual), |value| value.parse().ok())
    };
    let (Some(from), Some(count @ 1..=MOST_JOBS)) =
        (parameter("from", 0), parameter("count", USUAL_JOBS))
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

/// The queue of a pool as a scenario: see [`StandingQueue::scenario`]. Its headers say of which instant
/// it is, and where it is told that there is a newer one (RFC 5989).
///
/// [`StandingQueue::scenario`]: laboratory::run::predict::standing::StandingQueue::scenario
pub(super) fn scenario(site: &Site, query: Option<&str>) -> HttpResponse {
    let Some(snapshot) = site.state.snapshot() else {
        return not_yet(site);
    };
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
        Ok(scenario) => {
            let mut answer = whole("text/plain; charset=utf-8", to_ron(&scenario));
            let instant = HeaderValue::from_str(&format!("\"{}\"", snapshot.situation.at));
            if let Some(instant) = instant.ok().filter(|_| !site.state.is_still) {
                answer.headers_mut().insert(header::ETAG, instant);
                put(&mut answer, header::LINK, "</events>; rel=\"monitor\"");
            }
            answer
        }
        Err(problem) => said(StatusCode::UNPROCESSABLE_ENTITY, &problem.to_string()),
    }
}
