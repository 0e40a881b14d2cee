//! Lists of records that a scenario creates, where no fixture is known to be listed: all of them are there, in order, and
//! stay in it when one of them is changed.

mod order;
mod sorts;
mod values;

use conformance_model::contract::{is_numbered, member_of_type, whole_list};
use conformance_model::scenario::{ClauseRef, Step};
use spec::{ClauseKind, Contract, InputField, InputPart, InputRef, Operation, QueryValue, Type};

use super::call::{Call, changed_members, is_repeatable, text_members};
use super::lists::List;
use super::scenario::Draft;
use super::subject::Subject;
use order::{Order, shown_at};

/// Names of the records, in the order in which they are created, each with the start of the text that the list may be
/// ordered by: neither in order nor in reverse.
const RECORDS: [(&str, &str); 3] =
    [("one", "Bb{unique word}"), ("two", "Cc{unique word}"), ("three", "Aa{unique word}")];

/// The same for texts that are ordered by their code points: another collation has them in another order.
const CODE_POINTS: [(&str, &str); 3] =
    [("one", "Zb{unique word}"), ("two", "éc{unique word}"), ("three", "aa{unique word}")];

/// The scenarios of each such list.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let unknown = List::all(contract).filter(|list| !list.is_known());
    unknown
        .flat_map(|list| {
            let values = values::scenario(contract, &list);
            let sorts = sorts::scenario(contract, &list);
            scenario(contract, &list).into_iter().chain(values).chain(sorts)
        })
        .collect()
}

fn scenario(contract: &Contract, list: &List<'_>) -> Option<Draft> {
    let operation = list.operation;
    let record = operation.lists.as_deref()?;
    list_member(operation, record)?;
    let creation = creation_of(contract, operation)?;
    let mut call = Call::new(contract, operation, "")?;
    call.step = whole_list(operation)?
        .into_iter()
        .fold(call.step, |step, (name, value)| step.query(name, value));
    let given = given(&call, operation, creation);
    let order = Order::of(contract, operation, creation);
    let text = match order {
        Order::Text(field, _) => Some(field),
        Order::Shown(_) | Order::Creation | Order::Unknown => None,
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
    let elsewhere = Elsewhere::of(contract, list, creation, mark);
    draft = elsewhere.iter().fold(draft, |draft, elsewhere| draft.obtain(&elsewhere.subject));
    let mut step = list.on(call.step.clone());
    let mut oldest = None;
    for (number, (name, start)) in (1..).zip(order.starts()) {
        let body: Vec<_> = mark.map(|field| (field.wire.as_str(), start)).into_iter().collect();
        let mut created = Subject::create_by(contract, creation, name, &given, &body)?;
        if number == 2 && order.needs_another_second(creation, contract) {
            created.steps = created.steps.into_iter().map(Step::after_a_second).collect();
        }
        let known = match mark {
            Some(field) => format!("{{{name}.body.{}}}", field.wire),
            None => created.own_identifier()?.to_owned(),
        };
        draft = draft.obtain(&created);
        if is_shown {
            step = step.shows([known.as_str()]);
        }
        step = match order {
            Order::Text(..) => step.order(known.clone(), known),
            Order::Shown(field) => {
                step.order(known, format!("{{{name}.response.{}}}", shown_at(creation, field)?))
            }
            Order::Creation => step.order(known, number.to_string()),
            Order::Unknown => step,
        };
        oldest = oldest.or(Some(created));
    }
    let creates = ClauseRef::new(creation, ClauseKind::Creation);
    let whole = if is_shown { step.clone().proves([creates]) } else { step.clone() };
    let sent = [mark.or(text)].into_iter().flatten();
    let oldest = oldest.filter(|_| order.is_kept_by_updates(contract, creation));
    let change =
        oldest.and_then(|oldest| change(contract, &oldest, record, &sent.collect::<Vec<_>>()));
    let changed = change.into_iter().flat_map(|change| [change, step.clone()]);
    let elsewhere = elsewhere.map(|elsewhere| elsewhere.list);
    if !list.is_paged() {
        let again = elsewhere.as_ref().map(|_| whole.clone());
        return Some(draft.step(whole).steps(elsewhere).steps(again).steps(changed));
    }
    let in_pages = PAGE_SIZES.map(|size| list.in_pages_of(step.clone(), size));
    let first = list.first_page_of(call.step.clone(), PAGE_SIZES[0]);
    Some(
        draft
            .step(whole.clone())
            .steps(in_pages)
            .steps(first)
            .steps(list.after_last(call.step.clone()))
            .steps(elsewhere)
            .step(whole)
            .steps(changed),
    )
}

/// The member that holds the list of the records.
fn list_member<'c>(list: &'c Operation, record: &str) -> Option<&'c str> {
    let items = Type::List(Box::new(Type::Record(record.to_owned())));
    member_of_type(list, &items)
}

