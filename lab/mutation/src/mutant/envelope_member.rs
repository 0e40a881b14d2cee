//! Envelope member: a member of the success body is missing, or has another name or type.

use super::parts::*;
use crate::json::Members;

pub(super) fn mutations(member: &str) -> Vec<Mutation> {
    vec![
        edit_members(member, json::remove).named("dropped", "the member is missing"),
        edit_members(member, |members, name| json::rename(members, name))
            .named("renamed", "the member has another name"),
        edit_members(member, wrap).named("other_type", "the member has another type"),
    ]
}

/// Edits the members of the body of accepted calls.
fn edit_members(member: &str, edit: fn(&mut Members, &str)) -> impl Intercept + use<> {
    let member = member.to_owned();
    on_response(move |cx, response| {
        if !cx.accepts(&response) {
            return response;
        }
        answer::edit_body(response, |body| {
            if let Json::Map(members) = body {
                edit(members, &member);
            }
        })
    })
}

/// Wraps a list into an object, and other values into a list.
fn wrap(members: &mut Members, member: &str) {
    if let Some((_, value)) = members.iter_mut().find(|(name, _)| name == member) {
        *value = match std::mem::replace(value, Json::Null) {
            list @ Json::List(_) => Json::Map(vec![("items".to_owned(), list)]),
            other => Json::List(vec![other]),
        };
    }
}
