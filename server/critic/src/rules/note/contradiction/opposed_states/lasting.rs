//! States that a patient has for years, or that one specimen has.

use super::family::Family;

pub(super) static FAMILIES: &[Family] = &[
    Family::lasting(
        &["hand", "diestr", "zurd", "mano", "lhd", "rhd"],
        r"right[- ]hand(?:ed|er)\b|r[- ]handed\b|rhd\b|(?:es )?diestr[oa]\b|mano dominante:? (?:la )?derecha",
        r"left[- ]hand(?:ed|er)\b|l[- ]handed\b|lhd\b|(?:es )?zurd[oa]\b|mano dominante:? (?:la )?izquierda",
        "the dominant hand is one of the two",
        "la mano dominante es una de las dos",
    )
    .unless(r"ambidextr|ambidiestr|forced to|converted|both hands|zurdo contrariado|zurda contrariada"),
    Family::lasting(
        &["diab", "dm"],
        r"(?:type ?(?:1|i) diabet\w+|t1dm|dm ?1\b|dm tipo (?:1|i)\b|diabetes (?:mellitus )?(?:tipo|type) (?:1|i)\b)",
        r"(?:type ?(?:2|ii) diabet\w+|t2dm|dm ?2\b|dm tipo (?:2|ii)\b|diabetes (?:mellitus )?(?:tipo|type) (?:2|ii)\b)",
        "diabetes is of one type",
        "la diabetes es de un tipo",
    )
    .unless(
        r"lada\b|reclassif\w*|reclasific\w*|thought to (?:be|have)|rather than|not type|no (?:es )?tipo|mody|misdiagnos\w*|antibod\w*|anticuerpos|gad\b|initially (?:labelled|labeled|treated)|previously (?:labelled|labeled|thought)|type ?1 (?:or|vs|versus)|type ?2 (?:or|vs|versus)|c-?peptid\w*|peptido c|mother|father|brother|sister|madre|padre|hermano|hermana|double diabetes|guideline|clinic for",
    ),
    Family::lasting(
        &["live", "living", "vive", "reside"],
        r"lives (?:all )?alone\b|living alone\b|living on (?:his|her) own\b|lives on (?:his|her) own\b|(?:vive|reside) sol[oa]\b",
        r"(?:lives|living) (?:at home )?with (?:his|her) (?:wife|husband|partner|daughter|son|sister|brother|parents|mother|family)\b|(?:vive|convive) con su (?:espos[oa]|marido|mujer|pareja|hij[oa]|herman[oa]|madre|padres|familia)\b",
        "the patient lives alone in one place and with somebody in the other",
        "el paciente vive solo en un lugar y acompañado en el otro",
    )
    .naming_others()
    .unless(
        r"since (?:his|her) (?:wife|husband|partner)|widow\w*|viud[oa]|died|fallec\w+|moved|mudad\w*|now lives|until|hasta|used to live|previously lived|(?:mother|father|madre|padre|neighbou?r|vecin[oa]) (?:lives|vive)|part of the week|weekends|temporar\w*|recently|separated|separad[oa]|divorc\w*|before admission|will (?:go|stay|live)",
    ),
    Family::lasting(
        &["vaccin", "immuni", "imms", "jabs", "vacun"],
        r"unvaccinated\b|unimmuni[sz]ed\b|not (?:been )?(?:vaccinated|immuni[sz]ed)\b|no (?:vaccines|vaccinations|immuni[sz]ations)\b|never (?:been )?(?:vaccinated|immuni[sz]ed)\b|(?:no|sin) (?:esta )?(?:vacunad[oa]|vacunar|vacunas)\b|calendario vacunal no iniciado",
        r"fully (?:vaccinated|immuni[sz]ed)\b|(?:vaccin\w+|immuni[sz]ations?|imms|vaccines|jabs) (?:are |all )?(?:up[- ]to[- ]date|utd|complete)\b|(?:utd|up[- ]to[- ]date) with (?:\w+ )?(?:vaccin\w+|imm\w+|jabs)\b|(?:calendario vacunal|vacunacion|vacunas)(?: sistematica)? (?:complet[oa]s?|al dia|correct[oa]|actualizad\w+)\b|(?:bien|correctamente|completamente) vacunad[oa]\b",
        "the vaccines were given in one place and not in the other",
        "las vacunas constan como puestas y como no puestas",
    )
    .unless(
        r"except|apart from|salvo|excepto|but not|pero no|influenza|flu\b|flu jab|gripe|covid\w*|sars\w*|hpv|vph|pneumococ\w*|neumococ\w*|hepatitis|rotavirus|bcg|mmr|triple virica|varicel\w*|tetanus|tetanos|mening\w*|sibling\w*|brother|sister|herman\w+|parents?|mother|madre|padres|contact\w*|cousin|not (?:yet )?due",
    ),
    Family::lasting(
        &["blind", "perception", "cieg", "cegue", "amauros", "va:", "vision", "acuity", "reads", "drives", "6/", "20/", "lee", "conduce", "av 1", "av 0"],
        r"registered blind\b|blind in both eyes\b|bilateral(?:ly)? blind\w*\b|(?:completely|totally) blind\b|no perception of light (?:in )?(?:either eye|both|bilaterally)\b|ceguera (?:bilateral|total|completa)\b|cieg[oa] (?:de ambos ojos|total|bilateral)\b|amaurosis bilateral\b",
        r"(?:va|visual acuity|vision|acuity):? 6/(?:4|5|6|9) (?:in )?(?:both eyes|bilaterally|r ?(?:and|&|\+) ?l|ou)\b|(?:va|vision):? 20/(?:15|20|25) (?:ou|both|bilaterally)\b|reads (?:the )?(?:newspaper|paper|small print)\b|drives (?:a |his |her )?(?:car|daily|to)\b|av (?:1|1,0|1.0|0,9) (?:en )?(?:ambos ojos|ao|bilateral)\b|lee (?:el periodico|sin gafas|la prensa)|conduce (?:a diario|su coche|habitualmente)",
        "the patient is blind in one place and sees well in the other",
        "el paciente es ciego en un lugar y ve bien en el otro",
    ),
    Family::lasting(
        &["deaf", "sord", "hipoacus", "hear", "oye", "escucha", "audicion"],
        r"profoundly deaf\b|bilateral(?:ly)? deaf\w*|deaf in both ears\b|completely deaf\b|sordera (?:bilateral|profunda|total)|sord[oa] (?:profund[oa]|bilateral|total)\b|hipoacusia profunda bilateral",
        r"hear(?:s|ing) (?:is )?(?:well|normal(?:ly)?|intact|good)\b|normal hearing\b|no hearing (?:problems?|impairment|loss|difficult\w+)\b|(?:oye|escucha) (?:bien|perfectamente)|audicion (?:normal|conservada)",
        "the patient is deaf in one place and hears well in the other",
        "el paciente es sordo en un lugar y oye bien en el otro",
    )
    .unless(r"cochlear|coclear|hearing aids?|audifono\w*|with aids"),
    Family::lasting(
        &["teeth", "edent", "denture", "dentition", "dentad", "denti", "dental", "dentari", "protesis"],
        r"edentulous\b|no (?:natural |own )?teeth\b|full (?:upper and lower )?dentures\b|complete dentures\b|edentul[oa]\b|desdentad[oa] total|dentadura postiza completa|protesis (?:dental )?completa",
        r"(?:all )?own teeth\b|full (?:natural )?dentition\b|no (?:dentures|false teeth)\b|teeth:? (?:all )?(?:own|intact|good)\b|dentition (?:good|intact|normal)\b|denticion (?:propia|completa|conservada|en buen estado)|piezas dentarias propias|no (?:lleva|porta|usa) (?:protesis|dentadura)",
        "the patient has teeth of their own in one place and none in the other",
        "el paciente tiene dientes propios en un lugar y ninguno en el otro",
    ),
    Family::lasting(
        &["node", "nodal", "lns", "gangli", "adenopat"],
        r"(?:metastas[ie]s|metastatic (?:disease|carcinoma|deposits?)|tumou?r|carcinoma) (?:is |was |are |were )?(?:present |found |seen |identified )?in (?:[1-9]\d*|one|two|three|four|five|six|seven) (?:of|/|out of) ?(?:the )?(?:\d+|two|three|four|five|six|eight|ten|twelve|fourteen|fifteen|sixteen|eighteen|twenty)(?: (?:axillary|pelvic|regional|mesenteric|cervical|sentinel|resected|lymph))* ?(?:nodes?|lns?)\b|(?:[1-9]\d*) ?(?:of|/|out of) ?\d+ (?:(?:axillary|pelvic|regional|mesenteric|cervical|sentinel|resected|lymph) )*(?:nodes?|lns?) (?:are |were |was |is )?(?:positive|involved|contain\w*|with|show\w*|\+)|(?:nodes?|lns?):? (?:[1-9]\d*) ?(?:of|/) ?\d+ (?:positive|involved|\+)|(?:metastasis|afectacion|infiltracion) (?:tumoral )?en [1-9]\d* ?(?:de|/) ?(?:los )?\d+ (?:ganglios|adenopatias)|[1-9]\d* ?(?:de|/) ?(?:los )?\d+ (?:ganglios|adenopatias)(?: linfatic[oa]s| axilares| pelvicos| regionales| aislad[oa]s)* (?:son |con |fueron |estan )?(?:positiv[oa]s|afect[oa]s|afectad[oa]s|metastasis|metastatic[oa]s|infiltrad[oa]s)",
        r"no (?:lymph )?(?:node|nodal) (?:involvement|metasta\w+|disease|spread)\b|(?:lymph )?nodes? (?:are |were |is |was )?(?:all )?(?:negative|clear|uninvolved|free of (?:tumou?r|disease|metasta\w+|carcinoma))\b|node[- ]negative\b|all (?:lymph |axillary |resected )*nodes (?:are |were )?(?:negative|clear|benign)\b|without (?:lymph )?(?:node|nodal) (?:involvement|metasta\w+)\b|(?:sin|no hay|no se observ\w+|ausencia de) (?:afectacion|metastasis|infiltracion|invasion) (?:ganglionar(?:es)?|linfatica ganglionar|en (?:los )?ganglios)\b|ganglios (?:linfaticos |axilares |regionales |aislados )*(?:todos )?(?:negativos|libres)\b|todos los ganglios (?:son |fueron )?(?:negativos|libres)",
        "nodes are involved in one place and none in the other",
        "hay ganglios afectados en un lugar y ninguno en el otro",
    )
    .unless(
        r"clinically node|cn0|axilla clinically|imaging|on (?:ct|mri|pet|ultrasound)|ultrasound|ecograf\w*|por (?:tac|rm|pet|imagen)|yp|neoadjuvant|neoadyuvan\w*|contralateral|left axilla|right axilla|other side|internal mammary|frozen|intraoperat\w*|extracapsular|distant nod|preoperat\w*|pelvic nodes (?:negative|clear)|para-?aortic",
    ),
    Family::lasting(
        &["margin", "excis", "margen", "borde", "reseccion r"],
        r"(?:surgical |resection |excision |all )*margins? (?:are |were |is |was )?(?:all )?(?:clear|negative|free|uninvolved|tumou?r[- ]free)\b|complete(?:ly)? excised\b|excision (?:is |was )?complete\b|(?:margenes|bordes)(?: quirurgicos| de reseccion)? (?:todos )?(?:libres|negativos|no afect[oa]s)\b|reseccion (?:completa )?r0\b",
        r"(?:tumou?r|carcinoma|melanoma|disease) (?:is |was )?(?:present |extends |seen )?(?:at|to) the (?:inked |surgical |resection |excision )*margins?\b|(?:surgical |resection |excision )margins? (?:are |were |is |was )?(?:positive|involved)\b|margins? (?:are |were )(?:positive|involved)\b|incomplete(?:ly)? excised\b|excision (?:is |was )?incomplete\b|(?:margenes|bordes|margen|borde)(?: quirurgicos?| de reseccion)? (?:afect[oa]s?|positivos?|comprometidos?|infiltrados?)\b|reseccion r1\b",
        "the margins are clear in one place and involved in the other",
        "los márgenes están libres en un lugar y afectos en el otro",
    )
    .unless(
        r"re-?(?:excision|excised|resect\w*|operat\w*)|ampliacion|second (?:operation|excision|lesion|specimen)|first (?:operation|excision)|lesion (?:1|2|a|b|two)|specimen (?:1|2|a|b|two)|(?:deep|lateral|medial|radial|superior|inferior|anterior|posterior|proximal|distal|circumferential|peripheral) margins?|margen(?:es)? (?:profund|lateral|medial|radial|superior|inferior|anterior|posterior|proximal|distal|circunferencial)\w*|segunda (?:cirugia|pieza|lesion)|dcis|in situ|if (?:the )?margins?|si (?:los )?margenes|previous|previ[oa]",
    ),
    Family::lasting(
        &["hiv", "vih"],
        r"hiv(?:[- ]1)?(?: test| serology| status| ab| antibod\w+| ag/ab)?(?: is| was)?:? ?(?:positive|\+ve|reactive|\+)|living with hiv\b|known hiv\b|(?:infeccion por )?vih(?:[- ]1)?:? (?:positiv[oa]|conocid[oa]|\+)|serologia (?:para |de )?vih:? positiva",
        r"hiv(?: test| serology| status| ab| antibod\w+| ag/ab)?(?: is| was)?:? ?(?:negative|-ve|non-?reactive)\b|(?:serologia (?:para |de )?)?vih(?: [1y/2 ]+)?:? negativ[oa]\b",
        "HIV is positive in one place and negative in the other",
        "el VIH es positivo en un lugar y negativo en el otro",
    )
    .unless(
        r"partner|husband|wife|pareja|marido|mother|madre|baby|newborn|recien nacid\w*|donor|donante|source|fuente|needle\w*|exposure|exposicion|prep\b|pep\b|seroconver\w*|repeat\w*|confirmatory|false|falso|indeterminate|previous|previ[oa]|hiv-negative (?:partner|men|women)|window",
    ),
    Family::lasting(
        &["pregnan", "hcg", "upt", "gestat", "gestante", "embaraz"],
        r"(?:pregnancy test|upt|urine hcg|b-?hcg|beta-?hcg|βhcg|hcg)(?: is| was)?:? ?(?:positive|\+ve|\+)|[1-9]\d? (?:weeks|wks|wk|\+\d) ?(?:pregnant|gestation)\b|(?:gestante|embarazada) de [1-9]\d?(?:\+\d)? semanas|test de embarazo:? positivo|(?:b-?hcg|beta-?hcg):? positiv[oa]",
        r"(?:pregnancy test|upt|urine hcg|b-?hcg|beta-?hcg|βhcg|hcg)(?: is| was)?:? ?(?:negative|-ve)\b|not pregnant\b|test de embarazo:? negativo\b|(?:b-?hcg|beta-?hcg):? negativ[oa]\b|no (?:esta )?embarazada\b",
        "a pregnancy is there in one place and not in the other",
        "hay un embarazo en un lugar y no en el otro",
    )
    .unless(
        r"previous|prior|last (?:week|month|year)|ago\b|hace|previ[oa]s?|repeat\w*|miscarr\w*|abort\w*|terminat\w*|ectopic|evacuat\w*|legrado|post-?partum|postparto|puerper\w*|delivered|partner|wife|daughter|sister|if (?:not )?pregnan|until|unless|molar|earlier|initially|then|now|ivf|fiv|transfer|transferencia|tumou?r marker|germ cell",
    ),
    Family::lasting(
        &["g1", "g0", "primi", "primip", "nullip", "nulip", "first pregnancy", "primer embarazo", "section", "caesar", "cesar", "deliver", "svd", "forceps", "ventouse", "parto", "breastfed"],
        r"g ?1 ?p ?0\b|g0\b|primigravida\b|primip(?:arous)?\b|nullip(?:arous|ara)?\b|(?:this is )?her first pregnancy\b|primigesta\b|nulipara\b|primer embarazo\b",
        r"(?:(?:emergency|elective|planned) )?(?:caesarean|cesarean|c-?section|lscs|vaginal delivery|normal delivery|svd|forceps|ventouse|cesarea|parto (?:eutocico|vaginal|instrumental))(?: section)?(?: at \d+ weeks| a las \d+ semanas)?,? (?:in |en |\(|hace )?(?:(?:19|20)\d\d|\d+ (?:years ago|anos))|(?:previous|prior|last) (?:caesarean|cesarean|c-?section|lscs|delivery|labour)\b|breastfed (?:her|for|\d)|(?:parto|cesarea) previ[oa]\b",
        "a first pregnancy and an earlier birth",
        "un primer embarazo y un parto anterior",
    )
    .naming_others()
    .unless(r"sister|mother|friend|hermana|madre|her own birth|was born|nacio por|she was delivered|planned for|booked for|g[2-9]|donor|surroga\w*|stepson|adopt\w*|partner's"),
    Family::lasting(
        &["twin", "dcda", "mcda", "mcma", "gemel", "gestacion", "embarazo", "singleton", "single", "feto"],
        r"twin pregnancy\b|twins\b|dcda\b|mcda\b|mcma\b|gestacion (?:gemelar|bicorial|monocorial|multiple)\b|embarazo (?:gemelar|multiple)\b|gemelar\b",
        r"singleton\b|single (?:live |viable )?(?:intrauterine )?(?:fetus|pregnancy|foetus)\b|feto unico\b|gestacion unica\b|embarazo (?:unico|simple)\b|gestacion (?:intrauterina )?simple\b",
        "one child is expected in one place and two in the other",
        "se espera un feto en un lugar y dos en el otro",
    )
    .naming_others()
    .unless(
        r"vanish\w*|evanescente|previous|prior|last pregnancy|history|antecedente\w*|previ[oa]s?|her (?:twins|twin)|has twins|twins? (?:at home|aged|born|19|20)|older twins|family|familia|identical twin|is a twin|hermano gemelo|hermana gemela|reduction|reduccion|demise|obito|conceived|for twins|protocol|trial",
    ),
    Family::lasting(
        &["menopaus", "lmp", "period", "menses", "cycle", "menstru", "fur", "ciclo", "regla"],
        r"post-?menopausal\b|menopausal\b|menopause (?:at|aged|age|in|\d)|menopausia (?:hace|a los|desde|con|en)|postmenopausica\b|menopausica\b",
        r"lmp:? (?:was )?(?:\d{1,2}(?:st|nd|rd|th|[/.-])|(?:two|three|four|\d) (?:days|weeks) ago|last week)|regular (?:periods|menses|cycles|menstrual)|periods (?:are )?regular\b|day \d+ of (?:her )?(?:cycle|period)|fur:? (?:hace (?:\d{1,2}|dos|tres|una) (?:dias|semanas?)|\d{1,2}[/.-])|(?:ciclos|menstruaciones|reglas) regulares\b|dia \d+ (?:de|del) ciclo",
        "the menopause and a recent period",
        "la menopausia y una regla reciente",
    )
    .unless(
        r"peri-?menopaus\w*|pre-?menopaus\w*|premenopaus\w*|hrt\b|ths\b|hormone replacement|post-?menopausal bleed\w*|pmb\b|sangrado postmenopausico|lmp:? \d{1,2}[/.-]\d{1,2}[/.-](?:19|200|201)\d|mother|madre|until menopause|were regular|was regular|eran regulares|previously regular|used to be",
    ),
    Family::lasting(
        &["anuri", "urine", "uo", "u/o", "diuresis"],
        r"(?:is|was|remains|known to be) anuric\b|anuric (?:esrd|eskd|on (?:hd|haemodialysis|hemodialysis|dialysis))|(?:esrd|eskd|dialysis|hd)[^.;\n]{0,20} anuric\b|anuric[oa]\b",
        r"(?:urine output|uo|u/o):? (?:of |is |was )?(?:[3-9]\d|[1-9]\d\d+) ?ml ?(?:/|per|an|in|over) ?(?:h|hr|hour|24)|passing (?:plenty of |good volumes of )?urine\b|diuresis (?:de |conservada|horaria de )?(?:[3-9]\d|[1-9]\d\d+) ?(?:ml|cc)",
        "the patient passes no urine in one place and some in the other",
        "el paciente no orina en un lugar y orina en el otro",
    )
    .unless(
        r"transplant\w*|trasplant\w*|no longer|recover\w*|recuper\w*|before|then|now|initially|became|overnight|until|furosemide|furosemida|antes|luego|posterior\w*|bladder scan|catheter|residual",
    ),
];
