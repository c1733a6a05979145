//! Sets of nodes, written as kinds and as indices within a kind: `cpu`, `gpu[0-3,7]`.

/// Kind of nodes: its name, if any, and the number of nodes.
pub(super) type NamedKind<'k> = (Option<&'k str>, u32);

/// Sets the bits of the nodes that `text` names, in `words`.
///
/// # Errors
/// A kind or an index does not exist; a sentence says so.
pub(super) fn mark_nodes(
    text: &str,
    kinds: &[NamedKind<'_>],
    words: &mut [u64],
) -> Result<(), String> {
    let (name, places) = match text.split_once('[') {
        Some((name, rest)) => (name, Some(rest)),
        None => (text, None),
    };
    let mut first = 0;
    let found = kinds.iter().find_map(|&(called, count)| {
        let own = first;
        first += count;
        (called == Some(name)).then_some((own, count))
    });
    let Some((first, count)) = found else {
        let names: Vec<_> = kinds.iter().filter_map(|&(called, _)| called).collect();
        return Err(match &*names.join(", ") {
            "" => format!(
                "there is no kind of nodes `{name}`: none has a name, as `kinds: [(name: \"{name}\", …)]` would give it"
            ),
            names => format!("there is no kind of nodes `{name}`; there are {names}"),
        });
    };
    let Some(places) = places else {
        set_bits(words, first, first + count);
        return Ok(());
    };
    let wrong = || {
        format!(
            "`{text}` names no nodes: `{name}` or places of its nodes, as `{name}[0-{}]`, are allowed",
            count - 1
        )
    };
    let places = places.strip_suffix(']').ok_or_else(wrong)?;
    for part in places.split(',') {
        let (from, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let (from, last) = (number(from)?, number(last)?);
        if from > last || last >= count {
            return Err(wrong());
        }
        set_bits(words, first + from, first + last + 1);
    }
    Ok(())
}

/// Sets the bits from index `from` until `until`.
pub(super) fn set_bits(words: &mut [u64], from: u32, until: u32) {
    for node in from..until {
        if let Some(word) = words.get_mut(node as usize / 64) {
            *word |= 1 << (node % 64);
        }
    }
}
