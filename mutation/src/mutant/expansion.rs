//! The expansion is accepted, and adds nothing, or nothing that tells anything.

use std::collections::BTreeSet;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{InputPart, Operation};

use super::Way;
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, json};

pub(super) fn ways(
    operation: Option<&Operation>,
    parameter: &str,
    value: &str,
    adds: Option<&str>,
) -> Vec<Way> {
    let asked = Asked {
        parameter: parameter.to_owned(),
        value: value.to_owned(),
    };
    let mut query = operation.into_iter().flat_map(|operation| &operation.query);
    let query = query.find(|query| query.name == parameter);
    let mut values = query.into_iter().flat_map(|query| &query.values);
    let other = values.find(|known| known.wire != value);
    let ignored = "the expansion is not looked at";
    let hollow = "what is added holds no text";
    let constant = "what is added holds the same text everywhere";
    let mut ways = vec![
        Way::new("ignored", ignored, Instead(asked.clone(), None)),
        Way::new("hollow", hollow, Hollow(asked.clone(), "")),
        Way::new("constant", constant, Hollow(asked.clone(), "constant")),
    ];
    ways.extend(other.map(|other| {
        let bend = Instead(asked.clone(), Some(other.wire.clone()));
        Way::new("another", "another expansion is added", bend)
    }));
    let lists = operation.is_some_and(|operation| operation.lists.is_some());
    let named = adds.filter(|_| lists);
    ways.extend(named.map(|adds| {
        let bend = First(asked.clone(), adds.to_owned());
        Way::new("first_only", "the member is added to the first item", bend)
    }));
    ways.extend(adds.map(|adds| {
        let bend = Dropped(asked, adds.to_owned());
        Way::new("dropped", "the member is not added", bend)
    }));
    ways
}

/// A value of a query parameter.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) parameter: String,
    pub(super) value: String,
}

impl Asked {
    pub(super) fn is_in(&self, seen: &Seen<'_>) -> bool {
        let asked = seen.call.text(InputPart::Query, &self.parameter);
        let mut asked = asked.into_iter().flat_map(|asked| asked.split(','));
        asked.any(|value| value == self.value)
    }
}

/// The server is asked for another expansion, or for none.
struct Instead(Asked, Option<String>);

impl Bend for Instead {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let Self(asked, other) = self;
        Next::Forward(match other {
            _ if !asked.is_in(seen) => seen.request.clone(),
            Some(other) => edit::with_query(seen.request, &asked.parameter, other),
            None => edit::without_query(seen.request, &asked.parameter),
        })
    }
}

/// Texts that are not there without the expansion are all the same.
struct Hollow(Asked, &'static str);

impl Bend for Hollow {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let sent = seen.request.clone();
        match self.0.is_in(seen) {
            true => Next::Beside(sent, edit::without_query(seen.request, &self.0.parameter)),
            false => Next::Forward(sent),
        }
    }

    fn response(&self, _: &Seen<'_>, answers: Answers) -> Response {
        let plain = answers.beside.and_then(|plain| Json::parse(&plain.body));
        let Some(mut plain) = plain else {
            return answers.main;
        };
        let mut known = BTreeSet::new();
        json::each_text(&mut plain, &mut |text| {
            known.insert(text.clone());
        });
        answer::edited(answers.main, |body| {
            json::each_text(body, &mut |text| {
                if !known.contains(text) {
                    self.1.clone_into(text);
                }
            });
        })
    }
}

struct First(Asked, String);

impl Bend for First {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if !self.0.is_in(seen) {
            return answers.main;
        }
        answer::edited(answers.main, |body| {
            json::each_list(body, &mut |items| {
                for item in items.iter_mut().skip(1) {
                    json::each_object(item, &mut |members| {
                        members.retain(|(name, _)| *name != self.1)
                    });
                }
            });
        })
    }
}

struct Dropped(Asked, String);

impl Bend for Dropped {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if !self.0.is_in(seen) {
            return answers.main;
        }
        answer::edited(answers.main, |body| {
            json::each_object(body, &mut |members| {
                members.retain(|(name, _)| *name != self.1)
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    fn asked() -> Asked {
        Asked {
            parameter: "cover".to_owned(),
            value: "colour".to_owned(),
        }
    }

    #[test]
    fn only_the_expansion_goes() {
        let toy = Toy::new();
        let sent = request("GET", "/books?cover=colour", None);
        let bend = Dropped(asked(), "colour".to_owned());
        let shown = |body: &str| response(200, body);
        let with = shown(r#"{"books":[{"a":1,"colour":"red"}]}"#);
        assert_eq!(
            toy.response(&bend, &sent, with),
            shown(r#"{"books":[{"a":1}]}"#)
        );
        let plain = request("GET", "/books", None);
        let ignored = toy.request(&Instead(asked(), None), &sent);
        assert_eq!(ignored, Next::Forward(plain.clone()));
        let (with, without) = (r#"{"t":"a","c":"red"}"#, r#"{"t":"a"}"#);
        let hollow = toy.beside(
            &Hollow(asked(), ""),
            &sent,
            shown(with),
            Some(shown(without)),
        );
        assert_eq!(hollow, shown(r#"{"t":"a","c":""}"#));
        assert_eq!(
            toy.request(&Hollow(asked(), ""), &plain),
            Next::Forward(plain)
        );
    }
}
