//! Signup widgets, called upscribes in the API.

use crate::domain::id::{AccountId, UpscribeId};
use crate::domain::upscribe::{AfterSubmission, Upscribe};
use crate::store::error::{failed, readable};
use crate::store::row::row;
use crate::store::sql::sql;
use crate::store::text::{from_list, time, to_list};
use crate::store::{Inserted, Store, StoreError, WriteTransaction};

/// Columns of a [`Row`]. `*` would change under a prepared statement when a later version adds a column.
macro_rules! columns {
    () => {
        "uuid, auto_pilot, active, after_submission_behaviour, redirect_url, visibility_rules,
         after_submission_rules, created_at"
    };
}

row! {
    struct Row {
        uuid: String,
        auto_pilot: bool,
        active: bool,
        after_submission_behaviour: String,
        redirect_url: Option<String>,
        visibility_rules: String,
        after_submission_rules: String,
        created_at: i64,
    }
}

impl TryFrom<Row> for Upscribe {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Upscribe, StoreError> {
        let behaviour = AfterSubmission::from_word(&row.after_submission_behaviour);
        Ok(Upscribe {
            uuid: UpscribeId::new(row.uuid),
            auto_pilot: row.auto_pilot,
            active: row.active,
            after_submission_behaviour: readable(behaviour, "behaviour of a widget")?,
            redirect_url: row.redirect_url,
            visibility_rules: to_list(&row.visibility_rules)?,
            after_submission_rules: to_list(&row.after_submission_rules)?,
            created_at: time(row.created_at)?,
        })
    }
}

impl Store {
    /// The account's widget with this identifier.
    pub async fn upscribe(
        &self,
        account: &AccountId,
        uuid: &UpscribeId,
    ) -> Result<Option<Upscribe>, StoreError> {
        let row: Option<Row> = sql(concat!(
            "SELECT ",
            columns!(),
            " FROM upscribes WHERE account_uuid = $1 AND uuid = $2"
        ))
        .bind(account.as_str())
        .bind(uuid.as_str())
        .fetch_optional(&self.pools)
        .await
        .map_err(failed("find a widget"))?;
        row.map(Upscribe::try_from).transpose()
    }

    /// All widgets of the account, newest first.
    pub async fn upscribes(&self, account: &AccountId) -> Result<Vec<Upscribe>, StoreError> {
        let rows: Vec<Row> = sql(concat!(
            "SELECT ",
            columns!(),
            " FROM upscribes WHERE account_uuid = $1 ORDER BY created_at DESC, uuid DESC"
        ))
        .bind(account.as_str())
        .fetch_all(&self.pools)
        .await
        .map_err(failed("list widgets"))?;
        rows.into_iter().map(Upscribe::try_from).collect()
    }
}

impl WriteTransaction {
    /// Inserts a widget of the account.
    pub async fn insert_upscribe(
        &mut self,
        account: &AccountId,
        upscribe: &Upscribe,
    ) -> Result<Inserted, StoreError> {
        let done = sql("INSERT INTO upscribes
                 (account_uuid, uuid, auto_pilot, active, after_submission_behaviour, redirect_url,
                  visibility_rules, after_submission_rules, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             ON CONFLICT DO NOTHING")
        .bind(account.as_str())
        .bind(upscribe.uuid.as_str())
        .bind(upscribe.auto_pilot)
        .bind(upscribe.active)
        .bind(upscribe.after_submission_behaviour.as_str())
        .bind(&upscribe.redirect_url)
        .bind(&from_list(&upscribe.visibility_rules))
        .bind(&from_list(&upscribe.after_submission_rules))
        .bind(upscribe.created_at.as_micros())
        .execute(&mut self.transaction)
        .await
        .map_err(failed("insert a widget"))?;
        Ok(Inserted::from_rows(done))
    }

    /// Sets the auto-pilot of a widget and returns the widget.
    pub async fn set_auto_pilot(
        &mut self,
        account: &AccountId,
        uuid: &UpscribeId,
        auto_pilot: bool,
    ) -> Result<Option<Upscribe>, StoreError> {
        let row: Option<Row> = sql(concat!(
            "UPDATE upscribes SET auto_pilot = $3 WHERE account_uuid = $1 AND uuid = $2
             RETURNING ",
            columns!()
        ))
        .bind(account.as_str())
        .bind(uuid.as_str())
        .bind(auto_pilot)
        .fetch_optional(&mut self.transaction)
        .await
        .map_err(failed("set the auto-pilot of a widget"))?;
        row.map(Upscribe::try_from).transpose()
    }
}
