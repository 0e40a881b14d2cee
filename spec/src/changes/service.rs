//! Facts of the whole service, and of what a target file names.

use super::Effect;
use super::fact::{At, Fact, Value};
use super::operation::refusal;
use super::types::Use;
use crate::{Auth, Fixture, KeyPlace, Service};

pub(super) fn facts(service: &Service) -> Vec<Fact> {
    let at = At("service".to_owned());
    let Service { error_body, .. } = service;
    let mut facts = vec![
        at.texts([&service.title, &service.description]),
        at.fact("the name in packages", Value::Name(service.package.clone())),
        at.fact("the id", Value::Name(service.id.clone())),
        at.fact(
            "the member with the message of an error",
            Value::quoted(error_body.member.to_string()),
        ),
        at.flag_slot("whether errors have other members", &error_body.further_members, false),
    ];
    let code = error_body.code.as_ref();
    facts.extend(code.map(|code| {
        at.fact("the member with the code of an error", Value::quoted(code.to_string()))
    }));
    facts.extend(error_body.entries.iter().flat_map(|entries| {
        let code = entries.code.iter();
        let code =
            code.map(|code| at.fact("the member with the code in an entry", Value::quoted(code)));
        let entries = [
            at.fact("the member with the list of errors", Value::quoted(entries.list.to_string())),
            at.fact("the member with the input in an entry", Value::quoted(&entries.field)),
            at.flag_slot(
                "whether the list is empty where there is no input",
                &entries.present,
                true,
            ),
            at.flag_slot("whether there is an entry for each wrong input", &entries.complete, true),
        ];
        entries.into_iter().chain(code).collect::<Vec<_>>()
    }));
    facts.extend(
        error_body.content_type.iter().map(|media_type| {
            at.fact("the media type of errors", Value::quoted(&media_type.value))
        }),
    );
    facts.extend(error_body.field.iter().flat_map(|field| {
        [
            at.fact("the member with the input of an error", Value::quoted(field.path.to_string())),
            at.flag_slot(
                "whether this member is null where there is no input",
                &field.present,
                true,
            ),
        ]
    }));
    facts.extend(service.auth.iter().flat_map(|auth| key_place(&at, auth)));
    facts.extend(service.auth.iter().map(|auth| {
        at.flag_slot("whether the key identifies the account", &auth.identifies_account, true)
    }));
    let prefixes = service.versions.iter().flat_map(|versions| &versions.prefixes);
    facts.extend(prefixes.map(|prefix| at.thing(format!("the version `{prefix}`"))));
    facts.extend(service.errors.iter().map(|case| refusal(&at, case)));
    facts.extend(service.keys.iter().map(|key| {
        let at = At(key.name.clone());
        let fact = at.thing("the kind of key").keyed(format!("key {}", key.name));
        let account = key.account_of.as_ref().map_or("its own", |kind| &kind.value);
        let account = at.fact("the account of the kind of key", Value::Exact(account.to_owned()));
        fact.with([at.texts([&key.description]), account])
    }));
    facts.extend(service.fixtures.iter().map(fixture));
    facts
}

/// Where requests carry the key.
fn key_place(at: &At, auth: &Auth) -> Vec<Fact> {
    let KeyPlace::Header(header) = &auth.place else {
        let place = Value::quoted(auth.place.to_string());
        return vec![at.fact("the place of the key", place)];
    };
    let mut facts = vec![
        at.text("the spelling of the key header", [header]),
        at.fact("the key header", Value::quoted(header.to_ascii_lowercase()))
            .effects(Effect::Breaking, Effect::Compatible),
    ];
    facts.extend(
        auth.case_insensitive.iter().map(|slot| {
            at.flag_slot("whether the letter case of the key header is free", slot, true)
        }),
    );
    facts
}

/// Target files name kinds and facts of fixtures.
fn fixture(fixture: &Fixture) -> Fact {
    let at = At(fixture.kind.clone());
    let facts = fixture.facts.iter();
    let facts =
        facts.map(|fact| at.typed(format!("the fact `{}`", fact.name), &fact.ty, Use::Sent));
    let fact = at.thing("the fixture kind").keyed(format!("fixture {}", fixture.kind)).with(facts);
    fact.with([
        at.texts([&fixture.description, &fixture.setup]),
        at.fact("the record", Value::quoted(&fixture.record)),
        at.flag("whether a scenario consumes it", fixture.consumed, false),
    ])
}
