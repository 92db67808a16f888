//! The organs that are taken out as a whole, how notes say so, and how they say that one is there.

use crate::pattern::{Pattern, forms};
use std::sync::LazyLock;

/// How notes speak of one organ; the patterns are for folded text, with the side in `before` or `behind`.
pub(super) struct OrganPatterns {
    /// The operation that takes it out.
    pub(super) removed: Pattern,
    /// What shows that it is there.
    pub(super) present: Pattern,
    /// Whether there are two, so that the sides must be the same.
    pub(super) has_sides: bool,
    /// What is told beside the finding of the organ.
    pub(super) operation: Operation,
}

/// Which operations on an organ that is gone are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// The removal planned anew.
    Again,
    /// None: the name of the operation is also that of one on a part of the organ.
    None,
    /// Only what is planned counts, and the state after the removal is told without a date: an artificial lens.
    OnlyPlanned,
}

/// The side before a word, in English.
const ENGLISH_SIDE_BEFORE: &str = r"(?P<before>left|right|bilateral)[ -](?:[a-z]+ ){0,2}?";
/// The side behind a word, in Spanish.
const SPANISH_SIDE_BEHIND: &str =
    r"(?: [a-z]+){0,2}? (?P<behind>izquierd[oa]|derech[oa]|dch[oa]|izd[oa]|bilateral)\b";

/// The side right behind a word, in Spanish, in a group of its own.
const OTHER_SIDE_BEHIND: &str = r" (?P<onside>izquierdo|derecho)";

fn row(removed: &str, present: &str, has_sides: bool, operation: Operation) -> OrganPatterns {
    let pattern = |text: &str| Pattern::new(text);
    OrganPatterns { removed: pattern(removed), present: pattern(present), has_sides, operation }
}

