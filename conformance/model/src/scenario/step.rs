//! Reads an entry of `steps` or `finally`.

use reader::{Fields, Node, Value as Written};
use spec::Operation;

use super::load::ScenarioReader;
use super::{Expectation, HeaderCase, KeyChoice, Spelling, Step, keys};
use crate::contract;

/// The value for a refusal with any message.
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
            at_once: self.at_once(get("at_once")),
            spelling: self.spelling(get("header_case"), get("path_escapes")),
            all_pages: self.is_all(get("pages")),
            page_size: get("page_size").and_then(|node| self.page_size(node)),
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
            proves: self.proofs(get("proves"), operation),
            must_not_affect: self.proofs(get("must_not_affect"), operation),
            disproved_by: self.error_case(get("disproved_by"), operation),
            observes_gap: self.gap(get("observes_gap")),
            span: Some(node.span),
        })
    }

    /// Whether the word `all` is given.
    fn is_all(&mut self, node: Option<&Node>) -> bool {
        node.and_then(|node| self.reader.word(node, "word", &["all"])).is_some()
    }

    fn page_size(&mut self, node: &Node) -> Option<u32> {
        self.reader.word(node, "page size", &keys::PAGE_SIZES)?.value.parse().ok()
    }

    fn is_set(&mut self, node: Option<&Node>) -> bool {
        node.and_then(|node| self.reader.boolean(node)).is_some_and(|flag| flag.value)
    }

    fn spelling(&mut self, header: Option<&Node>, escapes: Option<&Node>) -> Spelling {
        let header = header.and_then(|node| self.reader.word(node, "case", &HeaderCase::WORDS));
        Spelling {
            header: header.and_then(|word| HeaderCase::from_word(word.value)),
            escaped: self.is_all(escapes),
        }
    }

    fn at_once(&mut self, node: Option<&Node>) -> usize {
        let count =
            node.and_then(|node| self.reader.word(node, "number of requests", &keys::AT_ONCE));
        count.and_then(|word| word.value.parse().ok()).unwrap_or(1)
    }

    fn key(&mut self, node: Option<&Node>) -> Option<KeyChoice> {
        let kinds = contract::key_kinds(self.contract);
        let first = kinds.first().copied();
        let Some(node) = node else {
            return Some(first.map_or(KeyChoice::Absent, |kind| KeyChoice::Kind(kind.to_owned())));
        };
        let mut words = vec!["none", "invalid"];
        words.extend(first.map(|_| "lengthened"));
        words.extend(&kinds);
        Some(match (self.reader.word(node, "kind of key", &words)?.value, first) {
            ("none", _) => KeyChoice::Absent,
            ("invalid", _) => KeyChoice::Invalid,
            ("lengthened", Some(first)) => KeyChoice::Lengthened(first.to_owned()),
            (kind, _) => KeyChoice::Kind(kind.to_owned()),
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
        Some(self.reader.word(node?, &what, &ids)?.value.to_owned())
    }
}
