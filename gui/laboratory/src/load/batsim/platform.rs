//! SimGrid's platforms in XML: number and speed of the computing hosts.

use std::path::Path;

use roxmltree::Node;

use super::value::quoted;
use crate::base::problem::Problem;
use crate::base::{text_file, xml};
use crate::scenario::MOST_NODES;

/// Hosts that jobs run on.
#[derive(Clone, PartialEq, Debug)]
pub struct Platform {
    hosts: u32,
    slowest: f64,
    fastest: f64,
    /// Hosts that do not compute: Batsim's own, and those for storage.
    other_hosts: u32,
}

impl Platform {
    /// Reads the platform at `path`.
    ///
    /// # Errors
    /// The file cannot be read or parsed, with the position where it is known.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let text = text_file::read(path, "a platform of SimGrid is text in XML")?;
        Self::parse(&text).map_err(|problem| problem.in_file(path))
    }

    /// Parses a platform.
    ///
    /// # Errors
    /// As [`read`](Self::read), without a file.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        // All of SimGrid's files name a document type.
        let document = xml::document(text, true, |error| {
            let position = error.pos();
            Problem::input(format!("not XML: {error}"))
                .at(position.row as usize, position.col as usize)
        })?;
        let root = document.root_element();
        let called = root.tag_name().name();
        if called != "platform" {
            let sentence = format!(
                "the root element is {}; `platform` is needed",
                quoted(called)
            );
            return Err(problem_at(sentence, root));
        }
        let mut platform = Self {
            hosts: 0,
            slowest: f64::INFINITY,
            fastest: 0.0,
            other_hosts: 0,
        };
        for node in root.descendants().filter(Node::is_element) {
            platform.add(node)?;
        }
        match platform.hosts {
            0 => Err(problem_at(
                "the platform has no hosts that compute".to_owned(),
                root,
            )),
            _ => Ok(platform),
        }
    }

    /// Number of computing hosts.
    pub fn hosts(&self) -> u32 {
        self.hosts
    }

    /// Speed of every host, in operations per second.
    ///
    /// # Errors
    /// Hosts differ: the lowest and the highest speed.
    pub fn speed(&self) -> Result<f64, (f64, f64)> {
        if self.slowest == self.fastest {
            Ok(self.slowest)
        } else {
            Err((self.slowest, self.fastest))
        }
    }

    /// Remark on hosts that were left out.
    pub(super) fn remarks(&self) -> Option<String> {
        match self.other_hosts {
            0 => None,
            1 => Some("1 host of the platform does not compute".to_owned()),
            count => Some(format!("{count} hosts of the platform do not compute")),
        }
    }

    fn add(&mut self, node: Node<'_, '_>) -> Result<(), Problem> {
        let count = match node.tag_name().name() {
            "host" if is_other_host(node) => {
                self.other_hosts += 1;
                return Ok(());
            }
            "host" => 1,
            "cluster" => {
                let radical = required(node, "radical")?;
                host_count(radical).map_err(|sentence| problem_at(sentence, node))?
            }
            element @ ("cabinet" | "peer") => {
                let sentence = format!("`{element}` is not read; `host` and `cluster` are");
                return Err(problem_at(sentence, node));
            }
            _ => return Ok(()),
        };
        let speed = speed_of(node)?;
        self.slowest = self.slowest.min(speed);
        self.fastest = self.fastest.max(speed);
        self.hosts = self.hosts.saturating_add(count);
        if self.hosts > MOST_NODES {
            let sentence = format!("more than {MOST_NODES} hosts, which is the most allowed");
            Err(problem_at(sentence, node))
        } else {
            Ok(())
        }
    }
}

fn problem_at(sentence: String, node: Node<'_, '_>) -> Problem {
    let position = node.document().text_pos_at(node.range().start);
    Problem::input(sentence).at(position.row as usize, position.col as usize)
}

fn required<'t>(node: Node<'t, '_>, attribute: &str) -> Result<&'t str, Problem> {
    node.attribute(attribute).ok_or_else(|| {
        let element = node.tag_name().name();
        problem_at(format!("a `{element}` has no `{attribute}`"), node)
    })
}

/// Whether a host is Batsim's own or a storage host: by its role, or without one by the default
/// name of Batsim's.
fn is_other_host(host: Node<'_, '_>) -> bool {
    let is_role = |node: &Node<'_, '_>| {
        node.tag_name().name() == "prop" && node.attribute("id") == Some("role")
    };
    let role = host.children().find(is_role);
    let role = role.and_then(|node| node.attribute("value"));
    match role {
        Some(roles) => roles
            .split(',')
            .any(|role| matches!(role.trim(), "master" | "storage")),
        None => host.attribute("id") == Some("master_host"),
    }
}

/// Speed of a host, or of each host of a cluster, in its initial power state.
fn speed_of(node: Node<'_, '_>) -> Result<f64, Problem> {
    let written = required(node, "speed")?;
    let state = node.attribute("pstate").unwrap_or("0");
    let seen = state
        .parse()
        .ok()
        .and_then(|state| written.split(',').nth(state));
    let seen = seen.ok_or_else(|| {
        let sentence = format!(
            "there is no speed for the state {} among {}",
            quoted(state),
            quoted(written)
        );
        problem_at(sentence, node)
    })?;
    speed(seen.trim()).map_err(|sentence| problem_at(sentence, node))
}

/// Parses a speed into operations per second: a number and a unit, as in `2.5Gf`; without a unit,
/// as in SimGrid, of single operations.
fn speed(seen: &str) -> Result<f64, String> {
    const UNITS: [(&str, f64); 10] = [
        ("", 1.0),
        ("f", 1.0),
        ("kf", 1e3),
        ("Mf", 1e6),
        ("Gf", 1e9),
        ("Tf", 1e12),
        ("Pf", 1e15),
        ("Ef", 1e18),
        ("Zf", 1e21),
        ("Yf", 1e24),
    ];
    let ends = (1..=seen.len())
        .rev()
        .filter(|end| seen.is_char_boundary(*end));
    // The longest prefix that is a number: `1e9f` has one of three letters, `1Ef` of one.
    let number = ends
        .filter_map(|end| Some((seen[..end].parse::<f64>().ok()?, &seen[end..])))
        .next();
    let speed = number.and_then(|(number, unit)| {
        let known = UNITS.iter().find(|(name, _)| *name == unit.trim());
        known.map(|(_, each)| number * each)
    });
    let is_allowed = |speed: &f64| speed.is_finite() && *speed > 0.0;
    speed.filter(is_allowed).ok_or_else(|| {
        format!(
            "the speed is {}; a number above 0 is needed, and f, kf, Mf, Gf, Tf, Pf, Ef, Zf or Yf behind it",
            quoted(seen)
        )
    })
}

/// Number of hosts of a cluster: `0-99,200` are 101.
fn host_count(radical: &str) -> Result<u32, String> {
    let refused = || {
        format!(
            "the radical is {}; numbers and ranges are needed, as in `0-99,200`",
            quoted(radical)
        )
    };
    let mut count: u32 = 0;
    for part in radical.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let (Some(first), Some(last)) = (number(first), number(last)) else {
            return Err(refused());
        };
        let more = last.checked_sub(first).ok_or_else(refused)?;
        count = count.saturating_add(more.saturating_add(1));
    }
    Ok(count)
}
