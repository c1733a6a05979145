//! Fields beyond the eighteenth, which some logs have: their meaning is given or named in the
//! header.

use crate::scenario::Dialect;

/// Values of the further fields of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::load) enum FurtherFields {
    /// None, or their meaning is unknown.
    None,
    /// Frontier's.
    Frontier {
        /// Nodes of the job.
        nodes: i64,
    },
    /// AleaNG's.
    AleaNg {
        /// GPUs of the job.
        gpus: i64,
        /// Whether it has a soft wall time.
        soft_time: bool,
        /// Whether its nodes must have properties.
        properties: bool,
    },
}

/// Dialect that a line of the header names: that of its computer, or of the program that wrote it.
pub(in crate::load) fn from_header(key: &str, value: &str) -> Option<Dialect> {
    let says = |text: &str, word: &str| text.to_ascii_lowercase().contains(word);
    if says(value, "aleang") || says(key, "aleang") {
        Some(Dialect::AleaNg)
    } else if key.eq_ignore_ascii_case("Computer") && says(value, "frontier") {
        Some(Dialect::Frontier)
    } else {
        None
    }
}

impl FurtherFields {
    /// Parses the further fields of `line`, `fields` of them.
    ///
    /// # Errors
    /// A field is malformed: its column and a message.
    pub(in crate::load) fn parse(
        dialect: Option<Dialect>,
        line: &[u8],
        fields: u32,
    ) -> Result<Self, (usize, String)> {
        let Some(dialect) = dialect else {
            return Ok(Self::None);
        };
        let (name, least, most) = match dialect {
            Dialect::Frontier => ("Frontier", 1, u32::MAX),
            Dialect::AleaNg => ("AleaNG", 3, 3),
        };
        if !(least..=most).contains(&fields) {
            let wanted = match dialect {
                Dialect::Frontier => "more than 18",
                Dialect::AleaNg => "21",
            };
            let sentence = format!("{} fields; a line of {name} has {wanted}", 18 + fields);
            return Err((line.len() + 1, sentence));
        }
        let field = |number: usize| {
            let mut fields = line
                .split(u8::is_ascii_whitespace)
                .filter(|field| !field.is_empty());
            let text = fields.nth(number - 1).unwrap_or_default();
            let column = text.as_ptr().addr() - line.as_ptr().addr() + 1;
            (column, String::from_utf8_lossy(text).into_owned())
        };
        let number = |index: usize, what: &str| {
            let (column, text) = field(index);
            let whole = text.strip_suffix(".0").unwrap_or(&text).parse::<i64>();
            whole.map_err(|_| {
                (
                    column,
                    format!("field {index} ({what}) is `{text}`: a whole number is allowed, or -1"),
                )
            })
        };
        Ok(match dialect {
            Dialect::Frontier => Self::Frontier {
                nodes: number(18 + fields as usize, "nodes")?,
            },
            Dialect::AleaNg => Self::AleaNg {
                gpus: number(19, "GPUs")?,
                soft_time: number(20, "soft wall time")? > 0,
                properties: !["-1", "none", "-"]
                    .contains(&field(21).1.to_ascii_lowercase().as_str()),
            },
        })
    }
}
