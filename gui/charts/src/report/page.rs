//! A page of HTML, written piece by piece; it is XML as well.

/// Black on white, for screens and paper.
const STYLE: &str = "body{font:15px/1.5 sans-serif;color:#1a1a1a;background:#fff;max-width:60em;\
margin:2em auto;padding:0 1em}h1{font-size:1.6em}h2{font-size:1.2em;margin-top:2em;\
border-bottom:1px solid #ccc}table{border-collapse:collapse;margin:1em 0;font-size:13px}\
th,td{padding:.2em .6em;text-align:right;border-bottom:1px solid #ddd}\
th:first-child,td:first-child{text-align:left}caption{text-align:left;padding-bottom:.4em}\
pre{background:#f4f4f4;padding:.8em;white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px}\
figure{margin:1.5em 0}figure svg{max-width:100%;height:auto}figcaption{font-size:13px}\
.wide{overflow-x:auto}#answer{border:1px solid #ccc;border-radius:6px;padding:.4em 1em;margin:1em 0}\
#answer p{margin:.35em 0}#answer p:first-child{font-size:1.15em}\
@page{size:A4;margin:15mm}@media print{body{margin:0;padding:0;max-width:none;font-size:11px}\
figure,tr,pre,#answer{break-inside:avoid}h2,h3{break-after:avoid}.wide{overflow:visible}\
table{font-size:9px;width:100%}th,td{padding:.15em .35em;overflow-wrap:anywhere}}";

/// A page being written.
pub(super) struct Page {
    text: String,
}

impl Page {
    /// Returns a page with nothing but a title.
    pub(super) fn new(title: &str) -> Self {
        let title = match escaped(title) {
            empty if empty.trim().is_empty() => "Report".to_owned(),
            title => title,
        };
        Self {
            text: format!(
                "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n\
                 <meta charset=\"utf-8\"/>\n\
                 <meta name=\"viewport\" content=\"width=device-width\"/>\n\
                 <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
            ),
        }
    }

    /// Writes the answer, in sentences.
    pub(super) fn answer(&mut self, sentences: &[String]) {
        let sentences = sentences.iter();
        let sentences: String = sentences
            .map(|sentence| format!("<p>{}</p>\n", escaped(sentence)))
            .collect();
        self.text += &format!("<section id=\"answer\">\n{sentences}</section>\n");
    }

    pub(super) fn heading(&mut self, words: &str) {
        self.text += &format!("<h2>{}</h2>\n", escaped(words));
    }

    pub(super) fn subheading(&mut self, words: &str) {
        self.text += &format!("<h3>{}</h3>\n", escaped(words));
    }

    pub(super) fn paragraph(&mut self, words: &str) {
        self.text += &format!("<p>{}</p>\n", escaped(words));
    }

    pub(super) fn code(&mut self, words: &str) {
        self.text += &format!("<pre>{}</pre>\n", escaped(words));
    }

    pub(super) fn list(&mut self, entries: &[String]) {
        let entries = entries.iter();
        let entries: String = entries
            .map(|entry| format!("<li>{}</li>\n", escaped(entry)))
            .collect();
        if !entries.is_empty() {
            self.text += &format!("<ul>\n{entries}</ul>\n");
        }
    }

    /// Writes a table whose rows have as many cells as its heading.
    pub(super) fn table(&mut self, caption: &str, heading: &[String], rows: &[Vec<String>]) {
        let row = |cells: &[String], element: &str| {
            let cells = cells.iter();
            let cells: String = cells
                .map(|cell| format!("<{element}>{}</{element}>", escaped(cell)))
                .collect();
            format!("<tr>{cells}</tr>\n")
        };
        let body: String = rows.iter().map(|cells| row(cells, "td")).collect();
        self.text += &format!(
            "<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead>\n{}</thead>\n<tbody>\n{body}</tbody>\n</table></div>\n",
            escaped(caption),
            row(heading, "th")
        );
    }

    /// Writes a drawing, which is SVG already.
    pub(super) fn figure(&mut self, svg: &str, caption: &str) {
        self.text += &format!(
            "<figure>\n{svg}<figcaption>{}</figcaption>\n</figure>\n",
            escaped(caption)
        );
    }

    pub(super) fn finish(mut self) -> String {
        self.text += "</body>\n</html>\n";
        self.text
    }
}

/// Returns `text` escaped for HTML and XML, both of which exclude most control characters.
fn escaped(text: &str) -> String {
    let is_text = |letter: &char| !letter.is_control() || *letter == '\n';
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars().filter(is_text) {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            // No characters of XML.
            '\u{fffe}' | '\u{ffff}' => {}
            _ => escaped.push(letter),
        }
    }
    escaped
}
