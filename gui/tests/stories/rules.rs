//! Each sentence of a story against the record: the jobs it names, and every number in it.

use std::collections::BTreeMap;

use cosched::record::Run;
use cosched::run::explain::{Explained, Remark};
use cosched::scenario::PolicyName;
use cosched_core::policy::Order;

use crate::pattern::{count, list, nanoseconds, taken};
use crate::record::{JobHistory, Record};

/// Facts of a run whose stories are checked.
pub(crate) struct Facts<'r> {
    pub(crate) run: &'r Run,
    pub(crate) record: &'r Record,
    /// Reservations over time, of every job that is explained.
    reservations: BTreeMap<usize, Vec<(u64, u64)>>,
}

/// The story of a job while it is checked.
pub(crate) struct Reader<'f> {
    pub(crate) facts: &'f Facts<'f>,
    pub(crate) job: usize,
    pub(crate) at: u64,
    /// The last reservation mentioned.
    pub(crate) reserved: Option<u64>,
    /// Jobs that were named.
    pub(crate) named: Vec<usize>,
}

pub(crate) type Verdict = Result<(), String>;

/// An error unless `is` holds.
pub(crate) fn ensure(is: bool, what: impl FnOnce() -> String) -> Verdict {
    if is { Ok(()) } else { Err(what()) }
}

impl<'r> Facts<'r> {
    pub(crate) fn new(run: &'r Run, record: &'r Record, reported: &[(usize, Explained)]) -> Self {
        let reservations = reported.iter().map(|(job, explained)| {
            let all = explained.story.reservations.iter();
            (*job, all.map(|one| (one.at.0, one.start.0)).collect())
        });
        Self {
            run,
            record,
            reservations: reservations.collect(),
        }
    }

    /// Every wrong sentence, with its fault.
    pub(crate) fn wrong(&self, job: usize, remarks: &[Remark]) -> Vec<String> {
        let mut reader = Reader {
            facts: self,
            job,
            at: 0,
            reserved: None,
            named: Vec::new(),
        };
        let mut all = Vec::new();
        for remark in remarks {
            reader.at = remark.at.0;
            reader.named.clear();
            let verdict = reader.read(&remark.sentence).and_then(|()| {
                // Links lead to the named jobs, and to no others.
                let is_linked = |job: &usize| remark.jobs.contains(job) || *job == reader.job;
                ensure(reader.named.iter().all(is_linked), || {
                    "a job is named without a link".to_owned()
                })
            });
            if let Err(why) = verdict {
                let number = self.record.lives[job].number;
                let (at, said) = (remark.at, &remark.sentence);
                all.push(format!("job {number} at {at} s: `{said}`: {why}"));
            }
        }
        all
    }

    /// Whether every node is always in service.
    pub(crate) fn is_plain(&self) -> bool {
        self.run.outages.is_none() && !self.run.experiment.outages.as_outages().are_possible()
    }

    /// Whether jobs have their nodes to themselves until they end, and as many as they request.
    pub(crate) fn is_of_queue(&self) -> bool {
        let named = [PolicyName::Fcfs, PolicyName::Easy, PolicyName::Conservative];
        named.contains(&self.run.policy) && self.run.experiment.molds.iter().all(Option::is_none)
    }

    /// Whether the queue is in the order of submission.
    pub(crate) fn is_by_submission(&self) -> bool {
        let parameters = &self.run.parameters;
        !self.is_of_queue()
            || (parameters.order == Order::Submitted && parameters.priority.is_none())
    }

