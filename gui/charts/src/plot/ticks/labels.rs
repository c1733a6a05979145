//! Labels of the ticks of an axis.

use cosched_core::workload::Class;

use laboratory::record::clock::{DAY, HOUR, MINUTE};

/// Returns the span of time at a tick of a logarithmic axis, in the largest unit of which it is a
/// whole number.
pub fn factor_label(at: f64) -> String {
    let is_whole = |unit: &f64| {
        let many = at / unit;
        many > 0.5 && (many - many.round()).abs() < 1e-6 * many
    };
    match [DAY, HOUR, MINUTE].into_iter().find(is_whole) {
        Some(unit) => duration_label((at / unit).round() * unit, unit),
        None => format!("{} s", number(at, at.min(1.0))),
    }
}

/// Returns a span of time in the unit in which steps of `step` seconds are whole.
pub fn duration_label(at: f64, step: f64) -> String {
    let units = [(DAY, "d"), (HOUR, "h"), (MINUTE, "min")];
    let is_whole = |unit: f64| step >= unit && (step / unit).fract() < 1e-9;
    let found = units.into_iter().find(|(unit, _)| is_whole(*unit));
    let (unit, name) = found.unwrap_or((1.0, "s"));
    match number(at / unit, step / unit) {
        zero if zero == "0" => zero,
        value => format!("{value} {name}"),
    }
}

/// Returns an instant in words, as exact as ticks `step` seconds apart need.
pub fn time_label(at: f64, step: f64) -> String {
    let sign = if at < 0.0 { "-" } else { "" };
    // Half a millionth of a step is rounding, not time.
    let total = at.abs() + step * 5e-7;
    let (days, rest) = ((total / DAY).floor(), total % DAY);
    let (hours, minutes) = ((rest / HOUR).floor(), (rest % HOUR / MINUTE).floor());
    let second = |pad: bool| {
        let decimals = if step < 1.0 {
            (-step.log10()).ceil().clamp(0.0, 9.0) as usize
        } else {
            0
        };
        let value = if step < 1.0 {
            total % MINUTE
        } else {
            (total % MINUTE).floor()
        };
        let width = if pad {
            2 + usize::from(decimals > 0) + decimals
        } else {
            0
        };
        format!("{value:0width$.decimals$}")
    };
    let clock = if step >= HOUR {
        format!("{hours} h")
    } else if step >= MINUTE && days + hours == 0.0 {
        format!("{minutes} min")
    } else if step >= MINUTE {
        format!("{hours}:{minutes:02} h")
    } else if days + hours + minutes == 0.0 {
        format!("{} s", second(false))
    } else if days + hours == 0.0 {
        format!("{minutes}:{} min", second(true))
    } else {
        format!("{hours}:{minutes:02}:{} h", second(true))
    };
    match days {
        0.0 if total < 1e-3 * step => "0".into(),
        0.0 => format!("{sign}{clock}"),
        _ if step >= DAY || (step >= HOUR && hours == 0.0) => format!("{sign}{days} d"),
        _ => format!("{sign}{days} d {clock}"),
    }
}

/// Returns a span in words for people: about three digits.
pub fn span(seconds: f64) -> String {
    let (value, unit) = match seconds.abs() {
        size if size >= DAY => (seconds / DAY, "d"),
        size if size >= HOUR => (seconds / HOUR, "h"),
        size if size >= MINUTE => (seconds / MINUTE, "min"),
        _ => (seconds, "s"),
    };
    let decimals = if value.abs() >= 100.0 || value == value.trunc() {
        0
    } else {
        1
    };
    format!("{value:.decimals$} {unit}")
}

/// Returns a number as exact as ticks `step` apart need.
pub fn number(at: f64, step: f64) -> String {
    let decimals = (-step.log10()).ceil().clamp(0.0, 9.0) as usize;
    let at = if at.abs() < step * 1e-6 { 0.0 } else { at };
    if at.abs() >= 1e6 && step >= 1e5 {
        return format!("{} M", number(at / 1e6, step / 1e6));
    }
    format!("{at:.decimals$}")
}

/// Returns the label of ten to the `power`.
pub fn power_label(power: f64) -> String {
    let value = 10_f64.powf(power);
    if (-3.0..5.5).contains(&power) {
        number(value, value.min(1.0))
    } else {
        format!("1e{power:.0}")
    }
}

/// Returns the class whose bars are at the position `at`; empty beside all of them.
pub(crate) fn class_name(at: f64) -> String {
    let index = (at + 0.5).floor();
    let class = Class::ALL
        .iter()
        .zip(0..)
        .find(|(_, own)| f64::from(*own) == index);
    class
        .map(|(class, _)| class.to_string())
        .unwrap_or_default()
}
