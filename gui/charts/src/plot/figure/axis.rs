//! Axes: what they measure, how they are divided, and what their values are called.

use crate::plot::ticks;
use crate::plot::ticks::Tick;
use laboratory::base::format;
use laboratory::record::clock::Clock;

/// Division of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Even, from 0 on.
    Linear,
    /// Even, from the least value on.
    Near,
    /// By powers of ten.
    Log,
    /// Even, in seconds, minutes, hours and days.
    Time,
    /// Even, from 0 on, as spans of time; values are seconds.
    Duration,
    /// By factors, as spans of time: a second, a minute, an hour, a day.
    LogDuration,
    /// A position for each class of jobs.
    Class,
}

/// An axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// Quantity.
    pub label: String,
    /// Unit of its values, where neither the label nor the scale says it.
    pub unit: Option<&'static str>,
    /// Division.
    pub scale: Scale,
    /// Clock that names its instants, if it is an axis of time.
    pub clock: Clock,
}

impl Axis {
    /// Returns an axis with that division.
    pub fn new(label: &str, scale: Scale) -> Self {
        Self {
            label: label.into(),
            unit: None,
            scale,
            clock: Clock::default(),
        }
    }

    /// Returns the axis with values in `unit`.
    pub(crate) fn in_unit(self, unit: &'static str) -> Self {
        Self {
            unit: Some(unit),
            ..self
        }
    }

    /// Quantity and unit.
    pub fn name(&self) -> String {
        match self.unit {
            Some(unit) => format!("{} in {unit}", self.label),
            None => self.label.clone(),
        }
    }

    /// Returns the title beside the axis.
    pub fn title(&self) -> String {
        match self.scale {
            Scale::Log | Scale::LogDuration => format!("{}, logarithmic", self.name()),
            _ => self.name(),
        }
    }

    /// Returns the heading of its values in tables of numbers: durations are in seconds.
    pub fn heading(&self) -> String {
        if self.is_duration() {
            format!("{} in s", self.label)
        } else {
            self.name()
        }
    }

    /// Whether its values are spans of time.
    pub fn is_duration(&self) -> bool {
        matches!(self.scale, Scale::Duration | Scale::LogDuration)
    }

    /// Returns the axis divided by factors instead of evenly, if `wanted`; also one that begins
    /// near its least value.
    pub fn logarithmic(self, wanted: bool) -> Self {
        let scale = match self.scale {
            Scale::Duration if wanted => Scale::LogDuration,
            Scale::Linear | Scale::Near if wanted => Scale::Log,
            scale => scale,
        };
        Self { scale, ..self }
    }

    /// Returns the axis divided evenly instead of by factors.
    pub(super) fn evenly(self) -> Self {
        let scale = match self.scale {
            Scale::LogDuration => Scale::Duration,
            Scale::Log => Scale::Linear,
            scale => scale,
        };
        Self { scale, ..self }
    }

    /// Returns the position of `value` on an even axis; the logarithm of 0 is below all others.
    pub fn even(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear | Scale::Near | Scale::Time | Scale::Duration | Scale::Class => value,
            Scale::Log | Scale::LogDuration => value.max(f64::MIN_POSITIVE).log10(),
        }
    }

    /// Returns the value at the position `even` of an evenly divided axis.
    pub fn value(&self, even: f64) -> f64 {
        match self.scale {
            Scale::Linear | Scale::Near | Scale::Time | Scale::Duration | Scale::Class => even,
            Scale::Log | Scale::LogDuration => 10_f64.powf(even),
        }
    }

    /// Returns ticks between two values, at most about `most`.
    pub fn ticks(&self, low: f64, high: f64, most: usize) -> Vec<Tick> {
        match self.scale {
            Scale::Linear | Scale::Near => ticks::linear(low, high, most),
            Scale::Log => ticks::decades(low, high, most),
            Scale::Time => ticks::time(low, high, most),
            Scale::Duration => ticks::durations(low, high, most),
            Scale::LogDuration => ticks::duration_factors(low, high, most),
            Scale::Class => ticks::classes(low, high),
        }
    }

    /// Returns `value` in words.
    pub fn format(&self, value: f64) -> String {
        match self.scale {
            Scale::Time if self.has_dates() => self.clock.instant_to(value, 1.0),
            Scale::Time => ticks::time_label(value, 1.0),
            Scale::Duration | Scale::LogDuration => format::span(value),
            Scale::Class => ticks::class_name(value),
            Scale::Linear | Scale::Near | Scale::Log => format::number(value),
        }
    }
}
