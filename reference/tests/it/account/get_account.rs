//! `GET /v3/account`.

use crate::support::World;

#[tokio::test]
async fn each_account_has_its_own_people_the_owner_first() {
    let world = World::new().await;
    for (account, expected) in [
        (&world.main, &["Ada Baker", "Dora Klein"][..]),
        (&world.other, &["Cem Arslan"][..]),
    ] {
        let team = world.app.get_account(account).await.unwrap();
        let names: Vec<_> = team.members.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, expected);
        assert_eq!(team.owner, team.members[0]);
        let owners = team.members.iter().filter(|it| it.is_owner);
        assert_eq!(owners.count(), 1);
    }
}

#[tokio::test]
async fn an_account_has_one_owner() {
    let world = World::shared().await;
    let query = "UPDATE users SET is_owner = TRUE WHERE name = 'Dora Klein' RETURNING uuid";
    let second = world.database.look::<(String,)>(query).await;
    let refused = second.unwrap_err().to_string().to_lowercase();
    assert!(refused.contains("unique constraint"), "{refused}");
}
