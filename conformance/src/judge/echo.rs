//! Members of the answer that repeat what the request said.

use crate::json::Json;
use crate::reason::Reason;

use super::facts::address;
use super::shape::{Found, records};
use super::view::View;
use super::{Judged, answer::short};

pub(super) fn judge(view: &View<'_>, member: &str, field: &str) -> Judged {
    let mut echoes = view.operation.success.echoes.iter();
    let echo = echoes.find(|echo| echo.member == member && echo.field == field);
    let (Some(echo), Some(way)) = (echo, view.way()) else {
        return Judged::NotExercised(Reason::NoValue);
    };
    let Some(sent) = way.sent.get(&echo.from) else {
        return Judged::NotExercised(Reason::NoValue);
    };
    if echo
        .when
        .is_some_and(|by| address(&way.sent, &echo.from) != by)
    {
        return Judged::NotExercised(Reason::NoValue);
    }
    match records(view, member) {
        Ok(records) => compare(&records, field, sent),
        Err(judged) => judged,
    }
}

fn compare(records: &[Found<'_>], field: &str, sent: &Json) -> Judged {
    for found in records {
        // That it is missing, or of another kind, is for the clauses about the member to say.
        let Some(value) = found
            .value
            .get(field)
            .filter(|value| value.kind() == sent.kind())
        else {
            return Judged::Inconclusive(Reason::NotAsDocumented);
        };
        if !value.is_same(sent) {
            let pointer = format!("{}/{field}", found.pointer);
            let actual = short(&value.to_string());
            return Judged::Breach(found.answer.failure_at(pointer, sent.to_string(), actual));
        }
    }
    Judged::HELD
}
