//! A plain list of the queue for a browser: no script, and no request to anywhere else.

use std::fmt::Write;

use laboratory::base::format::{counted, span};

use crate::oracle::Answer;
use crate::record::SimilarJobs;
use crate::situation::Situation;
use crate::state::State;

/// Most jobs on the page.
const MOST: usize = 500;

/// What the column of that name says.
const SUCH: &str = "Such held: of the last jobs that were likely to start as soon, the share that \
    started within the interval they were told; the interval is moved by them";

/// The page, with links to the window where it is served as well.
pub(super) fn page(state: &State, has_window: bool) -> String {
    let mut text = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
        <meta name=\"viewport\" content=\"width=device-width\">\n\
        <meta http-equiv=\"refresh\" content=\"60\">\n\
        <title>When will it start?</title>\n<link rel=\"stylesheet\" href=\"/style.css\">\n</head>\n\
        <body>\n<h1>When will it start?</h1>\n"
        .to_owned();
    if let Some(problem) = state.problem() {
        text += &format!("<p role=\"alert\">{}</p>\n", escaped(&problem));
    }
    match state.snapshot() {
        None => text += "<p>The queue is being read for the first time.</p>\n",
        Some(snapshot) => {
            let age = state.age().map_or_else(
                || "of a log that stands still".to_owned(),
                |age| format!("read {} ago", span(age.round())),
            );
            text += &format!(
                "<p>{}, {age}.</p>\n",
                counted(snapshot.answers.len(), "waiting job")
            );
            if has_window {
                links(&mut text, &snapshot.situation);
            }
            table(&mut text, &snapshot.answers);
        }
    }
    text + "</body>\n</html>\n"
}

/// A link to the window for each pool with a queue.
fn links(text: &mut String, situation: &Situation) {
    let pools = situation.pools.iter().enumerate();
    for (index, pool) in pools.filter(|(_, pool)| !pool.waiting.is_empty()) {
        *text += &format!(
            "<p><a href=\"/window/#open=/queue.ron%3Fpool={index}\">Open the queue of {} in the window</a>: \
             who runs where until when by the limits, and what if</p>\n",
            escaped(&pool.name)
        );
    }
}

fn table(text: &mut String, answers: &[Answer]) {
    *text += "<table>\n<thead><tr><th>Job</th><th>Partition</th><th>Size</th><th>Limit</th>\
        <th>Hardly before</th><th>Likely</th><th>Hardly after</th><th>Such held</th><th>What holds it</th></tr></thead>\n<tbody>\n";
    for answer in answers.iter().take(MOST) {
        let [early, likely, late] = &answer.starts;
        let held = answer
            .similar_jobs
            .filter(|similar_jobs| similar_jobs.likely.is_some());
        let held = held.map_or("–".to_owned(), |similar_jobs| {
            format!("{} of {}", similar_jobs.share_in_words(), similar_jobs.jobs)
        });
        // Nothing goes wrong in writing to a text.
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{early}</td><td>{likely}</td><td>{late}</td><td>{held}</td><td>{}</td></tr>",
            escaped(&answer.job),
            escaped(&answer.partition),
            counted(answer.size as usize, answer.unit),
            span(answer.limit),
            escaped(&answer.why),
        );
    }
    *text += "</tbody>\n</table>\n";
    let said = answers.iter().map(|answer| match answer.similar_jobs {
        // Each kind of job has its own number of such.
        Some(SimilarJobs {
            likely: Some(_), ..
        }) => SUCH,
        _ => &*answer.measured,
    });
    let mut said: Vec<&str> = said.collect();
    said.sort_unstable();
    said.dedup();
    for sentence in said {
        *text += &format!("<p>{}</p>\n", escaped(sentence));
    }
    if answers.len() > MOST {
        *text += &format!("<p>The first {MOST}; <code>/queue</code> has all.</p>\n");
    }
}

/// Text that is not taken for markup.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_markup() {
        let found = escaped("<script>\"&amp;\"</script>");
        assert_eq!(found, "&lt;script&gt;&quot;&amp;amp;&quot;&lt;/script&gt;");
    }
}
