//! Files to be dropped: valid ones, and damaged ones.

use std::path::{Path, PathBuf};

use cosched::load::examples;
use cosched_core::random::Random;

use crate::stored;

/// Number of files kept; later ones replace them.
const KEPT: u64 = 12;
/// Largest size of a valid file, so that steps are short.
const LONGEST: u64 = 1 << 16;

/// A file as the desktop hands it over.
#[derive(Debug)]
pub(crate) struct Dropped(pub(crate) PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// The texts of valid files, each with the extension of its name.
pub(crate) fn good() -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<(String, Vec<u8>)> = examples::ALL
        .iter()
        .map(|example| ("ron".to_owned(), example.text.into()))
        .collect();
    all.push(("swf".to_owned(), log(40).into_bytes()));
    let fixtures = stored::files("").into_iter();
    let short = fixtures.filter(|path| path.metadata().unwrap().len() < LONGEST);
    all.extend(short.map(|path| ("ron".to_owned(), std::fs::read(&path).unwrap())));
    all
}

/// A log in the Standard Workload Format of so many jobs.
fn log(jobs: u64) -> String {
    let mut text = "; MaxProcs: 16\n; UnixStartTime: 1000000000\n".to_owned();
    for job in 1..=jobs {
        let (submit, runtime, nodes) = (job * 7, 1 + job * 37 % 300, 1 + job * 5 % 16);
        let (wait, estimate, user) = (job % 4 * 10, runtime * 2, 1 + job % 5);
        text += &format!(
            "{job} {submit} {wait} {runtime} {nodes} -1 -1 {nodes} {estimate} -1 1 {user} 1 1 {} 1 -1 -1\n",
            1 + job % 3
        );
    }
    text
}

/// Writes a file into `folder`, valid or damaged. Returns its path and the damage.
pub(crate) fn some(
    random: &mut Random,
    good: &[(String, Vec<u8>)],
    folder: &Path,
) -> (PathBuf, &'static str) {
    let (ending, bytes) = &good[random.below(good.len() as u64) as usize];
    let path = folder.join(format!("file-{}.{ending}", random.below(KEPT)));
    let mut bytes = bytes.clone();
    let end = bytes.len() as u64;
    let done = match random.below(14) {
        0 => return (folder.to_path_buf(), "a folder"),
        1 => return (folder.join(format!("gone.{ending}")), "gone"),
        2 => {
            bytes.clear();
            "empty"
        }
        3 => {
            bytes.truncate(random.below(end) as usize);
            "cut off"
        }
        4 => {
            for byte in &mut bytes {
                *byte = random.bits() as u8;
            }
            "random bytes"
        }
        5 => {
            for _ in 0..1 + random.below(8) {
                bytes[random.below(end) as usize] = random.bits() as u8;
            }
            "some bytes changed"
        }
        6 | 7 => {
            change_numbers(random, &mut bytes);
            "numbers changed"
        }
        8 => {
            // Minutes are no unit of any field, and a duration is none of nodes.
            let text = String::from_utf8_lossy(&bytes);
            bytes = text
                .replace(": 1", ": 1 min ")
                .replace(" 1 ", " 1h ")
                .into();
            "wrong units"
        }
        _ => "good",
    };
    std::fs::write(&path, bytes).unwrap();
    (path, done)
}

/// Replaces digits: numbers of the same length, often out of range.
fn change_numbers(random: &mut Random, bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| byte.is_ascii_digit()) {
        if random.below(20) == 0 {
            *byte = b'0' + random.below(10) as u8;
        }
    }
}
