//! The forms of sentences, and their meaning.

use crate::pattern::{count, nanoseconds, taken};
use crate::rules::{Reader, Verdict, ensure};

/// Sentences about a job alone, with the event they describe.
const PLAIN: [(&str, &str); 12] = [
    ("completed", "completed"),
    ("suspended", "suspended"),
    ("resumed on the same nodes", "resumed"),
    (
        "killed: it had run as long as its estimate lets it",
        "killed",
    ),
    (
        "stopped and sent back to the queue with nothing done",
        "requeued",
    ),
    ("preempted, and stopped for good", "preempted"),
    ("taken back by its user", "taken back"),
    ("refused: no window was left for it", "refused"),
    (
        "refused: by what could be foreseen, it would have missed its deadline",
        "refused",
    ),
    ("goes on in the foreground", "promoted"),
    ("admitted by the policy", "started"),
    ("loaded: it runs", "other"),
];

/// Forms of sentences whose `{}` are not checked.
const OTHERS: [&str; 6] = [
    "loads its memory for {} s",
    "loads what is missing of its memory for {} s",
    "its load is cut short by {} s; what was loaded stays",
    "waits: the policy looks only so deep into the queue{}",
    "waits: on all but {} of the free nodes a job of its class is suspended, and two jobs of a class never share a node",
    "waits: the slice ends at {} s, too soon to be worth loading its memory for {} s",
];

