//! Numbers of jobs: of arrays, of heterogeneous jobs, of steps, in whatever way they are
//! abbreviated.

/// Largest number of tasks of an array that are expanded.
const MOST: usize = 1_000_000;

/// Number of a job, with what follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JobId<'t> {
    /// Number of the job; that of the array or of the heterogeneous job for a part of one.
    pub(crate) number: u64,
    /// Part of that job.
    pub(crate) part: Part<'t>,
    /// Own number of that part, if it is given.
    pub(crate) raw: Option<u64>,
    /// Name of a step, as `batch` or `0`.
    pub(crate) step: Option<&'t str>,
}

/// Part of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part<'t> {
    /// All of it.
    Whole,
    /// Task of an array.
    Task(u64),
    /// Several tasks of an array, in the form that [`tasks`] expands.
    Tasks(&'t str),
    /// Component of a heterogeneous job.
    Component(u64),
}

impl<'t> JobId<'t> {
    /// Parses `42`, `42_3`, `42_[1-9:2,12%4]`, `42_*`, `42+1`, `42_3(45)`, and steps of them as in
    /// `42.batch`.
    pub(crate) fn parse(text: &'t str) -> Option<Self> {
        // Most have no part.
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self {
                number: text.parse().ok()?,
                part: Part::Whole,
                raw: None,
                step: None,
            });
        }
        // squeue cuts long lists of tasks off by dots.
        let behind = text.find(']').unwrap_or(0);
        let dot = text[behind..].find('.').map(|dot| behind + dot);
        let (job, step) = match dot {
            Some(dot) => (&text[..dot], Some(&text[dot + 1..])),
            None => (text, None),
        };
        // Logs of slurmctld have the own number behind it.
        let (job, raw) = match job.split_once('(') {
            Some((job, raw)) => (job, Some(raw.strip_suffix(')')?.parse().ok()?)),
            None => (job, None),
        };
        let end = job.find(|letter: char| !letter.is_ascii_digit());
        let (digits, rest) = job.split_at(end.unwrap_or(job.len()));
        let part = match rest.split_at_checked(1) {
            None => Part::Whole,
            Some(("+", component)) => Part::Component(component.parse().ok()?),
            Some(("_", tasks)) => match (tasks.parse(), tasks.strip_prefix('[')) {
                (Ok(task), _) => Part::Task(task),
                (_, Some(list)) => Part::Tasks(list.strip_suffix(']')?),
                (_, None) if tasks == "*" => Part::Tasks(tasks),
                _ => return None,
            },
            Some(_) => return None,
        };
        Some(Self {
            number: digits.parse().ok()?,
            part,
            raw,
            step,
        })
    }
}

/// Expands the tasks in `1-9:2,12%4`, and parses the limit on those that run at once.
///
/// # Errors
/// The text is malformed, or stands for more tasks than are expanded.
pub(crate) fn tasks(text: &str) -> Result<(Vec<u64>, Option<u32>), String> {
    let wrong = || format!("`{text}` are no tasks of an array; 1-9:2,12%4 is allowed");
    if text.contains("...") {
        return Err(format!(
            "`{text}` was cut off by squeue: ask with `-r`, a line to a task"
        ));
    }
    let (list, at_once) = match text.split_once('%') {
        Some((list, most)) => (list, Some(most.parse().map_err(|_| wrong())?)),
        None => (text, None),
    };
    let mut all = Vec::new();
    for part in list.split(',') {
        let (span, step) = match part.split_once(':') {
            Some((span, step)) => (span, step.parse().map_err(|_| wrong())?),
            None => (part, 1_usize),
        };
        let (first, last) = span.split_once('-').unwrap_or((span, span));
        let ends = (first.parse::<u64>().ok(), last.parse::<u64>().ok());
        let (Some(first), Some(last)) = ends else {
            return Err(wrong());
        };
        if step == 0 || last < first {
            return Err(wrong());
        }
        let more = (last - first) / step as u64;
        if more >= (MOST - all.len()) as u64 {
            return Err(format!(
                "`{part}` makes more than {MOST} tasks of one array; as many are allowed"
            ));
        }
        all.extend((first..=last).step_by(step));
    }
    Ok((all, at_once))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_jobs_and_of_their_parts() {
        for (text, number, part) in [
            ("42", 42, Part::Whole),
            ("42_3", 42, Part::Task(3)),
            ("42_[1-4%2]", 42, Part::Tasks("1-4%2")),
            ("42_[1,3,...]", 42, Part::Tasks("1,3,...")),
            ("42_*", 42, Part::Tasks("*")),
            ("42+1", 42, Part::Component(1)),
        ] {
            let found = JobId::parse(text).unwrap();
            let expected = JobId {
                number,
                part,
                raw: None,
                step: None,
            };
            assert_eq!(found, expected, "{text}");
            let step = format!("{text}.batch");
            assert_eq!(JobId::parse(&step).unwrap().step, Some("batch"));
        }
        assert_eq!(JobId::parse("42_3(45)").unwrap().raw, Some(45));
        for wrong in [
            "", "x", "42_", "42_[1-", "42x", "42+", "42+x", "42_x", "42(45", "é",
        ] {
            assert_eq!(JobId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn tasks_of_arrays() {
        assert_eq!(tasks("1-4%2"), Ok((vec![1, 2, 3, 4], Some(2))));
        assert_eq!(tasks("0,3-9:3"), Ok((vec![0, 3, 6, 9], None)));
        for wrong in ["", "1-", "5-1", "1,3,...", "1:0", "*", "1%x"] {
            assert!(tasks(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn many_ranges_have_no_more_tasks_together_than_one() {
        let ranges = ["1-999999"; 500].join(",");
        let sentence = tasks(&ranges).unwrap_err();
        assert!(sentence.contains("1000000 tasks"), "{sentence}");
        assert_eq!(tasks("1-999999").unwrap().0.len(), 999_999);
    }
}
