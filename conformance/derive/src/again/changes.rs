//! A value that is changed, changed back, and changed once more.

use crate::clause;
use spec::{Contract, Identifier, Operation};

use crate::lifecycle::Reader;
use crate::record_input::record_inputs;
use crate::scenario::Draft;
use crate::subject::{Subject, text_member};

/// Rounds of changes of a text between two values, by each identifier.
pub(super) fn scenario(contract: &Contract, update: &Operation) -> Option<Draft> {
    let record = update.updates.as_deref()?;
    let member = text_member(contract, record).filter(|it| update.body_field(it).is_some())?;
    let mut all = record_inputs(contract, record);
    let target = all.find(|target| target.operation.id == update.id && target.is_path())?;
    let reader = Reader::find(contract, record)?;
    let subject = Subject::create(contract, record, "it", &[(member, "First{unique word}")])?
        .with_looked_up_identifier(contract, record, "it");
    let forms: Vec<_> = subject.each_accepted_by(target.identifiers).collect();
    let (first, other) = (format!("{{it.body.{member}}}"), format!("{{other.body.{member}}}"));
    let title = format!("The {member} of a {record} is changed, changed back, and changed again");
    let mut scenario = Draft::new(update, member, title).obtain(&subject);
    for round in 0..4 {
        let (_, identifier) = *forms.get(round / 2 % forms.len().max(1))?;
        let change = target.call(identifier)?;
        let (change, after, before) = match round {
            0 => (change.named("other").body(member, "Other{unique word}"), &other, &first),
            2 => (change.body(member, other.as_str()), &other, &first),
            _ => (change.body(member, first.as_str()), &first, &other),
        };
        let reads =
            subject.each_accepted_by(reader.target.identifiers).filter_map(|(_, identifier)| {
                let known = subject.identifier(Identifier::Email).into_iter();
                let read = reader.step(identifier)?.shows(known.chain([after.as_str()]));
                let proves = [clause::update(update, member)];
                Some(read.hides([before.clone()]).proves(proves))
            });
        scenario = scenario.step(change).steps(reads.collect::<Vec<_>>());
    }
    Some(scenario)
}
