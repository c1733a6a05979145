//! Where a service listens and is asked: a port of a host, or a socket in a folder.

use std::fmt;
use std::net::SocketAddr;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use laboratory::base::problem::{Problem, reason};
use laboratory::base::system::files;
use nix::unistd::{Uid, User};

/// What an address of a socket begins with.
pub(crate) const UNIX: &str = "unix:";

/// Where to listen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// At a port.
    Port(SocketAddr),
    /// At a socket with that path.
    Socket(PathBuf),
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix(UNIX) {
            Some("") => Err("a path is missing: unix:/run/cosched.sock is allowed".to_owned()),
            Some(path) => Ok(Self::Socket(PathBuf::from(path))),
            None => text.parse().map(Self::Port).map_err(|_| {
                "an address and a port, as in 127.0.0.1:8055, or unix:/run/cosched.sock is allowed"
                    .to_owned()
            }),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Port(at) => write!(f, "{at}"),
            Self::Socket(path) => write!(f, "{UNIX}{}", path.display()),
        }
    }
}

/// Users whom a socket answers: who serves, root, and others by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllowedUsers {
    numbers: Vec<u32>,
    has_others: bool,
}

impl AllowedUsers {
    /// Whoever serves, root, and the users with these names or numbers.
    ///
    /// # Errors
    /// There is no such user here.
    pub fn new(others: &[String]) -> Result<Self, Problem> {
        let mut numbers = vec![Uid::effective().as_raw(), 0];
        for name in others {
            numbers.push(number_of(name)?);
        }
        Ok(Self {
            numbers,
            has_others: !others.is_empty(),
        })
    }

    /// No user at all.
    #[cfg(test)]
    pub(crate) const fn none() -> Self {
        Self {
            numbers: Vec::new(),
            has_others: false,
        }
    }

    /// Whether that user is among them.
    pub(crate) fn have(&self, user: u32) -> bool {
        self.numbers.contains(&user)
    }

    /// Permissions of a socket for them: where it is for others, what counts is who asks.
    const fn mode(&self) -> u32 {
        if self.has_others { 0o666 } else { 0o600 }
    }
}

fn number_of(name: &str) -> Result<u32, Problem> {
    if let Ok(number) = name.parse() {
        return Ok(number);
    }
    let found = User::from_name(name).ok().flatten();
    found.map(|user| user.uid.as_raw()).ok_or_else(|| {
        Problem::input(format!(
            "--allow-users: there is no user `{name}` here; names and numbers of users are allowed"
        ))
    })
}

/// A socket in a folder, which is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Socket {
    path: PathBuf,
    /// Device and number of its file, so that none of another service is removed.
    file: Option<(u64, u64)>,
}

impl Drop for Socket {
    fn drop(&mut self) {
        if self.file.is_some() && self.file == file_at(&self.path) {
            // Who has removed it already wanted the same.
            let _ = files::remove(&self.path);
        }
    }
}

fn file_at(path: &Path) -> Option<(u64, u64)> {
    let facts = files::link_metadata(path).ok()?;
    Some((facts.dev(), facts.ino()))
}

/// Listens at `path` for `allowed`. A socket there at which nobody listens any more gives way.
///
/// # Errors
/// Something else is there, somebody listens there, or it cannot be made.
pub(crate) fn listen(
    path: &Path,
    allowed: &AllowedUsers,
) -> Result<(UnixListener, Socket), Problem> {
    let wrong = |why: &str| Problem::output(format!("--listen {UNIX}{}: {why}", path.display()));
    if let Ok(facts) = files::link_metadata(path) {
        if !facts.file_type().is_socket() {
            return Err(wrong("what is there is no socket, and is left as it is"));
        }
        if UnixStream::connect(path).is_ok() {
            return Err(wrong("another service listens there"));
        }
        files::remove(path).map_err(|error| wrong(&reason(&error)))?;
    }
    let listener = UnixListener::bind(path).map_err(|error| wrong(&reason(&error)))?;
    let socket = Socket {
        path: path.to_owned(),
        file: file_at(path),
    };
    let opened = files::set_mode(path, allowed.mode());
    opened.map_err(|error| wrong(&reason(&error)))?;
    Ok((listener, socket))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_port_or_a_socket() {
        let port = "127.0.0.1:8055";
        assert_eq!(port.parse(), Ok(Address::Port(port.parse().unwrap())));
        let socket = Address::Socket("/run/c.sock".into());
        assert_eq!("unix:/run/c.sock".parse(), Ok(socket.clone()));
        assert_eq!(socket.to_string(), "unix:/run/c.sock");
        for wrong in ["", "8055", "localhost", "unix:", "/run/c.sock"] {
            assert!(wrong.parse::<Address>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_socket_gives_way_only_if_nobody_listens_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s");
        let allowed = AllowedUsers::new(&[]).unwrap();
        let mode = || files::metadata(&path).unwrap().mode() & 0o777;
        let (listener, socket) = listen(&path, &allowed).unwrap();
        assert_eq!(mode(), 0o600);
        let said = listen(&path, &allowed).unwrap_err().to_string();
        assert!(said.contains("another service listens there"), "{said}");
        // As of a service that was killed.
        std::mem::forget(socket);
        drop(listener);
        let others = AllowedUsers::new(&["4711".to_owned()]).unwrap();
        let (_listener, socket) = listen(&path, &others).unwrap();
        assert_eq!(mode(), 0o666);
        drop(socket);
        assert!(!files::exists(&path));
        std::fs::write(&path, "own").unwrap();
        let said = listen(&path, &allowed).unwrap_err().to_string();
        assert!(said.contains("no socket"), "{said}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "own");
    }

    #[test]
    fn only_those_named_are_allowed() {
        let allowed = AllowedUsers::new(&["4711".to_owned()]).unwrap();
        let own = Uid::effective().as_raw();
        assert!([own, 0, 4711].iter().all(|user| allowed.have(*user)));
        assert!(!allowed.have(4712));
        let said = AllowedUsers::new(&["no such user".to_owned()]);
        assert!(said.unwrap_err().to_string().contains("`no such user`"));
    }
}
