//! What is answered: the queue, a job, what it could ask for, and to `cosched when`.

use std::io::{BufRead, BufReader, Write};

use super::Service;
use crate::program::{cosched, text as text_of};

#[test]
fn the_queue_of_a_log_is_answered_with_what_holds_each_job() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::of_log(folder.path(), "");
    let queue = service.json("/queue");
    assert_eq!(queue["waiting"], 2);
    assert_eq!(
        (&queue["at"], &queue["running"]),
        (&600.0.into(), &1.into())
    );
    let jobs = queue["jobs"].as_array().unwrap();
    let numbers: Vec<_> = jobs
        .iter()
        .map(|job| job["job"].as_str().unwrap())
        .collect();
    assert_eq!(numbers, ["2", "3"]);
    for job in jobs {
        let [p5, median, p95] = ["p5", "median", "p95"].map(|name| job[name].as_f64().unwrap());
        assert!(600.0 <= p5 && p5 <= median && median <= p95, "{job}");
    }
    // Job 1 ends by its estimate at 6000 s, and all four nodes are free then.
    let why = jobs[0]["why"].as_str().unwrap();
    assert!(why.contains("held by job 1"), "{why}");
    // Nothing has ended yet that it could be measured on.
    let measured = jobs[0]["measured"].as_str().unwrap();
    assert!(measured.contains("not calibrated"), "{measured}");
    assert!(service.get("/").1.contains(measured));
    let one = service.json("/queue?from=1&count=1");
    assert_eq!(one["jobs"].as_array().unwrap().len(), 1);
    assert_eq!(one["jobs"][0]["job"], "3");
    assert_eq!(service.json("/jobs/3")["position"], 2);
    for (job, sentence) in [("1", "job 1 has started"), ("9", "no job 9 waits")] {
        let (status, said) = service.get(&format!("/jobs/{job}"));
        assert_eq!(status, 404);
        assert!(said.contains(sentence), "{said}");
    }
}

/// One node, a job each 50 s that runs for 100 s: at 3000 s half of those that came have run, and it
/// has been seen how far such predictions hold. It is learned behind the first answers.
#[test]
fn a_queue_with_a_past_is_calibrated_once_that_is_learned() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = (0..80).map(|job| {
        let (submit, wait) = (50 * job, 50 * job);
        let number = job + 1;
        format!("{number} {submit} {wait} 100 1 -1 -1 1 200 -1 1 7 1 -1 1 -1 -1 -1\n")
    });
    let log = "; MaxNodes: 1\n".to_owned() + &jobs.collect::<String>();
    std::fs::write(folder.path().join("past.swf"), log).unwrap();
    let options = "--log past.swf --at 3000 --draws 40 --instants 20 --record kept";
    let service = Service::start_with(folder.path(), options, None);
    let measured = |queue: &serde_json::Value| queue["jobs"][0]["measured"].to_string();
    service.wait_for("/queue", |queue| {
        let measured = measured(queue);
        let known = ["is being measured", "calibrated on "].map(|words| measured.contains(words));
        assert!(known.contains(&true), "{measured}");
        known[1]
    });
}

