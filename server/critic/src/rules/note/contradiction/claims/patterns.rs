//! The wordings in which notes say what [`Claim`] names.

use super::claim::Claim;
use super::habits::{DRINKS, NO_ALCOHOL, NO_SURGERY, OPERATED};
use crate::pattern_table::PatternTable;
use std::sync::LazyLock;

/// Patterns over text in lower case; accents stay.
pub(super) static PATTERNS: LazyLock<PatternTable<Claim>> = LazyLock::new(|| {
    let all: [(Claim, &[&str]); 24] = [
        (Claim::NeverSmoked, NEVER_SMOKED),
        (Claim::DoesNotSmoke, DOES_NOT_SMOKE),
        (Claim::Smokes, SMOKES),
        (Claim::SmokesNow, SMOKES_NOW),
        (Claim::StoppedSmoking, STOPPED_SMOKING),
        (Claim::NeverPregnant, NEVER_PREGNANT),
        (Claim::WasPregnant, WAS_PREGNANT),
        (Claim::Died, DIED),
        (Claim::ComesBack, COMES_BACK),
        (Claim::Man, MAN),
        (Claim::Woman, WOMAN),
        (Claim::OfWomen, OF_WOMEN),
        (Claim::OfMen, OF_MEN),
        (Claim::NoDrugAllergy, NO_DRUG_ALLERGY),
        (Claim::Transgender, TRANSGENDER),
        (Claim::NeverDelivered, NEVER_DELIVERED),
        (Claim::Delivered, DELIVERED),
        (Claim::ImpossibleFormula, IMPOSSIBLE_FORMULA),
        (Claim::UterusRemoved, UTERUS_REMOVED),
        (Claim::MenstruatesOrPregnant, MENSTRUATES_OR_PREGNANT),
        (Claim::NoAlcohol, NO_ALCOHOL),
        (Claim::Drinks, DRINKS),
        (Claim::NoSurgery, NO_SURGERY),
        (Claim::Operated, OPERATED),
    ];
    PatternTable::new(all.map(|(claim, alternatives)| (claim, alternatives.join("|"))))
});

const NEVER_SMOKED: &[&str] = &[
    r"\bnever[- ]smoke[rd]?s?\b",
    r"\b(?:life[- ]?long|lifetime) (?:never|non)[- ]?smoker\b",
    r"\bnever (?:been a |a )?smoke[rd]\b",
    r"\bnever used (?:any )?tobacco\b",
    r"\bnever (?:[a-z]+ )?(?:touched|tried|lit|had) (?:a |any )?(?:cigarettes?|tobacco)\b",
    r"\b(?:nunca|jam[aá]s) (?:ha )?(?:probado|tocado|encendido) (?:el tabaco|(?:un )?(?:cigarrillo|cigarro|pitillo))\b",
    r"\bdenies (?:any )?(?:tobacco|smoking)(?: use)?,? ever\b",
    r"\b(?:denies|no) (?:any )?(?:history of (?:smoking|tobacco|cigarette)|(?:ever )?having (?:ever )?smoked|ever smoking|lifetime tobacco|prior or current (?:smoking|tobacco))",
    r"\b(?:smoking(?: status| history)?|tobacco(?: use| history)?|smoker): ?(?:never|none ever|lifelong never)\b",
    r"\b(?:does not|doesn't|doesn’t) smoke(?:,| and|, and)? (?:and )?(?:has )?never (?:has|did|smoked)\b",
    r"\bnever (?:has|had) smoked\b",
    r"\bnunca (?:ha )?(?:sido )?fum(?:ado|ó|ador|adora)\b",
    r"\bdenies ever (?:having )?smok\w+|\bno fum[oa] ni (?:he|ha) fumado\b",
    r"\bno ha fumado (?:nunca|jam[aá]s)\b|\bno haber fumado\b|\b(?:jam[aá]s|nunca) (?:ha|hab[ií]a) fumado\b",
    r"\b(?:sin|no|niega) h[aá]bitos? (?:tabáquico|tabaquico|tóxicos?|toxicos?)\b",
    r"\b(?:niega|sin antecedentes? de|no refiere) (?:haber fumado|tabaquismo)\b",
    r"\b(?:tabaquismo|tabaco|fumador[a]?): ?(?:nunca|niega|negado|negativo|no)\b",
];

