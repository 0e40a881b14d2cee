//! Queries on the contract that several modules share.

use std::collections::BTreeSet;

use http::header::CONTENT_TYPE;

use crate::error_entries::has_code_of;
use crate::json::Json;
use spec::{
    Body, Condition, Contract, Defect, EnvelopeMember, ErrorCase, Field, Fixture, Format,
    Identifier, InputPart, InputRef, Operation, PageSelection, Paging, QueryParameter, Slot, Type,
};

/// The name of the group of clauses that belong to no operation, and the first part of their ids.
pub const SERVICE: &str = "service";

/// All inputs of an operation with their types, page parameters included.
pub fn inputs(operation: &Operation) -> Vec<(InputRef, Type)> {
    let path = operation.path_parameters.iter().map(|path| {
        let ty = match Identifier::own(&path.identifiers) {
            Some(Identifier::Integer) => Type::Integer,
            _ => Type::Text(Some(Format::Identifier)),
        };
        (InputRef::new(InputPart::Path, &path.name), ty)
    });
    let query = operation
        .query
        .iter()
        .map(|query| (InputRef::new(InputPart::Query, &query.name), sent_type(query)));
    let page = page_selection(operation)
        .into_iter()
        .flat_map(PageSelection::parameters)
        .map(|page| (InputRef::new(InputPart::Query, &page.wire), page.ty.clone()));
    let body = operation
        .body_fields()
        .map(|field| (InputRef::new(InputPart::Body, &field.wire), field.ty.clone()));
    let header = operation
        .idempotency
        .iter()
        .map(|keys| (InputRef::new(InputPart::Header, &keys.header), Type::Text(None)));
    path.chain(query).chain(page).chain(body).chain(header).collect()
}

/// The type of what is sent; several values are one text.
fn sent_type(query: &QueryParameter) -> Type {
    match (query.several, &query.ty) {
        (None, ty) | (Some(_), ty @ Type::Text(_)) => ty.clone(),
        (Some(_), _) => Type::Text(None),
    }
}

pub fn paging(operation: &Operation) -> Option<&Paging> {
    operation.paging.as_ref()?.stated()
}

pub fn page_selection(operation: &Operation) -> Option<&PageSelection> {
    paging(operation)?.selection.stated()
}

/// The query parameter for the page number: that of the list itself, or of another list if this paged list does not
/// document a parameter.
pub fn page_number<'c>(contract: &'c Contract, operation: &'c Operation) -> Option<&'c str> {
    known_selection(contract, operation)?.number()
}

#[must_use]
pub fn page_size<'c>(contract: &'c Contract, operation: &'c Operation) -> Option<&'c str> {
    known_selection(contract, operation)?.size()
}

/// Whether it is known how to request the pages of a list.
pub fn has_known_pages(contract: &Contract, operation: &Operation) -> bool {
    known_selection(contract, operation).is_some()
}

fn known_selection<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
) -> Option<&'c PageSelection> {
    paging(operation)?;
    // Only page numbers mean the same for every list.
    let others = contract.operations().filter_map(page_selection);
    let mut others = others.filter(|selection| selection.number().is_some());
    page_selection(operation).or_else(|| others.next())
}

/// The names of the headers that the document describes for responses of the operation.
pub fn response_headers<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
) -> impl Iterator<Item = &'c str> {
    let replayed = operation.idempotency.iter().flat_map(|keys| &keys.replayed);
    let replayed = replayed.map(|replayed| replayed.header.as_str());
    let error_type = contract.service.error_body.content_type.iter();
    let described = operation.success.headers.iter().map(|header| header.name.as_str());
    described.chain(replayed).chain(error_type.map(|_| CONTENT_TYPE.as_str()))
}

/// The query parameters that a request for the whole list needs, with their values: those whose filters leave something out
/// by default. `None` if the document shows no value with which one keeps everything.
pub fn whole_list(operation: &Operation) -> Option<Vec<(&str, &str)>> {
    let filtered = operation.query.iter().filter(|query| query.filters_by_default().is_some());
    let keeping = filtered.map(|query| {
        let all = query.values.iter().find(|value| value.keeps_all)?;
        Some((query.name.as_str(), all.wire.as_str()))
    });
    keeping.collect()
}

/// The members of the success body, if it is documented and not empty. A bare body is its only member, without a name.
pub fn envelope(operation: &Operation) -> Option<&[EnvelopeMember]> {
    let members = operation.success.body.stated().map(Body::members)?;
    (!members.is_empty()).then_some(members)
}

/// The member of the success body that has the type.
pub fn member_of_type<'c>(operation: &'c Operation, ty: &Type) -> Option<&'c str> {
    let member = envelope(operation)?.iter().find(|member| member.ty == *ty)?;
    Some(&member.wire)
}

/// The fields of the record in an envelope member, for a single record or a list.
pub fn fields<'c>(contract: &'c Contract, ty: &Type) -> &'c [Field] {
    match ty {
        Type::Record(name) => contract.record(name).map_or(&[], |record| &record.fields),
        Type::List(ty) => fields(contract, ty),
        _ => &[],
    }
}

