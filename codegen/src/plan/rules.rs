//! The stated rules of operations and records, as sentences for comments and for the OpenAPI document. Open points are
//! listed as gaps.

use spec::{
    Collation, Contract, Direction, Filter, InputPart, OfSeveral, Operation, Order, QueryParameter,
    Record, Scope, Transition,
};

use super::docs::{section, slot_note};
use crate::doc::sentence;

/// The rules of an operation, each with its section where that is not the operation's own.
pub fn rules(operation: &Operation) -> Vec<String> {
    let mut rules = order_and_scope(operation);
    rules.extend(operation.query.iter().flat_map(|parameter| {
        let of_parameter = filter(parameter).into_iter().chain(sorts(parameter));
        of_parameter.map(|rule| cited(rule, &parameter.section, &operation.section))
    }));
    rules.extend(operation.success.further_statuses.iter().map(|further| {
        let when = further.when.as_ref();
        let when = when.map_or_else(
            || "; the difference is not shown".to_owned(),
            |when| format!(", if {}", when.in_words()),
        );
        let rule = format!("A success can also have the status {}{when}.", further.status);
        cited(rule, &further.section, &operation.section)
    }));
    if let Some(record) = &operation.updates {
        let keeps = match operation.keeps_left_out {
            Some(_) => " Members that are left out stay as they were.",
            None => "",
        };
        rules.push(format!("Updates the `{record}` to the values of the body.{keeps}"));
    }
    if let Some(record) = &operation.removes {
        rules.push(format!("Deletes the `{record}`."));
    }
    rules.extend(operation.effects.iter().map(|effect| {
        let rule = format!("Then `{}.{}` is {}.", effect.record, effect.field, effect.in_words());
        cited(rule, &effect.section, &operation.section)
    }));
    rules.extend(operation.constants.iter().map(|it| {
        let rule = format!("Then `{}.{}` is {}.", it.record, it.field, it.in_words());
        cited(rule, &it.section, &operation.section)
    }));
    let transitions = operation.transitions.iter();
    rules.extend(transitions.map(|one| {
        let rule = transition(operation, one);
        cited(rule, &one.section, &operation.section)
    }));
    rules.extend(operation.hidden.iter().map(|hidden| {
        let rule = format!("Never included: {}.", hidden.description.trim_end_matches('.'));
        cited(rule, &hidden.section, &operation.section)
    }));
    rules
}

/// The limits of a record, relations of its members, and transitions that no operation makes.
pub fn limits(contract: &Contract, record: &Record) -> Vec<String> {
    let limit = record.limit.as_ref().map(|limit| {
        let rule = format!("At most {} for each account.", limit.per_account);
        cited(rule, &limit.section, &record.section)
    });
    let moves = record.lifecycle.iter().flat_map(|cycle| &cycle.external_transitions);
    let moves = moves.map(|one| {
        let by = match one.by.stated() {
            Some(by) => format!(", by {by}."),
            None => format!(". {}", slot_note(contract, &one.by).unwrap_or_default()),
        };
        let rule = format!("Its state also changes from `{}` to `{}`{by}", one.from, one.to);
        cited(rule, &one.section, &record.section)
    });
    let relations = record.relations.iter().map(|relation| {
        let rule = format!("At any time, {}.", relation.comparison.in_words_of_members());
        cited(rule, &relation.section, &record.section)
    });
    limit.into_iter().chain(relations).chain(moves).collect()
}

fn order_and_scope(operation: &Operation) -> Vec<String> {
    let stated = |rule: String, slot: Option<&str>| {
        cited(rule, slot.unwrap_or_default(), &operation.section)
    };
    let mut rules = Vec::new();
    if let Some(slot) = &operation.order
        && let Some(order) = slot.stated()
    {
        rules.push(stated(format!("Sorted {}.", ordered(order)), slot.section()));
    }
    if let Some(slot) = &operation.scope
        && slot.stated() == Some(&Scope::Account)
    {
        let rule = "Limited to the account of the key.";
        rules.push(stated(rule.to_owned(), slot.section()));
    }
    rules
}

