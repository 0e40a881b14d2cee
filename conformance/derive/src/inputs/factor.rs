//! The values of one input, by group.

use conformance_model::scenario::{Template, Value};
use fastrand::Rng;
use spec::{Format, InputField, TimestampForm, Type};

use crate::classes::{COUNTRIES, Class, DAYS, FRACTIONS, OFFSETS, Rule, TimeClass, is_documented};

/// A value of a class.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The id of the class.
    pub(super) class: &'static str,
    pub(super) value: Value,
}

/// A group of classes whose values every service keeps. The first group of an optional input is that it is left out.
pub(super) struct Level {
    choices: Vec<Choice>,
    used: usize,
}

/// An input as a factor of a covering array.
pub(super) struct Factor<'c> {
    pub(super) wire: &'c str,
    pub(super) levels: Vec<Level>,
    open: Vec<(Rule, Choice)>,
}

impl<'c> Factor<'c> {
    /// `None` if nothing is known that every service accepts, or the value is the same for all.
    pub(super) fn of(field: &'c InputField, seed: u64) -> Option<Self> {
        let mut rng = Rng::with_seed(seed ^ field.wire.len() as u64);
        let mut factor = Self { wire: &field.wire, levels: Vec::new(), open: Vec::new() };
        if !field.required {
            factor.levels.push(Level { choices: Vec::new(), used: 0 });
        }
        match &field.ty {
            Type::Timestamp(forms) => factor.add_times(forms, &mut rng),
            Type::Text(Some(Format::Country)) => {
                let mut codes: Vec<&str> = COUNTRIES.split_whitespace().collect();
                rng.shuffle(&mut codes);
                factor.add(codes.into_iter().map(|code| text("country", code)));
            }
            Type::Boolean => factor
                .add([true, false].map(|value| Choice { class: "boolean", value: value.into() })),
            Type::Enumeration(values) if field.values_open.is_none() => {
                factor.add(values.iter().map(|value| text("documented", value)));
            }
            Type::Integer => factor.add(
                [1, 2, 7, 10, 99, 250]
                    .map(|value: u32| Choice { class: "integer", value: value.into() }),
            ),
            ty => factor.add_classes(Class::of(ty), field.values_open.is_some(), &mut rng),
        }
        (factor.levels.len() > 1 || factor.levels.iter().any(|level| level.choices.len() > 1))
            .then_some(factor)
    }

    /// Adds a group.
    fn add(&mut self, choices: impl IntoIterator<Item = Choice>) {
        let choices: Vec<Choice> = choices.into_iter().collect();
        if !choices.is_empty() {
            self.levels.push(Level { choices, used: 0 });
        }
    }

    fn add_classes(&mut self, classes: &'static [Class], values_open: bool, rng: &mut Rng) {
        let mut groups: Vec<&str> = classes.iter().map(|class| class.group).collect();
        groups.dedup();
        for group in groups {
            let of_group = classes.iter().filter(|class| class.group == group);
            let mut kept = Vec::new();
            for class in of_group {
                let choice =
                    Choice { class: class.id, value: class.example(rng.usize(0..class.count())) };
                match class.rule {
                    Rule::Kept if values_open => self.open.push((Rule::KeptIfAccepted, choice)),
                    Rule::Kept => kept.push(choice),
                    rule => self.open.push((rule, choice)),
                }
            }
            rng.shuffle(&mut kept);
            self.add(kept);
        }
    }

    /// One group for each kind of offset, with and without a fraction. Each has every day.
    fn add_times(&mut self, forms: &[TimestampForm], rng: &mut Rng) {
        let documented =
            |offset: &TimeClass, fraction: &TimeClass| is_documented(forms, offset, fraction);
        for sign in ["Z", "+", "-"] {
            for is_whole in [true, false] {
                let offsets: Vec<_> =
                    OFFSETS.iter().filter(|offset| offset.part.starts_with(sign)).collect();
                let fractions =
                    FRACTIONS.iter().filter(|fraction| fraction.part.is_empty() == is_whole);
                let fractions: Vec<_> = fractions.collect();
                let mut days: Vec<_> = DAYS.iter().filter(|day| day.rule == Rule::Kept).collect();
                rng.shuffle(&mut days);
                let times =
                    days.into_iter().zip(offsets.iter().cycle()).zip(fractions.iter().cycle());
                let times = times.filter(|((_, offset), fraction)| documented(offset, fraction));
                let times: Vec<_> = times
                    .map(|((day, offset), fraction)| {
                        text(day.id, &format!("{}{}{}", day.part, fraction.part, offset.part))
                    })
                    .collect();
                self.add(times);
            }
        }
    }

    /// The next value of a group, with its member. None if the group is that the input is left out.
    pub(super) fn next(&mut self, level: usize) -> Option<(&'c str, Choice)> {
        let level = self.levels.get_mut(level)?;
        let choice = level.choices.get(level.used % level.choices.len().max(1))?.clone();
        level.used += 1;
        Some((self.wire, choice))
    }

    /// Whether a value was not used yet.
    pub(super) fn has_unused(&self) -> bool {
        self.levels.iter().any(Level::has_unused)
    }

    /// A value that was not used yet, with its member.
    pub(super) fn next_unused(&mut self) -> Option<(&'c str, Choice)> {
        let level = self.levels.iter().position(Level::has_unused)?;
        self.next(level)
    }

    /// The classes of the rule, each with a value.
    pub(super) fn open(&self, rule: Rule) -> Vec<Choice> {
        let of_rule = self.open.iter().filter(|(known, _)| *known == rule);
        of_rule.map(|(_, choice)| choice.clone()).collect()
    }
}

impl Level {
    fn has_unused(&self) -> bool {
        self.used < self.choices.len()
    }
}

fn text(class: &'static str, text: &str) -> Choice {
    Choice { class, value: Value::Text(Template::of(text)) }
}
