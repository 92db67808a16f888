//! The words for diseases of nerves, lungs, kidneys, liver, gut, eyes and glands, for inherited
//! ones and for tumours.

use crate::rules::medication::contraindicated::condition::Condition;

/// The forms of conditions of the other organs, in English and then in Spanish.
pub(super) const FORMS: &[(Condition, &[&str])] = &[
    (Condition::Asthma, &[r"\basthma\b", r"\basthmatic\b", r"\basma\b", r"\basm[aá]tic[oa]\b"]),
    (
        Condition::Seizures,
        &[
            r"\bbulimia\b",
            r"\bepileptic\b",
            r"\b(?:tonic[- ]clonic|generali[sz]ed|focal|recurrent) seizures\b",
            r"\bcrisis (?:epil[eé]pticas?|convulsivas?|t[oó]nico)",
            r"\bTCA tipo bulimia\b",
            r"\bepilep(?:sy|sia|tic)\b",
            r"\bseizure disorder\b",
            r"\bepil[eé]ptic[oa]\b",
            r"\btrastorno convulsivo\b",
            r"\b(?:anorexia|bulimia) nerv(?:osa|iosa)\b",
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
    (Condition::MyastheniaGravis, &[r"\bm[yi]asthenia\b(?: gravis)?", r"\bmiastenia\b(?: gravis)?"]),
    (
        Condition::SevereRenalFailure,
        &[
            r"\bCKD[ -]?(?:stage |G)?(?:4|IV)b?\b",
            r"\b(?:ERC|IRC)[ -]?(?:estad[ií]o |G|grado |E)?(?:4|5|IV|V)\b",
            r"\bha?emodialysis (?:MWF|TTS|Mon|Tue|three|3|via|since|dependent)|\bhemodi[aá]lisis (?:[LM]-|[LM],|lunes|martes|tres|3|por|desde|cr[oó]nica|trisemanal)",
            r"\bstage (?:4|IV) (?:CKD|chronic kidney disease)\b",
            r"\bERC (?:estadio |G|grado )?(?:4|IV)\b",
            r"\b(?:on|dependent on) (?:chronic |maintenance )?(?:dialysis|peritoneal dialysis)\b",
            r"\bdialysis[- ]dependent\b",
            r"\bHD (?:MWF|TTS|TuThSa|three times|3x)",
            r"\ben (?:programa de )?di[aá]lisis\b",
            r"\bdi[aá]lisis peritoneal\b",
            r"\bES[RK][DF]\b",
            r"\bend[- ]stage (?:renal|kidney) (?:disease|failure)\b",
            r"\bCKD[ -]?(?:stage |G)?(?:5|V)D?\b",
            r"\bstage (?:5|V) (?:CKD|chronic kidney disease)\b",
            r"\bERC (?:estadio |terminal|G)?(?:5|V)D?\b",
            r"\b(?:ERC|insuficiencia renal cr[oó]nica) terminal\b",
            r"\bIRCT\b",
            r"\bon (?:chronic |maintenance )?ha?emodialysis\b",
            r"\ben (?:programa de )?hemodi[aá]lisis\b",
        ],
    ),
    (
        Condition::RecentPde5Inhibitor,
        &[
            r"\b(?:took|taken|used|ingested) (?:\d+ ?mg (?:of )?)?(?:sildenafil|viagra|tadalafil|cialis|vardenafil|levitra|avanafil)[^.;]{0,30}\b(?:hours?|hrs?|h|last night|this morning|today|yesterday|earlier)\b",
            r"\b(?:sildenafil|viagra|tadalafil|cialis|vardenafil|levitra|avanafil)\b[^.;\n]{0,40}\b(?:took|taken|last (?:dose|taken|used|took)|last use)[^.;\n]{0,25}\b(?:hours?|hrs?|\d+ ?h|last night|this morning|today|yesterday|earlier|\d{1,2} ?[ap]m)\b",
            r"\b(?:sildenafil|viagra|tadalafilo?|cialis|vardenafilo?|levitra|avanafilo?)\b[^.;\n]{0,40}\b(?:[uú]ltima (?:toma|dosis)|tomad[oa]|tom[oó])[^.;\n]{0,25}\b(?:horas?|\d+ ?h|anoche|hoy|ayer|esta (?:ma[ñn]ana|noche))\b",
            r"\b(?:tom[oó]|ha tomado|toma de|ingesta de|consumo de) (?:sildenafil|viagra|tadalafil|cialis|vardenafil|levitra|avanafil)[^.;]{0,30}\b(?:horas?|h|anoche|hoy|ayer|esta ma[ñn]ana)\b",
            r"\bhace \d+ (?:h|horas)[^.;]{0,20} (?:sildenafil|viagra|tadalafil|cialis|vardenafil|levitra|avanafil)\b",
        ],
    ),
    (
        Condition::NarrowAngleGlaucoma,
        &[
            r"\bnarrow angles?\b",
            r"\bPACG\b|\bAACG\b",
            r"\bglaucoma (?:agudo )?por cierre angular\b",
            r"\bcierre angular\b",
            r"\b(?:narrow|closed|acute)[- ]angle(?:[- ]closure)? glaucoma\b",
            r"\bangle[- ]closure glaucoma\b",
            r"\bglaucoma de [aá]ngulo (?:estrecho|cerrado)\b",
        ],
    ),
    (
        Condition::MalignantHyperthermia,
        &[
            r"\bmalignant hyperthermia\b",
            r"\bhipertermia maligna\b",
            r"\bMH[- ]susceptib\w+",
            r"\bRYR1 (?:variant|mutation|positive)",
            r"\b(?:variante|mutaci[oó]n) (?:de |en )?RYR1\b",
        ],
    ),
    (
        Condition::G6pdDeficiency,
        &[
            r"\bdeficien(?:cy of|t in) G6PD\b",
            r"\bG6PDH?\b[^.;]{0,15}\bdeficien",
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
            r"\b(?:ER|PR|HR)\+[^.;]{0,20}\bbreast\b",
            r"\bbreast (?:ca\b|cancer|carcinoma|adenocarcinoma)",
            r"\binvasive (?:ductal|lobular) carcinoma\b",
            r"\bc[aá]ncer de mama\b",
            r"\bca\.? (?:de )?mama\b",
            r"\bcarcinoma (?:ductal|lobulillar)(?: infiltrante| invasivo)?\b",
            r"\bneoplasia de mama\b",
        ],
    ),
    (
        Condition::MigraineWithAura,
        &[
            r"\bmigraines? with (?:[a-z]+ ){0,4}aura\b",
            r"\bmigra[ñn]as? con (?:[a-z]+ )?auras?\b",
            r"\bjaqueca con aura\b",
        ],
    ),
    (
        Condition::Hyperkalaemia,
        &[
            r"\|? ?\bK\+? ?\| ?(?:6|7|8)[.,]\d\b",
            r"\bhyperkal(?:a)?emi[ac]\b",
            r"\bhiperpotasemia\b",
            r"\bhiperkal[ie]?emia\b",
            r"\b(?:K\+?|potassium|potasio)(?: of| is| was| de|:| =)? ?(?:6|7|8)[.,]\d\b",
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
            r"\btoxina (?:de|para) C(?:\.|lostridioides) difficile (?:positiva|\+)",
            r"\bC(?:lostridioides|lostridium|\.)? ?diff(?:icile)? (?:colitis|infection|diarrh(?:o)?ea|toxin positive|positive|\+)",
            r"\bpseudomembranous colitis\b",
            r"\bdysentery\b",
            r"\b(?:colitis|infecci[oó]n|diarrea) por (?:C\.?|Clostridioides|Clostridium) diff?icile\b",
            r"\bcolitis pseudomembranosa\b",
            r"\bdisenter[ií]a\b",
        ],
    ),
    (
        Condition::Angioedema,
        &[
            r"\b(?:ACE[- ]?inhibitors?|ACE-?i|IECAs?|lisinopril|enalapril|ramipril|perindopril|captopril)\b ?[:(–—-]+ ?(?:\w+ )?angio-?o?edema\b",
            r"\b(?:HAE|C1[- ](?:esterase )?inhibitor deficiency|d[eé]ficit de C1)\b",
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
        Condition::HlaB5701,
        &[r"\bHLA-?B\*?57:?01(?: is| was|:)? (?:positive|carrier|detected|positivo|presente|\+)"],
    ),
    (Condition::Hypocalcaemia, &[r"\bhypocalc(?:a)?emi[ac]\b", r"\bhipocalcemia\b"]),
    (
        Condition::OesophagealStricture,
        &[
            r"\bdysphagia with (?:stricture|stenosis)\b",
            r"\b(?:peptic|Schatzki) (?:stricture|ring)\b",
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
        Condition::SevereLiverDisease,
        &[
            r"\b(?:liver|hepatic) (?:failure|encephalopathy)\b",
            r"\bencefalopat[ií]a hep[aá]tica\b",
            r"\bdecompensated (?:liver )?cirrhosis\b",
            r"\bcirrosis (?:hep[aá]tica )?descompensada\b",
            r"\bChild[- ]?(?:Turcotte[- ])?(?:Pugh)?(?: class| clase)? ?C\b",
            r"\b(?:acute|fulminant) (?:liver|hepatic) failure\b",
            r"\bfallo hep[aá]tico (?:agudo|fulminante)\b",
        ],
    ),
    (
        Condition::ActiveTuberculosis,
        &[
            r"\b(?:AFB|BAAR|baciloscopia|GeneXpert|Xpert)[^.;]{0,20}\b(?:positive|positiv[ao]|MTB detected)",
            r"\bon (?:HRZE|RIPE)\b",
            r"\bactive (?:pulmonary )?(?:tuberculosis|TB)\b",
            r"\b(?:tuberculosis|TBC) (?:pulmonar )?activa\b",
        ],
    ),
    (Condition::PreEclampsia, &[r"\bpre-?eclampsia\b", r"\beclampsia\b", r"\bHELLP\b"]),
    (
        Condition::Immunosuppression,
        &[
            r"\b(?:ALL|AML|LLA|LMA|leuka?emia|leucemia)\b[^.;\n]{0,30}\b(?:induction|consolidation|maintenance|chemo\w*|inducci[oó]n|consolidaci[oó]n|mantenimiento|quimio\w*)",
            r"\b(?:on|under|receiving) (?:chemotherapy|immunosuppress\w+)\b|\ben (?:quimioterapia|tratamiento inmunosupresor)\b",
            r"\b(?:kidney|liver|heart|renal|lung|stem cell|bone marrow) transplant(?:ed)?\b|\btrasplant(?:e|ad[oa]) (?:renal|hep[aá]tic[oa]|card[ií]ac[oa]|de m[eé]dula)",
            r"\b(?:on|taking|receiving|under|having|bajo|con|recibe|toma) (?:infliximab|adalimumab|etanercept|golimumab|certolizumab|rituximab|ocrelizumab|tocilizumab|tofacitinib|upadacitinib|baricitinib|mycophenolate|micofenolato|azathioprine|azatioprina|c[iy]closporine?|ciclosporina|tacrolimus|ustekinumab|abatacept|natalizumab|fingolimod|alemtuzumab)\b",
            r"\b(?:severely )?immuno(?:compromised|suppressed)\b|\binmuno(?:deprimid|suprimid|comprometid)[oa]\b",
            r"\bCD4(?: count)?(?: of|:)? ?(?:[1-9]\d|1\d\d)\b",
        ],
    ),
    (
        Condition::Ketoacidosis,
        &[r"\bDKA\b", r"\b(?:diabetic )?ketoacidosis\b", r"\bcetoacidosis(?: diab[eé]tica)?\b"],
    ),
    (
        Condition::BladderCancer,
        &[
            r"\b(?:bladder|urothelial|transitional cell) (?:ca\b|cancer|carcinoma|tumou?r)",
            r"\b(?:c[aá]ncer|carcinoma|tumor) (?:urotelial|vesical|de vejiga)\b",
        ],
    ),
];
