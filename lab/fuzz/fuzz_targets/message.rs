//! Matches a message with a template: the first line of the input, and the rest. The matchers of the contract and of
//! generated crates agree, and what they find renders the message again.

#![no_main]

use contract_runtime::captures;
use libfuzzer_sys::fuzz_target;
use spec::{Template, TemplatePart};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (template, message) = text.split_once('\n').unwrap_or((&text, ""));
    let Ok(template) = Template::parse(template) else {
        return;
    };
    let found = template.matches(message);
    if let Some(found) = &found {
        assert!(found.iter().all(|value| !value.is_empty()));
        let mut values = found.iter();
        let rendered = template.render(|_| (*values.next().unwrap()).to_owned());
        assert_eq!(rendered, message);
    }
    let generated = match template.placeholders().count() {
        0 => captures::<0>(&texts(&template), message).map(Vec::from),
        1 => captures::<1>(&texts(&template), message).map(Vec::from),
        2 => captures::<2>(&texts(&template), message).map(Vec::from),
        8 => captures::<8>(&texts(&template), message).map(Vec::from),
        _ => return,
    };
    assert_eq!(
        generated,
        found.map(|found| found.into_iter().map(str::to_owned).collect())
    );
});

/// The text before, between and after placeholders.
fn texts(template: &Template) -> Vec<&str> {
    let mut texts = vec![""];
    for part in &template.parts {
        match part {
            TemplatePart::Text(text) => *texts.last_mut().unwrap() = text.as_str(),
            TemplatePart::Placeholder(_) => texts.push(""),
        }
    }
    texts
}
