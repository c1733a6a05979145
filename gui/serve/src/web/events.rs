//! Events for those who keep a connection open: one for each look at the queue.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Either;
use http_body_util::channel::{Channel, Sender};
use hyper::{Response, StatusCode, header};
use serde_json::json;
use tokio::sync::OwnedSemaphorePermit;

use super::Site;
use super::response::{HttpResponse, put};
use crate::state::State;

/// Time after which something is sent though nothing happens: so it is noticed who has gone.
const SILENCE: Duration = Duration::from_secs(15);

/// A stream of events, if there are not too many who listen.
pub(super) fn stream(site: &Arc<Site>) -> HttpResponse {
    let Ok(permit) = Arc::clone(&site.listeners).try_acquire_owned() else {
        let mut answer = Response::new(Either::Left("{\"problem\":\"too many listen\"}".into()));
        *answer.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
        put(&mut answer, header::RETRY_AFTER, "30");
        return answer;
    };
    let (sender, body) = Channel::new(4);
    tokio::spawn(send(Arc::clone(&site.state), sender, permit));
    let mut answer = Response::new(Either::Right(body));
    put(&mut answer, header::CONTENT_TYPE, "text/event-stream");
    answer
}

async fn send(state: Arc<State>, mut sender: Sender<Bytes>, permit: OwnedSemaphorePermit) {
    let mut changes = state.changed.subscribe();
    loop {
        let text = event(&state);
        if sender.send_data(Bytes::from(text)).await.is_err() {
            break;
        }
        while tokio::time::timeout(SILENCE, changes.changed())
            .await
            .is_err()
        {
            if sender
                .send_data(Bytes::from_static(b":\n\n"))
                .await
                .is_err()
            {
                drop(permit);
                return;
            }
        }
    }
    drop(permit);
}

/// What is known now.
fn event(state: &State) -> String {
    let snapshot = state.snapshot();
    let data = json!({
        "at": snapshot.as_ref().map(|snapshot| snapshot.situation.at),
        "age": state.age(),
        "interval": (!state.is_still).then_some(state.interval.as_secs_f64()),
        "waiting": snapshot.as_ref().map(|snapshot| snapshot.answers.len()),
        "problem": state.problem(),
    });
    format!("event: queue\ndata: {data}\n\n")
}
