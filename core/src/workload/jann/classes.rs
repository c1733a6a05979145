//! The parameters of the ten classes, re-fitted to the log of the CTC SP2.

use super::{Class, HyperErlang};

const fn mix(stages: u32, share: f64, first: f64, second: f64) -> HyperErlang {
    HyperErlang {
        stages,
        share,
        first,
        second,
    }
}

const fn class(
    (from, to): (u32, u32),
    frequent: &'static [u32],
    interarrival: HyperErlang,
    runtime: HyperErlang,
) -> Class {
    Class {
        from,
        to,
        frequent,
        interarrival,
        runtime,
    }
}

/// The classes from the narrowest on. The fits match the first three moments
/// of the log of the CTC SP2 in the Parallel Workloads Archive (version 3.1,
/// cleaned), of the 17 424 jobs that ran and had ended before 12 September 1996.
pub const CLASSES: [Class; 10] = [
    class(
        (1, 1),
        &[1],
        mix(1, 0.069_625_80, 1.478_324_97e-4, 2.307_326_94e-3),
        mix(4, 0.387_621_52, 1.190_236_20e-4, 6.467_790_56e-3),
    ),
    class(
        (2, 2),
        &[2],
        mix(1, 0.097_147_30, 3.608_188_23e-5, 8.718_067_28e-4),
        mix(7, 0.303_737_12, 1.589_236_79e-4, 6.593_537_11e-2),
    ),
    class(
        (3, 4),
        &[4],
        mix(1, 0.130_459_47, 6.211_563_16e-5, 1.344_081_44e-3),
        mix(5, 0.206_215_25, 1.427_697_62e-4, 3.243_503_57e-2),
    ),
    class(
        (5, 8),
        &[8, 5, 6],
        mix(1, 0.218_327_53, 7.159_645_24e-5, 1.662_362_03e-3),
        mix(2, 0.222_296_93, 9.522_163_95e-5, 3.052_221_82e-3),
    ),
    class(
        (9, 16),
        &[16, 10, 12],
        mix(1, 0.108_334_77, 6.693_323_05e-5, 7.138_553_70e-4),
        mix(3, 0.313_964_39, 1.138_539_76e-4, 2.047_384_97e-2),
    ),
    class(
        (17, 32),
        &[32, 20, 18],
        mix(1, 0.124_326_17, 3.367_806_37e-5, 3.802_210_04e-4),
        mix(3, 0.317_360_30, 1.048_467_16e-4, 2.082_091_30e-2),
    ),
    class(
        (33, 64),
        &[64, 33, 34],
        mix(1, 0.450_458_69, 5.524_162_38e-5, 1.811_412_40e-3),
        mix(3, 0.418_626_88, 1.005_494_01e-4, 1.184_985_60e-2),
    ),
    class(
        (65, 128),
        &[128, 65, 96],
        mix(2, 0.510_704_92, 3.275_157_46e-5, 5.882_895_33e-4),
        mix(5, 0.302_349_44, 1.229_441_36e-4, 3.195_440_34e-2),
    ),
    class(
        (129, 256),
        &[129, 256, 200],
        mix(2, 0.194_226_68, 5.807_351_19e-6, 6.387_491_83e-4),
        mix(1, 0.378_394_58, 2.925_086_81e-4, 1.347_538_25e-2),
    ),
    class(
        (257, 322),
        &[306, 320, 300],
        mix(1, 0.155_658_98, 1.576_090_31e-6, 1.959_143_94e-5),
        mix(6, 0.211_009_20, 1.416_140_33e-4, 1.756_659_49e-1),
    ),
];
