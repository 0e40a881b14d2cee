//! Headers of responses.

use reader::{Span, Spanned};

use super::{Constraints, Contract, Field, Operation, Section, Slot, Type};

/// A header of a success.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseHeader {
    /// Name in the document's spelling. Upper and lower case are the same.
    pub name: String,
    /// The type of its value.
    pub ty: Type,
    /// Whether the listed values are all that there are.
    pub complete: bool,
    /// The constraints on its value.
    pub constraints: Constraints,
    /// Whether every success has it.
    pub present: Slot<bool>,
    /// The operation whose path it ends with, for the record in the body.
    pub leads_to: Option<Spanned<String>>,
    /// Description; may be empty.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

impl ResponseHeader {
    /// Whether every success has it, as the document states.
    pub fn is_always_there(&self) -> bool {
        self.present.stated() == Some(&true)
    }
}

/// What a parameter in the path of an operation is, for the record in the success body of another operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinkPart<'c> {
    /// The parameter of this name in the path of the request.
    Sent(&'c str),
    /// What identifies the record in this member of the body.
    Shown {
        /// Envelope member; empty in a bare body.
        member: &'c str,
        /// The field of the record.
        identifier: &'c Field,
    },
}

impl Contract {
    /// What a parameter in the path of `target` is, for the record that a success of `from` shows.
    pub fn link_part<'c>(
        &'c self,
        from: &'c Operation,
        target: &Operation,
        parameter: &str,
    ) -> Option<LinkPart<'c>> {
        let Some(identifying) = target.path_parameter(parameter) else {
            let same = from.path_values.iter().find(|value| value.name == parameter)?;
            return Some(LinkPart::Sent(&same.name));
        };
        let shown = Type::Record(identifying.record.clone());
        let members = from.success.body.value().map_or(&[][..], |body| body.members());
        if let Some(member) = members.iter().find(|member| member.ty == shown) {
            let identifier = self.record(&identifying.record)?.identifier()?;
            return Some(LinkPart::Shown { member: &member.wire, identifier });
        }
        let mut sent = from.path_parameters.iter();
        let same = sent.find(|parameter| parameter.record == identifying.record)?;
        Some(LinkPart::Sent(&same.name))
    }
}
