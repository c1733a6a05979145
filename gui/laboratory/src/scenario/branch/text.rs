//! Branches as they are typed on the command line: `at=1h policy=conservative drain=4`.

use std::fmt::{self, Display};
use std::str::FromStr;

use cosched_core::policy::Order;

use super::{Branch, Change, Moved, Nodes, Place, Submitted};
use crate::base::span;
use crate::scenario::fields::{SPANS, TIMES};
use crate::scenario::policy::orders;
use crate::scenario::{NamedOrder, PolicyName};

/// Allowed beginnings of a word.
const NAMES: &str = "at=, from=, name=, policy=, order=, backfill-order=, depth=, drain=, add=, submit=, cancel= and move=";

impl FromStr for Branch {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = shlex::split(text).ok_or("a quotation mark has nothing after it")?;
        let (mut name, mut from, mut at, mut changes) = (None, None, None, Vec::new());
        for word in &words {
            let (what, value) = word
                .split_once('=')
                .ok_or_else(|| format!("`{word}` is no `NAME=VALUE`; allowed are {NAMES}"))?;
            match what {
                "at" => at = Some(instant(value)?),
                "from" => from = Some(value.to_owned()),
                "name" => name = Some(value.to_owned()),
                _ => changes.push(change(what, value)?),
            }
        }
        Ok(Self {
            name,
            from,
            at: at.ok_or("it needs an instant, as in `at=1h`")?,
            changes,
        })
    }
}

fn change(what: &str, value: &str) -> Result<Change, String> {
    Ok(match what {
        "policy" => Change::Policy(policy(value)?),
        "order" => Change::Order(orders::order_of(value)?),
        "backfill-order" => Change::BackfillOrder(orders::order_of(value)?),
        "depth" => Change::Depth(count(value)?),
        "drain" => Change::Drain(nodes(value)?),
        "add" => Change::Add(count(value)?),
        "submit" => Change::Submit(parse_submitted(value)?),
        "cancel" => Change::Cancel(number(value)?),
        "move" => Change::Move(parse_moved(value)?),
        _ => return Err(format!("`{what}=` is not known; allowed are {NAMES}")),
    })
}

fn policy(text: &str) -> Result<PolicyName, String> {
    let mut all = PolicyName::all();
    let known = all.find(|policy| policy.kebab() == text || policy.name() == text);
    known.ok_or_else(|| {
        let names: Vec<_> = PolicyName::all().map(PolicyName::kebab).collect();
        format!("no policy `{text}`; there are {}", names.join(", "))
    })
}

fn instant(text: &str) -> Result<f64, String> {
    let seconds = span::seconds(text).filter(|seconds| TIMES.contains(seconds));
    seconds.ok_or_else(|| {
        format!("`{text}` is no instant: seconds from 0 on are allowed, or 90m, 5h or 2d")
    })
}

fn length(text: &str) -> Result<f64, String> {
    let seconds = span::seconds(text).filter(|seconds| SPANS.contains(seconds));
    seconds.ok_or_else(|| {
        format!("`{text}` is no span of time: seconds are allowed, or 90m, 5h or 2d")
    })
}

fn count(text: &str) -> Result<u32, String> {
    let count = text.parse().ok().filter(|&count| count > 0);
    count.ok_or_else(|| format!("`{text}` is no count: a whole number from 1 on is allowed"))
}

fn number(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is no number of a job"))
}

/// Parses `4`, the last four, or `0-3`.
fn nodes(text: &str) -> Result<Nodes, String> {
    let wrong = || format!("`{text}` are no nodes: a count is allowed, or a range as in 0-3");
    let Some((first, last)) = text.split_once('-') else {
        let count = count(text).map_err(|_| wrong())?;
        return Ok(Nodes { first: None, count });
    };
    let ends: (Option<u32>, Option<u32>) = (first.parse().ok(), last.parse().ok());
    let (Some(first), Some(last)) = ends else {
        return Err(wrong());
    };
    let count = last.checked_sub(first).and_then(|less| less.checked_add(1));
    Ok(Nodes {
        first: Some(first),
        count: count.ok_or_else(wrong)?,
    })
}

/// Parses `16x2h`, `16x2h/3h` with an estimate, `16x2h@90m` at a later instant.
fn parse_submitted(text: &str) -> Result<Submitted, String> {
    let wrong = || {
        format!(
            "`{text}` is no job: NODESxRUNTIME is wanted, as in 16x2h, with an estimate as in 16x2h/3h, at another instant as in 16x2h@90m"
        )
    };
    let (job, submit) = match text.split_once('@') {
        Some((job, submit)) => (job, Some(instant(submit)?)),
        None => (text, None),
    };
    let (nodes, times) = job.split_once('x').ok_or_else(wrong)?;
    let (runtime, estimate) = match times.split_once('/') {
        Some((runtime, estimate)) => (runtime, Some(length(estimate)?)),
        None => (times, None),
    };
    Ok(Submitted {
        id: None,
        submit,
        runtime: length(runtime)?,
        nodes: count(nodes).map_err(|_| wrong())?,
        estimate,
    })
}

