//! Jobs on a cluster: as text, drawn at random, and simplified.

use std::fmt::Write as _;

use num_traits::{One, Zero};

use crate::draw::Draw;
use crate::rational::{Exact, Number, shown, whole};

/// Speed-up of a job on more processors.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Speedup {
    /// On 1, 2, 3 … processors.
    Table(Vec<Number>),
    /// Downey's model.
    Downey(Number, Number),
}

impl Speedup {
    /// The speed-up on `processors` (fixtures/papers/adasa.md, 5.1).
    pub(crate) fn at(&self, processors: u64) -> Exact {
        let n = whole(processors);
        let (a, sigma) = match self {
            Self::Table(table) => {
                let index = (processors as usize).min(table.len());
                return table[index - 1].exact.clone();
            }
            Self::Downey(a, sigma) => (&a.exact, &sigma.exact),
        };
        let (one, two) = (Exact::one(), whole(2));
        if *sigma <= one {
            return if n <= *a {
                a * &n / (a + sigma / &two * (&n - &one))
            } else if n <= &two * a - &one {
                a * &n / (sigma * (a - &one / &two) + &n * (&one - sigma / &two))
            } else {
                a.clone()
            };
        }
        if n <= a + a * sigma - sigma {
            &n * a * (sigma + &one) / (sigma * (&n + a - &one) + a)
        } else {
            a.clone()
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Table(table) => {
                let entries: Vec<_> = table.iter().map(|entry| entry.text.as_str()).collect();
                format!("Table([{}])", entries.join(", "))
            }
            Self::Downey(a, sigma) => {
                format!("Downey(parallelism: {}, variance: {})", a.text, sigma.text)
            }
        }
    }
}

/// A job; its number is its index, from 1.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Job {
    pub(crate) submit: Number,
    /// Processors requested.
    pub(crate) nodes: u64,
    /// Time on one processor, where it is moldable; otherwise on the processors requested.
    pub(crate) work: Number,
    /// Its speed-up, if it is moldable.
    pub(crate) speedup: Option<Speedup>,
    pub(crate) estimate: Option<Number>,
    pub(crate) deadline: Option<Number>,
    pub(crate) utilisation: Option<Number>,
}

impl Job {
    /// The speed-up on `processors`; of a job without one their number, up to the processors it
    /// requests.
    pub(crate) fn speedup(&self, processors: u64) -> Exact {
        match &self.speedup {
            Some(speedup) => speedup.at(processors),
            None => whole(processors.min(self.nodes)),
        }
    }

    /// Time on one processor.
    pub(crate) fn sequential(&self) -> Exact {
        match self.speedup {
            Some(_) => self.work.exact.clone(),
            None => &self.work.exact * whole(self.nodes),
        }
    }

    /// Its runtime on `processors`.
    pub(crate) fn time(&self, processors: u64) -> Exact {
        self.sequential() / self.speedup(processors)
    }

    /// The share of each of `processors` that it uses.
    pub(crate) fn share(&self, processors: u64) -> Exact {
        match &self.utilisation {
            Some(share) => share.exact.clone(),
            None => self.speedup(processors) / whole(processors),
        }
    }

    /// The fewest of `most` processors on which it is as fast as it can be.
    pub(crate) fn saturation(&self, most: u64) -> u64 {
        let best = (1..=most).map(|n| self.speedup(n)).max().unwrap();
        (1..=most).find(|&n| self.speedup(n) == best).unwrap()
    }

    fn text(&self) -> String {
        let runtime = Number::near(self.time(self.nodes)).text;
        let mut text = format!(
            "(submit: {}, runtime: {runtime}, nodes: {}",
            self.submit.text, self.nodes
        );
        let mut field = |name: &str, value: &str| write!(text, ", {name}: {value}").unwrap();
        for (name, value) in [
            ("estimate", &self.estimate),
            ("deadline", &self.deadline),
            ("utilisation", &self.utilisation),
        ] {
            value.iter().for_each(|value| field(name, &value.text));
        }
        if let Some(speedup) = &self.speedup {
            field("work", &self.work.text);
            field("speedup", &speedup.text());
        }
        text + ")"
    }

    /// Simpler variants of the job.
    fn simpler(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut change = |change: &dyn Fn(&mut Self)| {
            let mut job = self.clone();
            change(&mut job);
            if job != *self
                && job
                    .deadline
                    .as_ref()
                    .is_none_or(|at| at.exact >= job.submit.exact)
            {
                all.push(job);
            }
        };
        change(&|job| job.submit = Number::of("0"));
        change(&|job| job.nodes = 1);
        change(&|job| (job.deadline, job.estimate) = (None, None));
        change(&|job| job.utilisation = None);
        change(&|job| {
            if job.speedup.is_some() && job.nodes == 1 {
                job.speedup = None;
            }
        });
        change(&|job| job.work = Number::of("1"));
        all
    }
}

