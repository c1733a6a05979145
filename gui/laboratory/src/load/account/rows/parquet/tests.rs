//! Comparison of values with those that the `parquet` crate reads from the same files.

use std::fs::File;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, GzipLevel};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType,
    Int32Type, Int64Type, Int96, Int96Type,
};
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::Field;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use super::text::write_text;
use super::values::Values;
use super::{footer, pages};

const SCHEMA: &str = "message jobs {
    REQUIRED BOOLEAN truth;
    OPTIONAL BOOLEAN perhaps;
    REQUIRED INT32 whole;
    OPTIONAL INT32 small (INTEGER(8, false));
    REQUIRED INT32 unsigned (INTEGER(32, false));
    REQUIRED INT32 day (DATE);
    REQUIRED INT32 cents (DECIMAL(9, 2));
    REQUIRED INT64 long;
    OPTIONAL INT64 milli (TIMESTAMP(MILLIS, true));
    REQUIRED INT64 micro (TIMESTAMP(MICROS, false));
    REQUIRED INT64 huge (INTEGER(64, false));
    REQUIRED INT96 instant;
    REQUIRED FLOAT single;
    OPTIONAL DOUBLE double;
    OPTIONAL BYTE_ARRAY text (STRING);
    REQUIRED BYTE_ARRAY bytes;
    OPTIONAL FIXED_LEN_BYTE_ARRAY(5) five;
    REPEATED INT32 several;
    OPTIONAL group inside { OPTIONAL INT32 deep; }
}";

/// Rows of each of two groups.
const ROWS: usize = 1_500;

/// A number derived from `index`, with runs of equal ones.
fn mixed(index: usize, salt: u64) -> u64 {
    let run = if index % 200 < 80 { index / 40 } else { index };
    let mut value = (run as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ salt);
    value ^= value >> 29;
    value.wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    is_optional: bool,
    value: impl Fn(u64) -> T::T,
) {
    let mut column = group.next_column().unwrap().unwrap();
    let is_there = |index: &usize| !is_optional || !mixed(*index, 3).is_multiple_of(3);
    let there: Vec<usize> = (0..ROWS).filter(is_there).collect();
    let values: Vec<T::T> = there.iter().map(|&index| value(mixed(index, 7))).collect();
    let levels: Vec<i16> = (0..ROWS).map(|index| i16::from(is_there(&index))).collect();
    let levels = is_optional.then_some(&levels[..]);
    column
        .typed::<T>()
        .write_batch(&values, levels, None)
        .unwrap();
    column.close().unwrap();
}

/// A file of two groups, written with `properties`.
fn written(properties: WriterPropertiesBuilder) -> File {
    let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
    let file = tempfile::tempfile().unwrap();
    let again = file.try_clone().unwrap();
    let properties = Arc::new(properties.set_data_page_row_count_limit(400).build());
    let mut writer = SerializedFileWriter::new(again, schema, properties).unwrap();
    for _ in 0..2 {
        let mut group = writer.next_row_group().unwrap();
        let all = &mut group;
        let word = |value: u64| ByteArray::from(format!("user{}", value % 1000).into_bytes());
        write::<BoolType>(all, false, |value| value.is_multiple_of(2));
        write::<BoolType>(all, true, |value| value.is_multiple_of(3));
        write::<Int32Type>(all, false, |value| value as i32);
        write::<Int32Type>(all, true, |value| (value % 200) as i32);
        write::<Int32Type>(all, false, |value| value as i32);
        write::<Int32Type>(all, false, |value| (value % 40_000) as i32 - 9_000);
        write::<Int32Type>(all, false, |value| (value % 400_000) as i32 - 200_000);
        write::<Int64Type>(all, false, |value| value as i64);
        write::<Int64Type>(all, true, |value| {
            (value % 4_000_000_000_000) as i64 - 1_000_000
        });
        write::<Int64Type>(all, false, |value| (value % 4_000_000_000_000_000) as i64);
        write::<Int64Type>(all, false, |value| value as i64);
        write::<Int96Type>(all, false, |value| {
            let mut instant = Int96::new();
            let nanoseconds = value % 86_400_000_000_000;
            let day = 2_440_588 + (value % 30_000) as u32;
            instant.set_data(nanoseconds as u32, (nanoseconds >> 32) as u32, day);
            instant
        });
        write::<FloatType>(all, false, |value| value as f32 / 1e9);
        write::<DoubleType>(all, true, |value| value as f64 / -1e9);
        write::<ByteArrayType>(all, true, word);
        write::<ByteArrayType>(all, false, |value| {
            ByteArray::from(vec![b'a'; (value % 9) as usize])
        });
        write::<FixedLenByteArrayType>(all, true, |value| {
            ByteArray::from(format!("{:05}", value % 100_000).into_bytes()).into()
        });
        let mut several = all.next_column().unwrap().unwrap();
        let (values, levels) = (vec![7; ROWS], vec![1; ROWS]);
        let starts = vec![0; ROWS];
        let done = several
            .typed::<Int32Type>()
            .write_batch(&values, Some(&levels), Some(&starts));
        done.unwrap();
        several.close().unwrap();
        let mut deep = all.next_column().unwrap().unwrap();
        let none: [i32; 0] = [];
        let done = deep
            .typed::<Int32Type>()
            .write_batch(&none, Some(&vec![0; ROWS]), None);
        done.unwrap();
        deep.close().unwrap();
        group.close().unwrap();
    }
    writer.close().unwrap();
    file
}