/// The description of a query parameter, or else its filter.
pub fn parameter_description(parameter: &QueryParameter) -> String {
    if parameter.description.is_empty() {
        return filter(parameter).unwrap_or_default();
    }
    parameter.description.clone()
}

/// The filter of a query parameter.
fn filter(parameter: &QueryParameter) -> Option<String> {
    let name = &parameter.key();
    let filter = parameter.filter.as_ref().map(|filter| match filter {
        Filter::Compares { field, bound } => {
            format!("`{name}=N`: only items with a `{field}` {} N.", bound.in_words())
        }
        Filter::Equals { field } if parameter.several.is_some() => {
            format!("`{name}`: only items with one of the values as `{field}`.")
        }
        Filter::Equals { field } => format!("`{name}`: only items with the value as `{field}`."),
        Filter::Includes { field, item, of_several } => {
            let item = item.iter().map(|item| format!(".{item}")).collect::<String>();
            let sent = match (parameter.several, of_several) {
                (None, _) => "the value",
                (Some(_), OfSeveral::All) => "all values",
                (Some(_), OfSeveral::Any) => "one of the values",
            };
            format!("`{name}`: only items with {sent} among the `{field}{item}`.")
        }
        Filter::Meaning(text) => {
            let text = text.trim_end_matches('.');
            format!("`{name}`: only {text}.")
        }
    });
    let keeping = parameter.values.iter().filter(|value| value.keeps_all);
    let keeping: String =
        keeping.map(|value| format!(" `{name}={}` keeps all items.", value.wire)).collect();
    Some(filter? + &keeping)
}

/// The order of a list by the values of a query parameter.
fn sorts(parameter: &QueryParameter) -> impl Iterator<Item = String> {
    let name = &parameter.name;
    parameter.values.iter().filter_map(move |value| {
        let sorts = value.sorts.as_ref().map(ordered);
        let order = sorts.or(value.directs.map(|it| it.name().to_owned()))?;
        Some(format!("`{name}={}`: sorted {order}.", value.wire))
    })
}

/// `by title, descending`
fn ordered(order: &Order) -> String {
    let collation = order.collation.map_or("", |Collation::CodePoint| ", by code point");
    let order = match (&order.by, order.direction) {
        (Some(by), Direction::Ascending) => format!("by `{by}`, ascending"),
        (Some(by), Direction::Descending) => format!("by `{by}`, descending"),
        (None, Direction::Ascending) => "oldest first".to_owned(),
        (None, Direction::Descending) => "newest first".to_owned(),
    };
    order + collation
}

fn transition(operation: &Operation, transition: &Transition) -> String {
    let record = &transition.record;
    let trigger = transition.trigger.as_ref().map_or_else(String::new, |trigger| {
        let sign = if trigger.input.part == InputPart::Body { ": " } else { "=" };
        format!("With `{}{sign}{}` it ", trigger.input.name, trigger.value)
    });
    let from = match &transition.from {
        None => "from any state".to_owned(),
        Some(states) => format!("from `{}`", states.join("`, `")),
    };
    let to = transition.to.stated().map_or_else(String::new, |to| format!(" to `{to}`"));
    let refusal = transition.refused_with.as_ref();
    let refusal = refusal.and_then(|id| operation.errors.iter().find(|case| case.id == **id));
    let refusal = refusal
        .map_or_else(String::new, |case| format!("; refused from another state: {}", case.title()));
    if transition.is_forbidden() {
        return sentence(&format!(
            "{trigger}never changes the state of the `{record}`{to}{refusal}"
        ));
    }
    let except = transition.except.as_ref();
    let except = except.map_or_else(String::new, |guard| format!("; not when {}", guard.when));
    sentence(&format!("{trigger}changes the state of the `{record}` {from}{to}{refusal}{except}"))
}

fn cited(rule: String, own: &str, of_the_whole: &str) -> String {
    if own.is_empty() || own == of_the_whole {
        return rule;
    }
    format!("{rule} {}", section(own))
}
