//! Jobs that buy windows on nodes of different performance and price as they arrive
//! (fixtures/papers/slots.md, 4; a job takes the best window there is then, or is refused).

use std::fmt::Write as _;

use crate::draw::Draw;
use crate::examine::{ExactCase, examine};
use crate::product;
use crate::queue::ranges;
use crate::rational::{Number, difference};
use crate::slots::search::{node, request};
use crate::slots::{Criterion, Node, Request, Slot, Window, best, cut};

#[derive(Clone)]
struct Bidder {
    submit: Number,
    request: Request,
    criterion: Criterion,
}

#[derive(Clone)]
struct Market {
    nodes: Vec<Node>,
    horizon: Number,
    /// By submission.
    jobs: Vec<Bidder>,
}

impl Market {
    /// The window of each job, one after another.
    fn bought(&self) -> Vec<Option<Window>> {
        let slot = |node: usize| Slot {
            start: Number::of("0").exact,
            node,
            end: self.horizon.exact.clone(),
        };
        let mut idle: Vec<_> = (0..self.nodes.len()).map(slot).collect();
        let each = self.jobs.iter().map(|job| {
            let now = &job.submit.exact;
            for slot in &mut idle {
                slot.start = slot.start.clone().max(now.clone());
            }
            idle.retain(|slot| slot.start < slot.end);
            idle.sort();
            let window = best(&self.nodes, &idle, &job.request, job.criterion)?;
            idle = cut(&idle, &window);
            Some(window)
        });
        each.collect()
    }
}

impl ExactCase for Market {
    fn text(&self) -> String {
        let mut text = "(machine: Cluster(kinds: [\n".to_owned();
        for node in &self.nodes {
            let (performance, price) = (&node.performance.text, &node.price.text);
            let quality = &node.quality.text;
            writeln!(
                text,
                "    (count: 1, performance: {performance}, price: {price}, quality: {quality}),"
            )
            .unwrap();
        }
        text += "]), workload: Jobs([\n";
        for Bidder {
            submit,
            request,
            criterion,
        } in &self.jobs
        {
            writeln!(
                text,
                "    (submit: {}, runtime: {}, nodes: {}, budget: {}, least: {}, criterion: {criterion:?}),",
                submit.text,
                request.volume.text,
                request.nodes,
                request.budget.text,
                request.least.text
            )
            .unwrap();
        }
        let horizon = &self.horizon.text;
        text + &format!(
            "]), policies: [Slots], parameters: (slots: (horizon: {horizon}, scale: 1)))"
        )
    }

    fn differences(&self) -> Vec<String> {
        let run = match product::runs(&self.text(), true) {
            Ok(mut runs) => runs.remove(0),
            Err(refused) => return vec![refused],
        };
        let places = cosched::export::allocated(&run);
        let record = run.slots().unwrap();
        let mut all = Vec::new();
        for (job, exact) in self.bought().iter().enumerate() {
            let (name, outcome) = (format!("job {}", job + 1), run.outcomes[job]);
            let Some(exact) = exact else {
                if !outcome.refused {
                    all.push(format!("{name}: there is no window, the product finds one"));
                }
                continue;
            };
            let Some(bought) = record.bought[job].as_ref().filter(|_| !outcome.refused) else {
                all.push(format!(
                    "{name}: the product finds no window like {exact:?}"
                ));
                continue;
            };
            let values = [
                ("starts", &exact.start, outcome.started.0),
                ("completes", &exact.finish(), outcome.completed.0),
                ("pays", &exact.cost, bought.cost.0),
                ("gets quality", &exact.quality, bought.quality.0),
            ];
            let differing = values.into_iter().filter_map(|(what, exact, found)| {
                difference(&format!("{name} {what}"), exact, found)
            });
            all.extend(differing);
            let nodes = ranges(&exact.nodes);
            if nodes != places[job] {
                all.push(format!(
                    "{name}: on nodes {nodes}, the product says {}",
                    places[job]
                ));
            }
        }
        all
    }

    fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut change = |change: &dyn Fn(&mut Self)| {
            let mut smaller = self.clone();
            change(&mut smaller);
            if smaller.text() != self.text() {
                all.push(smaller);
            }
        };
        for index in 0..self.jobs.len() {
            if self.jobs.len() > 1 {
                change(&|market| drop(market.jobs.remove(index)));
            }
            change(&|market| market.jobs[index].request.nodes = 1);
            change(&|market| market.jobs[index].request.least = Number::of("0"));
            change(&|market| market.jobs[index].request.budget = Number::of("10000"));
            change(&|market| market.jobs[index].criterion = Criterion::FirstFit);
        }
        for index in 0..self.nodes.len() {
            if self.nodes.len() > 1 {
                change(&|market| drop(market.nodes.remove(index)));
            }
            change(&|market| market.nodes[index].price = Number::of("1"));
            change(&|market| market.nodes[index].quality = Number::of("1"));
        }
        all.retain(|market| {
            let mut jobs = market.jobs.iter();
            jobs.all(|job| job.request.nodes <= market.nodes.len())
        });
        all
    }
}

#[test]
fn bought_windows_are_exact() {
    examine("market", |draw: &mut Draw| {
        let count = draw.between(1, 4) as usize;
        let nodes = (0..count).map(|_| node(draw, &Number::of("20"))).collect();
        let common = request(draw, count);
        let mut submit = 0;
        let jobs = (0..draw.between(2, 9)).map(|_| {
            submit += draw.between(0, 3) * draw.between(0, 3);
            let own = request(draw, count);
            let same = draw.once_in(2);
            let request = if same { common.clone() } else { own };
            Bidder {
                submit: Number::of(submit.to_string()),
                request: Request {
                    scale: 1,
                    ..request
                },
                criterion: Criterion::ALL[draw.between(0, 5) as usize],
            }
        });
        let jobs = jobs.collect();
        let horizon = Number::of(draw.one_of(&["20", "30", "60", "47", "100"]));
        Market {
            nodes,
            horizon,
            jobs,
        }
    });
}
