//! Tables in Arrow's memory, which other libraries take over without a copy.

use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, BooleanArray, DurationNanosecondArray, Float64Array, Int64Array, RecordBatch,
    RecordBatchIterator, RecordBatchOptions, StringArray, TimestampNanosecondArray,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, Schema};
use cosched_core::{Duration, Time};
use laboratory::export::ColumnValues;
use laboratory::record::clock::Clock;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};

use crate::errors::input;
use crate::tables::{Field as NumpyField, array};

/// A table with columns of one type each; cells may have no value.
#[pyclass(frozen, module = "cosched")]
pub(crate) struct ArrowTable(RecordBatch);

/// Names of columns of instants and of spans.
#[derive(Default)]
pub(crate) struct Times {
    pub(crate) instants: &'static [&'static str],
    pub(crate) spans: &'static [&'static str],
}

/// A table that is being made, column by column.
pub(crate) struct Columns {
    rows: usize,
    fields: Vec<Field>,
    arrays: Vec<ArrayRef>,
}

impl Columns {
    /// A table of `rows` rows without columns.
    pub(crate) fn of(rows: usize) -> Self {
        let (fields, arrays) = Default::default();
        Self {
            rows,
            fields,
            arrays,
        }
    }

    fn add(&mut self, name: &str, array: impl Array + 'static) {
        let kind = array.data_type().clone();
        self.fields.push(Field::new(name, kind, true));
        self.arrays.push(Arc::new(array));
    }

    /// Adds a column of whole numbers.
    pub(crate) fn whole(&mut self, name: &str, of: impl Fn(usize) -> Option<i64>) {
        self.add(name, (0..self.rows).map(of).collect::<Int64Array>());
    }

    /// Adds a column of numbers.
    pub(crate) fn number(&mut self, name: &str, of: impl Fn(usize) -> Option<f64>) {
        self.add(name, (0..self.rows).map(of).collect::<Float64Array>());
    }

    /// Adds a column of what is or is not so.
    pub(crate) fn flag(&mut self, name: &str, of: impl Fn(usize) -> bool) {
        let flags: Vec<bool> = (0..self.rows).map(of).collect();
        self.add(name, BooleanArray::from(flags));
    }

    /// Adds a column of texts.
    pub(crate) fn text(&mut self, name: &str, of: impl Fn(usize) -> Option<String>) {
        let mut texts = StringBuilder::new();
        (0..self.rows).for_each(|row| texts.append_option(of(row)));
        self.add(name, texts.finish());
    }

    /// Adds a column of spans, in nanoseconds.
    pub(crate) fn span(&mut self, name: &str, of: impl Fn(usize) -> Option<Duration>) {
        let spans = (0..self.rows).map(|row| of(row).and_then(|span| i64::try_from(span.0).ok()));
        self.add(name, spans.collect::<DurationNanosecondArray>());
    }

    /// Adds a column of instants, in nanoseconds: in the zone of `clock` where it has a calendar, else
    /// as spans since second 0. One that never comes has no value.
    pub(crate) fn instant(
        &mut self,
        name: &str,
        clock: &Clock,
        of: impl Fn(usize) -> Option<Time>,
    ) -> PyResult<()> {
        let of = |row| of(row).filter(|&instant| instant < Time::MAX);
        let Some(zone) = clock.zone_name() else {
            self.span(name, |row| of(row).map(|instant| instant.since(Time::ZERO)));
            return Ok(());
        };
        let epoch = i128::from(clock.epoch()) * 1_000_000_000;
        let after_epoch = |instant: Time| {
            i64::try_from(epoch + i128::from(instant.0))
                .map_err(|_| input(format!("`{name}`: an instant lies beyond the year 2262, and Arrow has no nanoseconds then; `jobs` has seconds")))
        };
        let instants: PyResult<TimestampNanosecondArray> = (0..self.rows)
            .map(|row| of(row).map(after_epoch).transpose())
            .collect();
        self.add(name, instants?.with_timezone(zone));
        Ok(())
    }

    /// The table of columns that have their values.
    pub(crate) fn with_values(columns: Vec<(String, ColumnValues)>) -> PyResult<ArrowTable> {
        Self::with_times(columns, &Times::default(), &Clock::default())
    }

