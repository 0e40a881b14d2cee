//! The queries with sqlx.

use sqlx::postgres::{PgPool, PgPoolOptions};

use crate::bare::{ACCOUNT, CREATE, GET, LIST, New, Subscriber};

#[derive(Clone)]
pub struct Postgres {
    pool: PgPool,
}

type Outcome<T> = Result<T, sqlx::Error>;

impl Postgres {
    pub async fn open(url: &str) -> Outcome<Postgres> {
        let options = PgPoolOptions::new().max_connections(16).test_before_acquire(false);
        let pool = options.connect(url).await?;
        Ok(Postgres { pool })
    }

    pub async fn one(&self, email: &str) -> Outcome<Option<Subscriber>> {
        let query = sqlx::query_as(GET).bind(ACCOUNT).bind(email);
        query.fetch_optional(&self.pool).await
    }

    pub async fn list(&self) -> Outcome<Vec<Subscriber>> {
        sqlx::query_as(LIST).bind(ACCOUNT).fetch_all(&self.pool).await
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
