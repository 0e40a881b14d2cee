//! Facts of operations.

use super::Effect::{Breaking, Compatible};
use super::fact::{At, Fact, Value};
use super::types::{self, Use};
use crate::clause::{defect, order};
use crate::{
    Body, Condition, ErrorCase, Filter, Idempotency, Identifier, InputField, InputPart, InputRef,
    NamedInput, Operation, Order, PageFact, PageSelection, Paging, PathParameter, PathValue,
    QueryParameter, QueryValue, ResponseHeader, Scope, Success, Template, Transition, Type,
    ValueSource, field_path,
};

/// Method and path identify an operation.
pub(super) fn fact(operation: &Operation) -> Fact {
    let at = At(operation.address());
    let text = format!("the operation {} {}", operation.method, operation.path);
    // The names of parameters are not sent.
    let route = format!("operation {} {}", operation.method, operation.path.shape());
    let path = operation.path_parameters.iter().enumerate();
    let fact = at.thing(text).keyed(route).with([
        at.texts([&operation.description, &operation.section]),
        at.fact("the name", Value::Name(operation.address())),
        at.flag_slot("whether the key is required", &operation.key_required, false),
    ]);
    fact.with(path.map(|(position, parameter)| path_parameter(&at, position, parameter)))
        .with(operation.path_values.iter().map(|value| path_value(&at, value)))
        .with(operation.query.iter().map(|parameter| query(&at, parameter)))
        .with(operation.body.iter().map(|field| body_field(&at, field)))
        .with(operation.idempotency.iter().map(|keys| idempotency(&at, keys)))
        .with(success(&at, &operation.success))
        .with(behaviour(&at, operation))
        .with(operation.transitions.iter().map(|each| transition(&at, each)))
        .with(operation.errors.iter().map(|case| refusal(&at, case)))
}

fn exact_order(by: &Order) -> Value {
    Value::Exact(order(by))
}

fn path_parameter(at: &At, position: usize, parameter: &PathParameter) -> Fact {
    let what = format!("the parameter {} of the path", position + 1);
    at.fact(what.clone(), Value::Name(parameter.name.clone()))
        .with([
            at.text(format!("the description of {what}"), [&parameter.description]),
            at.fact(format!("the record of {what}"), Value::quoted(&parameter.record)),
        ])
        .with(identifiers(at, &what, &parameter.identifiers))
}

fn path_value(at: &At, value: &PathValue) -> Fact {
    let what = format!("the path parameter `{}`", value.name);
    at.typed(&what, &value.ty, Use::Sent)
        .with([at.text(format!("the description of {what}"), [&value.description])])
}

fn identifiers(at: &At, what: &str, kinds: &[Identifier]) -> Vec<Fact> {
    let facts =
        kinds.iter().map(|kind| at.thing(format!("the {} of a record in {what}", kind.name())));
    facts.collect()
}

/// Requests without a required input fail when it is added.
fn input(at: &At, what: &str, ty: &Type, required: bool) -> Fact {
    let (added, adjective) =
        if required { (Breaking, "required") } else { (Compatible, "optional") };
    let fact = at.typed(format!("the {adjective} {what}"), ty, Use::Sent).keyed(what.to_owned());
    let flag = at.flag(format!("whether the {what} is required"), required, false);
    fact.effects(added, Breaking).with([flag])
}

fn query(at: &At, parameter: &QueryParameter) -> Fact {
    let name = format!("input `query.{}`", parameter.name);
    let what = format!("the {name}");
    let filter = parameter.filter.iter().map(|filter| {
        let value = match filter {
            Filter::Compares { field, bound } => {
                Value::Exact(format!("{} `{field}`", bound.in_words()))
            }
            Filter::Equals { field } => Value::Exact(format!("equal to `{field}`")),
            Filter::Includes { field, item, of_several } => {
                let item = item.iter().map(|item| format!(".{item}")).collect::<String>();
                Value::Exact(format!("included in `{field}{item}` ({})", of_several.name()))
            }
            Filter::Meaning(text) => Value::Text(text.clone()),
        };
        at.fact(format!("the filter of {what}"), value)
    });
    let default = parameter.default.iter();
    let default =
        default.map(|value| at.fact(format!("the default of {what}"), Value::quoted(value)));
    let values = parameter.values.iter().map(|value| query_value(at, &what, value));
    let form = parameter.several.iter().map(|several| {
        at.fact(format!("how {what} is sent"), Value::Exact(several.in_words().to_owned()))
    });
    let wire = at.fact(format!("the name on the wire of {what}"), Value::quoted(&parameter.wire));
    input(at, &name, &parameter.ty, parameter.required)
        .with(filter)
        .with(default)
        .with(form)
        .with([wire])
        .with(values)
        .with(at.constraints(&what, &parameter.constraints, (Breaking, Compatible)))
        .with([
            at.text(format!("the description of {what}"), [&parameter.description]),
            at.flag(
                format!("whether {what} accepts several values"),
                parameter.several.is_some(),
                true,
            ),
            at.evidence(&what, parameter.evidence),
        ])
}

