//! Lines of the Standard Workload Format, well formed and not.

use cosched_core::workload::swf::{
    ConversionRules, DropReason, Header, Line, LineErrorKind, Record, parse, to_job,
};
use cosched_core::{Duration, Time};

fn record(line: &str) -> Record {
    match parse(line.as_bytes()) {
        Ok(Line::Record(record)) => record,
        other => panic!("{other:?}"),
    }
}

fn error(line: &[u8]) -> (usize, LineErrorKind) {
    let error = parse(line).unwrap_err();
    (error.column, error.kind)
}

const USUAL: &str = "  1 100 5 60 4 -1 -1 8 120 -1 1 3 1 7 2 -1 -1 -1";

#[test]
fn all_eighteen_fields_are_read() {
    let line = "9 10.5 2 3.25 4 5.000000001 6 7 8 9 1 11 12 13 14 15 16 17 extra";
    let seconds = |value: i64| value * 1_000_000_000;
    let expected = Record {
        number: 9,
        submit: 10_500_000_000,
        wait: seconds(2),
        runtime: 3_250_000_000,
        allocated: 4,
        cpu_time: 5_000_000_001,
        used_memory: 6,
        requested: 7,
        requested_time: seconds(8),
        requested_memory: 9,
        status: 1,
        user: 11,
        group: 12,
        executable: 13,
        queue: 14,
        partition: 15,
        preceding: 16,
        think_time: seconds(17),
        further_fields: 1,
    };
    assert_eq!(record(line), expected);
}

#[test]
fn unknown_is_minus_one() {
    let record = record("1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1");
    assert_eq!(
        (record.submit, record.runtime),
        (-1_000_000_000, -1_000_000_000)
    );
    assert_eq!((record.allocated, record.user), (-1, -1));
}

#[test]
fn lines_other_than_records() {
    assert_eq!(parse(b" \t\r\n"), Ok(Line::Blank));
    let header = Line::Header {
        key: "MaxNodes",
        value: "70  (dual)",
    };
    assert_eq!(parse(b" ;     MaxNodes: 70  (dual)\n"), Ok(header));
    assert_eq!(parse(b"; just words"), Ok(Line::Comment("just words")));
    assert_eq!(parse(b"; \xff old encoding: 1"), Ok(Line::Comment("")));
}

#[test]
fn errors_have_position_and_kind() {
    let seventeen = b"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17";
    let kind = LineErrorKind::TooFewFields { found: 17 };
    assert_eq!(error(seventeen), (seventeen.len() + 1, kind));
    let word = USUAL.replace(" 60 ", " 1h ");
    assert_eq!(
        error(word.as_bytes()),
        (11, LineErrorKind::NotANumber { field: 3 })
    );
    let half = USUAL.replace(" 4 ", " 4.5 ");
    assert_eq!(
        error(half.as_bytes()),
        (14, LineErrorKind::NotWhole { field: 4 })
    );
    let huge = USUAL.replace(" 100 ", " 99999999999 ");
    assert_eq!(
        error(huge.as_bytes()),
        (5, LineErrorKind::TooLarge { field: 1 })
    );
    let huge = USUAL.replace(" 8 ", " 99999999999999999999 ");
    assert_eq!(
        error(huge.as_bytes()).1,
        LineErrorKind::TooLarge { field: 7 }
    );
    assert_eq!(error(b"\x7fELF\x01\x02").1, LineErrorKind::NotText);
    for odd in ["-", ".", "--1", "1.2.3", "1e5", "+", "0x10"] {
        let line = USUAL.replace(" 60 ", &format!(" {odd} "));
        assert_eq!(
            error(line.as_bytes()).1,
            LineErrorKind::NotANumber { field: 3 },
            "{odd}"
        );
    }
}

