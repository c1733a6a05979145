//! Descriptions of requests in the terms of OpenAPI 3.1.

use serde::{Serialize, Serializer};
use serde_json::ser::PrettyFormatter;

/// Schema of a text.
pub(super) const STRING: Schema = Schema {
    kind: Some("string"),
    ..Schema::ANY
};
/// Schema of whole numbers from 0 on.
pub(super) const INDEX: Schema = Schema {
    kind: Some("integer"),
    minimum: Some(0),
    default: Some(0),
    ..Schema::ANY
};
const REFUSED: &str = "#/components/responses/Refused";

/// A request by GET.
#[derive(Debug, Serialize)]
pub(super) struct Operation {
    summary: &'static str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    parameters: &'static [Parameter],
    responses: Responses,
}

/// A part of a path, or of the question behind it.
#[derive(Debug, Serialize)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    #[serde(rename = "in")]
    pub(super) place: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) required: Option<bool>,
    pub(super) schema: Schema,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Responses {
    #[serde(rename = "200")]
    success: Success,
    #[serde(rename = "default", skip_serializing_if = "Option::is_none")]
    refused: Option<Schema>,
}

/// An answer that is no refusal.
#[derive(Debug, Serialize)]
pub(super) struct Success {
    description: &'static str,
    #[serde(
        skip_serializing_if = "<[_]>::is_empty",
        serialize_with = "serialize_headers"
    )]
    headers: &'static [Header],
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "serialize_content"
    )]
    content: Option<(&'static str, Media)>,
}

/// Name and description of a header, which is a text.
type Header = (&'static str, &'static str);

/// A content of one media type.
#[derive(Debug, Serialize)]
struct Media {
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<Schema>,
}

/// Allowed values.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Schema {
    #[serde(rename = "$ref", skip_serializing_if = "Option::is_none")]
    pub(super) reference: Option<&'static str>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) minimum: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) maximum: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) default: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) content_media_type: Option<&'static str>,
}

/// The methods of a path.
#[derive(Serialize)]
struct Methods<'a> {
    get: &'a Operation,
}

/// The document: `openapi.json` with these paths.
pub(super) fn document<'a>(paths: impl Iterator<Item = (&'a str, &'a Operation)>) -> String {
    let mut text = Vec::new();
    let format = PrettyFormatter::with_indent(b" ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, format);
    // Nothing goes wrong in writing texts and numbers to memory.
    let _ = serializer.collect_map(paths.map(|(path, get)| (path, Methods { get })));
    let paths = String::from_utf8_lossy(&text).replace('\n', "\n ");
    include_str!("openapi.json").replacen("\"paths\": {}", &format!("\"paths\": {paths}"), 1)
}

impl Operation {
    /// A request with parameters, which may be refused.
    pub(super) const fn of(
        summary: &'static str,
        parameters: &'static [Parameter],
        success: Success,
    ) -> Self {
        let responses = Responses {
            success,
            refused: Some(Schema::at(REFUSED)),
        };
        Self {
            summary,
            parameters,
            responses,
        }
    }

    /// A request without parameters that is always answered.
    pub(super) const fn always(summary: &'static str, success: Success) -> Self {
        let responses = Responses {
            success,
            refused: None,
        };
        Self {
            summary,
            parameters: &[],
            responses,
        }
    }
}

impl Success {
    /// An answer whose content is not described.
    pub(super) const fn plain(description: &'static str) -> Self {
        Self {
            description,
            headers: &[],
            content: None,
        }
    }

    /// It, with these headers.
    pub(super) const fn with_headers(mut self, headers: &'static [Header]) -> Self {
        self.headers = headers;
        self
    }

    /// JSON of the schema at `reference`.
    pub(super) const fn json(description: &'static str, reference: &'static str) -> Self {
        let schema = Some(Schema::at(reference));
        Self::content(description, "application/json", schema)
    }

    /// A text of that media type.
    pub(super) const fn text(description: &'static str, media: &'static str) -> Self {
        Self::content(description, media, Some(STRING))
    }

    /// A binary file of that media type.
    pub(super) const fn file(description: &'static str, media: &'static str) -> Self {
        let schema = Schema {
            content_media_type: Some(media),
            ..STRING
        };
        Self::content(description, media, Some(schema))
    }

    /// A stream of that media type, without end.
    pub(super) const fn stream(description: &'static str, media: &'static str) -> Self {
        Self::content(description, media, None)
    }

    const fn content(
        description: &'static str,
        media: &'static str,
        schema: Option<Schema>,
    ) -> Self {
        Self {
            description,
            headers: &[],
            content: Some((media, Media { schema })),
        }
    }
}

impl Schema {
    /// Any value.
    pub(super) const ANY: Self = Self {
        reference: None,
        kind: None,
        minimum: None,
        maximum: None,
        default: None,
        max_length: None,
        content_media_type: None,
    };

    /// The one described at `reference` of the document.
    const fn at(reference: &'static str) -> Self {
        Self {
            reference: Some(reference),
            ..Self::ANY
        }
    }
}

fn serialize_content<S: Serializer>(
    content: &Option<(&'static str, Media)>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(content.iter().map(|(media, content)| (media, content)))
}

fn serialize_headers<S: Serializer>(
    headers: &&'static [Header],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Described {
        description: &'static str,
        schema: Schema,
    }
    let described = |&(name, description)| {
        let schema = STRING;
        (
            name,
            Described {
                description,
                schema,
            },
        )
    };
    serializer.collect_map(headers.iter().map(described))
}