/// Who does not smoke, which leaves open whether it was ever so.
const DOES_NOT_SMOKE: &[&str] = &[
    r"\bnon[- ]?smoker\b",
    r"\b(?:doesn[’']t|does not) smoke\b",
    r"\bno (?:es )?fumador[a]?\b",
    r"\bno fuma\b",
    r"\bniega (?:tabaco|tabaquismo|fumar|consumo de tabaco)\b",
    r"\b(?:denies|no) (?:tobacco|smoking|cigarettes)\b",
];

/// Who smokes now.
const SMOKES_NOW: &[&str] = &[
    r"\bcurrent(?:ly)? smok(?:er|es|ing)\b",
    r"\b(?:he|she|patient|pt|still|currently) smokes\b",
    r"\bsmokes (?:[0-9½./]+|half a|one|two|a|about [0-9a-z]+|approximately [0-9a-z]+) (?:cigarettes?|cigs?|packs?|ppd)\b",
    r"\bsmokes (?:about |around |some )?[1-9][0-9]* (?:a|per|each|every) day\b",
    r"\b(?:active|heavy|daily) smoker\b",
    r"\b[1-9][0-9]* (?:cigarettes|cigs?)(?: (?:per|a|each|every)| ?/) ?(?:day|d)\b",
    r"\b[0-9½./]+ ?ppd\b",
    r"\bfumador[a]? (?:de (?:[0-9]|un|dos)|activ[oa]|habitual|actual)",
    r"\b(?:fuma|consume) (?:[0-9]|un|una|unos|dos|tres|medio|cerca|aproximadamente)",
    r"\b[1-9][0-9]* ?(?:cig|cigs|cigarrillos|cigarros|pitillos)(?:[ /]| al | por )*(?:día|dia)\b",
];

/// Who smoked and stopped.
const STOPPED_SMOKING: &[&str] = &[
    r"\b(?:former|ex|past|previous)[- ]smoker\b",
    r"\bex[- ]?fumador[a]?\b",
    r"\b(?:quit|stopped|gave up|ceased|no longer)\b",
    r"\bdej[oó] (?:de fumar|el tabaco)\b",
    r"\b(?:exfum|abandon[oó] el (?:tabaco|hábito))",
];

const SMOKES: &[&str] = &[
    r"\b(?:[1-9][0-9]*(?:\.[0-9]+)?)[- ]?(?:pack|pk)[- ]?(?:year|yr)s?\b",
    r"\b(?:[1-9][0-9]*) ?(?:paquetes?|paq)[-/ ]?(?:año|a)s?\b",
    r"\b(?:índice (?:paquetes?[-/ ]año|tabáquico)|ipa|ia) ?(?:de|:|=)? ?[1-9][0-9]*",
    r"\bcurrent(?:ly)? smok(?:er|es|ing)\b",
    r"\b(?:he|she|patient|pt|still|currently) smokes\b",
    r"\bsmokes (?:[0-9½./]+|half a|one|two|a|about [0-9a-z]+|approximately [0-9a-z]+) (?:cigarettes?|cigs?|packs?|ppd)\b",
    r"\bsmokes (?:about |around |some )?[1-9][0-9]* (?:a|per|each|every) day\b",
    r"\b(?:active|heavy|chronic|daily) smoker\b",
    r"\b(?:former|ex)[- ]smoker\b",
    r"\b(?:has |had )?smoked (?:[a-z]+ ){0,3}(?:packs?|cigarettes?|cigs?|ppd)(?: [a-z]+){0,3}? (?:for|x) (?:[0-9]+|[a-z]+) (?:years?|yrs?|decades?)",
    r"\bha fumado (?:[0-9]+|[a-z]+) (?:cigarrillos|paquetes?|cajetillas?)",
    r"\b(?:quit|stopped) smoking (?:in (?:19|20)|[0-9a-z]+ (?:years?|months?) ago)",
    r"\bsmoked (?:for )?(?:[0-9]+|[a-z]+) (?:packs?|cigarettes|years)\b",
    r"\b[1-9][0-9]* (?:cigarettes|cigs?)(?: (?:per|a|each|every)| ?/) ?(?:day|d)\b",
    r"\b[0-9½./]+ ?ppd\b",
    r"\bfumador[a]? (?:de|activ[oa]|habitual|actual|important|sever|cr[oó]nic)",
    r"\bex[- ]?fumador[a]?\b",
    r"\bfuma (?:[0-9]|un|una|unos|dos|tres|medio|cerca|aproximadamente)\b",
    r"\b[1-9][0-9]* ?(?:cig|cigs|cigarrillos|cigarros|pitillos)(?:[ /]| al | por )*(?:día|dia)\b",
    r"\bfumador[a]?,? [1-9]",
    r"\bdej[oó] de fumar\b",
    r"\btobacco ?[–:-] ?(?:current|active)\b|\bpacks? (?:a|per) day for\b|\b[1-9][0-9]* (?:cigarettes|cigs?) daily\b|\btabaquismo (?:de [0-9]|activo)",
];

