//! Results by load and over-request.

use super::super::{Cell, Estimate, Page, Quantity, Table, Unit};
use super::falls::{FALLS, Fall};
use super::{
    ADASA, JUDGED, METRICS, MISSED, OF_PAPER, REQUESTS, RESPONSE, SERVICES, SLOWDOWN, Sample,
    Setting, Source, TURNAROUND, USED,
};

/// All runs.
pub(super) struct Results {
    pub(super) samples: Vec<Sample>,
    /// Loads that were run.
    pub(super) loads: Vec<f64>,
}

impl Results {
    /// Values of a metric under one service in a setting, workload by workload.
    pub(super) fn values(&self, setting: Setting, service: usize, metric: usize) -> Vec<f64> {
        let samples = self.samples.iter();
        samples
            .filter(|sample| sample.setting == setting)
            .map(|sample| sample.metrics[service][metric])
            .collect()
    }

    /// Mean of a metric under one service in a setting; 0 if it was not run.
    pub(super) fn mean(&self, setting: Setting, service: usize, metric: usize) -> f64 {
        let values = self.values(setting, service, metric);
        values.iter().sum::<f64>() / values.len().max(1) as f64
    }

    /// Change of a metric from `other` to `service`, in per cent of `other`.
    pub(super) fn change(
        &self,
        setting: Setting,
        (service, other): (usize, usize),
        metric: usize,
    ) -> Option<Estimate> {
        let [ours, theirs] = [service, other].map(|one| self.values(setting, one, metric));
        Estimate::of_change(&theirs, &ours)
    }

    /// All settings, each once.
    pub(super) fn settings(&self) -> Vec<Setting> {
        let mut settings: Vec<Setting> = Vec::new();
        for sample in &self.samples {
            if !settings.contains(&sample.setting) {
                settings.push(sample.setting);
            }
        }
        settings
    }

    /// Tables of ADaSA's differences to the others in the claimed metrics, and of everything that
    /// was measured.
    pub(super) fn tables(&self) -> Vec<Table> {
        let changes = FALLS.iter().flat_map(|fall| match fall.metric {
            RESPONSE => vec![self.changes(fall, RESPONSE), self.changes(fall, TURNAROUND)],
            metric => vec![self.changes(fall, metric)],
        });
        let settings = self.settings().into_iter();
        changes.chain(settings.map(|one| self.table(one))).collect()
    }

    /// Table of a claimed fall at all settings: a row for each kind of workload, a column for each
    /// load.
    fn changes(&self, fall: &Fall, metric: usize) -> Table {
        let kinds = [Source::Jann, Source::LogUniform]
            .into_iter()
            .flat_map(|source| REQUESTS.map(|times| (source, times)));
        let rows = kinds.map(|(source, over_request)| {
            let cells = self.loads.iter().map(|&load| {
                let setting = Setting {
                    source,
                    load,
                    over_request,
                };
                let is_judged = setting == JUDGED && metric == fall.metric;
                Cell {
                    reported: Some(fall.reported).filter(|_| is_judged),
                    measured: self.change(setting, (ADASA, fall.other), metric),
                }
            });
            let name = format!("{}, over-request {over_request}", source.name());
            (name, cells.collect())
        });
        Table {
            title: format!(
                "ADaSA against {}: {} changes by, %",
                SERVICES[fall.other].2, METRICS[metric]
            ),
            corner: "workloads".to_owned(),
            columns: self
                .loads
                .iter()
                .map(|load| format!("load {load}"))
                .collect(),
            rows: rows.collect(),
        }
    }

    /// The paper's figure 2, and a page for each source and over-request with a row
    /// for each load.
    pub(super) fn pages(&self) -> Vec<Page> {
        let mut kinds: Vec<Vec<Setting>> = Vec::new();
        for setting in self.settings() {
            let same = |kind: &&mut Vec<Setting>| {
                (kind[0].source, kind[0].over_request) == (setting.source, setting.over_request)
            };
            match kinds.iter_mut().find(same) {
                Some(kind) => kind.push(setting),
                None => kinds.push(vec![setting]),
            }
        }
        let by_load = kinds.into_iter().map(|kind| self.by_load(&kind));
        std::iter::once(self.figure_2()).chain(by_load).collect()
    }