impl Reader<'_> {
    /// Checks the sentence `said` at the present instant.
    pub(crate) fn read(&mut self, said: &str) -> Verdict {
        for (words, event) in PLAIN {
            if said == words {
                let events = &self.life().events;
                let is_so = events.contains(&(self.at, event));
                return ensure(is_so, || format!("it was not {event} then"));
            }
        }
        let readers = [
            Self::submitted,
            Self::queued,
            Self::passed,
            Self::ahead,
            Self::held,
            Self::started,
            Self::begun,
            Self::elsewhere,
        ];
        for reader in readers {
            if let Some(verdict) = reader(self, said) {
                return verdict;
            }
        }
        let known = OTHERS
            .iter()
            .any(|form| taken::<1>(form, said).is_some() || taken::<2>(form, said).is_some());
        ensure(known, || "no rule knows such a sentence".to_owned())
    }

    fn submitted(&mut self, said: &str) -> Option<Verdict> {
        if let Some([index]) = taken("in the queue again: {}", said) {
            return Some(self.place_in_queue(index));
        }
        if let Some([nodes, estimate, index]) = taken("submitted, asking for {} for {} s: {}", said)
        {
            return Some((|| {
                self.needs(nodes)?;
                let requested = self.life().estimate;
                ensure(nanoseconds(estimate)? == requested, || {
                    format!("for {requested} ns")
                })?;
                self.place_in_queue(index)
            })());
        }
        // A job that starts at once behind the first of a queue by priority has no known position.
        if let Some([nodes, _]) = taken("submitted, asking for {} for {} s", said) {
            let first = self.facts.queue(self.at).next();
            let known = self.facts.run.parameters.priority.is_none() || first.is_none();
            let starts = self.life().starts_at(self.at);
            return Some(
                self.needs(nodes)
                    .and_then(|()| ensure(starts && !known, || "its place is known".to_owned())),
            );
        }
        let on_servers =
            taken("submitted, with {} {}", said).or_else(|| taken("ready, with {} {}", said));
        let [threads, _] = on_servers?;
        Some(self.needs(threads))
    }

    fn place_in_queue(&mut self, said: &str) -> Verdict {
        let (at, own, facts) = (self.at, self.job, self.facts);
        let alive = facts.record.alive(at).iter().copied();
        let waits = |index: &usize| facts.record.lives[*index].waits_before(at);
        let ahead: Vec<usize> = alive.filter(|&index| index < own).filter(waits).collect();
        let known = facts.is_by_submission();
        let events = &self.life().events;
        let comes = ["submitted", "requeued", "interrupted"];
        ensure(
            comes.iter().any(|name| events.contains(&(at, name))),
            || "it does not come then".to_owned(),
        )?;
        if said == "first in the queue" {
            return ensure(!known || ahead.is_empty(), || {
                format!("{} are ahead", ahead.len())
            });
        }
        let [ordinal, jobs] = taken("{} in the queue, behind {}", said).ok_or("what place?")?;
        let digits = ordinal.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        let index: usize = digits.parse().map_err(|_| "no place".to_owned())?;
        let (named, more) = self.others(jobs)?;
        ensure(index == named.len() + more + 1, || {
            "they are not so many".to_owned()
        })?;
        ensure(!known || index == ahead.len() + 1, || {
            format!("{} are ahead", ahead.len())
        })?;
        let is_so = if known {
            ahead.starts_with(&named)
        } else {
            named.iter().all(|&job| self.lives(job).waits_before(at))
        };
        ensure(is_so, || "others are ahead".to_owned())
    }

    /// Checks that it is the first in the queue, and its reservation.
    fn queued(&mut self, said: &str) -> Option<Verdict> {
        if let Some(rest) = said.strip_prefix("first in the queue: it needs ") {
            let (head, then) = match rest.split_once("; ") {
                Some((head, then)) => (head, Some(then)),
                None => (rest, None),
            };
            let free = taken::<2>("{}, and {} is free", head);
            let [needs, free] = free.or_else(|| taken("{}, and {} are free", head))?;
            return Some((|| {
                self.needs(needs)?;
                self.free(free)?;
                let first = self.facts.queue(self.at).next();
                let is_first = first == Some(self.job) || !self.facts.is_by_submission();
                ensure(is_first, || format!("{first:?} is first, by its place"))?;
                then.map_or(Ok(()), |then| {
                    self.queued(then)
                        .unwrap_or_else(|| Err("what then?".to_owned()))
                })
            })());
        }
        for begin in [
            "by the estimates",
            "nodes are reserved for it: by the estimates",
        ] {
            let form = format!("{begin} it can start at {{}}");
            if let Some([rest]) = taken(&form, said) {
                return Some(self.can_start(rest));
            }
        }
        let sooner = taken::<3>("it can start sooner, at {} s instead of at {} s{}", said);
        let later = taken::<3>("it can start only at {} s, not at {} s{}", said);
        let [start, before, rest] = sooner.or(later)?;
        Some((|| {
            let (start, before) = (nanoseconds(start)?, nanoseconds(before)?);
            ensure(self.reserved == Some(before), || {
                "that was not reserved".to_owned()
            })?;
            ensure((start < before) == sooner.is_some(), || {
                "the other way".to_owned()
            })?;
            let (when, cause) = rest.split_once(": ").unwrap_or((rest, ""));
            self.reserve(start)?;
            self.when(start, when)?;
            self.cause(cause)
        })())
    }

    /// Checks why a reservation changed.
    fn cause(&mut self, said: &str) -> Verdict {
        if said.is_empty() {
            return Ok(());
        }
        if said == "nodes went out of service or came back" {
            return ensure(!self.facts.is_plain(), || "there are no outages".to_owned());
        }
        if let Some([jobs, early]) = taken("{} ended {} s sooner than estimated", said) {
            let early = nanoseconds(early)?;
            return self.each(jobs, "ended so early", |reader, other| {
                let life = reader.lives(other);
                let last = life.stays.last().copied().unwrap_or_default();
                last.1 == reader.at && life.estimate == last.1 - last.0 + early
            });
        }
        let ended = taken("{} ended sooner than estimated", said);
        if let Some([jobs]) = ended.or_else(|| taken("{} ended sooner than expected", said)) {
            return self.each(jobs, "ended then", |reader, other| {
                let mut stays = reader.lives(other).stays.iter();
                stays.any(|&(_, until)| until == reader.at)
            });
        }
        if let Some([jobs]) = taken("{} came ahead of it and started", said) {
            return self.each(jobs, "came ahead and started", |reader, other| {
                reader.lives(other).starts_at(reader.at) && reader.is_ahead(other)
            });
        }
        let outran = taken("{} runs on beyond its estimate", said);
        let [jobs] = outran
            .or_else(|| taken("{} run on beyond their estimates", said))
            .ok_or_else(|| format!("what cause is `{said}`?"))?;
        self.each(jobs, "runs on", |reader, other| {
            let (at, life) = (reader.at, reader.lives(other));
            let mut stays = life.stays.iter();
            stays.any(|&(from, until)| from + life.estimate <= at && at < until)
        })
    }

    /// Checks that another passed it, and why that was allowed.
    fn passed(&mut self, said: &str) -> Option<Verdict> {
        let [number, nodes, reason] = taken("passed by job {}, which takes {}: {}", said)?;
        Some((|| {
            let other = self.other(number)?;
            let life = self.lives(other);
            ensure(life.starts_at(self.at), || {
                "it does not start then".to_owned()
            })?;
            ensure(count(nodes)? == life.nodes, || {
                format!("it takes {}", life.nodes)
            })?;
            ensure(self.is_behind(other), || "it was ahead".to_owned())?;
            ensure(self.life().waits_at(self.at), || {
                "the job does not wait".to_owned()
            })?;
            self.allowed(other, reason)
        })())
    }

    fn allowed(&mut self, passer: usize, said: &str) -> Verdict {
        let in_time = taken::<3>(
            "by its estimate it ends at {} s, and {} can start only at {} s",
            said,
        );
        if let Some([end, head, shadow]) = in_time {
            let end = self.ends_by_estimate(passer, end)?;
            let head = self.head(head)?;
            let behind = self.backfilled(head);
            let shadow = self.head_until(head, shadow, &behind)?;
            return ensure(end <= shadow, || "it ends too late".to_owned());
        }
        if let Some([head, shadow]) = taken(
            "by its estimate it ends in time, and {} can start only at {} s",
            said,
        ) {
            let head = self.head(head)?;
            let behind = self.backfilled(head);
            return self.head_until(head, shadow, &behind).map(|_| ());
        }
        if let Some([left, head, shadow]) =
            taken("{} will be left over when {} can start, at {} s", said)
        {
            let head = self.head(head)?;
            let behind = self.backfilled(head);
            self.head_until(head, shadow, &behind)?;
            let wide = self.lives(passer).nodes;
            return ensure(count(left)? >= wide, || format!("it takes {wide}"));
        }
        if let Some([start]) = taken(
            "its own reservation came due, and this job can still start at {} s",
            said,
        ) {
            // The reservation from this instant on is reported after it.
            let (start, own) = (nanoseconds(start)?, self.job);
            let reserved = self.facts.reserved(own, self.at).flatten();
            return ensure(reserved == Some(start), || {
                format!("{reserved:?} ns is reserved")
            });
        }
        if let Some([head]) = taken("too few nodes are in service for {}", said) {
            let head = self.head(head)?;
            let waits = self.lives(head).waits_at(self.at);
            return ensure(waits && !self.facts.is_plain(), || {
                "it does not wait".to_owned()
            });
        }
        // In words of policies that are not of the queue: no other job is named.
        ensure(
            !self.facts.is_of_queue() || said == "its own reservation came due",
            || "no rule knows such a reason".to_owned(),
        )
    }

    fn head(&mut self, said: &str) -> Result<usize, String> {
        match taken("job {}, the first in the queue,", said)
            .or_else(|| taken("job {}, the first in the queue", said))
        {
            Some([number]) => self.other(number),
            None if said == "this job" => Ok(self.job),
            None => Err(format!("who is `{said}`?")),
        }
    }

    /// Checks that jobs ahead of it started.
    fn ahead(&mut self, said: &str) -> Option<Verdict> {
        if let Some([jobs]) = taken("{}, which is ahead of it, starts", said) {
            return Some(
                self.each(jobs, "starts then, ahead of it", |reader, other| {
                    reader.lives(other).starts_at(reader.at) && reader.is_ahead(other)
                }),
            );
        }
        let [jobs] = taken("{}, all ahead of it, have started by now", said)?;
        let came = self.life().waits.first().map_or(0, |&(from, _)| from);
        Some(
            self.each(jobs, "has started, ahead of it", |reader, other| {
                let mut starts = reader.lives(other).starts.iter();
                starts.any(|&start| came <= start && start <= reader.at) && reader.is_ahead(other)
            }),
        )
    }
}