const DIED: &[&str] = &[
    r"(?:^|[\n.] *)rip,?:? (?:on |at )?[0-9]{1,2}\b",
    r"\brip(?: on)? [0-9]{1,2}[/.][0-9]{1,2}\b",
    r"\b(?:life extinct|death (?:was )?(?:verified|certified)|verified dead|certified dead)\b",
    r"\b(?:patient|pt|he|she|mr\.? [a-z]+|mrs\.? [a-z]+|ms\.? [a-z]+) (?:has |had |subsequently |unfortunately |later |sadly )*(?:died|expired|passed away|deceased|was pronounced|was declared dead)\b",
    r"\bpronounced (?:dead|deceased|at [0-9]|[0-9]{1,2}[:.h][0-9]{2})\b",
    r"\bpronounced [0-9]{1,2}[:.h][0-9]{2}",
    r"\bpronounced by\b",
    r"\b(?:time|date) of death\b",
    r"\bdeath was (?:pronounced|confirmed|declared)\b",
    r"\b(?:el|la) paciente (?:finalmente |posteriormente )?(?:fallec[ei]|falleci[oó]|muri[oó]|muere)",
    r"\bfallec(?:e|ió|iendo) (?:el|la) paciente\b",
    r"\b(?:paciente|pte|pcte)\.? (?:finalmente |posteriormente )?(?:fallece|falleci[oó]|muri[oó])\b",
    r"\b(?:paciente|pte|pcte)\.? (?:ha )?fallecid[oa] (?:el|a las|en|durante)\b",
    r"\b(?:expired|died) (?:at|on) [0-9]{1,2}[:/.h]",
    r"(?:^|[.:] ?)(?:died|deceased|expired|rip),? (?:at )?[0-9]{1,2}[:.h]?[0-9]{2}\b",
    r"\btod:? ?[0-9]{1,2}[:.h]",
    r"\b(?:fallec(?:e|ió)|falleciendo|muri[oó]) (?:a las|el d[ií]a|el [0-9]|en (?:la |el )?(?:uci|planta|urgencias|quir))",
    r"\bse (?:certifica|constata|confirma|declara) (?:el |la )?(?:exitus|éxitus|fallecimiento|muerte|defunci[oó]n)\b",
    r"\b(?:exitus|éxitus) (?:letalis|a las|el )",
    r"\bes (?:exitus|éxitus)\b|^(?:exitus|éxitus)[.,]?$",
    r"\b(?:motivo|causa|tipo|destino)(?: de| del)?(?: alta)?: ?(?:exitus|éxitus|fallecimiento)\b",
    r"\bhora (?:del? )?(?:fallecimiento|exitus|éxitus|muerte|defunci[oó]n)\b",
    r"\bpatient is deceased\b|\bcause of death\b|\bmortuary release\b|\bcausa (?:de la muerte|del fallecimiento)\b|\bcertificado de defunci[oó]n\b",
    r"\b(?:passed away|died|expired)\b[^.;\n]{0,30}\b(?:at [0-9]{1,2}[:.h][0-9]{2}|on (?:the )?[0-9]{1,2}(?:st|nd|rd|th)? (?:of )?[a-z]+)",
    r"\b(?:falleci[oó]|fallece|muri[oó]|muere)\b[^.;\n]{0,40}\b(?:a las [0-9]{1,2}[:.h]|el (?:d[ií]a )?[0-9]{1,2})",
    r"\bdeclared (?:dead|deceased)\b",
    r"\bdisposition: ?(?:expired|deceased|died)\b",
];

