//! The values of one input, by group.

use conformance_model::classes::{COUNTRIES, Class, Rule};
use conformance_model::json::Json;
use conformance_model::scenario::{Template, Value};
use conformance_model::values;
use fastrand::Rng;
use spec::{Format, InputField, Type};

/// A group of classes whose values every service keeps. The first group of an optional input is that it is left out.
pub(super) struct Level {
    choices: Vec<Value>,
    used: usize,
}

/// An input as a factor of a covering array.
pub(super) struct Factor<'c> {
    pub(super) field: &'c InputField,
    pub(super) levels: Vec<Level>,
    open: Vec<(Rule, Value)>,
}

impl<'c> Factor<'c> {
    /// `None` if nothing is known that every service accepts, or the value is the same for all.
    pub(super) fn of(field: &'c InputField, seed: u64) -> Option<Self> {
        let mut rng = Rng::with_seed(seed ^ field.wire.len() as u64);
        let mut factor = Self { field, levels: Vec::new(), open: Vec::new() };
        if !field.required {
            factor.levels.push(Level { choices: Vec::new(), used: 0 });
        }
        match &field.ty {
            Type::Timestamp(_) => factor.add_times(&Class::of(&field.ty), &mut rng),
            Type::Text(Some(Format::Country)) => {
                let mut codes: Vec<&str> = COUNTRIES.split_whitespace().collect();
                rng.shuffle(&mut codes);
                factor.add(codes.into_iter().map(Value::from));
            }
            // Each value is its own group, because a service can handle each value differently.
            Type::Boolean => [true, false].iter().for_each(|value| factor.add([(*value).into()])),
            Type::Enumeration(values) if field.values_open.is_none() => {
                values.iter().for_each(|value| factor.add([value.as_str().into()]));
            }
            Type::List(item) if matches!(**item, Type::Enumeration(_)) => factor.add_lists(item),
            Type::Text(Some(Format::Decimal)) => {
                // A service may add or remove trailing zeros.
                let texts = ["12.34", "0.57", "99.99", "1000.25"];
                factor.open.extend(texts.map(|text| (Rule::Accepted, Value::from(text))));
            }
            Type::List(_) => {
                factor.add(values::example(&field.constraints).map(Value::Json));
            }
            Type::Integer => factor.add([1, 2, 7, 10, 99, 250].map(Value::from)),
            _ => factor.add_classes(&mut rng),
        }
        if field.nullable {
            factor.add([Value::Json(Json::Null)]);
        }
        factor.keep_valid();
        let is_varied = factor.levels.len() > 1
            || factor.levels.iter().any(|level| level.choices.len() > 1)
            || !factor.open.is_empty();
        is_varied.then_some(factor)
    }

