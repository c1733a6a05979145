//! Connections: how many there may be, how long each may take, and what a request must carry.

mod answer;
mod events;
mod job;
mod limits;
mod metrics;
mod page;
mod queue;
mod response;
mod routes;
mod window;

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::os::unix::net::UnixListener as StdUnixListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

use crate::address::AllowedUsers;
use crate::state::State;
use limits::Rates;
pub use limits::{Limits, Token};
pub use window::WindowPage;

/// Most bytes of a request's line and headers.
const MOST_HEADERS: usize = 16 << 10;
/// Most headers.
const MOST_HEADER_COUNT: usize = 64;
/// Time after which a connection ends with its next answer, however busy it is.
const LIFE: Duration = Duration::from_secs(600);
/// How long a simulation waits for those before it, and may itself take.
const SIMULATING: Duration = Duration::from_secs(20);
/// Threads that simulate what a job could ask for; the others answer.
const SIMULATIONS: usize = 1;

/// Where requests come from.
#[derive(Debug)]
pub(crate) enum Listener {
    /// A port.
    Port(std::net::TcpListener),
    /// A socket, for these users.
    Socket(StdUnixListener, AllowedUsers),
}

/// Sender of a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Peer {
    /// A client at that address.
    Address(IpAddr),
    /// The user with that number, as the system says.
    User(u32),
}

/// What requests are answered from.
#[derive(Debug)]
pub(crate) struct Site {
    state: Arc<State>,
    token: Option<Token>,
    window: Option<WindowPage>,
    limits: Limits,
    rates: Rates,
    /// Time after which a connection ends with its next answer.
    life: Duration,
    /// Whether only this machine is listened to.
    is_local: bool,
    /// Whom a socket answers.
    allowed: Option<AllowedUsers>,
    simulations: Arc<Semaphore>,
    listeners: Arc<Semaphore>,
}

/// Starts to answer at `listener`.
///
/// # Errors
/// The system has no more threads or sockets.
pub(crate) fn start(
    listener: Listener,
    state: Arc<State>,
    options: (Option<Token>, Option<WindowPage>),
    limits: Limits,
) -> io::Result<Runtime> {
    start_with(listener, state, options, limits, LIFE)
}

/// The same with connections of another life.
fn start_with(
    listener: Listener,
    state: Arc<State>,
    (token, window): (Option<Token>, Option<WindowPage>),
    limits: Limits,
    life: Duration,
) -> io::Result<Runtime> {
    let (is_local, allowed) = match &listener {
        Listener::Port(listener) => {
            listener.set_nonblocking(true)?;
            (listener.local_addr()?.ip().is_loopback(), None)
        }
        Listener::Socket(listener, allowed) => {
            listener.set_nonblocking(true)?;
            (true, Some(allowed.clone()))
        }
    };
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(SIMULATIONS + 1)
        .enable_all()
        .build()?;
    let site = Arc::new(Site {
        state,
        token,
        window,
        rates: Rates::new(limits.rate),
        life,
        is_local,
        allowed,
        simulations: Arc::new(Semaphore::new(SIMULATIONS)),
        listeners: Arc::new(Semaphore::new(limits.connections / 2)),
        limits,
    });
    let inside = runtime.enter();
    match listener {
        Listener::Port(listener) => {
            let listener = TcpListener::from_std(listener)?;
            runtime.spawn(listen_at_port(listener, site));
        }
        Listener::Socket(listener, _) => {
            let listener = UnixListener::from_std(listener)?;
            runtime.spawn(listen_at_socket(listener, site));
        }
    }
    drop(inside);
    Ok(runtime)
}

/// Time after which it is listened on where there are too many open files: some will be closed.
const TOO_MANY: Duration = Duration::from_millis(50);

/// Takes connections, as many at once as there may be; others wait until one has ended.
async fn listen_at_port(listener: TcpListener, site: Arc<Site>) {
    let room = Arc::new(Semaphore::new(site.limits.connections));
    while let Ok(permit) = Arc::clone(&room).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let peer = Peer::Address(peer.ip());
                tokio::spawn(connect(stream, peer, Arc::clone(&site), permit));
            }
            Err(_) => tokio::time::sleep(TOO_MANY).await,
        }
    }
}

/// The same at a socket, of whose other end the system says whose it is.
async fn listen_at_socket(listener: UnixListener, site: Arc<Site>) {
    let room = Arc::new(Semaphore::new(site.limits.connections));
    while let Ok(permit) = Arc::clone(&room).acquire_owned().await {
        let accepted = listener.accept().await;
        match accepted.and_then(|(stream, _)| Ok((stream.peer_cred()?.uid(), stream))) {
            Ok((user, stream)) => {
                tokio::spawn(connect(stream, Peer::User(user), Arc::clone(&site), permit));
            }
            Err(_) => tokio::time::sleep(TOO_MANY).await,
        }
    }
}

/// Answers the requests of a connection. Its headers must come, and its answers be taken, in time. The
/// last answer says that it is, so that no request is lost.
async fn connect(
    stream: impl AsyncRead + AsyncWrite + Send + 'static,
    peer: Peer,
    site: Arc<Site>,
    permit: OwnedSemaphorePermit,
) {
    let patience = site.limits.patience;
    let (life, since) = (site.life, Instant::now());
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    let service = service_fn(move |request| {
        let site = Arc::clone(&site);
        async move {
            let mut answer = answer::answer(&site, peer, request).await;
            if since.elapsed() >= life {
                let close = HeaderValue::from_static("close");
                answer.headers_mut().insert(header::CONNECTION, close);
            }
            Ok::<_, Infallible>(answer)
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(MOST_HEADERS)
        .max_headers(MOST_HEADER_COUNT);
    let answering = http.serve_connection(TokioIo::new(Box::pin(stream)), service);
    // Who asks in time is told; the rest is for a client that takes its answer slowly. One that breaks
    // off is no concern of ours.
    let _ = tokio::time::timeout(life + 2 * patience, answering).await;
    drop(permit);
}

#[cfg(test)]
mod tests;
