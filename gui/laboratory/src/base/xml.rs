//! XML files, with a bound on attributes: a reader compares each with all others of its element.

use roxmltree::{Document, Error, ParsingOptions};

use super::problem::Problem;
use super::text_file::position_of;

/// Largest number of attributes of an element: hundreds of times what workflows and platforms have.
const MOST_ATTRIBUTES: usize = 1_000;

/// Parses `text`, in which a document type is allowed if `with_type`.
///
/// # Errors
/// An element has too many attributes, or the parser fails, which `otherwise` describes.
pub(crate) fn document(
    text: &str,
    with_type: bool,
    otherwise: impl FnOnce(Error) -> Problem,
) -> Result<Document<'_>, Problem> {
    check(text)?;
    let options = ParsingOptions {
        allow_dtd: with_type,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).map_err(otherwise)
}

/// Checks that no element of `text` has too many attributes; errors of syntax are left to the
/// parser.
fn check(text: &str) -> Result<(), Problem> {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let tag = &rest[at..];
        let behind = |begin: &str, end: &str| {
            let inner = tag.strip_prefix(begin)?;
            Some(inner.split_once(end).map_or("", |(_, behind)| behind))
        };
        let skipped = behind("<!--", "-->")
            .or_else(|| behind("<![CDATA[", "]]>"))
            .or_else(|| behind("<?", "?>"))
            // Entities may have elements in them.
            .or_else(|| tag.strip_prefix("<!"));
        rest = match skipped {
            Some(rest) => rest,
            None => {
                let (attributes, rest) = attributes(&tag[1..]);
                if attributes > MOST_ATTRIBUTES {
                    let (line, column) = position_of(tag, text);
                    let sentence = format!(
                        "the element that begins here has {attributes} attributes; at most {MOST_ATTRIBUTES} are read"
                    );
                    return Err(Problem::input(sentence).at(line, column));
                }
                rest
            }
        };
    }
    Ok(())
}

/// Counts the attributes up to the end of a tag, and returns the text behind it.
fn attributes(tag: &str) -> (usize, &str) {
    let (mut quote, mut count) = (None, 0);
    for (at, letter) in tag.char_indices() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '=') => count += 1,
            (None, '<' | '>') => return (count, &tag[at..]),
            (None, _) => {}
        }
    }
    (count, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_of_very_many_attributes_is_refused_where_it_begins() {
        let many = |count: usize| {
            let all = (0..count).map(|number| format!(" a{number}='='"));
            format!("<a>\n  <b{}/></a>", all.collect::<String>())
        };
        assert!(check(&many(1_000)).is_ok());
        let problem = check(&many(100_000)).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "the element that begins here has 100000 attributes; at most 1000 are read"
        );
        let index = problem.position.unwrap();
        assert_eq!((index.line, index.column), (2, 3));
        // Also where entities only name them, to be inserted later.
        let entity = format!("<!DOCTYPE a [<!ENTITY e \"{}\">]><a/>", many(2_000));
        assert!(check(&entity).is_err());
    }

    #[test]
    fn text_like_attributes_is_not_counted() {
        let equals = "= ".repeat(5_000);
        for text in [
            format!("<a><!-- <b {equals} --></a>"),
            format!("<a><![CDATA[<b {equals}]]></a>"),
            format!("<a b='{equals}'>{equals}</a>"),
        ] {
            assert!(check(&text).is_ok());
        }
    }
}