const COMES_BACK: &[&str] = &[
    r"\bfollow(?:s|ed)?[- ]?up (?:in|with|at|on|visit|appointment|scheduled|clinic)\b",
    r"\bfollow[- ]?up: ?[^.\n]{0,60}\b(?:clinic|appointment|weeks?|months?|gp|outpatient|echo|bloods?|scan)\b",
    r"\b(?:appointment|clinic)\b[^.;\n]{0,20}\b(?:in )?[0-9]{1,2} (?:weeks?|months?)\b",
    r"\bclinic (?:with (?:him|her) )?(?:on )?[0-9]{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\bto be given by (?:the )?gp\b",
    r"\bwill be (?:reviewed|seen|followed up|discharged|readmitted)\b",
    r"\b(?:repeat|recheck)\b[^.;\n]{0,50}\bin (?:[0-9]{1,2}|one|two|three|four|six) (?:weeks?|months?|days?)\b",
    r"\b(?:gp|her gp|his gp) to (?:titrate|review|repeat|check|monitor|continue)\b",
    r"\b(?:eating and drinking|sitting out|mobili[sz]ing|tolerating (?:diet|fluids|oral)|walked (?:to|with)|transferred to (?:the )?ward|stepped down to|plan:? home|(?:home|discharge) (?:today|tomorrow))\b",
    r"\b(?:citas?|controles|control|revisi[oó]n)\b[^.;\n]{0,40}\b(?:el (?:d[ií]a )?[0-9]{1,2}\b|en [0-9]+ (?:semanas|meses|días)|mensual)",
    r"\b(?:pasa a planta|se traslada a (?:planta|sala|rehabilitaci[oó]n)|deambula|camina|come un|desayuna|pide ver|tolera (?:dieta|oral|v[ií]a oral)|se levanta|alta (?:hoy|mañana|el))\b",
    r"\breturn (?:to (?:the )?(?:clinic|office) )?in [0-9a-z]+ (?:day|week|month)",
    r"\brtc in [0-9a-z]+",
    r"\bdischarged?:?(?: to)? home\b",
    r"\bsee (?:him|her|the patient)(?: back)?(?: again)? in\b",
    // Weeks and months as British notes write them: `OPA 6/52`, "clinic in 3/12".
    r"\b(?:opa|opd|op clinic|clinic|f/u|fu|follow[- ]?up|review|r/v|rv|see)\b[^.;,\n]{0,25}\b[0-9]{1,2}/(?:7|52|12)\b",
    r"\b(?:for|tci) (?:opa|opd|clinic)\b",
    r"\b(?:next|clinic) (?:visit|appointment) (?:in|on|is)\b",
    r"\b(?:control|revisión|revision|cita|nueva cita|seguimiento|consulta) (?:en|dentro de|a los?|tras) [0-9a-z]+ (?:día|semana|mes|año)",
    r"\b(?:revisión|revision|control|cita|cita de revisión|seguimiento) (?:en|por) (?:consultas?|su médico|atención primaria|[0-9a-z]+ (?:día|semana|mes))",
    r"\b(?:control|revisi[oó]n|cita|seguimiento) (?:con|por|en) (?:su |el |la )?(?:m[eé]dic[oa]|map\b|mir\b|cardi[oó]log|onc[oó]log|neum[oó]log|especialista|ccee|cc\.?ee|policl[ií]nic|ambulatori)",
    r"\b(?:f/u|fu|fup|review|recheck|opd|appt|appointment) (?:in|on|with|w/|at) (?:[0-9]|clinic|pcp|gp|cardiology|oncology|the clinic)",
    r"\b(?:review|seen|see|appointment|appt|attend) (?:in|at|by) (?:the |an? )?(?:[a-z-]+ ){0,2}clinic\b",
    r"\bdc(?:'?d)? home\b|\bd/c(?:'?d)? (?:to )?home\b",
    r"\balta (?:a(?:l)? )?(?:su )?domicilio\b",
    r"\bacudirá a (?:consultas?|revisión|control)\b",
    r"\bseguimiento (?:en consultas|ambulatorio)\b",
    r"\bse cita (?:en|para|a)\b",
    r"\bcita (?:en|con) [a-záéíóúñ ]{3,30} (?:en|dentro de) [0-9a-z]+ (?:día|semana|mes)",
    r"\bsee (?:the )?[a-z]+ in (?:[0-9]+|one|two|three|four|six) (?:day|week|month)",
];

