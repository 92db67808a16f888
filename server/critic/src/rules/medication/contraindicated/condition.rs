//! The conditions that forbid some drugs, and the words around them that make them another thing.

/// A condition in which some drugs are contraindicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Condition {
    /// A pregnancy that goes on.
    Pregnancy,
    Asthma,
    HeartFailure,
    /// A myocardial infarction, angina, an ischaemic stroke or attack, now or before.
    CoronaryDisease,
    /// A myocardial infarction, now or before.
    MyocardialInfarction,
    /// A stroke or a transient ischaemic attack, now or before.
    Stroke,
    /// Epilepsy; anorexia or bulimia nervosa.
    Seizures,
    /// An atrioventricular block of the second or third degree, without a pacemaker.
    HeartBlock,
    Parkinson,
    MyastheniaGravis,
    /// An estimated glomerular filtration rate below 30 mL/min/1.73 m², end-stage disease or dialysis.
    SevereRenalFailure,
    /// From the 30th week of a pregnancy on.
    LatePregnancy,
    MechanicalValve,
    /// A left ventricular ejection fraction below 30 %.
    SevereVentricularDysfunction,
    /// Younger than twelve years.
    ChildUnderTwelve,
    /// Younger than two years.
    ChildUnderTwo,
    /// Sildenafil or one of its kin taken within hours.
    RecentPde5Inhibitor,
    NarrowAngleGlaucoma,
    MalignantHyperthermia,
    /// A deficiency of glucose-6-phosphate dehydrogenase.
    G6pdDeficiency,
    Pheochromocytoma,
    /// Breast cancer, now or before.
    BreastCancer,
    /// A thrombosis of deep veins or an embolism of the lung, now or before.
    Thromboembolism,
    MigraineWithAura,
    /// A potassium of 6 mmol/L and more, or the word.
    Hyperkalaemia,
    /// An ulcer or a bleeding of the gut that is active.
    GastrointestinalBleeding,
    BowelObstruction,
    /// A colitis by *Clostridioides difficile*, a dysentery.
    InvasiveColitis,
    LongQt,
    /// Atrial fibrillation with an accessory pathway.
    PreexcitedFibrillation,
    CardiogenicShock,
    /// A hereditary or idiopathic angio-oedema, or one by an ACE inhibitor.
    Angioedema,
    /// A medullary carcinoma of the thyroid, or a multiple endocrine neoplasia of type 2.
    MedullaryThyroidCancer,
    IntracranialHaemorrhage,
    HlaB5701,
    Hypocalcaemia,
    OesophagealStricture,
    UrinaryRetention,
    Porphyria,
    Breastfeeding,
    /// A decompensated cirrhosis, or one of the class C of Child and Pugh.
    SevereLiverDisease,
    ActiveTuberculosis,
}

