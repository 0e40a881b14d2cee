//! Classes of the values of an input: what a service may take differently, as data.
//!
//! A class has an id, a predicate that recognises its values, examples to draw from, and a rule that says what every correct
//! service does with them. An input has the classes of its type. The tables are in the modules below, one for each type.

/// Makes the table of the classes of a type: groups with the kind of their predicates and examples, and the classes of each.
macro_rules! classes {
    ($([$group:ident: $holds:ident $examples:ident] $(
        $id:ident: $rule:ident, $has:literal, $predicate:expr => $($example:expr),+;
    )+)+) => {
        pub(super) const CLASSES: &[Class] = &[$($(Class {
            id: stringify!($id),
            has: $has,
            group: stringify!($group),
            rule: Rule::$rule,
            basis: basis(Rule::$rule),
            examples: Examples::$examples(&[$($example),+]),
            holds: Predicate::$holds($predicate),
        },)+)+];
    };
}

mod addresses;
mod codes;
mod dates;
mod maps;
mod numbers;
mod texts;
mod times;
mod unix_times;
mod values;

use crate::json::Json;
use crate::scenario::{Template, Value};
use crate::values::always_admits;
use spec::{Constraints, Format, Type};

pub use codes::COUNTRIES;

/// What every correct service does with a value of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// It accepts the value and keeps it as it is.
    Kept,
    /// It accepts the value, and may keep it in another form.
    Accepted,
    /// It refuses the value, or accepts it and keeps it as it is.
    KeptIfAccepted,
    /// It refuses the value or accepts it, and may keep it in another form. Only a server error is wrong.
    Answered,
    /// It refuses the value.
    Refused,
}

/// Texts that may stand for one that a run makes to be unique. A class that depends on it holds for some of them only.
const UNIQUE: [&str; 3] = ["6b0d3d6856425.a133b7.12", "7", "x"];

/// A class of values.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// Unique among the classes of its type, in snake_case.
    pub id: &'static str,
    /// Completes the sentence "The value has ...".
    pub has: &'static str,
    /// Classes of one group are troublesome for the same reason. Pairs of inputs are combined by group.
    pub group: &'static str,
    /// What a service does with it.
    pub rule: Rule,
    /// Why the rule holds for every correct service.
    pub basis: &'static str,
    examples: Examples,
    holds: Predicate,
}

#[derive(Clone, Copy, Debug)]
enum Examples {
    /// Texts as they are.
    Texts(&'static [&'static str]),
    /// Texts with references: `{unique}`, `{email domain}`.
    Templates(&'static [&'static str]),
    /// JSON texts.
    Json(&'static [&'static str]),
    /// A character, and how often it is repeated.
    Repeated(&'static [(char, usize)]),
}

#[derive(Clone, Copy, Debug)]
enum Predicate {
    Text(fn(&str) -> bool),
    /// The part before the last at sign, and the rest.
    Address(fn(&str, &str) -> bool),
    /// A number as it is written.
    Number(fn(&str) -> bool),
    Json(fn(&Json) -> bool),
}

/// Lists every class with its rule and examples. Certificates contain a digest of this text.
pub fn listing() -> String {
    let tables = [
        texts::CLASSES,
        addresses::CLASSES,
        codes::CLASSES,
        numbers::CLASSES,
        times::CLASSES,
        dates::CLASSES,
        unix_times::CLASSES,
        maps::CLASSES,
        values::CLASSES,
    ];
    let mut text = String::new();
    for Class { id, has, group, rule, examples, .. } in tables.into_iter().flatten() {
        text.push_str(&format!("{group} {id} {rule:?} {has:?} {examples:?}\n"));
    }
    text
}