/// A value as the library reads it, written as in other tables.
fn expected(field: &Field) -> String {
    let stamp = |stamp: Result<jiff::Timestamp, jiff::Error>| stamp.unwrap().to_string();
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::TimestampMillis(value) => stamp(jiff::Timestamp::from_millisecond(*value)),
        Field::TimestampMicros(value) => stamp(jiff::Timestamp::from_microsecond(*value)),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.data()).into_owned(),
        Field::Double(value) => value.to_string(),
        Field::Float(value) => value.to_string(),
        other => other.to_string(),
    }
}

fn assert_read_as_by_the_library(file: &File, what: &str) {
    let library = SerializedFileReader::new(file.try_clone().unwrap()).unwrap();
    let found = footer(file).unwrap();
    assert_eq!(
        found.columns.len(),
        17,
        "lists and groups have no name that a column could have"
    );
    assert_eq!(found.groups.len(), 2);
    for column in &found.columns {
        let mut expected = library.get_row_iter(None).unwrap().map(|row| {
            let row = row.unwrap();
            let mut all = row.get_column_iter();
            let (_, field) = all.find(|(name, _)| **name == column.name).unwrap();
            self::expected(field)
        });
        for group in &found.groups {
            let chunk = &group.chunks[column.leaf_index];
            let pages = pages::pages(file, column, chunk).unwrap();
            let mut values = Values::new(file, column, chunk.codec, pages);
            for row in 0..group.rows {
                let value = values.next().unwrap();
                let mut seen = String::new();
                if let Some(value) = value {
                    write_text(value, column, &mut seen).unwrap();
                }
                let name = &column.name;
                assert_eq!(Some(seen), expected.next(), "{what}: {name}, row {row}");
            }
        }
    }
}

#[test]
fn values_are_read_as_the_library_reads_them() {
    let gzip = Compression::GZIP(GzipLevel::default());
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        for codec in [Compression::UNCOMPRESSED, Compression::SNAPPY, gzip] {
            for has_dictionary in [false, true] {
                let properties = WriterProperties::builder()
                    .set_writer_version(version)
                    .set_compression(codec)
                    .set_dictionary_enabled(has_dictionary);
                let what = format!("{version:?}, {codec:?}, {has_dictionary}");
                assert_read_as_by_the_library(&written(properties), &what);
            }
        }
    }
}

#[test]
fn every_way_to_write_values_is_read() {
    let column = |name: &str| ColumnPath::from(name);
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_column_encoding(column("perhaps"), Encoding::RLE)
        .set_column_encoding(column("whole"), Encoding::DELTA_BINARY_PACKED)
        .set_column_encoding(column("day"), Encoding::BYTE_STREAM_SPLIT)
        .set_column_encoding(column("long"), Encoding::BYTE_STREAM_SPLIT)
        .set_column_encoding(column("milli"), Encoding::DELTA_BINARY_PACKED)
        .set_column_encoding(column("single"), Encoding::BYTE_STREAM_SPLIT)
        .set_column_encoding(column("double"), Encoding::BYTE_STREAM_SPLIT)
        .set_column_encoding(column("text"), Encoding::DELTA_BYTE_ARRAY)
        .set_column_encoding(column("bytes"), Encoding::DELTA_LENGTH_BYTE_ARRAY)
        .set_column_encoding(column("five"), Encoding::DELTA_BYTE_ARRAY);
    assert_read_as_by_the_library(&written(properties), "each in its own way");
}
