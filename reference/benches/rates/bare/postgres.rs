//! The queries with sqlx.

use sqlx::Row as _;
use sqlx::postgres::{PgPool, PgPoolOptions, PgRow};

use crate::bare::{ACCOUNT, CREATE, GET, LIST, New, Subscriber, TEXTS};

#[derive(Clone)]
pub struct Postgres {
    pool: PgPool,
}

type Outcome<T> = Result<T, sqlx::Error>;

fn read(row: PgRow) -> Outcome<Subscriber> {
    let mut texts = [const { None }; TEXTS.len()];
    for (at, text) in texts.iter_mut().enumerate() {
        *text = row.try_get(at)?;
    }
    Ok(Subscriber { texts, created_at: row.try_get(TEXTS.len())? })
}

impl Postgres {
    pub async fn open(url: &str) -> Outcome<Postgres> {
        let options = PgPoolOptions::new().max_connections(16).test_before_acquire(false);
        let pool = options.connect(url).await?;
        Ok(Postgres { pool })
    }

    pub async fn one(&self, email: &str) -> Outcome<Option<Subscriber>> {
        let query = sqlx::query(GET).bind(ACCOUNT).bind(email);
        query.try_map(read).fetch_optional(&self.pool).await
    }

    pub async fn list(&self) -> Outcome<Vec<Subscriber>> {
        sqlx::query(LIST).bind(ACCOUNT).try_map(read).fetch_all(&self.pool).await
    }

    pub async fn create(&self, new: &New) -> Outcome<()> {
        let mut transaction = self.pool.begin().await?;
        let insert = sqlx::query(CREATE)
            .bind(ACCOUNT)
            .bind(&new.uuid)
            .bind(&new.email)
            .bind(&new.name)
            .bind(new.created_at);
        insert.execute(&mut *transaction).await?;
        transaction.commit().await
    }
}
