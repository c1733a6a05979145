//! The table of paths: who answers a request, and how OpenAPI describes it. Nothing else is served, and
//! nothing is a file.

use std::pin::Pin;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::{Request, StatusCode};

use super::openapi::{self, INDEX, Operation, Parameter, STRING, Schema, Success};
use super::response::{HttpResponse, JSON, said, whole};
use super::{Site, events, job, metrics, page, queue};

/// A request for a path of the table.
pub(super) struct PathRequest<'a> {
    pub(super) site: &'a Arc<Site>,
    /// The text in place of what the path has in braces.
    pub(super) name: &'a str,
    pub(super) query: Option<&'a str>,
}

type Answering<'a> = Pin<Box<dyn Future<Output = HttpResponse> + Send + 'a>>;

struct Route {
    /// At most one part of it is a name in braces, which stands for any text.
    path: &'static str,
    operation: Operation,
    answer: for<'a> fn(PathRequest<'a>) -> Answering<'a>,
}

const JOB: Parameter = Parameter {
    name: "job",
    place: "path",
    required: Some(true),
    schema: Schema {
        max_length: Some(job::MOST_NAME),
        ..STRING
    },
    description: Some("Its name, as 42, 42_3 or 42[3]"),
};

static ROUTES: [Route; 12] = [
    Route {
        path: "/",
        operation: Operation::always("The queue as a page", Success::plain("HTML")),
        answer: |request| {
            Box::pin(async move {
                let has_window = request.site.window.is_some();
                let page = page::page(&request.site.state, has_window);
                whole("text/html; charset=utf-8", page)
            })
        },
    },
    Route {
        path: "/style.css",
        operation: Operation::always("The style of that page", Success::plain("CSS")),
        answer: |_| Box::pin(async { whole("text/css", include_str!("style.css")) }),
    },
    Route {
        path: "/window/{file}",
        operation: Operation::of(
            "The window as a page, if it is served as well",
            &[Parameter {
                name: "file",
                place: "path",
                required: Some(true),
                schema: STRING,
                description: Some("A file of the page; none is its first"),
            }],
            Success::plain("The file"),
        ),
        answer: |request| {
            Box::pin(async move {
                let window = request.site.window.as_ref();
                let file = window.and_then(|window| window.answer(request.name));
                file.unwrap_or_else(no_page)
            })
        },
    },
    Route {
        path: "/queue",
        operation: Operation::of(
            "Every waiting job",
            &[
                Parameter {
                    name: "from",
                    place: "query",
                    required: None,
                    schema: INDEX,
                    description: None,
                },
                Parameter {
                    name: "count",
                    place: "query",
                    required: None,
                    schema: Schema {
                        minimum: Some(1),
                        maximum: Some(queue::MOST_JOBS),
                        default: Some(queue::USUAL_JOBS),
                        ..INDEX
                    },
                    description: None,
                },
            ],
            Success::json("The queue", "#/components/schemas/Queue"),
        ),
        answer: |request| Box::pin(async move { queue::queue(request.site, request.query) }),
    },
    Route {
        path: "/queue.ron",
        operation: Operation::of(
            "The queue of a pool as a scenario of cosched, each job until its limit",
            &[Parameter {
                name: "pool",
                place: "query",
                required: Some(false),
                schema: INDEX,
                description: Some("Index of the pool"),
            }],
            Success::text("RON", "text/plain").with_headers(&[
                (
                    "ETag",
                    "The instant of the queue as `at` of an event has it, in quotation marks; not of a log that stands still",
                ),
                (
                    "Link",
                    "Where it is told that there is a newer one, `rel=\"monitor\"`; not of a log that stands still",
                ),
            ]),
        ),
        answer: |request| Box::pin(async move { queue::scenario(request.site, request.query) }),
    },
    Route {
        path: "/jobs/{job}",
        operation: Operation::of(
            "When a job will start, and what holds it",
            &[JOB],
            Success::json("The job", "#/components/schemas/JobNow"),
        ),
        answer: |request| Box::pin(async move { job::now(request.site, request.name) }),
    },
    Route {
        path: "/jobs/{job}/changes",
        operation: Operation::of(
            "What it could ask for to start sooner, simulated",
            &[JOB],
            Success::json(
                "What starts sooner, the soonest first",
                "#/components/schemas/Changes",
            ),
        ),
        answer: |request| Box::pin(job::changes(request.site, request.name)),
    },
    Route {
        path: "/accuracy",
        operation: Operation::of(
            "How often predictions held",
            &[],
            Success::json("By partition and horizon", "#/components/schemas/Accuracy"),
        ),
        answer: |request| Box::pin(async move { queue::accuracy(request.site) }),
    },
    Route {
        path: "/record.parquet",
        operation: Operation::of(
            "The judged predictions as a table",
            &[],
            Success::file("Parquet", "application/vnd.apache.parquet"),
        ),
        answer: |request| Box::pin(queue::record(request.site)),
    },
    Route {
        path: "/metrics",
        operation: Operation::always(
            "The service in numbers, for Prometheus",
            Success::plain("Text, version 0.0.4"),
        ),
        answer: |request| {
            Box::pin(async move {
                whole(
                    "text/plain; version=0.0.4",
                    metrics::text(&request.site.state),
                )
            })
        },
    },
    Route {
        path: "/events",
        operation: Operation::always(
            "An event `queue` for each look at the queue: its instant `at`, `age` and `interval` between two looks in seconds, number `waiting`, and what went wrong as `problem`",
            Success::stream("Server-sent events", "text/event-stream"),
        ),
        answer: |request| Box::pin(async move { events::stream(request.site) }),
    },
    Route {
        path: "/openapi.json",
        operation: Operation::always("This description", Success::plain("OpenAPI 3.1")),
        answer: |_| Box::pin(async { whole(JSON, document()) }),
    },
];

