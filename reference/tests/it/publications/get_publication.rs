//! `GET /v3/publications/{uuid}`.

use referral_reference::domain::id::PublicationId;

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

#[tokio::test]
async fn an_unknown_publication_and_one_of_another_account_are_alike() {
    let context = TestContext::new().await;
    for uuid in ["pub_000000000000", "pub_00000000b001", "", "' OR 1=1 --"] {
        let found =
            context.service.store().publication(&context.main, &PublicationId::new(uuid)).await;
        assert_eq!(found.unwrap(), None, "{uuid}");
    }
}
