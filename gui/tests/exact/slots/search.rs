//! Searches for windows against exact fractions.

use std::fmt::Write as _;

use cosched::base::progress::Progress;
use cosched::family::slots::search as product;
use cosched::family::slots::search::run::{SearchResults, run};
use cosched::family::slots::search::{Answer, FoundWindow, Searcher};

use crate::draw::Draw;
use crate::examine::{ExactCase, examine};
use crate::rational::{Number, difference, whole};
use crate::slots::{Criterion, Node, Request, Window, alternatives, best, cut, slots};

#[derive(Clone)]
struct Search {
    nodes: Vec<Node>,
    request: Request,
    batch: Vec<(Request, Criterion)>,
}

fn requested(request: &Request) -> String {
    format!(
        "(nodes: {}, volume: {}, budget: {}, least: {}, scale: {})",
        request.nodes, request.volume.text, request.budget.text, request.least.text, request.scale
    )
}

impl Search {
    fn found(&self) -> Result<SearchResults, String> {
        let search = product::parse(&self.text()).map_err(|problem| problem.to_string())?;
        let data = search.data(None).map_err(|problem| problem.to_string())?;
        let found = run(
            &search,
            &data,
            &mut Searcher::default(),
            &Progress::default(),
        );
        found.map_err(|problem| problem.to_string())
    }

    /// The windows of the batch, one after another in the remaining slots.
    fn batched(&self) -> Vec<Option<Window>> {
        let mut left = slots(&self.nodes);
        let each = self.batch.iter().map(|(request, criterion)| {
            let window = best(&self.nodes, &left, request, *criterion)?;
            left = cut(&left, &window);
            Some(window)
        });
        each.collect()
    }
}

/// Differences between a window and the one that the product found.
fn compare(name: &str, exact: Option<&Window>, found: Option<&FoundWindow>) -> Vec<String> {
    let (exact, found) = match (exact, found) {
        (None, None) => return Vec::new(),
        (Some(exact), Some(found)) => (exact, found),
        (Some(exact), None) => return vec![format!("{name}: the product does not find {exact:?}")],
        (None, Some(found)) => return vec![format!("{name}: none, the product finds {found:?}")],
    };
    let values = [
        ("starts", exact.start.clone(), found.start.round_up().0),
        ("lasts", exact.length.clone(), found.length.round_up().0),
        ("ends", exact.finish(), found.finish().round_up().0),
        ("costs", exact.cost.clone(), found.cost.0),
        ("is of quality", exact.quality.clone(), found.quality.0),
    ];
    let differing = values
        .iter()
        .filter_map(|(what, exact, found)| difference(&format!("{name} {what}"), exact, *found));
    let mut all: Vec<_> = differing.collect();
    let nodes: Vec<_> = found.nodes.iter().map(|&node| node as usize).collect();
    if nodes != exact.nodes {
        all.push(format!(
            "{name}: on nodes {:?} (from 0), the product says {nodes:?}",
            exact.nodes
        ));
    }
    all
}

fn window(answer: &Answer) -> Option<&FoundWindow> {
    match answer {
        Answer::Window(window) => Some(window),
        _ => None,
    }
}

impl ExactCase for Search {
    fn text(&self) -> String {
        let mut text = "Slots(domain: Nodes([\n".to_owned();
        for node in &self.nodes {
            let slots = node.slots.iter();
            let slots: Vec<_> = slots
                .map(|(start, end)| format!("({}, {})", start.text, end.text))
                .collect();
            writeln!(
                text,
                "    (performance: {}, price: {}, quality: {}, slots: [{}]),",
                node.performance.text,
                node.price.text,
                node.quality.text,
                slots.join(", ")
            )
            .unwrap();
        }
        write!(text, "]), request: {}, batch: [", requested(&self.request)).unwrap();
        for (request, criterion) in &self.batch {
            let request = requested(request);
            write!(
                text,
                "\n    (request: {request}, criterion: {criterion:?}),"
            )
            .unwrap();
        }
        text + "])"
    }

