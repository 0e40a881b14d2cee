//! `GET /v3/account`.

use crate::support::TestContext;

#[tokio::test]
async fn users_are_listed_with_the_owner_first() {
    let context = TestContext::new().await;
    for (account, expected) in
        [(&context.main, &["Ada Baker", "Dora Klein"][..]), (&context.other, &["Cem Arslan"][..])]
    {
        let team = context.service.store().team(account).await.unwrap();
        let names: Vec<_> = team.members.iter().map(|member| member.name.as_str()).collect();
        assert_eq!(names, expected);
        assert_eq!(team.owner, team.members[0]);
        let owners = team.members.iter().filter(|member| member.is_owner);
        assert_eq!(owners.count(), 1);
    }
}

#[tokio::test]
async fn an_account_has_one_owner() {
    let context = TestContext::shared().await;
    let query = "UPDATE users SET is_owner = TRUE WHERE name = 'Dora Klein' RETURNING uuid";
    let second = context.database.look::<(String,)>(query).await;
    let refused = second.unwrap_err().to_string().to_lowercase();
    assert!(refused.contains("unique constraint"), "{refused}");
}
