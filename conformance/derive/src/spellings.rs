//! Requests in spellings that HTTP, URIs and JSON treat as equal, each beside the same request in its usual spelling.
//!
//! `conformance_model::scenario::Spelling` says why a spelling is equal. Creations that can be repeated are among `inputs`.
//! What neither creates nor updates a record may be refused the second time.

use conformance_model::scenario::{BodySpelling, MediaType, Spelling, Step};
use spec::{Contract, Operation};

use super::call::{Call, accepted, create, for_unknown, is_repeatable};
use super::change::Change;
use super::clause;
use super::lists::{Choice, Effect, FIRST, List, id};
use super::scenario::Draft;

/// Spellings of a body: every one of the media type, and every one of the object.
pub(super) const BODIES: [Spelling; 3] = [
    body(MediaType::Charset, BodySpelling::Reversed),
    body(MediaType::Upper, BodySpelling::Lines),
    body(MediaType::Charset, BodySpelling::Escapes),
];

const QUERY: Spelling =
    Spelling { header: None, escaped: false, query_escaped: true, media_type: None, body: None };

const PATH: Spelling = Spelling { query_escaped: false, escaped: true, ..QUERY };

const fn body(media_type: MediaType, body: BodySpelling) -> Spelling {
    let media_type = Some(media_type);
    Spelling { query_escaped: false, media_type, body: Some(body), ..QUERY }
}

/// The scenarios of all operations with a body or with query parameters.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let bodies = contract.operations().filter_map(|operation| {
        changes(contract, operation).or_else(|| creations(contract, operation))
    });
    let lists = List::all(contract).filter_map(|list| filtered(&list));
    let reads = contract.operations().filter_map(|operation| expanded(contract, operation));
    let paths = contract.operations().filter_map(|operation| addressed(contract, operation));
    bodies.chain(lists).chain(reads).chain(paths).collect()
}

/// Calls for created records, without and with percent-encoded characters in the path. Each is for a record of its own.
fn addressed(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let [parameter] = operation.path_parameters.as_slice() else { return None };
    let title = "A path means the same with percent-encoded characters";
    let draft = Draft::new(operation, "path", title).step(for_unknown(operation, parameter));
    [("", Spelling::default()), ("_escaped", PATH)].into_iter().try_fold(
        draft,
        |draft, (suffix, spelling)| {
            let call = Call::new(contract, operation, suffix)?;
            let step = accepted(contract, operation, &call)?.spelled(spelling);
            let is_created = call.subjects.first().is_some_and(|it| !it.steps.is_empty());
            is_created.then_some(())?;
            let name = format!("called{suffix}");
            let draft = call.subjects.iter().fold(draft, Draft::obtain);
            Some(create(contract, operation, draft, &name, step.named(&name)))
        },
    )
}

const BODY_TITLE: &str = "A body means the same in every spelling";

/// Changes of a text, each with a read that shows it.
fn changes(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let change = Change::of(contract, operation)?;
    let sent = |name: &str| format!("{{{name}.body.{}}}", change.member);
    let draft = Draft::new(operation, "body", BODY_TITLE);
    let mut draft = change.call.subjects.iter().fold(draft, Draft::obtain);
    draft = draft.step(change.to("Usual{unique word}").named("usual"));
    let read = change.read(contract);
    draft = draft.steps(read.clone().map(|read| read.shows([sent("usual")])));
    let mut before = "usual".to_owned();
    for (number, spelling) in (1..).zip(BODIES) {
        let name = format!("spelled_{number}");
        draft = draft.step(change.to("Zoë {unique}").named(&name).spelled(spelling));
        draft = draft.steps(read.clone().map(|read| {
            let read = read.shows([sent(&name)]).hides([sent(&before)]);
            read.proves([clause::update(operation, change.member)])
        }));
        before = name;
    }
    Some(change.restore.into_iter().fold(draft, Draft::finally))
}

/// Creations that are refused the second time, each for records of its own.
fn creations(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let is_single = operation.creates.is_some() && !is_repeatable(operation);
    if !is_single || operation.body.is_empty() {
        return None;
    }
    let mut draft = Draft::new(operation, "body", BODY_TITLE);
    let spelled = BODIES.into_iter().map(Some);
    for (number, spelling) in std::iter::once(None).chain(spelled).enumerate() {
        let call = Call::new(contract, operation, &format!("_{number}"))?;
        let name = format!("created_{number}");
        let step = call.step.spelled(spelling.unwrap_or_default()).named(&name);
        draft = call.subjects.iter().fold(draft, Draft::obtain);
        draft = create(contract, operation, draft, &name, step);
    }
    Some(draft)
}

/// Lists with a value for each parameter. What passes a filter is listed, and what fails it is not.
fn filtered(list: &List<'_>) -> Option<Draft> {
    let mut choices = list.choices();
    choices.retain(|choice| !matches!(choice.effect, Effect::Default(_)));
    choices.dedup_by(|other, one| other.parameter.name == one.parameter.name);
    if choices.is_empty() {
        return None;
    }
    let steps = choices.iter().flat_map(|choice| spelled_choice(list, choice));
    let title = "A query means the same with percent-encoded characters";
    let draft = list.scenario("query", title).step(list.shows(list.call()));
    Some(draft.steps(steps.collect::<Vec<_>>()).step(list.shows(list.call())))
}

fn spelled_choice(list: &List<'_>, choice: &Choice<'_>) -> Vec<Step> {
    let plain = choice.send(list.call(), FIRST);
    let spelled = plain.clone().spelled(QUERY);
    let failing = choice.send_failing(list.call().spelled(QUERY), FIRST);
    if !choice.bounds().is_some_and(|bounds| bounds.is_named) {
        return [plain, spelled].into_iter().chain(failing).collect();
    }
    let clause = || [choice.filter_clause(list)];
    let spelled = spelled.shows([id(FIRST)]).proves(clause());
    let failing = failing.map(|failing| failing.hides([id(FIRST)]).proves(clause()));
    [plain, spelled].into_iter().chain(failing).collect()
}

/// Reads of one record with a documented value of each parameter.
fn expanded(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let is_read = operation.method.is_safe() && operation.lists.is_none();
    let values = operation.query.iter().filter_map(|query| Some((query, query.values.first()?)));
    let values: Vec<_> = values.filter(|_| is_read).collect();
    if values.is_empty() {
        return None;
    }
    let call = Call::new(contract, operation, "")?;
    let title = "A query means the same with percent-encoded characters";
    let draft = Draft::new(operation, "query", title);
    let draft = call.subjects.iter().fold(draft, Draft::obtain);
    let parameter = operation.path_parameters.first();
    let draft = draft.steps(parameter.map(|it| for_unknown(operation, it)));
    let steps = values.into_iter().flat_map(|(query, value)| {
        let plain = call.step.clone().query(&query.name, value.wire.as_str());
        [plain.clone(), plain.spelled(QUERY)]
    });
    Some(draft.steps(steps.collect::<Vec<_>>()))
}
