//! Derives an answer for each gap from what was seen, or the reason why the gap stays open.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Contract, ErrorCase, Field, Operation, Record, Slot};

use crate::json::Json;

use super::bodies::{body_answer, paging_answer, paging_integers};
use super::calls::IGNORED;
use super::evidence::{Evidence, Moved, OPEN, Texts};
use super::found::{Found, Why};
use super::records::{
    NOT_SHOWN, Owner, Records, different, is_nullable, is_present, map, pascal_case, text,
};
use super::shape::{Kind, Seen, Shape};

/// Number of exchanges that must agree if one exchange is not enough to exclude another answer.
const ENOUGH: u32 = 2;

/// The findings by gap, and the additional records that answers use.
pub struct Answers<'c> {
    contract: &'c Contract,
    evidence: &'c Evidence,
    pub records: Records<'c>,
    pub found: BTreeMap<String, Found>,
    /// For each record whose state member the document does not name: the member that shows the state.
    shown_in: BTreeMap<&'c str, String>,
}

impl<'c> Answers<'c> {
    pub fn of(contract: &'c Contract, evidence: &'c Evidence) -> Self {
        let records = Records::documented(contract, evidence);
        let (found, shown_in) = (BTreeMap::new(), BTreeMap::new());
        let mut answers = Self { contract, evidence, records, found, shown_in };
        // Bodies that the document does not describe are read first, because they also show records.
        for operation in contract.operations() {
            answers.bodies(operation);
        }
        for record in contract.records() {
            answers.record(record);
        }
        for operation in contract.operations() {
            answers.operation(operation);
        }
        let errors = &contract.service.error_body.further_members;
        answers.further_error_members(errors);
        if let Some(slot) =
            contract.service.auth.as_ref().and_then(|auth| auth.case_insensitive.as_ref())
        {
            answers.put(slot, |answers, gap| answers.same(gap, 1, boolean));
        }
        answers.cases(&contract.service.errors);
        for gap in &contract.gaps {
            answers.other(&gap.id, &gap.interpretations);
        }
        answers
    }

    fn put<T>(&mut self, slot: &Slot<T>, found: impl FnOnce(&mut Self, &str) -> Found) {
        if let Some(gap) = slot.gap() {
            let found = found(self, gap);
            self.found.insert(gap.to_owned(), found);
        }
    }

    /// The one value that all exchanges show.
    fn same(&self, gap: &str, enough: u32, answer: impl Fn(&str) -> Json) -> Found {
        let values = self.evidence.values(gap);
        let result = match values.as_slice() {
            [] => Err(Why::NoExchange),
            [(_, seen)] if seen.count < enough => Err(Why::TooFew),
            [(value, _)] => Ok(answer(value)),
            _ => Err(Why::Differ),
        };
        Found {
            answer: result,
            seen: values.iter().map(|(value, seen)| ((*value).to_owned(), seen.count)).collect(),
            witnesses: values.iter().map(|(_, seen)| seen.count).sum(),
            samples: values.iter().filter_map(|(_, seen)| seen.first).collect(),
        }
    }

    fn bodies(&mut self, operation: &'c Operation) {
        let body = &operation.success.body;
        if body.stated().is_none() {
            self.put(body, |answers, _| {
                let bodies = answers.evidence.bodies.get(&operation.id);
                body_answer(answers.contract, operation, bodies, &mut answers.records)
            });
        }
    }

    fn operation(&mut self, operation: &'c Operation) {
        self.put(&operation.success.status, |answers, gap| answers.same(gap, 1, number));
        self.put(&operation.key_required, |answers, gap| answers.same(gap, 1, boolean));
        if let Some(scope) = &operation.scope {
            self.put(scope, |answers, gap| answers.same(gap, 1, text));
        }
        let bodies = self.evidence.bodies.get(&operation.id);
        if let Some(paging) = &operation.paging {
            match paging.stated() {
                None => self.put(paging, |answers, gap| {
                    let selection = answers.evidence.values(gap);
                    paging_answer(answers.contract, operation, bodies, &selection)
                }),
                Some(stated) => {
                    self.put(&stated.integers, |_, _| paging_integers(bodies, stated));
                    self.put(&stated.selection, |answers, gap| answers.selection(gap));
                }
            }
        }
        for transition in &operation.transitions {
            let moved = Moved {
                operation: operation.id.clone(),
                record: transition.record.clone(),
                transition: Some(transition.name.clone()),
            };
            self.put(&transition.to, |answers, _| {
                answers.state(&transition.record, [&moved].into_iter())
            });
        }
        self.cases(&operation.errors);
    }