/// The kind of identifier that the service assigns to records of a type.
pub fn own_identifier(contract: &Contract, record: &str) -> Identifier {
    let path = contract.operations().flat_map(|operation| &operation.path_parameters);
    let path = path.map(|path| (path.record.as_str(), &path.identifiers));
    let body = contract.operations().flat_map(Operation::body_fields);
    let body = body.filter_map(|field| Some((field.record.as_deref()?, &field.identifiers)));
    let mut kinds = path.chain(body).filter(|(known, _)| *known == record);
    let shown = || contract.record(record)?.identifier();
    let is_number = || shown().is_some_and(|field| field.ty == Type::Integer);
    kinds
        .find_map(|(_, kinds)| Identifier::own(kinds))
        .unwrap_or_else(|| if is_number() { Identifier::Integer } else { Identifier::Uuid })
}

/// The identifier that a record in a response shows.
pub fn identifier_of<'j>(contract: &Contract, record: &str, shown: &'j Json) -> Option<&'j str> {
    let record = contract.record(record)?;
    let texts = record.fields.iter();
    let texts = texts.filter(|field| field.ty == Type::Text(Some(Format::Identifier)));
    let mut fields = record.identifier().into_iter().chain(texts);
    fields.find_map(|field| shown.get(&field.wire)?.identifier())
}

/// Whether records of a type are identified by numbers. Equal numbers may stand elsewhere in a response, so that none is
/// looked for there.
pub fn is_numbered(contract: &Contract, record: &str) -> bool {
    own_identifier(contract, record) == Identifier::Integer
}

pub fn fixture_kinds(contract: &Contract) -> Vec<&str> {
    contract.service.fixtures.iter().map(|fixture| fixture.kind.as_str()).collect()
}

pub fn key_kinds(contract: &Contract) -> Vec<&str> {
    contract.service.keys.iter().map(|key| key.name.as_str()).collect()
}

pub fn fixture<'c>(contract: &'c Contract, kind: &str) -> Option<&'c Fixture> {
    contract.service.fixtures.iter().find(|fixture| fixture.kind == kind)
}

/// The message of an error body; `None` if it is not the documented error body.
pub fn error_message<'j>(contract: &Contract, body: &'j Json) -> Option<&'j str> {
    body.at(&contract.service.error_body.member)?.text()
}

/// Whether a refusal with this status and message is one of the key.
pub fn is_key_refusal(
    contract: &Contract,
    operation: &Operation,
    status: u16,
    message: Option<&str>,
) -> bool {
    let case = message.and_then(|message| case_for_message(contract, operation, message));
    case.map_or(matches!(status, 401 | 403), is_about_key)
}

/// The error case with this message, which is a text; the most specific one if there are several.
pub fn case_for_message<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
    message: &str,
) -> Option<&'c ErrorCase> {
    best_case(contract, operation, message, |_| true)
}

/// The most specific case with this message; of several with the same message, one that is preferred.
fn best_case<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
    message: &str,
    is_preferred: impl Fn(&ErrorCase) -> bool,
) -> Option<&'c ErrorCase> {
    let cases = operation.errors.iter().chain(&contract.service.errors);
    cases
        .filter_map(|case| Some((case, case.text()?)))
        .filter(|(_, text)| text.matches(message).is_some())
        .max_by_key(|(case, text)| (text.is_literal(), text.literal_len(), is_preferred(case)))
        .map(|(case, _)| case)
}

/// What a response says about a refusal.
#[derive(Clone, Debug)]
pub struct Said<'r> {
    pub status: u16,
    pub message: Option<&'r str>,
    /// The code, or the codes of the entries of the list of errors.
    pub codes: Vec<&'r str>,
    pub is_empty: bool,
}

/// Whether a response can be the refusal of an error case without a message text. A case without a body is recognised
/// by its status. A case whose message is not documented is recognised by its code, or by its status if the code is not
/// documented either.
pub fn is_without_text(case: &ErrorCase, said: &Said<'_>) -> bool {
    let has_status = |status: &u16| *status == said.status;
    if case.is_empty() {
        return said.is_empty && case.status.value().map_or(said.status >= 300, has_status);
    }
    if case.text().is_some() || said.message.is_none() {
        return false;
    }
    match case.code.as_ref().and_then(Slot::value) {
        Some(code) => said.codes.contains(&code.as_str()),
        None => case.status.value().is_some_and(has_status),
    }
}

/// The error case of a response: by its message, or by status and code.
pub fn case_for<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
    said: &Said<'_>,
) -> Option<&'c ErrorCase> {
    let has_code = |case: &ErrorCase| has_code_of(contract, case, &said.codes);
    let by_message = |message| best_case(contract, operation, message, has_code);
    said.message.and_then(by_message).or_else(|| {
        let mut cases = operation.errors.iter().chain(&contract.service.errors);
        cases.find(|case| is_without_text(case, said))
    })
}

