//! What the history has, and what an examination, an image or another line of the note finds.

use super::family::Family;

pub(super) static FAMILIES: &[Family] = &[
    Family::lasting(
        &["scar", "cicatri", "cabg", "bypass", "sternotom", "esternotom"],
        r"no (?:sternotomy|surgical|thoracotomy|chest) scars?\b|no scars\b|(?:sin|no hay|ausencia de) cicatri(?:z|ces)(?: quirurgicas?| de esternotomia)?\b",
        r"cabg\b|coronary (?:artery )?bypass(?: graft\w*)?\b|(?:median )?sternotomy (?:in |for |\(?(?:19|20)\d\d)|(?:bypass|by-pass|revascularizacion) (?:aorto)?coronari[oa]\b|esternotomia (?:en|por|media) ",
        "an operation through the breastbone and a chest without a scar",
        "una cirugía por esternotomía y un tórax sin cicatriz",
    )
    .unless(r"mini-?thorac\w*|minitorac\w*|midcab|robot\w*|percutan\w*|endoscop\w*|listed|booked|plan\w*|for cabg|awaiting|pendiente|programad\w*|no scars (?:on|over) (?:the )?(?:abdomen|legs?)|abdomen[^.;\n]{0,30}(?:no scars|sin cicatrices)|father|mother|brother|padre|madre"),
    Family::lasting(
        &["mirena", "iud", "ius", "coil", "implan", "nexplanon", "diu", "contracep", "anticoncep", "conceive", "baby", "embarazo", "gestacion"],
        r"(?:mirena|iud|ius|coil|nexplanon|contraceptive implant)(?: coil)? (?:is )?(?:in situ|in place|in since|since|fitted (?:in )?(?:19|20)\d\d)|(?:portadora de|lleva|con) (?:un )?diu\b|diu (?:de \w+ )?(?:desde|in situ|normoinserto|normoposicionado)",
        r"(?:no|without|not using(?: any)?|uses no) contracepti\w+\b|trying (?:for a baby|to conceive|for pregnancy)|(?:sin|no usa|no utiliza)(?: ningun)?(?: metodo)? anticoncepti\w+|(?:busca|buscando|deseo actual de) (?:embarazo|gestacion)",
        "contraception is in place in one place and not used in the other",
        "la anticoncepción está puesta en un lugar y no se usa en el otro",
    )
    .naming_others()
    .unless(r"remov\w*|expel\w*|taken out|until|retirad\w*|expuls\w*|hasta|extraid\w*|wants? (?:it|the coil) (?:out|removed)|lost|daughter|sister|partner's"),
    Family::lasting(
        &["bowel", "stool", "bno", "type", "diarr", "deposici", "estrenimiento"],
        r"bowels?:? (?:have |has )?(?:not (?:been )?open(?:ed)?|nil) (?:for|x|since)|no (?:bowel (?:motions?|movements?)|stools?) (?:for|in|x) (?:\d+|two|three|four|five|six|seven)|bno (?:for|x) ?\d|(?:estrenimiento|sin deposiciones|no (?:hace|ha hecho|realiza) deposicion(?:es)?) (?:de|desde hace|desde|en) (?:\d+|dos|tres|cuatro|cinco|seis|siete)",
        r"(?:bristol )?type [67]\b|(?:loose|watery) (?:stools?|motions?) ?(?:x ?\d|\d|several)|diarrh?o?ea (?:x ?\d|\d+ times)|(?:\d+|dos|tres|cuatro|cinco|seis|varias) deposiciones (?:liquidas|diarreicas|blandas|semiliquidas)",
        "the bowels are shut in one place and loose in the other",
        "hay estreñimiento en un lugar y diarrea en el otro",
    )
    .unless(r"overflow|rebosamiento|laxativ\w*|laxante\w*|enema\w*|movicol|laxido|macrogol|lactulos\w*|senna|then|after|until|tras|despues|luego|previous\w*|earlier|before|antes|alternat\w*|altern\w*|prep\b|preparacion|usual\w*|now|ahora"),
    Family::lasting(
        &["seronegativ", "rf", "ccp", "acpa", "rheumatoid factor", "reumatoide", "fr "],
        r"sero-?negative (?:ra\b|rheumatoid|inflammatory arthritis)|(?:ra|rheumatoid arthritis)[^.;\n]{0,20}sero-?negative|(?:artritis reumatoide|ar)[^.;\n]{0,20}seronegativa",
        r"(?:rf|rheumatoid factor|anti-?ccp|ccp|acpa|factor reumatoide|fr)(?: is| was)?[ :>]{1,3}(?:strongly )?(?:positive|positiv[oa]|>? ?\d{3,})",
        "the arthritis is seronegative and an antibody of it is high",
        "la artritis es seronegativa y uno de sus anticuerpos está alto",
    )
    .unless(r"sero-?convert\w*|previously|initially|inicialmente|sister|mother|madre|erosive seropositive|isolated|false|falso"),
    Family::lasting(
        &["anaesth", "anesth", "anestes", "ga"],
        r"no (?:previous|prior) (?:anaesthetics|anesthetics|gas?\b|general an\w+)(?:[.,;\n]|$)|never had (?:an? )?(?:anaesthetic|anesthetic|ga)\b|(?:nunca (?:ha (?:recibido|tenido)|tuvo|recibio)|sin) (?:una )?anestesias?(?: previas?| general(?:es)?)?\b",
        r"(?:last|previous|prior) (?:ga|general an\w+|anaesthetics?|anesthetics?)\b[^.;\n]{0,12}(?:in |\(|(?:19|20)\d\d|uneventful)|ga in (?:19|20)\d\d|anestesia general (?:de|en) (?:19|20)\d\d|anestesias previas sin (?:incidencias|problemas)",
        "no anaesthetic before and an earlier one",
        "ninguna anestesia previa y una anterior",
    )
    .unless(r"mother|father|sister|brother|madre|padre|hermano|hermana|local an\w+ only|family"),
    Family::lasting(
        &["suicid", "self-harm", "self harm", "autolit", "hang", "kill", "jump", "overdose", "end his life", "end her life", "ahorcar", "matarse"],
        r"den(?:ies|ied) (?:any |having |current |all )*(?:thoughts? of (?:self-?harm|suicide)|suicid\w+(?: ideation| thoughts| intent)?|self-?harm\w*)|no (?:active |current )?(?:suicidal|self-?harm) (?:ideation|thoughts|intent|plans?)|(?:suicidal ideation|self-?harm|si): (?:no|none|denies|denied|nil)\b|(?:niega|sin) (?:ideacion|ideas) (?:suicidas?|autoliticas?|de muerte)",
        r"(?:has an? |with an? )?(?:active |current |clear |specific )?(?:plan|plans|intends?|intent|intention) to (?:hang|kill|jump|overdose|take an overdose|end (?:his|her) life|shoot|drown)\w*|(?:ideacion|ideas) (?:suicidas?|autoliticas?) (?:estructuradas?|activas?|con plan)|plan (?:de|para) (?:ahorcarse|suicidarse|matarse|tirarse|tomar pastillas)",
        "suicidal thoughts are denied in one place and told in the other",
        "las ideas suicidas se niegan en un lugar y constan en el otro",
    )
    .unless(r"last (?:week|month|year)|ago|hace|(?:mes|semana|ano) pasad[oa]|history of|previous\w*|in the past|past (?:attempt|history)|previ[oa]s?|antes|before|until|hasta|now den\w+|initially|inicialmente|no longer|ya no|had a plan|tuvo|tenia|brother|sister|mother|friend"),
    Family::lasting(
        &["spleen", "splenom", "bazo", "esplenom"],
        r"spleen (?:is |was )?(?:not palpable|impalpable|not felt|not enlarged)|no (?:palpable )?(?:hepato-?)?splenomegaly\b|(?:no se palpa(?:n)?|sin palpar) (?:el )?bazo|sin (?:hepato)?esplenomegalia\b|bazo no palpable",
        r"(?:massive|gross|huge|marked) splenomegaly\b|splenomegaly (?:of )?\d+|spleen (?:is |was )?(?:palpable|felt|palpated|enlarged) ?(?:\d+|to|at|below)|spleen \d+ ?(?:cm|fingers?) below|esplenomegalia (?:masiva|gigante|palpable|de \d+)|bazo (?:palpable )?(?:a )?\d+ ?(?:cm|traveses)",
        "the spleen is not felt in one place and large in the other",
        "el bazo no se palpa en un lugar y es grande en el otro",
    )
    .unless(r"splenectom\w*|esplenectom\w*|resolved|regress\w*|resuelta|at diagnosis|al diagnostico|previous\w*|previ[oa]|now|ahora|after|tras|ct\b|scan|ultrasound|uss\b|ecograf\w*|tac\b|tc\b"),
    Family::lasting(
        &["term", "born", "premat", "nacid", "rn ", "week", "/40"],
        r"(?:healthy )?term (?:baby|infant|newborn|neonate|boy|girl|male|female)\b|born at term\b|full[- ]term (?:baby|infant|newborn|boy|girl|neonate)?|(?:recien nacid[oa]|rn|nacid[oa]|neonato) a termino\b|rnat\b",
        r"born (?:prematurely )?at (?:2\d|3[0-6])(?: ?\+ ?\d)? ?(?:weeks|wks|/40)|ex[- ](?:2\d|3[0-6])(?:\+\d)?[- ]week\w*|(?:nacid[oa]|rn|prematur[oa]) (?:a las|de) (?:2\d|3[0-6])(?: ?\+ ?\d)? (?:semanas|sem)",
        "the child was born at term in one place and early in the other",
        "el niño nació a término en un lugar y antes en el otro",
    )
    .naming_others()
    .unless(r"twin|sibling|brother|sister|previous|hermano|hermana|previ[oa]|corrected|corregida|term equivalent|mother was|other child|first child"),
    Family::lasting(
        &["transplan", "trasplan", "graft", "injerto", "dialys", "dialisis", "hd"],
        r"(?:renal |kidney )?transplant(?:ed|ation)?\b[^.;\n]{0,30}(?:good|stable|excellent|normal) (?:graft )?function|(?:well )?functioning (?:renal |kidney )?(?:transplant|graft|allograft)|trasplante renal\b[^.;\n]{0,30}(?:buena funcion|funcion estable|normofuncionante|funcionante)|injerto (?:renal )?(?:funcionante|normofuncionante)",
        r"(?:on|receives|has|attends for) (?:hd|haemodialysis|hemodialysis|dialysis)\b|(?:hd|haemodialysis|hemodialysis|dialysis) (?:three|3|twice|via)\b|(?:en|recibe|programa de) (?:hemodialisis|dialisis)\b|hemodialisis (?:tres|3|lunes|l-m-v|trisemanal)",
        "the graft works in one place and the patient is on dialysis in the other",
        "el injerto funciona en un lugar y el paciente está en diálisis en el otro",
    )
    .unless(r"failed|failing|fracas\w*|until|hasta|before|antes|previous\w*|previ[oa]\w*|formerly|was on|estuvo|ex-|wife|husband|brother|donor|donante|rejection|rechazo|liver|hepatic\w*|heart|acute|temporar\w*"),
    Family::lasting(
        &["pseudo", "cataract", "catarata"],
        r"bilateral(?:ly)? pseudophak\w+|pseudophak\w+ (?:both eyes|bilateral(?:ly)?|ou)\b|both eyes (?:are )?pseudophakic|pseudof[aá]qui\w+ (?:bilateral|de ambos ojos|ao)\b",
        r"(?:dense|nuclear|mature|cortical|white)(?: \w+)? cataracts?\b|list(?:ed)? for (?:\w+ ){0,2}cataract|catarata (?:nuclear|densa|madura|cortical|total|senil)\w*",
        "both lenses were replaced and a cataract is found",
        "los dos cristalinos se cambiaron y se encuentra una catarata",
    )
    .unless(r"posterior caps\w*|pco\b|secondary cataract|catarata secundaria|opacific\w*|before|pre-?op\w*|antes|previous\w* (?:had|dense)|wife|husband|mother|after (?:the )?(?:first|second)"),
    Family::lasting(
        &["hyster", "hister", "tah", "tlh", "cervi", "cuello uterino", "uter", "endometri"],
        r"(?:(?:total (?:abdominal |vaginal |laparoscopic )*hysterectomy|tah(?:[ /+-]*bso)?|tlh)[ ,(]{1,3}(?:in )?(?:(?:19|20)\d\d|\d+ years ago)|(?:s/p|status post|previous) (?:total (?:abdominal )?hysterectomy|tah|tlh)|histerectomia (?:abdominal |vaginal )?total (?:en (?:19|20)\d\d|hace \d+ anos|previa))",
        r"cervix (?:is |looks? |appears? )?(?:healthy|normal|seen|visuali[sz]ed|closed|soft|\d ?cm)|uterus (?:is )?(?:normal|anteverted|retroverted|bulky|enlarged|of normal)|endometri(?:al|um) (?:thickness|stripe)?(?: of| is)?:? ?\d|cervix (?:de aspecto|sano|normal|cerrado)|cuello uterino (?:sano|normal|de aspecto|cerrado)|utero (?:en anteversion|en retroversion|normal|aumentado|de \d)|endometrio (?:de|lineal)",
        "the womb was taken out and is found",
        "el útero se extirpó y se encuentra",
    )
    .unless(r"subtotal|supracervical|stump|munon|vault|before (?:the )?(?:surgery|operation)|previous scan|specimen|histolog\w*|pieza|mother|sister|madre"),
    Family::lasting(
        &["kidney", "agenes", "rinon", "monorren"],
        r"(?:born with |has |congenital )(?:a |only )*(?:single|solitary|one) kidney\b|(?:single|solitary) (?:functioning )?(?:right |left )?kidney\b|(?:unilateral |right |left )?renal agenesis\b|rinon unico\b|monorren[oa]\b|agenesia renal\b",
        r"both kidneys (?:are |appear |of )?(?:normal|\d)|(?:right|left) kidney[^.;\n]{0,15}\d[\d.,]*[^.;\n]{0,25}(?:right|left) kidney[^.;\n]{0,15}\d|ambos rinones (?:de|normales|con)|rinon (?:derecho|izquierdo)[^.;\n]{0,20}\d[\d.,]*[^.;\n]{0,25}(?:rinon )?(?:derecho|izquierdo)[^.;\n]{0,15}\d",
        "there is one kidney in one place and two in the other",
        "hay un riñón en un lugar y dos en el otro",
    )
    .unless(r"transplan\w*|trasplan\w*|absent|ausente|previous\w*|mother|father|brother|sister|donor|donante|function 0|mag3|dmsa|% (?:and|y)"),
    Family::lasting(
        &["depend", "care", "barthel", "drive", "works", "conduce", "trabaja", "assistance"],
        r"dependent for all (?:care|adls?|activities|personal care|needs)|needs (?:full|total|24[- ]hour) (?:care|assistance)|(?:gran dependiente|dependiente (?:total|completo|para todas? las? \w+)|dependencia (?:total|absoluta|completa))|barthel:? (?:0|5|10|15)(?:/100)?\b",
        r"(?:still )?drives (?:daily|every day|a |his|her|to )|works (?:full[- ]time|as an? )|independent (?:for|in|with) (?:all )?(?:adls?|activities)|independiente para (?:todas )?(?:las )?(?:abvd|avd|actividades)|conduce (?:a diario|su|habitual\w*|todos)|trabaja (?:de|como) |barthel:? (?:95|100)(?:/100)?\b",
        "the patient needs all care in one place and none in the other",
        "el paciente es dependiente para todo en un lugar e independiente en el otro",
    )
    .unless(r"before|previous\w*|until|antes|hasta|hace|since|desde|now|ahora|was |used to|wife|daughter|husband|son |hij[oa]|espos[oa]|marido|mujer|premorbid|pre-?morbid|basal\w*|baseline|this admission|ingreso|actual\w*|tras|after|stroke|ictus|fracture|fractura"),
    Family::lasting(
        &["pressor", "inotrop", "norad", "norepi", "vasoactiv", "aminas", "adrenal", "vasopres", "dobutam", "dopamin"],
        r"(?:no|off(?: all)?|without) (?:vasopressors?|inotropes?|pressors|vasoactives?|vasoactive (?:drugs|support)|norad\w*|norepi\w*)\b|norad(?:renaline)? (?:off|weaned off|stopped)\b|sin (?:drogas vasoactivas|vasoactiv[oa]s|noradrenalina|aminas|inotropic[oa]s|soporte vasoactivo)\b",
        r"(?:norad\w*|norepi\w*|adrenaline|vasopressin|dobutamin[ea]|vasopresina|dopamin[ea])(?: at| running at| infusion at| a| infusion)?:? ?\d[\d.,]* ?(?:mcg|µg|micrograms?|microgramos|ml|units|gammas?|ug|γ)",
        "a vasopressor runs in one place and not in the other",
        "hay un vasopresor en un lugar y no en el otro",
    )
    .unless(r"overnight|earlier|was (?:on|at)|were|until|hasta|then|now |peak|max\w*|antes|previa|previous\w*|down from|weaned from|weaning|during (?:the )?(?:case|surgery|operation)|intraop\w*|intraoperat\w*|quirofano|theatre|anoche|required|preciso|requirio|if map|si tam"),
    Family::lasting(
        &["hcv", "hep c", "hepatitis c", "vhc"],
        r"(?:hcv|hep(?:atitis)? c)\b[^.;\n]{0,20}(?:cured|svr\b|svr12|eradicated|cleared)|(?:vhc|hepatitis c)\b[^.;\n]{0,20}(?:curad[oa]|rvs\b|erradicad[oa])",
        r"(?:hcv|hep c|vhc) (?:rna|arn|viral load|carga viral|pcr)[ :]{1,2}(?:detected|detectable|positive|positiv[oa]|\d[\d.,]* ?(?:million|millones|iu|ui|x|copi))",
        "hepatitis C is cured in one place and active in the other",
        "la hepatitis C está curada en un lugar y activa en el otro",
    )
    .unless(r"re-?infect\w*|relaps\w*|before|pre-?treat\w*|at diagnosis|antes|previ[oa]|reinfec\w*|recaid\w*|baseline|basal|partner|pareja"),
    Family::lasting(
        &["lscs", "section", "caesar", "cesar", "unscarred", "uterine scar", "sin cicatrices"],
        r"(?:lscs|c-?sections?|caesareans?|cesareans?|caesarean sections?|cesarean sections?) ?x ?[1-9]|(?:two|three|one|[1-9]|previous|prior) (?:previous |prior )?(?:c-?sections?|lscs|caesarean\w*|cesarean\w*)\b|(?:una|dos|tres|[1-9]) cesareas?\b",
        r"no (?:previous |prior )?(?:c-?sections|caesareans|cesareans|lscs|sections|uterine scars?)\b|(?:sin|ninguna) cesareas?\b|unscarred uterus\b|utero sin cicatrices",
        "caesareans are told in one place and denied in the other",
        "las cesáreas constan en un lugar y se niegan en el otro",
    )
    .unless(r"sister|mother|hermana|madre|no sections since|histolog\w*|ct sections|serial sections"),
    Family::lasting(
        &["fast"],
        r"(?:e-?fast|fast)(?: scan)?:? (?:is |was )?(?:negative|-ve|neg\b|no free fluid)|(?:eco ?-?fast|fast):? negativ[oa]",
        r"(?:e-?fast|fast)(?: scan)?:? (?:is |was )?(?:positive|\+ve|pos\b|free fluid|shows free|shows fluid)|(?:eco ?-?fast|fast):? (?:positiv[oa]|liquido libre)",
        "the same scan is negative in one place and positive in the other",
        "la misma ecografía es negativa en un lugar y positiva en el otro",
    )
    .unless(r"repeat\w*|second|initial\w*|first|later|then|segund[oa]|repet\w*|primer[oa]?|luego|serial|after|tras"),
    Family::lasting(
        &["seizure", "fits", "fit:", "crisis"],
        r"seizure[- ]free (?:for|since) (?:the (?:past|last) )?(?:\d+|two|three|four|five|six|several) (?:years?|months)|no (?:seizures|fits) (?:for|in) (?:the (?:past|last) )?(?:\d+|two|three|four|five|six) (?:years?|months)|(?:sin|libre de) crisis (?:desde hace|en|durante)(?: los ultimos)? (?:\d+|dos|tres|cuatro|cinco) (?:anos|meses)",
        r"last (?:seizure|fit):? (?:was )?(?:last |yesterday|this (?:week|morning)|\d+ (?:days|weeks) ago|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:\d+|two|three|four|several) (?:seizures|fits) (?:this|last|in the last) (?:week|month)|(?:\d+|dos|tres|cuatro|varias) crisis (?:este mes|esta semana|la semana pasada)|ultima crisis:? (?:el |hace (?:\d+|dos|tres) (?:dias|semanas)|ayer|la semana pasada)",
        "the patient has no seizures in one place and a late one in the other",
        "el paciente está sin crisis en un lugar y tiene una reciente en el otro",
    )
    .unless(r"until|hasta|before|now|ahora|then|relaps\w*|breakthrough|recaid\w*|febril\w*|first (?:since|in)|primera (?:desde|en)|previously|had been|habia estado|llevaba|brother|sister|absence|focal|asthma|asma|hipertensiv\w*|gota"),
    Family::lasting(
        &["hemip", "weak", "debilidad", "/5"],
        r"(?:left|l|lt)[- ](?:sided )?(?:hemi(?:plegia|paresis)|weakness)\b|hemi(?:plejia|paresia|plegia) izquierda\b",
        r"(?:right|r|rt) (?:arm|leg|ul|ll|upper limb|lower limb)(?: power)?:? ?[0-3]/5\b[^.;\n]{0,40}\b(?:left|l|lt) (?:arm|leg|side|ul|ll)?(?: power)?:? ?5/5|(?:brazo|pierna|msd|mid|hemicuerpo) ?(?:derech[oa])? ?[0-3]/5\b[^.;\n]{0,40}\b(?:lado|brazo|pierna|hemicuerpo) izquierd[oa] 5/5",
        "the palsy is on the left in one place and on the right in the other",
        "la paresia es izquierda en un lugar y derecha en el otro",
    )
    .unless(r"old|previous|residual|antigu\w*|previ[oa]|crossed|bilateral|both"),
    Family::lasting(
        &["hemip", "weak", "debilidad", "/5"],
        r"(?:right|r|rt)[- ](?:sided )?(?:hemi(?:plegia|paresis)|weakness)\b|hemi(?:plejia|paresia|plegia) derecha\b",
        r"(?:left|l|lt) (?:arm|leg|ul|ll|upper limb|lower limb)(?: power)?:? ?[0-3]/5\b[^.;\n]{0,40}\b(?:right|r|rt) (?:arm|leg|side|ul|ll)?(?: power)?:? ?5/5|(?:brazo|pierna|msi|mii|hemicuerpo) ?(?:izquierd[oa])? ?[0-3]/5\b[^.;\n]{0,40}\b(?:lado|brazo|pierna|hemicuerpo) derech[oa] 5/5",
        "the palsy is on the right in one place and on the left in the other",
        "la paresia es derecha en un lugar e izquierda en el otro",
    )
    .unless(r"old|previous|residual|antigu\w*|previ[oa]|crossed|bilateral|both"),
];
