//! Facts about the whole service: its key, and the shape of its errors.

use std::collections::{BTreeMap, BTreeSet};

use spec::KeyPlace;

use crate::document::{Document, Node};
use crate::error_body;
use crate::left_out::{LeftOut, Reason};
use crate::names::{is_header, snake};
use crate::records::Records;
use crate::route::Route;
use crate::write::{Map, Out};

/// How requests are authenticated.
#[derive(Debug, Default)]
pub struct Keys {
    /// The place of each scheme; `None` for one that the language does not have.
    schemes: BTreeMap<String, Option<KeyPlace>>,
    /// The place of the draft.
    pub place: Option<KeyPlace>,
    /// Other headers that most operations require. The draft does not have them, and a run can be given them.
    pub further_headers: BTreeSet<String>,
}

/// Whether an operation needs a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Need {
    Required,
    Optional,
    NotShown,
    /// It needs a key that the draft does not have.
    Other,
}

impl Keys {
    /// Reads the keys. The draft gets the place that most operations need.
    pub fn read<'d>(
        document: &Document<'d>,
        routes: &[Route<'d>],
        left_out: &mut Vec<LeftOut>,
    ) -> Self {
        let mut keys = Self::default();
        let components = document.root.get("components").and_then(|it| it.get("securitySchemes"));
        let mut places = Vec::new();
        for (name, node) in components.iter().flat_map(Node::named) {
            let Ok(node) = document.resolve(&node) else { continue };
            let place = place_of(&node);
            keys.schemes.insert(name.to_owned(), place.clone());
            places.push((place, node.left_out(Reason::KeyPlace, name)));
        }
        let mut counts: Vec<(KeyPlace, usize)> = Vec::new();
        for route in routes {
            let wanted = requirements(document, route).into_iter().flatten().flatten();
            let wanted = wanted.filter_map(|(name, _)| keys.schemes.get(&name).cloned().flatten());
            let mut wanted: Vec<_> = wanted.collect();
            wanted.dedup();
            for place in wanted {
                match counts.iter_mut().find(|(known, _)| is_same(known, &place)) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((place, 1)),
                }
            }
        }
        // Of places that are equally frequent, the first one is used.
        let most = counts.iter().rev().max_by_key(|(_, count)| *count);
        keys.place = most.map(|(place, _)| place.clone());
        let is_other = |place: &Option<KeyPlace>| match (place, &keys.place) {
            (Some(place), Some(own)) => !is_same(place, own),
            _ => true,
        };
        left_out.extend(
            places.into_iter().filter(|(place, _)| is_other(place)).map(|(_, found)| found),
        );
        keys.further_headers = further_headers(document, routes, &keys);
        keys
    }

    /// Whether an operation needs the key of the draft.
    pub fn need(
        &self,
        document: &Document<'_>,
        route: &Route<'_>,
        left_out: &mut Vec<LeftOut>,
    ) -> Need {
        let Some(alternatives) = requirements(document, route) else {
            return if self.place.is_some() { Need::NotShown } else { Need::Optional };
        };
        if alternatives.iter().flatten().any(|(_, has_scopes)| *has_scopes) {
            left_out.push(route.node.left_out(Reason::KeyScope, route.title()));
        }
        if alternatives.is_empty() || alternatives.iter().any(Vec::is_empty) {
            return Need::Optional;
        }
        let place = |(name, _): &(String, bool)| self.schemes.get(name).cloned().flatten();
        let is_own = |one: &KeyPlace| self.place.as_ref().is_some_and(|own| is_same(one, own));
        let is_further = |name: &str| self.further_headers.contains(name);
        let is_given = |one: &KeyPlace| is_own(one) || one.header().is_some_and(is_further);
        let suffices = |all: &Vec<(String, bool)>| {
            let places: Option<Vec<_>> = all.iter().map(place).collect();
            places.is_some_and(|all| all.iter().any(is_own) && all.iter().all(is_given))
        };
        if alternatives.iter().any(suffices) { Need::Required } else { Need::Other }
    }
}

/// The place of a scheme, if the language has it.
fn place_of(scheme: &Node<'_>) -> Option<KeyPlace> {
    let name = || scheme.text("name").filter(|name| is_header(name)).map(str::to_owned);
    match (scheme.text("type")?, scheme.text("in"), scheme.text("scheme")) {
        ("apiKey", Some("header"), _) => name().map(KeyPlace::Header),
        ("apiKey", Some("query"), _) => scheme
            .text("name")
            .filter(|name| !name.is_empty())
            .map(|name| KeyPlace::Query(name.to_owned())),
        ("apiKey", Some("cookie"), _) => name().map(KeyPlace::Cookie),
        ("http", _, Some(scheme)) if scheme.eq_ignore_ascii_case("basic") => Some(KeyPlace::Basic),
        ("http", _, Some(scheme)) if scheme.eq_ignore_ascii_case("bearer") => {
            Some(KeyPlace::Bearer)
        }
        ("http", ..) => Some(KeyPlace::Header("Authorization".to_owned())),
        ("oauth2" | "openIdConnect", ..) => Some(KeyPlace::Bearer),
        _ => None,
    }
}

