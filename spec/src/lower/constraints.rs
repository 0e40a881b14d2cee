//! Constraints of inputs and members.

use super::prelude::*;
use crate::model::{Constraint, Constraints, Pattern};

/// The fewest characters of an example that can be other ones, so that values made of it are new.
const FEWEST_VARIED: usize = 4;

impl Lower<'_> {
    /// The constraints and the example of an input or a member of the type.
    pub(super) fn constraints(&mut self, fields: &Fields<'_>, ty: &Type) -> Constraints {
        let Constraints { min_length, max_length, .. } = self.lengths(fields);
        let mut found = Constraints {
            min_length,
            max_length,
            pattern: self.pattern(fields),
            min_items: self.count(fields, Constraint::MinItems),
            max_items: self.count(fields, Constraint::MaxItems),
            unique_items: fields.has(Constraint::UniqueItems.name())
                && self.flag(fields, Constraint::UniqueItems.name()),
            ..self.bounds(fields, ty)
        };
        self.check_placement(fields, ty);
        let counts = found.min_items.zip(found.max_items);
        let is_empty = counts.is_some_and(|(least, most)| least > most);
        if is_empty {
            self.check_range(fields, (Constraint::MinItems, Constraint::MaxItems), is_empty);
        }
        self.check_values(fields, ty, &found);
        found.example = self.example(fields, ty, &found);
        self.check_example(fields, ty, &found);
        found
    }

    /// A number of items. A header, which is no list, cannot have one.
    fn count(&mut self, fields: &Fields<'_>, bound: Constraint) -> Option<usize> {
        fields.has(bound.name()).then(|| self.length(fields, bound)).flatten()
    }

    /// The lengths of a text alone.
    pub(super) fn lengths(&mut self, fields: &Fields<'_>) -> Constraints {
        let [min_length, max_length] =
            [Constraint::MinLength, Constraint::MaxLength].map(|bound| self.length(fields, bound));
        let is_empty = min_length.zip(max_length).is_some_and(|(least, most)| least > most);
        self.check_range(fields, (Constraint::MinLength, Constraint::MaxLength), is_empty);
        Constraints { min_length, max_length, ..Constraints::default() }
    }

    /// The constraints on a number alone.
    pub(super) fn bounds(&mut self, fields: &Fields<'_>, ty: &Type) -> Constraints {
        let [minimum, maximum] =
            [Constraint::Minimum, Constraint::Maximum].map(|bound| self.bound(fields, bound, ty));
        let is_empty = minimum.zip(maximum).is_some_and(|(least, most)| least > most);
        self.check_range(fields, (Constraint::Minimum, Constraint::Maximum), is_empty);
        Constraints { minimum, maximum, ..Constraints::default() }
    }

    /// The least or the greatest number, which is whole for integers.
    fn bound(&mut self, fields: &Fields<'_>, bound: Constraint, ty: &Type) -> Option<f64> {
        let node = fields.get(bound.name())?;
        if ty.item() == &Type::Integer {
            self.reader.integer(node)?;
        }
        self.reader.number_text(node)?.parse().ok()
    }

    fn length(&mut self, fields: &Fields<'_>, bound: Constraint) -> Option<usize> {
        let length = self.reader.integer(fields.get(bound.name())?)?;
        let found = usize::try_from(length.value);
        if found.is_err() {
            let what = if bound.is_of_lists() { "items" } else { "characters" };
            let message = format!("{length} is not a number of {what}");
            let label = "expected 0 or more";
            self.report(Diagnostic::error("bad-length", message, length.span, label));
        }
        Some(found.unwrap_or_default())
    }

    fn pattern(&mut self, fields: &Fields<'_>) -> Option<Pattern> {
        let text = self.text(fields, Constraint::Pattern.name())?;
        let error = match Pattern::new(&text) {
            Ok(pattern) => return Some(pattern),
            Err(error) => error,
        };
        let message = format!("{} is not a pattern: {error}", quoted(&text));
        self.report(
            Diagnostic::error("bad-pattern", message, text.span, "not a pattern").with_help(
                "a regular expression that JSON Schema has, too: sets such as `[0-9]`, `^` and `$`, repetitions, groups",
            ),
        );
        // Any text, so that only this is reported.
        Pattern::new("").ok()
    }

    /// Reports constraints that do not apply to the type, or to what a member identifies.
    fn check_placement(&mut self, fields: &Fields<'_>, ty: &Type) {
        // A type that could not be read is reported already.
        let is_read = |gap: &str| self.gaps.iter().any(|known| known.id == gap);
        if matches!(ty.item(), Type::Unknown(gap) if !is_read(gap)) {
            return;
        }
        let is_plain = !fields.has("record") && !fields.has("separated_by");
        let is_number = matches!(ty.item(), Type::Integer | Type::Number);
        let is_text = is_plain && matches!(ty.item(), Type::Text(_) | Type::Enumeration(_));
        // The type of a list in a query is that of one value.
        let is_list = matches!(ty, Type::List(_)) || fields.has("form");
        let mut misplaced = Vec::new();
        for constraint in Constraint::ALL {
            let (applies, types) = match constraint {
                Constraint::Minimum | Constraint::Maximum => (is_number, "`integer` and `number`"),
                constraint if constraint.is_of_lists() => (is_list, "lists, written in brackets"),
                _ => (is_text, "a `string` that holds one value and names no record"),
            };
            misplaced.extend((!applies).then_some((constraint.name(), types)));
        }
        if ty.record().is_some() || !is_plain {
            misplaced.push(("example", "single values that are not records and do not name one"));
        }
        misplaced.retain(|(key, _)| fields.has(key));
        for (key, types) in misplaced {
            if let Some(span) = fields.key_span(key) {
                let message = format!("`{key}` does not apply to this type");
                let label = "does not apply here";
                self.report(
                    Diagnostic::error("misplaced-constraint", message, span, label)
                        .with_help(format!("`{key}` applies to {types}")),
                );
            }
        }
    }

    /// Reports listed values that break the constraints.
    fn check_values(&mut self, fields: &Fields<'_>, ty: &Type, constraints: &Constraints) {
        let (Type::Enumeration(_), Some(Value::List(items))) =
            (ty.item(), fields.get("values").map(|node| &node.value))
        else {
            return;
        };
        for node in items {
            // Anything but text is reported already.
            if let Value::Scalar(scalar) = &node.value {
                let text = Spanned::new(scalar.text.clone(), node.span);
                let value = serde_json::Value::from(scalar.text.as_str());
                self.check_fit("value", &text, Some(&value), (ty.item(), constraints));
            }
        }
    }

    fn example(
        &mut self,
        fields: &Fields<'_>,
        ty: &Type,
        constraints: &Constraints,
    ) -> Option<serde_json::Value> {
        let node = fields.get("example").filter(|_| ty.record().is_none())?;
        let value = self.value_of_type(node, ty)?;
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let text = Spanned::new(text, node.span);
        self.check_fit("example", &text, Some(&value), (ty, constraints));
        Some(value)
    }

    /// A pattern needs an example, because values are not made from a pattern alone.
    fn check_example(&mut self, fields: &Fields<'_>, ty: &Type, constraints: &Constraints) {
        let Some(pattern) = fields.key_span(Constraint::Pattern.name()) else {
            return;
        };
        if !matches!(ty.item(), Type::Text(_)) || constraints.pattern.is_none() {
            return;
        }
        let Some(node) = fields.get("example") else {
            let message = "a pattern without an example: no value of it is known";
            return self.report(
                Diagnostic::error("no-example", message, pattern, "without an example")
                    .with_help("add `example:` with a text that matches the pattern"),
            );
        };
        let Some(example) = constraints.example.as_ref().and_then(|value| value.as_str()) else {
            return;
        };
        let is_unique = fields.has("unique") && self.flag(fields, "unique");
        if is_unique && constraints.varied(example).count() < FEWEST_VARIED {
            let message = "no new values can be made from the example";
            self.report(
                Diagnostic::error("no-example", message, node.span, "too few characters vary")
                    .with_label(pattern, "the pattern")
                    .with_help(
                        "values of a unique input are made by changing letters and digits of the example; write one with more of them that can be others",
                    ),
            );
        }
    }
}
