//! A round: writes under load, a kill, a restart, and a check of the database.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::audit::{self, Findings};
use crate::cluster::Cluster;
use crate::draw::Draw;
use crate::ledger::{Kind, Outcome, Write, count};
use crate::service::{self, Service};
use crate::table;
use crate::wire::Wire;
use crate::writers::{self, Noted, Shift};

/// Number of answers of the other processes after one was killed.
const ANSWERS_BETWEEN_KILLS: usize = 20;

/// The process to kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Victim {
    Service,
    Database,
    Both,
}

/// The database.
pub enum Database {
    /// At this URL; its server is not killed.
    At(String),
    /// A server that can be killed.
    Cluster(Cluster),
}

impl Database {
    fn url(&self) -> String {
        match self {
            Database::At(url) => url.clone(),
            Database::Cluster(cluster) => cluster.url(),
        }
    }

    fn victim(&self, round: usize) -> Victim {
        match self {
            Database::At(_) => Victim::Service,
            Database::Cluster(_) => [Victim::Service, Victim::Both, Victim::Database][round % 3],
        }
    }
}

/// The parameters of the rounds.
pub struct Rounds {
    pub number: usize,
    pub clients: usize,
    /// Number of processes of the service.
    pub servers: usize,
    pub seed: u64,
}

/// The result of a round.
pub struct Report {
    pub victim: Victim,
    pub sent: Vec<Write>,
    /// Number of writes without an answer.
    pub unknown: usize,
    /// Number of writes without an answer that are in the database.
    pub lasted: usize,
    /// Time until the service answered again.
    pub back: Duration,
    pub findings: Findings,
}

impl Rounds {
    /// Runs all rounds and prints each; returns whether there were no errors.
    pub fn run(&self, name: &str, database: &mut Database) -> bool {
        table::head(name, self);
        let url = database.url();
        let mut services = self.start(&url);
        let key = service::seed(&url);
        let (mut sent, mut reports) = (Vec::new(), Vec::new());
        for round in 0..self.number {
            let report = self.round(round, database, &mut services, &key, &mut sent);
            table::row(round, &report);
            reports.push(report);
        }
        table::foot(&reports)
    }

    fn start(&self, url: &str) -> Vec<Service> {
        (0..self.servers).map(|_| Service::start(url)).collect()
    }

    fn round(
        &self,
        round: usize,
        database: &mut Database,
        services: &mut Vec<Service>,
        key: &str,
        all: &mut Vec<Write>,
    ) -> Report {
        let victim = database.victim(round);
        let mut sent = self.write_and_kill(round, database, services, key);
        let ended = Instant::now();
        if let (Database::Cluster(cluster), Victim::Database | Victim::Both) =
            (&mut *database, victim)
        {
            cluster.start_again();
        }
        let url = database.url();
        if victim != Victim::Database {
            *services = self.start(&url);
        }
        let mut wires: Vec<_> =
            services.iter().map(|service| Wire::to(&service.address, key).unwrap()).collect();
        for wire in &mut wires {
            patiently(wire, "GET", "/v2/campaigns", "");
        }
        let back = ended.elapsed();

        let held = audit::held(&url);
        let unknown = sent.iter().filter(|write| write.outcome == Outcome::Unknown);
        let there = unknown.filter(|write| held.contains_key(&(write.kind, write.mark.clone())));
        let (lasted, unknown) = (there.count(), count(&sent, Outcome::Unknown));
        send_again(&mut wires[0], &mut sent);
        all.extend(sent.iter().cloned());
        let mut findings = audit::compare(&audit::held(&url), all);
        findings.broken = audit::broken(&url);
        Report { victim, sent, unknown, lasted, back, findings }
    }

    /// Starts the writers and kills the first process after a random number of answers, the others a little later.
    fn write_and_kill(
        &self,
        round: usize,
        database: &mut Database,
        services: &mut [Service],
        key: &str,
    ) -> Vec<Write> {
        let shift = Shift {
            addresses: services.iter().map(|service| service.address.clone()).collect(),
            key,
            seed: self.seed,
            round,
            done: AtomicUsize::new(0),
            stopped: AtomicUsize::new(0),
        };
        let answers = 20 + Draw::new(&[self.seed, round as u64]).below(400) as usize;
        let victim = database.victim(round);
        std::thread::scope(|scope| {
            let shift = &shift;
            let writers: Vec<Noted<'_>> = (0..self.clients)
                .map(|client| scope.spawn(move || writers::write(shift, client)))
                .collect();
            let wait_until_done = |answers| {
                while shift.done.load(Ordering::SeqCst) < answers
                    && shift.stopped.load(Ordering::SeqCst) < self.clients
                {
                    std::thread::yield_now();
                }
            };
            wait_until_done(answers);
            if let (Database::Cluster(cluster), Victim::Database | Victim::Both) =
                (database, victim)
            {
                cluster.kill();
            }
            if victim != Victim::Database {
                for (killed, service) in services.iter_mut().enumerate() {
                    wait_until_done(answers + killed * ANSWERS_BETWEEN_KILLS);
                    service.kill();
                }
            }
            let noted = writers.into_iter().map(|writer| writer.join().unwrap());
            noted.flatten().collect()
        })
    }
}

/// Repeats the writes of new subscribers without an answer: each is created now, or exists completely.
fn send_again(wire: &mut Wire, sent: &mut [Write]) {
    for write in sent.iter_mut() {
        if write.outcome == Outcome::Unknown
            && write.kind == Kind::Subscriber
            && write.mark.contains('@')
        {
            let body = format!(r#"{{"email":"{}","name":"Kim"}}"#, write.mark);
            let (status, text) = patiently(wire, "POST", "/v2/subscribers", &body);
            let taken = status == 400 && text.contains("Email has already been taken");
            assert!(status == 201 || taken, "{}: {status} {text}", write.mark);
            let (status, text) =
                patiently(wire, "GET", &format!("/v2/subscribers/{}", write.mark), "");
            assert!(status == 200 && text.contains("Kim"), "{status} {text}");
            write.outcome = Outcome::Done;
        }
    }
}

/// Repeats a request until the answer is not a transient error. Each broken connection to a killed database fails one
/// request; there are few of them.
fn patiently(wire: &mut Wire, method: &str, path: &str, body: &str) -> (u16, String) {
    for _ in 0..64 {
        let (status, text) = wire.ask(method, path, body).unwrap();
        if status != 503 {
            return (status, text);
        }
    }
    panic!("{method} {path}: the service did not recover");
}

impl Report {
    /// The number of writes with this outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        count(&self.sent, outcome)
    }
}