fn query_value(at: &At, what: &str, value: &QueryValue) -> Fact {
    let what = format!("the value `{}` of {what}", value.wire);
    let meaning =
        at.slot(format!("the meaning of {what}"), &value.meaning, |text| Value::Text(text.clone()));
    let expansion = value.expansion.iter().map(|expansion| {
        let adds = expansion.adds.as_deref().unwrap_or("(not shown)");
        at.fact(format!("the member that {what} adds"), Value::quoted(adds))
    });
    let sorts = value.sorts.iter();
    let sorts = sorts.map(|sorts| at.fact(format!("the order of {what}"), exact_order(sorts)));
    let keeps_all = at.flag(format!("whether {what} keeps all records"), value.keeps_all, false);
    let directs = value.directs.iter();
    let directs =
        directs.map(|it| at.fact(format!("the direction of {what}"), Value::quoted(it.name())));
    at.thing(&what).with([meaning, keeps_all]).with(expansion).with(sorts).with(directs)
}

fn body_field(at: &At, field: &InputField) -> Fact {
    let name = format!("input `body.{}`", field.wire);
    let what = format!("the {name}");
    let (when, record) = (&field.required_when, &field.record);
    let texts = [when, record].map(|text| text.clone().unwrap_or_default());
    let default = field.default.iter();
    let default =
        default.map(|it| at.fact(format!("the default of {what}"), Value::quoted(&it.value)));
    let ty = if field.members.is_empty() { &field.ty } else { &types::object(&field.ty) };
    input(at, &name, ty, field.required)
        .with(field.members.iter().map(|member| body_field(at, member)))
        .with(identifiers(at, &what, &field.identifiers))
        .with(default)
        .with(at.constraints(&what, &field.constraints, (Breaking, Compatible)))
        .with([
            at.text(format!("the description of {what}"), [&field.description]),
            at.text(format!("when {what} is required, or its record,"), [&texts[0], &texts[1]]),
            at.fact(format!("the name in code of {what}"), Value::Name(field.name.clone())),
            at.flag(format!("whether {what} is unique"), field.unique, false),
            at.flag(format!("whether letter case counts in {what}"), !field.ignores_case, true),
            at.flag(format!("whether {what} can be null"), field.nullable, true),
            at.flag(format!("whether {what} accepts several values"), field.several, true),
        ])
}

fn success(at: &At, success: &Success) -> Vec<Fact> {
    let body = at.slot("the success body", &success.body, |body| {
        Value::Exact(match body {
            Body::Empty => "empty".to_owned(),
            Body::Envelope(_) => "an object".to_owned(),
            Body::Bare(body) if matches!(body.ty, Type::List(_)) => "a list".to_owned(),
            Body::Bare(_) => "a record".to_owned(),
        })
    });
    let members = success.body.stated().map_or(&[][..], Body::members);
    let members = members.iter().map(|member| {
        let what = match member.wire.as_str() {
            "" => "the content of the success body".to_owned(),
            wire => format!("`{wire}` of the success body"),
        };
        at.typed(what, &member.ty, Use::Read)
    });
    let mut facts = vec![
        at.slot("the status of the success", &success.status, |status| {
            Value::Exact(status.to_string())
        }),
        body.with(members),
    ];
    facts.extend(success.further_statuses.iter().map(|further| {
        let when = further.when.as_ref().map(|when| {
            let value = Value::Exact(when.in_words());
            at.fact(format!("the condition of the status {} of the success", further.status), value)
        });
        at.thing(format!("the further status {} of the success", further.status)).with(when)
    }));
    facts.extend(success.headers.iter().map(|header| response_header(at, header)));
    facts.extend(success.echoes.iter().map(|echo| {
        let when = echo.when.map(|kind| format!(", if it is the {}", kind.name()));
        let (field, when) = (field_path(&echo.member, &echo.field), when.unwrap_or_default());
        at.thing(format!("the promise that `{field}` repeats `{}`{when}", echo.from))
    }));
    facts.extend(success.call_time_fields.iter().map(|time| {
        let field = field_path(&time.member, &time.field);
        at.thing(format!("the promise that `{field}` holds the time of the call"))
    }));
    facts
}

