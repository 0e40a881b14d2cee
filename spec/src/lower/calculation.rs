//! Sums and comparisons: `Item.quantity + body.delta outside 0 to 100`.

use super::prelude::*;
use super::values::any_value;
use crate::language::CONSTANT;
use crate::model::{
    Bound, Comparison, Given, InputCondition, MemberConstant, MemberEffect, MemberRelation,
    Operand, Relation, Sum, Term, ValueSource,
};

/// How a calculation is written.
const FORM: &str = "write `SUM RELATION SUM` or `SUM outside SUM to SUM`: a SUM has `Record.member`, `body.NAME` and whole numbers, with ` + ` or ` - ` between them; a RELATION is `above`, `at_least`, `at_most`, `below`, `equals` or `differs_from`";

/// The word before a range.
const OUTSIDE: &str = "outside";

/// How values are named in a calculation.
#[derive(Clone, Copy)]
pub(super) struct Names<'n> {
    /// The record whose members are named alone.
    pub record: Option<&'n str>,
    pub usage: MemberUsage,
}

impl Names<'_> {
    /// In the condition of a refusal.
    pub(super) const OF_CONDITION: Self = Self { record: None, usage: MemberUsage::Operand };
}

/// Whether the words are meant as a comparison.
pub(super) fn is_comparison(words: &[&str]) -> bool {
    words.iter().any(|word| *word == OUTSIDE || Relation::from_word(word).is_some())
}

