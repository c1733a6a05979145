//! Maker of a text as `sacct -X -P` writes it, with the fields that Open XDMoD asks for but the name.

use std::io::{self, Write};

use jiff::Timestamp;

use crate::drawn_jobs::{CORES, DrawnJob, drawn_jobs};

/// Names of the fields.
const HEADER: &str = "JobID|JobIDRaw|Cluster|Partition|QOS|Account|Group|GID|User|UID|Submit|Eligible|Start|End|Elapsed|ExitCode|State|NNodes|NCPUS|ReqCPUS|ReqMem|ReqTRES|AllocTRES|Timelimit|NodeList";

/// Writes the header and `count` lines.
///
/// # Errors
/// Those of `out`.
pub(crate) fn write(out: &mut impl Write, count: u64) -> io::Result<()> {
    writeln!(out, "{HEADER}")?;
    drawn_jobs(count).try_for_each(|job| line(out, &job))
}

fn line(out: &mut impl Write, job: &DrawnJob) -> io::Result<()> {
    let DrawnJob {
        number,
        user,
        nodes,
        state,
        ..
    } = job;
    let account = user / 10;
    let [submit, start, end] = [job.submit, job.start, job.end].map(time);
    let partition = ["main", "long", "wide", "debug"][(user % 4) as usize];
    write!(
        out,
        "{number}|{number}|atlas|{partition}|normal|account{account}|group{account}|{}|user{user}|{}",
        5_000 + account,
        20_000 + user
    )?;
    let elapsed = clock((job.end - job.start) as u64);
    write!(
        out,
        "|{submit}|{submit}|{start}|{end}|{elapsed}|0:0|{state}"
    )?;
    if *state == "CANCELLED" {
        write!(out, " by {}", 20_000 + user)?;
    }
    let cores = nodes * CORES;
    let memory = nodes * 250;
    write!(
        out,
        "|{nodes}|{cores}|{cores}|{memory}G|billing={cores},cpu={cores},mem={memory}G,node={nodes}"
    )?;
    write!(
        out,
        "|billing={cores},cpu={cores},mem={memory}G,node={nodes}|{}|",
        clock(job.limit)
    )?;
    match nodes {
        1 => writeln!(out, "cn{:04}", job.first_node),
        _ => {
            let last = job.first_node + nodes - 1;
            writeln!(out, "cn[{:04}-{last:04}]", job.first_node)
        }
    }
}

/// Instant as Slurm writes it in UTC.
fn time(seconds: i64) -> String {
    let stamp = Timestamp::from_second(seconds).expect("it is in the calendar");
    stamp.strftime("%Y-%m-%dT%H:%M:%S").to_string()
}

/// Span as Slurm writes it: `[D-]HH:MM:SS`.
fn clock(seconds: u64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    let seconds = seconds % 60;
    match days {
        0 => format!("{hours:02}:{minutes:02}:{seconds:02}"),
        _ => format!("{days}-{hours:02}:{minutes:02}:{seconds:02}"),
    }
}
