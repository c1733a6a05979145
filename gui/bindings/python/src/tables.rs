//! Rows of numbers as arrays of numpy.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;

/// Type of a row: names of fields and what numpy calls their types, made once.
pub(crate) struct RowType {
    fields: &'static [(&'static str, &'static str)],
    made: PyOnceLock<Py<PyAny>>,
}

impl RowType {
    pub(crate) const fn new(fields: &'static [(&'static str, &'static str)]) -> Self {
        let made = PyOnceLock::new();
        Self { fields, made }
    }

    /// The type as numpy has it.
    pub(crate) fn dtype<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyAny>> {
        let made = self.made.get_or_try_init(py, || {
            let kind = py
                .import("numpy")?
                .call_method1("dtype", (self.fields.to_vec(),))?;
            PyResult::Ok(kind.unbind())
        })?;
        Ok(made.bind(py))
    }

    /// The rows in `bytes` as an array, which cannot be written to.
    pub(crate) fn array<'py>(&self, py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        array(py, bytes, self.dtype(py)?)
    }
}

/// The values in `bytes`, of the type that numpy calls `kind`, as an array.
pub(crate) fn array<'py>(
    py: Python<'py>,
    bytes: &[u8],
    kind: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    static FROM_BUFFER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let from_buffer = FROM_BUFFER.import(py, "numpy", "frombuffer")?;
    from_buffer.call1((PyBytes::new(py, bytes), kind))
}

/// A field of a row, as bytes.
pub(crate) trait Field {
    /// Appends it.
    fn append(self, bytes: &mut Vec<u8>);
}

impl Field for f64 {
    fn append(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_ne_bytes());
    }
}

impl Field for i64 {
    fn append(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_ne_bytes());
    }
}

impl Field for bool {
    fn append(self, bytes: &mut Vec<u8>) {
        bytes.push(u8::from(self));
    }
}
