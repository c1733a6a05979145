//! Memory of the whole window with one and two million jobs, from opening until nothing moves any
//! more: the most, what is left then, and both for each job.
//!
//! `cargo bench --bench memory` makes the files in a folder of its own, and removes them;
//! `-- open FILE` opens one file, and prints both in KiB.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use cosched::desktop::App;
use cosched_benches::workload;
use egui_kittest::Harness;

/// Numbers of jobs; bytes a job are the difference divided by that of the numbers.
const JOBS: [usize; 2] = [1_000_000, 2_000_000];
const NODES: u32 = 1_024;
const LOAD: f64 = 0.65;
const SIZE: [f32; 2] = [1_600.0, 1_000.0];

/// Most memory, and what is left of it, in KiB.
type Memory = [u64; 2];

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<_> = words.iter().filter(|word| !word.starts_with('-')).collect();
    if let [word, path] = words[..]
        && word == "open"
    {
        open(PathBuf::from(path));
        return Ok(());
    }
    let folder = std::env::temp_dir().join(format!("memory-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    println!("MiB of the window: the most, and what is left, and bytes a job of both\n");
    for (name, make) in [
        ("a scenario with EASY", scenario as fn(&Path, usize) -> _),
        ("the log itself", log),
    ] {
        let mut found = [Memory::default(); 2];
        for (found, jobs) in found.iter_mut().zip(JOBS) {
            *found = measured(&make(&folder, jobs)?)?;
        }
        line(name, found);
    }
    std::fs::remove_dir_all(&folder)
}

fn line(name: &str, [small, large]: [Memory; 2]) {
    print!("{name:24}");
    for memory in [small, large] {
        print!(" {:>7} {:>7}", memory[0] >> 10, memory[1] >> 10);
    }
    let more = (JOBS[1] - JOBS[0]) as u64;
    let each = [0, 1].map(|which| large[which].saturating_sub(small[which]) * 1024 / more);
    println!(" {:>7} {:>7}", each[0], each[1]);
}

/// Opens the file at `path` in a process of its own.
fn measured(path: &Path) -> std::io::Result<Memory> {
    let program = std::env::current_exe()?;
    let output = Command::new(program).arg("open").arg(path).output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let mut numbers = said.split_whitespace().flat_map(str::parse);
    Ok([0, 1].map(|_| numbers.next().unwrap_or_default()))
}

/// Opens the file at `path` in the window, and prints the memory that this process had and has.
fn open(path: PathBuf) {
    let mut app = App::new(vec![path]);
    app.settle();
    let mut window = Harness::builder()
        .with_size(SIZE)
        .with_max_steps(50)
        .build_eframe(move |_| app);
    for _ in 0..2 {
        window.run_ok();
        window.state_mut().settle();
    }
    window.run_ok();
    println!("{} {}", memory("VmHWM:"), memory("VmRSS:"));
}

/// Memory of this process by the name that Linux has for it, in KiB.
fn memory(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let found = lines.find_map(|line| line.strip_prefix(name));
    let found = found.and_then(|found| found.split_whitespace().next());
    found
        .and_then(|found| found.parse().ok())
        .unwrap_or_default()
}

/// A log of `jobs` jobs that names user, group, queue, application, memory and wait of each.
fn log(folder: &Path, jobs: usize) -> std::io::Result<PathBuf> {
    let mut text = format!("; MaxNodes: {NODES}\n; MaxProcs: {NODES}\n");
    for (number, job) in workload(jobs, NODES, LOAD).iter().enumerate() {
        let [submit, runtime, estimate] =
            [job.submit.0, job.runtime.0, job.estimate.0].map(|span| span / 1_000_000_000);
        let (wait, nodes) = (number % 5_000, job.nodes);
        let (user, group, program) = (number % 400, number % 40, number % 90);
        // Infallible, into a string.
        let _ = writeln!(
            text,
            "{} {submit} {wait} {runtime} {nodes} -1 2048 {nodes} {estimate} 4096 1 {user} {group} {program} {} -1 -1 -1",
            number + 1,
            number % 4
        );
    }
    let path = folder.join(format!("{jobs}.swf"));
    std::fs::write(&path, text)?;
    Ok(path)
}

/// A scenario of that log with EASY alone.
fn scenario(folder: &Path, jobs: usize) -> std::io::Result<PathBuf> {
    log(folder, jobs)?;
    let path = folder.join(format!("{jobs}.ron"));
    let text = format!(
        "(machine: Cluster(nodes: {NODES}), workload: Swf(path: \"{jobs}.swf\"), policies: [Easy])"
    );
    std::fs::write(&path, text)?;
    Ok(path)
}
