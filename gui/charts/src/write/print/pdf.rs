//! A sheet as PDF 1.4: one page of paths and text in Helvetica and Symbol, which readers have.

use std::fmt::Write as _;

use super::letters;
use super::sheet::{Anchor, Colour, Piece, Sheet};

/// Returns the file.
pub(super) fn write(sheet: &Sheet) -> Vec<u8> {
    let [width, height] = sheet.size;
    let drawn = content(sheet);
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3} {height:.3}] \
             /Resources << /Font << /F 5 0 R /S 6 0 R >> >> /Contents 4 0 R >>"
        )
        .into_bytes(),
        [
            format!("<< /Length {} >>\nstream\n", drawn.len()).as_bytes(),
            &drawn,
            b"\nendstream",
        ]
        .concat(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_vec(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>".to_vec(),
    ];
    // The second line tells programs that bytes are to be kept as they are.
    let mut file = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.extend(format!("{} 0 obj\n", index + 1).bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let start = file.len();
    let count = objects.len() + 1;
    file.extend(format!("xref\n0 {count}\n0000000000 65535 f \n").bytes());
    for index in places {
        file.extend(format!("{index:010} 00000 n \n").bytes());
    }
    let end = format!("trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n");
    file.extend(end.bytes());
    file
}

/// Returns the stream of the page; PDF counts from the lower left corner.
fn content(sheet: &Sheet) -> Vec<u8> {
    let [width, height] = sheet.size;
    let mut bytes = format!("1 1 1 rg 0 0 {width:.3} {height:.3} re f\n").into_bytes();
    for piece in &sheet.pieces {
        match piece {
            Piece::Line {
                points,
                colour,
                width,
                dashes,
            } => {
                let lengths: Vec<_> = dashes.iter().map(ToString::to_string).collect();
                let mut text = format!(
                    "{} RG {width} w [{}] 0 d\n",
                    shares(*colour),
                    lengths.join(" ")
                );
                for (index, [x, y]) in points.iter().enumerate() {
                    let verb = if index == 0 { 'm' } else { 'l' };
                    // Writing to a string cannot fail.
                    let _ = writeln!(text, "{x:.2} {:.2} {verb}", height - y);
                }
                bytes.extend((text + "S\n").bytes());
            }
            Piece::Box {
                corners: [[left, top], [right, bottom]],
                fill,
                outline,
            } => {
                let verb = if *outline { "B" } else { "f" };
                let text = format!(
                    "{} rg 0 0 0 RG 0.3 w [] 0 d {left:.2} {:.2} {:.2} {:.2} re {verb}\n",
                    shares(*fill),
                    height - bottom,
                    right - left,
                    bottom - top
                );
                bytes.extend(text.bytes());
            }
            Piece::Words { .. } => bytes.extend(text_stream(piece, sheet)),
        }
    }
    bytes
}

fn text_stream(piece: &Piece, sheet: &Sheet) -> Vec<u8> {
    let Piece::Words {
        at: [x, y],
        anchor,
        up,
        text,
        colour,
    } = piece
    else {
        return Vec::new();
    };
    let back = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => letters::width(text, sheet.font) / 2.0,
        Anchor::End => letters::width(text, sheet.font),
    };
    let y = sheet.size[1] - y;
    let turned = if *up {
        format!("0 1 -1 0 {x:.2} {:.2}", y - back)
    } else {
        format!("1 0 0 1 {:.2} {y:.2}", x - back)
    };
    let mut bytes = format!("BT {} rg {turned} Tm ", shares(*colour)).into_bytes();
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_control()).collect();
    for run in letters.chunk_by(|one, other| symbol(*one).is_some() == symbol(*other).is_some()) {
        let name = match run.first().and_then(|first| symbol(*first)) {
            Some(_) => 'S',
            None => 'F',
        };
        bytes.extend(format!("/{name} {} Tf (", sheet.font).bytes());
        for letter in run {
            let byte = symbol(*letter).unwrap_or_else(|| encoded(*letter));
            if matches!(byte, b'(' | b')' | b'\\') {
                bytes.push(b'\\');
            }
            bytes.push(byte);
        }
        bytes.extend(b") Tj ");
    }
    bytes.extend(b"ET\n");
    bytes
}

/// Returns a letter that Helvetica lacks, in the encoding of Symbol.
fn symbol(letter: char) -> Option<u8> {
    match letter {
        '≤' => Some(0xA3),
        '≥' => Some(0xB3),
        '−' => Some(0x2D),
        _ => None,
    }
}

/// Returns a letter in the encoding of Windows for western Europe; a question mark for others.
fn encoded(letter: char) -> u8 {
    match letter {
        ' '..='~' | '\u{a0}'..='\u{ff}' => letter as u8,
        '…' => 0x85,
        '–' => 0x96,
        '—' => 0x97,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        _ => b'?',
    }
}

fn shares(colour: Colour) -> String {
    let [red, green, blue] = colour.map(|part| f64::from(part) / 255.0);
    format!("{red:.3} {green:.3} {blue:.3}")
}
