//! Values taken out of sentences: numbers, instants, lists of jobs.

/// The parts of `text` where `pattern` has `{}`, if it matches.
pub(crate) fn taken<'t, const N: usize>(pattern: &str, text: &'t str) -> Option<[&'t str; N]> {
    let mut literals = pattern.split("{}");
    let mut rest = text.strip_prefix(literals.next()?)?;
    let mut found = [""; N];
    let mut literals = literals.peekable();
    for index in &mut found {
        let literal = literals.next()?;
        let is_last = literals.peek().is_none();
        let end = if !is_last {
            rest.find(literal)?
        } else if rest.ends_with(literal) {
            rest.len() - literal.len()
        } else {
            return None;
        };
        *index = &rest[..end];
        rest = &rest[end + literal.len()..];
    }
    (rest.is_empty() && literals.next().is_none()).then_some(found)
}

/// An instant or a span in seconds, as nanoseconds.
pub(crate) fn nanoseconds(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is no number of seconds");
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) || part.len() > 9 {
        return Err(wrong());
    }
    let part: u64 = format!("{part:0<9}").parse().map_err(|_| wrong())?;
    let whole: u64 = whole.parse().map_err(|_| wrong())?;
    Ok(whole * 1_000_000_000 + part)
}

/// `1 node` or `7 nodes`, or the number alone.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let number = match text.split_once(' ') {
        Some(("1", "node")) => "1",
        Some((number, "nodes")) if number != "1" => number,
        None if text == "none" => "0",
        None => text,
        Some(_) => return Err(format!("`{text}` is no count of nodes")),
    };
    number
        .parse()
        .map_err(|_| format!("`{text}` is no count of nodes"))
}

/// The numbers of `job 5`, `jobs 5 and 6`, `jobs 5, 6 and 4 others`, and the number of others.
pub(crate) fn list(text: &str) -> Result<(Vec<u64>, usize), String> {
    let wrong = || format!("`{text}` is no list of jobs");
    if let Some(number) = text.strip_prefix("job ") {
        return Ok((vec![number.parse().map_err(|_| wrong())?], 0));
    }
    let rest = text.strip_prefix("jobs ").ok_or_else(wrong)?;
    let (first, last) = rest.split_once(" and ").ok_or_else(wrong)?;
    let mut numbers = Vec::new();
    for number in first.split(", ") {
        numbers.push(number.parse().map_err(|_| wrong())?);
    }
    match last.strip_suffix(" others") {
        Some(others) => Ok((numbers, others.parse().map_err(|_| wrong())?)),
        None => {
            numbers.push(last.parse().map_err(|_| wrong())?);
            Ok((numbers, 0))
        }
    }
}

#[test]
fn sentences_are_taken_apart() {
    assert_eq!(
        taken("job {} ends at {} s", "job 7 ends at 3 s"),
        Some(["7", "3"])
    );
    assert_eq!(taken::<1>("job {} ends", "job 7 ended"), None);
    assert_eq!(nanoseconds("3.25"), Ok(3_250_000_000));
    assert!(nanoseconds("soon").is_err());
    assert_eq!(list("jobs 5, 6 and 4 others"), Ok((vec![5, 6], 4)));
    assert_eq!(list("jobs 5 and 6"), Ok((vec![5, 6], 0)));
    assert!(list("jobs 5").is_err() && count("1 nodes").is_err());
}
