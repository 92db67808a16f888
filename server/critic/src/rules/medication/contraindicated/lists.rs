//! Groups of drugs that several rows of the tables use.

/// Angiotensin-converting enzyme inhibitors, by their English generic names.
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

/// Antimuscarinics for overactive bladder, by their English generic names.
pub(super) const BLADDER_ANTICHOLINERGICS: &[&str] =
    &["oxybutynin", "tolterodine", "solifenacin", "fesoterodine", "darifenacin", "trospium"];

/// Vasoconstrictive drugs for migraine, by their English generic names.
pub(super) const TRIPTANS: &[&str] = &[
    "sumatriptan",
    "rizatriptan",
    "zolmitriptan",
    "eletriptan",
    "naratriptan",
    "almotriptan",
    "frovatriptan",
];

/// The drugs of [`TRIPTANS`] that monoamine oxidase metabolises.
pub(super) const TRIPTANS_OF_MAO: &[&str] = &["sumatriptan", "rizatriptan", "zolmitriptan"];

/// Angiotensin receptor blockers, alone and in combinations, and combinations of ACE inhibitors.
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

/// Live vaccines, by their names in the list of drugs.
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

/// Serotonergic antidepressants, by their English generic names.
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

/// Non-selective oral anti-inflammatory drugs except ketorolac, by their English generic names.
pub(super) const NSAIDS: &[&str] =
    &["ibuprofen", "naproxen", "diclofenac", "dexketoprofen", "indomethacin", "ketoprofen"];

/// Non-selective monoamine oxidase inhibitors and MAO-A inhibitors, by their English generic names.
pub(super) const MAO_INHIBITORS: &[&str] = &["phenelzine", "tranylcypromine", "moclobemide"];

/// Full and partial opioid agonists, by their English generic names.
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

/// Strong CYP3A4 inhibitors, by their English generic names.
pub(super) const CYP3A4_INHIBITORS: &[&str] =
    &["clarithromycin", "itraconazole", "ketoconazole", "ritonavir", "nirmatrelvir", "cobicistat"];

/// CYP3A4 inducers, by their English generic names.
pub(super) const CYP3A4_INDUCERS: &[&str] = &["rifampicin", "carbamazepine", "phenytoin", "phenobarbital"];

/// Proton pump inhibitors, by their English generic names.
pub(super) const PROTON_PUMP_INHIBITORS: &[&str] =
    &["omeprazole", "esomeprazole", "pantoprazole", "lansoprazole", "rabeprazole"];

/// Direct oral anticoagulants, by their English generic names.
pub(super) const ORAL_ANTICOAGULANTS: &[&str] = &["apixaban", "rivaroxaban", "edoxaban", "dabigatran"];
