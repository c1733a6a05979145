//! Numbers of jobs as Slurm abbreviates them: `42_[1-10%2]`.

/// Largest number of tasks of an array that are expanded.
const MOST: usize = 1_000_000;

/// Parsed number of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Number {
    /// Own number, or that of its array.
    pub(super) number: u64,
    /// Tasks of the array; empty for a job by itself.
    pub(super) tasks: Vec<u64>,
    /// Limit on tasks that run at once.
    pub(super) at_once: Option<u32>,
    /// Whether it is a part of a heterogeneous job: `42+1`.
    pub(super) is_part: bool,
}

impl Number {
    /// Parses `42`, `42_3`, `42_[1-9:2,12%4]` or `42+1`.
    ///
    /// # Errors
    /// The text is malformed.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("`{text}` is no number of a job; 42, 42_3, 42_[1-10%2] and 42+1 are allowed")
        };
        let end = text.find(|letter: char| !letter.is_ascii_digit());
        let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
        let mut found = Self {
            number: digits.parse().map_err(|_| wrong())?,
            tasks: Vec::new(),
            at_once: None,
            is_part: false,
        };
        match rest.split_at_checked(1) {
            None => {}
            Some(("+", part)) => {
                part.parse::<u32>().map_err(|_| wrong())?;
                found.is_part = true;
            }
            Some(("_", tasks)) => {
                let inner = tasks
                    .strip_prefix('[')
                    .map_or(Some(tasks), |inner| inner.strip_suffix(']'));
                (found.tasks, found.at_once) = self::tasks(inner.unwrap_or(tasks))?;
            }
            Some(_) => return Err(wrong()),
        }
        Ok(found)
    }
}

/// Parses the tasks in `1-9:2,12%4`, and the limit on those that run at once.
///
/// # Errors
/// The text is malformed.
pub(super) fn tasks(text: &str) -> Result<(Vec<u64>, Option<u32>), String> {
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
    fn numbers_of_jobs_and_tasks() {
        let read = |text: &str| Number::parse(text).map(|one| (one.number, one.tasks, one.at_once));
        assert_eq!(read("42"), Ok((42, vec![], None)));
        assert_eq!(read("42_3"), Ok((42, vec![3], None)));
        assert_eq!(read("42_[1-4%2]"), Ok((42, vec![1, 2, 3, 4], Some(2))));
        assert_eq!(read("42_[0,3-9:3]"), Ok((42, vec![0, 3, 6, 9], None)));
        assert!(Number::parse("42+1").unwrap().is_part);
        for wrong in [
            "",
            "x",
            "42_",
            "42_[1-",
            "42_[5-1]",
            "42_[1,3,...]",
            "42.batch",
            "42_[1:0]",
        ] {
            assert!(Number::parse(wrong).is_err(), "{wrong}");
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