    /// The table likewise; `times` are columns of whole seconds, made instants of `clock` and spans.
    pub(crate) fn with_times(
        columns: Vec<(String, ColumnValues)>,
        times: &Times,
        clock: &Clock,
    ) -> PyResult<ArrowTable> {
        let rows = columns.first().map_or(0, |(_, values)| values.len());
        let mut made = Self::of(rows);
        for (name, values) in &columns {
            let is_in = |names: &[&str]| names.contains(&name.as_str());
            match values {
                ColumnValues::Whole(values) if is_in(times.instants) => {
                    let time = |seconds| u64::try_from(seconds).ok().map(Time::from_seconds);
                    made.instant(name, clock, |row| values[row].and_then(time))?;
                }
                ColumnValues::Whole(values) if is_in(times.spans) => {
                    let span = |seconds| u64::try_from(seconds).ok().map(Duration::from_seconds);
                    made.span(name, |row| values[row].and_then(span));
                }
                ColumnValues::Whole(values) => made.whole(name, |row| values[row]),
                ColumnValues::Number(values) => made.number(name, |row| values[row]),
                ColumnValues::Text(values) => made.text(name, |row| values[row].clone()),
            }
        }
        made.table()
    }

    /// The table.
    pub(crate) fn table(self) -> PyResult<ArrowTable> {
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        let schema = Arc::new(Schema::new(self.fields));
        RecordBatch::try_new_with_options(schema, self.arrays, &options)
            .map(ArrowTable)
            .map_err(|error| input(error.to_string()))
    }
}

#[pymethods]
impl ArrowTable {
    /// The rows as a capsule with an Arrow stream, which shares them.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Who gets other types than were asked for converts them, as the interface says.
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The types of the columns as a capsule with an Arrow schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.0.schema().as_ref())
            .map_err(|error| input(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// Names of the columns with their types, in Arrow's words.
    #[getter]
    fn types(&self) -> Vec<(String, String)> {
        let schema = self.0.schema();
        let fields = schema.fields().iter();
        fields
            .map(|field| (field.name().clone(), field.data_type().to_string()))
            .collect()
    }

    /// Names of the columns of dates, each with its zone.
    #[getter]
    fn zones(&self) -> Vec<(String, String)> {
        let schema = self.0.schema();
        let zone = |field: &Arc<Field>| match field.data_type() {
            DataType::Timestamp(_, Some(zone)) => Some((field.name().clone(), zone.to_string())),
            _ => None,
        };
        schema.fields().iter().filter_map(zone).collect()
    }

    /// The columns as arrays of numpy; cells without a value are NaN, NaT or None.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for (field, column) in self.0.schema().fields().iter().zip(self.0.columns()) {
            columns.set_item(field.name(), numpy_of(py, column)?)?;
        }
        Ok(columns)
    }
}

/// What numpy has for a nanosecond that there is not.
const NOT_A_TIME: i64 = i64::MIN;

/// A column as an array of numpy.
fn numpy_of<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyAny>> {
    let any = column.as_any();
    if let Some(numbers) = any.downcast_ref::<Float64Array>() {
        return fixed(py, numbers.iter().map(|one| one.unwrap_or(f64::NAN)), "f8");
    }
    if let Some(whole) = any.downcast_ref::<Int64Array>() {
        if whole.null_count() > 0 {
            // Whole numbers of numpy have no value for none.
            let numbers = whole
                .iter()
                .map(|one| one.map_or(f64::NAN, |one| one as f64));
            return fixed(py, numbers, "f8");
        }
        return fixed(py, whole.iter().map(Option::unwrap_or_default), "i8");
    }
    if let Some(flags) = any.downcast_ref::<BooleanArray>() {
        return fixed(py, flags.iter().map(Option::unwrap_or_default), "?");
    }
    let or_none = |one: Option<i64>| one.unwrap_or(NOT_A_TIME);
    if let Some(spans) = any.downcast_ref::<DurationNanosecondArray>() {
        return fixed(py, spans.iter().map(or_none), "m8[ns]");
    }
    if let Some(instants) = any.downcast_ref::<TimestampNanosecondArray>() {
        return fixed(py, instants.iter().map(or_none), "M8[ns]");
    }
    let texts = any.downcast_ref::<StringArray>();
    let texts: Vec<Option<&str>> = texts.map_or_else(Vec::new, |texts| texts.iter().collect());
    let kind = PyDict::new(py);
    kind.set_item("dtype", "O")?;
    let numpy = py.import("numpy")?;
    numpy.call_method("array", PyTuple::new(py, [texts])?, Some(&kind))
}

/// Values of one size as an array of numpy.
fn fixed<'py>(
    py: Python<'py>,
    values: impl Iterator<Item = impl NumpyField>,
    kind: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let mut bytes = Vec::new();
    values.for_each(|value| value.append(&mut bytes));
    array(py, &bytes, kind)
}