/// Whether a refusal is about the key and not about the request.
pub fn is_about_key(case: &ErrorCase) -> bool {
    matches!(
        case.when.stated(),
        Some(
            Condition::KeyAbsent
                | Condition::KeyInvalid
                | Condition::KeyUserless
                | Condition::KeyOf(_)
        )
    )
}

/// The kinds of identifiers that an input accepts; empty if it addresses no record.
pub fn identifier_forms<'c>(operation: &'c Operation, input: &InputRef) -> &'c [Identifier] {
    let forms = match input.part {
        InputPart::Path => operation.path_parameter(&input.name).map(|path| &path.identifiers),
        InputPart::Body => operation.body_field(&input.name).map(|field| &field.identifiers),
        InputPart::Query | InputPart::Header => None,
    };
    forms.map_or(&[], Vec::as_slice)
}

pub fn addressed_record<'c>(operation: &'c Operation, input: &InputRef) -> Option<&'c str> {
    match input.part {
        InputPart::Path => operation.path_parameter(&input.name).map(|path| path.record.as_str()),
        InputPart::Body => operation.body_field(&input.name)?.record.as_deref(),
        InputPart::Query | InputPart::Header => None,
    }
}

/// The required body field that is left out, if it is the only one and the contract has no message
/// for it.
pub fn omitted_required_field<'c>(
    operation: &'c Operation,
    omitted: &BTreeSet<InputRef>,
) -> Option<&'c str> {
    let mut left_out = omitted.iter();
    let (Some(input), None) = (left_out.next(), left_out.next()) else {
        return None;
    };
    let field = operation.body_field(&input.name).filter(|field| field.required)?;
    let has_case = operation.case_of(input, Defect::Missing).is_some();
    (input.part == InputPart::Body && !has_case).then_some(field.wire.as_str())
}

/// The input that identifies the target of a call, and its record type: the last path parameter, or
/// the first body field that addresses a record.
pub fn target_input(operation: &Operation) -> Option<(InputRef, &str)> {
    if let Some(last) = operation.path_parameters.last() {
        return Some((InputRef::new(InputPart::Path, &last.name), &last.record));
    }
    operation.body.iter().find_map(|field| {
        Some((InputRef::new(InputPart::Body, &field.wire), field.record.as_deref()?))
    })
}

/// The operation that reads one record by its identifier alone.
pub fn reading_operation<'c>(contract: &'c Contract, record: &str) -> Option<&'c Operation> {
    contract.operations().find(|operation| {
        let [parameter] = operation.path_parameters.as_slice() else {
            return false;
        };
        operation.method.is_safe() && operation.lists.is_none() && parameter.record == record
    })
}

/// The record type that an accepted call changes; `None` for a call that only reads, creates or
/// removes.
pub fn changed_record(operation: &Operation) -> Option<&str> {
    if operation.method.is_safe() {
        return None;
    }
    let moved = operation.transitions.first().map(|transition| transition.record.as_str());
    operation.updates.as_deref().or(moved).or_else(|| {
        let acts_on_target = operation.creates.is_none() && operation.removes.is_none();
        target_input(operation).filter(|_| acts_on_target).map(|(_, record)| record)
    })
}

/// Whether a call may change a member of a record: one that changes the record takes the member as an input or moves the
/// state that it shows, or any has an effect on it.
pub fn may_change(contract: &Contract, record: &str, field: &str) -> bool {
    let lifecycle = contract.record(record).and_then(|record| record.lifecycle.as_ref());
    let shows_state =
        lifecycle.is_some_and(|it| it.shown_in.stated().is_some_and(|it| it == field));
    contract.operations().any(|operation| {
        let moves = || shows_state && !operation.transitions.is_empty();
        let takes = || operation.body.iter().any(|input| input.wire == field);
        changed_record(operation) == Some(record) && (moves() || takes())
            || operation.effects.iter().any(|it| it.record == record && it.field == field)
            || operation.constants_of(record, field).next().is_some()
    })
}

pub fn can_be_removed(contract: &Contract, record: &str) -> bool {
    contract.operations().any(|operation| operation.removes.as_deref() == Some(record))
}

pub fn list_member(operation: &Operation) -> Option<&str> {
    let list = envelope(operation)?.iter().find(|member| matches!(member.ty, Type::List(_)))?;
    Some(&list.wire)
}

/// The environment variable that holds a kind of key. The first kind has the plain name; the others
/// carry their kind.
pub fn key_variable(contract: &Contract, kind: &str) -> String {
    let service = &contract.service;
    let plain = format!("{}_api_key", service.package);
    let name = match usual_key(contract) {
        Some(usual) if usual != kind => format!("{plain}_{kind}"),
        _ => plain,
    };
    name.to_uppercase()
}

/// The kind of key that is meant where none is named. A service without a key has one account, whose kind has an empty
/// name.
pub fn usual_key(contract: &Contract) -> Option<&str> {
    if contract.service.auth.is_none() {
        return Some("");
    }
    let first = contract.service.keys.first()?;
    Some(&first.name)
}