impl Condition {
    /// The words of a message for the condition, with the article where Spanish has one.
    pub(super) fn name(self, spanish: bool) -> &'static str {
        let (english, in_spanish) = match self {
            Condition::Pregnancy => ("pregnancy", "el embarazo"),
            Condition::Asthma => ("asthma", "el asma"),
            Condition::HeartFailure => ("heart failure", "la insuficiencia cardiaca"),
            Condition::CoronaryDisease => {
                ("coronary disease, stroke or a transient attack", "la cardiopatía isquémica y el ictus")
            }
            Condition::MyocardialInfarction => {
                ("a myocardial infarction, now or before", "el infarto de miocardio, actual o previo")
            }
            Condition::Stroke => {
                ("a stroke or transient attack, now or before", "el ictus o AIT, actual o previo")
            }
            Condition::Seizures => {
                ("seizures, anorexia or bulimia", "las convulsiones, la anorexia y la bulimia")
            }
            Condition::HeartBlock => {
                ("a block of the second or third degree", "el bloqueo de segundo o tercer grado")
            }
            Condition::Parkinson => (
                "Parkinson disease and dementia with Lewy bodies",
                "la enfermedad de Parkinson y la demencia con cuerpos de Lewy",
            ),
            Condition::MyastheniaGravis => ("myasthenia gravis", "la miastenia gravis"),
            Condition::SevereRenalFailure => ("an eGFR below 30", "un filtrado menor de 30"),
            Condition::LatePregnancy => {
                ("the last trimester of pregnancy", "el último trimestre del embarazo")
            }
            Condition::MechanicalValve => ("a mechanical heart valve", "una válvula cardiaca mecánica"),
            Condition::SevereVentricularDysfunction => {
                ("severe left ventricular dysfunction", "la disfunción ventricular izquierda grave")
            }
            Condition::ChildUnderTwelve => ("an age below 12 years", "la edad menor de 12 años"),
            Condition::ChildUnderTwo => ("an age below 2 years", "la edad menor de 2 años"),
            Condition::RecentPde5Inhibitor => {
                ("a recent dose of that drug", "una toma reciente de ese fármaco")
            }
            Condition::NarrowAngleGlaucoma => ("narrow-angle glaucoma", "el glaucoma de ángulo estrecho"),
            Condition::MalignantHyperthermia => ("malignant hyperthermia", "la hipertermia maligna"),
            Condition::G6pdDeficiency => ("G6PD deficiency", "el déficit de G6PD"),
            Condition::Pheochromocytoma => ("pheochromocytoma", "el feocromocitoma"),
            Condition::BreastCancer => ("a history of breast cancer", "el antecedente de cáncer de mama"),
            Condition::Thromboembolism => ("venous thromboembolism", "el tromboembolismo venoso"),
            Condition::MigraineWithAura => ("migraine with aura", "la migraña con aura"),
            Condition::Hyperkalaemia => ("hyperkalemia", "la hiperpotasemia"),
            Condition::GastrointestinalBleeding => {
                ("active peptic ulcer or bleeding", "la úlcera o hemorragia digestiva activa")
            }
            Condition::BowelObstruction => ("obstruction of the bowel", "la obstrucción intestinal"),
            Condition::InvasiveColitis => {
                ("pseudomembranous colitis and dysentery", "la colitis pseudomembranosa y la disentería")
            }
            Condition::LongQt => ("a long QT", "el QT largo"),
            Condition::PreexcitedFibrillation => (
                "atrial fibrillation with an accessory pathway",
                "la fibrilación auricular con vía accesoria",
            ),
            Condition::CardiogenicShock => ("cardiogenic shock", "el shock cardiogénico"),
            Condition::Angioedema => ("a history of angioedema", "el antecedente de angioedema"),
            Condition::MedullaryThyroidCancer => {
                ("medullary thyroid carcinoma and MEN 2", "el carcinoma medular de tiroides y el MEN 2")
            }
            Condition::IntracranialHaemorrhage => ("intracranial hemorrhage", "la hemorragia intracraneal"),
            Condition::HlaB5701 => ("the allele HLA-B*57:01", "el alelo HLA-B*57:01"),
            Condition::Hypocalcaemia => ("hypocalcemia", "la hipocalcemia"),
            Condition::OesophagealStricture => {
                ("esophageal stricture and achalasia", "la estenosis esofágica y la acalasia")
            }
            Condition::UrinaryRetention => ("urinary retention", "la retención urinaria"),
            Condition::Porphyria => ("porphyria", "la porfiria"),
            Condition::Breastfeeding => ("breast-feeding", "la lactancia materna"),
            Condition::SevereLiverDisease => ("severe liver disease", "la hepatopatía grave"),
            Condition::ActiveTuberculosis => ("active tuberculosis", "la tuberculosis activa"),
        };
        if spanish { in_spanish } else { english }
    }

    /// Whether the condition comes and goes, so that a year behind it is that of one that is over.
    pub(super) fn is_episode(self) -> bool {
        matches!(
            self,
            Condition::Hyperkalaemia
                | Condition::GastrointestinalBleeding
                | Condition::BowelObstruction
                | Condition::InvasiveColitis
                | Condition::CardiogenicShock
                | Condition::Hypocalcaemia
                | Condition::UrinaryRetention
                | Condition::ActiveTuberculosis
        )
    }

    /// Whether a patient who once had the condition still counts as having it.
    pub(super) fn is_lasting(self) -> bool {
        !matches!(
            self,
            Condition::Pregnancy
                | Condition::LatePregnancy
                | Condition::HeartBlock
                | Condition::ChildUnderTwelve
                | Condition::ChildUnderTwo
                | Condition::Hyperkalaemia
                | Condition::GastrointestinalBleeding
                | Condition::BowelObstruction
                | Condition::InvasiveColitis
                | Condition::CardiogenicShock
                | Condition::Hypocalcaemia
                | Condition::UrinaryRetention
                | Condition::Breastfeeding
                | Condition::ActiveTuberculosis
                | Condition::PreexcitedFibrillation
        )
    }
}

/// Words right before a condition that make it another thing, or one of another time or person.
pub(super) const WORDS_BEFORE_ANOTHER: &[&str] = &[
    // What may be, may come or is not.
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
    // Somebody else.
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

/// Words right behind a condition that make it another thing, or one of another time or person.
pub(super) const WORDS_BEHIND_ANOTHER: &[&str] = &[
    "in (?:her|his|the) (?:mother|father|family|childhood)",
    "as a child",
    "in childhood",
    "test",
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
