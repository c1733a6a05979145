//! Files of text: unpacked if they are packed, up to a bound, and positions in them.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use flate2::bufread::MultiGzDecoder;

use crate::base::input_file::{self, STANDARD_INPUT};
use crate::base::problem::{Problem, open_problem, reason};

/// File being read, unpacked if its content is packed, whatever its name ends with.
pub(crate) struct Input {
    pub(crate) bytes: Box<dyn BufRead>,
    /// Bytes read of the file as it is stored, and its size.
    pub(crate) read: Rc<Cell<u64>>,
    pub(crate) total: u64,
}

/// Default bound on the unpacked size of a file, in MiB: far more than any known log or workflow,
/// and far less than the memory there is.
pub const UNPACKED: u32 = 256;

/// Bound on the unpacked size of a file, in MiB.
static MOST_UNPACKED: AtomicU64 = AtomicU64::new(UNPACKED as u64);

/// Sets the bound on the unpacked size of files, in MiB.
pub fn allow_unpacked(most: u32) {
    MOST_UNPACKED.store(u64::from(most), Ordering::Relaxed);
}

/// Bound on the unpacked size of a file, in bytes.
pub(crate) fn unpacked_bound() -> u64 {
    MOST_UNPACKED.load(Ordering::Relaxed) << 20
}

/// Reader of unpacked bytes up to a bound: a small file can hold more than memory does.
struct BoundedReader<R> {
    inner: R,
    left: u64,
    most: u64,
}

impl<R: Read> Read for BoundedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => {
                let Self { most, .. } = self;
                return Err(io::Error::new(
                    io::ErrorKind::FileTooLarge,
                    format!(
                        "comes to more than {most} MiB when it is unpacked: allow more with --unpacked, or unpack it first"
                    ),
                ));
            }
        }
        Ok(read)
    }
}

/// Reader that counts the bytes read.
struct CountingReader<R> {
    file: R,
    read: Rc<Cell<u64>>,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.read.set(self.read.get() + read as u64);
        Ok(read)
    }
}

/// Bytes of standard input, or why they could not be read.
type Piped = Result<Arc<[u8]>, Problem>;

/// Bytes from standard input: a file may be read more than once, and this only once.
static PIPED: Mutex<Option<Piped>> = Mutex::new(None);

/// Bytes from standard input, up to its end.
fn piped() -> Piped {
    let mut known = PIPED.lock().unwrap_or_else(PoisonError::into_inner);
    known.get_or_insert_with(read_piped).clone()
}

fn read_piped() -> Piped {
    let bytes = read_all(io::stdin().lock(), Path::new(STANDARD_INPUT))?;
    Ok(bytes.into())
}

impl Input {
    /// Opens the file at `path`, or [`STANDARD_INPUT`].
    pub(crate) fn open(path: &Path) -> Result<Self, Problem> {
        if path == Path::new(STANDARD_INPUT) {
            let bytes = piped()?;
            let total = bytes.len() as u64;
            return Self::from_reader(io::Cursor::new(bytes), total, path);
        }
        let file = input_file::open(path)?;
        let total = file.metadata().map_or(0, |metadata| metadata.len());
        Self::from_reader(file, total, path)
    }

    /// Standard input, of unknown length.
    pub(crate) fn from_standard_input() -> Result<Self, Problem> {
        Self::from_reader(io::stdin().lock(), 0, Path::new("standard input"))
    }

    /// Input from `file`, of `total` bytes, which messages call `path`.
    fn from_reader(file: impl Read + 'static, total: u64, path: &Path) -> Result<Self, Problem> {
        let read = Rc::new(Cell::new(0));
        let counted = CountingReader {
            file,
            read: Rc::clone(&read),
        };
        let mut input = BufReader::with_capacity(1 << 16, counted);
        let start = input
            .fill_buf()
            .map_err(|error| open_problem(path, &error))?;
        let packed = start.starts_with(&[0x1f, 0x8b]);
        Ok(Self {
            bytes: if packed {
                let most = MOST_UNPACKED.load(Ordering::Relaxed);
                let unpacked = BoundedReader {
                    inner: MultiGzDecoder::new(input),
                    left: most << 20,
                    most,
                };
                Box::new(BufReader::with_capacity(1 << 16, unpacked))
            } else {
                Box::new(input)
            },
            read,
            total,
        })
    }
}

/// Message where memory does not suffice for what is read.
pub(crate) const NO_MEMORY: &str = "there is not enough memory for what is in it";

