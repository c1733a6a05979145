//! The table of paths: who answers a request, and how OpenAPI describes it. Nothing else is served, and
//! nothing is a file.

use std::pin::Pin;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::{Request, StatusCode};

use super::response::{HttpResponse, JSON, said, whole};
use super::{Site, events, job, metrics, page, queue};
use Handler::{Later, Now};

/// A request for a path of the table.
pub(super) struct PathRequest<'a> {
    pub(super) site: &'a Arc<Site>,
    /// The text in place of what the path has in braces.
    pub(super) name: &'a str,
    pub(super) query: Option<&'a str>,
}

/// How a request is answered: at once, or after waiting for a thread that simulates.
enum Handler {
    Now(fn(PathRequest<'_>) -> HttpResponse),
    Later(for<'a> fn(PathRequest<'a>) -> Pin<Box<dyn Future<Output = HttpResponse> + Send + 'a>>),
}

struct Route {
    /// At most one part of it is a name in braces, which stands for any text.
    path: &'static str,
    /// Its description in OpenAPI.
    operation: &'static str,
    answer: Handler,
}

static ROUTES: [Route; 12] = [
    Route {
        path: "/",
        operation: include_str!("paths/page.json"),
        answer: Now(|request| {
            let has_window = request.site.window.is_some();
            let page = page::page(&request.site.state, has_window);
            whole("text/html; charset=utf-8", page)
        }),
    },
    Route {
        path: "/style.css",
        operation: include_str!("paths/style.json"),
        answer: Now(|_| whole("text/css", include_str!("style.css"))),
    },
    Route {
        path: "/window/{file}",
        operation: include_str!("paths/window.json"),
        answer: Now(|request| {
            let window = request.site.window.as_ref();
            let file = window.and_then(|window| window.answer(request.name));
            file.unwrap_or_else(no_page)
        }),
    },
    Route {
        path: "/queue",
        operation: include_str!("paths/queue.json"),
        answer: Now(|request| queue::queue(request.site, request.query)),
    },
    Route {
        path: "/queue.ron",
        operation: include_str!("paths/scenario.json"),
        answer: Now(|request| queue::scenario(request.site, request.query)),
    },
    Route {
        path: "/jobs/{job}",
        operation: include_str!("paths/job.json"),
        answer: Now(|request| job::now(request.site, request.name)),
    },
    Route {
        path: "/jobs/{job}/changes",
        operation: include_str!("paths/changes.json"),
        answer: Later(|request| Box::pin(job::changes(request.site, request.name))),
    },
    Route {
        path: "/accuracy",
        operation: include_str!("paths/accuracy.json"),
        answer: Now(|request| queue::accuracy(request.site)),
    },
    Route {
        path: "/record.parquet",
        operation: include_str!("paths/record.json"),
        answer: Later(|request| Box::pin(queue::record(request.site))),
    },
    Route {
        path: "/metrics",
        operation: include_str!("paths/metrics.json"),
        answer: Now(|request| {
            whole(
                "text/plain; version=0.0.4",
                metrics::text(&request.site.state),
            )
        }),
    },
    Route {
        path: "/events",
        operation: include_str!("paths/events.json"),
        answer: Now(|request| events::stream(request.site)),
    },
    Route {
        path: "/openapi.json",
        operation: include_str!("paths/description.json"),
        answer: Now(|_| whole(JSON, document())),
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
    let request = PathRequest { site, name, query };
    match route.answer {
        Now(answer) => answer(request),
        Later(answer) => answer(request).await,
    }
}

fn no_page() -> HttpResponse {
    said(StatusCode::NOT_FOUND, "there is no such page")
}

/// All that may be requested, described: `openapi.json` with the paths of the table.
fn document() -> String {
    let paths = ROUTES.iter().map(
        |Route {
             path, operation, ..
         }| {
            let operation = operation.trim_end().replace('\n', "\n   ");
            format!("  \"{path}\": {{\n   \"get\": {operation}\n  }}")
        },
    );
    let paths: Vec<String> = paths.collect();
    let paths = format!("\"paths\": {{\n{}\n }}", paths.join(",\n"));
    include_str!("openapi.json").replacen("\"paths\": {}", &paths, 1)
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
        assert_eq!(count["maximum"], queue::MOST_JOBS);
        assert_eq!(count["default"], queue::USUAL_JOBS);
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
