//! Searches for windows by their grammar.

use crate::draw::{BOOLS, Draw, one_of};
use crate::files;
use crate::input::Input;

pub(super) fn scenario(draw: &mut Draw) -> Input {
    let mut input = Input::default();
    let domain = match draw.below(4) {
        0 => {
            let table = files::table(draw);
            input.companion("slots.csv", table);
            "Csv(\"slots.csv\")".to_owned()
        }
        1 => {
            let rest = draw.fields(&mut [
                ("nodes", 90, &mut |draw| draw.whole(1, 12)),
                ("performance", 40, &mut |draw| {
                    format!("(1, {})", draw.whole(1, 12))
                }),
                ("whole", 40, &mut one_of(&BOOLS)),
                ("price", 40, &mut |draw| draw.amount()),
                ("deviation", 40, &mut |draw| draw.share()),
                ("least", 40, &mut |draw| draw.share()),
                ("load", 40, &mut |draw| draw.share()),
                ("task", 40, &mut |draw| {
                    format!("({}, 40)", draw.whole(1, 40))
                }),
                ("horizon", 40, &mut |draw| draw.whole(50, 900)),
                ("quality", 40, &mut |draw| format!("(0, {})", draw.amount())),
            ]);
            format!("Model({rest})")
        }
        _ => {
            let count = 1 + draw.below(6);
            let nodes = draw.list(count, |draw, _| {
                let (performance, price) = (draw.span(), draw.amount());
                let rest = draw.fields(&mut [
                    ("quality", 60, &mut |draw| draw.amount()),
                    ("slots", 60, &mut spans),
                    ("booked", 15, &mut spans),
                ]);
                format!("(performance: {performance}, price: {price}, {rest})")
            });
            format!("Nodes({nodes})")
        }
    };
    let request = request(draw);
    let criteria = [
        "FirstFit",
        "GroupFirst",
        "MinFinish",
        "MinRuntime",
        "MinCost",
        "MaxQ",
        "MultipleBest",
    ];
    let rest = draw.fields(&mut [
        ("horizon", 40, &mut |draw| draw.whole(20, 900)),
        ("criteria", 40, &mut |draw| {
            let count = 1 + draw.below(3);
            draw.list(count, |draw, _| draw.pick(&criteria).to_owned())
        }),
        ("batch", 30, &mut |draw| {
            let count = 1 + draw.below(4);
            draw.list(count, |draw, _| {
                let (request, criterion) = (self::request(draw), draw.pick(&criteria));
                format!("(request: {request}, criterion: {criterion})")
            })
        }),
        ("seed", 20, &mut |draw| draw.whole(0, 99)),
    ]);
    let text = format!("Slots(domain: {domain}, request: {request}, {rest})");
    input.main("x.ron", text.into_bytes());
    input
}

fn spans(draw: &mut Draw) -> String {
    let (count, mut at) = (draw.below(4), 0);
    draw.list(count, |draw, _| {
        let from = at + draw.below(30);
        at = from + 1 + draw.below(60);
        if draw.random.below(400) < draw.extreme_rate {
            format!("({}, {at})", draw.extreme())
        } else {
            format!("({from}, {at})")
        }
    })
}

fn request(draw: &mut Draw) -> String {
    let (nodes, volume, budget) = (draw.whole(1, 4), draw.span(), draw.whole(1, 3000));
    let rest = draw.fields(&mut [
        ("least", 20, &mut |draw| draw.amount()),
        ("scale", 20, &mut |draw| draw.whole(1, 10)),
    ]);
    format!("(nodes: {nodes}, volume: {volume}, budget: {budget}, {rest})")
}
