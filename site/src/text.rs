//! Texts and slots of a contract as HTML: code in backticks, types, identifiers; facts, and gaps with the answer of the
//! overlay beside them.

use codegen::document;
use maud::{Markup, html};
use spec::{Constraints, Identifier, Operation, Slot, Type, a_value_of};

use crate::links;
use crate::marks::{answer, not_shown};
use crate::model::Model;

/// A text with its code in backticks as `<code>`.
pub fn inline(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// A sentence of a contract.
pub fn sentence(text: &str) -> Markup {
    inline(&document::sentence(text))
}

/// A type; records are links. `root` is the way to the root of the site.
pub fn type_of(model: &Model<'_>, root: &str, ty: &Type) -> Markup {
    let is_object = |ty: &Type| {
        let record = ty.record().and_then(|name| model.contract.record(name));
        record.is_some_and(|record| record.is_input)
    };
    match ty {
        Type::Record(_) if is_object(ty) => html! { "object" },
        Type::List(item) if is_object(item) => html! { "list of objects" },
        Type::Record(name) => record(root, name),
        Type::List(item) if item.record().is_some() => {
            html! { "list of " (type_of(model, root, item)) }
        }
        Type::Unknown(gap) => not_shown(model, root, gap),
        other => {
            let words = a_value_of(other);
            let bare = ["a ", "an "].iter().find_map(|article| words.strip_prefix(article));
            inline(bare.unwrap_or(&words))
        }
    }
}

/// The constraints on a value of the type, in parentheses.
pub fn constraints(constraints: &Constraints, ty: &Type) -> Markup {
    let words = constraints.in_words(ty);
    html! { @if !words.is_empty() { " (" (inline(&words)) ")" } }
}

/// The name of a record, as a link.
pub fn record(root: &str, name: &str) -> Markup {
    html! { a href={ (root) (links::record(name)) } { code { (name) } } }
}

/// The kinds of identifiers that an input accepts.
pub fn identifiers(ways: &[Identifier]) -> String {
    let words = ways.iter().map(|way| match way {
        Identifier::Uuid => "UUID",
        Identifier::String => "identifier",
        Identifier::Integer => "number",
        Identifier::Email => "e-mail address",
    });
    words.collect::<Vec<_>>().join(" or ")
}

/// A JSON value, indented.
pub fn json(value: &serde_yaml::Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// A block of code. It can scroll, so that it can have the focus.
pub fn block(label: &str, code: &str) -> Markup {
    html! { pre tabindex="0" role="group" aria-label=(label) { code { (code) } } }
}

/// A wide element in a scrollable container.
pub fn scrolling(label: &str, content: &Markup) -> Markup {
    html! { div.scroll tabindex="0" role="group" aria-label=(label) { (content) } }
}

/// The fact, or "not shown" with the answer of the overlay kept apart.
pub fn slot<T>(
    model: &Model<'_>,
    root: &str,
    slot: &Slot<T>,
    show: impl Fn(&T) -> Markup,
) -> Markup {
    match slot {
        Slot::Stated(fact) => show(&fact.value),
        Slot::Silent(gap) => not_shown(model, root, gap),
        Slot::Answered { gap, fact, .. } => html! {
            (not_shown(model, root, gap)) " " (answer(model, &show(&fact.value)))
        },
    }
}

/// The id as words: the short name.
pub fn name(operation: &Operation) -> String {
    let words = document::sentence(&operation.id.replace('_', " "));
    words.trim_end_matches('.').to_owned()
}

/// The description, unless it says the same as the name.
pub fn summary(operation: &Operation) -> Markup {
    let about = operation.description.trim();
    let plain = |text: &str| {
        text.trim_end_matches('.').to_lowercase().replace(" a ", " ").replace(" an ", " ")
    };
    if plain(about) == plain(&name(operation)) {
        html! {}
    } else {
        sentence(about)
    }
}

/// The method as a badge.
pub fn method(operation: &Operation) -> Markup {
    html! { span.method data-method=(operation.method.as_str()) { (operation.method) } }
}