const MAN: &[&str] = &[
    r"\b(?:mr|sr|don)\.? [a-záéíóúñ'-]+(?: [a-záéíóúñ'.-]+){0,2}, ?(?:de |an? )?\(?[0-9]{1,3}(?: ?(?:a|años|y|yo|yrs?|years?))?(?:[ .,;:)\n]|$)",
    r"\bmale, ?\(?[0-9]{1,3}\b|, male[,.]",
    r"\b[0-9]{1,3} ?(?:a|años)?,? (?:masculino|var[oó]n|hombre)\b",
    r"\bsexo ?\| ?(?:hombre|var[oó]n|masculino|h|m)\b|\b(?:age/sex|sex|gender) ?\| ?(?:[0-9]{1,3} ?)?(?:male|m)\b",
    r"\b[0-9]{1,3}[- ]?(?:year|yr|y)s?[-/. ]?(?:old|o)?[.,]?[- ](?:[a-z-]+ ){0,3}(?:man|male|gentleman|boy)\b",
    r"\b[0-9]{1,3} ?y/?\.?o\.? ?m\b",
    r"\b[0-9]{1,3} ?yom\b",
    r"(?:^|: ?)[0-9]{2} ?m[ ,.;]",
    r"(?:^|: ?)[0-9]{2} ?m$",
    r"\b[0-9]{2} ?m (?:with|who|presents|presenting|p/w|h/o|pmh)",
    r"\b(?:sex|gender): ?(?:male|m)\b",
    r"\bpatient: ?(?:man|male)\b",
    r"^(?:male|man),? [0-9]{2}[.,;]|^(?:male|man),? [0-9]{2}$|^man, [0-9]{2} years",
    r"\b(?:mr|sr)\.? [a-záéíóúñ'-]+,? \(?[0-9]{2}m\b",
    r"\bsexo: ?(?:hombre|var[oó]n|masculino|masc|h)\b",
    r"\b(?:var[oó]n|hombre|paciente masculino|masculino|niño|lactante var[oó]n|adolescente var[oó]n|anciano|señor),? (?:de )?[0-9]+ ?(?:a\b|años|meses)",
    r"\bpaciente var[oó]n\b",
    r"\bpaciente,? (?:de sexo masculino|hombre|masculino)\b",
    r"\bpaciente de [0-9]+ años,? (?:de edad,? )?(?:var[oó]n|hombre|de sexo masculino)",
    r"\b(?:a|an|elderly|older|young|middle-aged|male) (?:[a-z-]+ )?(?:man|gentleman) (?:with|who|presenting|presents|admitted)\b",
    r"\bmale,? (?:age|aged )?[0-9]{1,3} (?:years|yrs|yo)",
    r"\b(?:mr|sr)\.? [a-záéíóúñ'-]+(?: [a-záéíóúñ'-]+)?, [0-9]{1,3}(?: ?(?:a|años|y|yo|yrs?|years?))?[ .,;]",
    r"\ban? [0-9]{2}m(?:[,.;]| (?:with|who|c/o|presents|presenting|s/p|pmh|h/o)\b)",
    r"\bmale patient\b",
];

const WOMAN: &[&str] = &[
    r"\b(?:mrs|ms|miss|sra|srta|doña)\.? [a-záéíóúñ'-]+(?: [a-záéíóúñ'.-]+){0,2}, ?(?:de |an? )?\(?[0-9]{1,3}(?: ?(?:a|años|y|yo|yrs?|years?))?(?:[ .,;:)\n]|$)",
    r"\bfemale, ?\(?[0-9]{1,3}\b|, female[,.]",
    r"\b[0-9]{1,3} ?(?:a|años)?,? (?:femenin[oa]|mujer)\b",
    r"\bsexo ?\| ?(?:mujer|femenino)\b|\b(?:age/sex|sex|gender) ?\| ?(?:[0-9]{1,3} ?)?(?:female|f)\b",
    r"\b[0-9]{1,3}[- ]?(?:year|yr|y)s?[-/. ]?(?:old|o)?[.,]?[- ](?:[a-z-]+ ){0,3}(?:woman|female|lady|girl)\b",
    r"\b[0-9]{1,3} ?y/?\.?o\.? ?f\b",
    r"\b[0-9]{1,3} ?yof\b",
    r"(?:^|: ?)[0-9]{2} ?f[ ,.;]",
    r"(?:^|: ?)[0-9]{2} ?f$",
    r"\b[0-9]{2} ?f (?:with|who|presents|presenting|p/w|h/o|pmh)",
    r"\b(?:sex|gender): ?(?:female|f)\b",
    r"\bpatient: ?(?:woman|female)\b",
    r"^(?:female|woman),? [0-9]{2}[.,;]|^(?:female|woman),? [0-9]{2}$|^woman, [0-9]{2} years",
    r"\b(?:mrs|ms|miss|sra)\.? [a-záéíóúñ'-]+,? \(?[0-9]{2}f\b",
    r"\bsexo: ?(?:mujer|hembra|femenino|fem)\b",
    r"\b(?:mujer|paciente femenina|femenina|niña|lactante mujer|adolescente mujer|anciana|señora),? (?:de )?[0-9]+ ?(?:a\b|años|meses)",
    r"\bpaciente mujer\b",
    r"\bpaciente,? (?:de sexo femenino|mujer|femenin[ao])\b",
    r"\bpaciente de [0-9]+ años,? (?:de edad,? )?(?:mujer|de sexo femenino)",
    r"\b(?:a|an|elderly|older|young|middle-aged) (?:[a-z-]+ )?(?:woman|lady) (?:with|who|presenting|presents|admitted)\b",
    r"\bfemale,? (?:age|aged )?[0-9]{1,3} (?:years|yrs|yo)",
    r"\bfemale patient\b",
    r"\b(?:mrs|ms|miss|sra|srta|doña)\.? [a-záéíóúñ'-]+(?: [a-záéíóúñ'-]+)?, [0-9]{1,3}(?: ?(?:a|años|y|yo|yrs?|years?))?[ .,;]",
    r"\ban? [0-9]{2}f(?:[,.;]| (?:with|who|c/o|presents|presenting|s/p|pmh|h/o)\b)",
];

