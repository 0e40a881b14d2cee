//! Publications of an account.

use crate::domain::id::{AccountId, PublicationId};
use crate::domain::page::{Page, PageRequest};
use crate::domain::publication::{Publication, PublicationStatus};
use crate::store::error::{failed, readable};
use crate::store::row::row;
use crate::store::sql::sql;
use crate::store::text::{from_list, time, to_list};
use crate::store::{Inserted, Store, StoreError, WriteTransaction};

/// Columns of a [`Row`]. `*` would change under a prepared statement when a later version adds a column.
macro_rules! columns {
    () => {
        "uuid, name, publication_url, description, auto_pilot, partner_categories, status, logo_url,
         created_at"
    };
}

row! {
    struct Row {
        uuid: String,
        name: String,
        publication_url: Option<String>,
        description: Option<String>,
        auto_pilot: bool,
        partner_categories: String,
        status: String,
        logo_url: Option<String>,
        created_at: i64,
    }
}

impl TryFrom<Row> for Publication {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Publication, StoreError> {
        let status = PublicationStatus::from_word(&row.status);
        Ok(Publication {
            uuid: PublicationId::new(row.uuid),
            name: row.name,
            publication_url: row.publication_url,
            description: row.description,
            auto_pilot: row.auto_pilot,
            partner_categories: to_list(&row.partner_categories)?,
            status: readable(status, "status of a publication")?,
            logo_url: row.logo_url,
            created_at: time(row.created_at)?,
        })
    }
}

impl Store {
    /// The account's publication with this identifier.
    pub async fn publication(
        &self,
        account: &AccountId,
        uuid: &PublicationId,
    ) -> Result<Option<Publication>, StoreError> {
        let row: Option<Row> = sql(concat!(
            "SELECT ",
            columns!(),
            " FROM publications WHERE account_uuid = $1 AND uuid = $2"
        ))
        .bind(account.as_str())
        .bind(uuid.as_str())
        .fetch_optional(&self.pools)
        .await
        .map_err(failed("find a publication"))?;
        row.map(Publication::try_from).transpose()
    }

    /// A page of the account's publications, newest first.
    pub async fn publications(
        &self,
        account: &AccountId,
        page: PageRequest,
    ) -> Result<Page<Publication>, StoreError> {
        let doing = "list publications";
        // One transaction, so that the total and the page are of the same moment.
        let mut reading = self.pools.begin_read().await.map_err(failed(doing))?;
        let (total,): (i64,) = sql("SELECT COUNT(*) FROM publications WHERE account_uuid = $1")
            .bind(account.as_str())
            .fetch_one(&mut reading)
            .await
            .map_err(failed(doing))?;
        let rows: Vec<Row> = sql(concat!(
            "SELECT ",
            columns!(),
            " FROM publications WHERE account_uuid = $1
             ORDER BY created_at DESC, uuid DESC LIMIT $2 OFFSET $3"
        ))
        .bind(account.as_str())
        .bind(page.limit())
        .bind(page.offset())
        .after(page.offset())
        .fetch_all(&mut reading)
        .await
        .map_err(failed(doing))?;
        let items: Result<Vec<_>, _> = rows.into_iter().map(Publication::try_from).collect();
        Ok(Page::new(page, items?, total))
    }

    /// The publication that recommends for the account: its oldest active one.
    pub async fn recommending_publication(
        &self,
        account: &AccountId,
    ) -> Result<Option<PublicationId>, StoreError> {
        let row: Option<(String,)> =
            sql("SELECT uuid FROM publications WHERE account_uuid = $1 AND status = 'active'
             ORDER BY created_at, uuid LIMIT 1")
            .bind(account.as_str())
            .fetch_optional(&self.pools)
            .await
            .map_err(failed("find a publication that recommends"))?;
        Ok(row.map(|(uuid,)| PublicationId::new(uuid)))
    }
}

impl WriteTransaction {
    /// Inserts a publication of the account.
    pub async fn insert_publication(
        &mut self,
        account: &AccountId,
        publication: &Publication,
    ) -> Result<Inserted, StoreError> {
        let done = sql("INSERT INTO publications
                 (account_uuid, uuid, name, publication_url, description, auto_pilot,
                  partner_categories, status, logo_url, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
             ON CONFLICT DO NOTHING")
        .bind(account.as_str())
        .bind(publication.uuid.as_str())
        .bind(&publication.name)
        .bind(&publication.publication_url)
        .bind(&publication.description)
        .bind(publication.auto_pilot)
        .bind(&from_list(&publication.partner_categories))
        .bind(publication.status.as_str())
        .bind(&publication.logo_url)
        .bind(publication.created_at.as_micros())
        .execute(&mut self.transaction)
        .await
        .map_err(failed("insert a publication"))?;
        Ok(Inserted::from_rows(done))
    }
}