/// Jobs on a cluster of equal nodes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Jobs {
    pub(crate) nodes: u64,
    /// By submission.
    pub(crate) jobs: Vec<Job>,
}

impl Jobs {
    /// The jobs as text, under `policies`: the text of that field and of those after it.
    pub(crate) fn text(&self, policies: &str) -> String {
        let mut text = format!(
            "(machine: Cluster(nodes: {}), workload: Jobs([\n",
            self.nodes
        );
        for job in &self.jobs {
            writeln!(text, "    {},", job.text()).unwrap();
        }
        text + &format!("]), policies: {policies})")
    }

    /// Variants with a job less, or a simpler one.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for index in 0..self.jobs.len() {
            let mut fewer = self.clone();
            fewer.jobs.remove(index);
            if !fewer.jobs.is_empty() {
                all.push(fewer);
            }
        }
        for index in 0..self.jobs.len() {
            for simpler in self.jobs[index].simpler() {
                let mut jobs = self.clone();
                jobs.jobs[index] = simpler;
                jobs.jobs
                    .sort_by(|one, other| one.submit.exact.cmp(&other.submit.exact));
                all.push(jobs);
            }
        }
        all
    }
}

const SUBMITS: [&str; 6] = ["0", "1", "2", "0.5", "0.3", "1.4"];
const WORKS: [&str; 13] = [
    "1", "2", "3", "4", "5", "7", "8", "10", "12", "20", "0.7", "2.5", "22",
];
const CURVES: [&[&str]; 6] = [
    &["1", "2", "3", "4", "5", "6"],
    &["1", "1.6", "2", "2.2", "2.2", "2.2"],
    &["1", "1.5", "3", "3", "3.5", "4"],
    &["1", "1.37", "1.9", "2.3", "2.59", "3"],
    &["1", "2", "2", "2", "2", "2"],
    &["1", "1", "1", "1", "1", "1"],
];
const SHARES: [&str; 7] = ["0.5", "1", "0.3", "0.45", "0.75", "0.7", "0.15"];

fn number(draw: &mut Draw, all: &[&str]) -> Number {
    Number::of(draw.one_of(all))
}

/// A curve, never a rigid job's.
fn curve(draw: &mut Draw, nodes: u64) -> Speedup {
    if draw.once_in(5) {
        let parallelism = number(draw, &["1", "2", "3", "4", "2.5", "1.4"]);
        return Speedup::Downey(parallelism, number(draw, &["0", "1", "0.5", "2", "0.3"]));
    }
    let entries = CURVES[draw.between(0, CURVES.len() as u64 - 1) as usize];
    let entries = entries.iter().take(nodes as usize);
    Speedup::Table(entries.map(|entry| Number::of(*entry)).collect())
}

/// Jobs of small numbers; with deadlines and utilisations if `molded`, with estimates otherwise.
pub(crate) fn draw(draw: &mut Draw, molded: bool) -> Jobs {
    let nodes = draw.between(1, 6);
    let count = draw.between(2, if molded { 9 } else { 12 });
    let mut submit = Exact::zero();
    let together = draw.once_in(3);
    // Times of one denominator coincide more often.
    let (alike, width) = (draw.once_in(2), draw.between(1, nodes));
    let shared = curve(draw, nodes);
    let mut job = |draw: &mut Draw| {
        if !together && draw.once_in(2) {
            submit += number(draw, &SUBMITS).exact;
        }
        let own = (!draw.once_in(4)).then(|| curve(draw, nodes));
        let speedup = own.map(|own| if alike { shared.clone() } else { own });
        let mut job = Job {
            submit: Number::near(submit.clone()),
            nodes: if alike && draw.once_in(2) {
                width
            } else {
                draw.between(1, nodes)
            },
            work: number(draw, &WORKS),
            speedup,
            estimate: None,
            deadline: None,
            utilisation: None,
        };
        if !molded && draw.once_in(if alike { 6 } else { 2 }) {
            job.estimate = Some(number(draw, &WORKS));
        }
        if molded && !draw.once_in(3) {
            let span = whole(draw.between(1, 12)) * whole(draw.between(1, 3));
            job.deadline = Some(Number::near(&submit + span));
        }
        if molded && draw.once_in(2) {
            job.utilisation = Some(number(draw, &SHARES));
        }
        job
    };
    let jobs = (0..count).map(|_| job(draw)).collect();
    Jobs { nodes, jobs }
}

/// Differences of one kind of times, job by job.
pub(crate) fn differing(run: &str, what: &str, exact: &[Exact], found: &[u64]) -> Vec<String> {
    assert_eq!(exact.len(), found.len());
    let each = (1..).zip(exact.iter().zip(found));
    each.filter_map(|(job, (exact, &found))| {
        crate::rational::difference(&format!("{run}: job {job} {what}"), exact, found)
    })
    .collect()
}

/// Times one after another, for messages.
pub(crate) fn times(all: &[Exact]) -> String {
    let all: Vec<_> = all.iter().map(shown).collect();
    all.join(", ")
}
