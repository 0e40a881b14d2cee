//! Tests of the formatting, and the comparison of printed text with the emitted tokens.

use quote::quote;

use super::verbatim::lines_of;
use super::*;

/// Asserts that a text has the same tokens, apart from trailing commas and braces around one value.
pub fn assert_same_tokens(tokens: &TokenStream, text: &str) {
    let parsed: TokenStream = text.parse().unwrap();
    let (mut expected, mut actual) = (Vec::new(), Vec::new());
    flatten(tokens.clone(), &mut expected);
    flatten(parsed, &mut actual);
    assert_eq!(expected, actual, "{text}");
}

fn flatten(tokens: TokenStream, into: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let brackets = match group.delimiter() {
                    Delimiter::Parenthesis => Some(("(", ")")),
                    Delimiter::Bracket => Some(("[", "]")),
                    Delimiter::Brace | Delimiter::None => None,
                };
                into.extend(brackets.map(|(open, _)| open.to_owned()));
                flatten(group.stream(), into);
                into.extend(brackets.map(|(_, close)| close.to_owned()));
            }
            TokenTree::Punct(sign) if sign.as_char() == ',' => {}
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                match lines_of(&text) {
                    Some(lines) => flatten(lines.parse().unwrap(), into),
                    None => into.push(attribute::unquoted(&text).unwrap_or(text)),
                }
            }
            other => into.push(other.to_string()),
        }
    }
}

fn printed(tokens: TokenStream) -> String {
    let mut text = String::new();
    print(tokens.clone(), &mut text);
    assert_same_tokens(&tokens, &text);
    text
}

#[test]
fn blank_lines_separate_items() {
    let (comment, table) = (
        verbatim("//! Books.\n//!\n//! Lent.\n"),
        verbatim("table! { Book {\n    title = 1,\n} }\n"),
    );
    let of_method = verbatim("/// One.\n///\n/// Two.\n");
    let text = printed(quote! {
        #comment
        #![doc = include_str!("a.md")]
        use std::fmt;
        use a::B;
        use c::{D, E};
        pub use f::*;
        #[doc(hidden)]
        pub mod give;
        mod lend;
        #table
        /// A book.
        pub struct Book { title: String, pub lent: Option<Vec<u8>> }
        impl<T> Lend<T> for Book where T: Copy {
            const A: u8 = 1;
            type Item = T;
            #of_method
            fn lend(&self) { if self.x { return; } }
            fn give(&self) {}
        }
        trait Lend {
            const MANY: [u8; 2] = [1, 2];
            #of_method
            #[must_use]
            fn lend<T>(&self) -> T where T: Copy;
            fn give(&self) {}
        }
        pub trait Catalogue<C> where Self: Lend, Self: Give<C>, {}
    });
    insta::assert_snapshot!(text);
}

#[test]
fn tokens_are_spaced_as_rustfmt_does() {
    let text = printed(quote! {
        pub(crate) const NAMES: &'static [&'static str] = &["a", 'b', -1, a - b, !c, *d, &e & f];
        text_type!(Book);
        fn lend<'a, T: Into<Vec<Vec<u8>>>>(mut self, book: &'a mut T) -> impl Fn(&T) -> bool + Send {
            let shared = Arc::clone(&self.0[1]);
            if a && let Some(b) = &&c { f(); }
            self.on(move |book, to: Reader| { let book = book?; async move { H::lend(&book, to).await } });
            take(|| 1, |a| { a + 1 }, async { b }, <T as Lend>::NAMES, Vec::<u8>::new(), (a, b));
            match (a, &b.c) {
                (Part::Body, "x", Problem::A { .. } | Problem::B) => Some(1),
                (c, ..) if c == d => { f(); }
                _ => None
            }
        }
    });
    insta::assert_snapshot!(text);
}

#[test]
fn wide_lines_are_wrapped() {
    let text = printed(quote! {
        use library::{AddressOfTheReader, BookThatIsLent, BookThatIsNotLent, CopyOfTheBook, DateOfReturn};
        impl Lend for Library {
            #[expect(clippy::too_many_arguments, reason = "each of them is always there, whatever is lent")]
            pub fn lend_book_to_member<H: lending::LendBookToMember<K::Identity>>(mut self, handler: Arc<H>) -> Self {
                let entries = [Entry::of::<LendBookToMemberRequest>(), Entry::of::<ReturnBookFromMemberRequest>()];
                answer.value.as_ref().ok().and_then(|value| value.number_of_all_books.last_page_of_it)
            }
            fn lend(&self, caller: C, request: Request) -> impl Future<Output = Outcome<LendBookToMemberSuccess, LendBookToMemberError>> + Send;
            fn refuse(error: &InputError) -> Option<LendBookToMemberError> {
                match (error.part, error.name) {
                    (InputPart::Body, "a_name_that_is_long", InputProblem::Malformed { .. } | InputProblem::Blank) => Some(LendBookToMemberError::Invalid),
                    (InputPart::Body, "a_short_name", InputProblem::Missing) => Some(LendBookToMemberError::Missing),
                    _ => None,
                }
            }
            fn after(&self) -> Self {
                Self { number_of_books_before_the_page: Some(self.number_of_books_before_the_page + self.count), ..self.clone() }
            }
            fn mount(self) {
                self.mount(move |caller, request: LendBookToMemberRequest| { let h = 1; async move { H::lend_book_to_member_for_long(&handler, caller, request).await } });
            }
        }
    });
    insta::assert_snapshot!(text);
}
