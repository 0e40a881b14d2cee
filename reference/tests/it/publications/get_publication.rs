//! `GET /v3/publications/{uuid}`.

use crate::support::{TestContext, demo};

#[tokio::test]
async fn a_publication_is_shown_as_it_was_planted() {
    let context = TestContext::new().await;
    for planted in demo().accounts {
        assert_eq!(planted.publications.is_empty(), planted.label == "brand_new");
        for publication in planted.publications {
            let found =
                context.service.store().publication(&planted.account.uuid, &publication.uuid).await;
            assert_eq!(found.unwrap(), Some(publication));
        }
    }
}