    /// Four metrics of the paper's five services, a row for each source.
    fn figure_2(&self) -> Page {
        const FOUR: [usize; 4] = [RESPONSE, SLOWDOWN, MISSED, USED];
        let load = self.loads.iter().find(|load| **load == JUDGED.load);
        let load = load.or(self.loads.first()).copied().unwrap_or(JUDGED.load);
        let rows = [Source::Jann, Source::LogUniform].map(|source| Setting {
            source,
            load,
            ..JUDGED
        });
        let against = [MISSED, RESPONSE].map(|metric| FOUR.iter().position(|one| *one == metric));
        let [across, up] = against.map(|place| place.unwrap_or(0));
        Page {
            title: format!(
                "Figure 2: four metrics of five services, load {load}, users ask for what is of use"
            ),
            source: "figure 2".to_owned(),
            rows: rows
                .map(|row| [row.source.name().to_owned(), format!("load {load}")])
                .to_vec(),
            columns: FOUR.map(column).to_vec(),
            groups: titles(OF_PAPER),
            cells: self.cells(&rows, &FOUR, OF_PAPER),
            against: Some([across, up]),
        }
    }

    fn by_load(&self, kind: &[Setting]) -> Page {
        const FIVE: [usize; 5] = [RESPONSE, TURNAROUND, SLOWDOWN, MISSED, USED];
        let (source, times) = (kind[0].source.name(), kind[0].over_request);
        let name = format!("{source}, asking for {times} times what is of use");
        Page {
            title: format!("Services by load: {name}"),
            source: name,
            rows: kind
                .iter()
                .map(|setting| [format!("load {}", setting.load), String::new()])
                .collect(),
            columns: FIVE.map(column).to_vec(),
            groups: titles(SERVICES.len()),
            cells: self.cells(kind, &FIVE, SERVICES.len()),
            against: Some([MISSED, RESPONSE]),
        }
    }

    /// Values of the first `services` services, a chart for each setting and metric.
    fn cells(
        &self,
        settings: &[Setting],
        metrics: &[usize],
        services: usize,
    ) -> Vec<Option<Estimate>> {
        let charts = settings
            .iter()
            .flat_map(|setting| metrics.iter().map(move |metric| (*setting, *metric)));
        let cells = charts.flat_map(|(setting, metric)| {
            (0..services).map(move |service| Estimate::of(&self.values(setting, service, metric)))
        });
        cells.collect()
    }

    fn table(&self, setting: Setting) -> Table {
        let source = setting.source.name();
        let rows = SERVICES.iter().enumerate().map(|(service, (_, _, title))| {
            let cells = (0..METRICS.len()).map(|metric| Cell {
                reported: None,
                measured: Estimate::of(&self.values(setting, service, metric)),
            });
            ((*title).to_owned(), cells.collect())
        });
        Table {
            title: format!(
                "{source}, load {}, users ask for {} times what is of use",
                setting.load, setting.over_request
            ),
            corner: "service".to_owned(),
            columns: METRICS.map(str::to_owned).to_vec(),
            rows: rows.collect(),
        }
    }
}

/// Quantity of a column of charts.
fn column(metric: usize) -> Quantity {
    Quantity {
        name: METRICS[metric].to_owned(),
        unit: match metric {
            MISSED | USED => Unit::Share,
            SLOWDOWN => Unit::Number,
            _ => Unit::Seconds,
        },
    }
}

/// Names of the first `services` services.
fn titles(services: usize) -> Vec<String> {
    let services = SERVICES[..services].iter();
    services.map(|(_, _, title)| (*title).to_owned()).collect()
}
