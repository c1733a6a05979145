//! The known name nearest to one that is not known, for the sentences that refuse it.

/// Least similarity of two names, from 0 to 1, by Jaro and Winkler; as command lines take it.
const LEAST: f64 = 0.8;

/// The question whether the one of `names` that is nearest to `name` is meant, or nothing if none is near.
pub(crate) fn meant<T: AsRef<str>>(name: &str, names: impl IntoIterator<Item = T>) -> String {
    let name = name.to_lowercase();
    let near = |one: T| {
        let similarity = strsim::jaro_winkler(&name, &one.as_ref().to_lowercase());
        (similarity >= LEAST).then_some((similarity, one))
    };
    let near = names.into_iter().filter_map(near);
    let nearest = near.max_by(|one, other| one.0.total_cmp(&other.0));
    nearest.map_or_else(String::new, |(_, one)| {
        format!(" (is `{}` meant?)", one.as_ref())
    })
}
