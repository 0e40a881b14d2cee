//! Determines which kind of identifier a value is, before anything is sent.

use spec::{Contract, Format, Identifier, InputPart, InputRef, Type};

use super::{Reference, Scenario, Template, TemplatePiece, Value};

impl Scenario {
    /// An e-mail address if any part of the text is typical of one, otherwise an id.
    pub fn identifier(&self, contract: &Contract, text: &Template) -> Identifier {
        let is_email = |piece: &TemplatePiece| match piece {
            TemplatePiece::Literal(text) => text.contains('@'),
            TemplatePiece::Reference(reference) => self.is_email(contract, reference),
        };
        if text.pieces.iter().any(is_email) { Identifier::Email } else { Identifier::Uuid }
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
            Some(Value::Text(text)) => self.identifier(contract, text) == Identifier::Email,
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
