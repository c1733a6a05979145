//! Numbers of jobs and names of nodes as Slurm shortens them: `42_[1-10%2]`, `n[1-3,7]`.

/// The longest list that is written out.
const MOST: usize = 1_000_000;

/// What a job's number says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Number {
    /// Its own number, or that of its array.
    pub(super) number: u64,
    /// The tasks that are meant; none of a job by itself.
    pub(super) tasks: Vec<u64>,
    /// How many tasks may run at once.
    pub(super) at_once: Option<u32>,
    /// Whether it is a part of a job of several kinds of node: `42+1`.
    pub(super) is_part: bool,
}

impl Number {
    /// That in `text`: `42`, `42_3`, `42_[1-9:2,12%4]` or `42+1`.
    ///
    /// # Errors
    /// Why it is none.
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

/// The tasks in `1-9:2,12%4`, and how many may run at once.
///
/// # Errors
/// Why there are none.
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
        if step == 0 || last < first || last - first >= MOST as u64 {
            return Err(wrong());
        }
        all.extend((first..=last).step_by(step));
    }
    match all.len() {
        1..MOST => Ok((all, at_once)),
        _ => Err(wrong()),
    }
}

/// The nodes in `n[1-3,007],login`; `None` if that is no list of nodes.
pub(super) fn hosts(text: &str) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for word in words(text)? {
        let mut made = vec![String::new()];
        let mut rest = word;
        while let Some((before, behind)) = rest.split_once('[') {
            let (list, after) = behind.split_once(']')?;
            let ranges: Vec<String> = list
                .split(',')
                .map(range)
                .collect::<Option<Vec<_>>>()?
                .concat();
            if made.len().saturating_mul(ranges.len()) > MOST {
                return None;
            }
            made = made
                .iter()
                .flat_map(|begin| {
                    ranges
                        .iter()
                        .map(move |one| format!("{begin}{before}{one}"))
                })
                .collect();
            rest = after;
        }
        all.extend(made.into_iter().map(|begin| begin + rest));
    }
    Some(all)
}

/// Its parts between commas that stand in no brackets.
fn words(text: &str) -> Option<Vec<&str>> {
    let (mut depth, mut begin, mut all) = (0_u32, 0, Vec::new());
    for (place, letter) in text.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                all.push(&text[begin..place]);
                begin = place + 1;
            }
            _ => {}
        }
    }
    all.push(&text[begin..]);
    all.retain(|word| !word.is_empty());
    (depth == 0).then_some(all)
}

/// `08-11` written out, with as many digits.
fn range(text: &str) -> Option<Vec<String>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let digits = first.len();
    let [first, last] = [first, last].map(|end| end.parse::<u64>().ok());
    let (first, last) = (first?, last?);
    let is_short = last >= first && last - first < MOST as u64;
    is_short.then(|| {
        (first..=last)
            .map(|one| format!("{one:0digits$}"))
            .collect()
    })
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
    fn names_of_nodes_are_written_out() {
        let joined = |text: &str| hosts(text).map(|all| all.join(" "));
        for (text, expected) in [
            ("n1", Some("n1")),
            ("n[1-3,7],login", Some("n1 n2 n3 n7 login")),
            ("r[1-2]c[09-10]", Some("r1c09 r1c10 r2c09 r2c10")),
            ("", Some("")),
            ("n[1-", None),
            ("n[a]", None),
            ("n]1", None),
        ] {
            assert_eq!(joined(text).as_deref(), expected, "{text}");
        }
    }
}
