//! Attributes of a job, by name.

use std::borrow::Cow;

use super::amount::{span, whole};
use crate::load::slurm::text::Stamp;

/// Names and values of a job, in the order in which they were written.
#[derive(Debug, Default)]
pub(in crate::load) struct Attributes<'t>(Vec<(Cow<'t, str>, Cow<'t, str>)>);

/// A value that cannot be read.
#[derive(Debug)]
pub(in crate::load) struct BadValue {
    /// Its name, the value, and what is allowed.
    pub(in crate::load) sentence: String,
}

impl<'t> Attributes<'t> {
    /// Adds an attribute.
    pub(in crate::load) fn add(
        &mut self,
        name: impl Into<Cow<'t, str>>,
        value: impl Into<Cow<'t, str>>,
    ) {
        self.0.push((name.into(), value.into()));
    }

    /// Adds `text` to the last value, if there is one.
    pub(in crate::load) fn append(&mut self, text: &str) {
        if let Some((_, value)) = self.0.last_mut() {
            value.to_mut().push_str(text);
        }
    }

    /// Value of the attribute called `name`, unless it is empty.
    pub(in crate::load) fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(own, _)| own == name)?;
        let value = value.trim();
        (!value.is_empty()).then_some(value)
    }

    /// Account, in the attribute called `name`, or else the project; jobs for which their users name
    /// none have one called so.
    pub(in crate::load) fn account(&self, name: &str) -> Option<&str> {
        let project = self.get("project");
        let project = project.filter(|project| *project != "_pbs_project_default");
        self.get(name).or(project)
    }

    /// Value of the attribute called `name`, as `parse` reads it.
    ///
    /// # Errors
    /// It cannot be read; `allowed` says what can.
    pub(in crate::load) fn value<T>(
        &self,
        name: &str,
        allowed: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, BadValue> {
        let Some(text) = self.get(name) else {
            return Ok(None);
        };
        let wrong = || BadValue {
            sentence: format!("`{name}` is `{text}`: {allowed} is allowed"),
        };
        parse(text).ok_or_else(wrong).map(Some)
    }

    /// Number of things.
    ///
    /// # Errors
    /// It is no number.
    pub(in crate::load) fn count(&self, name: &str) -> Result<Option<u32>, BadValue> {
        self.value(name, "a whole number from 0 on", whole)
    }

    /// Instant in seconds since 1970; 0 stands for none.
    ///
    /// # Errors
    /// It is no number.
    pub(in crate::load) fn instant(&self, name: &str) -> Result<Option<Stamp>, BadValue> {
        let seconds = |text: &str| whole::<i64>(text)?.checked_mul(1000);
        let found = self.value(name, "a number of seconds since 1970", seconds)?;
        Ok(found.filter(|stamp| *stamp > 0).map(Stamp))
    }

    /// Span in milliseconds.
    ///
    /// # Errors
    /// It is no span.
    pub(in crate::load) fn span(&self, name: &str) -> Result<Option<u64>, BadValue> {
        self.value(name, "a span such as 01:30:00, or seconds,", span)
    }
}