fn idempotency(at: &At, keys: &Idempotency) -> Fact {
    let what = "the key with which a request can be repeated";
    let replayed = keys.replayed.iter().map(|replayed| {
        let header = replayed.header.to_ascii_lowercase();
        let value = Value::Exact(format!("`{header}: {}`", replayed.value));
        at.fact("the header of a response that is given again", value)
    });
    let reused = keys.reused_with.iter();
    let reused = reused
        .map(|case| at.fact("the refusal of a key of another body", Value::quoted(&case.value)));
    at.fact(what, Value::quoted(keys.header.to_ascii_lowercase()))
        .with(at.constraints(what, &keys.constraints, (Breaking, Compatible)))
        .with(replayed)
        .with(reused)
}

fn response_header(at: &At, header: &ResponseHeader) -> Fact {
    let what = format!("the header `{}` of the success", header.name.to_ascii_lowercase());
    let target = header.leads_to.iter();
    let target =
        target.map(|it| at.fact(format!("what {what} leads to"), Value::quoted(&it.value)));
    let used = if header.complete { Use::ReadComplete } else { Use::Read };
    at.typed(&what, &header.ty, used)
        .with(target)
        .with(at.constraints(&what, &header.constraints, (Compatible, Breaking)))
        .with([
            at.flag_slot(format!("whether {what} is always present"), &header.present, true),
            at.flag(
                format!("whether the list of values of {what} is complete"),
                header.complete,
                true,
            ),
            at.text(format!("the description of {what}"), [&header.description]),
        ])
}

fn behaviour(at: &At, operation: &Operation) -> Vec<Fact> {
    let records = [
        ("creates", &operation.creates),
        ("updates", &operation.updates),
        ("removes", &operation.removes),
    ];
    let record = |(verb, record): (&str, &Option<String>)| {
        let record = record.as_ref()?;
        Some(at.fact(format!("the record that it {verb}"), Value::quoted(record)))
    };
    let mut facts: Vec<_> = records.into_iter().filter_map(record).collect();
    let kept = operation.keeps_left_out;
    facts.extend(
        kept.map(|_| at.thing("the promise that members that are left out stay as they were")),
    );
    if let Some(list) = record(("lists", &operation.lists)) {
        let order = operation.order.iter();
        let order = order.map(|order| at.slot("the order of the list", order, exact_order));
        facts.push(list.with(order).with(paging(at, operation)));
    }
    facts.extend(operation.scope.iter().map(|scope| {
        at.slot("the records that it reaches", scope, |scope| {
            Value::Exact(match scope {
                Scope::Account => "of the account of the key".to_owned(),
                Scope::Service => "of all accounts".to_owned(),
            })
        })
    }));
    facts.extend(operation.effects.iter().map(|effect| {
        let what = format!("the value of `{}.{}` after it", effect.record, effect.field);
        at.fact(what, Value::Exact(effect.in_words()))
    }));
    facts.extend(operation.constants.iter().map(|constant| {
        let (record, field) = (&constant.record, &constant.field);
        let when = constant.condition_in_words();
        let what = format!("the value of `{record}.{field}` after it{when}");
        at.fact(what, Value::Exact(constant.value.in_words()))
    }));
    facts.extend(operation.hidden.iter().map(|hidden| {
        let text = Value::Text(hidden.description.clone());
        let what = format!("the records that are never returned: `{}`", hidden.id);
        at.fact(what, text).effects(Breaking, Compatible)
    }));
    facts
}

fn paging(at: &At, operation: &Operation) -> Vec<Fact> {
    let is_paged = |yes: bool| Value::Exact(if yes { "yes" } else { "no" }.to_owned());
    let what = "whether the list is paged";
    let Some(paging) = &operation.paging else { return vec![at.fact(what, is_paged(false))] };
    let fact = at.slot(what, paging, |_| is_paged(true));
    let parts = paging.stated().map(|paging| page_members(at, paging));
    vec![fact.with(parts.into_iter().flatten())]
}

fn page_members(at: &At, paging: &Paging) -> Vec<Fact> {
    let (total, others): (Vec<_>, Vec<_>) =
        paging.members.iter().partition(|member| member.says == Some(PageFact::Total));
    let others = others.into_iter().map(|member| {
        let what = format!("`{}`, which describes the page", member.wire);
        let says = member.says.map(|says| Value::Exact(format!("its `{}`", says.name())));
        at.fact(what, says.unwrap_or(Value::Gap))
    });
    let selection = at.slot("the inputs that select the page", &paging.selection, |selection| {
        let size = selection.size().map(|size| format!(" and `{size}`")).unwrap_or_default();
        let (start, by) = (&selection.start.wire, selection.by.name());
        Value::Exact(format!("`{start}` as `{by}`{size}"))
    });
    let bounds = paging.selection.stated().into_iter().flat_map(PageSelection::parameters);
    let bounds = bounds.flat_map(|parameter| {
        let what = format!("the query parameter `{}`", parameter.wire);
        let default = parameter.default.map(|default| {
            at.fact(format!("the default of {what}"), Value::Exact(default.to_string()))
        });
        at.constraints(&what, &parameter.constraints, (Breaking, Compatible))
            .into_iter()
            .chain(default)
    });
    let meta = paging.meta.as_ref();
    let meta = meta.map(|meta| at.fact("the member that describes the page", Value::quoted(meta)));
    let total = total
        .into_iter()
        .map(|total| at.fact("the member with the total", Value::quoted(&total.wire)));
    let integers =
        at.flag_slot("whether the members of the page are integers", &paging.integers, true);
    let link = paging.link.then(|| at.thing("the header `Link` with the next page"));
    let after_last = paging.empty_after_last.then(|| at.thing("the empty page after the last one"));
    meta.into_iter()
        .chain(total)
        .chain([integers, selection])
        .chain(others)
        .chain(bounds)
        .chain(link)
        .chain(after_last)
        .collect()
}