/// Names of headers have no letter case.
fn is_same(one: &KeyPlace, other: &KeyPlace) -> bool {
    match (one, other) {
        (KeyPlace::Header(one), KeyPlace::Header(other)) => one.eq_ignore_ascii_case(other),
        _ => one == other,
    }
}

fn write_place(place: &KeyPlace) -> Map {
    let map = Map::default();
    let map = match place {
        KeyPlace::Header(name) => map.with("header", Out::text(name)),
        KeyPlace::Bearer => {
            map.with("header", Out::text("Authorization")).with("scheme", Out::word("Bearer"))
        }
        KeyPlace::Query(name) => return map.with("query", Out::text(name)),
        KeyPlace::Cookie(name) => return map.with("cookie", Out::text(name)),
        KeyPlace::Basic => return map.with("basic", Out::word("true")),
    };
    let note = "Whether the name of the header can be written in another case.";
    map.with("case_insensitive", Out::not_shown(note))
}

/// The headers besides the key that more than half of the operations require: parameters and further keys.
fn further_headers(document: &Document<'_>, routes: &[Route<'_>], keys: &Keys) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for route in routes {
        let parameters = route.parameters_in("header").filter(|node| node.is_true("required"));
        let mut headers: BTreeSet<_> = parameters
            .filter_map(|node| node.text("name").filter(|name| is_header(name)))
            .map(str::to_owned)
            .collect();
        if let Some([all]) = requirements(document, route).as_deref() {
            let places = all.iter().filter_map(|(name, _)| keys.schemes.get(name)?.as_ref());
            headers.extend(places.filter_map(|place| Some(place.header()?.to_owned())));
        }
        for header in headers {
            *counts.entry(header).or_default() += 1;
        }
    }
    let own = keys.place.as_ref().and_then(KeyPlace::header);
    let is_own = |header: &String| own.is_some_and(|own| own.eq_ignore_ascii_case(header));
    let of_most =
        counts.into_iter().filter(|(header, count)| count * 2 > routes.len() && !is_own(header));
    of_most.map(|(header, _)| header).collect()
}

/// The alternatives of keys that an operation needs, each with the names of schemes and whether they have scopes;
/// `None` if the document says nothing.
fn requirements(document: &Document<'_>, route: &Route<'_>) -> Option<Vec<Vec<(String, bool)>>> {
    let node = route.node.get("security").or_else(|| document.root.get("security"))?;
    let of = |alternative: Node<'_>| {
        let schemes = alternative.value.entries().iter();
        schemes.map(|(name, scopes)| (name.clone(), !scopes.items().is_empty())).collect()
    };
    Some(node.items().map(of).collect())
}

/// `service.yaml`.
pub fn write<'d>(
    document: &Document<'d>,
    records: &mut Records<'d>,
    routes: &[Route<'d>],
    keys: &Keys,
) -> (String, Map) {
    let info = document.root.get("info");
    let title =
        info.as_ref().and_then(|info| info.text("title")).map(str::trim).unwrap_or_default();
    let title = if title.is_empty() { "Service" } else { title };
    let id = snake(title);
    let mut map = Map::default();
    map.comment("Drafted from an OpenAPI document. What it does not state is `not_shown`: look at each of these.");
    map.comment("docs/contract-language.md explains every key.");
    map.push("service", Out::text(&id));
    map.push("title", Out::text(title));
    map.push("package", Out::text(&id));
    map.push("source", Out::text("OpenAPI document"));
    if let Some(text) =
        info.as_ref().and_then(|info| info.text("description")).filter(|it| !it.trim().is_empty())
    {
        map.push("description", Out::text(text));
    }
    let mut silences = Map::default();
    let mut silent = |slot: &str, note: &str| {
        silences.push(slot, Out::Map(Map::default().with("note", Out::text(note))));
    };
    silent("further_members", "Whether a record has members besides the listed ones.");
    silent("order", "The order of a list.");
    silent("paging", "How a list is paged, if it is.");
    match &keys.place {
        Some(place) => {
            silent("scope", "Whether an operation reaches records of other accounts.");
            silent("key.required", "Whether a key is required.");
            let key = write_place(place)
                .with("identifies_account", Out::not_shown("Whether a key belongs to an account."));
            map.push("key", Out::Map(key));
            map.push(
                "keys",
                Out::Map(Map::default().with("main", Out::text("The key that a run uses."))),
            );
        }
        None => {
            map.comment("No operation of this draft needs a key.");
            map.push("key", Out::word("none"));
        }
    }
    map.push("error_body", Out::Map(error_body::write(document, records, routes)));
    map.push("not_shown", Out::Map(silences));
    (id, map)
}
