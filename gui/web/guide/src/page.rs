//! A page of the guide as HTML.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::example;

/// What a page may do: nothing but show itself, pictures, and the window in frames.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";

/// Returns the name of the page made of the file `name`.
pub(crate) fn address(name: &str) -> String {
    match name.strip_suffix("README.md") {
        Some(folder) => format!("{folder}index.html"),
        None => match name.strip_suffix(".md") {
            Some(stem) => format!("{stem}.html"),
            None => name.to_owned(),
        },
    }
}

/// Returns the page of the Markdown `text` in a folder `depth` below the guide's; `version` is the
/// folder of its style.
pub(crate) fn html(text: &str, depth: usize, version: &str) -> String {
    let events = with_examples(with_names(events(text, depth)), depth);
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    let title = text.lines().next().unwrap_or_default();
    let title = title.trim_start_matches(['#', ' ']);
    let (guide, site) = ("../".repeat(depth), "../".repeat(depth + 1));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
        <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
        <title>{title} · cosched</title>\n\
        <link rel=\"icon\" href=\"{site}{version}/cosched.png\">\n\
        <link rel=\"stylesheet\" href=\"{site}{version}/guide.css\">\n\
        <nav><a href=\"{site}\">The window</a> <a href=\"{guide}index.html\">Guide</a></nav>\n\
        <main>\n{body}</main>\n</html>\n"
    )
}

/// Returns what `text` consists of, with links to pages instead of files; links out of the guide,
/// which lead to sources, are plain text.
fn events(text: &str, depth: usize) -> Vec<Event<'_>> {
    let mut leaves = Vec::new();
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    let events = parser.filter_map(|event| match event {
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => {
            let target = target(&dest_url, depth);
            leaves.push(target.is_none());
            let dest_url = CowStr::from(target?);
            let link = Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            };
            Some(Event::Start(link))
        }
        Event::End(TagEnd::Link) if leaves.pop() == Some(true) => None,
        event => Some(event),
    });
    events.collect()
}

/// Returns where a link to `file` leads to from a page `depth` below the guide's folder; `None`
/// where that is out of the guide.
fn target(file: &str, depth: usize) -> Option<String> {
    if file.starts_with("http") {
        return Some(file.to_owned());
    }
    if file.matches("../").count() > depth {
        return None;
    }
    let (file, heading) = file.split_once('#').unwrap_or((file, ""));
    let mut address = address(file);
    if !heading.is_empty() {
        address += &format!("#{heading}");
    }
    Some(address)
}

/// Gives headings the names that links have for them.
fn with_names(mut events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    for index in 0..events.len() {
        let words: String = events[index..]
            .iter()
            .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(&**text),
                _ => None,
            })
            .collect();
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[index] {
            *id = Some(CowStr::from(name(&words)));
        }
    }
    events
}

/// Returns the name of a heading of these `words`.
fn name(words: &str) -> String {
    let signs = words.to_lowercase().replace(' ', "-");
    signs
        .chars()
        .filter(|sign| sign.is_alphanumeric() || "-_".contains(*sign))
        .collect()
}

/// Adds below each scenario a link that opens it in the window, and a frame that does so here.
fn with_examples(events: Vec<Event<'_>>, depth: usize) -> Vec<Event<'_>> {
    let site = "../".repeat(depth + 1);
    let mut all = Vec::new();
    let mut scenario: Option<String> = None;
    for event in events {
        match &event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind)))
                if kind.split(' ').next() == Some("ron") =>
            {
                scenario = Some(String::new());
            }
            Event::Text(text) => {
                if let Some(scenario) = &mut scenario {
                    *scenario += text;
                }
            }
            _ => {}
        }
        let ends = matches!(event, Event::End(TagEnd::CodeBlock));
        all.push(event);
        let fragment = scenario.take_if(|_| ends);
        if let Some(fragment) = fragment.and_then(|text| example::fragment(&text)) {
            let shown = format!(
                "<p class=\"live\"><a href=\"{site}#{fragment}\" target=\"_blank\">Open it in the window</a></p>\n\
                <details class=\"live\"><summary>Show it here</summary>\
                <iframe loading=\"lazy\" title=\"The scenario in the window\" src=\"{site}#{fragment}\"></iframe></details>\n"
            );
            all.push(Event::Html(CowStr::from(shown)));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Energy, and a cap\n\nSee [the page](../page.md#small-screens), \
        [all](../README.md), [papers](../../../fixtures/a.md).\n\n```ron file=a.ron\n\
        (machine: Cluster(nodes: 2), workload: Jobs([]), policies: [Easy])\n```\n\n```sh\ncosched run a.ron\n```\n";

    #[test]
    fn links_lead_to_pages_and_not_out_of_the_guide() {
        let html = html(PAGE, 1, "abc");
        assert!(html.contains("<a href=\"../page.html#small-screens\">the page</a>"));
        assert!(html.contains("<a href=\"../index.html\">all</a>, papers."));
        assert!(html.contains("<h1 id=\"energy-and-a-cap\">"));
        assert!(html.contains("href=\"../../abc/guide.css\""));
    }

    #[test]
    fn a_scenario_opens_in_the_window_and_a_command_does_not() {
        let html = html(PAGE, 1, "abc");
        assert_eq!(html.matches("src=\"../../#s=").count(), 1);
        assert_eq!(html.matches("href=\"../../#s=").count(), 1);
        assert_eq!(html.matches("<pre>").count(), 2);
    }
}