/// Numbers before a space are read by another way than those before a tab.
#[test]
fn fields_are_the_same_before_a_space_and_before_a_tab() {
    for digits in 1..=21 {
        let number = &"918273645546372819999"[..digits];
        for old in [" 100 ", " 60 ", " 4 ", " 8 "] {
            let spaced = USUAL.replace(old, &format!(" {number} "));
            let tabbed = USUAL.replace(old, &format!(" {number}\t"));
            assert_ne!(spaced, USUAL);
            assert_eq!(
                parse(spaced.as_bytes()),
                parse(tabbed.as_bytes()),
                "{number}"
            );
        }
    }
}

#[test]
fn headers_are_read_as_they_come() {
    let mut header = Header::default();
    for (key, value) in [
        ("maxnodes", "338 (batch partition; 512 total)"),
        ("MaxRuntime", "N/A"),
        ("UnixStartTime", "844218847"),
        ("MaxProcs", "1664 (72, 1368, 224)"),
        ("MaxProcs", "9"),
        ("Preemption", "Double"),
        ("Version", "SWF v2"),
    ] {
        header.note(key, value);
    }
    assert_eq!(header.machine(), Some(1664));
    assert_eq!(
        (header.max_nodes, header.unix_start),
        (Some(338), Some(844_218_847))
    );
    assert!(header.has_parts);
    let mut without = Header::default();
    without.note("MaxProcs", "-1");
    assert_eq!(without.machine(), None);
}

#[test]
fn a_record_becomes_a_job() {
    let rules = ConversionRules::usual(128);
    let (job, changed) = to_job(&record(USUAL), &rules).unwrap();
    assert_eq!(job.submit, Time::from_seconds(100));
    assert_eq!(
        (job.runtime, job.estimate),
        (Duration::from_seconds(60), Duration::from_seconds(120))
    );
    assert_eq!((job.nodes, changed), (4, Default::default()));
    let requested = ConversionRules {
        prefer_requested: true,
        ..rules
    };
    assert_eq!(to_job(&record(USUAL), &requested).unwrap().0.nodes, 8);
}

#[test]
fn invalid_records_are_dropped_with_the_reason() {
    let rules = ConversionRules {
        has_parts: true,
        ..ConversionRules::usual(128)
    };
    let cases = [
        (" 100 5", " -1 5", DropReason::NoSubmit),
        (" 60 4 -1 -1 8 ", " 60 0 -1 -1 -1 ", DropReason::NoSize),
        (" 60 ", " -1 ", DropReason::NoRuntime),
        (" 60 ", " 0 ", DropReason::ZeroRuntime),
        (" 4 ", " 129 ", DropReason::TooWide),
        (" 4 ", " 99999999999 ", DropReason::TooWide),
        (" -1 1 3", " -1 2 3", DropReason::Part),
    ];
    for (from, to, why) in cases {
        let line = USUAL.replacen(from, to, 1);
        assert_eq!(to_job(&record(&line), &rules), Err(why), "{line}");
    }
    // Without parts, status 2 is an exit code and the job is kept.
    let line = USUAL.replacen(" -1 1 3", " -1 2 3", 1);
    assert!(to_job(&record(&line), &ConversionRules::usual(128)).is_ok());
}

#[test]
fn options_change_instead_of_dropping() {
    let rules = ConversionRules {
        keep_zero_runtimes: true,
        clip_wide: true,
        raise_estimates: true,
        ..ConversionRules::usual(3)
    };
    let (job, changed) = to_job(&record(&USUAL.replace(" 60 ", " 0 ")), &rules).unwrap();
    assert_eq!((job.runtime, job.nodes), (Duration::from_seconds(1), 3));
    assert!(changed.runtime_raised && changed.clipped);
    let (job, changed) = to_job(&record(&USUAL.replace(" 60 ", " 200 ")), &rules).unwrap();
    assert_eq!(job.estimate, Duration::from_seconds(200));
    assert!(changed.estimate_raised && !changed.outran_estimate);
    let (job, changed) = to_job(&record(&USUAL.replace(" 120 ", " -1 ")), &rules).unwrap();
    assert_eq!(
        (job.estimate, changed.estimate_missing),
        (job.runtime, true)
    );
    let (_, changed) = to_job(&record(&USUAL.replace(" 60 4 ", " 60 -1 ")), &rules).unwrap();
    assert!(changed.other_size);
}
