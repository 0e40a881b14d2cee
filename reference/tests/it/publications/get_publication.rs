//! `GET /v3/publications/{uuid}`.

use referral_reference::app::publications::get_publication::GetPublicationError;

use crate::support::{TestContext, demo};

#[tokio::test]
async fn a_publication_is_shown_as_it_was_planted() {
    let context = TestContext::new().await;
    for planted in demo().accounts {
        assert_eq!(planted.publications.is_empty(), planted.word == "brand_new");
        for publication in planted.publications {
            let found = context
                .app
                .get_publication(&planted.account, publication.uuid.as_str())
                .await;
            assert_eq!(found.unwrap(), publication);
        }
    }
}

#[tokio::test]
async fn an_unknown_publication_and_one_of_another_account_are_alike() {
    let context = TestContext::new().await;
    for uuid in ["pub_000000000000", "pub_00000000b001", "", "' OR 1=1 --"] {
        let refused = context
            .app
            .get_publication(&context.main, uuid)
            .await
            .unwrap_err();
        let GetPublicationError::NotFound { publication_uuid } = refused else {
            panic!("{refused}")
        };
        assert_eq!(publication_uuid, uuid);
    }
}
