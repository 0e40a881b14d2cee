//! A page says whether another page follows, in a member or in the header `Link`.

use jiff::Timestamp;
use spec::{PageFact, PageStart};

use crate::clauses::page_number::{is_complete, is_seen_elsewhere};
use crate::clauses::prelude::*;
use crate::clauses::shared::pages::{list_pointer, pages, unchanged_while_read};
use crate::json::numbers_equal;
use crate::parsed::SentInputs;
use crate::query_string::{decoded_pairs, inputs};

/// Judges what a member says.
pub(super) fn judge_member(
    ctx: &StepContext<'_>,
    (meta, key): (&str, &str),
    says: PageFact,
) -> FindingResult {
    let pointer = format!("{}/{key}", member_pointer(meta));
    let announced = |response: &ParsedResponse| {
        let value = response.member(meta).and_then(|holder| holder.get(key));
        match (says, value) {
            (PageFact::More, Some(Json::Bool(more))) => Ok(*more),
            (PageFact::Next, None | Some(Json::Null)) => Ok(false),
            (PageFact::Next, Some(Json::Text(cursor))) if !cursor.is_empty() => Ok(true),
            (_, value) => {
                let expected = if says == PageFact::More {
                    "`true` or `false`"
                } else {
                    "the cursor of the next page, or null"
                };
                let actual = value.map_or_else(|| "missing".to_owned(), Json::to_string);
                Err(response.breach_at(pointer.as_str(), expected, actual))
            }
        }
    };
    judge(ctx, &pointer, says == PageFact::More, announced)
}

/// Judges the header `Link`. Its target must be the next page, with the other parameters unchanged.
pub(super) fn judge_link(ctx: &StepContext<'_>) -> FindingResult {
    let link = |response: &ParsedResponse| {
        response.page(ctx.operation).is_some_and(|page| page.link.is_some())
    };
    let takes_cursor = contract::page_selection(ctx.operation)
        .is_some_and(|selection| selection.by == PageStart::Cursor);
    let found = judge(ctx, "", !takes_cursor, |response| Ok(link(response)));
    if matches!(found, Err(NotHeld::Breach(_))) {
        return found;
    }
    other_target(ctx).map_or(found, Err)
}

/// Compares what each page says with the page after it. A cursor or link may lead to an empty last page, unless
/// `about_items` is set.
fn judge(
    ctx: &StepContext<'_>,
    pointer: &str,
    about_items: bool,
    announced: impl Fn(&ParsedResponse) -> Result<bool, NotHeld>,
) -> FindingResult {
    let pages = pages(ctx)?;
    let said = pages.iter().map(|(response, _)| announced(response));
    let said = said.collect::<Result<Vec<_>, _>>()?;
    if !ctx.step.all_pages {
        return Err(NotExercised(Reason::TooFewItems));
    }
    let followed = || said.iter().zip(&pages).zip(pages.iter().skip(1));
    if unchanged_while_read(ctx) {
        for (((more, (response, _)), (_, next)), more_after) in followed().zip(said.iter().skip(1))
        {
            let is_wrong = if *more {
                next.is_empty() && (about_items || *more_after)
            } else {
                !next.is_empty()
            };
            if is_wrong {
                let (expected, actual) = if *more {
                    ("that no page follows: the next one has no items", "another page follows")
                } else {
                    ("that another page follows: it has items", "no page follows")
                };
                return Err(response.breach_at(pointer, expected, actual));
            }
        }
    }
    // After a page without a cursor, no further page can be requested. A record that another call shows must therefore
    // have been on one of the pages.
    let takes_cursor = contract::page_selection(ctx.operation)
        .is_some_and(|selection| selection.by == PageStart::Cursor);
    if let (true, Some(false), Some((response, _))) =
        (takes_cursor && is_complete(ctx), said.last(), pages.last())
    {
        let mut unseen = ctx.values.shows.iter().filter(|value| !ctx.holds(value));
        if let Some(value) = unseen.find(|value| is_seen_elsewhere(ctx, value)) {
            let expected = format!("that another page follows, with `{value}`");
            return Err(response.breach_at(pointer, expected, "no page follows"));
        }
    }
    let is_followed = followed().any(|((more, _), (_, next))| *more && !next.is_empty());
    let is_ended = said.last() == Some(&false) && is_complete(ctx);
    if is_followed && is_ended { Ok(Held::ONCE) } else { Err(NotExercised(Reason::TooFewItems)) }
}

/// Returns a breach if a link omits a parameter of its page, or does not lead to the next page.
fn other_target(ctx: &StepContext<'_>) -> Option<NotHeld> {
    let attempt = ctx.attempt?;
    let selection = contract::page_selection(ctx.operation)?;
    let start = &selection.start.wire;
    // A cursor may include the other parameters.
    let is_whole = selection.by == PageStart::Cursor;
    let sent = attempt.sent_for_pages.iter();
    let next = attempt.sent_for_pages.iter().skip(1).map(Some).chain([None]);
    attempt.responses.iter().zip(sent.zip(next)).find_map(|(response, (sent, next))| {
        let page = response.page(ctx.operation)?;
        let (_, query) = page.link?.split_once('?').unwrap_or_default();
        let query = query.split('#').next().unwrap_or_default();
        // Some services write a blank as a plus.
        let with_blanks = query.replace('+', " ");
        let mut linked = inputs(ctx.operation, decoded_pairs(query));
        linked.extend(inputs(ctx.operation, decoded_pairs(&with_blanks)));
        let value = |sent: &SentInputs, name: &str| {
            sent.get(&InputRef::new(InputPart::Query, name)).and_then(Json::text).map(str::to_owned)
        };
        let others = sent
            .iter()
            .filter(|(at, _)| !is_whole && at.part == InputPart::Query && at.name != *start);
        let others =
            others.filter_map(|(at, value)| Some((at.name.clone(), value.text()?.to_owned())));
        let next = next.and_then(|next| value(next, start));
        let wanted = others.chain(next.map(|next| (start.clone(), next)));
        let is_linked = |name: &str, wanted: &str| {
            linked.iter().any(|(known, value)| known == name && is_same(value, wanted))
        };
        let mut wrong = wanted.into_iter().filter(|(name, value)| !is_linked(name, value));
        let (name, value) = wrong.next()?;
        let expected = format!("a link to the next page, with `{name}={value}`");
        Some(response.breach_at(list_pointer(ctx), expected, page.link.unwrap_or_default()))
    })
}

/// Whether two query strings encode the same value.
fn is_same(one: &str, other: &str) -> bool {
    let times = || one.parse::<Timestamp>().ok().zip(other.parse::<Timestamp>().ok());
    one == other || numbers_equal(one, other) || times().is_some_and(|(one, other)| one == other)
}
