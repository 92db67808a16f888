//! The conditions that forbid some drugs, and the words around them that change their meaning.

/// A condition in which some drugs are contraindicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Condition {
    /// A current pregnancy.
    Pregnancy,
    Asthma,
    HeartFailure,
    /// Myocardial infarction, angina, ischaemic stroke or transient ischaemic attack, current or
    /// past.
    CoronaryDisease,
    /// Myocardial infarction, current or past.
    MyocardialInfarction,
    /// Stroke or transient ischaemic attack, current or past.
    Stroke,
    /// Epilepsy; anorexia or bulimia nervosa.
    Seizures,
    /// Second- or third-degree atrioventricular block without a pacemaker.
    HeartBlock,
    Parkinson,
    MyastheniaGravis,
    /// An estimated glomerular filtration rate below 30 mL/min/1.73 m², end-stage disease or
    /// dialysis.
    SevereRenalFailure,
    /// From the 30th week of pregnancy.
    LatePregnancy,
    MechanicalValve,
    /// A left ventricular ejection fraction below 30 %.
    SevereVentricularDysfunction,
    /// Younger than twelve years.
    ChildUnderTwelve,
    /// Younger than two years.
    ChildUnderTwo,
    /// Sildenafil or a related drug taken within hours.
    RecentPde5Inhibitor,
    /// An oral anticoagulant.
    Anticoagulated,
    /// Heart failure with an ejection fraction of 40 % or less, or an ejection fraction of 35 % or
    /// less.
    ReducedEjectionFraction,
    AntiphospholipidSyndrome,
    /// Diabetic ketoacidosis.
    Ketoacidosis,
    BladderCancer,
    /// Stenosis of both renal arteries, or of the artery of a single kidney.
    RenalArteryStenosis,
    NarrowAngleGlaucoma,
    MalignantHyperthermia,
    /// Glucose-6-phosphate dehydrogenase deficiency.
    G6pdDeficiency,
    Pheochromocytoma,
    /// Breast cancer, current or past.
    BreastCancer,
    /// Deep vein thrombosis or pulmonary embolism, current or past.
    Thromboembolism,
    MigraineWithAura,
    /// A potassium of 6 mmol/L or more, or the word.
    Hyperkalaemia,
    /// An active gastrointestinal ulcer or bleeding.
    GastrointestinalBleeding,
    /// The same, also when its source was treated days ago: an ulcer heals for weeks.
    GastrointestinalUlcer,
    BowelObstruction,
    /// *Clostridioides difficile* colitis or dysentery.
    InvasiveColitis,
    LongQt,
    /// Atrial fibrillation with an accessory pathway.
    PreexcitedFibrillation,
    CardiogenicShock,
    /// Hereditary or idiopathic angio-oedema, or that caused by an ACE inhibitor.
    Angioedema,
    /// Medullary thyroid carcinoma, or multiple endocrine neoplasia type 2.
    MedullaryThyroidCancer,
    IntracranialHaemorrhage,
    HlaB5701,
    Hypocalcaemia,
    OesophagealStricture,
    UrinaryRetention,
    Porphyria,
    Breastfeeding,
    /// Decompensated cirrhosis, or Child-Pugh class C.
    SevereLiverDisease,
    ActiveTuberculosis,
    /// Leukaemia under treatment, a transplant, or immunosuppression by drugs or disease.
    Immunosuppression,
    PreEclampsia,
}

/// The duration of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    /// A patient who once had it still counts as having it.
    Lasting,
    /// It holds now and for more than a day: a pregnancy, an age.
    State,
    /// It comes and goes, so that a year after it means a past episode.
    Episode,
}

/// The properties of a condition.
struct Description {
    english: &'static str,
    /// With the article.
    spanish: &'static str,
    course: Course,
}

