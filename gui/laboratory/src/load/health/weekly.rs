//! Weekly rhythm of submissions.

use super::{InspectedLog, percent};

const DAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// Submissions in each hour of the week.
pub(super) fn week(subject: &InspectedLog<'_>) -> Vec<u64> {
    let mut week = vec![0; 7 * 24];
    for entry in subject.accounts.entries.iter() {
        let hour = subject.clock.hour_of_week(subject.seconds(entry.submit));
        week[hour as usize] += 1;
    }
    week
}

pub(super) fn lines(subject: &InspectedLog<'_>, week: &[u64]) -> Vec<String> {
    let Some(zone) = subject.clock.zone_name() else {
        return vec!["no calendar: it is not known which day it was".to_owned()];
    };
    let all = week.iter().sum::<u64>() as f64;
    let days: Vec<u64> = week.chunks(24).map(|day| day.iter().sum()).collect();
    let each = DAYS.iter().zip(&days);
    let each: Vec<_> = each
        .map(|(day, number)| format!("{} {}", &day[..3], percent(*number as f64, all)))
        .collect();
    let hours: Vec<u64> = (0..24)
        .map(|hour| week.iter().skip(hour).step_by(24).sum())
        .collect();
    let most = hours.iter().enumerate().max_by_key(|(_, number)| **number);
    let least = hours.iter().enumerate().min_by_key(|(_, number)| **number);
    let office: u64 = hours[8..18].iter().sum();
    let (most, least) = (most.map_or(0, |one| one.0), least.map_or(0, |one| one.0));
    vec![
        format!("submissions by day: {}", each.join(", ")),
        format!(
            "{} between 8 and 18 o’clock; most from {most} to {} o’clock ({}), fewest from {least} to {} ({}), in {zone}",
            percent(office as f64, all),
            most + 1,
            percent(hours[most] as f64, all),
            least + 1,
            percent(hours[least] as f64, all)
        ),
    ]
}
