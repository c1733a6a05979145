//! Pictures as PNG files.

use egui::{Color32, ColorImage};

use laboratory::base::problem::Problem;

/// Returns `image` as a PNG file with straight alpha.
pub fn encode(image: &ColorImage) -> Result<Vec<u8>, Problem> {
    packed(image, None)
}

/// Returns `image` as a PNG file that records its pixels per metre.
pub fn encode_at(image: &ColorImage, metre: u32) -> Result<Vec<u8>, Problem> {
    packed(image, Some(metre))
}

fn packed(image: &ColorImage, metre: Option<u32>) -> Result<Vec<u8>, Problem> {
    let side = |pixels: usize| {
        u32::try_from(pixels).map_err(|_| Problem::output("the picture is too large"))
    };
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, side(image.width())?, side(image.height())?);
    encoder.set_color(::png::ColorType::Rgba);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_pixel_dims(metre.map(|metre| ::png::PixelDimensions {
        xppu: metre,
        yppu: metre,
        unit: ::png::Unit::Meter,
    }));
    let bytes: Vec<u8> = image
        .pixels
        .iter()
        .flat_map(Color32::to_srgba_unmultiplied)
        .collect();
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&bytes))
        .map_err(|error| Problem::output(format!("the picture: {error}")))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_picture_can_be_read() {
        let pixels = vec![
            Color32::RED,
            Color32::TRANSPARENT,
            Color32::from_rgb(1, 2, 3),
            Color32::WHITE,
        ];
        let file = encode(&ColorImage::new([2, 2], pixels)).unwrap();
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(file))
            .read_info()
            .unwrap();
        let mut bytes = [0; 16];
        reader.next_frame(&mut bytes).unwrap();
        assert_eq!(
            bytes,
            [255, 0, 0, 255, 0, 0, 0, 0, 1, 2, 3, 255, 255, 255, 255, 255]
        );
    }

    #[test]
    fn an_empty_picture_is_an_error_not_a_panic() {
        assert!(encode(&ColorImage::new([0, 0], Vec::new())).is_err());
    }
}
