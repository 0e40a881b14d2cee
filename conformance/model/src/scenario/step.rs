//! Reads an entry of `steps` or `finally`.

use std::str::FromStr;

use reader::{Diagnostic, Fields, Node, Value as Written};
use spec::Operation;

use super::load::ScenarioReader;
use super::{
    BodySpelling, Expectation, HeaderCase, KeyChange, KeyChoice, MediaType, Spelling, Step, keys,
};
use crate::contract;

const ANY: &str = "any";

impl ScenarioReader<'_> {
    /// Reads a step; if it is final, nothing is expected of it.
    pub(super) fn step(&mut self, node: &Node, is_final: bool) -> Option<Step> {
        let table = if is_final { &keys::FINALLY } else { &keys::STEP };
        let fields = self.reader.table(node, table)?;
        let get = |key: &str| if is_final { None } else { fields.get(key) };
        let contract = self.contract;
        let ids: Vec<&str> = contract.operations().map(|known| known.id.as_str()).collect();
        let call = self.reader.word(fields.get("call")?, "operation", &ids)?;
        let operation = contract.operation(call.value)?;
        Some(Step {
            call: operation.id.clone(),
            inputs: self.inputs(&fields, operation),
            key: self.key(fields.get("key"))?,
            name: get("as").and_then(|node| self.reader.text(node)).map(|name| name.value),
            alternatives: self.alternatives(get("alternatives"), operation),
            at_once: self.number(get("at_once"), "number of requests", &keys::AT_ONCE).unwrap_or(1),
            after_a_second: self.is_set(get("after_a_second")),
            spelling: self.spelling(get),
            all_pages: self.is_all(get("pages")),
            page_size: self.number(get("page_size"), "page size", &keys::PAGE_SIZES),
            may_be_refused: self.is_set(get("may_be_refused")),
            lookup: self.is_set(get("lookup")),
            expect: if is_final {
                Expectation::Nothing
            } else {
                self.expectation(&fields, operation)
            },
            shows: self.templates(get("shows")),
            hides: self.templates(get("hides")),
            adds: self.templates(get("adds")),
            order: self.order(get("order")),
            equals: self.compared(get("equals"), operation),
            differs: self.compared(get("differs"), operation),
            near: self.compared(get("near"), operation),
            repeats: self.earlier_step(get("repeats")),
            same_as: self.earlier_step(get("same_as")),
            unchanged_since: self.earlier_step(get("unchanged_since")),
            like: self.earlier_step(get("like")),
            same_state_as: self.earlier_step(get("same_state_as")),
            if_refused: self.earlier_step(get("if_refused")),
            proves: self.proofs(get("proves"), operation),
            must_not_affect: self.proofs(get("must_not_affect"), operation),
            disproved_by: self.error_case(get("disproved_by"), operation),
            observes_gap: self.gap(get("observes_gap")),
            span: Some(node.span),
        })
    }

    fn is_all(&mut self, node: Option<&Node>) -> bool {
        self.word(node, "word", &["all"]).is_some()
    }

    fn is_set(&mut self, node: Option<&Node>) -> bool {
        node.and_then(|node| self.reader.boolean(node)).is_some_and(|flag| flag.value)
    }

    fn spelling<'n>(&mut self, get: impl Fn(&str) -> Option<&'n Node>) -> Spelling {
        let header = self.word(get("header_case"), "case", &HeaderCase::WORDS);
        let media_type = self.word(get("media_type"), "media type", &MediaType::WORDS);
        let body = self.word(get("body_spelling"), "spelling", &BodySpelling::WORDS);
        Spelling {
            header: header.and_then(HeaderCase::from_word),
            escaped: self.is_all(get("path_escapes")),
            query_escaped: self.is_all(get("query_escapes")),
            media_type: media_type.and_then(MediaType::from_word),
            body: body.and_then(BodySpelling::from_word),
        }
    }

    fn number<T: FromStr>(
        &mut self,
        node: Option<&Node>,
        what: &str,
        allowed: &[&str],
    ) -> Option<T> {
        self.word(node, what, allowed)?.parse().ok()
    }

    fn key(&mut self, node: Option<&Node>) -> Option<KeyChoice> {
        if node.is_none() {
            return Some(KeyChoice::usual(self.contract));
        }
        let kinds = contract::key_kinds(self.contract);
        let first = contract::usual_key(self.contract).filter(|kind| !kind.is_empty());
        if self.contract.service.auth.is_none() {
            let span = node?.span;
            let found =
                Diagnostic::error("unexpected-key", "the service has no key", span, "a key");
            self.reader
                .out
                .push(found.with_help("remove `key`: every request is sent without one"));
            return None;
        }
        let mut words = vec!["none", "empty", "blank", "invalid"];
        words.extend(first.iter().flat_map(|_| KeyChange::WORDS));
        words.extend(&kinds);
        Some(match (self.word(node, "kind of key", &words)?, first) {
            ("none", _) => KeyChoice::Absent,
            ("empty", _) => KeyChoice::Empty,
            ("blank", _) => KeyChoice::Blank,
            ("invalid", _) => KeyChoice::Invalid,
            (word, first) => match (KeyChange::from_word(word), first) {
                (Some(change), Some(first)) => KeyChoice::Changed(change, first.to_owned()),
                _ => KeyChoice::Kind(word.to_owned()),
            },
        })
    }

    fn expectation(&mut self, fields: &Fields<'_>, operation: &Operation) -> Expectation {
        let is_observed =
            self.is_set(fields.get("no_expectation")) || self.is_set(fields.get("lookup"));
        if is_observed || fields.get("observes_gap").is_some() {
            return Expectation::Nothing;
        }
        let refused = fields.get("refused");
        if refused
            .is_some_and(|node| matches!(&node.value, Written::Scalar(word) if word.text == ANY))
        {
            return Expectation::RefusedAny;
        }
        self.error_case(refused, operation).map_or(Expectation::Accepted, Expectation::Refused)
    }

    fn error_case(&mut self, node: Option<&Node>, operation: &Operation) -> Option<String> {
        let is_shared = |id: &&str| operation.errors.iter().all(|case| case.id != *id);
        let shared = self.contract.service.errors.iter().map(|case| case.id.as_str());
        let mut ids: Vec<&str> = operation.errors.iter().map(|case| case.id.as_str()).collect();
        ids.extend(shared.filter(is_shared));
        let what = format!("error case of `{}`", operation.id);
        self.word(node, &what, &ids).map(str::to_owned)
    }
}