    /// Jobs that wait once everything that happens at `at` has, by submission.
    pub(crate) fn queue(&self, at: u64) -> impl Iterator<Item = usize> + '_ {
        let alive = self.record.alive(at).iter().copied();
        alive.filter(move |&job| self.record.lives[job].waits_at(at))
    }

    /// When `job` can start by the estimates of the jobs on nodes once everything that happens at
    /// `at` has, except those of `except`, which start then.
    pub(crate) fn shadow(&self, job: usize, at: u64, except: &[usize]) -> Option<u64> {
        let alive = self.record.alive(at).iter();
        let lives = alive.map(|&index| (index, &self.record.lives[index]));
        let running = lives.filter(|(index, life)| life.is_on_nodes(at) && !except.contains(index));
        let mut ends: Vec<(u64, u64)> = running
            .filter_map(|(_, life)| Some((life.estimated_end(at)?, life.nodes)))
            .collect();
        let taken: u64 = ends.iter().map(|&(_, nodes)| nodes).sum();
        let mut free = self.record.nodes.checked_sub(taken)?;
        ends.sort_unstable();
        let caps = self.caps();
        if !caps.is_empty() {
            return self.shadow_under(&caps, job, at, &ends);
        }
        for (end, nodes) in ends {
            free += nodes;
            if free >= self.record.lives[job].nodes {
                return Some(end);
            }
        }
        None
    }

    /// Largest number of busy nodes from each instant on: as many as the cap allows beyond the idle
    /// power of all.
    pub(crate) fn caps(&self) -> Vec<(u64, u64)> {
        let Some(power) = &self.run.experiment.power else {
            return Vec::new();
        };
        let unit = power.kinds[0].unit;
        // In milliwatts, as the cap is.
        let (idle, busy) = (unit.idle / 1_000_000, unit.busy / 1_000_000);
        let steps = power.cap.iter().flat_map(|cap| cap.all());
        let most = steps.map(|(from, most)| {
            let left = u64::try_from(most).unwrap() - idle * self.record.nodes;
            (from.0, self.record.nodes.min(left / (busy - idle)))
        });
        most.collect()
    }

    /// Largest number of nodes that may be busy all the time from `from` until `until`.
    pub(crate) fn most_busy(&self, caps: &[(u64, u64)], from: u64, until: u64) -> u64 {
        let at = caps.iter().rev().find(|&&(begun, _)| begun <= from);
        let later = caps
            .iter()
            .filter(|&&(begun, _)| from < begun && begun < until);
        let all = at.into_iter().chain(later).map(|&(_, nodes)| nodes);
        all.min().unwrap_or(self.record.nodes)
    }

    /// The first instant from `at` on from which `job` fits under the caps until its estimate ends,
    /// by the estimates of the jobs on nodes.
    fn shadow_under(
        &self,
        caps: &[(u64, u64)],
        job: usize,
        at: u64,
        ends: &[(u64, u64)],
    ) -> Option<u64> {
        let life = &self.record.lives[job];
        let busy = |at: u64| -> u64 {
            let on = ends.iter().filter(|&&(end, _)| end > at);
            on.map(|&(_, nodes)| nodes).sum()
        };
        let changes = || caps.iter().map(|&(from, _)| from);
        let instants = || ends.iter().map(|&(end, _)| end).chain(changes());
        let fits = |start: u64| {
            let until = start + life.estimate;
            let within = instants().filter(|&one| start < one && one < until);
            std::iter::once(start)
                .chain(within)
                .all(|one| busy(one) + life.nodes <= self.most_busy(caps, one, one + 1))
        };
        let later = std::iter::once(at).chain(instants().filter(|&one| one > at));
        later.filter(|&start| fits(start)).min()
    }

    /// The last reservation of `job` by `at`, if it is explained.
    pub(crate) fn reserved(&self, job: usize, at: u64) -> Option<Option<u64>> {
        let all = self.reservations.get(&job)?;
        let last = all.iter().rev().find(|&&(then, _)| then <= at);
        Some(last.map(|&(_, start)| start))
    }
}

