//! Cues of assertion: the phrases that say whether something is so, in English and Spanish.
//!
//! The lists are our own; they are not a translation of each other.

/// Whether something is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    /// It is so.
    Confirmed,
    /// It was so.
    Historical,
    /// It is thought possible, or spoken of as a case that may come.
    Uncertain,
    /// It is asked for, planned or awaited.
    Pending,
    /// It is not so.
    Negated,
}

/// A cue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue {
    /// What it does.
    pub effect: Effect,
    /// To terms on which side.
    pub side: Side,
}

/// What a cue does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It gives this state.
    Is(State),
    /// Uncertain, but affirmative in the line of a pathologist ("compatible with").
    Reading,
    /// A case that may come ("if", "until"): to the end of the sentence.
    Case,
    /// It speaks of a relative.
    Relative,
    /// It looks like a cue and is none.
    Nothing,
    /// It ends the reach of cues.
    End,
}

/// On which side of the cue the term stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The cue stands before the term.
    Ahead,
    /// The cue stands behind the term.
    Behind,
    /// Either.
    Both,
}

const fn ahead(state: State) -> Cue {
    Cue { effect: Effect::Is(state), side: Side::Ahead }
}

const fn behind(state: State) -> Cue {
    Cue { effect: Effect::Is(state), side: Side::Behind }
}

const fn both(effect: Effect) -> Cue {
    Cue { effect, side: Side::Both }
}