    /// The name of the input on the wire.
    pub(super) fn wire(&self) -> &'c str {
        &self.field.wire
    }

    /// Whether the document leaves open which values are accepted.
    pub(super) fn are_values_open(&self) -> bool {
        self.field.values_open.is_some()
    }

    /// Leaves out values that break the constraints of the input, and adds those at their limits.
    fn keep_valid(&mut self) {
        let constraints = &self.field.constraints;
        let admits = |value: &Value| values::always_admits(constraints, value);
        for level in &mut self.levels {
            level.choices.retain(admits);
        }
        let is_left_out = !self.field.required;
        let mut number = 0;
        self.levels.retain(|level| {
            number += 1;
            !level.choices.is_empty() || is_left_out && number == 1
        });
        self.open.retain(|(_, value)| admits(value));
        if !self.field.unique && self.field.values_open.is_none() {
            self.add(values::bounds(&self.field.ty, constraints));
        }
    }

    /// Adds a group.
    fn add(&mut self, choices: impl IntoIterator<Item = Value>) {
        let choices: Vec<Value> = choices.into_iter().collect();
        if !choices.is_empty() {
            self.levels.push(Level { choices, used: 0 });
        }
    }

    /// Lists of one documented value each, and one list of all of them. A service may return that list in another
    /// order.
    fn add_lists(&mut self, item: &Type) {
        let Type::Enumeration(words) = item else { return };
        let words = words.iter().map(|word| Json::Text(word.clone()));
        self.add(words.clone().map(|word| Value::Json(Json::List(vec![word]))));
        self.open.push((Rule::Accepted, Value::Json(Json::List(words.collect()))));
    }

    fn add_classes(&mut self, rng: &mut Rng) {
        let field = self.field;
        let classes = Class::of(&field.ty);
        let mut groups: Vec<&str> = classes.iter().map(|class| class.group).collect();
        groups.dedup();
        for group in groups {
            let of_group = classes.iter().filter(|class| class.group == group);
            let mut kept = Vec::new();
            for class in of_group {
                // Numbers of one class go wrong in different ways: one by a cent, another not.
                let first = rng.usize(0..class.count());
                let count = if field.ty == Type::Number { class.count() } else { 1 };
                let values =
                    (first..first + count).filter_map(|number| example(class, number, field));
                match class.rule {
                    Rule::Kept if field.values_open.is_some() => {
                        self.open.extend(values.map(|value| (Rule::KeptIfAccepted, value)));
                    }
                    Rule::Kept => kept.extend(values),
                    rule => self.open.extend(values.map(|value| (rule, value))),
                }
            }
            rng.shuffle(&mut kept);
            self.add(kept);
        }
    }

    /// One group for each kind of offset, with and without a fraction. Each has every day.
    fn add_times(&mut self, classes: &[&'static Class], rng: &mut Rng) {
        let parts = |group: &'static str| {
            let of_group = classes.iter().filter(move |class| class.group == group);
            of_group.flat_map(move |class| class.examples().iter().map(|part| (*class, *part)))
        };
        let (offsets, fractions): (Vec<_>, Vec<_>) =
            (parts("offset").collect(), parts("fraction").collect());
        let odd = parts("day").filter(|(class, _)| class.rule != Rule::Kept);
        self.open.extend(odd.map(|(class, day)| (class.rule, Value::from(format!("{day}Z")))));
        for sign in ["Z", "+", "-"] {
            for is_whole in [true, false] {
                let offsets = offsets.iter().filter(|(_, part)| part.starts_with(sign));
                let fractions = fractions.iter().filter(|(_, part)| part.is_empty() == is_whole);
                let mut days: Vec<_> =
                    parts("day").filter(|(class, _)| class.rule == Rule::Kept).collect();
                rng.shuffle(&mut days);
                let times = days.into_iter().zip(offsets.cycle()).zip(fractions.cycle());
                self.add(times.map(|(((_, day), (_, offset)), (_, fraction))| {
                    Value::Text(Template::of(format!("{day}{fraction}{offset}")))
                }));
            }
        }
    }

    /// The next value of a group, with its member. None if the group is that the input is left out.
    pub(super) fn next(&mut self, level: usize) -> Option<(&'c str, Value)> {
        let level = self.levels.get_mut(level)?;
        let value = level.choices.get(level.used % level.choices.len().max(1))?.clone();
        level.used += 1;
        Some((self.wire(), value))
    }

    /// Whether a value was not used yet.
    pub(super) fn has_unused(&self) -> bool {
        self.levels.iter().any(Level::has_unused)
    }

    /// A value that was not used yet, with its member.
    pub(super) fn next_unused(&mut self) -> Option<(&'c str, Value)> {
        let level = self.levels.iter().position(Level::has_unused)?;
        self.next(level)
    }

    /// The classes of the rule, each with a value.
    pub(super) fn open(&self, rule: Rule) -> Vec<Value> {
        let of_rule = self.open.iter().filter(|(known, _)| *known == rule);
        of_rule.map(|(_, value)| value.clone()).collect()
    }
}

impl Level {
    fn has_unused(&self) -> bool {
        self.used < self.choices.len()
    }
}

/// An example that no other call sends, where the value must be unique. None if it would belong to another class then.
fn example(class: &Class, number: usize, field: &InputField) -> Option<Value> {
    let value = class.example(number);
    match &value {
        Value::Text(text) if field.unique && field.ty == Type::Text(None) => {
            let stand_in = format!("{} 1", text.literal()?);
            let value = Value::from(format!("{text} {{unique}}"));
            class.holds(&Json::Text(stand_in)).then_some(value)
        }
        _ => Some(value),
    }
}