impl Lower<'_> {
    /// The value that a success gives to a member.
    pub(super) fn member_effect(&mut self, entry: &Entry, place: &Place) -> Option<MemberEffect> {
        let target = self.target_of_effect(&entry.key);
        let text = self.reader.text(&entry.value)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let values = words.split(|word| *word == "or");
        let values = values.map(|words| {
            // A member can be copied whatever its type is.
            let usage = if words.len() == 1 { MemberUsage::Value } else { MemberUsage::Operand };
            self.sum(&text, words, Names { record: None, usage })
        });
        let values = values.collect::<Option<Vec<_>>>()?;
        let Some(ValueSource::Record { record, field }) = target else { return None };
        let section = place.section.clone();
        Some(MemberEffect { record, field, values, section, span: entry.key.span })
    }

    /// The member that an effect is on.
    fn target_of_effect(&mut self, key: &Spanned<String>) -> Option<ValueSource> {
        match key.split_once('.') {
            Some((record, _)) if record.starts_with(|c: char| c.is_ascii_uppercase()) => {
                self.source_of(key, MemberUsage::Value)
            }
            _ => {
                let message = format!("`{}` is no member of a record", key);
                let found =
                    Diagnostic::error("bad-effect", message, key.span, "expected Record.member");
                self.report(found.with_help("name the record and its member: `Item.quantity`"));
                None
            }
        }
    }

    /// The constants that a success gives to a member.
    pub(super) fn constants(
        &mut self,
        entry: &Entry,
        place: &Place,
        out: &mut Vec<MemberConstant>,
    ) {
        let target = self.target_of_effect(&entry.key);
        let nodes = match &entry.value.value {
            Value::List(items) => items.iter().collect(),
            _ => vec![&entry.value],
        };
        for node in nodes {
            let Some(fields) = self.reader.table(node, &CONSTANT) else { continue };
            let when = self.input_conditions(fields.get("when"));
            let value = self.given(&fields);
            // What could not be read is reported.
            let (Some(value), Some(when), Some(ValueSource::Record { record, field })) =
                (value, when, &target)
            else {
                continue;
            };
            let (record, field) = (record.clone(), field.clone());
            let (section, span) = (place.section.clone(), node.span);
            out.push(MemberConstant { record, field, value, when, section, span });
        }
    }

    /// A constant, or the time of the call.
    fn given(&mut self, fields: &Fields<'_>) -> Option<Given> {
        match (fields.get("is"), fields.get("set_to")) {
            (Some(value), None) => Some(Given::Value(any_value(value))),
            (None, Some(_)) => Some(Given::CallTime),
            (is, _) => {
                let label = if is.is_some() { "both are given" } else { "neither is given" };
                let message = "an effect is a constant or the time of the call";
                let found = Diagnostic::error("bad-effect", message, fields.span, label);
                self.report(found.with_help("write `is: VALUE`, or `set_to: call_time`"));
                None
            }
        }
    }

    /// One condition on an input, or several.
    fn input_conditions(&mut self, node: Option<&Node>) -> Option<Vec<InputCondition>> {
        let nodes = match node.map(|node| (node, &node.value)) {
            None => Vec::new(),
            Some((_, Value::List(items))) => items.iter().collect(),
            Some((node, _)) => vec![node],
        };
        let all: Vec<_> = nodes.into_iter().map(|node| self.input_condition(node)).collect();
        all.into_iter().collect()
    }

    /// A relation between members of a record.
    pub(super) fn member_relation(
        &mut self,
        entry: &Entry,
        record: &str,
        place: &Place,
    ) -> Option<MemberRelation> {
        self.check_name(&entry.key);
        let text = self.reader.text(&entry.value)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        if !is_comparison(&words) {
            self.bad_calculation(&text, text.span, "no relation");
            return None;
        }
        let names = Names { record: Some(record), usage: MemberUsage::Value };
        let comparison = self.comparison_of(&text, &words, names)?;
        let (id, section) = (entry.key.value.clone(), place.section.clone());
        Some(MemberRelation { id, comparison, section, span: entry.key.span })
    }

    /// A comparison of sums. `words` are those of the text.
    pub(super) fn comparison_of(
        &mut self,
        text: &Spanned<String>,
        words: &[&str],
        names: Names<'_>,
    ) -> Option<Comparison> {
        let is_relation = |word: &&str| *word == OUTSIDE || Relation::from_word(word).is_some();
        let (left, right) = words.split_at(words.iter().position(is_relation)?);
        let (word, right) = right.split_first()?;
        let left = self.sum(text, left, names);
        let tests = match Relation::from_word(word) {
            Some(relation) => vec![(relation, self.sum(text, right, names)?)],
            None => {
                let Some(to) = right.iter().position(|word| *word == "to") else {
                    self.bad_calculation(text, text.word(OUTSIDE), "a range is `outside 0 to 100`");
                    return None;
                };
                let (low, high) = right.split_at(to);
                let (low, high) =
                    (self.sum(text, low, names), self.sum(text, high.get(1..)?, names));
                vec![(Relation::Bound(Bound::Below), low?), (Relation::Bound(Bound::Above), high?)]
            }
        };
        Some(Comparison { left: left?, tests })
    }

    /// Numbers, members and inputs with `+` or `-` between them.
    fn sum(&mut self, text: &Spanned<String>, words: &[&str], names: Names<'_>) -> Option<Sum> {
        let mut terms = Vec::new();
        let mut sign = Some(false);
        for word in words {
            match (*word, sign) {
                ("+", None) => sign = Some(false),
                ("-", None) => sign = Some(true),
                (_, None) => {
                    self.bad_calculation(
                        text,
                        text.word(word),
                        "expected ` + ` or ` - ` before it",
                    );
                    return None;
                }
                (word, Some(is_subtracted)) => {
                    terms.push(Term { is_subtracted, operand: self.operand(text, word, names)? });
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

    fn operand(&mut self, text: &Spanned<String>, word: &str, names: Names<'_>) -> Option<Operand> {
        let span = text.word(word);
        if let Ok(number) = word.parse() {
            return Some(Operand::Number(number));
        }
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if let Some(record) = names.record.filter(|_| is_name && !word.contains('.')) {
            self.references.members.push(MemberReference {
                record: record.to_owned(),
                member: Spanned::new(word.to_owned(), span),
                usage: names.usage,
            });
            let (record, field) = (record.to_owned(), word.to_owned());
            return Some(Operand::Value(ValueSource::Record { record, field }));
        }
        if names.record.is_some()
            || !word.contains('.')
            || word.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        {
            self.bad_calculation(text, span, "neither a whole number nor a value with a name");
            return None;
        }
        let source = self.source_of(&Spanned::new(word.to_owned(), span), names.usage)?;
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
