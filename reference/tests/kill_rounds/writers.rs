//! Writers that run until the service is gone, and record the answers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

use crate::draw::Draw;
use crate::ledger::{Kind, Outcome, Write};
use crate::wire::Wire;

/// The campaign of the demo data's main account.
const CAMPAIGN: &str = "MF00000000a1";

/// The state that all writers of a round share.
pub struct Shift<'s> {
    /// Of the processes, which the writers share out.
    pub addresses: Vec<String>,
    pub key: &'s str,
    pub seed: u64,
    pub round: usize,
    /// Number of writes that were answered as done.
    pub done: AtomicUsize,
    /// How many writers have stopped.
    pub stopped: AtomicUsize,
}

/// The record of a writer.
pub type Noted<'s> = ScopedJoinHandle<'s, Vec<Write>>;

/// Writes until a request gets no answer or a transient error.
pub fn write(shift: &Shift<'_>, client: usize) -> Vec<Write> {
    let mut noted = Vec::new();
    let address = &shift.addresses[client % shift.addresses.len()];
    if let Ok(wire) = Wire::to(address, shift.key) {
        let writer = Writer {
            wire,
            draw: Draw::new(&[shift.seed, shift.round as u64, client as u64]),
            name: format!("kill-{}-{client}", shift.round),
            first_value: (shift.round as u64 * 1_000_000 + client as u64 + 1) * 1_000_000,
            subscribers: Vec::new(),
        };
        writer.run(shift, &mut noted);
    }
    shift.stopped.fetch_add(1, Ordering::SeqCst);
    noted
}

struct Writer {
    wire: Wire,
    draw: Draw,
    name: String,
    /// Values are unique across writers.
    first_value: u64,
    /// Addresses that are not members yet.
    subscribers: Vec<String>,
}

impl Writer {
    fn run(mut self, shift: &Shift<'_>, noted: &mut Vec<Write>) {
        for number in 0.. {
            let (kind, mark, subscriber) = self.next(number);
            let outcome = match self.send(kind, &mark, &subscriber) {
                Ok((200 | 201, _)) => Outcome::Done,
                // The service answers so when it does not know the outcome itself.
                Ok((503, _)) | Err(_) => Outcome::Unknown,
                Ok((400, _)) if kind == Kind::Subscriber && !mark.contains('@') => Outcome::Refused,
                Ok((status, body)) => panic!("{kind:?} {mark}: {status} {body}"),
            };
            noted.push(Write { kind, mark: mark.clone(), outcome });
            match outcome {
                Outcome::Done => {
                    shift.done.fetch_add(1, Ordering::SeqCst);
                    if kind == Kind::Subscriber {
                        self.subscribers.push(mark);
                    }
                }
                Outcome::Refused => {}
                Outcome::Unknown => return,
            }
        }
    }

    /// The next write: half of all are subscribers, some of them malformed.
    fn next(&mut self, number: usize) -> (Kind, String, String) {
        let name = &self.name;
        let known = self.subscribers.len() as u64;
        match self.draw.below(10) {
            0 => (Kind::Subscriber, format!("{name}-{number}"), String::new()),
            1..=3 if known > 0 => {
                let at = self.draw.below(known) as usize;
                let email = self.subscribers.swap_remove(at);
                (Kind::Membership, email.clone(), email)
            }
            4..=6 if known > 0 => {
                let at = self.draw.below(known) as usize;
                let value = self.first_value + number as u64;
                (Kind::Event, value.to_string(), self.subscribers[at].clone())
            }
            _ => {
                let email = format!("{name}-{number}@example.com");
                (Kind::Subscriber, email, String::new())
            }
        }
    }

    fn send(&mut self, kind: Kind, mark: &str, of: &str) -> std::io::Result<(u16, String)> {
        let (path, body) = match kind {
            Kind::Subscriber => {
                ("/v2/subscribers".to_owned(), format!(r#"{{"email":"{mark}","name":"Kim"}}"#))
            }
            Kind::Membership => (
                format!("/v2/campaigns/{CAMPAIGN}/campaign_memberships"),
                format!(r#"{{"subscriber_uuid":"{of}"}}"#),
            ),
            Kind::Event => (
                format!("/v1/campaigns/{CAMPAIGN}/subscribers/{of}/events"),
                format!(r#"{{"value":{mark}}}"#),
            ),
        };
        self.wire.ask("POST", &path, &body)
    }
}
