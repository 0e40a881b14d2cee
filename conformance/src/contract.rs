//! Questions that several rooms of this crate ask the contract.

use spec::{
    Body, Condition, Contract, EnvelopeMember, Field, Format, InputPart, InputRef, Operation,
    PageSelection, Paging, Type,
};

/// Every input of an operation with its type, the ones that choose a page included.
#[must_use]
pub fn inputs(operation: &Operation) -> Vec<(InputRef, Type)> {
    let input = |part, name: &str| InputRef {
        part,
        name: name.to_owned(),
    };
    let identifier = Type::Text(Some(Format::Identifier));
    let path = operation.path_parameters.iter();
    let path = path.map(|path| (input(InputPart::Path, &path.name), identifier.clone()));
    let query = operation.query.iter();
    let query = query.map(|query| (input(InputPart::Query, &query.name), query.ty.clone()));
    let page = page_selection(operation)
        .into_iter()
        .flat_map(|page| [&page.page, &page.per_page]);
    let page = page.map(|name| (input(InputPart::Query, name), Type::Integer));
    let body = operation.body.iter();
    let body = body.map(|field| (input(InputPart::Body, &field.wire), field.ty.clone()));
    path.chain(query).chain(page).chain(body).collect()
}

/// How a list is cut into pages, if that is stated.
#[must_use]
pub fn paging(operation: &Operation) -> Option<&Paging> {
    operation.paging.as_ref()?.stated()
}

/// The query parameters that choose a page, if they are stated.
#[must_use]
pub fn page_selection(operation: &Operation) -> Option<&PageSelection> {
    paging(operation)?.selection.stated()
}

/// The members of the success body, if they are stated.
#[must_use]
pub fn envelope(operation: &Operation) -> Option<&[EnvelopeMember]> {
    match operation.success.body.stated()? {
        Body::Envelope(members) => Some(members),
        Body::Empty => None,
    }
}

/// The fields of the record that an envelope member holds, one or many.
#[must_use]
pub fn fields<'c>(contract: &'c Contract, ty: &Type) -> &'c [Field] {
    match ty {
        Type::Record(name) => contract.record(name).map_or(&[], |record| &record.fields),
        Type::List(ty) => fields(contract, ty),
        _ => &[],
    }
}

/// Whether `member.field` of the success body is stated to be there.
#[must_use]
pub fn is_stated_member(contract: &Contract, operation: &Operation, path: &[String]) -> bool {
    let [member, field] = path else { return false };
    let members = envelope(operation).unwrap_or_default();
    let member = members.iter().find(|known| known.wire == *member);
    let member = member.filter(|member| matches!(member.ty, Type::Record(_)));
    member.is_some_and(|member| {
        let mut fields = fields(contract, &member.ty).iter();
        fields.any(|known| known.wire == *field && known.present.stated() == Some(&true))
    })
}

/// The kinds of fixtures there are.
#[must_use]
pub fn fixture_kinds(contract: &Contract) -> Vec<&str> {
    let fixtures = contract.service.fixtures.iter();
    fixtures.map(|fixture| fixture.kind.as_str()).collect()
}

/// Whether a refusal is about the key and not about the request.
#[must_use]
pub fn is_about_key(when: &Condition) -> bool {
    matches!(
        when,
        Condition::KeyAbsent | Condition::KeyInvalid | Condition::KeyUserless
    )
}

/// The envelope member that holds the list of an operation.
#[must_use]
pub fn list_member(operation: &Operation) -> Option<&str> {
    let members = envelope(operation)?;
    members
        .iter()
        .find(|member| matches!(member.ty, Type::List(_)))
        .map(|member| member.wire.as_str())
}

/// The key that tells how many pages there are: the last of those beside the total.
#[must_use]
pub fn total_pages(paging: &Paging) -> Option<&str> {
    paging.keys.get(2).map(String::as_str)
}

/// The environment variable that holds a kind of key. The first kind has the plain name; the others
/// carry their kind.
#[must_use]
pub fn key_variable(contract: &Contract, kind: &str) -> String {
    let service = &contract.service;
    let plain = format!("{}_api_key", service.package);
    let name = match usual_key(contract) {
        Some(usual) if usual != kind => format!("{plain}_{kind}"),
        _ => plain,
    };
    name.to_uppercase()
}

/// The kind of key that is meant where none is named.
#[must_use]
pub fn usual_key(contract: &Contract) -> Option<&str> {
    let first = contract.service.keys.first()?;
    Some(&first.name)
}
