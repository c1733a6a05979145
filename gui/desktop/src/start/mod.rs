//! Ways to start the window: on the screen, and into a picture. In a test it is `App::new`, in a
//! browser `page`.

mod headless;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod on_screen;

pub use headless::{picture, screenshot};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use on_screen::open;