const OF_WOMEN: &[&str] = &[
    r"\bhyst?erectom(?:y|ized)\b",
    r"\bhisterectom(?:ía|ia|izada)\b",
    r"\b(?:salpingo-?)?o?oophorectomy\b",
    r"\b(?:salpingo)?ooforectom[ií]a\b",
    r"\banexectom[ií]a\b",
    r"\bsalping(?:ectomy|ectom[ií]a)\b",
    r"\b(?:cervical|pap) (?:smear|test)\b",
    r"\bcitolog[ií]a cervical\b",
    r"\bpregnan(?:t|cy)\b",
    r"\bembarazad[ao]\b",
    r"\bembarazos?\b",
    r"\bgestante\b",
    r"\b(?:multi|primi|nulli?|secundi)(?:gravida|para|parous|gesta|para)\b",
    r"\b(?:nulí|multí|primí|secundí)para\b",
    r"\bgravida\b",
    r"\bg[0-9]{1,2} ?,?p[0-9]{1,4}(?: ?,?[ac][0-9])*\b",
    r"\b(?:pre|peri|post)?-?menopaus(?:e|al|ia|[ií]ca|[ií]co)\b",
    r"\bmenarche\b",
    r"\bmenarquia\b",
    r"\b(?:last )?menstrual (?:period|cycles?)\b",
    r"\bmenstruaci[oó]n\b",
    r"\b(?:ciclos? menstrual(?:es)?|última regla|ultima regla|dismenorrea|dysmenorrhea|menorrhagia|menorragia)\b",
    r"\but(?:erus|erine fibroids?|erine)\b",
    r"\b[uú]tero\b",
    r"\bovar(?:ian|y|ies)\b",
    r"\bov[aá]ric[oa]s?\b|\bovarios?\b",
    r"\bvaginal (?:delivery|deliveries|birth|bleeding|discharge|exam|examination|dryness|tear|wall|vault|cuff|itching|swab)\b",
    r"\b(?:sangrado|flujo|tacto|exploración|exudado|parto|sequedad|mucosa|cúpula) vaginal\b|\bvagina\b|\bvulva\b",
    r"\bmetrorragia\b|\bpuerperio\b|\bepisiotom[iy]",
    r"\bces[aá]reas?\b",
    r"\bc(?:a)?esarean\b",
    r"\bc-sections?\b",
    r"\blmp\b",
    r"\bfu[rm]:|\bfu[rm] [0-9]",
    r"\bpcos\b",
    r"\bendometri(?:osis|al|um|o)\b",
    r"\bamenorr(?:h)?ea\b",
    r"\bmiomas?(?: uterinos?)?\b|\bmiomectom[ií]a\b",
    r"\bcervix\b",
    r"\bcérvix(?: uterino)?\b",
    r"\b(?:pre)?eclampsia\b",
    r"\bpolycystic ovar",
    r"\btubal ligation\b|\bligadura (?:de trompas|tub[aá]rica)\b",
    r"\bparto (?:eut[oó]cico|vaginal|dist[oó]cico)\b",
    r"\b[1-9] partos?\b",
];

