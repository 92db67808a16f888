//! The words in which notes write the conditions that forbid some drugs.

use super::condition::Condition;

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
    (
        Condition::Parkinson,
        &[
            r"\bparkinson(?:['’]s)?(?: disease)?\b",
            r"\bLewy[- ]bod(?:y|ies)(?: dementia)?\b",
            r"\bdemencia (?:por|con|de) cuerpos de Lewy\b",
        ],
    ),
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
            r"\b(?:recambio|sustituci[oó]n|reemplazo) (?:valvular )?(?:mitral|a[oó]rtic[oa])(?: valvular)? (?:por )?(?:pr[oó]tesis |v[aá]lvula )?(?:mec[aá]nic[oa]|met[aá]lic[oa])\b",
            r"\b(?:On-X|St\.? Jude|bileaflet) (?:(?:mechanical|aortic|mitral) )*(?:valve|AVR|MVR)\b",
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
    (
        Condition::BreastCancer,
        &[
            r"\bbreast (?:ca\b|cancer|carcinoma|adenocarcinoma)",
            r"\binvasive (?:ductal|lobular) carcinoma\b",
            r"\bc[aá]ncer de mama\b",
            r"\bca\.? (?:de )?mama\b",
            r"\bcarcinoma (?:ductal|lobulillar)(?: infiltrante| invasivo)?\b",
            r"\bneoplasia de mama\b",
        ],
    ),
    (
        Condition::Thromboembolism,
        &[
            r"\bdeep v(?:ein|enous) thrombosis\b",
            r"\bDVT\b",
            r"\bpulmonary embol(?:ism|us|i)\b",
            r"\bVTE\b",
            r"\b(?:history of|prior|previous|h/o) PE\b",
            r"\btrombosis venosa profunda\b",
            r"\bTVP\b",
            r"\b(?:tromboembolismo|embolia) pulmonar\b",
            r"\bTEP\b",
        ],
    ),
    (
        Condition::MigraineWithAura,
        &[
            r"\bmigraines? with (?:visual |sensory )?aura\b",
            r"\bmigra[ñn]a con aura\b",
            r"\bjaqueca con aura\b",
        ],
    ),
    (
        Condition::Hyperkalaemia,
        &[
            r"\bhyperkal(?:a)?emi[ac]\b",
            r"\bhiperpotasemia\b",
            r"\bhiperkal[ie]?emia\b",
            r"\b(?:K\+?|potassium|potasio)(?: of| is| was| de|:| =)? ?(?:6|7|8)[.,]\d\b",
        ],
    ),
    (
        Condition::GastrointestinalBleeding,
        &[
            r"\b(?:upper |lower )?(?:GI|gastrointestinal) (?:bleed(?:ing)?|ha?emorrhage)\b",
            r"\bactive (?:peptic|gastric|duodenal) ulcer\b",
            r"\bbleeding (?:peptic|gastric|duodenal) ulcer\b",
            r"\b(?:U|L)GIB\b",
            r"\bhemorragia digestiva\b",
            r"\b(?:HDA|HDB)\b",
            r"\b[uú]lcera (?:p[eé]ptica|g[aá]strica|duodenal|gastroduodenal) (?:activa|sangrante)\b",
        ],
    ),
    (
        Condition::BowelObstruction,
        &[
            r"\b(?:small |large |malignant )?bowel obstruction\b",
            r"\b(?:SBO|LBO)\b",
            r"\b(?:mechanical |intestinal )+obstruction\b",
            r"\b(?:obstrucci[oó]n|oclusi[oó]n) intestinal\b",
        ],
    ),
    (
        Condition::InvasiveColitis,
        &[
            r"\bC(?:lostridioides|lostridium|\.)? ?diff(?:icile)? (?:colitis|infection|diarrh(?:o)?ea|toxin positive|positive|\+)",
            r"\bpseudomembranous colitis\b",
            r"\bdysentery\b",
            r"\b(?:colitis|infecci[oó]n|diarrea) por (?:C\.?|Clostridioides|Clostridium) diff?icile\b",
            r"\bcolitis pseudomembranosa\b",
            r"\bdisenter[ií]a\b",
        ],
    ),
    (
        Condition::LongQt,
        &[
            r"\b(?:congenital )?long[- ]QT(?: syndrome)?\b",
            r"\bLQTS\b",
            r"\bQTc(?: of| is| was| de|:| =)? ?(?:5|6)\d\d\b",
            r"\bQT largo\b",
        ],
    ),
    (
        Condition::PreexcitedFibrillation,
        &[
            r"\bpre-?excited (?:AF|atrial fibrillation)\b",
            r"\b(?:WPW|Wolff)[^.;]{0,25}\b(?:AF|atrial fibrillation|fibrilaci[oó]n auricular|FA)\b",
            r"\b(?:AF|atrial fibrillation|fibrilaci[oó]n auricular|FA)\b[^.;]{0,25}\b(?:WPW|Wolff|accessory pathway|pre-?excit\w+|v[ií]a accesoria)",
        ],
    ),
    (Condition::CardiogenicShock, &[r"\bcardiogenic shock\b", r"\b(?:shock|choque) cardiog[eé]nico\b"]),
    (
        Condition::Angioedema,
        &[
            r"\b(?:hereditary|idiopathic|ACE[- ]inhibitor|ACE-?i|lisinopril|enalapril|ramipril)[- ](?:induced |associated |related )?angio-?(?:o)?edema\b",
            r"\bangio-?(?:o)?edema (?:due to|from|with|on|secondary to|caused by) (?:an? )?(?:ACE|lisinopril|enalapril|ramipril|perindopril|captopril)",
            r"\bangioedema (?:hereditario|idiop[aá]tico)\b",
            r"\bangioedema (?:por|con|secundario a) (?:un )?(?:IECA|enalapril|ramipril|lisinopril|captopril|perindopril)",
        ],
    ),
    (
        Condition::MedullaryThyroidCancer,
        &[
            r"\bmedullary (?:thyroid )?(?:carcinoma|cancer)\b",
            r"\bMEN[- ]?(?:2[AB]?|II[AB]?)\b",
            r"\bcarcinoma medular(?: de tiroides)?\b",
        ],
    ),
    (
        Condition::IntracranialHaemorrhage,
        &[
            r"\bintra(?:cranial|cerebral|parenchymal|ventricular) (?:ha?emorrhage|bleed(?:ing)?|ha?ematoma)\b",
            r"\bICH\b",
            r"\bsubarachnoid ha?emorrhage\b",
            r"\bsubdural ha?ematoma\b",
            r"\bhemorragia (?:intracraneal|intracerebral|subaracnoidea|intraparenquimatosa|cerebral)\b",
            r"\bhematoma (?:subdural|intraparenquimatoso|intracraneal)\b",
        ],
    ),
    (
        Condition::HlaB5701,
        &[r"\bHLA-?B\*?57:?01(?: is| was|:)? (?:positive|carrier|detected|positivo|presente|\+)"],
    ),
    (Condition::Hypocalcaemia, &[r"\bhypocalc(?:a)?emi[ac]\b", r"\bhipocalcemia\b"]),
    (
        Condition::OesophagealStricture,
        &[
            r"\b(?:o)?esophageal stricture\b",
            r"\bachalasia\b",
            r"\bacalasia\b",
            r"\bestenosis esof[aá]gica\b",
        ],
    ),
    (
        Condition::UrinaryRetention,
        &[
            r"\b(?:acute |chronic )?urinary retention\b",
            r"\bretenci[oó]n (?:aguda |cr[oó]nica )?(?:de orina|urinaria)\b",
            r"\bRAO\b",
        ],
    ),
    (Condition::Porphyria, &[r"\bporphyria\b", r"\bporfiria\b"]),
    (
        Condition::Breastfeeding,
        &[
            r"\b(?:currently |is |exclusively )?breast-?feeding\b",
            r"\blactancia materna\b",
            r"\bdando (?:el )?pecho\b",
        ],
    ),
    (
        Condition::SevereLiverDisease,
        &[
            r"\bdecompensated (?:liver )?cirrhosis\b",
            r"\bcirrosis (?:hep[aá]tica )?descompensada\b",
            r"\bChild[- ]?(?:Turcotte[- ])?(?:Pugh)?(?: class| clase)? ?C\b",
        ],
    ),
    (
        Condition::ActiveTuberculosis,
        &[r"\bactive (?:pulmonary )?(?:tuberculosis|TB)\b", r"\b(?:tuberculosis|TBC) (?:pulmonar )?activa\b"],
    ),
];