    /// The parameters that select a page. If the parameters of other lists do not select one, the answer is not known.
    fn selection(&self, gap: &str) -> Found {
        let found = self.same(gap, 1, |names| {
            let (page, size) = names.split_once(',').unwrap_or_default();
            map(vec![("page", text(page)), ("per_page", text(size))])
        });
        let is_ignored = found.seen.iter().any(|(value, _)| value == IGNORED);
        let answer = if is_ignored { Err(Why::NotVisible) } else { found.answer };
        Found { answer, ..found }
    }

    fn cases(&mut self, cases: &[ErrorCase]) {
        for case in cases {
            self.put(&case.status, |answers, gap| answers.same(gap, 1, number));
            if let Some(code) = &case.code {
                self.put(code, |answers, gap| answers.same(gap, 1, text));
            }
        }
    }

    fn further_error_members(&mut self, slot: &Slot<bool>) {
        self.put(slot, |answers, gap| {
            let found = answers.same(gap, ENOUGH, boolean);
            // One error with a further member shows that errors can have further members.
            let is_mixed = found.answer == Err(Why::Differ);
            Found { answer: if is_mixed { Ok(Json::Bool(true)) } else { found.answer }, ..found }
        });
    }

    fn record(&mut self, record: &'c Record) {
        let own = record.fields.iter().filter(|field| field.added_by.is_none());
        let own: Vec<&Field> = own.collect();
        let seen = self.records.seen(&record.name).cloned().unwrap_or_default();
        for field in &own {
            self.field(record, field, &seen);
        }
        self.put(&record.further_members, |answers, _| {
            let is_own = |name: &str| own.iter().any(|field| field.wire == name);
            let further: Vec<_> = seen.members.iter().filter(|it| !is_own(&it.name)).collect();
            let answer = match seen.object.count {
                0 => Err(Why::NoExchange),
                count if further.is_empty() && count < ENOUGH => Err(Why::TooFew),
                _ if further.is_empty() => Ok(Json::Bool(false)),
                _ => {
                    let (resource, name) = (record.resource.clone(), record.name.clone());
                    let owner = Owner { resource, name, about: Vec::new() };
                    let identifier = record.identified_by.as_deref();
                    let members = further.into_iter();
                    Ok(answers.records.fields(&seen, members, &owner, identifier))
                }
            };
            Found::new(answer, seen.object)
        });
        self.lifecycle(record);
    }

    fn field(&mut self, record: &'c Record, field: &'c Field, seen: &Shape) {
        let member = seen.member(&field.wire);
        let empty = Shape::default();
        let shape = member.map_or(&empty, |member| &member.shape);
        let missing = || if seen.object.count == 0 { Why::NoExchange } else { Why::TooFew };
        self.put(&field.present, |_, _| {
            let absent = member.map(|member| member.absent).filter(|absent| absent.count > 0);
            let answer = is_present(seen, member).map(Json::Bool).ok_or_else(missing);
            let samples = absent.and_then(|absent| absent.first).or(seen.object.first);
            Found { samples: samples.into_iter().collect(), ..Found::new(answer, seen.object) }
        });
        self.put(&field.nullable, |_, _| {
            let is_identifier = record.identified_by.as_ref() == Some(&field.wire);
            let answer = is_nullable(shape, is_identifier, different(seen)).map(Json::Bool);
            let why = if shape.all().count == 0 { Why::NoExchange } else { Why::TooFew };
            let samples = shape.null.first.or(shape.all().first);
            let found = Found::new(answer.ok_or(why), shape.all());
            Found { samples: samples.into_iter().collect(), ..found }
        });
        let gap = format!("{}.{}.{}.type", record.resource, record.name, field.name);
        if self.contract.gap(&gap).is_some() {
            let owner = Owner {
                resource: record.resource.clone(),
                name: format!("{}{}", record.name, pascal_case(&field.name)),
                about: Vec::new(),
            };
            let ty = self.records.type_of(shape, &owner);
            let answer = match shape.kind() {
                None if shape.values().count > 0 => Err(Why::Differ),
                None if shape.null.count > 0 => Err(Why::OnlyNull),
                None => Err(Why::NoExchange),
                Some(_) if ty.text() == Some(NOT_SHOWN) => Err(Why::TooFew),
                Some(Kind::Time) if shape.different() < 2 => Err(Why::TooFew),
                Some(_) => Ok(ty),
            };
            let found = Found::new(answer, shape.values());
            let seen = shape.by_kind().map(|(kind, seen)| (kind.to_owned(), seen.count));
            self.found.insert(gap, Found { seen: seen.collect(), ..found });
        }
    }