impl Condition {
    fn description(self) -> Description {
        let row = |english, spanish, course| Description { english, spanish, course };
        match self {
            Condition::Pregnancy => row("pregnancy", "el embarazo", Course::State),
            Condition::Asthma => row("asthma", "el asma", Course::Lasting),
            Condition::HeartFailure => row("heart failure", "la insuficiencia cardiaca", Course::Lasting),
            Condition::CoronaryDisease => row(
                "coronary disease, stroke or a transient attack",
                "la cardiopatía isquémica y el ictus",
                Course::Lasting,
            ),
            Condition::MyocardialInfarction => row(
                "a myocardial infarction, now or before",
                "el infarto de miocardio, actual o previo",
                Course::Lasting,
            ),
            Condition::Stroke => row(
                "a stroke or transient attack, now or before",
                "el ictus o AIT, actual o previo",
                Course::Lasting,
            ),
            Condition::Seizures => row(
                "seizures, anorexia or bulimia",
                "las convulsiones, la anorexia y la bulimia",
                Course::Lasting,
            ),
            Condition::HeartBlock => row(
                "a block of the second or third degree",
                "el bloqueo de segundo o tercer grado",
                Course::State,
            ),
            Condition::Parkinson => row(
                "Parkinson disease and dementia with Lewy bodies",
                "la enfermedad de Parkinson y la demencia con cuerpos de Lewy",
                Course::Lasting,
            ),
            Condition::MyastheniaGravis => row("myasthenia gravis", "la miastenia gravis", Course::Lasting),
            Condition::SevereRenalFailure => {
                row("an eGFR below 30", "un filtrado menor de 30", Course::Lasting)
            }
            Condition::LatePregnancy => {
                row("the last trimester of pregnancy", "el último trimestre del embarazo", Course::State)
            }
            Condition::MechanicalValve => {
                row("a mechanical heart valve", "una válvula cardiaca mecánica", Course::Lasting)
            }
            Condition::SevereVentricularDysfunction => row(
                "severe left ventricular dysfunction",
                "la disfunción ventricular izquierda grave",
                Course::Lasting,
            ),
            Condition::ChildUnderTwelve => {
                row("an age below 12 years", "la edad menor de 12 años", Course::State)
            }
            Condition::ChildUnderTwo => row("an age below 2 years", "la edad menor de 2 años", Course::State),
            Condition::RecentPde5Inhibitor => {
                row("a recent dose of that drug", "una toma reciente de ese fármaco", Course::Lasting)
            }
            Condition::Anticoagulated => {
                row("treatment with an anticoagulant", "el tratamiento con anticoagulantes", Course::State)
            }
            Condition::ReducedEjectionFraction => row(
                "heart failure with a reduced ejection fraction",
                "la insuficiencia cardiaca con fracción de eyección reducida",
                Course::State,
            ),
            Condition::AntiphospholipidSyndrome => {
                row("antiphospholipid syndrome", "el síndrome antifosfolípido", Course::Lasting)
            }
            Condition::Ketoacidosis => row("ketoacidosis", "la cetoacidosis", Course::Episode),
            Condition::BladderCancer => {
                row("bladder cancer, now or before", "el cáncer de vejiga, actual o previo", Course::Lasting)
            }
            Condition::RenalArteryStenosis => row(
                "a stenosis of both renal arteries",
                "la estenosis bilateral de las arterias renales",
                Course::Lasting,
            ),
            Condition::NarrowAngleGlaucoma => {
                row("narrow-angle glaucoma", "el glaucoma de ángulo estrecho", Course::Lasting)
            }
            Condition::MalignantHyperthermia => {
                row("malignant hyperthermia", "la hipertermia maligna", Course::Lasting)
            }
            Condition::G6pdDeficiency => row("G6PD deficiency", "el déficit de G6PD", Course::Lasting),
            Condition::Pheochromocytoma => row("pheochromocytoma", "el feocromocitoma", Course::Lasting),
            Condition::BreastCancer => {
                row("a history of breast cancer", "el antecedente de cáncer de mama", Course::Lasting)
            }
            Condition::Thromboembolism => {
                row("venous thromboembolism", "el tromboembolismo venoso", Course::Lasting)
            }
            Condition::MigraineWithAura => row("migraine with aura", "la migraña con aura", Course::Lasting),
            Condition::Hyperkalaemia => row("hyperkalemia", "la hiperpotasemia", Course::Episode),
            Condition::GastrointestinalBleeding | Condition::GastrointestinalUlcer => row(
                "active peptic ulcer or bleeding",
                "la úlcera o hemorragia digestiva activa",
                Course::Episode,
            ),
            Condition::BowelObstruction => {
                row("obstruction of the bowel", "la obstrucción intestinal", Course::Episode)
            }
            Condition::InvasiveColitis => row(
                "pseudomembranous colitis and dysentery",
                "la colitis pseudomembranosa y la disentería",
                Course::Episode,
            ),
            Condition::LongQt => row("a long QT", "el QT largo", Course::Lasting),
            Condition::PreexcitedFibrillation => row(
                "atrial fibrillation with an accessory pathway",
                "la fibrilación auricular con vía accesoria",
                Course::State,
            ),
            Condition::CardiogenicShock => row("cardiogenic shock", "el shock cardiogénico", Course::Episode),
            Condition::Angioedema => {
                row("a history of angioedema", "el antecedente de angioedema", Course::Lasting)
            }
            Condition::MedullaryThyroidCancer => row(
                "medullary thyroid carcinoma and MEN 2",
                "el carcinoma medular de tiroides y el MEN 2",
                Course::Lasting,
            ),
            Condition::IntracranialHaemorrhage => {
                row("intracranial hemorrhage", "la hemorragia intracraneal", Course::Lasting)
            }
            Condition::HlaB5701 => row("the allele HLA-B*57:01", "el alelo HLA-B*57:01", Course::Lasting),
            Condition::Hypocalcaemia => row("hypocalcemia", "la hipocalcemia", Course::Episode),
            Condition::OesophagealStricture => row(
                "esophageal stricture and achalasia",
                "la estenosis esofágica y la acalasia",
                Course::Lasting,
            ),
            Condition::UrinaryRetention => row("urinary retention", "la retención urinaria", Course::Episode),
            Condition::Porphyria => row("porphyria", "la porfiria", Course::Lasting),
            Condition::Breastfeeding => row("breast-feeding", "la lactancia materna", Course::State),
            Condition::SevereLiverDisease => {
                row("severe liver disease", "la hepatopatía grave", Course::Lasting)
            }
            Condition::PreEclampsia => row("pre-eclampsia", "la preeclampsia", Course::Episode),
            Condition::Immunosuppression => row("immunosuppression", "la inmunodepresión", Course::State),
            Condition::ActiveTuberculosis => {
                row("active tuberculosis", "la tuberculosis activa", Course::Episode)
            }
        }
    }

