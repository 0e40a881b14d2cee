//! Tests of throttling, with paused time.

use std::sync::Mutex;

use super::*;
use crate::exchange::ResponseBody;
use crate::run::ResponseFuture;
use spec::Method;

/// Gives these outcomes, the last one first, then status 204; counts the requests.
struct Outcomes(Mutex<(Vec<Result<Response, Fault>>, u32)>);

impl Outcomes {
    fn of(responses: Vec<Response>) -> Arc<Self> {
        Arc::new(Self(Mutex::new((responses.into_iter().map(Ok).collect(), 0))))
    }
}

impl Transport for Outcomes {
    fn send<'a>(&'a self, _: &'a Request) -> ResponseFuture<'a> {
        let mut outcomes = self.0.lock().unwrap();
        outcomes.1 += 1;
        let next = outcomes.0.pop();
        Box::pin(async move { next.unwrap_or_else(|| Ok(response(204, &[]))) })
    }
}

fn response(status: u16, headers: &[(&str, &str)]) -> Response {
    let headers = headers.iter().map(|(name, value)| {
        let (name, value) = (name.parse().unwrap(), value.parse().unwrap());
        (name, value)
    });
    Response { status, headers: headers.collect(), body: ResponseBody::default() }
}

fn sender(responses: Vec<Response>, stop: &StopSignal) -> RequestSender {
    RequestSender::new(Outcomes::of(responses), None, stop.clone())
}

fn request() -> Request {
    Request { method: Method::Get, target: "/books".to_owned(), headers: Vec::new(), body: None }
}

#[test]
fn retry_after_accepts_seconds_and_dates() {
    let (date, later) = ("Sun, 06 Nov 1994 08:49:30 GMT", "Sun, 06 Nov 1994 08:49:37 GMT");
    for (status, value, seconds) in [
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
        let response = response(status, &[("retry-after", value), ("date", date)]);
        let wanted = requested_wait(&response);
        assert_eq!(wanted, seconds.map(Duration::from_secs), "{status} {value}");
    }
    assert_eq!(requested_wait(&response(429, &[])), Some(DEFAULT_WAIT));
}

#[tokio::test(start_paused = true)]
async fn retry_after_pauses_all_requests() {
    let start = Instant::now();
    let sender = sender(vec![response(503, &[("retry-after", "30")])], &StopSignal::default());
    let write = Request { method: Method::Post, ..request() };
    assert_eq!(sender.send(&write).await.unwrap().status, 503);
    assert_eq!(start.elapsed(), Duration::ZERO);
    assert_eq!(sender.send(&request()).await.unwrap().status, 204);
    assert_eq!(start.elapsed(), Duration::from_secs(30));
}

#[tokio::test(start_paused = true)]
async fn throttled_requests_are_retried_after_the_wait() {
    let start = Instant::now();
    let after = |seconds| [("retry-after", seconds)];
    let responses =
        vec![response(429, &[]), response(429, &after("5")), response(503, &after("7"))];
    let sender = sender(responses, &StopSignal::default());
    assert_eq!(sender.send(&request()).await.unwrap().status, 204);
    assert_eq!(start.elapsed(), Duration::from_secs(13));
}

#[tokio::test(start_paused = true)]
async fn concurrent_requests_are_sent_together() {
    let (start, stop) = (Instant::now(), StopSignal::default());
    let sender = RequestSender::new(Outcomes::of(Vec::new()), Some(1.0), stop);
    sender.admit(3).await.unwrap();
    for _ in 0..3 {
        sender.send_admitted(&request()).await.unwrap();
    }
    assert_eq!(start.elapsed(), Duration::ZERO);
    sender.send(&request()).await.unwrap();
    assert_eq!(start.elapsed(), Duration::from_secs(3));
}