/// Parses `7:front`, `7:back`, `7:before:8`.
fn parse_moved(text: &str) -> Result<Moved, String> {
    let wrong =
        || format!("`{text}` is no move: JOB:front, JOB:back and JOB:before:JOB are allowed");
    let (job, to) = text.split_once(':').ok_or_else(wrong)?;
    let to = match to {
        "front" => Place::Front,
        "back" => Place::Back,
        _ => Place::Before(number(to.strip_prefix("before:").ok_or_else(wrong)?)?),
    };
    let job = number(job)?;
    Ok(Moved { job, to })
}

/// As [`Branch::from_str`] reads it.
impl Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at={}", span::to_typed(self.at))?;
        let named = [("from", &self.from), ("name", &self.name)];
        for (what, value) in named {
            if let Some(value) = value {
                write!(f, " {what}={}", quoted(value))?;
            }
        }
        self.changes
            .iter()
            .try_for_each(|change| write!(f, " {change}"))
    }
}

impl Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Policy(policy) => write!(f, "policy={}", policy.kebab()),
            Self::Order(order) => write!(f, "order={}", typed_order(order)),
            Self::BackfillOrder(order) => write!(f, "backfill-order={}", typed_order(order)),
            Self::Depth(depth) => write!(f, "depth={depth}"),
            Self::Drain(Nodes { first: None, count }) => write!(f, "drain={count}"),
            Self::Drain(Nodes {
                first: Some(first),
                count,
            }) => write!(f, "drain={first}-{}", first.saturating_add(count - 1)),
            Self::Add(count) => write!(f, "add={count}"),
            Self::Submit(job) => {
                write!(f, "submit={}x{}", job.nodes, span::to_typed(job.runtime))?;
                if let Some(estimate) = job.estimate {
                    write!(f, "/{}", span::to_typed(estimate))?;
                }
                job.submit
                    .map_or(Ok(()), |at| write!(f, "@{}", span::to_typed(at)))
            }
            Self::Cancel(job) => write!(f, "cancel={job}"),
            Self::Move(Moved { job, to }) => match to {
                Place::Front => write!(f, "move={job}:front"),
                Place::Back => write!(f, "move={job}:back"),
                Place::Before(other) => write!(f, "move={job}:before:{other}"),
            },
        }
    }
}

fn typed_order(order: &Order) -> String {
    let named = NamedOrder::ALL.into_iter().find(|one| one.order == *order);
    match (named, order) {
        (Some(named), _) => named.kebab.to_owned(),
        (None, Order::Formula(formula)) => quoted(&formula.to_string()),
        (None, _) => String::new(),
    }
}

/// `text` quoted if necessary, so that it stays one word.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.:".contains(c);
    if text.chars().all(is_plain) {
        text.to_owned()
    } else {
        shlex::try_quote(text).map_or_else(|_| text.to_owned(), |text| text.into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ron_text::{read_ron, write_ron};

    #[test]
    fn typed_branches_equal_those_in_scenarios() {
        let typed = "at=90m from=easy name='what if' policy=conservative \
                     order='wait / estimate' backfill-order=shortest-estimate depth=5 drain=4 \
                     drain=0-3 add=8 submit=16x2h/3h@2h submit=1x30 cancel=7 move=8:front \
                     move=9:back move=10:before:11";
        let branch: Branch = typed.parse().unwrap();
        let said = "(name: \"what if\", from: \"easy\", at: 5400, changes: [
            Policy(Conservative), Order(Formula(\"wait / estimate\")),
            BackfillOrder(ShortestEstimate), Depth(5), Drain(count: 4), Drain(first: 0, count: 4),
            Add(8), Submit(submit: 7200, runtime: 7200, nodes: 16, estimate: 10800),
            Submit(runtime: 30, nodes: 1), Cancel(7), Move(job: 8, to: Front),
            Move(job: 9, to: Back), Move(job: 10, to: Before(11))])";
        assert_eq!(branch, read_ron::<Branch>(said).unwrap());
        // Both are written so that they are read again.
        assert_eq!(branch, branch.to_string().parse().unwrap(), "{branch}");
        assert_eq!(branch, read_ron::<Branch>(&write_ron(&branch)).unwrap());
    }

    #[test]
    fn malformed_branches_are_refused_with_what_is_allowed() {
        for (text, sentence) in [
            ("drain=4", "it needs an instant, as in `at=1h`"),
            (
                "at=soon",
                "`soon` is no instant: seconds from 0 on are allowed, or 90m, 5h or 2d",
            ),
            (
                "at=-1",
                "`-1` is no instant: seconds from 0 on are allowed, or 90m, 5h or 2d",
            ),
            (
                "at=1 drain",
                &format!("`drain` is no `NAME=VALUE`; allowed are {NAMES}"),
            ),
            (
                "at=1 grow=4",
                &format!("`grow=` is not known; allowed are {NAMES}"),
            ),
            (
                "at=1 drain=3-0",
                "`3-0` are no nodes: a count is allowed, or a range as in 0-3",
            ),
            (
                "at=1 add=0",
                "`0` is no count: a whole number from 1 on is allowed",
            ),
            ("at=1 cancel=x", "`x` is no number of a job"),
            (
                "at=1 submit=4x0",
                "`0` is no span of time: seconds are allowed, or 90m, 5h or 2d",
            ),
            (
                "at=1 move=4",
                "`4` is no move: JOB:front, JOB:back and JOB:before:JOB are allowed",
            ),
            ("at=1 'name=", "a quotation mark has nothing after it"),
        ] {
            assert_eq!(text.parse::<Branch>().unwrap_err(), sentence, "{text}");
        }
    }
}
