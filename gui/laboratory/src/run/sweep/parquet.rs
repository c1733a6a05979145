//! A table as a Parquet file: the values of the CSV file, with their types.

use std::sync::Arc;

use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::base::problem::Problem;
use crate::base::sanitize::cell;

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Cell {
    /// A measured number.
    Number(f64),
    /// A word, or a number as written in the scenario.
    Text(String),
    /// No value.
    Nothing,
}

impl Cell {
    /// Makes a cell of a scenario's text, without quotation marks.
    pub(super) fn of(text: &str) -> Self {
        let inside = text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        Self::Text(inside.unwrap_or(text).to_owned())
    }

    /// Returns the cell as CSV text.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            // Numbers may begin with a sign; formulas, which spreadsheets would evaluate, may not.
            Self::Text(text) if text.parse::<f64>().is_ok() => text.clone(),
            Self::Text(text) => cell(text),
            Self::Nothing => String::new(),
        }
    }

    fn whole(&self) -> Option<i64> {
        match self {
            Self::Text(text) => text.parse().ok(),
            _ => None,
        }
    }

    fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            // A whole number beyond `i64` would lose digits as a floating-point number.
            Self::Text(text) if text.parse::<u128>().is_ok() && self.whole().is_none() => None,
            Self::Text(text) => text.parse().ok().filter(|number: &f64| number.is_finite()),
            Self::Nothing => None,
        }
    }
}

/// Type of a column's cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Whole,
    Number,
    Text,
}

impl Kind {
    /// The type of the column with that index.
    fn of(name: &str, rows: &[Vec<Cell>], column: usize) -> Self {
        let mut cells = rows
            .iter()
            .map(|row| &row[column])
            .filter(|cell| **cell != Cell::Nothing);
        let is_name = ["policy", "digest"].contains(&name);
        if is_name {
            Self::Text
        } else if cells.clone().all(|cell| cell.whole().is_some()) {
            Self::Whole
        } else if cells.all(|cell| cell.number().is_some()) {
            Self::Number
        } else {
            Self::Text
        }
    }

    fn column(self, name: &str) -> Result<Type, ParquetError> {
        let (physical, converted) = match self {
            Self::Whole => (Physical::INT64, ConvertedType::NONE),
            Self::Number => (Physical::DOUBLE, ConvertedType::NONE),
            Self::Text => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        };
        Type::primitive_type_builder(name, physical)
            .with_converted_type(converted)
            .with_repetition(Repetition::OPTIONAL)
            .build()
    }
}

/// Returns the bytes of a file with these columns.
pub(super) fn file(columns: &[String], rows: &[Vec<Cell>]) -> Result<Vec<u8>, Problem> {
    write(columns, rows).map_err(|error| Problem::output(format!("as Parquet: {error}")))
}

fn write(columns: &[String], rows: &[Vec<Cell>]) -> Result<Vec<u8>, ParquetError> {
    let names = columns.iter().enumerate();
    let kinds: Vec<_> = names
        .map(|(column, name)| Kind::of(name, rows, column))
        .collect();
    let fields = columns
        .iter()
        .zip(&kinds)
        .map(|(name, kind)| kind.column(name).map(Arc::new));
    let schema = Type::group_type_builder("results").with_fields(fields.collect::<Result<_, _>>()?);
    let properties = WriterProperties::builder().set_created_by("cosched".to_owned());
    let mut writer = SerializedFileWriter::new(
        Vec::new(),
        Arc::new(schema.build()?),
        Arc::new(properties.build()),
    )?;
    let mut group = writer.next_row_group()?;
    let mut number = 0;
    while let Some(mut column) = group.next_column()? {
        let cells = || rows.iter().map(|row| &row[number]);
        // 1 where there is a value.
        let levels: Vec<i16> = cells()
            .map(|cell| i16::from(*cell != Cell::Nothing))
            .collect();
        let levels = Some(&levels[..]);
        match kinds[number] {
            Kind::Whole => {
                let values: Vec<i64> = cells().filter_map(Cell::whole).collect();
                column
                    .typed::<Int64Type>()
                    .write_batch(&values, levels, None)?;
            }
            Kind::Number => {
                let values: Vec<f64> = cells().filter_map(Cell::number).collect();
                column
                    .typed::<DoubleType>()
                    .write_batch(&values, levels, None)?;
            }
            Kind::Text => {
                let known = cells().filter(|cell| **cell != Cell::Nothing);
                let values: Vec<ByteArray> =
                    known.map(|cell| ByteArray::from(&*cell.text())).collect();
                column
                    .typed::<ByteArrayType>()
                    .write_batch(&values, levels, None)?;
            }
        }
        column.close()?;
        number += 1;
    }
    group.close()?;
    writer.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    #[test]
    fn what_is_read_back_is_what_was_written() {
        let columns = ["load", "policy", "seed", "wait", "none"].map(str::to_owned);
        let text = |text: &str| Cell::Text(text.to_owned());
        let rows = [
            vec![
                text("0.85"),
                text("EASY"),
                text("1"),
                Cell::Number(0.1),
                Cell::Nothing,
            ],
            vec![
                text("1"),
                text("7"),
                text("-2"),
                Cell::Nothing,
                Cell::Number(-3.0),
            ],
        ];
        let bytes = file(&columns, &rows).unwrap();
        assert_eq!(bytes, file(&columns, &rows).unwrap());
        let kept = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(kept.path(), bytes).unwrap();
        let reader = SerializedFileReader::new(kept.reopen().unwrap()).unwrap();
        let read: Vec<Vec<Field>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| {
                row.unwrap()
                    .get_column_iter()
                    .map(|(_, field)| field.clone())
                    .collect()
            })
            .collect();
        let word = |text: &str| Field::Str(text.to_owned());
        assert_eq!(
            read[0],
            [
                Field::Double(0.85),
                word("EASY"),
                Field::Long(1),
                Field::Double(0.1),
                Field::Null
            ]
        );
        assert_eq!(
            read[1],
            [
                Field::Double(1.0),
                word("7"),
                Field::Long(-2),
                Field::Null,
                Field::Double(-3.0)
            ]
        );
    }
}
