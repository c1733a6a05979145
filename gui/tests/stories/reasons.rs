//! The forms of a policy's reasons, and their meaning.

use crate::pattern::{count, nanoseconds, taken};
use crate::rules::{Reader, Verdict, ensure};

impl Reader<'_> {
    /// Checks why it waits.
    pub(crate) fn held(&mut self, said: &str) -> Option<Verdict> {
        if let Some([needs, free, out]) =
            taken("waits: it needs {}, {} free and {} out of service", said)
        {
            return Some(
                self.needs(needs)
                    .and_then(|()| self.free_in_turn(free))
                    .and_then(|()| {
                        let some = count(out)? > 0 && !self.facts.is_plain();
                        ensure(some, || "all are in service".to_owned())
                    }),
            );
        }
        if let Some([needs, free]) = taken("waits: it needs {}, {} free", said) {
            return Some(self.needs(needs).and_then(|()| self.free_in_turn(free)));
        }
        if let Some([needs, idle, most]) = taken(
            "waits for power: it needs {}, {} idle, of which the cap lets {} be busy until it would end by its estimate",
            said,
        ) {
            return Some((|| {
                self.needs(needs)?;
                self.free_in_turn(idle)?;
                let (said, facts) = (count(most)?, self.facts);
                let until = self.at + self.life().estimate;
                let busy = facts.record.nodes - count(idle)?;
                let most = facts.most_busy(&facts.caps(), self.at, until);
                ensure(
                    said == most.saturating_sub(busy) && said < self.life().nodes,
                    || format!("{most} may be busy, and {busy} are"),
                )
            })());
        }
        if let Some([number]) = taken("waits behind job {}, which nobody may pass", said) {
            return Some(self.waits_for(number));
        }
        if let Some([free, shadow]) = taken(
            "waits as head of the queue with {} free; by the estimates it can start at {} s",
            said,
        ) {
            return Some(
                self.free(free)
                    .and_then(|()| self.head_until(self.job, shadow, &[]).map(|_| ())),
            );
        }
        if let Some([end, number, shadow, extra]) = taken(
            "fits, but waits: by its estimate it would end at {} s, after job {} can start at {} s, and of the nodes free then only {} left over",
            said,
        ) {
            let extra = extra.trim_end_matches(" are").trim_end_matches(" is");
            return Some((|| {
                let end = self.ends_by_estimate(self.job, end)?;
                let head = self.other(number)?;
                // Jobs that passed before it may have taken the nodes free until then.
                let behind = self.backfilled(head);
                let after = self.head_until(head, shadow, &[]);
                let shadow = after.or_else(|_| self.head_until(head, shadow, &behind))?;
                ensure(end > shadow, || "it would end in time".to_owned())?;
                let (extra, nodes) = (count(extra)?, self.life().nodes);
                ensure(extra < nodes, || "enough are left over".to_owned())
            })());
        }
        if let Some([number, shadow, _]) = taken(
            "fits, but waits: by its estimate it would end after job {} can start at {} s, and of the nodes free then only {} left over",
            said,
        ) {
            return Some(
                self.other(number)
                    .and_then(|head| self.head_until(head, shadow, &[]).map(|_| ())),
            );
        }
        if let Some([start]) = taken(
            "waits with a reservation: it starts at {} s at the latest",
            said,
        ) {
            return Some(nanoseconds(start).and_then(|start| self.reserve(start)));
        }
        if let Some([from, needs, _]) = taken(
            "waits: by its estimate it would still run when maintenance begins at {} s, and needs {}; {} of the free nodes stay in service",
            said,
        ) {
            return Some(self.needs(needs).and_then(|()| {
                let from = nanoseconds(from)?;
                let end = self.at + self.life().estimate;
                ensure(self.at < from && from < end, || "it would not".to_owned())
            }));
        }
        if let Some([number]) = taken(
            "fits, but waits: it would delay jobs of its class ahead of it, the first of which is job {}",
            said,
        ) {
            return Some(self.waits_for(number));
        }
        if said.starts_with("waits: the ") || said.starts_with("waits: on all but ") {
            return None;
        }
        if let Some([number, _]) = taken("waits for job {}: {}", said) {
            return Some(self.other(number).map(|_| ()));
        }
        let known = said.starts_with("waits: ") && !self.facts.is_of_queue();
        known.then_some(Ok(()))
    }

    /// Checks that the job of that number waits, and came before.
    fn waits_for(&mut self, number: &str) -> Verdict {
        let other = self.other(number)?;
        let waits = self.lives(other).waits_at(self.at);
        ensure(waits && self.is_ahead(other), || {
            format!("job {number} is not ahead")
        })
    }

    /// Checks that the job of that number still waits when this one starts.
    fn starts_before(&mut self, number: &str) -> Result<usize, String> {
        let other = self.other(number)?;
        ensure(self.lives(other).waits_at(self.at), || {
            format!("job {number} does not wait")
        })?;
        ensure(self.is_ahead(other), || format!("job {number} was behind"))?;
        Ok(other)
    }

    /// Checks why it starts.
    pub(crate) fn started(&mut self, said: &str) -> Option<Verdict> {
        if !said.starts_with("started") {
            return None;
        }
        let starts = ensure(self.life().starts_at(self.at), || {
            "it does not start".to_owned()
        });
        Some(starts.and_then(|()| self.why_started(said)))
    }

    fn why_started(&mut self, said: &str) -> Verdict {
        if said == "started: first in the queue, and enough nodes were free" {
            let first = self.facts.queue(self.at).next();
            let is_first = first.is_none_or(|first| first > self.job);
            return ensure(is_first || !self.facts.is_by_submission(), || {
                format!("{first:?} waits on, by its place")
            });
        }
        if let Some([number, end, shadow]) = taken(
            "started ahead of job {}: by its estimate it ends at {} s, and by the estimates that job can start only at {} s",
            said,
        ) {
            let head = self.starts_before(number)?;
            let end = self.ends_by_estimate(self.job, end)?;
            let behind = self.backfilled(head);
            let shadow = self.head_until(head, shadow, &behind)?;
            return ensure(end <= shadow, || "it ends too late".to_owned());
        }
        if let Some([number, shadow]) = taken(
            "started ahead of job {}: by its estimate it ends in time, and by the estimates that job can start only at {} s",
            said,
        ) {
            let head = self.starts_before(number)?;
            let behind = self.backfilled(head);
            return self.head_until(head, shadow, &behind).map(|_| ());
        }
        if let Some([number, shadow, left]) = taken(
            "started ahead of job {}: when that job can start, at {} s, {} will be left over",
            said,
        ) {
            let head = self.starts_before(number)?;
            let behind = self.backfilled(head);
            self.head_until(head, shadow, &behind)?;
            let wide = self.life().nodes;
            return ensure(count(left)? >= wide, || format!("it takes {wide}"));
        }
        for form in [
            "started ahead of job {}, for which too few nodes are in service",
            "started: its reservation came due, ahead of job {}, whose reservation it does not touch",
            "started in a slice of its class ahead of job {}, which is not delayed",
        ] {
            if let Some([number]) = taken(form, said) {
                return self.starts_before(number).map(|_| ());
            }
        }
        if let Some([_, number]) = taken(
            "started on nodes left over in a slice of {} jobs, ahead of job {}, which is not delayed",
            said,
        ) {
            let other = self.other(number)?;
            return ensure(self.lives(other).waits_at(self.at), || {
                "it does not wait".to_owned()
            });
        }
        if let Some([number, _]) = taken("started ahead of job {}: {}", said) {
            let other = self.other(number)?;
            return ensure(self.lives(other).waits_at(self.at), || {
                "it does not wait".to_owned()
            });
        }
        let due = said == "started: its reservation came due";
        ensure(due || !self.facts.is_of_queue(), || {
            "no rule knows such a start".to_owned()
        })
    }

    /// Checks the start against its reservation, and which jobs left it its nodes.
    pub(crate) fn begun(&mut self, said: &str) -> Option<Verdict> {
        let is_held = |text: &str| text.contains("left it");
        if !said.starts_with("this is ") {
            return (said.starts_with("job ") && is_held(said)).then(|| self.left(said));
        }
        let (against, held) = match said.split_once(": ") {
            Some((against, held)) => (against, Some(held)),
            None => (said, None),
        };
        Some(
            self.against(against)
                .and_then(|()| held.map_or(Ok(()), |held| self.left(held))),
        )
    }

    fn against(&self, said: &str) -> Verdict {
        let reserved = self.reserved.ok_or("nothing was reserved")?;
        let words = if self.facts.run.policy == cosched::scenario::PolicyName::Fcfs {
            "foreseen"
        } else {
            "reserved"
        };
        let difference = |form: String| taken::<1>(&form, said);
        let said_to_be = if said == format!("this is just when it was {words}") {
            reserved
        } else if let Some([late]) = difference(format!("this is {{}} s later than {words}")) {
            reserved.saturating_add(nanoseconds(late)?)
        } else if let Some([early]) = difference(format!("this is {{}} s sooner than {words}")) {
            reserved.saturating_sub(nanoseconds(early)?)
        } else {
            return Err("no rule knows such a difference".to_owned());
        };
        ensure(said_to_be == self.at, || {
            format!("{reserved} ns was reserved")
        })
    }

    /// Checks which jobs left the job its nodes.
    fn left(&mut self, said: &str) -> Verdict {
        let found = self.facts.record.left_to(self.job);
        let mut parts: Vec<&str> = said.split(", ").collect();
        let last = parts.pop().unwrap_or_default();
        parts.push(last.strip_prefix("and ").unwrap_or(last));
        let mut named = 0;
        for part in parts {
            if let Some((more, _)) = part.split_once(" more job") {
                named += more.parse::<usize>().map_err(|_| "how many?".to_owned())?;
                continue;
            }
            let rest = part
                .strip_prefix("job ")
                .ok_or_else(|| format!("what is `{part}`?"))?;
            let forms = [
                "{} ended and left it {}",
                "{} had left it {} at {} s",
                "{} left it {}",
            ];
            let ended = taken::<2>(forms[0], rest);
            let had = taken::<3>(forms[1], rest);
            let (number, nodes, until) = match (ended, had, taken::<2>(forms[2], rest)) {
                (Some([number, nodes]), ..) => (number, nodes, self.at),
                (_, Some([number, nodes, until]), _) => (number, nodes, nanoseconds(until)?),
                (.., Some([number, nodes])) => (number, nodes, self.at),
                _ => return Err(format!("what is `{part}`?")),
            };
            let other = self.other(number)?;
            let counted = found.get(&(until, other)).copied().unwrap_or_default();
            ensure(count(nodes)? == counted, || {
                format!("job {number} left it {counted} then")
            })?;
            let has_ended = self.lives(other).end == Some(until);
            ensure(ended.is_none() || has_ended, || {
                format!("job {number} did not end then")
            })?;
            named += 1;
        }
        ensure(named == found.len(), || {
            format!("{} had its nodes", found.len())
        })
    }

    /// Checks where it was placed, which job needed its room, and the effects of outages.
    pub(crate) fn elsewhere(&mut self, said: &str) -> Option<Verdict> {
        if let Some(rest) = said.strip_prefix("placed on server ") {
            let server = rest.split([':', ',']).next().unwrap_or_default();
            let run = self.facts.run;
            let placed = run
                .placements()
                .and_then(|record| record.server_of[self.job]);
            let is_so = placed.map(|server| server.to_string()) == Some(server.to_owned());
            return Some(ensure(is_so, || format!("it is on server {placed:?}")));
        }
        if let Some([number, _]) = taken("swapped out to make room for job {}: {}", said) {
            return Some(self.other(number).and_then(|other| {
                let at = self.at;
                ensure(self.lives(other).is_on_nodes(at), || {
                    "it has no nodes".to_owned()
                })
            }));
        }
        if let Some([node, _]) = taken("interrupted: node {} went out of service; {}", said) {
            let (at, run) = (self.at, self.facts.run);
            let node: u32 = node.parse().ok()?;
            let had = run.segments.iter().any(|one| {
                one.job as usize == self.job
                    && one.until.0 == at
                    && (one.first_node..one.first_node + one.nodes).contains(&node)
            });
            return Some(ensure(had || !self.facts.is_of_queue(), || {
                format!("it had no node {node}")
            }));
        }
        let [nodes, tier] = taken("runs on {} in the {}", said)?;
        let tiers = ["foreground", "background"];
        let known = tiers.iter().any(|name| tier.starts_with(name));
        Some(count(nodes).and_then(|_| ensure(known, || "where?".to_owned())))
    }
}
