//! The data that an expansion adds to a record, as several calls of a scenario show it.

use spec::InputPart;

use crate::clauses::prelude::*;

/// The data in one response.
pub struct Added<'a> {
    /// The member that the expansion adds.
    pub member: &'a str,
    pub value: &'a Json,
}

impl<'a> Added<'a> {
    /// The data that a call requested, in the record that holds a text. `None` if the data are shown apart from it.
    pub fn of(call: &ParsedStep<'a>, record: &str) -> Option<Self> {
        let attempt = call.attempt.filter(|attempt| attempt.is_accepted())?;
        let requested = attempt.sent.iter().filter(|(at, _)| at.part == InputPart::Query);
        let mut members = requested.filter_map(|(at, value)| {
            let query = call.operation.query_parameter(&at.name)?;
            let value = query.values.iter().find(|known| value.text() == Some(&known.wire))?;
            value.expansion.as_ref()?.adds.as_deref()
        });
        let member = members.next()?;
        let value = attempt.responses.iter().find_map(|it| beside(it.json()?, record, member))?;
        Some(Self { member, value })
    }
}

/// The member of the object that holds a text as one of its own values; null where it has none.
fn beside<'j>(json: &'j Json, text: &str, member: &str) -> Option<&'j Json> {
    match json {
        Json::List(items) => items.iter().find_map(|item| beside(item, text, member)),
        Json::Map(members) => {
            let is_it = members.iter().any(|(_, value)| value.text() == Some(text));
            let own = || json.get(member).unwrap_or(&Json::Null);
            let within = || members.iter().find_map(|(_, value)| beside(value, text, member));
            if is_it { Some(own()) } else { within() }
        }
        _ => None,
    }
}

/// Whether a list shows what the expansion added before a change, and a read of the same record shows that the change
/// altered it: the read showed the same as the list before, and another value since.
pub fn is_outdated_in_list(ctx: &StepContext<'_>, record: &str) -> bool {
    let Some(now) = Added::of(ctx, record) else { return false };
    let steps = || ctx.trace.steps.iter().take(ctx.index);
    let writes = || steps().filter(|call| !call.operation.method.is_safe());
    let Some(last_write) = writes().next_back().map(|call| call.index) else { return false };
    let is_same_list = |call: &&ParsedStep<'_>| call.sends_same_as(ctx);
    let before = ctx.calls().filter(|call| call.index < last_write).filter(is_same_list).last();
    let is_unchanged = before
        .and_then(|before| Added::of(before, record))
        .is_some_and(|before| before.value.is_same(now.value));
    let reads = || {
        steps()
            .filter(|call| call.operation.method.is_safe() && call.operation.id != ctx.operation.id)
            .filter(|call| call.step.key == ctx.step.key)
            .filter_map(|call| Some((call.index, Added::of(call, record)?)))
            .filter(|(_, read)| read.member == now.member)
    };
    let agreed = || {
        let read = reads().take_while(|(index, _)| *index < last_write).last();
        read.is_some_and(|(_, read)| read.value.is_same(now.value))
    };
    let differs = || {
        let read = reads().skip_while(|(index, _)| *index < last_write).last();
        read.is_some_and(|(_, read)| !read.value.is_same(now.value))
    };
    is_unchanged && agreed() && differs()
}

/// What an expansion shows of a removal.
pub enum AfterRemoval<'a> {
    /// Not what it showed before the removal.
    Changed,
    /// Still what the creation of the removed record had changed it to. The member of the expansion.
    Unchanged(&'a str),
}

impl<'a> AfterRemoval<'a> {
    /// `None` unless the creation was seen to change what the expansion shows.
    pub fn of(ctx: &StepContext<'a>, removal: &ParsedStep<'_>, record: &str) -> Option<Self> {
        let removed = removal.operation.removes.as_ref()?;
        let earlier = || ctx.trace.steps.iter().take(removal.index);
        let is_creation = |call: &&ParsedStep<'_>| {
            call.operation.creates.as_ref() == Some(removed) && call.is_accepted()
        };
        let creation = earlier().rfind(is_creation)?.index;
        let same = || earlier().filter(|call| call.operation.id == ctx.operation.id);
        let same = || same().filter(|call| call.sends_same_as(ctx));
        let without = Added::of(same().take_while(|call| call.index < creation).last()?, record)?;
        let with = Added::of(same().skip_while(|call| call.index < creation).last()?, record)?;
        let now = Added::of(ctx, record)?;
        if with.value.is_same(without.value) {
            return None;
        }
        let is_unchanged = now.value.is_same(with.value);
        Some(if is_unchanged { Self::Unchanged(now.member) } else { Self::Changed })
    }
}
