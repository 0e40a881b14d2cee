//! Partner programs, which all accounts see.

use crate::domain::id::PartnerProgramId;
use crate::domain::partner_program::{
    GeoRestrictions, PartnerProgram, ProgramFilter, ProgramOrder, Sponsor,
};
use crate::store::DatabaseError;
use crate::store::list_totals::total_of_all;
use crate::store::prelude::*;
use crate::store::row::{Columns, Row};

mod places;

impl Record for PartnerProgram {
    const COLUMNS: &'static str =
        "programs.uuid, programs.publication_uuid, publications.name AS publication_name,
             publications.description AS publication_description, publications.publication_url,
             publications.logo_url AS publication_logo,
             programs.status, cpa, max_payout, terms, referral_pending_duration,
             allow_worldwide_referrals, requires_approval, programs.created_at";
}

impl Row for PartnerProgram {
    fn read(columns: &mut Columns<'_>) -> Result<PartnerProgram, DatabaseError> {
        Ok(PartnerProgram {
            uuid: columns.next("uuid")?,
            publication: Sponsor {
                uuid: columns.next("publication_uuid")?,
                name: columns.next("publication_name")?,
                description: columns.next("publication_description")?,
                url: columns.next("publication_url")?,
                logo_url: columns.next("publication_logo")?,
            },
            status: columns.next("status")?,
            cpa: columns.next("cpa")?,
            max_payout: columns.next("max_payout")?,
            terms: columns.next("terms")?,
            referral_pending_duration: columns.next("referral_pending_duration")?,
            geo: GeoRestrictions {
                worldwide: columns.next("allow_worldwide_referrals")?,
                allowed: Vec::new(),
                blocked: Vec::new(),
            },
            channels: Vec::new(),
            requires_approval: columns.next("requires_approval")?,
            created_at: columns.next("created_at")?,
        })
    }
}

impl Store {
    /// The program with this identifier.
    pub async fn partner_program(
        &self,
        uuid: &PartnerProgramId,
    ) -> Result<Option<PartnerProgram>, StoreError> {
        let doing = "find a partner program";
        let mut reading = self.begin_read(doing).await?;
        let mut query = from_programs();
        query.push("programs.uuid = ").push_bind(uuid);
        let query = query.select(PartnerProgram::COLUMNS);
        let mut programs = query.fetch_all(doing, &mut reading).await?;
        places::add(&mut reading, &mut programs).await?;
        Ok(programs.pop())
    }

    /// A page of the programs that match the filter.
    pub async fn partner_programs(
        &self,
        filter: &ProgramFilter,
        order: ProgramOrder,
        page: PageRequest,
    ) -> Result<Page<PartnerProgram>, StoreError> {
        let doing = "list partner programs";
        let mut reading = self.begin_read(doing).await?;
        let mut query = from_programs();
        push_filter(&mut query, filter);
        let order = match order {
            ProgramOrder::Newest => "programs.created_at DESC, programs.uuid DESC",
            ProgramOrder::Cpa => "programs.cpa DESC, programs.created_at DESC, programs.uuid DESC",
            ProgramOrder::MaxPayout => {
                "programs.max_payout DESC, programs.created_at DESC, programs.uuid DESC"
            }
        };
        let mut page = if *filter == ProgramFilter::default() {
            let total = total_of_all("partner_programs");
            query.fetch_page_with(total, doing, order, page, &mut reading).await?
        } else {
            // All programs are scanned.
            query.long().fetch_page(doing, order, page, &mut reading).await?
        };
        places::add(&mut reading, &mut page.items).await?;
        Ok(page)
    }
}

/// All programs with their publications, and the beginning of a condition.
fn from_programs<'v>() -> Sql<'v> {
    sql(" FROM partner_programs AS programs
              JOIN publications ON publications.account_uuid = programs.account_uuid
                               AND publications.uuid = programs.publication_uuid
              WHERE ")
}

/// Appends the condition that a program matches the filter.
fn push_filter<'v>(query: &mut Sql<'v>, filter: &'v ProgramFilter) {
    query.push("TRUE");
    if let Some(bound) = &filter.cpa_above {
        query.push(" AND programs.cpa > ").push_bind(bound);
    }
    if let Some(bound) = &filter.max_payout_above {
        query.push(" AND programs.max_payout > ").push_bind(bound);
    }
    places::push_accepts(query, &filter.countries);
    places::push_recommended_via(query, &filter.channels);
}

impl WriteTransaction {
    /// Inserts a program of one of the account's publications.
    pub async fn insert_partner_program(
        &mut self,
        account: &AccountId,
        program: &PartnerProgram,
    ) -> Result<Inserted, StoreError> {
        let outcome = insert_into("partner_programs")
            .set("uuid", &program.uuid)
            .set("account_uuid", account)
            .set("publication_uuid", &program.publication.uuid)
            .set("status", &program.status)
            .set("cpa", &program.cpa)
            .set("max_payout", &program.max_payout)
            .set("terms", &program.terms)
            .set("referral_pending_duration", program.referral_pending_duration)
            .set("allow_worldwide_referrals", program.geo.worldwide)
            .set("requires_approval", program.requires_approval)
            .set("created_at", &program.created_at)
            .unless_present()
            .insert("insert a partner program", &mut self.transaction)
            .await?;
        if outcome == Inserted::New {
            places::insert(&mut self.transaction, program).await?;
        }
        Ok(outcome)
    }
}