    fn differences(&self) -> Vec<String> {
        let found = match self.found() {
            Ok(found) => found,
            Err(refused) => return vec![refused],
        };
        let mut all = Vec::new();
        let idle = slots(&self.nodes);
        for (criterion, (name, answer)) in Criterion::ALL.into_iter().zip(&found.answers) {
            assert_eq!(format!("{criterion:?}"), format!("{name:?}"));
            let exact = best(&self.nodes, &idle, &self.request, criterion);
            all.extend(compare(
                &format!("{criterion:?}"),
                exact.as_ref(),
                window(answer),
            ));
        }
        let exact = alternatives(&self.nodes, &self.request);
        let listed = match &found.answers.last().unwrap().1 {
            Answer::Multiple(multiple) => &multiple.windows[..],
            _ => &[],
        };
        for index in 0..exact.len().max(listed.len()) {
            let name = format!("MultipleBest, window {}", index + 1);
            all.extend(compare(&name, exact.get(index), listed.get(index)));
        }
        let batch = found.batch.iter().flat_map(|batch| &batch.answers);
        for (index, (exact, answer)) in (1..).zip(self.batched().iter().zip(batch)) {
            all.extend(compare(
                &format!("batch {index}"),
                exact.as_ref(),
                window(answer),
            ));
        }
        all
    }

    fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut change = |change: &dyn Fn(&mut Self)| {
            let mut smaller = self.clone();
            change(&mut smaller);
            if smaller.text() != self.text() && smaller.request.nodes <= smaller.nodes.len() {
                all.push(smaller);
            }
        };
        change(&|search| search.batch.clear());
        for index in 0..self.batch.len() {
            change(&|search| drop(search.batch.remove(index)));
        }
        change(&|search| search.request.nodes = 1);
        change(&|search| search.request.budget = Number::of("10000"));
        for node in 0..self.nodes.len() {
            if self.nodes.len() > 1 {
                change(&|search| drop(search.nodes.remove(node)));
            }
            for slot in 0..self.nodes[node].slots.len() {
                if self.nodes[node].slots.len() > 1 {
                    change(&|search| drop(search.nodes[node].slots.remove(slot)));
                }
            }
            change(&|search| search.nodes[node].price = Number::of("1"));
            change(&|search| search.nodes[node].quality = Number::of("1"));
        }
        // Requests of the batch must not exceed the number of nodes.
        all.retain(|search| {
            let mut requested = search.batch.iter().map(|(request, _)| request.nodes);
            requested.all(|nodes| nodes <= search.nodes.len())
        });
        all
    }
}

const PERFORMANCES: [&str; 8] = ["3", "7", "2.6", "3.7", "1", "6", "5", "1.5"];
const VOLUMES: [&str; 6] = ["20", "60", "10", "7", "33.3", "12"];
const PRICES: [&str; 6] = ["1", "2", "3", "0.7", "1.3", "0"];

pub(crate) fn request(draw: &mut Draw, nodes: usize) -> Request {
    let budget = if draw.once_in(3) {
        Number::of("1000")
    } else {
        Number::of(draw.between(3, 90).to_string())
    };
    Request {
        nodes: draw.between(1, nodes.min(3) as u64) as usize,
        volume: Number::of(draw.one_of(&VOLUMES)),
        budget,
        least: Number::of(draw.one_of(&["0", "0", "2.6", "3"])),
        scale: [1, 1, 10, 7][draw.between(0, 3) as usize],
    }
}

/// Slots one after another whose lengths are often multiples of the request's time there.
pub(crate) fn node(draw: &mut Draw, volume: &Number) -> Node {
    let performance = Number::of(draw.one_of(&PERFORMANCES));
    let mut at = whole(draw.between(0, 4));
    let mut slots = Vec::new();
    for _ in 0..draw.between(1, 2) {
        let length = if draw.once_in(2) {
            // Multiples, where a file can express them.
            whole(draw.between(1, 8)) * &volume.exact / &performance.exact
        } else {
            whole(draw.between(2, 60))
        };
        // Rounded down to three decimals where it is not one.
        let end = ((&at + length) * whole(1000)).floor() / whole(1000);
        let (start, end) = (Number::near(at.clone()), Number::near(end));
        at = (&end.exact + whole(draw.between(1, 4))).ceil();
        if start.exact < end.exact {
            slots.push((start, end));
        }
    }
    if slots.is_empty() {
        slots.push((Number::of("0"), Number::of("20")));
    }
    Node {
        performance,
        price: Number::of(draw.one_of(&PRICES)),
        quality: Number::of(draw.one_of(&["1", "2", "3", "0.5", "0"])),
        slots,
    }
}

#[test]
fn windows_are_exact() {
    examine("slots", |draw: &mut Draw| {
        let count = draw.between(1, 5) as usize;
        let first = request(draw, count);
        let nodes = (0..count).map(|_| node(draw, &first.volume)).collect();
        let batch = (0..draw.between(0, 4)).map(|_| {
            let criterion = Criterion::ALL[draw.between(0, 5) as usize];
            let other = if draw.once_in(2) {
                first.clone()
            } else {
                request(draw, count)
            };
            (other, criterion)
        });
        let batch = batch.collect();
        Search {
            nodes,
            request: first,
            batch,
        }
    });
}
