//! Manners on the way: one pace for the whole run, waiting when asked to, stopping when it is
//! pointless to go on.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::fmt::rfc2822::DateTimeParser;
use tokio::time::{Instant, sleep, timeout_at};

use super::pace::Pace;
use super::patience::Patience;
use super::stop::Stop;
use super::transport::Transport;
use crate::exchange::{Fault, Request, Response};

/// How often a request is sent again after "too many requests".
const MOST_REPEATS: u32 = 3;
/// No wish to wait is followed for longer.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// The wait when the server names none that can be read.
const USUAL_WAIT: Duration = Duration::from_secs(1);
/// How long an answer is still waited for when the run is to end: a write that was answered is known
/// to have happened, and can be put back.
const LAST_CHANCE: Duration = Duration::from_secs(2);

/// Sends all requests of a run.
pub struct Courier {
    transport: Arc<dyn Transport>,
    pace: Pace,
    stop: Stop,
    patience: Mutex<Patience>,
}

impl Courier {
    /// Over a transport, at a pace, until stopped.
    #[must_use]
    pub fn new(transport: Arc<dyn Transport>, pace: Pace, stop: Stop) -> Self {
        Self {
            transport,
            pace,
            stop,
            patience: Mutex::default(),
        }
    }

    /// Comes back when the run is to end.
    pub(super) async fn stopped(&self) {
        self.stop.wanted().await;
    }

    /// Whether the run is to end at once.
    pub(super) fn is_halted(&self) -> bool {
        self.stop.is_halted()
    }

    /// Sends a request when it may go out.
    pub(super) async fn send(&self, request: &Request) -> Result<Response, Fault> {
        self.admit(1).await?;
        self.send_admitted(request).await
    }

    /// Waits until so many requests may go out in the same moment.
    pub(super) async fn admit(&self, together: u32) -> Result<(), Fault> {
        tokio::select! {
            biased;
            fault = self.stop.wanted() => Err(fault),
            () = self.pace.turn(together) => Ok(()),
        }
    }

    /// Sends a request now. One that the server would not look at for now is sent again; no other is.
    pub(super) async fn send_admitted(&self, request: &Request) -> Result<Response, Fault> {
        for repeat in 0.. {
            if repeat > 0 {
                self.admit(1).await?;
            }
            let outcome = self.exchange(request).await;
            let asked = outcome.as_ref().ok().and_then(wait_asked_for);
            // Who asks for more is not waited for at all: the run says that it was told to wait.
            let followed = asked.filter(|wait| *wait <= LONGEST_WAIT);
            if let Some(wait) = followed {
                self.pace.hold(wait);
            }
            let refused = outcome.as_ref().is_ok_and(|answer| answer.status == 429);
            if !refused || followed.is_none() || repeat >= MOST_REPEATS {
                self.learn(&outcome, asked.is_some());
                return outcome;
            }
        }
        Err(Fault::Stopped)
    }

    /// One request and its answer; not waited for much longer once the run is to end.
    async fn exchange(&self, request: &Request) -> Result<Response, Fault> {
        let end = async {
            self.stop.wanted().await;
            tokio::select! {
                () = self.stop.halted() => {}
                () = sleep(LAST_CHANCE) => {}
            }
        };
        tokio::select! {
            outcome = self.transport.send(request.clone()) => outcome,
            () = end => Err(Fault::Timeout),
        }
    }

    /// Sends a request that puts something back: also when somebody wants the run to end, but not where
    /// nobody is there, nor for longer than this.
    pub(super) async fn send_last(
        &self,
        request: &Request,
        until: Instant,
    ) -> Result<Response, Fault> {
        if self.stop.is_unanswered() {
            return Err(Fault::Unanswered);
        }
        tokio::select! {
            biased;
            () = self.stop.halted() => return Err(Fault::Stopped),
            turn = timeout_at(until, self.pace.turn(1)) => {
                if turn.is_err() {
                    return Err(Fault::Timeout);
                }
            }
        }
        // Where there was no answer, it is not known whether it arrived.
        tokio::select! {
            sent = timeout_at(until, self.transport.send(request.clone())) => {
                sent.unwrap_or(Err(Fault::Timeout))
            }
            () = self.stop.halted() => Err(Fault::Timeout),
        }
    }

    fn learn(&self, outcome: &Result<Response, Fault>, put_off: bool) {
        let mut patience = self.patience.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(why) = patience.learn(outcome, put_off) {
            self.stop.give_up(why);
        }
    }
}

/// How long an answer asks to wait. "Too many requests" asks for it in any case.
fn wait_asked_for(answer: &Response) -> Option<Duration> {
    let asked = answer.header("retry-after").map(str::trim);
    let wait = asked.and_then(|asked| seconds(asked).or_else(|| until(asked, answer)));
    match answer.status {
        429 => Some(wait.unwrap_or(USUAL_WAIT)),
        503 => wait,
        _ => None,
    }
}

fn seconds(asked: &str) -> Option<Duration> {
    let digits = !asked.is_empty() && asked.bytes().all(|c| c.is_ascii_digit());
    // More digits than fit are still a long time.
    digits.then(|| Duration::from_secs(asked.parse().unwrap_or(u64::MAX)))
}

