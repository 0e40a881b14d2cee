//! Countries from which a program accepts referrals, and channels in which it can be recommended.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::country::Country;
use crate::domain::partner_program::{Channel, PartnerProgram};
use crate::store::StoreError;
use crate::store::engine::Transaction;
use crate::store::error::{failed, readable};
use crate::store::sql::{Sql, sql};

/// The countries and channels of a program, in order.
#[derive(Default)]
pub(super) struct Places {
    pub(super) allowed: Vec<Country>,
    pub(super) blocked: Vec<Country>,
    pub(super) channels: Vec<Channel>,
}

/// The countries and channels of each of these programs. Programs without any have no entry.
pub(super) async fn of(
    reading: &mut Transaction,
    programs: &[&str],
) -> Result<BTreeMap<String, Places>, StoreError> {
    let mut places = BTreeMap::<String, Places>::new();
    if programs.is_empty() {
        return Ok(places);
    }
    let mut query = sql("SELECT program_uuid, country, allowed FROM partner_program_countries
         WHERE program_uuid IN ");
    query.push_list(programs.iter().copied());
    query.push(" ORDER BY country");
    let countries: Vec<(String, String, bool)> = query
        .fetch_all(&mut *reading)
        .await
        .map_err(failed("list the countries of partner programs"))?;
    for (program, country, allowed) in countries {
        let country = readable(Country::parse(&country).ok(), "country")?;
        let places = places.entry(program).or_default();
        match allowed {
            true => places.allowed.push(country),
            false => places.blocked.push(country),
        }
    }

    let mut query =
        sql("SELECT program_uuid, channel FROM partner_program_channels WHERE program_uuid IN ");
    query.push_list(programs.iter().copied());
    query.push(" ORDER BY channel");
    let channels: Vec<(String, String)> = query
        .fetch_all(&mut *reading)
        .await
        .map_err(failed("list the channels of partner programs"))?;
    for (program, channel) in channels {
        let channel = readable(Channel::from_word(&channel), "channel")?;
        places.entry(program).or_default().channels.push(channel);
    }
    Ok(places)
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
    query.push_list(countries.iter().map(Country::as_str));
    query.push(" AND countries.allowed)");
    query.push(" OR (programs.allow_worldwide_referrals AND (SELECT COUNT(*)");
    query.push(named);
    query.push_list(countries.iter().map(Country::as_str));
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
    query.push_list(channels.iter().map(|channel| channel.as_str()));
    query.push(") > 0");
}

/// Inserts the countries and channels of a new program.
pub(super) async fn insert(
    writing: &mut Transaction,
    program: &PartnerProgram,
) -> Result<(), StoreError> {
    let allowed = program.geo.allowed.iter().map(|allowed| (allowed, true));
    let blocked = program.geo.blocked.iter().map(|blocked| (blocked, false));
    for (country, allowed) in allowed.chain(blocked) {
        sql("INSERT INTO partner_program_countries (program_uuid, country, allowed)
             VALUES ($1, $2, $3)")
        .bind(program.uuid.as_str())
        .bind(country.as_str())
        .bind(allowed)
        .execute(&mut *writing)
        .await
        .map_err(failed("insert a country of a partner program"))?;
    }
    for channel in &program.channels {
        sql("INSERT INTO partner_program_channels (program_uuid, channel) VALUES ($1, $2)")
            .bind(program.uuid.as_str())
            .bind(channel.as_str())
            .execute(&mut *writing)
            .await
            .map_err(failed("insert a channel of a partner program"))?;
    }
    Ok(())
}