impl Route {
    /// The text in place of the name in braces, if `path` is of this route.
    fn name_in<'a>(&self, path: &'a str) -> Option<&'a str> {
        let Some((before, after)) = self.path.split_once('{') else {
            return (self.path == path).then_some("");
        };
        let after = after.split_once('}').map_or("", |(_, after)| after);
        path.strip_prefix(before)?.strip_suffix(after)
    }
}

/// The row of a path, and the text in place of its name in braces. Of two that are for it, as with the
/// changes of a job, the longer says more.
fn route_of(path: &str) -> Option<(&'static Route, &str)> {
    let routes = ROUTES.iter();
    let found = routes.filter_map(|route| Some((route, route.name_in(path)?)));
    found.max_by_key(|(route, _)| route.path.len())
}

/// Answers a request by the row of its path.
pub(super) async fn answer(site: &Arc<Site>, request: &Request<Incoming>) -> HttpResponse {
    let Some((route, name)) = route_of(request.uri().path()) else {
        return no_page();
    };
    let query = request.uri().query();
    (route.answer)(PathRequest { site, name, query }).await
}

fn no_page() -> HttpResponse {
    said(StatusCode::NOT_FOUND, "there is no such page")
}

/// All that may be requested, described.
fn document() -> String {
    openapi::document(ROUTES.iter().map(|route| (route.path, &route.operation)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str) -> Option<(&'static str, &str)> {
        let (route, name) = route_of(path)?;
        Some((route.path, name))
    }

    #[test]
    fn a_path_has_one_row() {
        assert_eq!(found("/"), Some(("/", "")));
        assert_eq!(found("/queue"), Some(("/queue", "")));
        assert_eq!(found("/window/"), Some(("/window/{file}", "")));
        assert_eq!(
            found("/window/1/page.js"),
            Some(("/window/{file}", "1/page.js"))
        );
        assert_eq!(found("/jobs/42"), Some(("/jobs/{job}", "42")));
        assert_eq!(
            found("/jobs/42/changes"),
            Some(("/jobs/{job}/changes", "42"))
        );
        // A job of that name, and one without any.
        assert_eq!(found("/jobs/changes"), Some(("/jobs/{job}", "changes")));
        assert_eq!(found("/jobs//changes"), Some(("/jobs/{job}/changes", "")));
        for path in ["", "/queue/", "/window", "/jobs", "/none", "/queue.ro"] {
            assert_eq!(found(path), None, "{path}");
        }
    }

    #[test]
    fn a_document_describes_every_row() {
        let document: serde_json::Value = serde_json::from_str(&document()).unwrap();
        let paths = document["paths"].as_object().unwrap();
        assert_eq!(paths.len(), ROUTES.len());
        let count = &paths["/queue"]["get"]["parameters"][1]["schema"];
        assert_eq!(count["maximum"], 10_000);
        // Every schema that is named exists.
        for operation in paths.values() {
            let content = &operation["get"]["responses"]["200"]["content"]["application/json"];
            if let Some(name) = content["schema"]["$ref"].as_str() {
                let name = name.strip_prefix('#').unwrap();
                assert!(document.pointer(name).is_some(), "{name}");
            }
        }
    }
}
