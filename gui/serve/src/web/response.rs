//! Responses: a whole text, JSON, a sentence, and what keeps a browser from doing more with them.

use bytes::Bytes;
use http_body_util::channel::Channel;
use http_body_util::{Either, Full};
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};
use serde::Serialize;
use serde_json::json;

/// An answer, whole or piece by piece.
pub(super) type HttpResponse = Response<Either<Full<Bytes>, Channel<Bytes>>>;

pub(super) const JSON: &str = "application/json";

/// What is said if the thread that simulates has too much to do.
pub(super) fn busy() -> HttpResponse {
    let mut answer = said(
        StatusCode::SERVICE_UNAVAILABLE,
        "others are being simulated, or this takes too long",
    );
    put(&mut answer, header::RETRY_AFTER, "10");
    answer
}

pub(super) fn whole(kind: &'static str, content: impl Into<Bytes>) -> HttpResponse {
    let mut answer = Response::new(Either::Left(Full::new(content.into())));
    put(&mut answer, header::CONTENT_TYPE, kind);
    answer
}

pub(super) fn json_of(value: &impl Serialize) -> HttpResponse {
    match serde_json::to_string(value) {
        Ok(text) => whole(JSON, text),
        Err(_) => said(
            StatusCode::INTERNAL_SERVER_ERROR,
            "no JSON can be made of it",
        ),
    }
}

/// An answer that is one sentence.
pub(super) fn said(status: StatusCode, sentence: &str) -> HttpResponse {
    let mut answer = whole(JSON, json!({"problem": sentence}).to_string());
    *answer.status_mut() = status;
    answer
}

pub(super) fn put(answer: &mut HttpResponse, name: header::HeaderName, value: &'static str) {
    let value = HeaderValue::from_static(value);
    answer.headers_mut().insert(name, value);
}

/// Adds what keeps a browser from doing more with an answer than show it.
pub(super) fn secure(answer: &mut HttpResponse) {
    put(
        answer,
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    put(answer, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    put(answer, header::REFERRER_POLICY, "no-referrer");
    put(answer, header::CACHE_CONTROL, "no-store");
}
