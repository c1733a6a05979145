//! The window of the laboratory for a page in a browser: what the page's script calls, and what it
//! does for the window.

use desktop::page::{self, Host, Renewal};
use eframe::web_sys::HtmlCanvasElement;
use eframe::{WebOptions, WebRunner};
use laboratory::base::system::threads::{self, pool};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "./host.js")]
extern "C" {
    /// Asks the user for a file, which comes by [`give`].
    fn pick();
    /// Hands the user a file.
    fn download(name: &str, bytes: &[u8]);
    /// The part of the page's address behind its `#` from now on, which is put on the clipboard;
    /// false where the page has no address.
    fn link(fragment: &str) -> bool;
    /// Opens the guide beside the page; false where there is none.
    #[wasm_bindgen(js_name = openGuide)]
    fn open_guide() -> bool;
    /// Forgets all that is kept in the browser, and begins anew.
    fn forget();
    /// Notes what became of a newer state of a file: taken, changed, busy or closed.
    #[wasm_bindgen(js_name = noteRenewal)]
    fn note_renewal(renewal: &str);
    /// Shows the elements of a description to screen readers.
    fn describe(elements: &str);
}

/// The script of the page.
struct Script;

impl Host for Script {
    fn pick(&self) {
        pick();
    }

    fn download(&self, name: &str, bytes: &[u8]) {
        download(name, bytes);
    }

    fn link(&self, fragment: &str) -> bool {
        link(fragment)
    }

    fn open_guide(&self) -> bool {
        open_guide()
    }

    fn forget(&self) {
        forget();
    }

    fn note_renewal(&self, renewal: Renewal) {
        note_renewal(match renewal {
            Renewal::Taken => "taken",
            Renewal::Changed => "changed",
            Renewal::Busy => "busy",
            Renewal::Closed => "closed",
        });
    }
}

/// Opens the window on `canvas`. `processors` is how many workers can run at once; 0 where the page
/// may not start any.
///
/// # Errors
/// The browser cannot draw on it.
#[wasm_bindgen]
pub async fn open(canvas: HtmlCanvasElement, processors: usize) -> Result<(), JsValue> {
    pool::allow(processors);
    let runner = WebRunner::new();
    keep_page_where_a_worker_fails();
    let create = |creation: &eframe::CreationContext<'_>| {
        let app = page::app(creation, Box::new(Script));
        Ok(Box::new(app) as Box<dyn eframe::App>)
    };
    let opened = runner
        .start(canvas, WebOptions::default(), Box::new(create))
        .await;
    // It lives as long as the page.
    std::mem::forget(runner);
    opened
}

/// The runner gives up the window at a panic: only at one of its own thread.
fn keep_page_where_a_worker_fails() {
    let of_page = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if threads::is_worker() {
            eframe::web_sys::console::error_1(&panic.to_string().into());
        } else {
            of_page(panic);
        }
    }));
}

/// Gives the window a file, which it opens.
#[wasm_bindgen]
pub fn give(name: &str, bytes: Vec<u8>) {
    page::give(name, bytes);
}

/// Gives the window a newer state of a file that is open, where `is_wanted` also in place of what the
/// user has changed there.
#[wasm_bindgen]
pub fn renew(name: &str, bytes: Vec<u8>, is_wanted: bool) {
    page::renew(name, bytes, is_wanted);
}

/// Puts a file that the browser has kept where the window finds it again.
#[wasm_bindgen]
pub fn keep(name: &str, bytes: Vec<u8>) {
    page::keep(name, bytes);
}

/// Opens what stands behind the `#` of the page's address.
#[wasm_bindgen]
pub fn show_link(fragment: String) {
    page::show_link(fragment);
}

/// Describes the window to screen readers after each of its changes, from now on.
#[wasm_bindgen]
pub fn describe_window() {
    page::describe_to(describe);
}

/// Does what a user has done with the element of that number: clicked it, or only focused it.
#[wasm_bindgen]
pub fn act(number: &str, is_click: bool) {
    if let Ok(number) = number.parse() {
        page::act(number, is_click);
    }
}

/// Number of workers that the script should start now.
#[wasm_bindgen]
pub fn workers_wanted() -> usize {
    pool::workers_wanted()
}

/// Notes that a worker has failed, before or after it `had_begun` to work.
#[wasm_bindgen]
pub fn note_failed_worker(had_begun: bool) {
    pool::note_failure(had_begun);
}

/// Does what is to be done, for ever: what a worker calls.
#[wasm_bindgen]
pub fn work() {
    pool::serve();
}
