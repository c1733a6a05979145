//! Tables in Parquet by their structure, in which each number can be wrong.

use crate::draw::Draw;
use crate::input::Input;
use crate::parquet::{Column, GZIP, Page, SNAPPY, file, usual};

const SCENARIO: &str = "(machine: Cluster(nodes: 8), workload: Table(path: \"x.parquet\", columns: (number: \"number\", submit: \"submit\", start: \"start\", end: \"end\", cores: \"cores\", user: \"user\"), units: (instants: Seconds)), policies: [Easy])";

/// Wrong sizes, offsets and counts.
const NUMBERS: [i64; 16] = [
    0,
    1,
    -1,
    -5,
    3,
    127,
    1 << 10,
    1 << 20,
    1 << 30,
    i32::MAX as i64,
    i32::MIN as i64,
    1 << 32,
    1 << 40,
    1 << 55,
    i64::MAX,
    i64::MIN,
];

fn number(draw: &mut Draw) -> i64 {
    NUMBERS[draw.below(NUMBERS.len())]
}

/// A table, and the scenario that reads it.
pub(crate) fn table(draw: &mut Draw) -> Input {
    let count = 1 + draw.below(30) as i64;
    let mut columns = usual(count);
    for column in &mut columns {
        written(column, count, draw);
    }
    if draw.chance(60) {
        for _ in 0..1 + draw.below(3) {
            let index = draw.below(columns.len());
            wrong(&mut columns[index], draw);
        }
    }
    let rows = if draw.chance(10) { number(draw) } else { count };
    let mut input = Input::default();
    input.main("x.ron", SCENARIO.into());
    input.companion("x.parquet", file(&columns, rows));
    if draw.chance(20) {
        // The scenario stays as it is.
        input.change_file(1, draw);
    }
    input
}

/// Writes a column in one of the ways in which it can be.
fn written(column: &mut Column, count: i64, draw: &mut Draw) {
    column.codec = [0, 0, SNAPPY, GZIP, GZIP][draw.below(5)];
    if draw.chance(15) {
        column.repetition = 1;
        // The bitmap of missing values is before the values, unless all are missing.
        column.pages = vec![Page::missing(count)];
    } else if draw.chance(25) {
        let values = column.pages.remove(0);
        let most = values.values.clamp(1, 20) as usize;
        let number = draw.below(most) as u8;
        column.pages = vec![Page::dictionary(values), Page::repeated(count, number)];
    } else if draw.chance(25) {
        column.pages[0].kind = 3;
    } else if draw.chance(10) {
        column.pages[0] = noise(count, draw);
    }
}

/// Random bytes as values in some encoding.
fn noise(count: i64, draw: &mut Draw) -> Page {
    let length = draw.below(60);
    let byte = |draw: &mut Draw| match draw.below(3) {
        0 => [0, 1, 4, 32, 127, 128, 255][draw.below(7)],
        _ => draw.below(256) as u8,
    };
    let mut body: Vec<u8> = (0..length).map(|_| byte(draw)).collect();
    if draw.chance(50) {
        // Blocks of 128 numbers in four parts, the usual form.
        body.splice(0..0, [128, 1, 4, count as u8]);
    }
    Page {
        values: count,
        encoding: draw.below(11) as i64,
        body,
        ..Page::default()
    }
}

/// Changes one number of `column`.
fn wrong(column: &mut Column, draw: &mut Draw) {
    let other = number(draw);
    let index = draw.below(column.pages.len());
    let page = &mut column.pages[index];
    match draw.below(15) {
        0 => page.values = other,
        1 => page.packed = Some(other),
        2 => page.unpacked = Some(other),
        3 => page.encoding = draw.below(12) as i64,
        4 => page.kind = draw.below(5) as i64,
        5 => column.physical = draw.below(9) as i64,
        6 => column.converted = Some(draw.below(24) as i64),
        7 => column.width = Some(other),
        8 => column.repetition = draw.below(4) as i64,
        9 => column.codec = draw.below(9) as i64,
        10 => column.values = Some(other),
        11 => column.packed = Some(other),
        12 => column.unpacked = Some(other),
        13 => column.from = Some(other),
        _ => column.dictionary = Some(other),
    }
}