/// The cues: phrases, folded, separated by `|`.
pub(crate) const CUES: &[(&str, Cue)] = &[
    // English.
    (
        "no|not|without|w/o|was negative for|is negative for|were negative for|are negative for|came back negative for|returned negative for|no known|denies|denied|denying|negative for|neg for|absence of|absent|free of|no evidence of|\
         no sign of|no signs of|no evidence for|ruled out for|never had|never|nor|neither|lack of|lacks|fails to show|\
         failed to show|did not show|does not show|do not show|not have|not confirmed|rules out|excludes|excluded|\
         declined|declines|refused|refuses|not indicated|not recommended|contraindicated|none of|cannot receive|\
         not a candidate for|no longer|against|avoid|avoiding|hold|withhold|nil|-ve for|unremarkable for|\
         did not reveal|does not reveal|not demonstrate|no indication for|deferred|not done|not performed|not obtained",
        ahead(State::Negated),
    ),
    (
        "not done|not performed|not obtained|was not done|was not performed|was not obtained|not taken|not available|\
         unavailable|is negative|was negative|were negative|are negative|came back negative|returned negative|negative|\
         ruled out|was ruled out|has been ruled out|is ruled out|been excluded|was excluded|is excluded|excluded|\
         is absent|was absent|absent|not seen|not identified|not found|not detected|not present|not demonstrated|\
         not indicated|is not indicated|not recommended|is not recommended|not advised|contraindicated|declined|\
         was declined|refused|deferred|not confirmed|has not been confirmed|was not confirmed|none|unlikely|\
         is unlikely|resolved|denied|on hold|withheld|not planned|not appropriate|inconclusive|non diagnostic|\
         nondiagnostic|insufficient|benign|is benign|was benign|were benign|not yet available|discontinued|stopped|\
         not yet been confirmed|not yet confirmed|not been done|not been performed|not been obtained|not offered|\
         not yet done|not yet performed|not yet obtained|not yet taken|yet to be done|yet to be performed|yet to be taken|\
         not yet been done|not yet been performed|not carried out|never done|never performed|never obtained|\
         could not be obtained|could not be performed|not possible",
        behind(State::Negated),
    ),
    (
        "rule out|r/o|to rule out|suspicious for|suspicion of|suspicion for|suspect|suspected|suspects|suspecting|\
         suspicious|possible|possibly|probable|probably|likely|presumed|presumptive|questionable|question of|\
         concern for|concerning for|worrisome for|cannot exclude|cannot rule out|can not exclude|could be|may be|\
         might be|may represent|could represent|might represent|differential includes|differential diagnosis|\
         differential|versus|vs|suggestive of|suggests|suggesting|appears to be|equivocal for|favor|favors|favour|\
         favours|thought to be|working diagnosis|provisional|risk of|risk for|at risk for|evaluate for|assess for|\
         screen for|screening for|to exclude|need to exclude|unclear if|whether|potential|indeterminate for|\
         not excluded|not ruled out|not been ruled out|query|impression of|monitor for|surveillance for|fear of|\
         worried about|concerned about|prevent|prevention of|prophylaxis for",
        ahead(State::Uncertain),
    ),
    (
        "is suspected|was suspected|suspected|is possible|possible|is likely|is probable|cannot be excluded|\
         cannot be ruled out|can not be excluded|could not be excluded|not excluded|not ruled out|is in question|\
         to be excluded|to be ruled out|has not been ruled out|has not been excluded|equivocal|indeterminate|\
         is considered|remains possible|in the differential|is a possibility|should be excluded|must be excluded",
        behind(State::Uncertain),
    ),
    ("consistent with|compatible with|in keeping with", Cue { effect: Effect::Reading, side: Side::Ahead }),
    (
        "pending|awaiting|await|awaits|scheduled for|scheduled|planned|plan for|plan to|to undergo|will undergo|\
         request|requested|requesting|ordered|order|obtain|to obtain|will obtain|arrange|arranged|refer for|\
         referred for|need for|needs|requires|will have|to have|to schedule|schedule|booked for|proceed with|\
         recommend|recommended|repeat|send for|sent for|waiting for|awaited|planning|to be scheduled for|set up for",
        ahead(State::Pending),
    ),
    (
        "pending|is pending|are pending|was pending|still pending|slot|slot next|date given|given a date|date set|on the list|on the waiting list|to be arranged|being organised|being organized|to be sampled|to be repeated|will be repeated|needs repeating|tba|tbd|not back|results due|due back|due on|due next|in the lab|with the lab|at the lab|sent off|sent today|taken today|awaited|is awaited|are awaited|scheduled|\
         is scheduled|was scheduled|planned|is planned|was planned|requested|was requested|has been requested|\
         ordered|was ordered|in process|in progress|to follow|to be done|to be performed|to be obtained|\
         to be scheduled|to be biopsied|not yet back|not back|not yet resulted|is required|is needed|required|needed|\
         recommended|is recommended|tomorrow|next week|will be done|will be performed|will be obtained|\
         has been ordered|has been scheduled|booked|is booked|was booked|booked for|scheduled for|planned for|arranged|\
         arranged for|requested for|being arranged|to be arranged|listed|listed for|outstanding|is outstanding|\
         not back yet|result awaited|results awaited|result outstanding|date to be confirmed|tbc",
        behind(State::Pending),
    ),
    (
        "history of|hx of|h/o|past history of|past medical history of|pmh of|prior|previous|previously|status post|\
         s/p|in the past|old|remote|former|known history of|childhood|years ago|previously treated for|post|\
         after prior|personal history of|pmhx of",
        ahead(State::Historical),
    ),
    ("years ago|in the past|in childhood|as a child|months ago|year ago|yrs ago", behind(State::Historical)),
    (
        "mother|father|brother|sister|aunt|uncle|grandmother|grandfather|grandparent|cousin|son|daughter|sibling|\
         siblings|parent|parents|family history|family hx|fh|fhx|maternal|paternal|mom|dad|niece|nephew|relatives|\
         relative|wife|husband|family member|half brother|half sister",
        both(Effect::Relative),
    ),
    (
        "if|unless|until|once|in case of|when confirmed|provided|should the|in the event|only after|after confirmation|\
         depending on|pending confirmation|assuming|were to|contingent on",
        both(Effect::Case),
    ),
    (
        "gram negative|no increase|not only|no change|no changes|no further|no significant change|without change|\
         not necessarily|no interval change|her2 negative|her 2 negative|er negative|pr negative|node negative|\
         triple negative|triple neg|er neg|pr neg|her2 neg|hr neg|lvi neg|margins neg|nodes neg|receptor negative|rh negative|hiv negative|no doubt|without doubt|without difficulty|\
         without complication|without complications|without incident|not certain if|negative margins|no new|\
         no other|not to mention|no longer pending|no more than|past the|no less than|as well as|follow up|\
         margins negative|test negative|egfr negative|alk negative|lymph nodes negative|nodes negative|\
         not only|with no evidence of progression|possible to|as soon as possible|if needed|as needed if|when possible|\
         if possible|if necessary|old patient|year old|years old|month old|yr old|post menopausal|postmenopausal|\
         not limited to|post op|post operative|not fully|non valvular|nonvalvular|not haemolysed|not hemolysed|not hemolyzed|non haemolysed|non hemolysed|non hemolyzed|no haemolysis|no hemolysis|not diluted|not fasting|non fasting|not squeezed|without delay|family medicine|family physician",
        both(Effect::Nothing),
    ),
    (
        "please|kindly|but|however|although|though|except|apart from|aside from|nevertheless|yet|still|which|who|secondary to|\
         because|because of|due to|cause of|etiology of|origin of|presents with|presented with|presenting with|\
         presents|other than|besides|while|whereas|on the other hand|then|so|therefore",
        both(Effect::End),
    ),
    // Spanish.
    (
        "no|sin|niega|nego|niegan|negando|ausencia de|ausente|es negativo para|es negativa para|fue negativo para|fue negativa para|fueron negativas para|fueron negativos para|resulto negativo para|resulto negativa para|negativo para|negativa para|negativos para|\
         negativas para|libre de|se descarta|descartado|descartada|descartados|descartadas|se descarto|descarta|\
         descarto|se evitan|se evita|evitar|evitando|evitamos|sin evidencia de|sin signos de|sin datos de|no se observa|no se observan|no se evidencia|\
         no se evidencian|no se identifica|no se identifican|no se aprecia|no se aprecian|no se objetiva|\
         no se realizo|no se realiza|no presenta|no refiere|no hay|no existe|no existen|no muestra|no mostro|\
         tampoco|ni|nunca|jamas|ningun|ninguna|carece de|excluye|excluido|excluida|rechaza|rechazo|\
         contraindicado|contraindicada|evitar|suspender|suspende|no indicado|no indicada|no candidato a|\
         no candidata a|no se recomienda|no es candidato a|no es candidata a|no procede|desestima|se desestima|\
         no impresiona de|no sugestivo de|no confirmado|no confirmada|diferir|se difiere",
        ahead(State::Negated),
    ),
    (
        "negativo|negativa|negativos|negativas|es negativo|es negativa|fue negativo|fue negativa|resulto negativo|\
         resulto negativa|descartado|descartada|se descarta|se descarto|ha sido descartado|ha sido descartada|\
         fue descartado|fue descartada|queda descartado|queda descartada|ausente|ausentes|no realizada|no realizado|\
         no se realizo|no se hizo|no se ha realizado|no se obtuvo|no indicado|no indicada|no esta indicado|\
         no esta indicada|no se recomienda|no recomendado|no recomendada|contraindicado|contraindicada|\
         esta contraindicado|esta contraindicada|no disponible|rechazada|rechazado|no confirmado|no confirmada|\
         no concluyente|no diagnostica|insuficiente|benigno|benigna|benignos|benignas|poco probable|improbable|\
         diferido|diferida|suspendido|suspendida|no se observa|no se identifica|no procede|no se ha confirmado|\
         no se objetiva|no se evidencia|sin confirmar|sin realizar|aun no realizada|aun no realizado|\
         todavia no realizada|todavia no realizado|aun no se ha realizado|todavia no se ha realizado|no practicada|\
         no practicado|no se le ha realizado|no se ha hecho|aun no se ha hecho",
        behind(State::Negated),
    ),
    (
        "a descartar|para descartar|descartar|por descartar|sospecha de|sospecha|sospechoso de|sospechosa de|\
         sospechoso|sospechosa|sospechosas de|sospechosos de|se sospecha|es posible|es probable|probable|probables|probablemente|posible|\
         posibles|posiblemente|sugestivo de|sugestiva de|sugestivos de|sugestivas de|sugiere|sugieren|sugerente de|\
         impresiona|impresiona de|impresiona como|no se puede excluir|no se puede descartar|no puede descartarse|\
         no puede excluirse|no se descarta|sin poder descartar|sin descartar|podria ser|podria tratarse de|\
         podria corresponder a|puede ser|puede corresponder a|diagnostico diferencial|presunto|presunta|\
         presuncion de|orientado como|orienta a|riesgo de|valorar|a valorar|duda de|dudoso de|en estudio por|\
         cribado de|screening de|presuntivo|presuntiva|estudio de|eventual|si hay|plantea|se plantea|\
         caracteristicas sospechosas de",
        ahead(State::Uncertain),
    ),
    (
        "a descartar|por descartar|sin descartar|es posible|es probable|no se puede descartar|no puede descartarse|\
         no puede excluirse|no se puede excluir|dudoso|dudosa|indeterminado|indeterminada|en estudio|probable|\
         a valorar|como posibilidad|no descartado|no descartada|no excluido|no excluida",
        behind(State::Uncertain),
    ),
    (
        "compatible con|compatibles con|concordante con|en consonancia con",
        Cue { effect: Effect::Reading, side: Side::Ahead },
    ),
    (
        "pendiente|pendientes|pendiente de|pendientes de|a la espera de|en espera de|a espera de|esperando|se solicita|\
         se solicito|solicitar|solicitamos|solicitada|solicitado|solicito|programada|programado|programada para|\
         programado para|se programa|programar|se realizara|realizar|se hara|se planifica|planificada|planificado|\
         se indica|indico|se pide|pedir|precisa|requiere|se propone|citada para|citado para|se cita para|derivar para|\
         se deriva para|ingresa para|acude para|repetir|proxima|proximo|completar|pdte|pdte de|pte resultado|\
         pte de resultado|pte biopsia|pte de biopsia|a falta de",
        ahead(State::Pending),
    ),
    (
        "pendiente|pendientes|se ha citado|se ha citado para|ha sido citada|se le ha citado|se ha programado|se ha solicitado|esta citada|tiene cita|con cita|se repetira|se hara|se tomara|enviada hoy|remitida hoy|remitida a ap|enviada a ap|aun en laboratorio|en laboratorio|en el laboratorio|en anatomia patologica|todavia no informada|aun no informada|todavia no informado|aun no informado|sin leer|pendiente de informe|pendiente de resultado|pendiente de resultados|pendientes de resultado|pendiente de confirmar|pendiente de confirmacion|esta pendiente|en curso|en proceso|programada|programado|solicitada|solicitado|\
         se solicita|a la espera|en espera|por realizar|a realizar|manana|la proxima semana|la semana que viene|semana que viene|sin resultado|\
         sin resultados|aun sin resultado|planificada|planificado|por confirmar|pdte|pdte de|pte|pte de|ptes|\
         prevista|prevista para|previsto|previsto para|programada el|programada para|programado para|citada|citada para|\
         aun no disponible|todavia no disponible|sin informe|sin informar|en lista de espera|no disponible aun",
        behind(State::Pending),
    ),
    (
        "antecedente de|antecedentes de|antecedentes personales de|historia de|historia previa de|previo|previa|previos|\
         previas|antiguo|antigua|intervenido de|intervenida de|operado de|operada de|diagnosticado previamente de|\
         en el pasado|hace anos|tratado de|tratada de|ap de",
        ahead(State::Historical),
    ),
    ("hace anos|en el pasado|en la infancia|previo|previa|hace meses|previamente", behind(State::Historical)),
    (
        "madre|padre|hermano|hermana|hermanos|hermanas|tio|tia|tios|abuelo|abuela|abuelos|primo|prima|hijo|hija|hijos|\
         antecedentes familiares|historia familiar|antecedentes maternos|familiares|familiar|materno|materna|paterno|paterna|esposa|esposo|\
         marido|sobrino|sobrina|af",
        both(Effect::Relative),
    ),
    (
        "si se confirma|si|hasta|una vez|en caso de|en el caso de|siempre que|a menos que|salvo que|cuando se confirme|\
         tras confirmar|tras confirmacion|previa confirmacion|dependiendo de|en funcion de|segun resultado|\
         segun resultados|condicionado a|condicionada a|mientras no",
        both(Effect::Case),
    ),
    (
        "no aumentado|no aumentada|sin cambios|sin cambio|gram negativo|gram negativos|no solo|no solamente|\
         no mas de|no menos de|her2 negativo|her 2 negativo|triple negativo|receptores negativos|sin complicaciones|\
         sin incidencias|margenes negativos|ganglios negativos|no obstante|sin duda|no especificado|no valvular|no reumatica|medico de familia|\
         no pequena|no pequenas|no hodgkin|no microcitico|no seminoma|no seminomatoso|no metastasico|no metastasica|\
         non hodgkin|non small|non seminomatous|non metastatic|nonsmall|valorar respuesta|si bien|si precisa|\
         si es preciso|si procede|medicina de familia|no invasivo|no invasiva|non invasive|no muscular|\
         sin demora|no especifico|no hemolizada|no hemolizado|sin hemolisis|no hemolisada|no diluida|descartar recidiva|previa a|previo a",
        both(Effect::Nothing),
    ),
    (
        "le ruego|ruego|por favor|le agradeceria|agradeceria|pero|sin embargo|aunque|excepto|salvo|no obstante|si bien|mientras|debido a|a causa de|causado por|por lo que|\
         que presenta|que presento|aparte de|a excepcion de|y presenta|presenta|presento|ademas de|mas que|sino",
        both(Effect::End),
    ),
];

/// Verbs that assert what stands in their clause, so that a negation does not reach over the comma before it.
pub(crate) const ASSERTIVE_VERBS: &[&str] = &[
    "showed",
    "shows",
    "show",
    "shown",
    "confirmed",
    "confirms",
    "confirm",
    "revealed",
    "reveals",
    "demonstrated",
    "demonstrates",
    "is",
    "was",
    "were",
    "are",
    "has",
    "had",
    "returned",
    "found",
    "diagnosed",
    "underwent",
    "reports",
    "reported",
    "positive",
    "presents",
    "identified",
    "noted",
    "came",
    "consistent",
    "muestra",
    "mostro",
    "confirma",
    "confirmo",
    "confirmado",
    "confirmada",
    "revela",
    "revelo",
    "demuestra",
    "demostro",
    "es",
    "fue",
    "tiene",
    "tenia",
    "evidencia",
    "evidencio",
    "informa",
    "informo",
    "diagnostica",
    "diagnosticado",
    "diagnosticada",
    "refiere",
    "positivo",
    "positiva",
    "resulto",
    "identifica",
    "objetiva",
    "objetivo",
    "presenta",
];
