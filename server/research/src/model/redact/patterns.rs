//! Finds text that identifies by its form: dates, numbers with a label, institutions, names after a
//! title.

use super::redacted_kind::RedactedKind;
use referee_critic::analysis::identifying_text::is_time_ago;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

#[expect(clippy::unwrap_used, reason = "constant patterns, and a test compiles them")]
pub(super) fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap()
}

/// A capitalised word, with the characters that may occur within it.
pub(super) const CAPITALISED_WORD: &str = r"\p{Lu}[\p{L}\p{M}'’.-]*";

/// The particles within names of people and places.
pub(super) const NAME_PARTICLE: &str = r"(?:de|del|la|las|los|el|y|e|i|d[ae]|do|dos|van|von|der|den|bin|al|of|the|and|&|san|santa|st\.?|nuestra|señora)";

static PATTERNS: LazyLock<Vec<(RedactedKind, Regex)>> = LazyLock::new(|| {
    let month = r"(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|ene|abr|ago|dic)\b\.?";
    let long_month = r"(?:January|February|April|June|July|August|September|October|November|December|enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|Enero|Febrero|Marzo|Abril|Mayo|Junio|Julio|Agosto|Sep?tiembre|Octubre|Noviembre|Diciembre|JANUARY|FEBRUARY|APRIL|JUNE|JULY|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER)";
    let ordinal = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|primero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciséis|diecisiete|dieciocho|diecinueve|veinte|veintiuno|veintidós|veintitrés|veinticuatro|veinticinco|veintiséis|veintisiete|veintiocho|veintinueve|treinta(?: y uno)?)";
    let day = r"\d{1,2}(?:st|nd|rd|th|º|ª|o)?";
    let year = r"(?:(?:19|20)\d\d|['’]\d\d)";
    let weekday = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|domingo";
    let unit_of_place = r"theatre|theater|quir[oó]fano|paritorio|plot|parcela|manzana|mz|solar|nave|m[oó]dulo|caba[ñn]a|cottage|chalet|villa|room|rm|bed|bay|ward|cubicle|chair|seat|trolley|couch|stall|pod|station|gate|berth|dorm(?:itory)?|cell|p\.?\s?o\.?\s*box|sill[oó]n|camilla|control|puesto|butaca|apartado de correos|apartado postal|flat|apartment|apt|suite|unit|floor|house|building|block|box|habitaci[oó]n|hab|cama|planta|piso|puerta|portal|escalera|bloque|edificio|casa|box|sala|pabell[oó]n|despacho|consulta|letra|bajo|interior|apartado|kil[oó]metro|km";
    let label = r"mrn|gmc|nmc|hcpc|hpcsa|ahpra|lic|sn|s/n|n/s|urn|pid|iban|vin|ticket|tag|wristband|bracelet|barcode|docket|sample|muestra|prescription|receta|volante|factura|carn[eé]|carnet|permiso|documento|identificador|identificaci[oó]n|c[oó]digo|marcapasos|pacemaker|implant|implante|pr[oó]tesis|lote|batch|lot|n[º°]\s?col|n\.?[º°]\s?hc|hc|social security|insurance|seguro|mutua|fijo|landline|nhs|nhc|nass|ssn|dni|nif|nie|cip|cipa|curp|rut|ehr|emr|npi|dea|cuil|id|chart|claim|policy|member|account|acct|licen[cs]e|registration|passport|pasaporte|record|case|file|reference|ref|episode|episodio|encounter|visit|accession|specimen|order|invoice|serial|device|extension|ext|pager|bleep|fax|tel|tel[eé]fono|tfno|tlf|tlfno|m[oó]vil|phone|mobile|cell|call|n[uú]mero|number|no\.|nº|n\.º|#|historia|expediente|p[oó]liza|p[oó]l|afiliaci[oó]n|tarjeta|seguridad social|colegiad[oa]|col|locker|plate|matr[ií]cula|zip|postcode|postal|c\.?p|pin";
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
        (RedactedKind::Date, String::from(r"(?:\b(?i:el )?(?i:año|year|años) )?\b(?:19|20)\d\ds?\b")),
        (
            RedactedKind::Date,
            format!(
                r"(?i)\b(?:{weekday})s?\b(?:,?\s+(?:the\s+|el\s+|d[ií]a\s+)?\d{{1,2}}(?:st|nd|rd|th|\b)(?:\s?[-/.]\s?\d{{1,2}}\b)?)?"
            ),
        ),
        // Years in words.
        (
            RedactedKind::Date,
            String::from(
                r"(?i)\b(?:en|de|del|a[ñn]o)\s+(?P<name>mil novecientos \p{L}+(?: y \p{L}+)?|dos mil (?:un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\p{L}+|veint\p{L}+))\b",
            ),
        ),
        (
            RedactedKind::Date,
            String::from(
                r"(?i)\b(?:in|of|since|year|until|by|before|after)\s+(?P<name>nineteen[- ](?:oh|ten|eleven|twelve|\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|two thousand (?:and )?(?:one|two|three|four|five|six|seven|eight|nine|ten)|twenty[- ](?:ten|eleven|twelve|\p{L}+teen|twenty(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?))\b",
            ),
        ),
        // Days with a name, and seasons with a year.
        (
            RedactedKind::Date,
            format!(
                r"(?i)\b(?:palm|ash|maundy|holy|whit|shrove|good|easter|black|advent|trinity)\s+(?:{weekday})(?:,?\s+(?:of\s+)?{year})?|\b(?:{weekday})\s+(?:sant[oa]|de (?:ramos|ceniza|gloria|pascua|resurrecci[oó]n|carnaval))(?:,?\s+(?:de\s+|del\s+)?{year})?"
            ),
        ),
        (
            RedactedKind::Date,
            format!(
                r"(?i)\b(?:spring|summer|autumn|fall|winter|primavera|verano|oto[ñn]o|invierno)(?:,?\s+(?:of\s+|de\s+|del?\s+(?:a[ñn]o\s+)?))?\s*(?:{year}|(?:of|del)\s+\d\d\b)|\b(?:of|de|del|since|desde|in|en)(?: el)?(?: a[ñn]o)?\s+(?P<name>['’]\d\d|(?:the\s+)?(?:19|20)?[4-9]0['’]?s)\b|\b(?:spring|summer|autumn|fall|winter|primavera|verano|oto[ñn]o|invierno)\s+del\s+\d\d\b"
            ),
        ),
        (
            RedactedKind::Date,
            String::from(
                r"(?i)\b(?:el|del|al|pr[oó]ximo|pasado)\s+d[ií]a\s+(?P<name>\d{1,2})(?:\s*[.,;)]|\s*$|\s+(?:a|con|por|y|en|pr[oó]ximo|pasado)\b)|\b(?P<name2>\d{1,2}\.\d{1,2}\.)[,;)]",
            ),
        ),
        (
            RedactedKind::Number,
            String::from(
                r"(?i)\b(?:en|a|de) la (?P<name>[1-9]\d{2}(?:-?(?-i:[A-Z]))?)(?:\s*[.,;:)]|\s*$|\s+(?:por|para|con|y|al|a|del?)\b)",
            ),
        ),
        (
            RedactedKind::Number,
            String::from(r"\b(?:in|from|to|at|en|a|de) (?:la )?(?P<name>[1-9]\d{0,2}[ABDE])\b"),
        ),
        // Months in Roman numerals.
        (
            RedactedKind::Date,
            String::from(
                r"(?i)\b\d{1,2}\s?[-./ ]\s?(?:i{1,3}|iv|vi{0,3}|ix|xi{0,2})\s?[-./ ]\s?(?:(?:19|20)\d\d|\d\d)\b",
            ),
        ),
        (
            RedactedKind::Date,
            String::from(
                r"(?i)\b(?:on|el|d[ií]a|d\.?o\.?b\.?:?|fecha:?|date:?|dated|born|seen|admitted|discharged|nacid[oa](?: el)?|visto el|ingres[oó](?: el)?|alta(?: el)?)\s+(?:the\s+|el\s+)?(?P<name>\d{1,2}\s?[/.-]\s?\d{1,2})\b",
            ),
        ),
        (
            RedactedKind::Date,
            String::from(
                r"(?i)\bon the (?P<name>\d{1,2}(?:st|nd|rd|th))\b|\b\d{1,2}(?:st|nd|rd|th)? (?:of (?:last|this|next|the (?:previous|following)) month|del mes (?:pasado|corriente|pr[oó]ximo|en curso)|de los corrientes|del corriente)\b|\b(?:christmas(?: day| eve)?|boxing day|new year(?:['’]?s)?(?: day| eve)?|thanksgiving|halloween|hogmanay|easter(?: sunday| monday)?|good friday|whitsun|pentecost|ramadan|diwali|hanukkah|passover|memorial day|labou?r day|independence day|valentine['’]?s(?: day)?|all saints['’]?(?: day)?|nochebuena|nochevieja|navidad(?:es)?|semana santa|(?:d[ií]a de )?(?:los )?reyes(?: magos)|d[ií]a de reyes|reyes (?:de|del) (?:19|20)\d\d|todos los santos|a[ñn]o nuevo|fiestas patrias|carnavales)\b(?:,?\s+(?:of\s+|in\s+|de\s+|del?\s+(?:a[ñn]o\s+)?)?(?:(?:19|20)\d\d|['’]\d\d))?",
            ),
        ),
        // Numbers of rooms, beds and similar places.
        (
            RedactedKind::Number,
            format!(
                r"(?i)\b(?:{unit_of_place})\.?\s*(?:no\.?|number|n[uú]mero|n[.º°]*|#)?\s*[:#]?\s*(?:is |was |es |era )?(?P<name>\d+(?:[-/]\d+)?(?:\.?\s?[ºª°])?(?:[-/ ]?(?-i:[A-Z])\b)?|[A-Z]-?\d+[A-Z]?\b)"
            ),
        ),
        (
            RedactedKind::Number,
            String::from(
                r"\b(?i:room|bed|bay|ward|cubicle|chair|flat|apartment|unit|block|building|house|box|sala|cama|habitaci[oó]n|control|puerta|letra|escalera|bloque|portal|edificio|sill[oó]n|m[oó]dulo)\s+(?P<name>[A-HJ-Z]\b)",
            ),
        ),
        (
            RedactedKind::Number,
            String::from(
                r"(?i)\b(?:viv[eíi]\p{L}*|resid\p{L}+|domicili\p{L}+|piso|casa|mud\p{L}+|trasl\p{L}+)\b[^.\n]{0,24}?\b(?:un|una|el|la|al)\s+(?P<name>\d{1,2}\.?[ºª°](?:\s?(?-i:[A-Z])\b)?)",
            ),
        ),
        (
            RedactedKind::Number,
            String::from(
                r"(?i)\b(?P<name>\d+(?:st|nd|rd|th|\.?[ºª°o]))[- ]+(?:floor|piso|planta|ward|puerta)(?:\s+(?P<name2>[A-Z]\b))?",
            ),
        ),
        // Postcodes.
        (
            RedactedKind::Number,
            String::from(r"\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b"),
        ),
        // Lines of a form: the text after the label, to the end of the line.
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
                r"\b(?i:hospital(?:ario)?|h\.|hosp\.|cl[ií]nica|policl[ií]nica|sanatorio|centro(?: de salud| m[eé]dico| hospitalario)?|complejo(?: hospitalario| asistencial)?|residencia|instituto|institut|institución|fundaci[oó]|fundaci[oó]n|universidad|facultad|colegio|escuela|consultorio|ambulatorio|dispensario|hospicio|asilo|laboratorio|sociedad|asociaci[oó]n|federaci[oó]n|confederaci[oó]n|cofrad[ií]a|mutua|mutualidad|aseguradora|empresa|f[aá]brica|taller(?:es)?|astilleros|minas|bodegas|parroquia|convento|monasterio|c[aá]rcel|cuartel|guarder[ií]a|liceo|academia|conservatorio|peña|club|ies|ceip|cap|ceap|c\.?s\.)\s+(?:(?:{NAME_PARTICLE}|(?i:universitari[oa]|general|cl[ií]nico|provincial|comarcal|regional|nacional|infantil|materno|central|militar|privad[oa]|p[uú]blic[oa]|medicina|para|en|espa[ñn]ol[ae]?|internacional|penitenciari[oa]|geri[aá]tric[oa]|secundaria|primaria|oficial|estudio))\s+)*{CAPITALISED_WORD}(?:[ ,]*(?:[-–]\s*)?(?:(?i:{NAME_PARTICLE})\s+)*\s*(?:{CAPITALISED_WORD}|\d+))*"
            ),
        ),
        (
            RedactedKind::Name,
            format!(
                r"\b(?:{CAPITALISED_WORD}\s+(?:{NAME_PARTICLE}\s+)*){{1,5}}(?:Hospital|Hospice|Clinic|Infirmary|Medical (?:Center|Centre|Group|Practice)|Health (?:Center|Centre)|Surgery|Practice|University|College|School|Academy|Church|Nursing Home|Care Home|Prison|Pharmacy|Lodge|Grammar|Priory|Manor|Hall|Foundation|Trust|Institute|Laborator(?:y|ies)|Society|Association|Federation|Sanatorium|Sanitarium|Rehab(?:ilitation)?|Works|Steelworks|Ltd|Limited|Inc|LLC|GmbH|Mill|Mills|Colliery|Shipyard|Factory|Barracks|Abbey|Convent|Parish|Mosque|Temple|Synagogue|Nursery|Kindergarten|Day Centre|Dental|Surgical Center|Cancer Cent(?:er|re)|Kidney Cent(?:er|re)|Heart Cent(?:er|re)|Children['’]s|General|Memorial|Royal)\b"
            ),
        ),
        // Numbers with a label.
        (
            RedactedKind::Number,
            format!(
                r"(?i)(?:\b(?P<label>{label})|#)\s*(?:(?:no\.?|number|numbers|n[uú]mero|n[.º°]*|id|is|es|was|of|de|del|la|the|en|in|on|con|with|for|cl[ií]nica|card|code|plate|ends?|ending|starts?|starting|reads?|reading|termina(?:d[oa])?|acaba(?:d[oa])?|empieza|serie|serial|conducir|conducción|driving|medical|m[eé]dic[oa]|judicial|policial|laboral|social|sanitari[oa]|electr[oó]nic[oa]|security)\b\.?\s*){{0,4}}\s*[.:,#=-]*\s*(?P<name>(?:[A-Z]{{1,4}}[-/ ]?)?\d[\dA-Z]*(?:[-/. ]\d[\dA-Z]*)*(?:[-/ ]?[A-Z]\b)?)"
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
                r"(?:^|\s)(?P<name>@[\w.]{2,})|(?i)\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b|\b(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}\b|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|es|edu|gov|uk|co|cl|mx|ar|info|io|eu)(?:/\S*)?\b|\b[\w.+-]+\s?(?:\(at\)|\[at\]| arroba )\s?[\w-]+\s?(?:\(dot\)|\[dot\]|\.| dot | punto )\s?\w{2,}|\b[\w.+-]+ at [\w-]+(?:\s?(?:\(dot\)|\[dot\]| dot )\s?\w{2,}|(?:\.[\w-]+)*\.(?:com|org|net|es|edu|gov|uk|co|cl|mx|ar|info|io|eu)\b)",
            ),
        ),
        // Names after a title, a label or a relative, in any spelling.
        (
            RedactedKind::Name,
            format!(
                r"\b(?i:mr|mrs|ms|mx|miss|mister|madam|sir|lady|lord|dame|dr|drs|dra|doctor|doctora|prof|professor|nurse|sister|father|fr|rev|reverend|rabbi|imam|pastor|capt|captain|sgt|sergeant|officer|judge|sr|sra|srta|sres|se[ñn]or|se[ñn]ora|se[ñn]orita|don|do[ñn]a|d\.|d[ªa]\.|enfermer[oa]|fray|sor|padre|hna)\b\.?(?:\s*/\s*(?:a|ra|dra)\.?)?(?:\([ao]\))?\s*:?[^\S\n]+(?P<name>{CAPITALISED_WORD}(?:[^\S\n]+(?:(?i:{NAME_PARTICLE})\s+){{0,2}}{CAPITALISED_WORD}){{0,4}})"
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
                r"(?i:\b(?:name|aka|a\.k\.a\.?|alias|paciente|patient|pt|client|m[eé]dico|responsable(?: cl[ií]nico)?|fdo|firma|signed|firmado|author|attending|physician|surgeon|provider|consultant|contact|next of kin|nok|employer|c/o|attn|cc|tutor|acompañante|cuidadora?|informante|testigo)\b\.?\s*:\s*(?:(?:mr|mrs|ms|dr|dra|sr|sra|d|dña)\.?\s+)?)(?P<name>{CAPITALISED_WORD}(?:[^\S\n,]+(?:(?i:{NAME_PARTICLE})\s+){{0,2}}{CAPITALISED_WORD}){{0,4}})"
            ),
        ),
        (
            RedactedKind::Name,
            format!(
                r"(?i:\b(?:known as|called|goes by|nicknamed|named|llamad[oa]|conocid[oa] como|se llama|remitid[oa] por|firmado por|signed by|dictated by|reviewed by|seen by|referred by|spoke (?:with|to)|met with|regards,?|sincerely,?|thanks,?|atentamente,?)\s+(?:(?:mr|mrs|ms|dr|dra|sr|sra|d|dña)\.?\s+)?)(?P<name>{CAPITALISED_WORD}(?:[^\S\n,]+(?:(?i:{NAME_PARTICLE})\s+){{0,2}}{CAPITALISED_WORD}){{0,4}})"
            ),
        ),
        (
            RedactedKind::Name,
            format!(
                r"\b(?i:mother|father|mom|mum|dad|wife|husband|spouse|partner|son|daughter|brother|sister|sibling|aunt|uncle|cousin|niece|nephew|grandmother|grandfather|grandma|grandpa|grandson|granddaughter|neighbou?r|friend|boyfriend|girlfriend|fianc[eé]e?|carer|caregiver|boss|teacher|roommate|stepson|stepdaughter|twin|madre|padre|esposa|esposo|marido|mujer|hij[oa]|herman[oa]|t[ií][oa]|prim[oa]|sobrin[oa]|abuel[oa]|niet[oa]|vecin[oa]|amig[oa]|novi[oa]|suegr[oa]|cuñad[oa]|yerno|nuera|pareja|cuidadora?|compa[ñn]er[oa])s?\b,?\s+(?:\(?(?i:named|called|is|llamad[oa]|es)?\s*)(?P<name>{CAPITALISED_WORD}(?:[^\S\n,]+(?:(?i:{NAME_PARTICLE})\s+){{0,2}}{CAPITALISED_WORD}){{0,3}})"
            ),
        ),
        (
            RedactedKind::Name,
            String::from(
                r"\b(?:I am|I'm|my name is|this is|soy|me llamo|mi nombre es)\s+(?P<name>\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){0,3})",
            ),
        ),
        // Towns after a word for living, being born or travelling.
        (
            RedactedKind::Name,
            format!(
                r"\b(?i:born in|grew up in|raised in|brought up in|native of|hails from|(?:is|are|was|comes|came|originally) from|lives? in|lived in|living in|resid(?:es|ing) in|moved to|emigrated (?:from|to)|flew to|travel(?:led|s|ed|ling)? to|trip to|holiday(?:ed|ing)? in|visit(?:ed|ing)|returned from|back from|naci[oó] en|nacid[oa] en|natural de|oriund[oa] de|originari[oa] de|procede(?:nte)? de|vecin[oa] de|vive en|viv[ií]a en|vivi[oó] en|reside(?:nte)? en|emigr[oó] (?:a|de|desde)|viaj(?:e|[oó])(?: reciente)? a|estuvo en|veranea en|regres[oó] de|vuelve de)\s+(?P<name>\p{{Lu}}\p{{Ll}}[\p{{L}}'’-]*(?:\s+(?:(?i:{NAME_PARTICLE})\s+){{0,2}}\p{{Lu}}\p{{Ll}}[\p{{L}}'’-]*){{0,3}})"
            ),
        ),
        // Initials, and names that contain them.
        (
            RedactedKind::Name,
            String::from(
                r"\b(?:\p{Lu}\.[ -]?){2,4}(?:\p{Lu}[\p{L}'’-]+)?|\b\p{Lu}\.\s+\p{Lu}[\p{Ll}'’-]{2,}|\b\p{Lu}[\p{Ll}'’-]{2,}\s+\p{Lu}\.(?:\s+\p{Lu}[\p{Ll}'’-]{2,})?",
            ),
        ),
    ];
    list.drain(..).map(|(kind, text)| (kind, pattern(&text))).collect()
});

/// Returns the text that identifies by its form, unordered.
pub(super) fn found(text: &str) -> Vec<(Range<usize>, RedactedKind)> {
    let mut found = Vec::new();
    for (kind, pattern) in PATTERNS.iter() {
        for hit in pattern.captures_iter(text) {
            let (one, two) = (hit.name("name"), hit.name("name2"));
            if let (Some(label), Some(number)) = (hit.name("label"), one)
                && label.end() == number.start()
                && number.as_str().starts_with(char::is_alphabetic)
            {
                // Another word with the same beginning as a label: HCO3.
                continue;
            }
            let places = match (one, two) {
                (None, None) => [hit.get(0), None],
                named => [named.0, named.1],
            };
            let is_span =
                |place: &regex::Match<'_>| *kind == RedactedKind::Date && is_time_ago(text, &place.range());
            let places = places.into_iter().flatten().filter(|place| !is_span(place));
            found.extend(places.map(|place| (place.range(), *kind)));
        }
    }
    found
}