    fn lifecycle(&mut self, record: &'c Record) {
        let Some(lifecycle) = &record.lifecycle else { return };
        let shown_in = self.shown_in(record);
        if let Some(member) = lifecycle.shown_in.stated().or(shown_in.as_ref()) {
            self.shown_in.insert(&record.name, member.clone());
        }
        self.put(&lifecycle.shown_in, |answers, _| {
            let texts = answers.moved(&record.name).map(|(_, texts)| texts.records);
            let mut seen = Seen::default();
            texts.for_each(|records| seen.merge(records));
            let why = if seen.count == 0 { Why::NoExchange } else { Why::Differ };
            Found::new(shown_in.as_deref().map(text).ok_or(why), seen)
        });
        self.put(&lifecycle.initial, |answers, _| {
            let evidence = answers.evidence;
            let created = evidence.states.keys().filter(|moved| moved.transition.is_none());
            answers.state(&record.name, created.filter(|moved| moved.record == record.name))
        });
        self.put(&lifecycle.complete, |answers, _| {
            let member = answers.shown_in.get(record.name.as_str());
            let texts = answers.evidence.states.iter().filter(|(it, _)| it.record == record.name);
            let values = texts.filter_map(|(_, texts)| texts.members.get(member?)).flatten();
            let mut further = values.filter(|(state, _)| !lifecycle.states.value.contains(state));
            match further.next() {
                Some((_, seen)) => Found::new(Ok(Json::Bool(false)), *seen),
                // Other states may exist although none was seen.
                None => Found::open(Why::NotVisible),
            }
        });
    }

    /// For each transition of the record to a stated state: that state, and the texts of the record after the
    /// transition.
    fn moved<'a>(&'a self, record: &'a str) -> impl Iterator<Item = (&'a str, &'a Texts)> {
        self.evidence.states.iter().filter_map(move |(moved, texts)| {
            let name = moved.transition.as_ref().filter(|_| moved.record == record)?;
            let operation = self.contract.operation(&moved.operation)?;
            Some((operation.transition(name.as_deref())?.to.stated()?.as_str(), texts))
        })
    }

    /// The member that holds the name of the new state after each transition, and has more than one value overall.
    fn shown_in(&self, record: &Record) -> Option<String> {
        let mut moved = self.moved(&record.name).peekable();
        moved.peek()?;
        let mut members: Option<BTreeSet<&String>> = None;
        for (state, texts) in moved {
            let shows = texts.members.iter().filter(|(_, values)| {
                values.len() == 1
                    && values.get(state).is_some_and(|it| it.count == texts.records.count)
            });
            let shows: BTreeSet<_> = shows.map(|(name, _)| name).collect();
            members = Some(match members {
                Some(before) => before.intersection(&shows).copied().collect(),
                None => shows,
            });
        }
        let has_several = |name: &&String| {
            let of_record = self.evidence.states.iter().filter(|(it, _)| it.record == record.name);
            let values = of_record.filter_map(|(_, texts)| texts.members.get(*name));
            values.flat_map(BTreeMap::keys).collect::<BTreeSet<_>>().len() > 1
        };
        let mut members = members?.into_iter().filter(has_several);
        let first = members.next().cloned();
        first.filter(|_| members.next().is_none())
    }

    /// The state that all records have after these calls.
    fn state<'m>(&self, record: &str, calls: impl Iterator<Item = &'m Moved>) -> Found {
        let Some(member) = self.shown_in.get(record) else {
            return Found::open(Why::NoExchange);
        };
        let mut states: BTreeMap<&String, Seen> = BTreeMap::new();
        let texts = calls.filter_map(|moved| self.evidence.states.get(moved));
        for (state, seen) in texts.filter_map(|texts| texts.members.get(member)).flatten() {
            states.entry(state).or_default().merge(*seen);
        }
        let answer = match states.keys().collect::<Vec<_>>().as_slice() {
            [] => Err(Why::NoExchange),
            [state] => Ok(text(state)),
            _ => Err(Why::Differ),
        };
        Found {
            answer,
            seen: states.iter().map(|(state, seen)| ((*state).clone(), seen.count)).collect(),
            witnesses: states.values().map(|seen| seen.count).sum(),
            samples: states.values().filter_map(|seen| seen.first).collect(),
        }
    }

    /// The remaining gaps, which the functions above do not handle.
    fn other(&mut self, gap: &str, interpretations: &[String]) {
        if self.found.contains_key(gap) {
            return;
        }
        let found = self.same(gap, 1, text);
        let is_one = |answer: &Json| {
            answer.text().is_some_and(|text| interpretations.iter().any(|it| it == text))
        };
        let answer = match found.answer {
            Ok(answer) if is_one(&answer) => Ok(answer),
            Err(Why::NoExchange) if gap.contains(".moves.") => Err(Why::NotVisible),
            Err(Why::NoExchange) if !gap.contains(OPEN) => Err(Why::NotTried),
            Err(Why::NoExchange) => Err(Why::NoExchange),
            _ => Err(Why::Prose),
        };
        self.found.insert(gap.to_owned(), Found { answer, ..found });
    }
}

fn number(text: &str) -> Json {
    Json::Number(text.to_owned())
}

fn boolean(text: &str) -> Json {
    Json::Bool(text == "true")
}