/// The creation of records that a list shows. `None` if it may leave out what is new, or they cannot be created twice.
fn creation_of<'c>(contract: &'c Contract, list: &Operation) -> Option<&'c Operation> {
    // What a default of a filter leaves out is asked for.
    let may_leave_out = |query: &spec::QueryParameter| {
        let is_order = query.values.iter().any(QueryValue::orders);
        query.required || (query.default.is_some() && query.filter.is_none() && !is_order)
    };
    let mut creations = contract.operations().filter(|creation| creation.creates == list.lists);
    creations
        .next()
        .filter(|creation| is_repeatable(creation) && !list.query.iter().any(may_leave_out))
}

/// A change of another member than these, which moves no record in the list.
fn change(
    contract: &Contract,
    subject: &Subject,
    record: &str,
    kept: &[&InputField],
) -> Option<Step> {
    let mut updates = contract.operations().filter(|it| it.updates.as_deref() == Some(record));
    updates.find_map(|update| {
        let [parameter] = update.path_parameters.as_slice() else { return None };
        let is_free = update.keeps_left_out.is_some() && update.body.iter().all(|it| !it.required);
        let step = Step::call(&update.id)
            .path(&parameter.name, subject.accepted_by(&parameter.identifiers)?);
        let mut values = changed_members(update).filter(|(field, _)| {
            is_free
                && field.values_open.is_none()
                && !update.is_triggered_by(InputPart::Body, &field.wire)
                && kept.iter().all(|it| it.wire != field.wire)
        });
        let (field, value) = values.next()?;
        Some(step.body(&field.wire, value))
    })
}

/// Page sizes that split a short list into several pages.
const PAGE_SIZES: [u32; 2] = [2, 7];

/// Whether the listed records show a member that their creation sends.
pub(super) fn shows(contract: &Contract, record: &str, sent: &InputField) -> bool {
    let fields = contract.record(record).map(|record| record.fields.iter());
    fields.into_iter().flatten().any(|field| field.wire == sent.wire && field.ty == sent.ty)
}

/// A record below another one than the list is of, and the list that shows it.
struct Elsewhere {
    subject: Subject,
    list: Step,
}

impl Elsewhere {
    /// `None` if the list is of all records, or a scenario cannot create what it is of.
    fn of(
        contract: &Contract,
        list: &List<'_>,
        creation: &Operation,
        mark: Option<&InputField>,
    ) -> Option<Self> {
        let operation = list.operation;
        let call = Call::new(contract, operation, "_elsewhere")?;
        let is_own = call.subjects.iter().all(|subject| !subject.steps.is_empty());
        if operation.path_parameters.is_empty() || !is_own {
            return None;
        }
        let given = given(&call, operation, creation);
        let body: Vec<_> =
            mark.map(|field| (field.wire.as_str(), "Dd{unique word}")).into_iter().collect();
        let created = Subject::create_by(contract, creation, "elsewhere", &given, &body)?;
        let mut subject = Subject::default();
        call.subjects.iter().chain([&created]).for_each(|part| subject.include(part));
        let whole = whole_list(operation)?.into_iter();
        let step = whole.fold(call.step.clone(), |step, (name, value)| step.query(name, value));
        Some(Self { subject, list: list.on(step) })
    }
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
