//! A failover to a synchronous standby: the name of the server comes to mean another one.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use sqlx::Connection;
use sqlx::postgres::PgConnection;
use tempfile::TempDir;

use crate::database::Database;
use crate::http::service::TestServer;
use crate::postgres::cluster::{Cluster, new_folder, serve};
use crate::postgres::load::Load;
use crate::postgres::started_cluster;

/// A standby of the cluster, which every commit of the cluster waits for.
async fn start_standby(primary: &mut Cluster) -> Cluster {
    let (folder, programs) = (new_folder(), primary.programs.clone());
    let [from, to] = [&primary.folder, &folder].map(|folder| folder.path().join("data"));
    primary.stop();
    let copied = Command::new("cp").arg("-a").arg(from).arg(&to).status();
    assert!(copied.unwrap().success());
    primary.start_again();
    std::fs::write(to.join("standby.signal"), "").unwrap();
    let socket = primary.folder.path().display();
    let follow = format!("primary_conninfo = 'host=''{socket}'' user=postgres'\n");
    std::fs::write(to.join("postgresql.auto.conf"), follow).unwrap();
    let standby = Cluster { server: serve(&programs, folder.path()).unwrap(), folder, programs };
    let mut connection = PgConnection::connect(&primary.url()).await.unwrap();
    for statement in ["ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"]
    {
        sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
    }
    let query = "SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
    for _ in 0..6000 {
        let synchronous: i64 = sqlx::query_scalar(query).fetch_one(&mut connection).await.unwrap();
        if synchronous == 1 {
            return standby;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the standby does not follow");
}

/// Lets the name mean the folder of this server.
fn point(name: &Path, cluster: &Cluster) {
    let new = name.with_extension("new");
    symlink(cluster.folder.path(), &new).unwrap();
    std::fs::rename(new, name).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failover_loses_no_acknowledged_write() {
    let mut primary = started_cluster!();
    let standby = start_standby(&mut primary).await;
    let folder = TempDir::new().unwrap();
    let name = folder.path().join("server");
    point(&name, &primary);
    let url = format!("postgres://postgres@localhost/postgres?host={}", name.display());
    let service = TestServer::on(Database::schema_of(&url).await).await;
    let mut load = Load::default();
    let answers = load.answers();
    let failing_over = async {
        answers.acknowledged().await;
        primary.kill();
        answers.unavailable().await;
        let mut connection = PgConnection::connect(&standby.url()).await.unwrap();
        // Commits wait until the standby has received them, not until they show: it may not have the tables yet.
        let query = "SELECT pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()";
        let replays = async |connection: &mut PgConnection| {
            let replayed: bool = sqlx::query_scalar(query).fetch_one(connection).await.unwrap();
            !replayed
        };
        while replays(&mut connection).await {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // Until it is promoted, the standby only reads.
        point(&name, &standby);
        answers.unavailable().await;
        sqlx::raw_sql("SELECT pg_promote()").execute(&mut connection).await.unwrap();
        answers.acknowledged().await;
    };
    load.write_during(&service, failing_over).await;
    load.assert_recovery(&service).await;
    service.context.service.store().check_ready().await.unwrap();
    load.assert_nothing_is_lost(&service.context.database).await;
}
