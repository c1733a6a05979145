//! The words in an attribute, and the sentence in a doc comment.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Expr, ExprLit, Ident, Lit, LitStr, Meta, Result, Token, token};

/// Words in an attribute: `word`, `word = tokens` or `word(words)`, with commas between them.
#[derive(Clone, Default)]
pub(crate) struct Words(Vec<(Ident, TokenStream)>);

impl Parse for Words {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut words = Vec::new();
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            let mut value = TokenStream::new();
            if input.peek(token::Paren) {
                let inside;
                syn::parenthesized!(inside in input);
                value = inside.parse()?;
            } else if input.peek(Token![=]) {
                input.parse::<Token![=]>()?;
                while !input.is_empty() && !input.peek(Token![,]) {
                    value.extend([input.parse::<TokenTree>()?]);
                }
            }
            words.push((word, value));
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(Self(words))
    }
}

impl Words {
    /// Takes the attribute `parameter` out of `attributes`; `None` if there is none.
    pub(crate) fn take(attributes: &mut Vec<Attribute>) -> Result<Option<Self>> {
        let is_ours = |attribute: &Attribute| attribute.path().is_ident("parameter");
        let Some(index) = attributes.iter().position(is_ours) else {
            return Ok(None);
        };
        let attribute = attributes.remove(index);
        attribute.parse_args().map(Some)
    }

    /// Text behind `word`, if it is there.
    pub(crate) fn get(&self, word: &str) -> Option<&TokenStream> {
        let found = self.0.iter().find(|(name, _)| name == word);
        found.map(|(_, value)| value)
    }

    /// The text that follows `word`, if it is there.
    pub(crate) fn text(&self, word: &str) -> Result<Option<String>> {
        let value = self.get(word).cloned().map(syn::parse2::<LitStr>);
        Ok(value.transpose()?.map(|text| text.value()))
    }

    /// The words in the parentheses behind `word`, if it is there.
    pub(crate) fn inside(&self, word: &str) -> Result<Option<Self>> {
        self.get(word).cloned().map(syn::parse2).transpose()
    }

    /// Checks that there are no words but `allowed`.
    pub(crate) fn only(&self, allowed: &[&str]) -> Result<()> {
        match self
            .0
            .iter()
            .find(|(word, _)| !allowed.iter().any(|one| word == one))
        {
            None => Ok(()),
            Some((word, _)) => Err(Error::new(
                word.span(),
                format!("`{word}` is none of {}", allowed.join(", ")),
            )),
        }
    }
}

/// The sentence in the doc comment among `attributes`, without its full stop.
pub(crate) fn sentence(attributes: &[Attribute], span: Span) -> Result<String> {
    let lines = attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(line),
                    ..
                }) => Some(line.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        });
    let text = lines.collect::<Vec<_>>().join(" ");
    match text.strip_suffix('.') {
        Some(sentence) => Ok(sentence.to_owned()),
        None => Err(Error::new(
            span,
            "a doc comment is needed that ends with a full stop",
        )),
    }
}

#[cfg(test)]
mod tests {
    use syn::{DeriveInput, parse_quote};

    use super::*;

    #[test]
    fn words_have_what_follows_them() {
        let words: Words =
            parse_quote!(name = "Rows", kind = COUNT.of("rows"), needed, each(a = 1));
        assert_eq!(words.text("name").unwrap().unwrap(), "Rows");
        assert_eq!(
            words.get("kind").unwrap().to_string(),
            "COUNT . of (\"rows\")"
        );
        assert!(words.get("needed").unwrap().is_empty());
        assert!(words.get("usual").is_none());
        assert_eq!(
            words
                .inside("each")
                .unwrap()
                .unwrap()
                .get("a")
                .unwrap()
                .to_string(),
            "1"
        );
    }

    #[test]
    fn a_word_that_nobody_knows_is_refused() {
        let words: Words = parse_quote!(name = "Rows", unusual = 3);
        let error = words.only(&["name", "usual"]).unwrap_err();
        assert_eq!(error.to_string(), "`unusual` is none of name, usual");
    }

    #[test]
    fn a_sentence_is_a_doc_comment_without_its_full_stop() {
        let item: DeriveInput = parse_quote! {
            /// How many rows may take turns;
            /// who finds no place waits.
            struct Rows;
        };
        let span = item.ident.span();
        let found = sentence(&item.attrs, span).unwrap();
        assert_eq!(
            found,
            "How many rows may take turns; who finds no place waits"
        );
        assert!(sentence(&[], span).is_err());
    }
}