#[tokio::test(start_paused = true)]
async fn long_waits_are_not_followed() {
    let start = Instant::now();
    let sender = sender(vec![response(429, &[("retry-after", "7200")])], &StopSignal::default());
    assert_eq!(sender.send(&request()).await.unwrap().status, 429);
    assert_eq!(sender.send(&request()).await.unwrap().status, 204);
    assert_eq!(start.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn finally_calls_are_sent_after_an_interrupt_until_the_deadline() {
    let stop = StopSignal::default();
    let sender = sender(Vec::new(), &stop);
    stop.interrupt();
    assert_eq!(sender.send(&request()).await, Err(Fault::Stopped));
    let until = Instant::now() + Duration::from_secs(10);
    assert_eq!(sender.send_finally(&request(), until).await.unwrap().status, 204);
    sender.rate_limiter.hold(Duration::from_secs(30));
    assert_eq!(sender.send_finally(&request(), until).await, Err(Fault::Timeout));
    stop.give_up(Fault::Unanswered, None);
    assert_eq!(sender.send_finally(&request(), until).await, Err(Fault::Unanswered));
}

#[tokio::test(start_paused = true)]
async fn throttled_finally_calls_are_retried() {
    let (start, stop) = (Instant::now(), StopSignal::default());
    let too_much = |wait| response(429, &[("retry-after", wait)]);
    let sender =
        sender(vec![too_much("99999999999999999999999"), too_much("5"), response(429, &[])], &stop);
    stop.interrupt();
    let until = start + Duration::from_secs(10);
    let status = async || sender.send_finally(&request(), until).await.unwrap().status;
    // Three attempts; the last response asks to wait beyond the deadline.
    assert_eq!(status().await, 429);
    assert_eq!(start.elapsed(), Duration::from_secs(6));
    assert_eq!(status().await, 204);
    assert_eq!(start.elapsed(), Duration::from_secs(6));
}

#[tokio::test(start_paused = true)]
async fn finally_calls_to_a_busy_server_are_retried() {
    let (start, stop) = (Instant::now(), StopSignal::default());
    let sender = sender(vec![response(503, &[]), response(503, &[("retry-after", "1")])], &stop);
    let until = start + Duration::from_secs(10);
    let status = async || sender.send_finally(&request(), until).await.unwrap().status;
    // The second response does not ask to wait.
    assert_eq!(status().await, 204);
    assert_eq!(start.elapsed(), Duration::from_millis(1200));
}

/// The outcome of a restoring call after these others, and how often it was sent.
async fn restored(
    method: Method,
    outcomes: Vec<Result<Response, Fault>>,
) -> (Result<u16, Fault>, u32) {
    let transport = Arc::new(Outcomes(Mutex::new((outcomes, 0))));
    let sender = RequestSender::new(transport.clone(), None, StopSignal::default());
    let request = Request { method, ..request() };
    let until = Instant::now() + Duration::from_secs(10);
    let outcome = sender.send_finally(&request, until).await.map(|response| response.status);
    let count = transport.0.lock().unwrap().1;
    (outcome, count)
}

#[tokio::test(start_paused = true)]
async fn restoring_calls_are_repeated_until_they_are_answered() {
    let statuses = [502, 503, 504, 520, 527].map(|status| Ok(response(status, &[])));
    let faults = [Fault::Timeout, Fault::Broken("a".to_owned()), Fault::Connect("b".to_owned())];
    for unanswered in statuses.into_iter().chain(faults.map(Err)) {
        for times in 0..=5 {
            let outcomes = vec![unanswered.clone(); times];
            let sent = restored(Method::Put, outcomes.clone()).await;
            assert_eq!(sent, (Ok(204), u32::try_from(times).unwrap() + 1), "{unanswered:?}");
            // A `POST` may have an effect each time.
            assert_eq!(restored(Method::Post, outcomes).await.1, 1, "{unanswered:?}");
        }
        let (outcome, count) = restored(Method::Delete, vec![unanswered.clone(); 100]).await;
        assert_eq!((outcome, count), (unanswered.map(|response| response.status), 6));
    }
    for answered in [200, 404, 409, 500, 501] {
        let sent = restored(Method::Put, vec![Ok(response(answered, &[])); 2]).await;
        assert_eq!(sent, (Ok(answered), 1));
    }
}

#[tokio::test(start_paused = true)]
async fn calls_that_may_have_arrived_count_as_such_although_later_ones_did_not() {
    let mut outcomes = vec![Err(Fault::Connect("gone".to_owned())); 9];
    outcomes.push(Err(Fault::Timeout));
    assert_eq!(restored(Method::Put, outcomes).await, (Err(Fault::Timeout), 6));
}

#[tokio::test(start_paused = true)]
async fn halt_skips_finally_calls() {
    let stop = StopSignal::default();
    let sender = sender(Vec::new(), &stop);
    let until = Instant::now() + Duration::from_secs(10);
    stop.halt();
    let sent = sender.send_finally(&request(), until).await;
    assert_eq!(sent, Err(Fault::Stopped));
    assert_eq!(sender.send(&request()).await, Err(Fault::Stopped));
}

#[tokio::test(start_paused = true)]
async fn stop_interrupts_waiting_requests() {
    let (start, stop) = (Instant::now(), StopSignal::default());
    let sender = Arc::new(sender(vec![response(429, &[("retry-after", "50")])], &stop));
    let waiting = tokio::spawn({
        let sender = Arc::clone(&sender);
        async move { sender.send(&request()).await }
    });
    sleep(Duration::from_secs(1)).await;
    stop.interrupt();
    assert_eq!(waiting.await.unwrap(), Err(Fault::Stopped));
    assert_eq!(start.elapsed(), Duration::from_secs(1));
}

#[tokio::test]
async fn clock_behind_is_the_least_difference_of_all_responses() {
    let dated = |seconds: i64| {
        let date = Timestamp::now() - SignedDuration::from_secs(seconds);
        let date = jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&date);
        response(200, &[("date", &date.unwrap())])
    };
    let lag = async |seconds: [i64; 2]| {
        let sender = sender(seconds.map(dated).to_vec(), &StopSignal::default());
        sender.send(&request()).await.unwrap();
        sender.send(&request()).await.unwrap();
        sender.clock_lag().as_secs()
    };
    // An old response may come from a cache.
    assert!((60..=120).contains(&lag([3600, 60]).await));
    assert_eq!(lag([3600, -60]).await, 0);
    assert_eq!(lag([-60, -60]).await, 0);
}
