//! Documents in addresses: a scenario with how it is looked at, packed behind the `#` of a link.

use std::io::{Read, Write};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use crate::App;
use crate::documents::session::Session;
use laboratory::base::problem::Problem;
use laboratory::scenario::Workload;

/// Prefix of a scenario in an address.
const PREFIX: &str = "s=";
/// Most characters of a link: longer ones are cut by mail and chat.
const LONGEST: usize = 16_000;
/// Most bytes that a link may unpack to.
const MOST_UNPACKED: u64 = 4 << 20;

/// Packs `session` for an address.
///
/// # Errors
/// It would be too long.
fn pack(session: &Session) -> Result<String, Problem> {
    let failed = |error: std::io::Error| Problem::output(format!("cannot be packed: {error}"));
    let text = ron::to_string(session)
        .map_err(|error| Problem::output(format!("cannot be written: {error}")))?;
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    packed.write_all(text.as_bytes()).map_err(failed)?;
    let packed = packed.finish().map_err(failed)?;
    let fragment = format!("{PREFIX}{}", BASE64_URL_SAFE_NO_PAD.encode(packed));
    if fragment.len() > LONGEST {
        return Err(Problem::output(format!(
            "this scenario is too long for a link: {} characters, and at most {LONGEST} are passed on everywhere; save it and pass on the file",
            fragment.len()
        )));
    }
    Ok(fragment)
}

/// Unpacks what stands behind the `#` of an address; `None` where that is nothing of ours.
///
/// # Errors
/// It was cut off, changed, or is of another version.
pub(crate) fn unpack(fragment: &str) -> Option<Result<Session, Problem>> {
    let packed = fragment.strip_prefix(PREFIX)?;
    Some(session_of(packed).ok_or_else(|| {
        let sentence = "the link does not hold a scenario that can be read: it was cut off, or changed on its way";
        Problem::input(sentence)
    }))
}

fn session_of(packed: &str) -> Option<Session> {
    let packed = BASE64_URL_SAFE_NO_PAD.decode(packed).ok()?;
    let mut text = String::new();
    let unpacked = DeflateDecoder::new(packed.as_slice());
    let length = unpacked.take(MOST_UNPACKED + 1).read_to_string(&mut text);
    let is_whole = length.is_ok_and(|length| length as u64 <= MOST_UNPACKED);
    is_whole.then(|| ron::from_str(&text).ok()).flatten()
}

impl App {
    /// Packs the document in front for an address, with its runs and how it is looked at.
    pub(crate) fn pack_front(&mut self) -> Result<String, Problem> {
        self.note_panes();
        let document = &self.front.shared.document;
        let is_file = match &document.scenario.workload {
            Workload::Swf(_) | Workload::Table(_) => true,
            Workload::Workflow(workflow) => workflow.path.is_some(),
            Workload::Jobs(_) | Workload::Lublin(_) | Workload::Jann(_) => false,
        };
        if is_file {
            let sentence = "a link holds a scenario, and this one reads a file of jobs, which is not put into a link: pass on that file and the scenario";
            return Err(Problem::input(sentence));
        }
        let session = self.front.session();
        let session = session.ok_or_else(|| {
            let sentence = "nothing has been run yet, or the scenario is too long for a link";
            Problem::input(sentence)
        })?;
        pack(&session.without_file())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;
    use crate::documents::OpenDocument;
    use crate::shared::document::Document;
    use laboratory::load::examples;
    use laboratory::scenario;

    fn session() -> Session {
        let scenario = scenario::parse(examples::ALL[1].text, None).unwrap();
        let mut document = OpenDocument::new(Document::new(scenario, None));
        document.simulate();
        document.settle();
        document.session().unwrap()
    }

    #[test]
    fn a_document_comes_out_of_its_link_as_it_went_in() {
        let session = session();
        let fragment = pack(&session).unwrap();
        assert!(fragment.len() < 2_000, "{}", fragment.len());
        assert!(
            fragment
                .bytes()
                .all(|sign| sign.is_ascii_alphanumeric() || b"-_=".contains(&sign))
        );
        assert_eq!(unpack(&fragment).unwrap().unwrap(), session);
        assert!(unpack("").is_none() && unpack("other").is_none());
    }

    #[test]
    fn links_that_are_cut_or_far_too_large_are_refused() {
        let fragment = pack(&session()).unwrap();
        for length in [3, fragment.len() / 2, fragment.len() - 4] {
            assert!(unpack(&fragment[..length]).unwrap().is_err(), "{length}");
        }
        // A packed text of nothing but blanks takes a thousandth of its room.
        let mut bomb = DeflateEncoder::new(Vec::new(), Compression::best());
        bomb.write_all(&vec![b' '; 5 << 20]).unwrap();
        let bomb = BASE64_URL_SAFE_NO_PAD.encode(bomb.finish().unwrap());
        assert!(unpack(&format!("s={bomb}")).unwrap().is_err());
    }

    #[test]
    fn a_scenario_that_is_too_long_is_refused_in_a_sentence() {
        let job = |number: u64| {
            format!(
                "(submit: {number}, runtime: {}, nodes: 1)",
                number * number % 9973 + 1
            )
        };
        let jobs: Vec<String> = (0..6_000).map(job).collect();
        let text = format!(
            "(machine: Cluster(nodes: 2), policies: [], workload: Jobs([{}]))",
            jobs.join(", ")
        );
        let path = Some("many.ron".into());
        let document = Document::new(scenario::parse(&text, None).unwrap(), path);
        let session = OpenDocument::new(document).session().unwrap();
        let said = pack(&session).unwrap_err().to_string();
        assert!(said.contains("save it and pass on the file"), "{said}");
    }

    #[test]
    fn a_document_is_opened_from_its_link_as_it_was() {
        let mut app = App::new(Vec::new());
        let ctx = egui::Context::default();
        app.perform(Command::Example(1), &ctx);
        app.settle();
        let fragment = app.pack_front().unwrap();
        let session = unpack(&fragment).unwrap().unwrap();
        let mut opened = OpenDocument::of_session(session).unwrap();
        opened.restore();
        opened.settle();
        let runs = |document: &OpenDocument| {
            let entries = document.shared.runs.entries.iter();
            let digests = entries.map(|entry| (entry.label.clone(), entry.run.digest));
            digests.collect::<Vec<_>>()
        };
        assert_eq!(runs(&opened), runs(&app.front));
        assert!(!runs(&opened).is_empty());
        assert_eq!(&opened.shared.document.scenario, app.scenario());
    }

    #[test]
    fn a_log_is_not_put_into_a_link() {
        let mut app = App::new(Vec::new());
        let text = "(machine: Cluster(nodes: 4), policies: [Easy], workload: Swf(path: \"a.swf\"))";
        app.front.shared.document.scenario = scenario::parse(text, None).unwrap();
        let said = app.pack_front().unwrap_err().to_string();
        assert!(said.contains("pass on that file"), "{said}");
    }
}