    /// Returns the name of the condition for a message, with the article in Spanish if it has one.
    pub(super) fn name(self, spanish: bool) -> &'static str {
        let description = self.description();
        if spanish { description.spanish } else { description.english }
    }

    /// Whether the condition is equivalent to an allergy.
    pub(super) fn is_of_allergies(self) -> bool {
        matches!(self, Condition::Angioedema | Condition::HlaB5701)
    }

    /// Whether the condition comes and goes, so that a year after it means a past episode.
    pub(super) fn is_episode(self) -> bool {
        self.description().course == Course::Episode
    }

    /// Whether a patient who once had the condition still counts as having it.
    pub(super) fn is_lasting(self) -> bool {
        self.description().course == Course::Lasting
    }
}

/// Words directly before a condition that change its meaning, or that place it at another time or
/// with another person.
pub(super) const EXCLUDING_WORDS_BEFORE: &[&str] = &[
    // Possible, hypothetical or denied.
    "if",
    "unless",
    "when",
    "while",
    "whether",
    "not",
    "never",
    "become",
    "becomes",
    "became",
    "becoming",
    "get",
    "gets",
    "got",
    "getting",
    "being",
    "risk of",
    "risk for",
    "prevent",
    "avoid",
    "exclude",
    "prophylaxis for",
    "profilaxis de",
    "screening for",
    "no more",
    "rule out",
    "r/o",
    "plans? to be",
    "si",
    "cuando",
    r"qued[oóa]\w*",
    "quedarse",
    "estar",
    "riesgo de",
    "descartar",
    // Another person.
    "wife",
    "partner",
    "girlfriend",
    "daughter",
    "sister",
    "mother",
    "esposa",
    "pareja",
    "hija",
    "hermana",
    "madre",
    // Another time: a childhood, a birth.
    "childhood",
    "infantile",
    "premature at",
    "born at",
    "nacid[oa] (?:a las|con)",
    "parto a las",
    r"scars? \(?(?:from|of|after)?",
    r"cicatri\w+ \(?(?:de|por|tras)?",
    "transient",
    "transitory",
    "paroxysmal",
    // Another thing: Wolff-Parkinson-White, a Parkinson plus syndrome, cardiac asthma.
    "wolff",
    "plus",
    "score",
    "cardiac",
    // Another organ.
    "anal",
    "cricopharyngeal",
    "anal sphincter",
];

/// Words directly after a condition that change its meaning, or that place it at another time or
/// with another person.
pub(super) const EXCLUDING_WORDS_BEHIND: &[&str] = &[
    "in (?:her|his|the) (?:mother|father|family|childhood)",
    "as a child",
    "in childhood",
    "test",
    r"(?:\w+ ){0,3}(?:rats|mice|rabbits|ratas|ratones)",
    "infantil",
    "en la infancia",
    r"resuelt\w",
    "resolved",
    "(?:that|which) (?:has )?resolved",
    "with (?:spontaneous )?resolution",
    r"con resoluci[oó]n",
    r"que (?:se )?resolvi[oó]",
    "transitori[oa]",
    "ruled out",
    r"descartad\w",
    r"clinic\b",
    "prophylaxis",
    "ppx",
    "profilaxis",
    "screening",
    "risk",
    "protocol",
    "excluded",
    "excluid",
    "previo al ingreso",
    "white",
    "nurse",
    "society",
    "scale",
    "of the anal",
    r"anal\b",
    "gene (?:test|testing|panel|analysis)",
    "genetic",
    "carrier status",
];