fn transition(at: &At, transition: &Transition) -> Fact {
    let what = match &transition.name {
        Some(name) => format!("the transition `{name}`"),
        None => "the transition".to_owned(),
    };
    let from = match &transition.from {
        Some(states) => {
            // Their order has no meaning.
            let mut states = states.clone();
            states.sort_unstable();
            Value::Ranked(0, format!("`{}`", states.join("`, `")))
        }
        None => Value::Ranked(1, "any".to_owned()),
    };
    let trigger = transition.trigger.iter().map(|trigger| {
        let value = Value::Exact(format!("`{}` of `{}`", trigger.value.value, trigger.input));
        at.fact(format!("the value that triggers {what}"), value)
    });
    let refused = transition.refused_with.iter().map(|refusal| {
        at.fact(format!("the refusal of {what} in another state"), Value::quoted(&refusal.value))
    });
    let guard = transition.except.iter().map(|guard| {
        let fact = at.fact(format!("the guard of {what}"), Value::Text(guard.when.clone()));
        fact.effects(Breaking, Compatible)
    });
    at.thing(&what).with(trigger).with(refused).with(guard).with([
        at.fact(format!("the record of {what}"), Value::quoted(&transition.record)),
        at.fact(format!("the state before {what}"), from),
        at.slot(format!("the state after {what}"), &transition.to, |to| Value::quoted(to)),
    ])
}

/// The input, the name of a header in lower case: upper and lower case are the same there.
fn in_one_case(input: &InputRef) -> InputRef {
    match input.part {
        InputPart::Header => InputRef::new(input.part, &input.name.to_ascii_lowercase()),
        _ => input.clone(),
    }
}

/// A refusal of an operation or of the service.
pub(super) fn refusal(at: &At, case: &ErrorCase) -> Fact {
    let what = format!("the refusal `{}`", case.id);
    let sources = case.placeholders.iter().map(|placeholder| {
        let names = placeholder.sources.iter().map(|source| match source {
            ValueSource::Input(input) => format!("`{}`", in_one_case(input)),
            ValueSource::Record { record, field } => format!("`{record}.{field}`"),
        });
        let value = Value::Exact(names.collect::<Vec<_>>().join(" or "));
        at.fact(format!("`{{{}}}` in the message of {what}", placeholder.name.value), value)
    });
    let indistinct = case.indistinct_from.iter().map(|other| {
        let fact = at.thing(format!("the permission to return {what} as `{}`", other.value));
        fact.effects(Breaking, Compatible)
    });
    let condition = |when: &Condition| match when {
        Condition::Prose(text) => Value::Text(text.clone()),
        when => Value::Exact(match when.input() {
            Some(input) => defect(when).replace(&input.name, &in_one_case(input).name),
            None => defect(when),
        }),
    };
    let status = |status: &u16| Value::Exact(status.to_string());
    let code = case.code.as_ref();
    let code =
        code.map(|code| at.slot(format!("the code of {what}"), code, |code| Value::quoted(code)));
    let field = case.field.as_ref().map(|field| {
        at.slot(format!("the input that {what} names"), field, |named| {
            Value::Exact(match (named, case.named_input()) {
                (NamedInput::Nothing, _) => "none".to_owned(),
                (_, Some(input)) => format!("`{input}`"),
                (_, None) => "the offending one".to_owned(),
            })
        })
    });
    let message = |text: &Option<Template>| {
        Value::Exact(match text {
            Some(text) => format!("\"{text}\""),
            None => "none".to_owned(),
        })
    };
    at.thing(&what).with(sources).with(indistinct).with(code).with(field).with([
        at.slot(format!("the message of {what}"), &case.message, message),
        at.slot(format!("the status of {what}"), &case.status, status),
        at.slot(format!("the condition of {what}"), &case.when, condition),
    ])
}
