//! Short messages in a corner: what went wrong and where, or what was written.

use crate::base::problem::Problem;

/// How long a message without a fault stays, in seconds.
const STAY: f64 = 6.0;

/// One message.
pub(in crate::desktop) struct Notice {
    text: String,
    fault: bool,
    until: Option<f64>,
}

/// The messages shown now, oldest first.
#[derive(Default)]
pub(in crate::desktop) struct Notices {
    shown: Vec<Notice>,
}

impl Notices {
    /// A fault; stays until dismissed. The same text is not shown twice.
    pub(in crate::desktop) fn fault(&mut self, problem: &Problem) {
        let text = problem.to_string();
        self.shown.retain(|notice| notice.text != text);
        self.shown.push(Notice {
            text,
            fault: true,
            until: None,
        });
    }

    /// Good news; goes away by itself.
    pub(in crate::desktop) fn tell(&mut self, text: impl Into<String>) {
        self.shown.push(Notice {
            text: text.into(),
            fault: false,
            until: None,
        });
    }

    /// The texts shown now.
    pub(in crate::desktop) fn texts(&self) -> impl Iterator<Item = &str> {
        self.shown.iter().map(|notice| notice.text.as_str())
    }

    /// The first fault that is shown now.
    pub(in crate::desktop) fn first_fault(&self) -> Option<String> {
        let fault = self.shown.iter().find(|notice| notice.fault);
        fault.map(|notice| notice.text.clone())
    }

    /// Shows all messages over everything else.
    pub(in crate::desktop) fn show(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        self.shown
            .retain(|notice| notice.until.is_none_or(|until| now < until));
        let mut dismissed = None;
        egui::Area::new(egui::Id::unique("notices"))
            .order(egui::Order::Foreground)
            .anchor(egui::Align2::RIGHT_BOTTOM, [-12.0, -44.0])
            .show(ctx, |ui| {
                for (position, notice) in self.shown.iter_mut().enumerate() {
                    if !notice.fault {
                        let until = *notice.until.get_or_insert(now + STAY);
                        ctx.request_repaint_after_secs((until - now) as f32);
                    }
                    if show_one(ui, position, notice) {
                        dismissed = Some(position);
                    }
                }
            });
        if let Some(position) = dismissed {
            self.shown.remove(position);
        }
    }
}

/// Shows one message; returns whether it was dismissed.
fn show_one(ui: &mut egui::Ui, position: usize, notice: &Notice) -> bool {
    let (sign, colour) = match notice.fault {
        true => ("⚠", ui.visuals().error_fg_color),
        false => ("✔", ui.visuals().hyperlink_color),
    };
    egui::Frame::popup(ui.style())
        .stroke(egui::Stroke::new(1.0, colour))
        .show(ui, |ui| {
            ui.set_max_width(420.0);
            ui.push_id(position, |ui| {
                ui.horizontal_top(|ui| {
                    ui.colored_label(colour, sign);
                    ui.vertical(|ui| {
                        ui.set_max_width(360.0);
                        ui.add(egui::Label::new(&notice.text).wrap());
                    });
                    ui.small_button("🗙")
                        .accessible_name("Dismiss notice")
                        .on_hover_text("Dismiss this notice")
                        .clicked()
                })
                .inner
            })
            .inner
        })
        .inner
}