impl Class {
    /// The classes of values of this type; none where every value is one of a documented list.
    pub fn of(ty: &Type) -> Vec<&'static Self> {
        let table = match ty {
            Type::Text(None) => texts::CLASSES,
            Type::Text(Some(Format::Email)) => addresses::CLASSES,
            Type::Text(Some(Format::Country)) => codes::CLASSES,
            Type::Number => numbers::CLASSES,
            Type::Date => dates::CLASSES,
            Type::UnixTime => unix_times::CLASSES,
            Type::Json => values::CLASSES,
            Type::Map(of) if **of == Type::Text(None) => maps::CLASSES,
            Type::Timestamp(forms) => {
                let documented = times::CLASSES.iter();
                return documented.filter(|class| times::is_documented(forms, class)).collect();
            }
            _ => &[],
        };
        table.iter().collect()
    }

    /// The classes of values of this type that have an example which obeys the constraints in every run.
    pub fn of_constrained(ty: &Type, constraints: &Constraints) -> Vec<&'static Self> {
        let mut classes = Self::of(ty);
        // An example of a timestamp is a part of one.
        if !matches!(ty, Type::Timestamp(_)) {
            classes.retain(|class| {
                class.rule == Rule::Refused || class.admitted(constraints).next().is_some()
            });
        }
        classes
    }

    /// The numbers of the examples that obey the constraints in every run.
    pub fn admitted(&self, constraints: &Constraints) -> impl Iterator<Item = usize> {
        let admits = |number: &usize| always_admits(constraints, &self.example(*number));
        (0..self.count()).filter(admits)
    }

    /// Whether the value belongs to the class.
    pub fn holds(&self, value: &Json) -> bool {
        match (self.holds, value) {
            (Predicate::Json(holds), value) => holds(value),
            (Predicate::Text(holds), Json::Text(text)) => holds(text),
            (Predicate::Number(holds), Json::Number(text)) => holds(text),
            (Predicate::Address(holds), Json::Text(text)) => {
                let (local, domain) = text.rsplit_once('@').unwrap_or(("", text));
                holds(local, domain)
            }
            _ => false,
        }
    }

    /// Whether the value belongs to the class in every run. One that comes from a target or a response need not.
    pub fn always_holds(&self, value: &Value) -> bool {
        let text = match value {
            Value::Json(json) => return self.holds(json),
            Value::Text(text) => text,
        };
        UNIQUE.iter().all(|unique| {
            crate::values::stood_in(text, unique).is_some_and(|text| self.holds(&Json::Text(text)))
        })
    }

    /// The examples that are texts as they are.
    pub fn examples(&self) -> &'static [&'static str] {
        match self.examples {
            Examples::Texts(all) => all,
            _ => &[],
        }
    }

    /// The number of examples.
    pub fn count(&self) -> usize {
        match self.examples {
            Examples::Texts(all) | Examples::Templates(all) | Examples::Json(all) => all.len(),
            Examples::Repeated(all) => all.len(),
        }
    }

    /// An example; the numbers begin again after the last one.
    pub fn example(&self, number: usize) -> Value {
        let number = number % self.count().max(1);
        match self.examples {
            Examples::Texts(all) => Value::Text(Template::of(all[number])),
            Examples::Templates(all) => Value::from(all[number]),
            Examples::Json(all) => {
                match Json::parse(all[number].as_bytes()).unwrap_or(Json::Null) {
                    Json::Text(text) => Value::Text(Template::of(text)),
                    json => Value::Json(json),
                }
            }
            Examples::Repeated(all) => {
                let (char, times) = all[number];
                Value::Text(Template::of(char.to_string().repeat(times)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn types() -> Vec<Type> {
        vec![
            Type::Text(None),
            Type::Text(Some(Format::Email)),
            Type::Text(Some(Format::Country)),
            Type::Number,
            Type::Timestamp(Vec::new()),
            Type::Date,
            Type::UnixTime,
            Type::Json,
            Type::Map(Box::new(Type::Text(None))),
        ]
    }

    /// A timestamp with the part that is an example of a class.
    fn complete(class: &Class, part: &str) -> String {
        match class.group {
            "day" => format!("{part}Z"),
            "offset" => format!("2023-05-17T10:20:30{part}"),
            "fraction" => format!("2023-05-17T10:20:30{part}Z"),
            _ => part.to_owned(),
        }
    }

    /// An example as it is sent, with stand-ins for references.
    fn sent(class: &Class, number: usize) -> Json {
        match class.example(number) {
            Value::Json(json) => json,
            Value::Text(text) => {
                let text = complete(class, &text.to_string());
                Json::Text(text.replace("{unique}", "xyz").replace("{email domain}", "example.org"))
            }
        }
    }

    #[test]
    fn examples_belong_to_their_class() {
        let mut strangers = Vec::new();
        for class in types().iter().flat_map(Class::of) {
            assert!(class.count() > 0, "{}", class.id);
            let examples = (0..class.count()).map(|number| sent(class, number));
            let foreign = examples.filter(|example| !class.holds(example));
            strangers.extend(foreign.map(|example| format!("{}: {example}", class.id)));
        }
        assert!(strangers.is_empty(), "{strangers:#?}");
    }

    #[test]
    fn no_example_of_an_accepted_class_belongs_to_a_refused_one() {
        for ty in &types() {
            let (refused, others): (Vec<&Class>, Vec<&Class>) =
                Class::of(ty).into_iter().partition(|class| class.rule == Rule::Refused);
            for class in others.iter().filter(|class| class.rule < Rule::Answered) {
                for number in 0..class.count() {
                    let example = sent(class, number);
                    let breach = refused.iter().find(|refused| refused.holds(&example));
                    assert!(breach.is_none(), "{}: {example} is {}", class.id, breach.unwrap().id);
                }
            }
        }
    }

    /// A value that every service keeps must not have what a service may refuse or change.
    #[test]
    fn kept_examples_belong_to_kept_classes_only() {
        let mut odd = Vec::new();
        for ty in &types() {
            let (kept, others): (Vec<&Class>, Vec<&Class>) =
                Class::of(ty).into_iter().partition(|class| class.rule == Rule::Kept);
            for class in kept {
                for number in 0..class.count() {
                    let example = sent(class, number);
                    let known = others.iter().filter(|other| other.holds(&example));
                    odd.extend(
                        known.map(|other| format!("{}: {example} is {}", class.id, other.id)),
                    );
                }
            }
        }
        assert!(odd.is_empty(), "{odd:#?}");
    }

    #[test]
    fn ids_are_unique_among_the_classes_of_a_type() {
        for ty in &types() {
            let ids: BTreeSet<_> = Class::of(ty).iter().map(|class| class.id).collect();
            assert_eq!(ids.len(), Class::of(ty).len());
        }
    }
}
