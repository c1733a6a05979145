//! Scenarios of the guide as addresses that open them in the window.

use std::io::{self, Write};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;

/// Returns what stands behind the `#` of the address that opens `scenario`; `None` where it is no
/// whole scenario with something to run, or needs files or programs, which are not put into
/// addresses.
pub(crate) fn fragment(scenario: &str) -> Option<String> {
    let is_whole = ["machine:", "workload:", "policies:"]
        .iter()
        .all(|part| scenario.contains(part));
    let needs_others = ["path:", "File(", "External("]
        .iter()
        .any(|other| scenario.contains(other));
    // Several cases of one file are a table of scenarios.
    let is_one = scenario.trim_start().starts_with('(');
    if !is_whole || !is_one || needs_others {
        return None;
    }
    pack(scenario).ok()
}

/// Packs a session of the window that has just this scenario, as the window's own links do.
fn pack(scenario: &str) -> io::Result<String> {
    let quoted = ron::to_string(scenario).map_err(io::Error::other)?;
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    write!(packed, "(scenario:{quoted},saved:{quoted})")?;
    let packed = BASE64_URL_SAFE_NO_PAD.encode(packed.finish()?);
    Ok(format!("s={packed}"))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_scenario_is_in_its_address() {
        let text = "(\n    title: \"a \\\"b\\\"\", machine: Cluster(nodes: 2), workload: Jobs([]), policies: [Easy],\n)";
        let fragment = fragment(text).unwrap();
        let packed = fragment.strip_prefix("s=").unwrap();
        let packed = BASE64_URL_SAFE_NO_PAD.decode(packed).unwrap();
        let mut session = String::new();
        flate2::read::DeflateDecoder::new(&*packed)
            .read_to_string(&mut session)
            .unwrap();
        let expected = ron::to_string(text).unwrap();
        assert_eq!(session, format!("(scenario:{expected},saved:{expected})"));
    }

    #[test]
    fn parts_and_scenarios_of_logs_have_none() {
        assert!(fragment("(machine: Cluster(nodes: 2))").is_none());
        let log = "(machine: Cluster(), workload: Swf(path: \"a.swf\"))";
        assert!(fragment(log).is_none());
        let cases = "{\"a\": (machine: Cluster(nodes: 2), workload: Jobs([]), policies: [Easy])}";
        assert!(fragment(cases).is_none());
    }
}
