//! Time of the search for windows: each criterion on the paper's 100 nodes, and MinCost
//! against the number of slots.

use std::time::Instant;

use cosched_core::slots::{
    BoxedSearch, Criterion, Domain, DomainModel, Node, Request, Search, Slot, idle_for, idle_slots,
    room_for, windows_for,
};
use cosched_core::{Duration, Time};

/// Number of domains of 100 nodes that are searched.
const DOMAINS: u64 = 200;
/// Number of runs of each, of which the fastest counts.
const ROUNDS: usize = 3;

fn main() {
    for whole in [true, false] {
        criteria(&DomainModel {
            whole,
            ..DomainModel::default()
        });
    }
    growth();
}

/// Nodes, their idle slots, and the buffers to search them.
struct RandomDomain {
    nodes: Vec<Node>,
    slots: Vec<Slot>,
    request: Request,
    buffers: BoxedSearch,
}

impl RandomDomain {
    /// The domain of a seed, with the request of the paper.
    fn new(model: &DomainModel, seed: u64, count: usize) -> Self {
        let request = Request::new(7, 800, 644);
        let mut nodes = vec![Node::default(); count];
        model.nodes(seed, &mut nodes);
        let mut booked = vec![Slot::EMPTY; model.booked_for(count)];
        let found = model.booked(seed, count, &mut booked).expect("the room");
        let booked = &mut booked[..found];
        let mut slots = vec![Slot::EMPTY; idle_for(count, found)];
        let found = idle_slots(count, booked, model.horizon, &mut slots).expect("schedules");
        slots.truncate(found);
        Self {
            nodes,
            slots,
            request,
            buffers: BoxedSearch::new(count, std::iter::once((request, true))),
        }
    }

    /// Seconds of the fastest of some searches, without those of making the domain.
    fn time<T>(&mut self, search: impl Fn(&mut Search<'_>, &mut Domain<'_>, &Request) -> T) -> f64 {
        let windows = windows_for(&self.nodes, &self.slots, &self.request);
        let room = room_for(self.slots.len(), windows * self.request.nodes as usize);
        let (mut by_start, mut by_end) = (vec![Slot::EMPTY; room], vec![Slot::EMPTY; room]);
        let mut searcher = Search::new(self.buffers.as_buffers());
        let mut fastest = f64::INFINITY;
        for _ in 0..ROUNDS {
            let domain = Domain::new(&self.nodes, &self.slots, &mut by_start, &mut by_end);
            let mut domain = domain.expect("a domain");
            let begun = Instant::now();
            std::hint::black_box(search(&mut searcher, &mut domain, &self.request));
            fastest = fastest.min(begun.elapsed().as_secs_f64());
        }
        fastest
    }
}

/// Each criterion on the nodes of the paper's experiment.
fn criteria(model: &DomainModel) {
    let kind = if model.whole { "whole" } else { "real" };
    println!("100 nodes of {kind} performance, mean of {DOMAINS} domains, fastest of {ROUNDS}");
    let mut domains: Vec<RandomDomain> = (0..DOMAINS)
        .map(|seed| RandomDomain::new(model, seed, 100))
        .collect();
    let slots: usize = domains.iter().map(|drawn| drawn.slots.len()).sum();
    println!("slots of a domain {:>10.0}", slots as f64 / DOMAINS as f64);
    let mut least = None;
    for criterion in Criterion::ALL {
        let times = domains.iter_mut().map(|drawn| {
            drawn.time(|search, domain, request| {
                search
                    .find(domain, request, criterion)
                    .expect("buffers")
                    .is_some()
            })
        });
        let mean = 1e6 * times.sum::<f64>() / DOMAINS as f64;
        println!("{:<17} {mean:>10.1} us", format!("{criterion:?}"));
        if criterion == Criterion::MinCost {
            least = Some(mean);
        }
        if criterion == Criterion::MaxQ {
            let ratio = mean / least.expect("MinCost comes before it");
            println!("{:<17} {ratio:>10.1} times MinCost", "");
        }
    }
    let times = domains.iter_mut().map(|drawn| {
        drawn.time(|search, domain, request| {
            let found = search.alternatives(domain, request, usize::MAX, |_| ());
            found.expect("buffers").map(|found| found.count)
        })
    });
    let mean = 1e6 * times.sum::<f64>() / DOMAINS as f64;
    println!("{:<17} {mean:>10.1} us\n", "MultipleBest");
}

/// MinCost and MaxQ over 1000 to 100 000 slots, ten to a node.
fn growth() {
    println!("ten slots to a node of whole performance; ns a slot");
    println!("   slots  nodes  criterion   in all, ms  ns a slot");
    for count in [100, 300, 1_000, 3_000, 10_000] {
        // As many tasks as give ten slots of a node on average.
        let model = DomainModel {
            horizon: Time::from_seconds(3_600),
            task: [20, 100].map(Duration::from_seconds),
            ..DomainModel::default()
        };
        for criterion in [Criterion::MinCost, Criterion::MaxQ] {
            let mut drawn = RandomDomain::new(&model, 1, count);
            let slots = drawn.slots.len();
            let seconds = drawn.time(|search, domain, request| {
                search
                    .find(domain, request, criterion)
                    .expect("buffers")
                    .is_some()
            });
            let each = 1e9 * seconds / slots as f64;
            println!(
                "{slots:>8} {count:>6}  {:<10} {:>11.3} {each:>10.0}  {}",
                format!("{criterion:?}"),
                1e3 * seconds,
                "#".repeat((each / 20.0).round() as usize)
            );
        }
    }
}
