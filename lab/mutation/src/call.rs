//! Requests parsed as calls of the contract's operations.

use referral_conformance::exchange::Request;
use referral_conformance::json::Json;
use referral_conformance::key_place;
use referral_conformance::parsed::SentInputs;
use referral_conformance::parsed::addressing::identifier_form;
use spec::{Contract, Identifier, InputPart, InputRef, Operation, Segment};

/// A call of an operation.
#[derive(Clone, Debug)]
pub struct Call<'c> {
    /// The operation that the request matches.
    pub operation: &'c Operation,
    /// The inputs of the request.
    pub sent: SentInputs,
    /// The key that is sent.
    pub key: Option<String>,
}

impl<'c> Call<'c> {
    /// Parses a request; `None` if it matches no operation of the contract.
    pub fn parse(contract: &'c Contract, request: &Request) -> Option<Self> {
        Some(Self::of(contract, called_operation(contract, request)?, request))
    }

    /// Parses a request that matches the operation.
    pub(crate) fn of(contract: &Contract, operation: &'c Operation, request: &Request) -> Self {
        let place = contract.service.key_place();
        Self {
            operation,
            sent: SentInputs::parse(contract, operation, request),
            key: place.and_then(|place| key_place::sent(place, request)),
        }
    }

    /// The value of an input.
    pub fn input(&self, part: InputPart, name: &str) -> Option<&Json> {
        self.sent.get(&InputRef { part, name: name.to_owned() })
    }

    /// The value of an input, if it is a text.
    pub fn text(&self, part: InputPart, name: &str) -> Option<&str> {
        self.input(part, name)?.text()
    }

    /// The kind of identifier in an input; `None` if the input is blank.
    pub fn identifier_kind(&self, at: &InputRef) -> Option<Identifier> {
        let value = self.sent.get(at)?.identifier()?;
        let blank = value.trim().is_empty();
        (!blank).then(|| identifier_form(self.operation, &self.sent, at))
    }

    /// The identifiers in the path, and those in members of the body that address a record.
    pub fn identifiers(&self) -> Vec<String> {
        let addressing = self.operation.body.iter().filter(|field| field.record.is_some());
        let in_body = addressing.filter_map(|field| self.text(InputPart::Body, &field.wire));
        let mut identifiers = self.path_values();
        identifiers.extend(in_body.map(str::to_owned));
        identifiers
    }

    /// Whether all required members of the body were sent.
    pub fn has_required_members(&self) -> bool {
        let mut required = self.operation.body.iter().filter(|field| field.required);
        required.all(|field| self.input(InputPart::Body, &field.wire).is_some())
    }

    /// The values of the path parameters.
    pub fn path_values(&self) -> Vec<String> {
        let inputs = self.sent.iter().filter(|(input, _)| input.part == InputPart::Path);
        inputs.filter_map(|(_, value)| value.text().map(str::to_owned)).collect()
    }
}

/// The operation that a request matches: of several, the one with the most literal segments.
pub(crate) fn called_operation<'c>(
    contract: &'c Contract,
    request: &Request,
) -> Option<&'c Operation> {
    let path = request.target.split('?').next().unwrap_or_default();
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    let fits = |operation: &&Operation| {
        operation.method == request.method && path_matches(operation, &segments)
    };
    let literals = |operation: &&Operation| {
        let segments = operation.path.segments.iter();
        segments.filter(|segment| matches!(segment, Segment::Literal(_))).count()
    };
    contract.operations().filter(fits).max_by_key(literals)
}

/// Whether the path matches the template; a parameter may be an empty segment.
fn path_matches(operation: &Operation, segments: &[&str]) -> bool {
    let template = &operation.path.segments;
    let fits = |(known, given): (&Segment, &&str)| match known {
        Segment::Literal(text) => text == given,
        Segment::Parameter(_) => true,
    };
    template.len() == segments.len() && template.iter().zip(segments).all(fits)
}
