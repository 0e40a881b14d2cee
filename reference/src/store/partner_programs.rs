//! Partner programs, which all accounts see.

use crate::domain::dollars::Dollars;
use crate::domain::id::{AccountId, PartnerProgramId, PublicationId};
use crate::domain::page::{Page, PageRequest};
use crate::domain::partner_program::{
    GeoRestrictions, PartnerProgram, ProgramFilter, ProgramOrder, ProgramStatus, Sponsor,
};
use crate::store::engine::Transaction;
use crate::store::error::{failed, readable};
use crate::store::partner_programs::places::Places;
use crate::store::row::row;
use crate::store::sql::{Sql, sql};
use crate::store::text::time;
use crate::store::{Inserted, Store, StoreError, WriteTransaction};

mod places;

/// Selects programs with the names of their publications.
macro_rules! programs {
    ($select:literal) => {
        concat!(
            $select,
            " FROM partner_programs AS programs
              JOIN publications ON publications.account_uuid = programs.account_uuid
                               AND publications.uuid = programs.publication_uuid
              WHERE "
        )
    };
}

row! {
    struct Row {
        uuid: String,
        publication_uuid: String,
        publication_name: String,
        publication_description: Option<String>,
        publication_url: Option<String>,
        publication_logo: Option<String>,
        status: String,
        cpa: i64,
        max_payout: i64,
        terms: Option<String>,
        referral_pending_duration: i64,
        allow_worldwide_referrals: bool,
        requires_approval: bool,
        created_at: i64,
    }
}

impl Row {
    fn with(self, places: Places) -> Result<PartnerProgram, StoreError> {
        let status = ProgramStatus::from_word(&self.status);
        Ok(PartnerProgram {
            uuid: PartnerProgramId::new(self.uuid),
            publication: Sponsor {
                uuid: PublicationId::new(self.publication_uuid),
                name: self.publication_name,
                description: self.publication_description,
                url: self.publication_url,
                logo_url: self.publication_logo,
            },
            status: readable(status, "status of a partner program")?,
            cpa: Dollars::from_cents(self.cpa),
            max_payout: Dollars::from_cents(self.max_payout),
            terms: self.terms,
            referral_pending_duration: self.referral_pending_duration,
            geo: GeoRestrictions {
                worldwide: self.allow_worldwide_referrals,
                allowed: places.allowed,
                blocked: places.blocked,
            },
            channels: places.channels,
            requires_approval: self.requires_approval,
            created_at: time(self.created_at)?,
        })
    }
}

impl Store {
    /// The program with this identifier.
    pub async fn partner_program(
        &self,
        uuid: &PartnerProgramId,
    ) -> Result<Option<PartnerProgram>, StoreError> {
        let mut query = selected();
        query.push("programs.uuid = ").push_bind(uuid.as_str());
        let doing = "find a partner program";
        let mut reading = self.pools.begin_read().await.map_err(failed(doing))?;
        let rows = query.fetch_all(&mut reading).await.map_err(failed(doing))?;
        Ok(whole(&mut reading, rows).await?.pop())
    }

    /// A page of the programs that match the filter.
    pub async fn partner_programs(
        &self,
        filter: &ProgramFilter,
        order: ProgramOrder,
        page: PageRequest,
    ) -> Result<Page<PartnerProgram>, StoreError> {
        let doing = "list partner programs";
        // One transaction, so that the total and the page are of the same moment.
        let mut reading = self.pools.begin_read().await.map_err(failed(doing))?;
        let mut query = sql(programs!("SELECT COUNT(*)"));
        push_filter(&mut query, filter);
        // All programs are looked through.
        let query = query.long();
        let (total,): (i64,) = query.fetch_one(&mut reading).await.map_err(failed(doing))?;

        let mut query = selected();
        push_filter(&mut query, filter);
        query.push(match order {
            ProgramOrder::Newest => " ORDER BY ",
            ProgramOrder::Cpa => " ORDER BY programs.cpa DESC, ",
            ProgramOrder::MaxPayout => " ORDER BY programs.max_payout DESC, ",
        });
        query.push("programs.created_at DESC, programs.uuid DESC LIMIT ");
        query.push_bind(page.limit());
        query.push(" OFFSET ").push_bind(page.offset());
        let query = query.long();
        let rows = query.fetch_all(&mut reading).await.map_err(failed(doing))?;
        let items = whole(&mut reading, rows).await?;
        Ok(Page::new(page, items, total))
    }
}

fn selected<'v>() -> Sql<'v> {
    sql(programs!(
        "SELECT programs.uuid, programs.publication_uuid, publications.name AS publication_name,
             publications.description AS publication_description, publications.publication_url,
             publications.logo_url AS publication_logo,
             programs.status, cpa, max_payout, terms, referral_pending_duration,
             allow_worldwide_referrals, requires_approval, programs.created_at"
    ))
}

/// Appends the condition that a program matches the filter.
fn push_filter<'v>(query: &mut Sql<'v>, filter: &'v ProgramFilter) {
    query.push("TRUE");
    if let Some(bound) = filter.cpa_above {
        query.push(" AND programs.cpa > ").push_bind(bound.as_cents());
    }
    if let Some(bound) = filter.max_payout_above {
        query.push(" AND programs.max_payout > ").push_bind(bound.as_cents());
    }
    places::push_accepts(query, &filter.countries);
    places::push_recommended_via(query, &filter.channels);
}

/// Adds to each row its countries and channels.
async fn whole(
    reading: &mut Transaction,
    rows: Vec<Row>,
) -> Result<Vec<PartnerProgram>, StoreError> {
    let listed: Vec<_> = rows.iter().map(|row| row.uuid.as_str()).collect();
    let mut places = places::of(reading, &listed).await?;
    rows.into_iter()
        .map(|row| {
            let places = places.remove(&row.uuid).unwrap_or_default();
            row.with(places)
        })
        .collect()
}

impl WriteTransaction {
    /// Inserts a program of one of the account's publications.
    pub async fn insert_partner_program(
        &mut self,
        account: &AccountId,
        program: &PartnerProgram,
    ) -> Result<Inserted, StoreError> {
        let done = sql("INSERT INTO partner_programs
                 (uuid, account_uuid, publication_uuid, status, cpa, max_payout, terms,
                  referral_pending_duration, allow_worldwide_referrals, requires_approval,
                  created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
             ON CONFLICT DO NOTHING")
        .bind(program.uuid.as_str())
        .bind(account.as_str())
        .bind(program.publication.uuid.as_str())
        .bind(program.status.as_str())
        .bind(program.cpa.as_cents())
        .bind(program.max_payout.as_cents())
        .bind(&program.terms)
        .bind(program.referral_pending_duration)
        .bind(program.geo.worldwide)
        .bind(program.requires_approval)
        .bind(program.created_at.as_micros())
        .execute(&mut self.transaction)
        .await
        .map_err(failed("insert a partner program"))?;
        let outcome = Inserted::from_rows(done);
        if outcome == Inserted::New {
            places::insert(&mut self.transaction, program).await?;
        }
        Ok(outcome)
    }
}
