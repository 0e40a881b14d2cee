//! Whether a message is the documented one, its placeholders filled with what may stand there.

use spec::{ErrorCase, Template, TemplatePart, ValueSource};

/// Placeholders have few sources; more combinations than these are not tried.
const MOST_COMBINATIONS: usize = 256;

/// The values that the run knows for the sources of a placeholder.
pub type PlaceholderValues<'a> = &'a dyn Fn(&[ValueSource]) -> Vec<String>;

/// Whether `message` is that of the case for a request.
pub fn is_message_of(
    (case, template): (&ErrorCase, &Template),
    message: &str,
    known_values: PlaceholderValues<'_>,
) -> bool {
    // Most messages differ from most others at once.
    if let [TemplatePart::Text(start), rest @ ..] = template.parts.as_slice() {
        if !message.starts_with(start.as_str()) {
            return false;
        }
        if rest.is_empty() {
            return message == start;
        }
    }
    let values: Vec<_> = case
        .placeholders
        .iter()
        .map(|placeholder| (placeholder.name.as_str(), known_values(&placeholder.sources)))
        .collect();
    // Where the run cannot know the value of a placeholder, any will do.
    if values.iter().any(|(_, values)| values.is_empty()) {
        return template.matches(message).is_some();
    }
    let count: usize = values.iter().map(|(_, values)| values.len()).product();
    (0..count.min(MOST_COMBINATIONS)).any(|number| render(template, &values, number) == message)
}

/// The message as it should be, to be shown between backquotes; a placeholder with an unknown value is kept.
pub fn expected_message(case: &ErrorCase, known_values: PlaceholderValues<'_>) -> String {
    let Some(template) = case.text() else { return case.title() };
    let text = template.render(|name| {
        let placeholder =
            case.placeholders.iter().find(|placeholder| placeholder.name.as_str() == name);
        let values = placeholder.map(|placeholder| known_values(&placeholder.sources));
        values.into_iter().flatten().next().unwrap_or_else(|| format!("{{{name}}}"))
    });
    format!("`{text}`")
}

/// The message with one of the combinations of values. Its number has one digit for each placeholder, in mixed radix.
fn render(template: &Template, values: &[(&str, Vec<String>)], number: usize) -> String {
    template.render(|name| {
        let mut rest = number;
        for (placeholder, values) in values {
            if *placeholder == name {
                return values[rest % values.len()].clone();
            }
            rest /= values.len();
        }
        String::new()
    })
}
