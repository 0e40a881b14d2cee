//! Lists of records that a scenario creates, where no fixture is known to be listed: all of them are there, in order.

use conformance_model::contract::{is_numbered, member_of_type, whole_list};
use conformance_model::scenario::{ClauseRef, Value};
use conformance_model::values::always_admits;
use spec::{ClauseKind, Contract, InputField, InputPart, InputRef, Operation, Type};

use super::call::{Call, is_repeatable, text_members};
use super::lists::List;
use super::scenario::Draft;
use super::subject::Subject;

/// Names of the records, in the order in which they are created, each with the start of the text that the list may be
/// ordered by: neither in order nor in reverse.
const RECORDS: [(&str, &str); 3] =
    [("one", "Bb{unique word}"), ("two", "Cc{unique word}"), ("three", "Aa{unique word}")];

/// One scenario for each such list.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let unknown = List::all(contract).filter(|list| !list.is_known());
    unknown.filter_map(|list| scenario(contract, &list)).collect()
}

fn scenario(contract: &Contract, list: &List<'_>) -> Option<Draft> {
    let operation = list.operation;
    let record = operation.lists.as_deref()?;
    let items = Type::List(Box::new(Type::Record(record.to_owned())));
    member_of_type(operation, &items)?;
    // A default may leave out what is new.
    let may_leave_out = |query: &spec::QueryParameter| {
        query.required || (query.default.is_some() && query.filter.is_none())
    };
    if operation.query.iter().any(may_leave_out) {
        return None;
    }
    let mut creations = contract.operations();
    let creation = creations.find(|creation| creation.creates.as_deref() == Some(record))?;
    if !is_repeatable(creation) {
        return None;
    }
    let mut call = Call::new(contract, operation, "")?;
    call.step = whole_list(operation)?
        .into_iter()
        .fold(call.step, |step, (name, value)| step.query(name, value));
    let given = given(&call, operation, creation);
    let order = Order::of(operation, creation);
    let text = match order {
        Order::Text(field) => Some(field),
        Order::Creation | Order::Unknown => None,
    };
    // An equal number elsewhere in a response may mean something else than the identifier.
    let mark = text.or_else(|| {
        let texts = text_members(creation).filter(|_| list.is_paged());
        texts.filter(|_| is_numbered(contract, record)).find(|text| shows(contract, record, text))
    });
    let is_shown = mark.is_some() || !is_numbered(contract, record);
    let title = format!("Each new {record} is listed, in order");
    let mut draft = Draft::new(operation, "created", title);
    draft = call.subjects.iter().fold(draft, Draft::obtain);
    draft = elsewhere(contract, operation, creation, draft)?;
    let mut step = list.on(call.step.clone());
    for (number, (name, start)) in (1..).zip(RECORDS) {
        let body: Vec<_> = mark.map(|field| (field.wire.as_str(), start)).into_iter().collect();
        let created = Subject::create_by(contract, creation, name, &given, &body)?;
        let known = match mark {
            Some(field) => format!("{{{name}.body.{}}}", field.wire),
            None => created.own_identifier()?.to_owned(),
        };
        draft = draft.obtain(&created);
        if is_shown {
            step = step.shows([known.as_str()]);
        }
        step = match order {
            Order::Text(_) => step.order(known.clone(), known),
            Order::Creation => step.order(known, number.to_string()),
            Order::Unknown => step,
        };
    }
    let creates = ClauseRef::new(creation, ClauseKind::Creation);
    let whole = if is_shown { step.clone().proves([creates]) } else { step.clone() };
    if !list.is_paged() {
        return Some(draft.step(whole));
    }
    let in_pages = PAGE_SIZES.map(|size| list.in_pages_of(step.clone(), size));
    let first = list.first_page_of(call.step.clone(), PAGE_SIZES[0]);
    Some(
        draft
            .step(whole.clone())
            .steps(in_pages)
            .steps(first)
            .steps(list.after_last(call.step.clone()))
            .step(whole),
    )
}

/// Page sizes that split a short list into several pages.
const PAGE_SIZES: [u32; 2] = [2, 7];

/// Whether the listed records show a member that their creation sends.
fn shows(contract: &Contract, record: &str, sent: &InputField) -> bool {
    let fields = contract.record(record).map(|record| record.fields.iter());
    fields.into_iter().flatten().any(|field| field.wire == sent.wire && field.ty == sent.ty)
}

/// What the list is ordered by.
#[derive(Clone, Copy)]
enum Order<'c> {
    /// A text that the creation sends.
    Text(&'c InputField),
    Creation,
    /// Nothing that is stated, or something that the creation does not set.
    Unknown,
}

impl<'c> Order<'c> {
    fn of(list: &Operation, creation: &'c Operation) -> Self {
        let Some(order) = list.order.as_ref().and_then(|order| order.stated()) else {
            return Self::Unknown;
        };
        let Some(by) = &order.by else {
            return Self::Creation;
        };
        let admits = |field: &&InputField| {
            let mut texts = RECORDS.iter().map(|(_, text)| Value::from(*text));
            field.ty == Type::Text(None)
                && texts.all(|text| always_admits(&field.constraints, &text))
        };
        creation.body_field(by).filter(admits).map_or(Self::Unknown, Self::Text)
    }
}

/// Creates a record below another one than the list is of, so that a list of all records is seen.
fn elsewhere(
    contract: &Contract,
    list: &Operation,
    creation: &Operation,
    draft: Draft,
) -> Option<Draft> {
    if list.path_parameters.is_empty() {
        return Some(draft);
    }
    let call = Call::new(contract, list, "_elsewhere")?;
    let given = given(&call, list, creation);
    let created = Subject::create_by(contract, creation, "elsewhere", &given, &[])?;
    let draft = call.subjects.iter().fold(draft, Draft::obtain);
    Some(draft.obtain(&created))
}

/// The records in the path of the list, for the creation of records below them.
fn given<'c>(call: &'c Call, list: &Operation, creation: &Operation) -> Vec<(InputRef, &'c str)> {
    let owners = list.path_parameters.iter().zip(&call.subjects);
    let given = owners.filter_map(|(parameter, subject)| {
        let mut inputs = creation.path_parameters.iter();
        let input = inputs.find(|input| input.record == parameter.record)?;
        let at = InputRef::new(InputPart::Path, &input.name);
        Some((at, subject.accepted_by(&input.identifiers)?))
    });
    given.collect()
}
