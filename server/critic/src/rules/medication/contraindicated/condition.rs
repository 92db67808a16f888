//! The conditions that forbid some drugs, and the words in which notes write them.

/// A condition in which some drugs are contraindicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Condition {
    /// A pregnancy that goes on.
    Pregnancy,
    Asthma,
    HeartFailure,
    /// A myocardial infarction, angina, an ischaemic stroke or attack, now or before.
    CoronaryDisease,
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
            Condition::Seizures => {
                ("seizures, anorexia or bulimia", "las convulsiones, la anorexia y la bulimia")
            }
            Condition::HeartBlock => {
                ("a block of the second or third degree", "el bloqueo de segundo o tercer grado")
            }
            Condition::Parkinson => ("Parkinson disease", "la enfermedad de Parkinson"),
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
        };
        if spanish { in_spanish } else { english }
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
        )
    }
}

/// How notes write each condition, in English and then in Spanish; where several forms begin at one place, the first
/// that fits counts.
pub(super) const FORMS: &[(Condition, &[&str])] = &[
    (
        Condition::Pregnancy,
        &[
            r"\bpregnant\b",
            r"\bintrauterine pregnancy\b",
            r"\bIUP(?: at| @)? \d{1,2}",
            r"\b\d{1,2}(?:\+\d)? ?(?:weeks?|wks?)['’]? (?:of )?(?:pregnan(?:t|cy)|gestation)\b",
            r"\b(?:primigravida|multigravida) (?:at|of) \d{1,2}",
            r"\bG\d{1,2}P\d{1,4},? (?:at |@ ?)?\d{1,2}(?:\+\d)? ?(?:w(?:ee)?ks?|w)\b",
            r"\b(?:pregnan|gravid|G\d{1,2}P\d|gestation)[^.;]{0,25} \d{1,2}(?:\+\d)?/40\b",
            r"\bembarazada\b",
            r"\b(?:gestante|primigesta|secundigesta|multigesta|embarazo|gestaci[oó]n)(?: de|,)? \d{1,2}(?:\+\d)? ?(?:sem|s\b|SDG)\w*",
            r"\b\d{1,2}(?:\.\d)? ?SDG\b",
            r"\bgestante de \d",
            r"\bembarazo de \d{1,2}",
            r"\bgestaci[oó]n de \d{1,2}",
            r"\b\d{1,2}(?:\+\d)? semanas de (?:gestaci[oó]n|embarazo)\b",
        ],
    ),
    (Condition::Asthma, &[r"\basthma\b", r"\basthmatic\b", r"\basma\b", r"\basm[aá]tic[oa]\b"]),
    (
        Condition::HeartFailure,
        &[
            r"\b(?:congestive )?(?:heart|cardiac) failure\b",
            r"\bHF[rp]EF\b",
            r"\bCHF\b",
            r"\binsuficiencia card[ií]aca\b",
        ],
    ),
    (
        Condition::CoronaryDisease,
        &[
            r"\bcoronary (?:artery|heart) disease\b",
            r"\bmyocardial infarction\b",
            r"\bN?STEMI\b",
            r"\bheart attack\b",
            r"\bischa?emic (?:stroke|heart disease)\b",
            r"\bangina (?:pectoris|de pecho)\b",
            r"\bcardiopat[ií]a isqu[eé]mica\b",
            r"\binfarto (?:agudo )?del? miocardio\b",
            r"\bictus isqu[eé]mico\b",
            r"\b(?:prior|previous|history of|h/o) (?:MI|CVA|TIA)\b",
        ],
    ),
    (
        Condition::Seizures,
        &[
            r"\bepilep(?:sy|sia|tic)\b",
            r"\bseizure disorder\b",
            r"\bepil[eé]ptic[oa]\b",
            r"\btrastorno convulsivo\b",
            r"\b(?:anorexia|bulimia) nerv(?:osa|iosa)\b",
        ],
    ),
    (
        Condition::HeartBlock,
        &[
            r"\b(?:complete|third[- ]degree|3rd[- ]degree|second[- ]degree|2nd[- ]degree|Mobitz (?:type )?(?:II|2)) (?:AV |A-V |atrioventricular |heart )+block\b",
            r"\bbloqueo (?:AV|auriculoventricular|A-V) (?:completo|de (?:segundo|tercer|2\.?º|3\.?er) grado)",
            r"\bBAV (?:completo|de (?:segundo|tercer|2\.?º|3\.?er) grado)",
        ],
    ),
    (Condition::Parkinson, &[r"\bparkinson(?:['’]s)?(?: disease)?\b"]),
    (Condition::MyastheniaGravis, &[r"\bm[yi]asthenia gravis\b", r"\bmiastenia gravis\b"]),
    (
        Condition::SevereRenalFailure,
        &[
            r"\bES[RK][DF]\b",
            r"\bend[- ]stage (?:renal|kidney) (?:disease|failure)\b",
            r"\bCKD (?:stage |G)?(?:5|V)D?\b",
            r"\bstage (?:5|V) (?:CKD|chronic kidney disease)\b",
            r"\bERC (?:estadio |terminal|G)?(?:5|V)D?\b",
            r"\b(?:ERC|insuficiencia renal cr[oó]nica) terminal\b",
            r"\bIRCT\b",
            r"\bon (?:chronic |maintenance )?ha?emodialysis\b",
            r"\ben (?:programa de )?hemodi[aá]lisis\b",
        ],
    ),
    (
        Condition::LatePregnancy,
        &[
            r"\b(?:3[0-9]|4[01])(?:\+\d)? ?(?:weeks?|wks?)['’]? (?:of )?(?:pregnan(?:t|cy)|gestation)\b",
            r"\b(?:pregnan|gravid|G\d{1,2}P\d|gestation)[^.;]{0,25} (?:3[0-9]|4[01])(?:\+\d)?/40\b",
            r"\bG\d{1,2}P\d{1,4},? (?:at |@ ?)?(?:3[0-9]|4[01])(?:\+\d)? ?(?:w(?:ee)?ks?|w)\b",
            r"\b(?:third|3rd) trimester\b",
            r"\b(?:gestante|primigesta|secundigesta|embarazo|embarazada|gestaci[oó]n)(?: de|,)? (?:3[0-9]|4[01])(?:\+\d)? ?(?:sem|s\b|SDG)\w*",
            r"\b(?:3[0-9]|4[01])(?:\+\d)? semanas de (?:gestaci[oó]n|embarazo)\b",
            r"\b(?:tercer|3\.?er) trimestre\b",
        ],
    ),
    (
        Condition::MechanicalValve,
        &[
            r"\bmechanical (?:(?:bileaflet|heart|cardiac|prosthetic|aortic|mitral|tricuspid) )*(?:valves?|AVR|MVR|prosthesis)\b",
            r"\bmetallic (?:(?:heart|aortic|mitral) )*valves?\b",
            r"\bv[aá]lvulas? (?:(?:mitral|a[oó]rtica|prot[eé]sica|card[ií]aca) )*(?:mec[aá]nica|met[aá]lica)s?\b",
            r"\bpr[oó]tesis (?:(?:valvular|mitral|a[oó]rtica) )*(?:mec[aá]nica|met[aá]lica)s?\b",
        ],
    ),
    (
        Condition::SevereVentricularDysfunction,
        &[
            r"\b(?:LV)?EF(?: of| is| was|:| ~| ≈)? ?(?:1[0-9]|2[0-9]) ?%",
            r"\bFE(?:VI)?(?: de| del|:)? ?(?:1[0-9]|2[0-9]) ?%",
        ],
    ),
    (
        Condition::RecentPde5Inhibitor,
        &[
            r"\b(?:took|taken|used|ingested) (?:\d+ ?mg (?:of )?)?(?:sildenafil|viagra|tadalafil|cialis|vardenafil|levitra|avanafil)[^.;]{0,30}\b(?:hours?|hrs?|h|last night|this morning|today|yesterday|earlier)\b",
            r"\b(?:tom[oó]|ha tomado|toma de|ingesta de|consumo de) (?:sildenafil|viagra|tadalafil|cialis|vardenafil|levitra|avanafil)[^.;]{0,30}\b(?:horas?|h|anoche|hoy|ayer|esta ma[ñn]ana)\b",
            r"\bhace \d+ (?:h|horas)[^.;]{0,20} (?:sildenafil|viagra|tadalafil|cialis|vardenafil|levitra|avanafil)\b",
        ],
    ),
    (
        Condition::NarrowAngleGlaucoma,
        &[
            r"\b(?:narrow|closed|acute)[- ]angle(?:[- ]closure)? glaucoma\b",
            r"\bangle[- ]closure glaucoma\b",
            r"\bglaucoma de [aá]ngulo (?:estrecho|cerrado)\b",
        ],
    ),
    (
        Condition::MalignantHyperthermia,
        &[r"\bmalignant hyperthermia\b", r"\bhipertermia maligna\b", r"\bMH[- ]susceptible\b"],
    ),
    (
        Condition::G6pdDeficiency,
        &[
            r"\bG6PD[- ]?(?:deficien(?:cy|t)|def\b)",
            r"\bd[eé]ficit de (?:G6PD|glucosa[- ]6[- ]fosfato)",
            r"\bdeficiencia de (?:G6PD|glucosa[- ]6[- ]fosfato)",
            r"\bfavismo?\b",
        ],
    ),
    (Condition::Pheochromocytoma, &[r"\bphaeochromocytoma\b|\bpheochromocytoma\b", r"\bfeocromocitoma\b"]),
];

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
    "white",
    "nurse",
    "society",
    "scale",
];
