//! Sums and comparisons: `Item.quantity + body.delta outside 0 to 100`.

use super::prelude::*;
use crate::model::{Bound, Comparison, Operand, Relation, Sum, Term, ValueSource};

/// How a calculation is written.
const FORM: &str = "write `SUM RELATION SUM` or `SUM outside SUM to SUM`: a SUM has `Record.member`, `body.NAME` and whole numbers, with ` + ` or ` - ` between them; a RELATION is `above`, `at_least`, `at_most`, `below`, `equals` or `differs_from`";

/// The word before a range.
const OUTSIDE: &str = "outside";

/// Whether the words are meant as a comparison.
pub(super) fn is_comparison(words: &[&str]) -> bool {
    words.iter().any(|word| *word == OUTSIDE || Relation::from_word(word).is_some())
}

impl Lower<'_> {
    /// A comparison of sums. `words` are those of the text.
    pub(super) fn comparison_of(
        &mut self,
        text: &Spanned<String>,
        words: &[&str],
    ) -> Option<Comparison> {
        let is_relation = |word: &&str| *word == OUTSIDE || Relation::from_word(word).is_some();
        let (left, right) = words.split_at(words.iter().position(is_relation)?);
        let (word, right) = right.split_first()?;
        let left = self.sum(text, left);
        let tests = match Relation::from_word(word) {
            Some(relation) => vec![(relation, self.sum(text, right)?)],
            None => {
                let Some(to) = right.iter().position(|word| *word == "to") else {
                    self.bad_calculation(text, text.word(OUTSIDE), "a range is `outside 0 to 100`");
                    return None;
                };
                let (low, high) = right.split_at(to);
                let (low, high) = (self.sum(text, low), self.sum(text, high.get(1..)?));
                vec![(Relation::Bound(Bound::Below), low?), (Relation::Bound(Bound::Above), high?)]
            }
        };
        Some(Comparison { left: left?, tests })
    }

    /// Numbers, members and inputs with `+` or `-` between them.
    pub(super) fn sum(&mut self, text: &Spanned<String>, words: &[&str]) -> Option<Sum> {
        let mut terms = Vec::new();
        let mut sign = Some(false);
        for word in words {
            match (*word, sign) {
                ("+", None) => sign = Some(false),
                ("-", None) => sign = Some(true),
                (_, None) => {
                    self.bad_calculation(text, text.word(word), "expected ` + ` or ` - ` before it");
                    return None;
                }
                (word, Some(is_subtracted)) => {
                    terms.push(Term { is_subtracted, operand: self.operand(text, word)? });
                    sign = None;
                }
            }
        }
        if sign.is_some() {
            let span = words.last().map_or(text.span, |word| text.word(word));
            self.bad_calculation(text, span, "a value is missing");
            return None;
        }
        Some(Sum { terms })
    }

    fn operand(&mut self, text: &Spanned<String>, word: &str) -> Option<Operand> {
        let span = text.word(word);
        if let Ok(number) = word.parse() {
            return Some(Operand::Number(number));
        }
        if !word.contains('.') || word.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            self.bad_calculation(text, span, "neither a whole number nor a value with a name");
            return None;
        }
        let source = self.source_of(&Spanned::new(word.to_owned(), span), MemberUsage::Operand)?;
        Some(Operand::Value(source))
    }

    fn bad_calculation(&mut self, text: &Spanned<String>, span: Span, label: &str) {
        let message = format!("{} cannot be calculated", quoted(text));
        let found = Diagnostic::error("bad-calculation", message, span, label);
        self.report(found.with_help(FORM));
    }

    /// `PART.NAME` of the request, or `Record.member`.
    pub(super) fn source_of(
        &mut self,
        text: &Spanned<String>,
        usage: MemberUsage,
    ) -> Option<ValueSource> {
        match text.split_once('.') {
            Some((record, field)) if record.starts_with(|c: char| c.is_ascii_uppercase()) => {
                let (record, field) = (record.to_owned(), field.to_owned());
                self.references.records.push(Spanned::new(record.clone(), text.word(&record)));
                self.references.members.push(MemberReference {
                    record: record.clone(),
                    member: Spanned::new(field.clone(), text.word(&field)),
                    usage,
                });
                Some(ValueSource::Record { record, field })
            }
            _ => self.input_ref(text, text.word(text)).map(ValueSource::Input),
        }
    }
}
