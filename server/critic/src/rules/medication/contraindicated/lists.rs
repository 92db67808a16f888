//! Groups of drugs that several rows of the tables name.

/// The inhibitors of the angiotensin-converting enzyme, by their English generic names.
pub(super) const ACE_INHIBITORS: &[&str] = &[
    "lisinopril",
    "enalapril",
    "ramipril",
    "captopril",
    "perindopril",
    "benazepril",
    "quinapril",
    "fosinopril",
    "trandolapril",
];

/// Antagonists of muscarinic receptors against an overactive bladder, by their English generic names.
pub(super) const BLADDER_ANTICHOLINERGICS: &[&str] =
    &["oxybutynin", "tolterodine", "solifenacin", "fesoterodine", "darifenacin", "trospium"];

/// Drugs for migraine that narrow vessels, by their English generic names.
pub(super) const TRIPTANS: &[&str] = &[
    "sumatriptan",
    "rizatriptan",
    "zolmitriptan",
    "eletriptan",
    "naratriptan",
    "almotriptan",
    "frovatriptan",
];

/// The drugs of [`TRIPTANS`] that the monoamine oxidase breaks down.
pub(super) const TRIPTANS_OF_MAO: &[&str] = &["sumatriptan", "rizatriptan", "zolmitriptan"];

/// Antagonists of angiotensin, alone and in combinations, and combinations of ACE inhibitors.
pub(super) const COMBINED_SARTANS: &[&str] = &[
    "losartan",
    "valsartan",
    "candesartan",
    "irbesartan",
    "telmisartan",
    "olmesartan",
    "losartan hydrochlorothiazide",
    "valsartan hydrochlorothiazide",
    "enalapril hydrochlorothiazide",
    "lisinopril hydrochlorothiazide",
    "amlodipine benazepril",
    "amlodipine valsartan",
    "amlodipine olmesartan",
];

/// Vaccines of live germs, by their names in the list of drugs.
pub(super) const LIVE_VACCINES: &[&str] =
    &["mmr vaccine", "varicella vaccine", "yellow fever vaccine", "bcg vaccine"];

/// Statins, by their English generic names.
pub(super) const STATINS: &[&str] = &[
    "atorvastatin",
    "simvastatin",
    "rosuvastatin",
    "pravastatin",
    "fluvastatin",
    "lovastatin",
    "pitavastatin",
];

/// Antidepressants that raise serotonin, by their English generic names.
pub(super) const SEROTONERGIC_ANTIDEPRESSANTS: &[&str] = &[
    "fluoxetine",
    "sertraline",
    "paroxetine",
    "citalopram",
    "escitalopram",
    "fluvoxamine",
    "venlafaxine",
    "duloxetine",
    "clomipramine",
];

/// Anti-inflammatory drugs by mouth that are not selective, ketorolac apart, by their English generic names.
pub(super) const NSAIDS: &[&str] =
    &["ibuprofen", "naproxen", "diclofenac", "dexketoprofen", "indomethacin", "ketoprofen"];

/// Inhibitors of the monoamine oxidase that are not selective, and those of its form A, by their English generic names.
pub(super) const MAO_INHIBITORS: &[&str] = &["phenelzine", "tranylcypromine", "moclobemide"];

/// Opioids in full or part, by their English generic names.
pub(super) const OPIOIDS: &[&str] = &[
    "morphine",
    "oxycodone",
    "hydrocodone",
    "fentanyl",
    "methadone",
    "buprenorphine",
    "codeine",
    "hydromorphone",
    "tapentadol",
    "tramadol",
];

/// Strong inhibitors of the cytochrome 3A4, by their English generic names.
pub(super) const CYP3A4_INHIBITORS: &[&str] =
    &["clarithromycin", "itraconazole", "ketoconazole", "ritonavir", "nirmatrelvir", "cobicistat"];

/// Inducers of the cytochrome 3A4, by their English generic names.
pub(super) const CYP3A4_INDUCERS: &[&str] = &["rifampicin", "carbamazepine", "phenytoin", "phenobarbital"];

/// Inhibitors of the proton pump, by their English generic names.
pub(super) const PROTON_PUMP_INHIBITORS: &[&str] =
    &["omeprazole", "esomeprazole", "pantoprazole", "lansoprazole", "rabeprazole"];

/// Anticoagulants by mouth that inhibit one factor directly, by their English generic names.
pub(super) const ORAL_ANTICOAGULANTS: &[&str] = &["apixaban", "rivaroxaban", "edoxaban", "dabigatran"];
