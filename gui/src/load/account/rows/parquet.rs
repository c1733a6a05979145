//! Tables in Apache Parquet: plain columns, packed by Snappy, gzip or not at all.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::schema::types::Type;

use super::{Found, Row, Take};
use crate::base::input_file;
use crate::base::problem::Problem;
use crate::load::account::layout::Layout;
use crate::scenario::{Says, TableWorkload};

pub(super) fn each(path: &Path, asked: &TableWorkload, take: &mut Take<'_>) -> Result<(), Problem> {
    let file = input_file::open(path)?;
    let reader = SerializedFileReader::new(file).map_err(|error| broken(&error))?;
    let schema = reader.metadata().file_metadata().schema();
    // Lists and the like have no name that a column of a table could have.
    let plain: Vec<Arc<Type>> = schema
        .get_fields()
        .iter()
        .filter(|field| field.is_primitive())
        .cloned()
        .collect();
    let header: Vec<String> = plain.iter().map(|field| field.name().to_owned()).collect();
    let layout = Layout::table(header, asked)?;
    let is_read = |place: usize| {
        Says::ALL
            .iter()
            .any(|&says| layout.column(says) == Some(place))
    };
    let read: Vec<usize> = (0..plain.len()).filter(|&place| is_read(place)).collect();
    let wanted = read.iter().map(|&place| plain[place].clone()).collect();
    let projection = Type::group_type_builder(schema.name())
        .with_fields(wanted)
        .build();
    let projection = projection.map_err(|error| broken(&error))?;
    let rows = reader
        .get_row_iter(Some(projection))
        .map_err(|error| broken(&error))?;
    let mut row = Row::default();
    for (number, found) in rows.enumerate() {
        let found = found.map_err(|error| broken(&error).at(number + 1, 1))?;
        row.line = number + 1;
        row.cells.clear();
        row.cells
            .extend((0..plain.len()).map(|place| (place + 1, Cow::Borrowed(""))));
        for (&place, (_, field)) in read.iter().zip(found.get_column_iter()) {
            row.cells[place].1 = Cow::Owned(text(field));
        }
        take(Found::Row(&layout, &row))?;
    }
    Ok(())
}

/// A value as other tables write it.
fn text(field: &Field) -> String {
    let stamp = |stamp: Result<jiff::Timestamp, jiff::Error>| {
        stamp.map_or_else(|_| String::new(), |stamp| stamp.to_string())
    };
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

fn broken(error: &ParquetError) -> Problem {
    let text = error.to_string();
    let sentence = match text.contains("disabled") || text.contains("feature") {
        true => {
            format!("packed in a way that is not read here ({text}); Snappy, gzip and none are")
        }
        false => format!("not a whole Parquet file: {text}"),
    };
    Problem::input(sentence)
}