/// Problem of a file that failed after it was opened.
pub(crate) fn read_problem(path: &Path, error: &io::Error) -> Problem {
    let sentence = match error.kind() {
        io::ErrorKind::FileTooLarge => error.to_string(),
        io::ErrorKind::OutOfMemory => NO_MEMORY.to_owned(),
        io::ErrorKind::UnexpectedEof => "the gzip file ends too early: it was cut off".to_owned(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
            format!("the gzip file is damaged: {error}")
        }
        _ => format!("cannot be read: {}", reason(error)),
    };
    Problem::input(sentence).in_file(path)
}

/// Byte order mark, with which some editors begin a file.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Size of the longest file that is read as a whole, unpacked, in MiB.
const LONGEST_TEXT: u64 = 512;

/// Reads a whole file; `what` describes the text it should have.
pub(crate) fn read(path: &Path, what: &str) -> Result<String, Problem> {
    let text = String::from_utf8(read_bytes(path)?).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        no_text(error.as_bytes(), offset, what).in_file(path)
    })?;
    Ok(without_mark(text))
}

/// Reads a whole file, of which lines that are not UTF-8 are Latin-1: returns the numbers of
/// these, from 1, as well. `what` describes the text it should have.
pub(crate) fn read_with_latin(path: &Path, what: &str) -> Result<(String, Vec<usize>), Problem> {
    let bytes = match String::from_utf8(read_bytes(path)?) {
        Ok(text) => return Ok((without_mark(text), Vec::new())),
        Err(error) => error.into_bytes(),
    };
    let (mut text, mut latin) = (String::with_capacity(bytes.len()), Vec::new());
    let mut offset = 0;
    for (line, number) in bytes.split_inclusive(|&byte| byte == b'\n').zip(1..) {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            // No encoding of text has these.
            Err(error)
                if line
                    .iter()
                    .any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()) =>
            {
                let offset = offset + error.valid_up_to();
                return Err(no_text(&bytes, offset, what).in_file(path));
            }
            Err(_) => {
                text.extend(line.iter().map(|&byte| char::from(byte)));
                latin.push(number);
            }
        }
        offset += line.len();
    }
    Ok((without_mark(text), latin))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Problem> {
    read_all(Input::open(path)?.bytes, path)
}

/// Reads all of `input`, which messages call `path`, up to [`LONGEST_TEXT`].
fn read_all(input: impl Read, path: &Path) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let most = LONGEST_TEXT << 20;
    input
        .take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| read_problem(path, &error))?;
    if bytes.len() as u64 > most {
        let sentence = format!("too long; at most {LONGEST_TEXT} MiB of text are read");
        return Err(Problem::input(sentence).in_file(path));
    }
    Ok(bytes)
}

/// Problem of bytes that are no text from `offset` on.
fn no_text(bytes: &[u8], offset: usize, what: &str) -> Problem {
    let (line, column) = position(bytes, offset);
    Problem::input(format!("not text; {what}")).at(line, column)
}

fn without_mark(mut text: String) -> String {
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len());
    }
    text
}

/// Line and column, from 1, of the byte at `offset`.
fn position(bytes: &[u8], offset: usize) -> (usize, usize) {
    let before = &bytes[..offset];
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
    let column = 1 + before
        .iter()
        .rev()
        .take_while(|&&byte| byte != b'\n')
        .count();
    (line, column)
}

/// Line and column, from 1, of a part of `text`.
pub(crate) fn position_of(part: &str, text: &str) -> (usize, usize) {
    let offset = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    position(text.as_bytes(), offset.min(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_an_older_encoding_are_latin() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        std::fs::write(&path, b"a\xc3\xbc\nm\xfcller\nplain\n").unwrap();
        let (text, latin) = read_with_latin(&path, "text").unwrap();
        assert_eq!(
            (text.as_str(), &latin[..]),
            ("aü\nmüller\nplain\n", &[2][..])
        );
        std::fs::write(&path, b"plain\n\xfc\x00\n").unwrap();
        let problem = read_with_latin(&path, "text").unwrap_err();
        assert_eq!(problem.position.unwrap().line, 2);
    }

    #[test]
    fn a_part_is_found_by_line_and_column() {
        let text = "ab\ncd ef\n";
        assert_eq!(position_of(&text[6..8], text), (2, 4));
        assert_eq!(position_of(&text[..1], text), (1, 1));
        assert_eq!(position_of(&text[9..], text), (3, 1));
    }

    #[test]
    fn the_mark_of_an_editor_is_no_part_of_the_text() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "\u{feff}{}").unwrap();
        assert_eq!(read(file.path(), "anything").unwrap(), "{}");
    }
}
