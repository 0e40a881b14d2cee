//! The refusals of an operation, and their messages: constants, and forms with placeholders.

use std::collections::BTreeSet;

use spec::{Contract, ErrorCase, Operation, Template, TemplatePart};

/// The refusals of an operation: its own, then those of every operation. Only the latter if there is no operation.
pub fn refusals<'c>(
    contract: &'c Contract,
    operation: Option<&'c Operation>,
) -> Vec<&'c ErrorCase> {
    let own = operation.map_or(&[][..], |operation| &operation.errors);
    let of_service = contract.service.errors.iter();
    let of_service = of_service.filter(|case| own.iter().all(|other| other.id != case.id));
    own.iter().chain(of_service).collect()
}

/// The messages without placeholders, each once, with the name of its first refusal as a constant.
pub fn constants(cases: &[&ErrorCase]) -> Vec<(String, String)> {
    let is_constant =
        |text: &&Template| text.parts.iter().all(|part| matches!(part, TemplatePart::Text(_)));
    let mut seen = BTreeSet::new();
    let texts = cases.iter().filter_map(|case| Some((case, case.text().filter(is_constant)?)));
    let constants = texts.map(|(case, text)| (case.id.to_uppercase(), text.to_string()));
    constants.filter(|(_, text)| seen.insert(text.clone())).collect()
}

/// The messages with placeholders, each once, with the regular expression that matches it.
pub fn forms(cases: &[&ErrorCase]) -> Vec<(String, String)> {
    let mut seen = BTreeSet::new();
    let texts = cases.iter().filter_map(|case| case.text());
    let forms = texts.filter_map(|text| Some((text.to_string(), pattern(text)?)));
    forms.filter(|(form, _)| seen.insert(form.clone())).collect()
}

/// The regular expression that matches a message; `None` for a message without placeholders.
pub fn pattern(text: &Template) -> Option<String> {
    let is_open = text.parts.iter().any(|part| matches!(part, TemplatePart::Placeholder(_)));
    let parts = text.parts.iter().map(|part| match part {
        TemplatePart::Placeholder(_) => ".+".to_owned(),
        TemplatePart::Text(text) => escaped(text),
    });
    is_open.then(|| format!("^{}$", parts.collect::<String>()))
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for sign in text.chars() {
        if r"\^$.|?*+()[]{}/".contains(sign) {
            out.push('\\');
        }
        out.push(sign);
    }
    out
}