const OF_MEN: &[&str] = &[
    r"\bprostatectom(?:y|ía|ia)\b",
    r"\bprostat(?:e|ic|itis|ism)\b",
    r"\bpr[oó]stata\b|\bprost[aá]tic[oa]s?\b|\bprostatismo\b",
    r"\bhbp\b",
    r"\bbph\b",
    r"\bvasectom(?:y|ía|ia)\b",
    r"\btest(?:icles?|icular|is|es)\b",
    r"\btest[ií]culos?\b|\bteste (?:derecho|izquierdo)\b",
    r"\bpsa\b",
    r"\borchi(?:ectomy|dectomy|tis)\b",
    r"\borqu(?:iectom[ií]a|idectom[ií]a|itis)\b",
    r"\bscrotum\b|\bscrotal (?:mass|swelling|pain|exam|ultrasound|wall|edema|contents|hematoma)\b",
    r"\bescroto\b|\b(?:bolsa|ecografía|edema|dolor|masa) escrotal\b",
    r"\berectile dysfunction\b",
    r"\bdisfunción eréctil\b",
    r"\bpen(?:is|ile)\b",
    r"\bpene\b",
    r"\bturp\b",
    r"\brtu (?:de )?pr[oó]stata\b",
    r"\bepidid(?:y|i)mitis\b",
    r"\bvaricoc[eo]le\b",
    r"\bseminal vesicles?\b|\bves[ií]culas seminales\b",
];

const NO_DRUG_ALLERGY: &[&str] = &[
    r"\b(?:drug |medication )?allergies: ?(?:none|nil|no\b|denies|negative|n/?a\b|nkda|nka)",
    r"\balergias?(?: medicamentosas?| a (?:medicamentos|f[aá]rmacos))?: ?(?:no\b|ninguna|niega|negativ|sin )",
    r"\bno (?:es )?al[eé]rgic[oa] a (?:medicamentos|f[aá]rmacos|ning[uú]n)",
    r"\bno (?:allergies|allergy) to (?:any )?(?:medications?|drugs?|medicines?)\b",
    r"\b(?:ram|rams|ramc|amc): ?(?:no\b|niega|ninguna|negad|nc\b)",
    r"\bsin (?:ram|rams|ramc|amc)\b",
    r"\b(?:alergias?|al[eé]rgicos):? ?nac\b|\bno (?:ser |es |refiere ser )?al[eé]rgic[oa] a nada\b",
    r"(?:^|[.;:] ?)no (?:amc|ramc|rams)\b",
];

const NEVER_DELIVERED: &[&str] =
    &[r"\bnull?i(?:parous|para|gravida|gesta)\b", r"\bnulípara\b", r"\bg0 ?,?p0\b"];

const DELIVERED: &[&str] = &[
    r"\b(?:two|three|four|[1-9]) (?:previous |prior |spontaneous |normal |uncomplicated )*(?:vaginal (?:deliveries|births)|c-sections|ca?esareans|svds|nvds)\b",
    r"\b(?:dos|tres|cuatro|[1-9]) (?:partos|ces[aá]reas)\b",
    r"\bher (?:[a-z]+ )?(?:child|children|sons?|daughters?|baby|babies) (?:was|were) (?:all |both )?(?:born|delivered) (?:by|vaginally|at home)\b",
    r"\bg[1-9][0-9]? ?,?p[1-9](?:\b|,? ?[ac][0-9])",
    r"\bmulti(?:para|parous)\b|\bmultípara\b",
    r"\b(?:previous|prior|one previous) (?:c-section|lscs|ca?esarean|vaginal delivery)\b|\bces[aá]rea (?:previa|anterior|en (?:19|20))",
];

/// More births than pregnancies; one digit each, so that four digits (term, preterm, abortions, living) are none.
const IMPOSSIBLE_FORMULA: &[&str] = &[
    r"\bg0 ?,?p[1-9](?:\b|,? ?[ac][0-9])",
    r"\bg1 ?,?p[2-9](?:\b|,? ?[ac][0-9])",
    r"\bg2 ?,?p[3-9](?:\b|,? ?[ac][0-9])",
    r"\bg3 ?,?p[4-9](?:\b|,? ?[ac][0-9])",
    r"\bg4 ?,?p[5-9](?:\b|,? ?[ac][0-9])",
    r"\bg5 ?,?p[6-9](?:\b|,? ?[ac][0-9])",
];

