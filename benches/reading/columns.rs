//! Maker of a table in Parquet with the columns of F-DATA, packed by Snappy with dictionaries, as
//! pandas writes tables.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::drawn_jobs::{CORES, DrawnJob, drawn_jobs};

const SCHEMA: &str = "message jobs {
    OPTIONAL INT64 jid;
    OPTIONAL BYTE_ARRAY usr (STRING);
    OPTIONAL INT64 adt (TIMESTAMP(MICROS, true));
    OPTIONAL INT64 sdt (TIMESTAMP(MICROS, true));
    OPTIONAL INT64 edt (TIMESTAMP(MICROS, true));
    OPTIONAL DOUBLE duration;
    OPTIONAL INT64 elpl;
    OPTIONAL INT64 nnumr;
    OPTIONAL INT64 nnuma;
    OPTIONAL INT64 cnumr;
    OPTIONAL INT64 cnumat;
}";

/// Rows of a group.
const ROWS_OF_GROUP: usize = 250_000;

/// Writes `count` rows to the file at `path`.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write(path: &Path, count: u64) -> Result<()> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
    let properties = Arc::new(properties.build());
    let mut writer = SerializedFileWriter::new(File::create(path)?, schema, properties)?;
    let jobs: Vec<DrawnJob> = drawn_jobs(count).collect();
    for jobs in jobs.chunks(ROWS_OF_GROUP) {
        let mut group = writer.next_row_group()?;
        write_group(&mut group, jobs)?;
        group.close()?;
    }
    writer.close()?;
    Ok(())
}

fn write_group(group: &mut SerializedRowGroupWriter<'_, File>, jobs: &[DrawnJob]) -> Result<()> {
    let micro = |seconds: i64| seconds * 1_000_000;
    column::<Int64Type>(group, jobs, |job| job.number as i64)?;
    column::<ByteArrayType>(group, jobs, |job| {
        ByteArray::from(format!("user{:08}", job.user).into_bytes())
    })?;
    column::<Int64Type>(group, jobs, |job| micro(job.submit))?;
    column::<Int64Type>(group, jobs, |job| micro(job.start))?;
    column::<Int64Type>(group, jobs, |job| micro(job.end))?;
    column::<DoubleType>(group, jobs, |job| (job.end - job.start) as f64)?;
    column::<Int64Type>(group, jobs, |job| job.limit as i64)?;
    for each in [1, 1, CORES, CORES] {
        column::<Int64Type>(group, jobs, |job| (job.nodes * each) as i64)?;
    }
    Ok(())
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    jobs: &[DrawnJob],
    value: impl Fn(&DrawnJob) -> T::T,
) -> Result<()> {
    let mut column = group.next_column()?.expect("it has as many columns");
    let values: Vec<T::T> = jobs.iter().map(value).collect();
    // No value is missing.
    let levels = vec![1; jobs.len()];
    column
        .typed::<T>()
        .write_batch(&values, Some(&levels), None)?;
    column.close()
}