/// See [`LOG`](super::LOG): only a quarter of its limit ends before job 2 is to start, and only a
/// quarter of four nodes is free.
#[test]
fn what_a_job_could_ask_for_is_simulated() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::of_log(folder.path(), "");
    let asked = |job: u32| -> Vec<String> {
        let found = service.json(&format!("/jobs/{job}/changes"));
        let all = found["sooner"].as_array().unwrap().iter();
        all.map(|one| one["change"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(asked(3), ["with a limit of 50 min"]);
    assert_eq!(asked(2), ["on 1 node, if it runs as long there"]);
    // The second time it is the same, and is not simulated again.
    assert_eq!(asked(3), ["with a limit of 50 min"]);
    let said = cosched(folder.path(), &["when", "3", "--at", &service.at]);
    let said = text_of(&said.stdout);
    for part in ["job 3: likely at", "with a limit of 50 min: likely at"] {
        assert!(said.contains(part), "{said}");
    }
    let failed = cosched(folder.path(), &["when", "77", "--at", &service.at]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(text_of(&failed.stderr).contains("no job 77 waits"));
}

#[test]
fn the_page_asks_for_nothing_elsewhere_and_runs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::of_log(folder.path(), "");
    let (status, head, page) = service.get_with("/", "");
    assert_eq!(status, 200);
    assert!(
        head.contains("default-src 'none'; style-src 'self'"),
        "{head}"
    );
    assert!(page.contains("<td>3</td>"), "{page}");
    assert!(!page.contains("<script") && !page.contains("://"), "{page}");
    let (_, metrics) = service.get("/metrics");
    assert!(metrics.contains("\ncosched_queue_up 1\n"), "{metrics}");
    assert!(
        metrics.contains("cosched_queue_waiting_jobs{partition="),
        "{metrics}"
    );
    assert_eq!(service.json("/openapi.json")["openapi"], "3.1.0");
    assert_eq!(service.get("/accuracy").0, 404);
}

#[test]
fn users_are_named_only_if_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let without = Service::of_log(folder.path(), "");
    assert!(without.json("/jobs/2").get("user").is_none());
    let with = Service::of_log(folder.path(), "--names");
    assert_eq!(with.json("/jobs/2")["user"], "8");
}

#[test]
fn each_look_is_an_event() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::of_log(folder.path(), "--pace 1 --interval 0.05");
    let mut stream = service.connect();
    let request = format!("GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", service.at);
    stream.write_all(request.as_bytes()).unwrap();
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    let data = lines.filter_map(|line| Some(line.strip_prefix("data: ")?.to_owned()));
    let seen: Vec<serde_json::Value> = data
        .take(3)
        .map(|data| serde_json::from_str(&data).unwrap())
        .collect();
    assert_eq!(seen.len(), 3);
    let at = |index: usize| seen[index]["at"].as_f64().unwrap();
    assert!(at(0) <= at(1) && at(1) <= at(2), "{seen:?}");
    assert_eq!(seen[2]["waiting"], 2);
    assert_eq!(seen[2]["interval"], 0.05);
}

/// The page's script follows a queue by these headers, and one that stands still by none.
#[test]
fn a_queue_that_goes_on_says_where_its_changes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let goes_on = Service::of_log(folder.path(), "--pace 1 --interval 0.05");
    let (_, head, _) = goes_on.get_with("/queue.ron", "");
    assert!(head.contains("link: </events>; rel=\"monitor\""), "{head}");
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: "));
    let instant: f64 = tag.unwrap().trim().trim_matches('"').parse().unwrap();
    assert!(instant >= 600.0, "{head}");
    let stands = Service::of_log(folder.path(), "");
    let (_, head, _) = stands.get_with("/queue.ron", "");
    assert!(!head.contains("link:") && !head.contains("etag:"), "{head}");
}

/// At 600 s job 1 has three of four nodes until 6000 s; job 2 wants all four for 6000 s, and job 3 one for
/// 12000 s, which would delay it: they start 5400 and 11400 s from then.
#[test]
fn the_queue_is_a_scenario_for_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    std::fs::create_dir(&site).unwrap();
    std::fs::write(site.join("index.html"), "<!doctype html>").unwrap();
    let service = Service::of_log(folder.path(), "--page site");
    let (_, page) = service.get("/");
    assert!(page.contains("/window/#open=/queue.ron%3Fpool=0"), "{page}");
    let (status, head, first) = service.get_with("/window/", "");
    assert_eq!((status, first.as_str()), (200, "<!doctype html>"));
    let isolated = "cross-origin-embedder-policy: require-corp";
    assert!(
        head.contains(isolated) && !head.contains("content-security-policy"),
        "{head}"
    );
    for path in ["/window/none", "/window/..%2Flog.swf", "/window/../log.swf"] {
        assert_eq!(service.get(path).0, 404, "{path}");
    }
    assert_eq!(service.get("/queue.ron?pool=1").0, 400);
    let (status, text) = service.get("/queue.ron?pool=0");
    assert_eq!(status, 200, "{text}");
    std::fs::write(folder.path().join("queue.ron"), text).unwrap();
    let output = cosched(folder.path(), &["run", "queue.ron", "--out", "out"]);
    assert!(output.status.success(), "{}", text_of(&output.stderr));
    let jobs = std::fs::read_to_string(folder.path().join("out/easy/jobs.csv")).unwrap();
    let mut rows = jobs.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = rows.next().unwrap();
    let column = |name: &str| names.iter().position(|one| *one == name).unwrap();
    let (job, start) = (column("job_id"), column("starting_time"));
    let starts: Vec<_> = rows.map(|row| (row[job], row[start])).collect();
    assert_eq!(starts, [("1", "0"), ("2", "5400"), ("3", "11400")]);
}
