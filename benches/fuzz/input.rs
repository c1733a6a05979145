//! Files of an execution, and changes to them.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::draw::Draw;
use crate::surface::Surface;

/// Files of an execution: the first is the one that is opened.
#[derive(Clone, Default)]
pub(crate) struct Input {
    /// Reader of the files.
    pub(crate) surface: Surface,
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl Input {
    /// Sets the file that is opened first.
    pub(crate) fn main(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.insert(0, (name.to_owned(), bytes));
    }

    /// Adds a file that the first one names.
    pub(crate) fn companion(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.push((name.to_owned(), bytes));
    }

    /// Writes all files into `folder`; returns the path of the first.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<PathBuf> {
        for (name, bytes) in &self.files {
            std::fs::write(folder.join(name), bytes)?;
        }
        let first = self.files.first().map_or("", |(name, _)| name);
        Ok(folder.join(first))
    }

    /// Changes a few tokens or bytes of one of the files.
    pub(crate) fn change(&mut self, draw: &mut Draw) {
        let index = draw.below(self.files.len());
        self.change_file(index, draw);
    }

    /// Changes a few tokens or bytes of the file with this index.
    pub(crate) fn change_file(&mut self, index: usize, draw: &mut Draw) {
        let Some((_, bytes)) = self.files.get_mut(index) else {
            return;
        };
        for _ in 0..1 + draw.below(3) {
            match draw.below(8) {
                0 => change_byte(bytes, draw),
                1 => cut(bytes, draw),
                2 => repeat(bytes, draw),
                _ => change_token(bytes, draw),
            }
        }
    }
}

/// In a form that can be given to the program again.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, bytes) in &self.files {
            writeln!(f, "--- {name}")?;
            for letter in String::from_utf8_lossy(bytes).chars() {
                if letter.is_control() && letter != '\n' {
                    write!(f, "{}", letter.escape_default())?
                } else {
                    write!(f, "{letter}")?
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn change_byte(bytes: &mut [u8], draw: &mut Draw) {
    let index = draw.below(bytes.len());
    let value = [0, b'\n', b'"', 0x1b, 0xff, b'(', b']', b'-', b'9'][draw.below(9)];
    if let Some(byte) = bytes.get_mut(index) {
        *byte = value;
    }
}

fn cut(bytes: &mut Vec<u8>, draw: &mut Draw) {
    let from = draw.below(bytes.len());
    let to = (from + 1 + draw.below(30)).min(bytes.len());
    bytes.drain(from.min(to)..to);
}

fn repeat(bytes: &mut Vec<u8>, draw: &mut Draw) {
    let from = draw.below(bytes.len());
    let to = (from + 1 + draw.below(60)).min(bytes.len());
    let part = bytes[from.min(to)..to].to_vec();
    bytes.splice(from..from, part);
}

/// Replaces a token by an extreme number or another token of the same file.
fn change_token(bytes: &mut Vec<u8>, draw: &mut Draw) {
    let tokens = tokens(bytes);
    if tokens.is_empty() {
        return;
    }
    let is_number = |bytes: &[u8]| bytes[0].is_ascii_digit() || bytes[0] == b'-';
    let numbers = tokens
        .iter()
        .filter(|(from, to)| is_number(&bytes[*from..*to]));
    let numbers: Vec<_> = numbers.copied().collect();
    let among = if numbers.is_empty() || draw.chance(25) {
        &tokens
    } else {
        &numbers
    };
    let (from, to) = among[draw.below(among.len())];
    let other = if draw.chance(60) {
        draw.extreme().as_bytes().to_vec()
    } else {
        let (from, to) = tokens[draw.below(tokens.len())];
        bytes[from..to].to_vec()
    };
    bytes.splice(from..to, other);
}

/// Positions of the words and numbers.
fn tokens(bytes: &[u8]) -> Vec<(usize, usize)> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-+".contains(&byte);
    let (mut tokens, mut from) = (Vec::new(), None);
    for (index, &byte) in bytes.iter().chain(b" ").enumerate() {
        match (from, is_part(byte)) {
            (None, true) => from = Some(index),
            (Some(begin), false) => {
                tokens.push((begin, index));
                from = None;
            }
            _ => {}
        }
    }
    tokens
}