const NEVER_PREGNANT: &[&str] = &[
    r"\bnever (?:been |become )?pregnant\b",
    r"\bno (?:previous|prior|past) pregnanc(?:y|ies)\b",
    r"\bnull?i(?:gravida|gesta)\b|\bnuligesta\b",
    r"\bfirst (?:ever )?pregnancy\b",
    r"\bprimi(?:gravida|gesta)\b|\bprimigr[aá]vida\b|\bprimigesta\b",
    r"\bg0\b",
    r"\bg1 ?,?p0\b",
    r"\b(?:nunca|jam[aá]s) (?:ha estado |estuvo )?embarazada\b",
    r"\bsin (?:embarazos|gestaciones) previ[oa]s\b",
    r"\bprimer embarazo\b",
];

const WAS_PREGNANT: &[&str] = &[
    r"\bg(?:[2-9]|1[0-9]) ?,?p[0-9]",
    r"\bg1 ?,?p1\b",
    r"\b(?:two|three|four|[2-9]) (?:previous|prior) (?:pregnancies|births|deliveries)\b",
    r"\b(?:dos|tres|cuatro|[2-9]) (?:embarazos|gestaciones|partos) previos",
    r"\bpara [1-9],? (?:all|both|previous|svds?|nvds?|vaginal|last)\b|\bgravida [2-9],? ?para [0-9]",
    r"\bmultigravida\b|\bmultigesta\b|\bmultigr[aá]vida\b|\bsecundigesta\b|\bgrand multipar",
];

const UTERUS_REMOVED: &[&str] = &[
    r"\b(?:total |vaginal |abdominal |laparoscopic |simple |radical )*hyst?erectom(?:y|ized|ised)\b",
    r"\bhisterectom(?:ía|ia|izada)\b",
    r"\btah\b",
];

const MENSTRUATES_OR_PREGNANT: &[&str] = &[
    r"\blast (?:menstrual )?period:? ?(?:was |is |about |approximately )?(?:[0-9]+|one|two|three|four) (?:days?|weeks?) ago\b",
    r"\blmp:? ?(?:was |is |about |approximately )?(?:[0-9]+|one|two|three) ?(?:days?|weeks?|wks?|d|w)\b",
    r"\b(?:fur|fum|última (?:regla|menstruación)):? ?(?:hace|de hace) (?:[0-9]+|un|una|dos|tres) (?:días?|semanas?)",
    r"\b(?:urine |serum )?(?:pregnancy test|hcg|β-hcg|bhcg|upt)(?: is| was|:)? (?:positive|pos\b)",
    r"\btest de embarazo(?: es| fue|:)? positivo",
    r"\b(?:currently|now) [0-9]{1,2}(?:\+[0-9])? (?:weeks|wks) pregnant",
    r"\b(?:gestante|embarazada) de [0-9]{1,2}(?:\+[0-9])? (?:semanas|sem)\b",
    r"\bg[0-9]{1,2} ?,?p[0-9]{1,4}[a-z0-9]{0,4},? (?:(?:currently )?at |@ ?)?[0-9]{1,2} ?(?:w(?:k|ks|eeks)?\b|w ?[0-6]d\b|\+[0-6]\b|/40\b)",
    r"\b(?:[1-3][0-9]|4[0-2])(?:\+[0-6])?/40\b[^.;]{0,12}\bg[0-9]{1,2} ?p[0-9]",
    r"\b(?:antenatal|anc|obstetric|maternity|labou?r ward)\b[^.;\n]{0,25}\b[1-4][0-9](?:\+[0-6])?/40\b",
    r"\bintrauterine pregnancy\b[^.;]{0,25}\b[0-9]{1,2} ?w",
    r"\bfet(?:al|o) (?:único )?(?:vivo|heart(?:beat)? (?:present|activity)|movements (?:felt|present))\b",
];

const TRANSGENDER: &[&str] = &[
    r"\btrans(?:gender|sexual|género|genero)\b",
    r"\btrans (?:man|woman|male|female|hombre|mujer)\b",
    r"\b(?:mtf|ftm)\b",
    r"\bassigned (?:male|female) at birth\b",
    r"\bintersex\b",
    r"\bgender[- ](?:affirming|identity|dysphoria)\b",
    r"\bdisforia de género\b",
    r"\b(?:mujer|hombre|varón) trans\b",
    r"\bnon-?binary\b",
];