impl Reader<'_> {
    pub(crate) fn life(&self) -> &JobHistory {
        &self.facts.record.lives[self.job]
    }

    /// The job of that number, which is noted as named.
    pub(crate) fn other(&mut self, number: &str) -> Result<usize, String> {
        let number = number
            .parse()
            .map_err(|_| format!("`{number}` is no job"))?;
        let index = self.facts.record.index(number)?;
        self.named.push(index);
        Ok(index)
    }

    /// The jobs of a list, which are noted as named, and the number of others.
    pub(crate) fn others(&mut self, text: &str) -> Result<(Vec<usize>, usize), String> {
        let (numbers, more) = list(text)?;
        let mut all = Vec::new();
        for number in numbers {
            all.push(self.other(&number.to_string())?);
        }
        Ok((all, more))
    }

    /// Checks that every job of a list is `such`, which `words` describe.
    pub(crate) fn each(
        &mut self,
        text: &str,
        words: &str,
        such: impl Fn(&Self, usize) -> bool,
    ) -> Verdict {
        for job in self.others(text)?.0 {
            let number = self.facts.record.lives[job].number;
            ensure(such(self, job), || format!("job {number} {words}: not so"))?;
        }
        Ok(())
    }

    pub(crate) fn lives(&self, job: usize) -> &JobHistory {
        &self.facts.record.lives[job]
    }

    /// Whether `other` came before the job, as far as the queue is in that order.
    pub(crate) fn is_ahead(&self, other: usize) -> bool {
        !self.facts.is_by_submission() || other < self.job
    }

    pub(crate) fn is_behind(&self, other: usize) -> bool {
        !self.facts.is_by_submission() || other > self.job
    }

    /// Checks `it needs 4 nodes`: as many as requested.
    pub(crate) fn needs(&self, text: &str) -> Verdict {
        let (said, requested) = (count(text)?, self.life().nodes);
        ensure(said == requested, || format!("it asked for {requested}"))
    }

    /// Checks that so many nodes are free after all starts of the instant.
    pub(crate) fn free(&self, text: &str) -> Verdict {
        let (said, free) = (count(text)?, self.facts.record.free(self.at));
        let is_so = if self.facts.is_plain() {
            said == free
        } else {
            said <= free
        };
        ensure(!self.facts.is_of_queue() || is_so, || {
            format!("{free} are free")
        })
    }

    /// Checks that so many nodes are free when it is the job's turn: those behind it start later.
    pub(crate) fn free_in_turn(&self, text: &str) -> Verdict {
        let (said, facts) = (count(text)?, self.facts);
        let behind = self.backfilled(self.job);
        let later: u64 = behind.iter().map(|&job| self.lives(job).nodes).sum();
        let most = facts.record.free(self.at) + later;
        let is_known = facts.is_by_submission() && facts.run.parameters.backfill_order.is_none();
        let is_so = if facts.is_plain() && is_known {
            said == most
        } else {
            said <= most || !is_known
        };
        ensure(!facts.is_of_queue() || is_so, || format!("{most} are free"))
    }

    /// Checks its end if it ran from now on.
    pub(crate) fn ends_by_estimate(&self, job: usize, text: &str) -> Result<u64, String> {
        let (said, end) = (nanoseconds(text)?, self.at + self.lives(job).estimate);
        ensure(said == end, || {
            format!("by its estimate it ends at {end} ns")
        })?;
        Ok(said)
    }

    /// Checks that `head` waits as the first, and can start then by the estimates of the others.
    pub(crate) fn head_until(
        &self,
        head: usize,
        text: &str,
        except: &[usize],
    ) -> Result<u64, String> {
        let said = nanoseconds(text)?;
        ensure(self.lives(head).waits_at(self.at), || {
            "the head does not wait".to_owned()
        })?;
        let facts = self.facts;
        if facts.is_by_submission() && facts.is_plain() {
            let first = facts.queue(self.at).next();
            ensure(first == Some(head), || {
                format!("{first:?} is first, by its place")
            })?;
        }
        if facts.is_plain() && facts.is_of_queue() && facts.is_by_submission() {
            let shadow = facts.shadow(head, self.at, except);
            ensure(shadow == Some(said), || {
                format!("it can start at {shadow:?} ns")
            })?;
        }
        ensure(said > self.at, || "it can start now".to_owned())?;
        Ok(said)
    }

    /// Jobs that start now behind `head`.
    pub(crate) fn backfilled(&self, head: usize) -> Vec<usize> {
        let all = self.facts.record.alive(self.at).iter().copied();
        let by_place = self.facts.is_by_submission();
        all.filter(|&index| (!by_place || index > head) && self.lives(index).starts_at(self.at))
            .collect()
    }

    /// Checks `, when jobs 1 and 2 end`, behind an instant at which the job can start.
    pub(crate) fn when(&mut self, start: u64, text: &str) -> Verdict {
        if text.is_empty() {
            return Ok(());
        }
        let jobs = taken::<1>(", when {} ends", text).or_else(|| taken(", when {} end", text));
        let [jobs] = jobs.ok_or_else(|| format!("what is `{text}`?"))?;
        let plans = self.facts.run.policy == PolicyName::Conservative;
        self.each(jobs, "would end then", |reader, other| {
            let (at, life) = (reader.at, reader.lives(other));
            if life.is_on_nodes(at) && life.estimated_end(at) == Some(start) {
                return true;
            }
            // Or by its own reservation.
            let planned = start.checked_sub(life.estimate).filter(|plan| *plan > at);
            let reported = reader.facts.reserved(other, at);
            plans
                && life.waits_at(at)
                && planned.is_some()
                && reported.is_none_or(|reported| reported == planned)
        })
    }

    /// Checks when it can start by the estimates, with the text behind.
    pub(crate) fn can_start(&mut self, text: &str) -> Verdict {
        let [when, rest] = taken("{} s{}", text).ok_or("no instant")?;
        let start = nanoseconds(when)?;
        self.reserve(start)?;
        self.when(start, rest)
    }

    /// Notes a reservation, and checks it as far as the schedule alone permits.
    pub(crate) fn reserve(&mut self, start: u64) -> Verdict {
        let facts = self.facts;
        self.reserved = Some(start);
        if !facts.is_of_queue() {
            return Ok(());
        }
        if facts.is_plain() && facts.run.policy != PolicyName::Conservative {
            self.head_until_self(start)?;
        }
        // Conservative backfilling keeps its promises, if no job outruns an estimate.
        let promises = facts.run.policy == PolicyName::Conservative
            && facts.is_by_submission()
            && facts.run.parameters.kill_at_estimate;
        let begun = self.life().starts.iter().find(|&&begun| begun >= self.at);
        let begun = begun.copied().unwrap_or(u64::MAX);
        ensure(!promises || !facts.is_plain() || begun <= start, || {
            format!("it starts at {begun} ns, later than promised")
        })
    }

    fn head_until_self(&self, start: u64) -> Verdict {
        let shadow = self.facts.shadow(self.job, self.at, &[]);
        ensure(shadow == Some(start), || {
            format!("it can start at {shadow:?} ns")
        })
    }
}
