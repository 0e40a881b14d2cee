//! A stream that tells the pulse of its connection what moves, and puts words into the refusals that have none.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::http::{Response, StatusCode};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

use crate::server::pulse::Pulse;
use crate::server::unreadable;

pub(super) struct Watched<S, W> {
    stream: S,
    pulse: Arc<Pulse>,
    /// The answer to what cannot be read as a request.
    words: W,
    /// What is written of such an answer still.
    waiting: Vec<u8>,
}

impl<S, W> Watched<S, W> {
    pub(super) fn new(stream: S, pulse: Arc<Pulse>, words: W) -> Watched<S, W> {
        Watched {
            stream,
            pulse,
            words,
            waiting: Vec::new(),
        }
    }
}

impl<S, W> Watched<S, W>
where
    S: AsyncWrite + Unpin,
    W: Fn(StatusCode) -> Response<Vec<u8>>,
{
    /// Takes a refusal that has no words, to be written with words instead.
    fn taken(&mut self, bytes: &[u8]) -> bool {
        let refused = unreadable::refused(bytes);
        if let Some(status) = refused {
            let words = (self.words)(status);
            self.waiting = unreadable::with_words(bytes, &words);
        }
        refused.is_some()
    }

    /// Writes what was put in the place of a refusal.
    fn poll_waiting(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.waiting.is_empty() {
            let written = Pin::new(&mut self.stream).poll_write(context, &self.waiting);
            let length = ready!(self.moved(written))?;
            if length == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.waiting.drain(..length);
        }
        Poll::Ready(Ok(()))
    }

    fn moved(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.pulse.wrote(Instant::now());
        }
        written
    }
}

impl<S: AsyncRead + Unpin, W: Unpin> AsyncRead for Watched<S, W> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if buffer.filled().len() > before {
            self.pulse.read(Instant::now());
        }
        Poll::Ready(Ok(()))
    }
}

impl<S, W> AsyncWrite for Watched<S, W>
where
    S: AsyncWrite + Unpin,
    W: Fn(StatusCode) -> Response<Vec<u8>> + Unpin,
{
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_waiting(context))?;
        if self.taken(bytes) {
            return Poll::Ready(Ok(bytes.len()));
        }
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.moved(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_waiting(context))?;
        // Its head stands alone.
        if let [bytes] = parts
            && self.taken(bytes)
        {
            return Poll::Ready(Ok(bytes.len()));
        }
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.moved(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_waiting(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_waiting(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
