//! The names of new things: valid, and not taken.

use anyhow::{Context, bail, ensure};
use reader::did_you_mean;
use spec::{Contract, Operation, Record, Resource};

/// Fails unless the name is in snake_case.
pub fn ensure_snake_case(name: &str, what: &str) -> anyhow::Result<()> {
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    let is_valid =
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.split('_').all(is_part);
    ensure!(
        is_valid,
        "`{name}` is not a valid name of {what}: write it in snake_case, such as `get_report`"
    );
    Ok(())
}

/// Fails unless the name is in UpperCamelCase.
pub fn ensure_camel_case(name: &str, what: &str) -> anyhow::Result<()> {
    let is_valid = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric());
    ensure!(
        is_valid,
        "`{name}` is not a valid name of {what}: write it in UpperCamelCase, such as `Report`"
    );
    Ok(())
}

/// The parts of a name such as `RESOURCE/OPERATION`.
pub fn parts<const N: usize>(
    name: &str,
    separator: char,
    form: &str,
) -> anyhow::Result<[String; N]> {
    let parts: Vec<_> = name.split(separator).map(str::to_owned).collect();
    parts.try_into().ok().with_context(|| format!("`{name}` is not of the form `{form}`"))
}

/// The resource of that name.
pub fn resource<'c>(contract: &'c Contract, name: &str) -> anyhow::Result<&'c Resource> {
    let known = contract.resources.iter().find(|resource| resource.id == name);
    let names = contract.resources.iter().map(|resource| resource.id.as_str());
    known.with_context(|| unknown("resource", name, names))
}

/// The operation at that address.
pub fn operation<'c>(contract: &'c Contract, address: &str) -> anyhow::Result<&'c Operation> {
    let known = contract.operations().find(|operation| operation.address() == address);
    let addresses: Vec<_> = contract.operations().map(Operation::address).collect();
    known.with_context(|| unknown("operation", address, addresses.iter().map(String::as_str)))
}

/// The record of that name.
pub fn record<'c>(contract: &'c Contract, name: &str) -> anyhow::Result<&'c Record> {
    let names = contract.records().map(|record| record.name.as_str());
    contract.record(name).with_context(|| unknown("record", name, names))
}

/// Fails if the contract has a resource of that name.
pub fn ensure_new_resource(contract: &Contract, name: &str) -> anyhow::Result<()> {
    let known = contract.resources.iter().any(|resource| resource.id == name);
    ensure!(!known, "the resource `{name}` exists");
    Ok(())
}

/// Fails if the contract has an operation of that name.
pub fn ensure_new_operation(contract: &Contract, name: &str) -> anyhow::Result<()> {
    if let Some(known) = contract.operation(name) {
        bail!("the operation `{name}` exists: {}", known.address());
    }
    Ok(())
}

/// Fails if the contract has a record of that name.
pub fn ensure_new_record(contract: &Contract, name: &str) -> anyhow::Result<()> {
    if let Some(known) = contract.record(name) {
        bail!("the record `{name}` exists, in the resource `{}`", known.resource);
    }
    Ok(())
}

fn unknown<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let known: Vec<_> = known.collect();
    let hint = match did_you_mean(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known are {}", known.join(", ")),
    };
    format!("there is no {what} `{name}`; {hint}")
}

/// A name in words: `get_report` is `Get report`.
pub fn sentence(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// `get_report` in UpperCamelCase.
pub fn camel_case(name: &str) -> String {
    name.split('_').map(sentence).collect()
}

/// `PartnerReport` in snake_case.
pub fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_one_case() {
        for (name, is_snake) in [
            ("get_report", true),
            ("get2", true),
            ("Get", false),
            ("_a", false),
            ("a__b", false),
            ("2a", false),
            ("", false),
        ] {
            assert_eq!(ensure_snake_case(name, "an operation").is_ok(), is_snake, "{name}");
        }
        for (name, is_camel) in
            [("Report", true), ("report", false), ("Re_port", false), ("", false)]
        {
            assert_eq!(ensure_camel_case(name, "a record").is_ok(), is_camel, "{name}");
        }
    }

    #[test]
    fn cases_are_converted() {
        assert_eq!(camel_case("get_partner_report"), "GetPartnerReport");
        assert_eq!(snake_case("PartnerReport"), "partner_report");
        assert_eq!(sentence("get_partner_report"), "Get partner report");
        assert_eq!(parts("a/b", '/', "A/B").unwrap(), ["a".to_owned(), "b".to_owned()]);
        assert!(parts::<2>("a", '/', "A/B").is_err());
    }
}
