//! Reads the inputs of a step: values to send, and inputs to leave out.

use std::collections::{BTreeMap, BTreeSet};

use reader::{Diagnostic, Fields, Node, Spanned};
use spec::{InputPart, InputRef, Operation, Type};

use super::load::ScenarioReader;
use super::{Inputs, keys};
use crate::contract;

impl ScenarioReader<'_> {
    pub(super) fn inputs(&mut self, fields: &Fields<'_>, operation: &Operation) -> Inputs {
        let mut set = BTreeMap::new();
        for part in InputPart::ALL {
            for entry in self.entries(fields.get(part.name()), "a map of inputs") {
                let input = InputRef::new(part, &entry.key);
                if let Some(ty) = self.input_type(&input, &entry.key, operation)
                    && let Some(value) = self.value(&entry.value, &ty)
                {
                    set.insert(input, value);
                }
            }
        }
        Inputs { set, without: self.without(fields, operation) }
    }

    pub(super) fn alternatives(
        &mut self,
        node: Option<&Node>,
        operation: &Operation,
    ) -> Vec<Inputs> {
        let items = self.list(node, "a list of alternatives").iter();
        let inputs = items.filter_map(|item| {
            let fields = self.reader.table(item, &keys::INPUTS)?;
            Some(self.inputs(&fields, operation))
        });
        inputs.collect()
    }

    fn without(&mut self, fields: &Fields<'_>, operation: &Operation) -> BTreeSet<InputRef> {
        let mut without = BTreeSet::new();
        for item in self.list(fields.get("without"), "a list of inputs") {
            let Some(written) = self.reader.text(item) else {
                continue;
            };
            let parts = [InputPart::Query, InputPart::Body];
            let input = written.split_once('.').and_then(|(word, name)| {
                let part = parts.into_iter().find(|part| part.name() == word)?;
                Some(InputRef::new(part, name))
            });
            let Some(input) = input else {
                let message = format!("`{}` cannot be left out", written.value);
                let found = Diagnostic::error("unknown-input", message, item.span, "not an input");
                self.reader.out.push(found.with_help("write `body.NAME` or `query.NAME`"));
                continue;
            };
            if self.input_type(&input, &written, operation).is_some() {
                without.insert(input);
            }
        }
        without
    }

    /// The type of an input of the operation; reports an unknown input.
    fn input_type(
        &mut self,
        input: &InputRef,
        written: &Spanned<String>,
        operation: &Operation,
    ) -> Option<Type> {
        let mut all = contract::inputs(operation);
        if let Some(index) = all.iter().position(|(known, _)| known == input) {
            return Some(all.swap_remove(index).1);
        }
        all.retain(|(known, _)| known.part == input.part);
        let names: Vec<&str> = all.iter().map(|(known, _)| known.name.as_str()).collect();
        let message = format!("`{}` has no input `{input}`", operation.id);
        let mut found = Diagnostic::error("unknown-input", message, written.span, "not an input");
        if let Some(near) = reader::did_you_mean(&input.name, names.iter().copied()) {
            found = found.with_help(format!("did you mean `{near}`?"));
        } else if !names.is_empty() {
            found = found.with_help(format!("known are {}", names.join(", ")));
        }
        self.reader.out.push(found);
        None
    }
}
