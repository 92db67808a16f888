//! States that change from day to day: what is in the body, how it breathes, wakes, eats and walks.

use super::family::Family;

pub(super) static FAMILIES: &[Family] = &[
    Family::passing(
        &["cathet", "idc", "sonda", "sv ", "urine", "voiding", "miccion", "orina"],
        r"(?:urinary |foley |indwelling |urethral |suprapubic |long[- ]term |18f |16f |14f |12f |size \d+ )*catheter(?:,| is| :)? (?:in situ|in place|in\b|draining|patent|size \d+|\d\d ?(?:f|fr|ch))|catheteri[sz]ed\b|idc (?:in situ|draining|patent)|catheter: (?:yes|y\b|in situ|foley|\d\d)|(?:lleva|porta|con|portadora? de) (?:una )?sonda (?:vesical|urinaria|foley)|sonda (?:vesical|urinaria|foley)(?: n\W?\d+)? (?:permeable|funcionante|normofuncionante|in situ|con orina|drenando)|sondad[oa]\b|sv permeable",
        r"no (?:urinary |foley |indwelling |urethral )?catheter\b|not catheteri[sz]ed\b|(?:urinary )?catheter: (?:no|nil|none|n/a)\b|without (?:a )?(?:urinary )?catheter\b|(?:lines|tubes|devices)[^.;\n]{0,30}no (?:urinary )?catheter|passing urine (?:freely|independently|normally|in (?:the )?(?:toilet|bottle|commode))|voiding (?:freely|independently|well|spontaneously|normally)|(?:sin|no lleva|no porta) sonda(?: vesical| urinaria)?\b|miccion(?:es)? espontaneas?|orina (?:espontaneamente|por si mism[oa]|sin sonda)|no sondad[oa]\b",
        "a catheter of the bladder is there in one place and not in the other",
        "hay una sonda vesical en un lugar y no en el otro",
    )
    .at_any_time()
    .unless(
        r"cardiac cath\w*|intermittent|isc\b|cisc\b|sondajes? intermitentes?|spigot\w*|no catheter (?:needed|required|problems|issues|care)|removal of (?:the )?catheter|inserted|re-?cathet\w*|catheteris\w* (?:for|at|in)|now |retention|retencion|yesterday|ayer|tomorrow|manana|until|hasta|catheter (?:was |is )?(?:out|removed)|trial without|twoc|nephrostom\w*|nefrostom\w*|condom|colector|bypass\w*|retirada de (?:la )?sonda|se (?:retira|coloca) (?:la )?sonda|decath\w*|to catheterise|epidural catheter|central catheter|venous catheter|dialysis catheter",
    ),
    Family::passing(
        &["pace", "ppm", "icd", "marcapasos", "implant", "cardiac device"],
        r"(?:permanent |dual[- ]chamber |single[- ]chamber |leadless |ddd |vvi )*(?:pacemaker|ppm)(?:,| is)? (?:in situ|in place|inserted|since|for|(?:fitted|implanted)|\(?(?:19|20)\d\d|check)|(?:has|with) (?:a |an )?(?:permanent |dual[- ]chamber )?(?:pacemaker|ppm|icd)\b|paced rhythm\b|(?:portadora? de|lleva|con) (?:un )?marcapasos\b|marcapasos (?:bicameral|unicameral|definitivo|ddd|vvi|desde|en|\d{4})|ritmo de marcapasos",
        r"no (?:pacemaker|ppm|pacemakers?(?:,| or) (?:icd|implants?|metal)|cardiac (?:device|implant)s?|implanted (?:devices?|cardiac)|implants?)\b|(?:pacemaker|ppm)(?: or (?:icd|defibrillator))?:? (?:no|nil|none)\b|does not have a pacemaker\b|(?:sin|no lleva|no porta|no tiene|niega) marcapasos\b|no (?:es )?portadora? de marcapasos\b|marcapasos:? no\b",
        "a pacemaker is there in one place and not in the other",
        "hay un marcapasos en un lugar y no en el otro",
    )
    .at_any_time()
    .unless(r"explant\w*|no pacemaker (?:before|previously)|removed|retirado|extracted|no indication|not indicated|no pacemaker (?:indication|indicated|needed|required)|sin indicacion|pacemaker clinic|needs? (?:a )?pacemaker|temporary|temporal|mother|father|husband|wife|madre|padre|breast implants?|dental implants?|listed for"),
    Family::passing(
        &["ventil", "breath", "room air", "extuba", "respir", "gafas", "canula", "ambiente", "simv", "prvc", "peep", "fio2", "vt", "tv", "intubat", "sedat", "sedad", "tube", "ett", "i&v", "i & v", "iot", "vm"],
        r"self[- ]ventilating\b|sv on (?:room )?air\b|spontaneously breathing on (?:room air|nasal)|breathing (?:spontaneously )?(?:on )?(?:room air|nasal (?:cannula|specs|prongs))\b|extubated\b|on room air\b|respira(?:cion)? espontanea(?:mente)?\b|(?:gafas|canulas?) nasales? (?:a|de|\d)|respirando aire ambiente\b|(?:en|con|a) aire ambiente\b|extubad[oa]\b",
        r"(?:simv|prvc|bilevel|acv|a/c|vc|pc|pcv|vcv|vac|psv|asv)\b[^.;\n]{0,40}\b(?:peep|vt|tv|fio2)|sedated and (?:ventilated|intubated)\b|intubated and (?:ventilated|sedated)\b|i ?& ?v\b|(?:ett|et tube|tube) (?:at|size|tied at) \d\d? ?(?:cm|\.\d)?|(?:conectad[oa]|acoplad[oa]|adaptad[oa]) (?:a|al) (?:ventilador|respirador|vm|ventilacion mecanica)\b|sedad[oa] y (?:conectad|intubad|acoplad|ventilad)\w+|(?:en|con|bajo) (?:ventilacion mecanica|vmi|vm)\b(?: invasiva| en)?|iot (?:n|a|en)\W?\d",
        "the patient breathes alone in one place and is on a ventilator in the other",
        "el paciente respira solo en un lugar y está conectado al ventilador en el otro",
    )
    .at_any_time()
    .unless(
        r"after (?:\w+ ){0,4}(?:simv|prvc|ventilation|intubation)|until|re-?intubat\w*|reintub\w*|self[- ]extubat\w*|autoextub\w*|cpap|bipap|niv\b|vmni|bilevel niv|tracheo\w*|traqueo\w*|spontaneous breathing trial|sbt\b|not (?:yet )?extubat\w*|no extubad\w*|to be extubat\w*|aim\w* (?:to|for) extubat\w*|plan\w* (?:to|for) extubat\w*|pending extubat\w*|extubation (?:plan|tomorrow|today)|prior to (?:being )?intubat\w*|before intubat\w*|(?:was|were) (?:sedated|intubated)|induction|theatre|before (?:induction|theatre)|preoxygen\w*|on arrival|initially|rsi\b|a su llegada|inicialmente|previ[oa] a|then intubat\w*|intubated for|failed extubat\w*|required intubat\w*|requir\w+ (?:iot|intubacion)|se intub\w+|se procede a|se decide|ventilated for \d|icu (?:stay|course)|estancia en uci|durante (?:su|el) ingreso|hasta|retirada de la ventilacion",
    ),
    Family::passing(
        &["alert", "gcs", "avpu", "conscious", "orientad", "glasgow", "vigil", "coc", "unrespons", "coma", "responde", "arreactiv", "estupor", "a&o", "aox", "a & o", "ao x", "consciente"],
        r"alert and ori?ent(?:at)?ed\b|alert,? ori?ent(?:at)?ed\b|a ?& ?o ?x ?[34]\b|gcs:? ?15(?:/15)?\b|avpu:? a\b|acvpu:? a\b|fully conscious\b|consciente y orientad[oa]\b|alerta y orientad[oa]\b|(?:glasgow|gcs):? (?:de )?15(?:/15)?\b|vigil y orientad[oa]\b|coc(?:x3)?\b",
        r"unresponsive\b|comatose\b|in (?:a )?coma\b|gcs:? ?[3-7](?:/15|t)?\b|avpu:? (?:u|p)\b|acvpu:? (?:u|p)\b|(?:glasgow):? (?:de )?[3-7](?:/15)?\b|en coma\b|comatos[oa]\b|no responde a (?:ordenes|estimulos|la llamada)|arreactiv[oa]\b|estuporos[oa]\b",
        "the patient is awake in one place and unconscious in the other",
        "el paciente está despierto en un lugar e inconsciente en el otro",
    )
    .unless(
        r"found|hallad[oa]|encontrad[oa]|witness\w*|collateral|ambulance|paramedic\w*|on scene|seizure\w*|post-?ictal|convuls\w*|crisis|syncop\w*|sincop\w*|collaps\w*|faint\w*|arrest\w*|parada|pcr\b|rosc|naloxon\w*|hypogly\w*|hipogluc\w*|glucos\w+ (?:iv|10|50)|gave|given|after|then|now|later|improv\w*|mejor\w*|deteriorat\w*|deterior\w*|drop\w*|fell|sedat\w*|sedac\w*|sedad\w*|intubat\w*|intubad\w*|overdose|anaesth\w*|anesth\w*|anestes\w*|recover\w*|recuper\w*|episode\w*|episodio\w*|initially|inicialmente|on arrival|a su llegada|posterior\w*|transfer\w*|minutes|minutos|head injury advice|return if|if (?:he|she|becomes)|prognos\w*|withdraw\w*",
    ),
    Family::passing(
        &["aphas", "dysphas", "mute", "verbal", "speech", "speak", "anarth", "afasi", "mutis", "lenguaje", "talk", "convers", "habla", "disfas"],
        r"(?:globally |severely |completely )?aphasic\b|(?:global|severe|expressive|broca'?s?|motor) (?:aphasia|dysphasia)\b|mute\b|non-?verbal\b|no speech\b|no verbal output\b|lost (?:his|her) speech\b|unable to speak\b|cannot speak\b|anarthric\b|afasic[oa]\b|afasia (?:global|motora|mixta|de broca|severa|grave|completa)|mutismo\b|mutista\b|no emite (?:lenguaje|palabras?)|sin (?:lenguaje|emision de lenguaje)|anartri[ac]o?\b",
        r"speech (?:is |was )?(?:normal|fluent|clear|intact|fine|unaffected)\b|normal speech\b|fluent speech\b|(?:talking|speaking|speaks|talks) (?:fluently|normally|clearly|in (?:full|complete|whole) sentences)\b|conversing (?:well|normally|freely|appropriately)\b|no (?:aphasia|dysphasia|speech (?:disturbance|deficit|problem))\b|(?:lenguaje|habla) (?:\w+ ){0,1}(?:fluid[oa]|normal|conservad[oa]|espontane[oa] (?:normal|fluid\w+)|coherente|sin alteraciones|preservad[oa])\b|sin (?:afasia|disfasia|alteraciones del (?:lenguaje|habla))\b|habla (?:con normalidad|sin dificultad|bien)|conversa con (?:fluidez|normalidad)",
        "the patient has lost speech in one place and talks in the other",
        "el paciente ha perdido el habla en un lugar y habla en el otro",
    )
    .unless(
        r"fluent aphasia|wernicke\w*|transient\w*|transitori\w*|tia\b|ait\b|resolv\w*|resuel\w*|improv\w*|mejor\w*|recover\w*|recuper\w*|thrombolys\w*|trombol\w*|thrombectom\w*|trombectom\w*|now|then|later|after|episode\w*|episodio\w*|intermittent\w*|fluctu\w*|elective(?:ly)? mut\w*|selective mut\w*|mutismo selectivo|seizure|crisis|premorbid|before the|previous\w*|at baseline|basalmente|previamente|antes|brother|sister|child is|minutes|minutos|hours|horas",
    ),
    Family::passing(
        &["cpr", "resus", "code", "escalation", "rcp", "reanima", "subsidiari", "candidat", "dna", "dnr", "onr"],
        r"(?:is |remains |currently )?for (?:full )?(?:cpr|resus(?:citation)?|active resuscitation)\b|full code\b|code status:? full\b|resus(?:citation)? status:? (?:full|for)|full escalation\b|(?:rcp|reanimacion):? (?:si|indicada|procede)\b|subsidiari[oa] de (?:rcp|reanimacion|uci|medidas invasivas)\b|candidat[oa] a (?:rcp|reanimacion|uci)\b",
        r"dna(?:cp)?r (?:in place|form|signed|completed|order|status|valid|agreed|decision)|dnacpr\b|dnr/?(?:dni)?\b|not for (?:cpr|resus(?:citation)?|resuscitation)\b|code status:? (?:dnr|dni|comfort)|no (?:rcp|reanimar|reanimacion)\b|orden de no (?:reanimar|rcp)\b|onr\b|no (?:subsidiari[oa]|candidat[oa]) (?:de|a) (?:rcp|reanimacion|uci|medidas)",
        "resuscitation is wanted in one place and ruled out in the other",
        "la reanimación está indicada en un lugar y descartada en el otro",
    )
    .at_any_time()
    .unless(
        r"discuss\w*|revok\w*|rescind\w*|cancel\w*|suspend\w*|reversed|review\w* (?:of )?(?:the )?(?:dnacpr|resus)|no dnacpr|no dnr|without (?:a )?dnacpr|not discussed|to be discussed|dnacpr not|not (?:appropriate|required)|family wish\w*|considering|mother|husband|wife|previous\w*|perioperative\w*|for the (?:operation|procedure)|comentar|pendiente de decid\w*|valorar|revocad\w*|except|but not for|no hay orden",
    ),
    Family::passing(
        &["nbm", "mouth", "npo", "oral", "diet", "ayun", "boca", "nvo", "eating", "ate", "e&d", "e & d", "aliment", "tolera", "come "],
        r"nbm\b|nil by mouth\b|npo\b|nothing by mouth\b|nil orally\b|(?:dieta|ayuno) absolut[oa]\b|en ayunas\b|nada por boca\b|nvo\b",
        r"eating and drinking(?: well| normally)?\b|(?:full|normal|regular) diet\b|tolerating (?:a )?(?:full |normal |regular |light )?diet\b|ate (?:all|full|his|her|a good|most of)|e ?& ?d\b|(?:dieta|alimentacion) (?:normal|basal|completa|libre|oral completa)\b|(?:tolera|come) (?:bien|dieta|todo)|buena tolerancia oral",
        "food is forbidden in one place and eaten in the other",
        "la comida se prohíbe en un lugar y se toma en el otro",
    )
    .unless(
        r"from midnight|from \d|since|until|then|now|after|before|for (?:theatre|surgery|endoscopy|scan|procedure|ogd|ct|mri|list)|midnight|fasted|fasting|resum\w*|restart\w*|reintro\w*|progres\w*|reinici\w*|inici\w*|step\w*|build up|today|tomorrow|manana|ayer|hoy|desde|hasta|tras|pre-?op\w*|post-?op\w*|preoperat\w*|salt\b|speech and language|fonoaud\w*|logoped\w*|tonight|am\b|pm\b|previous\w*|usually|habitual\w*|at home|en casa|normally",
    ),
    Family::passing(
        &["bed", "hoist", "wheelchair", "ambulant", "walk", "stand", "mobil", "independ", "gait", "encamad", "cama", "deambul", "camina", "inmoviliz", "silla", "marcha"],
        r"bed-?bound\b|bedridden\b|hoist(?:ed)? (?:transfers?|for (?:all )?transfers?)\b|wheelchair[- ]bound\b|non-?ambulant\b|unable to (?:walk|stand|mobili[sz]e)\b|does not walk\b|encamad[oa]\b|vida cama[- ]sillon|no (?:deambula|camina)\b|inmovilizad[oa] en cama|silla de ruedas permanente",
        r"mobili[sz](?:es|ing|ed|e) (?:independently|unaided|freely|without (?:an )?aids?)\b|independently mobile\b|walks (?:unaided|independently|without (?:an? )?(?:aids?|stick|frame)|\d+ ?(?:m|metres|miles|km)\b|(?:the dog|daily|briskly))|independent (?:with|in) (?:mobility|walking|transfers|all (?:his |her )?adls?)\b|normal gait\b|gait (?:is )?normal\b|(?:deambula|camina) (?:sin ayuda|de forma (?:autonoma|independiente)|sol[oa]\b|\d+ ?(?:m|metros|km)|a diario|con normalidad|sin (?:apoyo|baston|andador))|marcha (?:normal|autonoma|independiente)\b|independiente para (?:la )?(?:deambulacion|marcha|avd|todas las abvd)",
        "the patient cannot walk in one place and walks in the other",
        "el paciente no camina en un lugar y camina en el otro",
    )
    .unless(
        r"usually|normally|habitual\w*|premorbid\w*|pre-?morbid|previous\w*|previ[oa]\w*|before|antes|until|hasta|now|ahora|currently|actualmente|at baseline|basal\w*|since|desde|fracture|fractura|fall|caida|today|hoy|post-?op\w*|after|tras|pain|dolor|acute\w*|agud[oa]|weeks? ago|days? ago|hace|this admission|on admission|al ingreso|physio\w*|rehab\w*|goal|objetivo|fisiot\w*|lately|recently|ultim\w*|stroke|ictus|plaster|cast\b|yeso|nwb|non-?weight",
    ),
    Family::passing(
        &["contin", "panal"],
        r"doubly incontinent\b|incontinent of (?:urine|faeces|stool|both)\b|(?:is|remains|long[- ]?standing) incontinent\b|(?:continence|elimination|bladder):? (?:doubly )?incontinent\b|incontinente (?:urinari[oa]|fecal|doble|de esfinteres|total)\b|incontinencia (?:doble|urinaria y fecal|total)\b|usa panal(?:es)?\b|lleva panal(?:es)?\b",
        r"(?:fully |is |remains |both )continent(?: of (?:urine|both|urine and faeces))?\b|(?:continence|elimination|bladder):? continent\b|continent of (?:urine|both|urine and faeces)\b|no incontinence\b|continente (?:de esfinteres|urinari[oa]|doble|para ambos|total)|continencia (?:conservada|completa|de esfinteres conservada)|control de esfinteres (?:conservado|completo|adecuado)|sin incontinencia\b",
        "the patient is continent in one place and incontinent in the other",
        "el paciente es continente en un lugar e incontinente en el otro",
    )
    .unless(r"faecal continen\w*|at night|nocturn\w*|stress|esfuerzo|urge\w*|when|cuando|occasional\w*|ocasional\w*|before|now|surgery|since|until|after|previous\w*|daughter|son|child|catheter|sonda"),
    Family::passing(
        &["ef", "fevi", "eject", "eyecc", "systolic", "sistolic", "lv"],
        r"(?:ef|lvef|fevi|fe|ejection fraction|fraccion de eyeccion)(?: of| is| was| del ?vi)?:? ?(?:de )?(?:[5][5-9]|6\d|7[0-5]) ?%|(?:ef|lvef|fevi|systolic function|ejection fraction) (?:is |was )?(?:preserved|normal|conservada)\b|preserved (?:ef|lvef|ejection fraction|lv function|systolic function)\b|(?:good|normal) lv (?:systolic )?function\b|funcion sistolica (?:conservada|normal)\b|fevi conservada",
        r"severe(?:ly)? (?:impaired|reduced|depressed) (?:lv|left ventricular|systolic|ef|lvef|ejection)|(?:lv|systolic|left ventricular) (?:systolic )?function (?:is |was )?severely (?:impaired|reduced)|severe lv(?:sd| systolic dysfunction| impairment)|hfref\b|(?:ef|lvef|fevi|ejection fraction)(?: of| is| was)?:? ?(?:de )?(?:1\d|2\d|3[0-5]) ?%|disfuncion (?:sistolica )?(?:severa|grave)|fevi (?:severamente|gravemente) (?:deprimida|reducida)|(?:ic|insuficiencia cardiaca) con fevi reducida",
        "the left ventricle pumps well in one place and badly in the other",
        "el ventrículo izquierdo funciona bien en un lugar y mal en el otro",
    )
    .unless(
        r"recover\w*|recuper\w*|improv\w*|mejor\w*|hfimpef|previous\w*|previ[oa]\w*|was \d|from \d|to \d|\b(?:19|20)\d\d\b|last (?:echo|year)|repeat|then|now|before|after|post|antes|tras|right ventric\w*|rv\b|vd\b|drop\w*|fell|takotsubo|stress|myocarditis|miocarditis|arrest|tachycardiomyop\w*|declin\w*|inclusion|trial|target|baseline|basal",
    ),
];
