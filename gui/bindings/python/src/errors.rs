//! Problems of the laboratory as exceptions.

use laboratory::base::problem::Problem;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    cosched,
    Error,
    PyValueError,
    "A problem in one sentence, with the `file`, `line` and `column` it was found in, or None."
);

/// `problem` as an exception.
pub(crate) fn raised(problem: &Problem) -> PyErr {
    let sentence = match (&problem.file, problem.position) {
        (None, Some(at)) => format!("line {}, column {}: {problem}", at.line, at.column),
        _ => problem.to_string(),
    };
    let error = Error::new_err(sentence);
    let noted = Python::attach(|py| {
        let value = error.value(py);
        let (line, column) = problem.position.map(|at| (at.line, at.column)).unzip();
        let file = problem.file.as_ref().map(|file| file.display().to_string());
        value.setattr("file", file)?;
        value.setattr("line", line)?;
        value.setattr("column", column)
    });
    noted.err().unwrap_or(error)
}

/// An exception with this sentence, found in no file.
pub(crate) fn input(sentence: impl Into<String>) -> PyErr {
    raised(&Problem::input(sentence))
}
