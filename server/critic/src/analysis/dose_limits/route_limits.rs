//! The highest usual doses of what is given in another way than by mouth: into a vein, through the lungs, through the skin,
//! or in an infusion.

/// The highest usual doses in milligrams of what is injected into a vein at once, where they are lower than by mouth.
pub(super) const INJECTED_LIMITS: &[(&str, f64, f64)] = &[
    ("morphine", 15.0, 400.0),
    ("hydromorphone", 4.0, 64.0),
    ("fentanyl", 1.0, 12.0),
    ("metoprolol", 15.0, 60.0),
    ("labetalol", 80.0, 2400.0),
    ("diltiazem", 30.0, 540.0),
    ("verapamil", 10.0, 100.0),
    ("propranolol", 5.0, 30.0),
    ("hydralazine", 40.0, 300.0),
    ("digoxin", 1.0, 1.5),
    ("midazolam", 15.0, 400.0),
    ("diazepam", 30.0, 100.0),
    ("bumetanide", 5.0, 10.0),
    ("famotidine", 40.0, 80.0),
    ("ondansetron", 16.0, 32.0),
    ("haloperidol", 10.0, 100.0),
    ("lorazepam", 8.0, 80.0),
    ("atenolol", 10.0, 10.0),
    ("amiodarone", 450.0, 2400.0),
];

/// The highest usual doses in milligrams of what is inhaled, where they are lower than by mouth.
pub(super) const INHALED_LIMITS: &[(&str, f64, f64)] =
    &[("budesonide", 2.0, 4.0), ("beclomethasone", 0.8, 2.0)];

/// Drugs of which one injection may last for weeks or months.
pub(super) const DEPOT_DRUGS: &[&str] = &[
    "aripiprazole",
    "risperidone",
    "olanzapine",
    "haloperidol",
    "octreotide",
    "naltrexone",
    "buprenorphine",
];

/// The most that a plaster for the skin holds, in milligrams.
pub(super) const PATCH_LIMITS: &[(&str, f64)] = &[("fentanyl", 16.0)];

/// The highest usual rates of infusion, in milligrams an hour, of an adult of 80 kg where they go by weight.
pub(super) const INFUSION_RATE_LIMITS: &[(&str, f64)] = &[
    ("fentanyl", 1.0),
    ("remifentanil", 10.0),
    ("sufentanil", 0.2),
    ("dexmedetomidine", 0.16),
    // Of a plaster.
    ("buprenorphine", 0.14),
    ("norepinephrine", 20.0),
    ("epinephrine", 20.0),
    ("phenylephrine", 30.0),
    ("dopamine", 150.0),
    ("dobutamine", 200.0),
    ("nitroglycerin", 24.0),
    ("octreotide", 0.1),
    ("midazolam", 40.0),
    ("morphine", 60.0),
    ("hydromorphone", 20.0),
    ("propofol", 800.0),
    ("ketamine", 200.0),
    ("diltiazem", 20.0),
    ("labetalol", 360.0),
    ("amiodarone", 900.0),
    ("lidocaine", 300.0),
    ("furosemide", 240.0),
];
