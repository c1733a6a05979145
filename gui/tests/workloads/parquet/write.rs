//! Parquet files by structure: every number in them can be wrong.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

/// A writer of Thrift's compact protocol.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    last: i64,
}

/// Types of values.
const WHOLE: u8 = 6;
const BYTES: u8 = 8;
const LIST: u8 = 9;
const STRUCTURE: u8 = 12;

impl Thrift {
    fn unsigned(bytes: &mut Vec<u8>, mut value: u64) {
        while value > 0x7f {
            bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        bytes.push(value as u8);
    }

    fn signed(bytes: &mut Vec<u8>, value: i64) {
        Self::unsigned(bytes, (value << 1 ^ value >> 63) as u64);
    }

    fn field(&mut self, number: i64, kind: u8) {
        self.bytes.push(((number - self.last) as u8) << 4 | kind);
        self.last = number;
    }

    fn whole(mut self, number: i64, value: i64) -> Self {
        self.field(number, WHOLE);
        Self::signed(&mut self.bytes, value);
        self
    }

    fn maybe(self, number: i64, value: Option<i64>) -> Self {
        match value {
            Some(value) => self.whole(number, value),
            None => self,
        }
    }

    fn bytes(mut self, number: i64, value: &[u8]) -> Self {
        self.field(number, BYTES);
        Self::unsigned(&mut self.bytes, value.len() as u64);
        self.bytes.extend(value);
        self
    }

    fn structure(mut self, number: i64, value: Self) -> Self {
        self.field(number, STRUCTURE);
        self.bytes.extend(value.end());
        self
    }

    fn structures(mut self, number: i64, values: Vec<Vec<u8>>) -> Self {
        self.field(number, LIST);
        self.bytes.push(0xf0 | STRUCTURE);
        Self::unsigned(&mut self.bytes, values.len() as u64);
        self.bytes.extend(values.concat());
        self
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Physical type of 64-bit integers.
pub(crate) const WHOLE_64: i64 = 2;
/// Physical type of texts.
pub(crate) const TEXT: i64 = 6;

/// Codec Snappy; 0 is no compression.
pub(crate) const SNAPPY: i64 = 1;
/// Codec gzip.
pub(crate) const GZIP: i64 = 2;

/// A page; `None` stands for the correct value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Page {
    /// 0 has values, 2 a dictionary, 3 values in the newer format.
    pub(crate) kind: i64,
    /// Number of values.
    pub(crate) values: i64,
    /// 0 is plain, 8 by indices into the dictionary.
    pub(crate) encoding: i64,
    /// Its contents, not compressed.
    pub(crate) body: Vec<u8>,
    /// Its compressed size, in bytes.
    pub(crate) packed: Option<i64>,
    /// Its uncompressed size, in bytes.
    pub(crate) unpacked: Option<i64>,
}

impl Page {
    /// Whole numbers, one behind the other.
    pub(crate) fn numbers(values: &[i64]) -> Self {
        Self {
            values: values.len() as i64,
            body: values
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect(),
            ..Self::default()
        }
    }

    /// Texts, each behind its length.
    pub(crate) fn texts(values: &[&[u8]]) -> Self {
        let one = |text: &&[u8]| [&(text.len() as u32).to_le_bytes(), *text].concat();
        Self {
            values: values.len() as i64,
            body: values.iter().flat_map(one).collect(),
            ..Self::default()
        }
    }

    /// A dictionary with the values of `page`.
    pub(crate) fn dictionary(page: Self) -> Self {
        Self { kind: 2, ..page }
    }

    /// `count` times the value at that index of the dictionary, in a run.
    pub(crate) fn repeated(count: i64, number: u8) -> Self {
        let mut body = vec![8];
        Thrift::unsigned(&mut body, (count as u64) << 1);
        body.push(number);
        Self {
            values: count,
            encoding: 8,
            body,
            ..Self::default()
        }
    }

    /// `count` values that are missing, in a run.
    pub(crate) fn missing(count: i64) -> Self {
        let mut run = Vec::new();
        Thrift::unsigned(&mut run, (count as u64) << 1);
        run.push(0);
        Self {
            values: count,
            body: [&(run.len() as u32).to_le_bytes(), &run[..]].concat(),
            ..Self::default()
        }
    }

    fn bytes(&self, codec: i64) -> Vec<u8> {
        let body = match codec {
            GZIP => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
                let done = encoder
                    .write_all(&self.body)
                    .and_then(|()| encoder.finish());
                done.unwrap_or_default()
            }
            SNAPPY => snap::raw::Encoder::new()
                .compress_vec(&self.body)
                .unwrap_or_default(),
            _ => self.body.clone(),
        };
        let own = Thrift::default().whole(1, self.values);
        let own = match self.kind {
            0 => own.whole(2, self.encoding).whole(3, 3).whole(4, 3),
            3 => own
                .whole(2, 0)
                .whole(3, self.values)
                .whole(4, self.encoding)
                .whole(5, 0)
                .whole(6, 0),
            _ => own.whole(2, self.encoding),
        };
        let number = match self.kind {
            2 => 7,
            3 => 8,
            _ => 5,
        };
        let head = Thrift::default()
            .whole(1, self.kind)
            .whole(2, self.unpacked.unwrap_or(self.body.len() as i64))
            .whole(3, self.packed.unwrap_or(body.len() as i64))
            .structure(number, own);
        [head.end(), body].concat()
    }
}

/// A column; `None` stands for the correct value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Column {
    /// Its name.
    pub(crate) name: String,
    /// Physical type of its values.
    pub(crate) physical: i64,
    /// Logical type, in the older format.
    pub(crate) converted: Option<i64>,
    /// Number of bytes of each value, if fixed.
    pub(crate) width: Option<i64>,
    /// Whether a value is required, optional, or a list.
    pub(crate) repetition: i64,
    /// Its codec.
    pub(crate) codec: i64,
    /// Its pages.
    pub(crate) pages: Vec<Page>,
    /// Number of values.
    pub(crate) values: Option<i64>,
    /// Compressed size of its pages, in bytes.
    pub(crate) packed: Option<i64>,
    /// Uncompressed size, in bytes.
    pub(crate) unpacked: Option<i64>,
    /// Offset of its values.
    pub(crate) from: Option<i64>,
    /// Offset of its dictionary.
    pub(crate) dictionary: Option<i64>,
}

