//! Reading a log, and drawing one.

use cosched_core::workload::lublin::{Draws, Generator, ParameterSet};
use cosched_core::workload::swf::{ConversionRules, Line, parse, to_job};
use divan::counter::{BytesCount, ItemsCount};

fn main() {
    divan::main();
}

/// One line of 18 fields, as real logs have them.
const LINE: &[u8] = b"  4711  1234567     8312   14425    64   14401.53  5120    64  28800   -1  1    57     3    12   4 -1 -1 -1";

#[divan::bench]
fn line(bencher: divan::Bencher<'_, '_>) {
    bencher
        .counter(BytesCount::new(LINE.len()))
        .bench(|| parse(divan::black_box(LINE)));
}

#[divan::bench]
fn line_to_job(bencher: divan::Bencher<'_, '_>) {
    bencher.bench(|| match parse(divan::black_box(LINE)) {
        Ok(Line::Record(record)) => to_job(&record, &ConversionRules::usual(128)).ok(),
        _ => None,
    });
}

#[divan::bench(args = [Draws::Free, Draws::BitExact])]
fn lublin_model(bencher: divan::Bencher<'_, '_>, draws: Draws) {
    bencher.counter(ItemsCount::new(1_000u32)).bench(|| {
        Generator::new(ParameterSet::Typeless, 128, 1, draws)
            .take(1_000)
            .count()
    });
}
