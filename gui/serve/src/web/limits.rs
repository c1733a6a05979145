//! How many requests an address may make, and what they must carry.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use laboratory::base::problem::Problem;
use laboratory::base::system::files;

use super::Peer;

/// Limits on requests.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// Requests of an address in a second; twice as many at once.
    pub rate: u32,
    /// Time in which a request must come, and each piece of an answer be taken.
    pub patience: Duration,
}

/// A bearer token.
#[derive(Clone)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

/// Least number of characters of a token.
const LEAST: usize = 16;

impl Token {
    /// The token in the file at `path`.
    ///
    /// # Errors
    /// It cannot be read, may be read by others, or holds no token.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let wrong = |sentence: String| Problem::input(sentence).in_file(path);
        let unreadable = |error: std::io::Error| wrong(laboratory::base::problem::reason(&error));
        let facts = files::metadata(path).map_err(unreadable)?;
        let mode = std::os::unix::fs::PermissionsExt::mode(&facts.permissions());
        if mode & 0o077 != 0 {
            return Err(wrong(format!(
                "a token that others may read (mode {:03o}): `chmod 600` makes it one's own",
                mode & 0o777
            )));
        }
        let text = files::read_text(path).map_err(unreadable)?;
        let token = text.trim();
        if token.len() < LEAST || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(wrong(format!(
                "no token: a line of at least {LEAST} ASCII characters without blanks is allowed"
            )));
        }
        Ok(Self(token.to_owned()))
    }

    /// Whether `said`, the value of an Authorization header, has it. The time that takes says nothing of
    /// where they differ.
    pub(super) fn is_in(&self, said: &[u8]) -> bool {
        let Some(said) = said.strip_prefix(b"Bearer ") else {
            return false;
        };
        let own = self.0.as_bytes();
        let differing = own.iter().zip(said).fold(0, |all, (a, b)| all | (a ^ b));
        own.len() == said.len() && differing == 0
    }

    /// The header that carries it.
    pub(crate) fn header(&self) -> String {
        format!("Authorization: Bearer {}\r\n", self.0)
    }
}

/// Requests that each address, or user, may still make.
#[derive(Debug)]
pub(super) struct Rates {
    rate: f64,
    left: Mutex<HashMap<Peer, (f64, Instant)>>,
}

/// Most addresses that are counted.
const ADDRESSES: usize = 4096;

impl Rates {
    pub(super) fn new(rate: u32) -> Self {
        Self {
            rate: f64::from(rate),
            left: Mutex::default(),
        }
    }

    /// Whether `peer` may make a request `now`.
    pub(super) fn allow(&self, peer: Peer, now: Instant) -> bool {
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= ADDRESSES && !all.contains_key(&peer) {
            // Who has been silent for two seconds may make as many as a new one.
            all.retain(|_, (_, last)| now.saturating_duration_since(*last).as_secs() < 2);
            if all.len() >= ADDRESSES {
                return false;
            }
        }
        let most = 2.0 * self.rate;
        let (left, last) = all.entry(peer).or_insert((most, now));
        let passed = now.saturating_duration_since(*last).as_secs_f64();
        *left = (*left + passed * self.rate).min(most);
        *last = now;
        let is_allowed = *left >= 1.0;
        *left -= f64::from(u8::from(is_allowed));
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_the_rate_at_once_and_the_rate_from_then_on() {
        let rates = Rates::new(10);
        let peer = Peer::User(1);
        let start = Instant::now();
        let allowed = |at: Instant| (0..100).filter(|_| rates.allow(peer, at)).count();
        assert_eq!(allowed(start), 20);
        assert_eq!(allowed(start), 0);
        assert_eq!(allowed(start + Duration::from_secs(1)), 10);
        assert!(rates.allow(Peer::User(2), start));
    }

    #[test]
    fn a_token_is_compared_as_a_whole() {
        let token = Token("0123456789abcdef".to_owned());
        assert!(token.is_in(b"Bearer 0123456789abcdef"));
        for other in [
            &b"Bearer 0123456789abcde"[..],
            b"Bearer 0123456789abcdeg",
            b"Bearer 0123456789abcdef0",
            b"Basic 0123456789abcdef",
            b"",
        ] {
            assert!(!token.is_in(other));
        }
    }
}
