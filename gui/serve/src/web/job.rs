//! Answers on a job: when it will start, and what it could ask for.

use std::sync::{Arc, PoisonError};

use hyper::StatusCode;
use laboratory::base::progress::Progress;
use serde_json::json;

use super::queue::not_yet;
use super::response::{HttpResponse, JSON, busy, json_of, said, whole};
use super::{SIMULATING, Site};
use crate::oracle::alternatives;
use crate::state::Snapshot;

/// Most bytes of a name.
const MOST_NAME: usize = 64;

/// A waiting job of the queue as it is now.
struct WaitingJob {
    snapshot: Arc<Snapshot>,
    name: String,
    index: usize,
}

/// When a job will start, and what holds it.
pub(super) fn now(site: &Site, name: &str) -> HttpResponse {
    let WaitingJob {
        snapshot,
        name,
        index,
    } = match waiting(site, name) {
        Ok(job) => job,
        Err(refused) => return *refused,
    };
    let mut value = json!({
        "at": snapshot.situation.at,
        "age": site.state.age(),
        "problem": site.state.problem(),
        "position": index + 1,
        "changes": format!("/jobs/{name}/changes"),
    });
    if let (Some(all), Ok(serde_json::Value::Object(own))) = (
        value.as_object_mut(),
        serde_json::to_value(&snapshot.answers[index]),
    ) {
        all.extend(own);
    }
    json_of(&value)
}

/// The job of that name, as it stands in a path.
fn waiting(site: &Site, name: &str) -> Result<WaitingJob, Box<HttpResponse>> {
    let Some(snapshot) = site.state.snapshot() else {
        return Err(Box::new(not_yet(site)));
    };
    // Tasks of arrays of PBS have brackets, which clients write so.
    let name = name.replace("%5B", "[").replace("%5D", "]");
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "_[].+-".contains(letter);
    if name.is_empty() || name.len() > MOST_NAME || !name.chars().all(is_allowed) {
        let sentence = "a job has a name as 42, 42_3 or 42[3]";
        return Err(Box::new(said(StatusCode::BAD_REQUEST, sentence)));
    }
    match snapshot.by_name.get(&name) {
        Some(&index) => Ok(WaitingJob {
            snapshot,
            name,
            index,
        }),
        None => {
            let sentence = absent(&snapshot, &name);
            Err(Box::new(said(StatusCode::NOT_FOUND, &sentence)))
        }
    }
}

/// Why there is no prediction of the job `name`.
fn absent(snapshot: &Snapshot, name: &str) -> String {
    let left = snapshot.situation.not_predicted.iter();
    let mut left = left.filter(|left| left.jobs.iter().any(|job| job == name));
    if let Some(left) = left.next() {
        return format!("job {name} waits, and is not predicted: {}", left.why);
    }
    let mut begun = snapshot.situation.starts.iter();
    if begun.any(|job| job.name == name) {
        format!("job {name} has started")
    } else {
        format!("no job {name} waits")
    }
}

/// What a job could ask for to start sooner, simulated once for each look at the queue.
pub(super) async fn changes(site: &Site, name: &str) -> HttpResponse {
    let WaitingJob {
        snapshot, index, ..
    } = match waiting(site, name) {
        Ok(job) => job,
        Err(refused) => return *refused,
    };
    let known = |snapshot: &Snapshot| {
        let all = snapshot.alternatives.lock();
        let all = all.unwrap_or_else(PoisonError::into_inner);
        all.get(&index).cloned()
    };
    if let Some(known) = known(&snapshot) {
        return whole(JSON, known.to_string());
    }
    let waiting = Arc::clone(&site.simulations).acquire_owned();
    let Ok(Ok(permit)) = tokio::time::timeout(SIMULATING, waiting).await else {
        return busy();
    };
    // Another request may have asked for the same meanwhile.
    if let Some(known) = known(&snapshot) {
        return whole(JSON, known.to_string());
    }
    let progress = Progress::default();
    let cancelled = progress.part();
    let settings = site.state.effort.settings;
    let work = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let indices = snapshot.answers[index].indices;
        let found = alternatives(&snapshot.situation, indices, settings, &progress);
        let found = found.map_err(|problem| problem.to_string())?;
        if progress.is_cancelled() {
            return Err("it took too long".to_owned());
        }
        let job = &snapshot.answers[index].job;
        let text = json!({"job": job, "sooner": found}).to_string();
        let all = snapshot.alternatives.lock();
        let mut all = all.unwrap_or_else(PoisonError::into_inner);
        all.insert(index, Arc::from(text.as_str()));
        Ok(text)
    });
    match tokio::time::timeout(SIMULATING, work).await {
        Ok(Ok(Ok(text))) => whole(JSON, text),
        Ok(Ok(Err(why))) => said(StatusCode::UNPROCESSABLE_ENTITY, &why),
        Ok(Err(_)) => said(StatusCode::INTERNAL_SERVER_ERROR, "the simulation failed"),
        Err(_) => {
            cancelled.cancel();
            busy()
        }
    }
}
