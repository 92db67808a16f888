//! What identifies by its form: dates, ages, numbers with a label, addresses, institutions, names behind a title.

use super::redacted_kind::RedactedKind;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

#[expect(clippy::unwrap_used, reason = "constant patterns, and a test compiles them")]
pub(super) fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap()
}

/// A word that begins with a capital, with what may be inside it.
const CAPITAL: &str = r"\p{Lu}[\p{L}\p{M}'’.-]*";

/// The particles inside of names and of names of places.
const PARTICLE: &str = r"(?:de|del|la|las|los|el|y|e|i|d[ae]|do|dos|van|von|der|den|bin|al|of|the|and|&|san|santa|st\.?|nuestra|señora)";

static PATTERNS: LazyLock<Vec<(RedactedKind, Regex)>> = LazyLock::new(|| {
    let month = r"(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|ene|abr|ago|dic)\b\.?";
    let long_month = r"(?:January|February|April|June|July|August|September|October|November|December|enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|Enero|Febrero|Marzo|Abril|Mayo|Junio|Julio|Agosto|Sep?tiembre|Octubre|Noviembre|Diciembre|JANUARY|FEBRUARY|APRIL|JUNE|JULY|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER)";
    let ordinal = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|primero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciséis|diecisiete|dieciocho|diecinueve|veinte|veintiuno|veintidós|veintitrés|veinticuatro|veinticinco|veintiséis|veintisiete|veintiocho|veintinueve|treinta(?: y uno)?)";
    let day = r"\d{1,2}(?:st|nd|rd|th|º|ª|o)?";
    let year = r"(?:(?:19|20)\d\d|['’]\d\d)";
    let weekday = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|domingo";
    let old_en = r"ninet(?:y|ies)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|(?:a|one) hundred(?:[- ](?:and[- ])?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))?";
    let old_es = r"noventa(?: y (?:un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve))?|cien|ciento (?:un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)";
    let old = r"(?:9\d|1[0-2]\d)";
    let years = r"(?:years?|yrs?|yo\b|y\.?\s?/?\s?o\b|a[ñn]os?|a\.|primaveras|summers|winters)";
    let unit_of_place = r"room|rm|bed|bay|ward|cubicle|flat|apartment|apt|suite|unit|floor|house|building|block|box|habitaci[oó]n|hab|cama|planta|piso|puerta|portal|escalera|bloque|edificio|casa|box|sala|pabell[oó]n|despacho|consulta|letra|bajo|interior|apartado|kil[oó]metro|km";
    let street_es = r"calle|c/|avda\.?|avenida|av\.|plaza|plazuela|pza\.?|pl\.|paseo|pso\.?|p[ºo]\.|carretera|ctra\.?|camino|cno\.?|ronda|traves[ií]a|urbanizaci[oó]n|urb\.?|barrio|barriada|bda\.?|pol[ií]gono|glorieta|pasaje|callej[oó]n|r[uú]a|carrer|cuesta|v[ií]a|bulevar|alameda|jir[oó]n|carrera|cra\.?|diagonal|rambla|partida|lugar|grupo|residencial|colonia|finca";
    let street_en = r"street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|ct|place|pl|way|terrace|close|crescent|boulevard|blvd|square|sq|gardens|grove|row|hill|walk|mews|park|parkway|pkwy|highway|hwy|circle|cir|trail|alley|rise|green|gate|quay|wharf|view|heights";
    let label = r"mrn|nhs|nhc|nass|ssn|dni|nif|nie|cip|cipa|curp|rut|ehr|emr|npi|dea|cuil|id|chart|claim|policy|member|account|acct|licen[cs]e|registration|passport|pasaporte|record|case|file|reference|ref|episode|episodio|encounter|visit|accession|specimen|order|invoice|serial|device|extension|ext|pager|bleep|fax|tel|tel[eé]fono|tfno|tlf|tlfno|m[oó]vil|phone|mobile|cell|call|n[uú]mero|number|no\.|nº|n\.º|#|historia|expediente|p[oó]liza|p[oó]l|afiliaci[oó]n|tarjeta|seguridad social|colegiad[oa]|col|locker|plate|matr[ií]cula|zip|postcode|postal|c\.?p|pin";
    let mut list: Vec<(RedactedKind, String)> = vec![
        // Dates.
        (
            RedactedKind::Date,
            format!(
                r"(?i)\b(?:(?:{weekday}),?\s+(?:the\s+|el\s+)?)?(?:(?:the|el(?:\s+d[ií]a)?)\s+)?(?:{day}|{ordinal})\s*[-/. ]?\s*(?:of\s+|de\s+)?{month}(?:[-/., ]+\s*(?:of\s+|del?\s+|del\s+a[ñn]o\s+)?(?:{year}|\d\d\b))?"
            ),
        ),
        (
            RedactedKind::Date,
            format!(
                r"(?i)\b{month}\s*(?:the\s+)?(?:{day}|{ordinal})\b(?:\s*[-–]\s*{day})?(?:,?\s+(?:of\s+)?{year})?"
            ),
        ),
        (RedactedKind::Date, format!(r"(?i)\b{month}[-/., ]*\s*(?:of\s+|del?\s+|del\s+a[ñn]o\s+)?{year}\b")),
        (RedactedKind::Date, format!(r"\b{long_month}\b")),
        (
            RedactedKind::Date,
            String::from(
                r"\b(?:in|since|until|last|next|early|late|mid|this|by|from|to|of)[- ](?:March|May)\b|\b(?:MARCH|MAY)\s+\d",
            ),
        ),
        (
            RedactedKind::Date,
            String::from(
                r"(?i)\b(?:19|20)\d\d\s?[-/.]\s?\d{1,2}(?:\s?[-/.]\s?\d{1,2})?\b|\b\d{1,2}\s?[-/.]\s?\d{1,2}\s?[-/.]\s?(?:(?:19|20)\d\d|\d\d)\b|\b(?:0?[1-9]|1[0-2])\s?[-/]\s?(?:19|20)\d\d\b|\b(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\b|\b\d{1,2} \d{1,2} (?:19|20)\d\d\b",
            ),
        ),
        (RedactedKind::Date, String::from(r"(?:\b(?i:el )?(?i:año|year|años) )?\b(?:19|20)\d\d\b")),
        (RedactedKind::Date, format!(r"(?i)\b(?:{weekday})s?\b")),
        (
            RedactedKind::Date,
            String::from(
                r"(?i)\b(?:on|el|d[ií]a|d\.?o\.?b\.?:?|fecha:?|date:?|dated|born|seen|admitted|discharged|nacid[oa](?: el)?|visto el|ingres[oó](?: el)?|alta(?: el)?)\s+(?:the\s+|el\s+)?(?P<name>\d{1,2}\s?[/.-]\s?\d{1,2})\b",
            ),
        ),
        (
            RedactedKind::Date,
            String::from(
                r"(?i)\bon the (?P<name>\d{1,2}(?:st|nd|rd|th))\b|\b(?:christmas(?: day| eve)?|new year['’]?s(?: day| eve)?|thanksgiving|halloween|easter(?: sunday| monday)?|nochebuena|nochevieja|navidad(?:es)?|semana santa|reyes magos)\b",
            ),
        ),
        // Ages over 89.
        (RedactedKind::Number, format!(r"(?i)\b{old}\s*(?:-|–)?\s*{years}(?:[- ]?old)?")),
        (
            RedactedKind::Number,
            format!(r"(?i)\b(?:{old_en}|{old_es})[- ]*(?:and a half[- ]*)?{years}(?:[- ]?old)?\b"),
        ),
        (
            RedactedKind::Number,
            format!(
                r"(?i)\b(?:age[ds]?|edad(?: de)?|turn(?:s|ed|ing)|cumpl(?:i[oó]|e|ir[aá]|idos)|tiene|old as|nearly|almost|over|past|casi|m[aá]s de|over the age of|at)\s*[:=]?\s*(?:los\s+|de\s+|of\s+|is\s+|was\s+)?(?P<name>{old}|{old_en}|{old_es})\b(?:\s*(?:years?|a[ñn]os)(?:\s+old)?)?"
            ),
        ),
        (
            RedactedKind::Number,
            format!(
                r"(?i)\b{old}\s?[-/]?\s?(?:[mfhv]\b|male\b|female\b|man\b|woman\b|lady\b|gentleman\b|mujer\b|var[oó]n\b|hombre\b)|\b[mfhv]\s?[/,-]?\s?{old}\b"
            ),
        ),
        (
            RedactedKind::Number,
            String::from(
                r"(?i)\b(?:non|cent)agenari(?:an|o|a)s?\b|\bcentenari(?:an|o|a)s?\b|\bsupercentenari(?:an|o|a)s?\b|\b(?:in|into|mid|early|late)[- ](?:his|her|their|the)?\s*(?:early |mid[- ]?|late )?(?P<name>nineties|90['’]?s|hundreds)\b|\b(?:his|her|their|su)\s+(?P<name2>(?:9\d|1[0-2]\d)(?:st|nd|rd|th|º)|ninet(?:ieth|y-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))|hundredth|cent[eé]simo|nonag[eé]simo(?: \p{L}+)?)\b|\bnoventa y (?:tantos|pico)\b|\bnoventona?\b",
            ),
        ),
        // Numbers of places.
        (
            RedactedKind::Number,
            format!(
                r"(?i)\b(?:{unit_of_place})\.?\s*(?:no\.?|number|n[uú]mero|n[.º°]*|#)?\s*[:#]?\s*(?:is |was |es |era )?(?P<name>\d+(?:\s?[ºª°])?(?:[-/ ]?[A-Z]\b)?|[A-Z]-?\d+[A-Z]?\b)"
            ),
        ),
        (
            RedactedKind::Number,
            String::from(
                r"(?i)\b(?P<name>\d+(?:st|nd|rd|th|[ºª°o]))[- ]+(?:floor|piso|planta|ward|puerta)(?:\s+(?P<name2>[A-Z]\b))?",
            ),
        ),
        // Addresses.
        (
            RedactedKind::Name,
            format!(
                r"(?i:\b(?:{street_es}))\s*(?:(?:{PARTICLE})\s+)*(?:{CAPITAL}|\d+)(?:[ ,]+(?:(?i:{PARTICLE})\s+)*(?:{CAPITAL}|\d+\s?[ºª°]?|(?i:n[uú]mero|n[.º°]+|s/n|bis|bajo|esc|pta|piso|bloque|portal|puerta|planta)\.?))*(?:[ ,]*\d+[ºª°]?(?:\s?[A-Z]\b)?)*"
            ),
        ),
        (
            RedactedKind::Name,
            format!(
                r"\b\d+[A-Za-z]?(?:[-/]\d+)?,?\s+(?:(?:North|South|East|West|N|S|E|W|Old|New|Upper|Lower|St)\.?\s+)?(?:{CAPITAL}\s+){{1,4}}(?i:{street_en})\b\.?"
            ),
        ),
        (
            RedactedKind::Name,
            format!(
                r"\b(?:{CAPITAL}\s+){{1,3}}(?i:street|road|avenue|lane|drive|terrace|crescent|boulevard|mews|parkway|highway)\b(?:,?\s+\d+[A-Za-z]?)?"
            ),
        ),
        (
            RedactedKind::Number,
            String::from(r"\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b"),
        ),
        (
            RedactedKind::Name,
            String::from(
                r"(?i)(?:\bcalle|\bc/|\bavda\.?|\bav[.,/ ]|\bavenida|\bplaza|\bpza\.?|\bpaseo|\bcarretera|\bctra\.?|\bronda|\btraves[ií]a|\burbanizaci[oó]n|\bpasaje)[ ./,]*(?:[\p{L}'’ªº]+[ ./,]+){1,7}(?:n[.ºo°]*\s*)?\d+(?:[ ,-]+(?:\d+\s?[ºª°]?|bajo|[a-z]\b))*",
            ),
        ),
        // Lines of a form: what stands behind the label, to the end of the line.
        (
            RedactedKind::Name,
            String::from(
                r"(?im)\b(?:domicilio|direcci[oó]n|address|localidad(?:\s*/\s*provincia)?|provincia|municipio|poblaci[oó]n|ciudad|city|town|county|pa[ií]s(?: de nacimiento)?|country|nationality|nacionalidad|lugar de nacimiento|place of birth|birthplace|nombre|apellidos?|first name|last name|full name|patient name|surname)\s*:[^\S\n]*(?P<name>[^\n;]{1,80}?)(?:\.?[^\S\n]*$|[.;](?:\s|$))",
            ),
        ),
        // Institutions.
        (
            RedactedKind::Name,
            format!(
                r"\b(?i:hospital(?:ario)?|h\.|hosp\.|cl[ií]nica|policl[ií]nica|sanatorio|centro(?: de salud| m[eé]dico| hospitalario)?|complejo(?: hospitalario| asistencial)?|residencia|instituto|institut|institución|fundaci[oó]|fundaci[oó]n|universidad|facultad|colegio|escuela|consultorio|ambulatorio|c\.?s\.)\s+(?:(?:{PARTICLE}|(?i:universitari[oa]|general|cl[ií]nico|provincial|comarcal|regional|nacional|infantil|materno|central|militar|privad[oa]|p[uú]blic[oa]|medicina))\s+)*{CAPITAL}(?:[ ,]*(?:[-–]\s*)?(?:(?i:{PARTICLE})\s+)*\s*(?:{CAPITAL}|\d+))*"
            ),
        ),
        (
            RedactedKind::Name,
            format!(
                r"\b(?:{CAPITAL}\s+(?:{PARTICLE}\s+)*){{1,5}}(?:Hospital|Hospice|Clinic|Infirmary|Medical (?:Center|Centre|Group|Practice)|Health (?:Center|Centre)|Surgery|Practice|University|College|School|Academy|Church|Nursing Home|Care Home|Prison|Pharmacy)\b"
            ),
        ),
        // Numbers with a label.
        (
            RedactedKind::Number,
            format!(
                r"(?i)(?:\b(?:{label})|#)\s*(?:no\.?|number|n[uú]mero|n[.º°]*|id|is|es|was|of|de|del|cl[ií]nica|card|code)?\s*[.:#=-]*\s*(?P<name>(?:[A-Z]{{1,4}}[-/ ]?)?\d[\dA-Z]*(?:[-/. ]\d[\dA-Z]*)*(?:[-/ ]?[A-Z]\b)?)"
            ),
        ),
        (
            RedactedKind::Number,
            String::from(r"\b\d{2,4}(?:[ .-]\d{2,6}){2,5}\b|\b\d{3,4}[ -]\d{4,8}\b|\b\d{2}[ -]\d{5,9}\b"),
        ),
        (
            RedactedKind::Number,
            String::from(
                r"\b[A-Z]{1,3}[- ]?\d{2,4}[- ]?[A-Z]{2,3}\b|\b\d{4}[- ]?[B-DF-HJ-NP-TV-Z]{3}\b|\b[XYZ]-?\d{7}-?[A-Z]\b|\b\d{8}-?[A-Z]\b",
            ),
        ),
        (
            RedactedKind::Contact,
            String::from(
                r"(?:^|\s)(?P<name>@[\w.]{2,})|(?i)\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b|\b(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}\b|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|es|edu|gov|uk|co|cl|mx|ar|info|io|eu)(?:/\S*)?\b|\b[\w.+-]+\s?(?:\(at\)|\[at\]| at | arroba )\s?[\w-]+\s?(?:\(dot\)|\[dot\]|\.| dot | punto )\s?\w{2,}",
            ),
        ),
        // Names behind a title, a label or a kin, however they are written.
        (
            RedactedKind::Name,
            format!(
                r"\b(?i:mr|mrs|ms|mx|miss|mister|madam|sir|lady|lord|dame|dr|drs|dra|doctor|doctora|prof|professor|nurse|sister|father|fr|rev|reverend|rabbi|imam|pastor|capt|captain|sgt|sergeant|officer|judge|sr|sra|srta|sres|se[ñn]or|se[ñn]ora|se[ñn]orita|don|do[ñn]a|d\.|d[ªa]\.|enfermer[oa]|fray|sor|padre|hna)\b\.?(?:\s*/\s*(?:a|ra|dra)\.?)?(?:\([ao]\))?\s*:?[^\S\n]+(?P<name>{CAPITAL}(?:[^\S\n]+(?:(?i:{PARTICLE})\s+){{0,2}}{CAPITAL}){{0,4}})"
            ),
        ),
        (
            RedactedKind::Name,
            String::from(
                r"\b(?i:mr|mrs|ms|miss|dr|dra|sr|sra|srta|se[ñn]or|se[ñn]ora|do[ñn]a)\b\.?[^\S\n]+(?P<name>\p{Ll}[\p{L}'’-]+)",
            ),
        ),
        (
            RedactedKind::Name,
            format!(
                r"(?i:\b(?:name|aka|a\.k\.a\.?|alias|paciente|patient|pt|client|m[eé]dico|responsable(?: cl[ií]nico)?|fdo|firma|signed|firmado|author|attending|physician|surgeon|provider|consultant|contact|next of kin|nok|employer|c/o|attn|cc|tutor|acompañante|cuidadora?|informante|testigo)\b\.?\s*:\s*(?:(?:mr|mrs|ms|dr|dra|sr|sra|d|dña)\.?\s+)?)(?P<name>{CAPITAL}(?:[^\S\n,]+(?:(?i:{PARTICLE})\s+){{0,2}}{CAPITAL}){{0,4}})"
            ),
        ),
        (
            RedactedKind::Name,
            format!(
                r"(?i:\b(?:known as|called|goes by|nicknamed|named|llamad[oa]|conocid[oa] como|se llama|remitid[oa] por|firmado por|signed by|dictated by|reviewed by|seen by|referred by|spoke (?:with|to)|met with|regards,?|sincerely,?|thanks,?|atentamente,?)\s+(?:(?:mr|mrs|ms|dr|dra|sr|sra|d|dña)\.?\s+)?)(?P<name>{CAPITAL}(?:[^\S\n,]+(?:(?i:{PARTICLE})\s+){{0,2}}{CAPITAL}){{0,4}})"
            ),
        ),
        (
            RedactedKind::Name,
            format!(
                r"\b(?i:mother|father|mom|mum|dad|wife|husband|spouse|partner|son|daughter|brother|sister|sibling|aunt|uncle|cousin|niece|nephew|grandmother|grandfather|grandma|grandpa|grandson|granddaughter|neighbou?r|friend|boyfriend|girlfriend|fianc[eé]e?|carer|caregiver|boss|teacher|roommate|stepson|stepdaughter|twin|madre|padre|esposa|esposo|marido|mujer|hij[oa]|herman[oa]|t[ií][oa]|prim[oa]|sobrin[oa]|abuel[oa]|niet[oa]|vecin[oa]|amig[oa]|novi[oa]|suegr[oa]|cuñad[oa]|yerno|nuera|pareja|cuidadora?|compa[ñn]er[oa])s?\b,?\s+(?:\(?(?i:named|called|is|llamad[oa]|es)?\s*)(?P<name>{CAPITAL}(?:[^\S\n,]+(?:(?i:{PARTICLE})\s+){{0,2}}{CAPITAL}){{0,3}})"
            ),
        ),
        (
            RedactedKind::Name,
            String::from(
                r"\b(?:I am|I'm|my name is|this is|soy|me llamo|mi nombre es)\s+(?P<name>\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){0,3})",
            ),
        ),
        // Initials and names in them.
        (
            RedactedKind::Name,
            String::from(
                r"\b(?:\p{Lu}\.[ -]?){2,4}(?:\p{Lu}[\p{L}'’-]+)?|\b\p{Lu}\.\s+\p{Lu}[\p{Ll}'’-]{2,}|\b\p{Lu}[\p{Ll}'’-]{2,}\s+\p{Lu}\.(?:\s+\p{Lu}[\p{Ll}'’-]{2,})?",
            ),
        ),
    ];
    list.drain(..).map(|(kind, text)| (kind, pattern(&text))).collect()
});

/// What a text holds that identifies by its form, in no order.
pub(super) fn found(text: &str) -> Vec<(Range<usize>, RedactedKind)> {
    let mut found = Vec::new();
    for (kind, pattern) in PATTERNS.iter() {
        for hit in pattern.captures_iter(text) {
            let (one, two) = (hit.name("name"), hit.name("name2"));
            let places = match (one, two) {
                (None, None) => [hit.get(0), None],
                named => [named.0, named.1],
            };
            found.extend(places.into_iter().flatten().map(|place| (place.range(), *kind)));
        }
    }
    found
}
