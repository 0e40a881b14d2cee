//! Determines which kind of identifier a value is, before anything is sent.

use spec::{Contract, Format, Identifier, InputPart, InputRef, Record, Type};

use super::{Reference, Scenario, Template, TemplatePiece, Value};
use crate::contract;

impl Scenario {
    /// An e-mail address if any part of the text is typical of one, otherwise the identifier that the service assigns.
    /// `kinds` are those that the input accepts.
    pub fn identifier(
        &self,
        contract: &Contract,
        text: &Template,
        kinds: &[Identifier],
    ) -> Identifier {
        if self.is_address(contract, text) {
            return Identifier::Email;
        }
        Identifier::own(kinds).unwrap_or(Identifier::Uuid)
    }

    /// Whether a text is a number that identifies a record.
    pub fn is_number(&self, contract: &Contract, text: &Template) -> bool {
        text.references().any(|reference| self.refers_to_number(contract, reference))
    }

    pub(super) fn refers_to_number(&self, contract: &Contract, reference: &Reference) -> bool {
        let call = |step: &str| {
            let (_, step) = self.step_among(usize::MAX, step)?;
            contract.operation(&step.call)
        };
        match reference {
            Reference::Fixture { need, fact, .. } if fact == "id" => {
                let need = self.needs.iter().find(|known| known.name == *need);
                let kind = need.and_then(|need| contract::fixture(contract, &need.kind));
                kind.is_some_and(|kind| contract::is_numbered(contract, &kind.record))
            }
            Reference::Sent { step, input } => call(step).is_some_and(|operation| {
                contract::identifier_forms(operation, input).contains(&Identifier::Integer)
            }),
            Reference::Response { step, place, .. } => call(step).is_some_and(|operation| {
                let shown = place.stated_record(contract, operation);
                let id = shown.and_then(Record::identifier);
                id.is_some_and(|id| id.wire == place.field && id.ty == Type::Integer)
            }),
            _ => false,
        }
    }

    fn is_address(&self, contract: &Contract, text: &Template) -> bool {
        text.pieces.iter().any(|piece| match piece {
            TemplatePiece::Literal(text) => text.contains('@'),
            TemplatePiece::Reference(reference) => self.is_email(contract, reference),
        })
    }

    fn is_email(&self, contract: &Contract, reference: &Reference) -> bool {
        match reference {
            Reference::Unknown(by) => *by == Identifier::Email,
            Reference::Fixture { fact: name, .. } => name == Identifier::Email.name(),
            Reference::Sent { step, input } => self.sent_email(contract, step, input),
            _ => false,
        }
    }

    /// Whether an earlier step sent an e-mail address: by its value, or by the type of the input.
    fn sent_email(&self, contract: &Contract, step: &str, input: &InputRef) -> bool {
        let Some((_, step)) = self.step_among(usize::MAX, step) else { return false };
        match step.inputs.set.get(input) {
            Some(Value::Text(text)) => self.is_address(contract, text),
            Some(Value::Json(_)) => false,
            None => {
                let operation = contract.operation(&step.call);
                let mut body = operation.into_iter().flat_map(|operation| &operation.body);
                let email = Type::Text(Some(Format::Email));
                input.part == InputPart::Body
                    && body.any(|field| field.wire == input.name && field.ty == email)
            }
        }
    }
}
