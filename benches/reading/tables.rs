//! Processor time and memory for reading accounting: 100 MB as `sacct -P` writes it, and a million
//! rows in Parquet, beside awk and pyarrow where these are installed.
//!
//! `cargo bench --bench tables` makes both files in a folder of its own, always the same ones, and
//! removes them; `-- FOLDER` makes them there, and keeps them. Each is read by a process of its own.

mod columns;
mod drawn_jobs;
mod sacct;

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use cosched::load::account;
use cosched::scenario::TableWorkload;

/// Number of lines of the text.
const LINES: u64 = 350_000;
/// Number of rows in Parquet.
const ROWS: u64 = 1_000_000;
/// Files that are made.
const FILES: [&str; 2] = ["jobs.sacct", "jobs.parquet"];
/// Argument of a process that reads a file.
const READ: &str = "read";

/// Sums a column of the text, as little as awk can do with it.
const AWK: &str = "{ sum += $18 } END { print sum }";
/// Reads the table given, and prints the seconds and KiB for it.
const PYARROW: &str = "
import resource, sys, time
import pyarrow.parquet
begun = time.process_time()
table = pyarrow.parquet.read_table(sys.argv[1])
print(time.process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<_> = words.iter().filter(|word| !word.starts_with('-')).collect();
    match words[..] {
        [word, path] if word == READ => read(Path::new(path)),
        [folder] => compare(Path::new(folder)),
        _ => {
            let folder = std::env::temp_dir().join(format!("tables-{}", std::process::id()));
            std::fs::create_dir(&folder).expect("a folder for the files");
            compare(&folder);
            std::fs::remove_dir_all(&folder).expect("it is ours");
        }
    }
}

/// Makes the files in `folder`, and prints a line for each reader of each.
fn compare(folder: &Path) {
    let [text, table] = FILES.map(|name| folder.join(name));
    let mut out = BufWriter::new(File::create(&text).expect("a new file"));
    sacct::write(&mut out, LINES).expect("room for it");
    out.flush().expect("room for it");
    columns::write(&table, ROWS).expect("room for it");
    println!("Accounting read: CPU seconds, and the most memory in MiB.\n");
    println!("{:<26} {:>8} {:>8}", "", "seconds", "MiB");
    for path in [&text, &table] {
        own_line(path);
    }
    awk_line(&text);
    pyarrow_line(&table);
}

/// Reads the table at `path`, and prints the number of its jobs.
fn read(path: &Path) {
    let options = TableWorkload::with_path(path.to_path_buf());
    let accounts = account::read(&options, path).expect("a table");
    println!("{} {}", accounts.entries.len(), most_memory());
}

fn own_line(path: &Path) {
    let program = std::env::current_exe().expect("this program");
    let mut command = Command::new(program);
    command.arg(READ).arg(path);
    let (seconds, said) = run(&mut command).expect("this program runs");
    let (jobs, memory) = said.split_once(' ').expect("two numbers");
    let name = format!("cosched, {jobs} {}", ending(path));
    line(&name, seconds, memory.parse().ok());
}

fn awk_line(path: &PathBuf) {
    let mut command = Command::new("awk");
    command.args(["-F|", AWK]).arg(path);
    match run(&mut command) {
        Some((seconds, _)) => line("awk, a sum of one field", seconds, None),
        None => println!("awk is not installed"),
    }
}

fn pyarrow_line(path: &PathBuf) {
    let mut command = Command::new("python3");
    command.args(["-c", PYARROW]).arg(path);
    let said = run(&mut command).map(|(_, said)| said);
    let numbers = said.as_deref().and_then(|said| said.split_once(' '));
    let seconds = numbers.and_then(|(seconds, _)| seconds.parse().ok());
    match (seconds, numbers) {
        (Some(seconds), Some((_, memory))) => line("pyarrow", seconds, memory.parse().ok()),
        _ => println!("pyarrow is not installed"),
    }
}

/// Prints a line; memory is in KiB.
fn line(name: &str, seconds: f64, memory: Option<u64>) {
    print!("{name:<26} {seconds:>8.2}");
    match memory {
        Some(memory) => println!(" {:>8}", memory >> 10),
        None => println!(),
    }
}

fn ending(path: &Path) -> &str {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.unwrap_or_default()
}

/// Runs a program: the CPU seconds it took, to a hundredth, and the line it wrote; `None` where there
/// is no such program, or it fails.
fn run(command: &mut Command) -> Option<(f64, String)> {
    let before = seconds_of_children();
    let output = command.output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    let seconds = seconds_of_children() - before;
    let said = said.trim().to_owned();
    output.status.success().then_some((seconds, said))
}

/// CPU seconds of all processes that this one started and waited for. Linux says so in
/// `/proc/self/stat`, in the fields 16 and 17, of which the second is the program's name in brackets.
fn seconds_of_children() -> f64 {
    /// Ticks in a second, on every Linux.
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    let fields = behind_name.split_whitespace().skip(13).take(2);
    let ticks = fields.filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / TICKS
}

/// Most memory that this process has had, in KiB.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let mut lines = status.lines();
    let most = lines.find_map(|line| line.strip_prefix("VmHWM:"));
    let most = most.and_then(|most| most.split_whitespace().next());
    most.and_then(|most| most.parse().ok()).expect("a number")
}