impl Column {
    /// A column of these pages.
    pub(crate) fn new(name: &str, physical: i64, pages: Vec<Page>) -> Self {
        Self {
            name: name.to_owned(),
            physical,
            converted: (physical == TEXT).then_some(0),
            pages,
            ..Self::default()
        }
    }
}

/// A file with these columns, and with a number of rows.
pub(crate) fn file(columns: &[Column], rows: i64) -> Vec<u8> {
    let mut bytes = b"PAR1".to_vec();
    let mut chunks = Vec::new();
    for column in columns {
        let begin = bytes.len() as i64;
        let mut first = None;
        for page in &column.pages {
            if page.kind != 2 {
                first.get_or_insert(bytes.len() as i64);
            }
            bytes.extend(page.bytes(column.codec));
        }
        let length = bytes.len() as i64 - begin;
        let first = first.unwrap_or(begin);
        let dictionary = (first > begin).then_some(begin);
        let values = column.pages.iter().filter(|page| page.kind != 2);
        let values = values.map(|page| page.values).fold(0, i64::wrapping_add);
        let about = Thrift::default()
            .whole(1, column.physical)
            .whole(4, column.codec)
            .whole(5, column.values.unwrap_or(values))
            .whole(6, column.unpacked.unwrap_or(length))
            .whole(7, column.packed.unwrap_or(length))
            .whole(9, column.from.unwrap_or(first))
            .maybe(11, column.dictionary.or(dictionary));
        chunks.push(Thrift::default().whole(2, begin).structure(3, about).end());
    }
    let root = Thrift::default()
        .bytes(4, b"schema")
        .whole(5, columns.len() as i64);
    let described = columns.iter().map(|column| {
        let element = Thrift::default()
            .whole(1, column.physical)
            .maybe(2, column.width)
            .whole(3, column.repetition)
            .bytes(4, column.name.as_bytes());
        element.maybe(6, column.converted).end()
    });
    let elements = std::iter::once(root.end()).chain(described).collect();
    let group = Thrift::default()
        .structures(1, chunks)
        .whole(2, bytes.len() as i64)
        .whole(3, rows)
        .end();
    let footer = Thrift::default()
        .whole(1, 1)
        .structures(2, elements)
        .whole(3, rows)
        .structures(4, vec![group])
        .end();
    bytes.extend(&footer);
    bytes.extend((footer.len() as u32).to_le_bytes());
    bytes.extend(b"PAR1");
    bytes
}

/// The columns of a table of jobs, each with `pages` of whole numbers, and their users.
pub(crate) fn jobs(pages: &[Vec<Page>; 5], users: Vec<Page>) -> Vec<Column> {
    let names = ["number", "submit", "start", "end", "cores"];
    let numbers = names.iter().zip(pages);
    let numbers = numbers.map(|(name, pages)| Column::new(name, WHOLE_64, pages.clone()));
    let user = Column::new("user", TEXT, users);
    numbers.chain([user]).collect()
}

/// A table of so many jobs.
pub(crate) fn usual(count: i64) -> Vec<Column> {
    let numbers =
        |of: &dyn Fn(i64) -> i64| vec![Page::numbers(&(0..count).map(of).collect::<Vec<_>>())];
    let users: Vec<String> = (0..count).map(|job| format!("u{}", job % 3)).collect();
    let users: Vec<&[u8]> = users.iter().map(String::as_bytes).collect();
    jobs(
        &[
            numbers(&|job| job + 1),
            numbers(&|job| 10 * job),
            numbers(&|job| 10 * job + 5),
            numbers(&|job| 10 * job + 65),
            numbers(&|job| 1 + job % 4),
        ],
        vec![Page::texts(&users)],
    )
}
