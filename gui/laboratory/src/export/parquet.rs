//! A table as a Parquet file: the values of the CSV file, with their types.

use std::sync::Arc;

use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::base::problem::Problem;
use crate::export::columns::{Cell, Kind, cells_of};

/// A column of that name and type.
fn column(kind: Kind, name: &str) -> Result<Type, ParquetError> {
    let (physical, converted) = match kind {
        Kind::Whole => (Physical::INT64, ConvertedType::NONE),
        Kind::Number => (Physical::DOUBLE, ConvertedType::NONE),
        Kind::Text => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
    };
    Type::primitive_type_builder(name, physical)
        .with_converted_type(converted)
        .with_repetition(Repetition::OPTIONAL)
        .build()
}

/// Returns the bytes of a file of a table of texts, whose first row has the names of the columns.
///
/// # Errors
/// A column cannot be written.
pub fn of_rows(rows: &[Vec<String>]) -> Result<Vec<u8>, Problem> {
    match rows.split_first() {
        Some((names, rows)) => file(names, &cells_of(rows)),
        None => file(&[], &[]),
    }
}

/// Returns the bytes of a file with these columns.
pub(crate) fn file(columns: &[String], rows: &[Vec<Cell>]) -> Result<Vec<u8>, Problem> {
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
        .map(|(name, kind)| column(*kind, name).map(Arc::new));
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