/// A date is one on the server's clock, which the answer tells as well.
fn until(asked: &str, answer: &Response) -> Option<Duration> {
    let date = |text: &str| DateTimeParser::new().parse_timestamp(text).ok();
    let wait = date(asked)?.duration_since(date(answer.header("date")?)?);
    Some(Duration::try_from(wait).unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::run::patience::GaveUp;
    use crate::run::transport::Reply;
    use spec::Method;

    /// Answers with these, and then always with 204.
    struct Answers(Mutex<Vec<Response>>);

    impl Transport for Answers {
        fn send(&self, _: Request) -> Reply<'_> {
            let next = self.0.lock().unwrap().pop();
            Box::pin(async move { Ok(next.unwrap_or_else(|| answer(204, &[]))) })
        }
    }

    fn answer(status: u16, headers: &[(&str, &str)]) -> Response {
        let headers = headers.iter();
        let headers = headers.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Response {
            status,
            headers: headers.collect(),
            body: Vec::new(),
        }
    }

    fn courier(answers: Vec<Response>, stop: &Stop) -> Courier {
        let transport = Arc::new(Answers(Mutex::new(answers)));
        Courier::new(transport, Pace::per_second(None), stop.clone())
    }

    fn request() -> Request {
        Request {
            method: Method::Get,
            target: "/books".to_owned(),
            headers: Vec::new(),
            body: None,
        }
    }

    #[test]
    fn answers_ask_for_a_pause_in_two_ways() {
        let (date, later) = (
            "Sun, 06 Nov 1994 08:49:30 GMT",
            "Sun, 06 Nov 1994 08:49:37 GMT",
        );
        for (status, asked, seconds) in [
            (429, "120", Some(120)),
            (503, " 0 ", Some(0)),
            (429, later, Some(7)),
            (503, later, Some(7)),
            (429, "Sun, 06 Nov 1994 08:49:07 GMT", Some(0)),
            (429, "99999999999999999999999", Some(u64::MAX)),
            (429, "-1", Some(1)),
            (429, "soon", Some(1)),
            (503, "soon", None),
            (200, "120", None),
        ] {
            let answer = answer(status, &[("retry-after", asked), ("date", date)]);
            let wanted = wait_asked_for(&answer);
            assert_eq!(wanted, seconds.map(Duration::from_secs), "{status} {asked}");
        }
        assert_eq!(wait_asked_for(&answer(429, &[])), Some(USUAL_WAIT));
    }

    #[tokio::test(start_paused = true)]
    async fn all_wait_when_one_is_told_to() {
        let start = Instant::now();
        let courier = courier(
            vec![answer(503, &[("retry-after", "30")])],
            &Stop::default(),
        );
        assert_eq!(courier.send(&request()).await.unwrap().status, 503);
        assert_eq!(start.elapsed(), Duration::ZERO);
        assert_eq!(courier.send(&request()).await.unwrap().status, 204);
        assert_eq!(start.elapsed(), Duration::from_secs(30));
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_too_much_is_sent_again_after_the_wait() {
        let start = Instant::now();
        let told = vec![answer(429, &[]), answer(429, &[("retry-after", "5")])];
        let courier = courier(told, &Stop::default());
        assert_eq!(courier.send(&request()).await.unwrap().status, 204);
        assert_eq!(start.elapsed(), Duration::from_secs(6));
    }

    #[tokio::test(start_paused = true)]
    async fn those_admitted_together_are_sent_at_the_same_moment() {
        let (start, stop) = (Instant::now(), Stop::default());
        let transport = Arc::new(Answers(Mutex::new(Vec::new())));
        let courier = Courier::new(transport, Pace::per_second(Some(1)), stop);
        courier.admit(3).await.unwrap();
        for _ in 0..3 {
            courier.send_admitted(&request()).await.unwrap();
        }
        assert_eq!(start.elapsed(), Duration::ZERO);
        courier.send(&request()).await.unwrap();
        assert_eq!(start.elapsed(), Duration::from_secs(3));
    }

    #[tokio::test(start_paused = true)]
    async fn a_wish_for_hours_is_not_followed() {
        let start = Instant::now();
        let courier = courier(
            vec![answer(429, &[("retry-after", "7200")])],
            &Stop::default(),
        );
        assert_eq!(courier.send(&request()).await.unwrap().status, 429);
        assert_eq!(courier.send(&request()).await.unwrap().status, 204);
        assert_eq!(start.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn what_puts_back_is_sent_all_the_same_but_not_for_ever() {
        let stop = Stop::default();
        let courier = courier(Vec::new(), &stop);
        stop.interrupt();
        assert_eq!(courier.send(&request()).await, Err(Fault::Stopped));
        let until = Instant::now() + Duration::from_secs(10);
        assert_eq!(
            courier.send_last(&request(), until).await.unwrap().status,
            204
        );
        courier.pace.hold(Duration::from_secs(30));
        assert_eq!(
            courier.send_last(&request(), until).await,
            Err(Fault::Timeout)
        );
        stop.give_up(GaveUp::Unanswered);
        assert_eq!(
            courier.send_last(&request(), until).await,
            Err(Fault::Unanswered)
        );
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_put_back_once_all_is_to_end_at_once() {
        let stop = Stop::default();
        let courier = courier(Vec::new(), &stop);
        let until = Instant::now() + Duration::from_secs(10);
        stop.halt();
        let sent = courier.send_last(&request(), until).await;
        assert_eq!(sent, Err(Fault::Stopped));
        assert_eq!(courier.send(&request()).await, Err(Fault::Stopped));
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_is_stopped_at_once() {
        let (start, stop) = (Instant::now(), Stop::default());
        let courier = Arc::new(courier(vec![answer(429, &[("retry-after", "50")])], &stop));
        let waiting = tokio::spawn({
            let courier = Arc::clone(&courier);
            async move { courier.send(&request()).await }
        });
        sleep(Duration::from_secs(1)).await;
        stop.interrupt();
        assert_eq!(waiting.await.unwrap(), Err(Fault::Stopped));
        assert_eq!(start.elapsed(), Duration::from_secs(1));
    }
}
