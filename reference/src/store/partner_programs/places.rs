//! Countries from which a program accepts referrals, and channels in which it can be recommended.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::country::Country;
use crate::domain::id::PartnerProgramId;
use crate::domain::partner_program::{Channel, PartnerProgram};
use crate::store::engine::Transaction;
use crate::store::prelude::*;

/// Adds to each program its countries and channels, in order.
pub(super) async fn add(
    reading: &mut Transaction,
    programs: &mut [PartnerProgram],
) -> Result<(), StoreError> {
    if programs.is_empty() {
        return Ok(());
    }
    let listed = || programs.iter().map(|program| &program.uuid);
    let mut query = sql("SELECT program_uuid, country, allowed FROM partner_program_countries
         WHERE program_uuid IN ");
    query.push_list(listed()).push(" ORDER BY country");
    let countries: Vec<(PartnerProgramId, Country, bool)> =
        query.fetch_all("list the countries of partner programs", &mut *reading).await?;
    let mut query =
        sql("SELECT program_uuid, channel FROM partner_program_channels WHERE program_uuid IN ");
    query.push_list(listed()).push(" ORDER BY channel");
    let channels: Vec<(PartnerProgramId, Channel)> =
        query.fetch_all("list the channels of partner programs", reading).await?;

    let mut programs: BTreeMap<_, _> =
        programs.iter_mut().map(|program| (program.uuid.clone(), program)).collect();
    for (program, country, allowed) in countries {
        if let Some(program) = programs.get_mut(&program) {
            let geo = &mut program.geo;
            if allowed { &mut geo.allowed } else { &mut geo.blocked }.push(country);
        }
    }
    for (program, channel) in channels {
        if let Some(program) = programs.get_mut(&program) {
            program.channels.push(channel);
        }
    }
    Ok(())
}

/// Appends the condition that `programs` accepts referrals from one of the countries.
///
/// A program lists a country at most once. A worldwide program therefore accepts one of the countries unless it
/// blocks all of them.
pub(super) fn push_accepts<'v>(query: &mut Sql<'v>, countries: &'v BTreeSet<Country>) {
    if countries.is_empty() {
        return;
    }
    let named = " FROM partner_program_countries AS countries
                  WHERE countries.program_uuid = programs.uuid AND countries.country IN ";
    query.push(" AND (EXISTS (SELECT 1").push(named);
    query.push_list(countries);
    query.push(" AND countries.allowed)");
    query.push(" OR (programs.allow_worldwide_referrals AND (SELECT COUNT(*)");
    query.push(named);
    query.push_list(countries);
    query.push(" AND NOT countries.allowed) < ");
    let count = i64::try_from(countries.len()).unwrap_or(i64::MAX);
    query.push_bind(count).push("))");
}

/// Appends the condition that `programs` can be recommended by one of the channels.
///
/// Counted, because SQLite 3.51 turns an `EXISTS` here into a join and then counts a program for
/// each of its channels towards an `OFFSET`.
pub(super) fn push_recommended_via<'v>(query: &mut Sql<'v>, channels: &'v BTreeSet<Channel>) {
    if channels.is_empty() {
        return;
    }
    query.push(
        " AND (SELECT COUNT(*) FROM partner_program_channels AS channels
               WHERE channels.program_uuid = programs.uuid AND channels.channel IN ",
    );
    query.push_list(channels).push(") > 0");
}

/// Inserts the countries and channels of a new program.
pub(super) async fn insert(
    writing: &mut Transaction,
    program: &PartnerProgram,
) -> Result<(), StoreError> {
    let allowed = program.geo.allowed.iter().map(|allowed| (allowed, true));
    let blocked = program.geo.blocked.iter().map(|blocked| (blocked, false));
    for (country, allowed) in allowed.chain(blocked) {
        insert_into("partner_program_countries")
            .set("program_uuid", &program.uuid)
            .set("country", country)
            .set("allowed", allowed)
            .sql()
            .execute("insert a country of a partner program", &mut *writing)
            .await?;
    }
    for channel in &program.channels {
        insert_into("partner_program_channels")
            .set("program_uuid", &program.uuid)
            .set("channel", channel)
            .sql()
            .execute("insert a channel of a partner program", &mut *writing)
            .await?;
    }
    Ok(())
}