/// The organs, in the order in which they are told.
pub(super) static ORGANS: LazyLock<Vec<OrganPatterns>> = LazyLock::new(|| {
    vec![
        // The appendix.
        row(
            r"\bappend(?:ic)?ectomy\b|\bapendicectomi(?:a|zad[oa])\b|\bappendix (?:was )?(?:removed|out)\b",
            r"\b(?:acute|perforated|uncomplicated|early) appendicitis\b|\b(?:dilated|inflamed|thickened|distended) appendix\b|\bappendix (?:is |was )?(?:dilated|inflamed|thickened|distended|measur\w+|of [0-9]|[0-9]+ ?mm)|\bapendicitis aguda\b|\bapendice (?:cecal )?(?:de [0-9]|dilatad|engrosad|inflamad|aumentad)|\bnormal(?:[- ](?:calib(?:er|re)|appearing|looking))? appendix\b|\bappendix (?:is |was |appears |looks )?(?:normal|unremarkable|visuali[sz]ed|seen|identified)\b|\bapendice (?:cecal |vermiforme )?(?:es |se ve |se visualiza |se identifica )?(?:normal|de (?:calibre|tamano|aspecto) normal|visible|sin (?:alteraciones|signos|hallazgos))",
            false,
            Operation::Again,
        ),
        // The gallbladder.
        row(
            r"\bcholecystectomy\b|\blap(?:aroscopic)?\.? chole\b|\bcolecistectomi(?:a|zad[oa])\b|\bgallbladder (?:was )?(?:removed|out)\b",
            r"\bacute (?:calculous |gangrenous )?cholecystitis\b|\b(?:distended|thickened|thick-walled|inflamed) gallbladder\b|\bgallbladder (?:wall|stones?|sludge|is distended|distended|with (?:[a-z]+ ){0,2}stones|contains|thickening|distension)\b|\bgallstones (?:in|within|on|with)\b|\bcolecistitis aguda\b|\bvesicula (?:biliar )?(?:distendida|litiasica|de pared|con (?:[a-z]+ ){0,2}?(?:litiasis|barro|pared|calculos)|alitiasica)|\bnormal gallbladder\b|\bgallbladder:? (?:is |was |appears )?(?:normal|unremarkable|thin[- ]walled)\b|\bvesicula (?:biliar )?(?:es )?(?:normal|de paredes? fina|de aspecto normal|sin (?:litiasis|alteraciones|hallazgos|calculos))",
            false,
            Operation::Again,
        ),
        // Both ovaries.
        row(
            r"\bbilateral (?:salpingo-? ?)?(?:o?oophorectomy)\b|\bbso\b|\booforectomia bilateral\b|\b(?:doble anexectomia|anexectomia bilateral|salpingooforectomia bilateral)\b",
            r"\b(?:left|right)(?:-sided)? ovarian (?:cyst|mass|torsion|endometrioma)\b|\b(?:cyst|mass|endometrioma|torsion) (?:of|on|in) (?:the |her )?(?:left |right )?ovary\b|\bovarian torsion\b|\b(?:left|right) ovary (?:is |was |measures |with |shows |contains |enlarged|normal)|\b(?:both|two) ovaries (?:are |were |appear )?(?:normal|seen|visuali[sz]ed|unremarkable|identified)|\bovaries (?:are |were |appear )?(?:normal|unremarkable|polycystic)|\b(?:ambos )?ovarios (?:normales|de aspecto normal|poliquisticos|sin (?:alteraciones|hallazgos))|\bquiste (?:de |en )?(?:el )?(?:ovario|ovarico)\b|\btorsion ovarica\b|\bovario (?:derecho|izquierdo) (?:con|de|aumentado|normal|sin)\b",
            false,
            Operation::None,
        ),
        // The uterus.
        row(
            r"\b(?:total (?:abdominal |vaginal |laparoscopic )?|radical |vaginal |abdominal |laparoscopic )?hysterectomy\b|\btah\b|\btlh\b|\bhisterectomi(?:a|zada)\b",
            r"\bendometri(?:um|al (?:thickness|stripe|echo)):? (?:is |was |of |measures |measuring )?[0-9]|\buterus (?:is |was )?(?:anteverted|retroverted|bulky|enlarged|normal|gravid|[0-9])|\b(?:bulky|fibroid|gravid|anteverted|retroverted|enlarged) uterus\b|\bendometrio (?:de |lineal|engrosado|trilaminar|atrofico)|\butero (?:en (?:ante|retro)|aumentado|normal|miomatoso|gravido|de [0-9])",
            false,
            Operation::Again,
        ),
        // The spleen.
        row(
            r"\bsplenectomy\b|\besplenectomi(?:a|zad[oa])\b",
            r"\bsplenomegaly\b|\bspleen (?:is |was )?(?:palpable|enlarged|tip (?:is )?palpable|measures|[0-9]+(?:\.[0-9])? ?cm)|\b(?:palpable|enlarged) spleen\b|\besplenomegalia\b|\bbazo (?:palpable|aumentado|de [0-9]|a [0-9])|\bnormal spleen\b|\bspleen:? (?:is |are |appears |and [a-z]+ )?(?:normal|unremarkable)\b|\bbazo:? (?:es )?(?:normal|homogeneo|sin (?:alteraciones|hallazgos|lesiones)|de (?:tamano|aspecto) normal)|\bbazo (?:y|e) [a-z]+ normales|\bhigado y bazo (?:normales|sin alteraciones|de tamano normal)|\bliver and spleen (?:are |were )?(?:normal|unremarkable)",
            false,
            Operation::Again,
        ),
        // The prostate.
        row(
            r"\bradical prostatectomy\b|\bprostatectomia radical\b|\bralp\b|\brarp\b",
            r"\b(?:enlarged|smooth|firm|nodular|boggy|tender) prostate\b|\bprostate (?:is |was )?(?:enlarged|smooth|firm|nodular|boggy|tender|[0-9]+ ?(?:g|cc|ml))\b|\bprostata (?:aumentada|agrandada|grado|lisa|de [0-9]+ ?(?:g|cc|ml)|fibroelastica|adenomatosa)|\bprostate:? (?:feels |is )?(?:normal|unremarkable|smooth)\b|\bprostata (?:normal|sin (?:nodulos|alteraciones))",
            false,
            Operation::Again,
        ),
        // The tonsils.
        row(
            r"\btonsillectomy\b|\bamigdalectomi(?:a|zad[oa])\b|\btonsils (?:were )?(?:removed|out)\b",
            r"\btonsils? (?:are |is |were )?(?:enlarged|swollen|erythematous|inflamed|with exudates?|[1-4]\+|kissing)|\b(?:enlarged|swollen|erythematous|exudative|inflamed|kissing) tonsils?\b|\btonsillar (?:exudates?|hypertrophy|enlargement|swelling)\b|\bamigdalas (?:hipertroficas|con exudado|hiperemicas|congestivas|eritematosas|aumentadas|grado)|\b(?:exudado|hipertrofia) amigdalar\b",
            false,
            Operation::Again,
        ),
        // The whole thyroid.
        row(
            r"\btotal thyroidectomy\b|\btiroidectomia total\b",
            r"\bthyroid (?:is |was )?(?:enlarged|palpable|nodules?|with nodules?|nodular)\b|\b(?:enlarged|palpable|nodular|multinodular) (?:thyroid|goit(?:re|er))\b|\bbocio (?:palpable|grado|multinodular|difuso)|\btiroides (?:aumentado|palpable|nodular|con nodulo)",
            false,
            Operation::Again,
        ),
        // A kidney.
        row(
            &format!(r"\b{ENGLISH_SIDE_BEFORE}nephrectomy\b|\bnefrectomia{SPANISH_SIDE_BEHIND}"),
            &format!(
                r"\b{ENGLISH_SIDE_BEFORE}(?:{words})|\b(?:hidronefrosis|pielonefritis|colico (?:renal|nefritico)|litiasis (?:renal|ureteral)){SPANISH_SIDE_BEHIND}|\brinon{OTHER_SIDE_BEHIND} (?:de [0-9]|con|normal|sin|aumentado)|\b(?P<onboth>both kidneys|ambos rinones) (?:are |were |appear |of |de )?(?:normal|tamano)",
                words = forms("contradiction/removed/organs/words")
            ),
            true,
            Operation::Again,
        ),
        // The lower leg.
        row(
            &format!(
                r"\b{ENGLISH_SIDE_BEFORE}(?:bka|aka|below[- ]knee amputation|above[- ]knee amputation|(?:leg|lower limb) amputation|(?:leg|lower limb) (?:was |is )?amputated|below[- ]knee amputee|above[- ]knee amputee)\b|\b(?:bka|aka|(?:below|above)[- ]knee amputation) (?:of|on) (?:the |his |her )?(?P<onside>left|right)\b|\bamputation (?:of|on) (?:the |his |her )?(?P<onlimb>left|right)(?:$|[.,;)]| (?:in|leg|lower|limb|foot|below|above|[12][0-9]{{3}}))|\b(?:amputacion (?:infracondilea|supracondilea|de (?:la )?pierna|de(?:l)? (?:miembro|extremidad) inferior|de mi)|amputad[oa] (?:de |en )?(?:la )?(?:pierna|extremidad inferior)){SPANISH_SIDE_BEHIND}"
            ),
            &format!(
                r"\b{ENGLISH_SIDE_BEFORE}(?:foot|ankle|toe|toes|heel|great toe|dorsalis pedis|pedal pulse):? (?:(?:dry|wet|infected|diabetic) )?(?:{words})|\b(?:pie|tobillo|talon|primer dedo del pie){SPANISH_SIDE_BEHIND} (?:con|caliente|frio|edematos|ulcer|doloros|inflamad)|\b(?P<onside>left|right) (?:popliteal|dorsalis pedis|dp|posterior tibial|pt)(?: and (?:popliteal|dorsalis pedis|dp|posterior tibial|pt))*(?: pulses?)? (?:are |is )?(?:palpable|present|2\+|intact|normal)\b|\b(?:pedal|dp|dorsalis pedis|foot) pulses (?:are )?(?:2\+|intact|palpable|present|symmetric\w*)(?: and (?:symmetric\w*|equal))? (?P<onboth>bilaterally)\b|\b(?:pulses?|dorsalis pedis|posterior tibial|dp|pt) (?:are |is |were )?(?:palpable|present|intact|felt|normal|strong|2\+)(?: in| at)? (?P<inboth>both (?:feet|legs|ankles))\b|\b(?P<feet>both feet|ambos pies)(?: are| were)? (?:warm|intact|well perfused|normal|calientes|bien perfundidos|integros|sin lesiones)\b|\bpulsos (?:[a-z]+ (?:y |e )?){{0,4}}?(?:presentes|palpables|conservados|normales|simetricos) (?:en |y simetricos en )?(?P<piesboth>ambos (?:pies|miembros|mmii)|bilaterales)\b|\bpulsos?:? (?:[a-z]+ (?:y |e )?){{1,4}}?(?P<pulso>izquierd[oa]s|derech[oa]s|izquierdo|derecho) (?:presentes?|palpables?|conservados?|normales?)\b|\b(?:piel|dedos) (?:del pie )?(?P<dedos>izquierdo|derecho|izquierdos|derechos) (?:calientes|integra|bien perfundid|sin lesiones)",
                words = forms("contradiction/removed/organs/words-2")
            ),
            true,
            Operation::None,
        ),
        // A breast.
        row(
            &format!(r"\b{ENGLISH_SIDE_BEFORE}mastectomy\b|\bmastectomi(?:a|zada){SPANISH_SIDE_BEHIND}"),
            r"\b(?P<before>left|right) breast:? (?:is |was |exam(?:ination)? )?(?:normal|unremarkable|soft|no (?:palpable )?(?:lumps?|mass(?:es)?)|without (?:lumps?|mass(?:es)?)|bi-?rads [12])\b|\b(?P<onboth>both breasts|ambas mamas)(?: are| were)? (?:normal|soft|unremarkable|without|sin|normales)\b|\bmama (?P<behind>izquierda|derecha|izda|dcha):? (?:normal|sin (?:nodulos|alteraciones|lesiones|hallazgos|masas)|de aspecto normal|blanda)",
            true,
            Operation::None,
        ),
        // A testis.
        row(
            &format!(r"\b{ENGLISH_SIDE_BEFORE}orchi(?:d)?ectomy\b|\borqui(?:d)?ectomia{SPANISH_SIDE_BEHIND}"),
            r"\b(?P<before>left|right) test(?:is|icle):? (?:is |was )?(?:normal|descended|palpable|unremarkable|soft)\b|\b(?P<onboth>both test(?:es|icles)|ambos test(?:es|iculos))(?: are| were)? (?:normal|descended|palpable|normales|palpables|descendidos|en bolsa)|\btest(?:e|iculo) (?P<behind>izquierdo|derecho) (?:normal|palpable|sin (?:alteraciones|lesiones|masas))",
            true,
            Operation::None,
        ),
        // An eye.
        row(
            &format!(
                r"\b{ENGLISH_SIDE_BEFORE}(?:eye (?:was |is )?(?:enucleated|eviscerated)|(?:eye )?(?:enucleation|evisceration)|anophthalm\w+)\b|\b(?:enucleacion|evisceracion|enuclead[oa]|eviscerad[oa])(?: del?)?(?: el)? ojo{SPANISH_SIDE_BEHIND}"
            ),
            &format!(
                r"\b{ENGLISH_SIDE_BEFORE}(?:pupil:? (?:is |was )?(?:reactive|round|brisk|dilated|[0-9]|normal)|(?:fundus|optic disc|retina|cornea):? (?:is |was )?(?:normal|clear|healthy|flat|pink|unremarkable))|\b(?:pupila|papila|cornea|retina|fondo de ojo){SPANISH_SIDE_BEHIND}:? (?:reactiva|normal|midriatica|miotica|transparente|aplicada|isocorica)|\b(?P<onboth>perrla|perrl|pupils (?:are |were )?(?:equal|both)|pupilas isocoricas|pupilas simetricas)\b"
            ),
            true,
            Operation::None,
        ),
        // The lens of an eye: one with an artificial lens has no cataract left.
        row(
            r"\b(?P<before>left|right|le|re|oi|os|od)(?: eye)?[: ]+(?:is )?pseudo(?:phak\w+|faqui[ac]\w*)|\bpseudo(?:phak\w+|faqui[ac]\w*)(?: (?:of|in|de|del))?(?: the| el)?(?: eye| ojo)? (?P<behind>left|right|izquierdo|derecho|oi|os|od)\b",
            r"\b(?:phaco\w*|facoemulsificacion|cataract (?:surgery|extraction|removal)|cirugia de cataratas?|extraccion de cataratas?)(?: [a-z+]+){0,2}?(?: (?:of|in|de|del|on))?(?: the| el)?(?: ojo)? (?P<behind>left|right|izquierdo|derecho|oi|os|od|le|re)\b|\b(?P<before>left|right)(?: eye)? (?:phaco\w*|cataract (?:surgery|extraction|removal))",
            true,
            Operation::OnlyPlanned,
        ),
    ]
});
