//! `GET /v2/upscribes`.

use referral_client::models::ListUpscribesRequest;

use crate::http::service::TestServer;

#[tokio::test]
async fn each_account_is_shown_its_own_newest_first() {
    let service = TestServer::start().await;
    for (label, widgets) in [
        (
            "main",
            &[
                ("upscribe_00000000a004", false),
                ("upscribe_00000000a003", true),
                ("upscribe_00000000a002", false),
                ("upscribe_00000000a001", true),
            ][..],
        ),
        (
            "other_account",
            &[
                ("upscribe_00000000b003", false),
                ("upscribe_00000000b002", true),
                ("upscribe_00000000b001", false),
            ],
        ),
    ] {
        let client = service.client(label);
        let answer = client.list_upscribes(ListUpscribesRequest::new()).await.unwrap();
        assert_eq!(answer.status(), 200);
        let answered = answer.upscribes.iter();
        let answered: Vec<_> = answered
            .map(|record| (record.uuid.as_ref().unwrap().as_str(), record.auto_pilot.unwrap()))
            .collect();
        assert_eq!(answered, widgets, "{label}");
        assert!(answer.extra.is_empty());
    }
}
