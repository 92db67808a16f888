//! Reactions as patients and clinicians tell them in their own words ("my face blew up", "se me cerró la garganta"), and
//! what ties them to the drug that was taken.
//!
//! The words are put together from what changes (the face, the throat, the skin) and how, so that no list of whole
//! sentences is needed.

use super::mentions::Mention;
use crate::analysis::assertion::{self, Experiencer};
use crate::pattern::any_case;
use crate::{BlockContext, Sentence};
use referee_text::Span;
use regex::Regex;
use std::sync::LazyLock;

/// A reaction that a sentence tells of.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReportedReaction {
    /// Where, in the block.
    pub(super) span: Span,
    pub(super) is_severe: bool,
}

/// What swells, closes or peels where a reaction is severe.
static SEVERE_REACTION: LazyLock<Regex> = LazyLock::new(|| {
    let airway = r"(?:throat|tongue|airway|larynx|vocal cords)";
    let swells =
        r"(?:swell\w*|swollen|swole|clos\w+|tight\w*|puff\w*|block\w*|constrict\w*|blew up|balloon\w*)";
    let skin = r"(?:skin|mouth|lips|eyes)";
    let peels = r"(?:peel\w*|slough\w*|blister\w*|came off|fell off|coming off|raw)";
    let faints = r"collaps\w+|pass(?:ed|es|ing) out|faint(?:ed|s)|lost consciousness|went into shock|(?:blood pressure|BP|pressure) (?:dropped|crashed|fell|plummeted|bottomed out|tanked)|(?:turned|went) blue|(?:almost|nearly) died|cardiac arrest|arrested";
    let breath = r"(?:could(?:n['’]t| not| hardly| barely)|can['’]?t|cannot|unable to|struggl\w+ to|trouble|difficulty|fight\w* to) (?:\w+ )?breath\w*|stopped breathing|(?:respiratory|cardiorespiratory) arrest|gasping|choking";
    let pressure = r"(?:S?BP|blood pressure|TAS?|PAS?) (?:of |was |to )?[3-7]\d(?:/[2-5]\d| systolic| sist\w+)|hypotens\w+[^.;]{0,30}\b(?:wheez\w*|flush\w*|rash|hives|bronchosp\w+|urticaria|loss of consciousness)|(?:wheez\w*|flush\w*|rash|hives|bronchosp\w+|urticaria|erupci[oó]n|rubor|habones|broncoespasmo)[^.;]{0,30}\b(?:hypotens\w+|hipotens\w+)|hipotens\w+[^.;]{0,30}\b(?:broncoespasmo|urticaria|rubor|habones|exantema)|loss of consciousness|status asthmaticus|stridor|estridor|(?:adrenaline|epinephrine|adrenalina) (?:given|IM|im|x ?\d|needed|required|used|administered|administrada|precisad\w+)|(?:needed|required|given|precis\w+|requiri\w+|necesit\w+) (?:IM |im |two doses of )?(?:adrenaline|epinephrine|adrenalina|un epipen|an epipen)";
    let named = r"anaphyla\w+|angio-?(?:neurotic )?o?edema|(?:s[ií]ndrome de )?stevens[- ]johnson|(?:toxic )?epidermal necrolysis|necr[oó]lisis epid[eé]rmica|anafila\w+|angioedema|SJS|DRESS\b|quincke|pneumonitis|neumonitis|agranulocyt\w+|agranulocit\w+|malignant hyperthermia|hipertermia maligna|rhabdomyol\w+|rabdomi[oó]l\w+";
    let spanish_airway = r"(?:se (?:me |le )?|(?:le|me) )(?:cerr|hinch|inflam|cierr|infla)\w* (?:\w+ ){0,5}(?:garganta|lengua|glotis)|(?:hinchaz[oó]n|edema|inflamaci[oó]n|cierre) (?:\w+ ){0,3}(?:garganta|lengua|glotis|lar[ií]ng\w+)";
    let spanish_breath = r"no (?:pod[ií]a|pudo|puede|consegu[ií]a|logr\w+) (?:ni )?(?:respirar|coger aire)|dej(?:ó|o|aba) de respirar|se qued(?:ó|o) sin (?:aire|respira\w+)|(?:parada|paro) (?:cardio)?rrespiratori[ao]|(?:parada|paro) (?:respiratori|card[ií]ac)[ao]|se ahog\w+|falta de aire|le faltaba el aire";
    let spanish_faint = r"se desmay\w+|perdi[oó] (?:el |la )?(?:conocimiento|consciencia|conciencia)|se desplom\w+|(?:bajada|ca[ií]da) de (?:la )?tensi[oó]n|casi (?:se )?muere";
    let spanish_shock = r"(?:antecedentes? de|tuvo|hizo|present[oó]|sufri[oó]) (?:un )?(?:shock|choque)";
    let spanish_skin = r"(?:pel|despeg|ca|levant|despellej)\w* (?:la )?piel|piel (?:\w+ ){0,2}(?:ampollas|pelad\w+|desprend\w+|en carne viva)|ampollas en (?:la )?(?:boca|piel|mucosa\w*)";
    any_case(&format!(
        r"\b(?:{airway}\b[^.;]{{0,20}}?\b{swells}|{swells} (?:up )?(?:of |in )?(?:the |her |his |my |their )?{airway}|{skin}\b[^.;,]{{0,15}}?\b{peels}|{peels}(?: off)?(?: of| in)? (?:my |her |his |the )?{skin}|{faints}|{breath}|{pressure}|{named}|{spanish_airway}|{spanish_breath}|{spanish_faint}|{spanish_shock}|{spanish_skin})\b"
    ))
});

/// What shows on the skin or in the bronchi where it is allergic and not severe.
static ALLERGIC_REACTION: LazyLock<Regex> = LazyLock::new(|| {
    let part = r"(?:face|facial|lips?|eyes?|eyelids?|lids?|mouth|hands?|cheeks?|body|head|neck|ears?)";
    let swells = r"(?:swell\w*|swollen|swole|puff\w*|balloon\w*|blew up|blown up|bloat\w*|itch\w*|(?:turned|went|goes|got) (?:all )?(?:red|blotchy)|like (?:an? |two )?(?:sausages?|balloons?|football|elephant\w*))";
    let marks = r"(?:hives|welts?|wheals|weals|rash(?:es)?|spots|bumps|lumps|blisters|blotches|sores)";
    let breaks = r"(?:break|broke|broken|breaks|breaking|came|come|comes|coming|erupt\w*|burst|brings?|brought) (?:me |her |him )?(?:out|up)";
    let english = format!(
        r"{part}\b[^.;,]{{0,20}}?\b{swells}|{swells} (?:\w+ ){{0,2}}{part}|{breaks}\b[^.;,]{{0,20}}?\b(?:in|with)\b[^.;,]{{0,20}}?\b{marks}|{breaks} all over|covered in (?:\w+ ){{0,2}}{marks}|hives|welts|wheals|weals|nettle rash|urticaria\w*|blotch(?:y|es)|(?:skin |itchy |bad |body |widespread |generali[sz]ed |diffuse |full[- ]body |whole[- ]body )*rash|itch(?:y|ing|ed|es) (?:all over|everywhere|like (?:mad|crazy))|asthma (?:attacks?|flares?)|(?:brings?|brought|triggers?|triggered|provokes?|provoked|sets?|causes?|caused) (?:on |off )?(?:her|his|my|an?|severe) asthma|bronchospasm|exanthem\w*|wheez(?:ing|ed|e|y)"
    );
    let spanish_part = r"(?:cara|labios?|ojos?|p[aá]rpados?|boca|manos?|cuerpo|orejas?)";
    let spanish = format!(
        r"se (?:me |le )?(?:hinch|inflam|infla|pus|pon|llen)\w* (?:\w+ ){{0,4}}(?:{spanish_part}|ronchas|habones|granos|manchas|ampollas)|(?:hinchaz[oó]n|inflamaci[oó]n) (?:\w+ ){{0,3}}{spanish_part}|ronchas|habones|urticaria\w*|exantema\w*|erupci[oó]n|sarpullido|salpullido|(?:picor|picaz[oó]n|comez[oó]n|prurito) (?:generalizad\w+|por todo|intens\w+)|se (?:le |me )?(?:brot|enroj)\w+|crisis (?:de asma|asm[aá]ticas?)|(?:provoc\w+|desencaden\w+|produ[jc]\w+|da|dio) (?:el |su |un )?asma|broncoespasmo"
    );
    any_case(&format!(r"\b(?:{english}|{spanish})\b"))
});

/// What denies a reaction, or speaks of one that may come, right before it in its clause.
static DENIED_OR_POSSIBLE_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    let denies = r"(?:no|not|without|denie[sd]|denying|never|nor|neither|none|sin|niega|ni|nunca|tampoco|negative for|absence of|ausencia de|didn['’]t|did not)";
    let may_come = r"(?:if|(?-i:may)|might|risks? of|watch(?:ing)? for|monitor(?:ing)? for|observe for|return (?:if|for)|counsel\w*|warn\w*|educat\w*|side effects?|in case of|should|unless|si|puede\w*|riesgos? de|vigilar|en caso de|advert\w*|explic\w*|acudir|precauci[oó]n)";
    any_case(&format!(r"\b(?:{denies}\b[^,;.:]{{0,35}}|{may_come}\b[^;.:]{{0,60}})$"))
});

/// Words between a drug and a reaction by which the drug was given for it, or made it better.
static DRUG_GIVEN_FOR_REACTION: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:for|para|against|contra|to treat|treat\w*|improv\w*|better|resol\w*|reliev\w*|relief|helps?|helped|settled|controls?|controlled|mejor\w*|cedi\w*|tolerat\w*|toler\w*|no problems?|without|sin|despite|because of|debido a)\b",
    )
});

/// Words by which a reaction followed, whatever the drug was taken for: "took aspirin for a headache and had".
static REACTION_FOLLOWED: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:and|then|y|luego)(?: (?:he|she|then|promptly|immediately|luego|enseguida))? (?:had|got|developed|suffered|went into|ended up with|came out in|broke out in|tuvo|hizo|present[oó]|desarroll[oó]|sufri[oó])(?: (?:an?|una?|severe|acute|grave))* ?$",
    )
});

/// Words before a drug by which somebody tells of having taken it.
static TAKEN_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    let english = r"(?:minutes?|mins?|seconds?|hours?|days?|doses?|tablets?) (?:into|of|after(?: starting)?|from starting)|(?:infusion|injection|dose|course|cycle|test dose) of|last time|(?:every|each|any|the (?:one|first|second|only)) time|when(?:ever)?|once|after|took|tried|had|swallowed|exposed to|(?:can['’]?t|can ?not|could(?:n['’]t| not)|must(?:n['’]t| not)|won['’]t|never) (?:have|take|tolerate|be given|use)|never again|avoids?|steers? clear of|stays? away from";
    let spanish = r"tras|despu[eé]s de|al (?:tomar|recibir|poner\w*|administrar\w*)|cuando|cada vez que|la [uú]ltima vez|una vez|tom[oóaé]\w*|prob[oó]|le (?:pusieron|dieron|administraron|inyectaron)|no puede tomar|evita";
    any_case(&format!(r"\b(?:{english}|{spanish})(?: [\w,'’-]+){{0,5}}? ?[(\x22“«]?$"))
});

/// Words right before a drug by which the patient must not have it: no denial, but what a reaction has left.
static MUST_NOT_HAVE_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\bno (?:puede|debe|pod[ií]a|deb[ií]a) (?:volver a )?(?:tomar|recibir|llevar|usar|administr[aá]rsele) (?:el |la |los |las )?$",
    )
});

/// Whether the words before a drug in a sentence say that the patient must not have it.
pub(super) fn is_barred(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    MUST_NOT_HAVE_BEFORE.is_match(block.slice(Span { end: span.start, ..sentence.span }))
}

/// Words behind a drug that lead to what it did.
static CAUSE_VERB_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    let dose = r"(?: \d[\w./]*(?: ?mg| ?g)?)?";
    let between = r"(?:, [^,.;:]{3,50},)? ?(?:(?:in (?:the )?[a-z]{3,9}|en [a-z]{3,10}|it|which|that|this|lo|que|eso|once|before|previously|always|again|in \d{4}|en \d{4}|last \w+|\w+ years? ago|hace \w+ a[nñ]os?)\b[ ,]*){0,3}";
    let verbs = r"(?:(?:was|were|is) (?:promptly |quickly |immediately )?followed|fue seguid[oa]|se sigui[oó] de|made|makes|making|gave|gives|giving|caused|causes|causing|produced|produces|triggered|triggers|led to|resulted in|brings? on|brought on|brings? (?:me|her|him) out|brought (?:me|her|him) out|sent|puts?|landed|turned|peeled|sets? off|left|closed|almost|nearly|caus[oóa]|produ[jc]\w+|provoc\w+|di[oó]|da|hizo|hace|desencaden\w+|se (?:le|me|llen\w+|hinch\w+|brot\w+|cubri\w+|puso)|le \w+|came (?:out|up)|broke out|breaks out|blew up)\b";
    any_case(&format!(
        r"^[)\x22”»]?{dose}[ ,]*{between}(?:{verbs}|->|-->|→|=>|⇒)|^ ?\((?:label(?:led)?(?: as)?:? ?)?allerg(?:y|ic)\b"
    ))
});

/// Words behind several drugs by which each of them did what follows: "aspirin and naproxen both bring on".
static EACH_CAUSED: LazyLock<Regex> = LazyLock::new(|| {
    let english = r"(?:(?:both|each|all|always|either|have|has|had|would|will|can|of (?:them|which)) )*(?:cause[sd]?|causing|trigger(?:s|ed)?|br(?:ing|ings|ought) on|set off|sets off|give[sn]?|gave|produced?s?|provoke[sd]?|led to|lead to|result(?:ed)? in|made|make|sent|put)\b";
    let spanish = r"(?:(?:ambos|ambas|los dos|las dos|todos|siempre|ya|han|le|me|les) )*(?:(?:caus|provoc|desencaden)(?:an|aron|aban|ado)|produ(?:cen|jeron|c[ií]an|cido)|(?:dan|dieron|daban|dado)|(?:hacen|hicieron))\b";
    any_case(&format!(r"^[)\x22”»]?[ ,]*(?:{english}|{spanish})"))
});

/// The index of the last drug of a row that begins with the drug `nth` and of which one verb says what each did; `nth`
/// itself where none does.
pub(super) fn end_of_causes(
    block: &BlockContext<'_>,
    sentence: Sentence,
    named: &[Mention],
    nth: usize,
) -> usize {
    static ROW_LINK: LazyLock<Regex> =
        LazyLock::new(|| any_case(r"^ ?(?:,|/|\+|&)? ?(?:and|or|y|e|o|u)?(?: (?:the|el|la|los|las))? ?$"));
    let gap = |one: &Mention, other: &Mention| {
        block.slice(Span { start: one.span.end.min(other.span.start), end: other.span.start })
    };
    let mut last = nth;
    while let (Some(one), Some(other)) = (named.get(last), named.get(last + 1)) {
        let between = gap(one, other);
        if between.is_empty() || !ROW_LINK.is_match(between) {
            break;
        }
        last += 1;
    }
    let behind = named.get(last).map(|one| block.slice(Span { start: one.span.end, ..sentence.span }));
    if last > nth && behind.is_some_and(|behind| EACH_CAUSED.is_match(behind)) { last } else { nth }
}

/// Words between a drug and a reaction by which the drug was stopped for it: "carbamazepine, stopped for DRESS".
static STOPPED_FOR: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:stopped|discontinued|withdrawn|abandoned|aborted|halted|interrupted|terminated|ceased|suspendid[oa]|retirad[oa]|interrumpid[oa]|se (?:suspendi[oó]|retir[oó]|interrumpi[oó]))\b[^.;:]{0,30}\b(?:for|because of|because|due to|owing to|on account of|after|when|with|por|tras|debido a|a causa de|al)\b(?: (?:he|she|they|the patient|the child|el paciente|la paciente))?(?: (?:developed|developing|had|having|became|suffered|suffering|experienced|presented|presentar|present[oó]|desarroll\w+|sufri\w+|an?|una?|severe|marked|sudden|grave)){0,3} ?(?:[\w ]{0,20}, ?)?$",
    )
});

/// Words from a drug on to a reaction in brackets or behind a dash, by which the drug was stopped: "carbamazepine
/// discontinued 2016 (SJS)".
static STOPPED_WITH: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"^[ ,(:–—-]*(?:(?:was|had to be|fue|the|course|infusion|treatment|el|tratamiento|ciclo) ){0,3}(?:stopped|discontinued|withdrawn|abandoned|aborted|interrupted|suspendid[oa]|retirad[oa]|interrumpid[oa])(?: (?:early|in|en|on|at|el|day|d[ií]a|dose|de|\d{1,4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)[a-z]*))*[ ,]*[(:,–—-] ?$",
    )
});

/// Words before a drug by which it was stopped.
static STOPPED_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:stopped|discontinued|withdrew|abandoned|suspendi[oó]|suspendieron|retir[oó]|retiraron|interrumpi[oó]|(?:had to|needed to|hubo que|tuvo que|obligó a) (?:stop|discontinue|suspender|retirar|interrumpir))(?: (?:the|her|his|el|la|su|all))? $",
    )
});

/// Words behind a drug that was stopped, up to the reaction for which it was.
static STOP_REASON_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"^[^.;:]{0,30}(?:\b(?:for|because of|because|due to|owing to|on account of|after|when|por|tras|debido a|a causa de)\b(?: (?:he|she|they|the patient|developing|developed|had|having|suffering|presentar|desarrollar|an?|una?|severe|grave|possible|posible)){0,3}|[(:–—-]) ?$",
    )
});

/// When a drug was taken, right behind its name and before what it did: "flucloxacillin as a toddler, lips like sausages".
static TIME_TAKEN_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"^[ ,(]*(?:as an? (?:toddler|child|baby|kid|infant|teenager|student)|in (?:childhood|infancy|(?:19|20)\d\d)|(?:\w+ )?years? ago|hace \w+ a[nñ]os?|en (?:19|20)\d\d|de (?:ni[nñ][oa]|peque[nñ][oa])|en la infancia)\)?[ ,:;–—-]",
    )
});

/// Words right behind a reaction by which it was there before the drug, or got better with it.
static EARLIER_OR_BETTER_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"^[^.;,]{0,25}\b(?:improv\w*|resol\w*|better|decreas\w*|subsid\w*|gone|went|persist\w*|continu\w*|worsen\w*|unchanged|reduc\w*|mejor\w*|cedi\w*|disminu\w*|empeor\w*|desapare\w*|remit\w*)\b",
    )
});

/// Words between a reaction and the drug behind it that name the drug as its cause.
static CAUSED_BY: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"^(?:[ ,(]*(?:19|20)\d\d)?[ ,;:)–—-]*(?:the )?(?:culprit|causative (?:agent|drug)|cause|agent|causante|culpable|agente causal)(?: drug)? ?(?:was|is|=|:|era|fue) ?(?:the |el |la )?$|^ (?:of|in) (?:the |her |his |both )?[a-z]+(?:(?:,| and| &) (?:the )?[a-z]+){0,2} (?:with|after|on|from|following|due to) (?:the )?$|^ (?:de|en) (?:la |el |los |las )?[a-záéíóú]+(?:(?:,| y) (?:la |el |los |las )?[a-záéíóú]+){0,2} (?:con|tras|por) (?:el |la )?$|^[^.;:]{0,40}, (?:\w+ )?(?:minutes|hours|days|weeks|minutos|horas|d[ií]as|semanas) (?:after|into|tras|despu[eé]s de) (?:the |el |la )?$|^[ ,(]*(?:(?:\w+ ){0,3}(?:with|after|from|to|on|following|due to|caused by|induced by|secondary to|when (?:taking|given|she took|he took|i took|they gave)|while (?:taking|on)|attributed to|blamed on|within (?:\w+ ){1,3}of|\w+ minutes after|\w+ hours after|tras|con|por|al tomar|despu[eé]s de|secundari[oa] a|a ra[ií]z de|atribuid[oa] a))(?: (?:a|an|the|her|his|my|one|first|second|single|oral|iv|taking|tomar|dose|tablet|pill|injection|shot|course|of|un|una|el|la|su|los|las|dosis|comprimido|pastilla|inyecci[oó]n|de|recibir)){0,5} $",
    )
});

/// What stands between a drug and what it did where they are set down side by side, as in a list: "ceftriaxone, first dose,
/// arrested", "gentamicin IV 2019 – urticaria". Only how and when it was given may be said between them, how bad the
/// reaction was, and what came with it: "codeine: nausea and rash".
static SIDE_BY_SIDE: LazyLock<Regex> = LazyLock::new(|| {
    let when = r"(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th|\.?[ªº])?|first|second|third|last|primera|segunda|tercera|[uú]ltima|years?|yrs?|months?|ago|hace|a[nñ]os?|meses|jan\w*|feb\w*|mar(?:ch|zo)|apr\w*|abril|may|mayo|june?|junio|july?|julio|aug\w*|agosto|sept?\w*|oct\w*|nov\w*|dec\w*|dic\w*|enero|febrero|childhood|infancia";
    let how = r"iv|im|sc|po|oral|v[ií]a|in|en|on|at|by|with|con|de|del|la|el|los|las|the|an?|una?|doses?|dosis|course|infusion|infusi[oó]n|injection|inyecci[oó]n|cycle|ciclo|maintenance|mantenimiento|test|prueba|provocation|provocaci[oó]n|challenge|confirmed|confirmad[oa]|reaction|reacci[oó]n|allergy|alergia|immediate|inmediata";
    let mild = r"nausea|vomit\w*|diarrh\w+|headaches?|dizz\w+|itch(?:ing|iness|y)?|pruritus|(?:gi|stomach|tummy) upset|n[aá]useas?|v[oó]mitos?|diarrea\w*|cefaleas?|mareos?|prurito|picor|fever|fiebre";
    let bad = r"severe|grave|mild|leve|moderate|moderad[oa]|acute|agud[oa]|generali[sz]ed|generalizad[oa]|widespread|diffuse|difus[oa]|massive\w*|extensive|biphasic|bif[aá]sic[oa]|and|y";
    any_case(&format!(r"^(?:[\s,:(\[–—=→>/-]|\b(?:{when}|{how}|{bad}|{mild})\b)*$"))
});

/// Drugs, by the beginnings of their names, that are given for what is allergic, so that the two stand side by side where
/// nothing was caused: "cetirizine (urticaria)".
static ALLERGY_TREATMENTS: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"^(?:levocet|cetiriz|desloratad|loratad|fexofen|ebastin|bilastin|rupatad|chlorphen|clorfen|dexclor|polaram|hydroxyz|hidroxiz|diphenh|difenh|promethaz|prometaz|prednis|methylpred|metilpred|dexamet|hydrocort|hidrocort|betamet|mometas|clobetas|deflazac|adrenal|epineph|epinef|epipen|jext|salbut|albuterol|ventolin|formoter|budeson|monteluk|omaliz|xolair|icatib|ecallant|lanadel|berotral|tranexam|dupilum|ciclospor|cyclospor|permeth|famotid|ranitid)",
    )
});

/// The reactions that a text tells of, with places in it.
fn reactions_in(text: &str) -> Vec<(std::ops::Range<usize>, bool)> {
    let mut out: Vec<(std::ops::Range<usize>, bool)> = Vec::new();
    for (found, is_severe) in SEVERE_REACTION
        .find_iter(text)
        .map(|found| (found, true))
        .chain(ALLERGIC_REACTION.find_iter(text).map(|found| (found, false)))
    {
        let before = text.get(..found.start()).unwrap_or_default();
        if !DENIED_OR_POSSIBLE_BEFORE.is_match(before) {
            out.push((found.range(), is_severe));
        }
    }
    out
}

/// The reactions of the patient that a sentence tells of.
pub(super) fn reported_reactions_in(block: &BlockContext<'_>, sentence: Sentence) -> Vec<ReportedReaction> {
    let start = sentence.span.start as usize;
    let all = reactions_in(block.slice(sentence.span)).into_iter().map(|(range, is_severe)| {
        ReportedReaction { span: Span::new(start + range.start, start + range.end), is_severe }
    });
    all.filter(|one| assertion::within(block, sentence, one.span).experiencer == Experiencer::Patient)
        .collect()
}

/// The first reaction that a sentence tells of as new, neither there before nor better since.
pub(super) fn new_in(block: &BlockContext<'_>, sentence: Sentence) -> Option<ReportedReaction> {
    let is_new = |one: &ReportedReaction| {
        !EARLIER_OR_BETTER_BEHIND.is_match(block.slice(Span { start: one.span.end, ..sentence.span }))
    };
    reported_reactions_in(block, sentence).into_iter().find(is_new)
}

/// How many bytes may lie between a drug and the reaction that is told behind it.
const MAX_GAP_BYTES: u32 = 90;

/// The reaction that a sentence tells the drug at `span` to have caused; `next` is where another drug is named behind it.
pub(super) fn caused(
    block: &BlockContext<'_>,
    sentence: Sentence,
    span: Span,
    next: Option<u32>,
) -> Option<ReportedReaction> {
    let told = reported_reactions_in(block, sentence);
    let before = block.slice(Span { end: span.start, ..sentence.span });
    let behind = block.slice(Span { start: span.end, ..sentence.span });
    let is_taken = TAKEN_BEFORE.is_match(before);
    let leads = CAUSE_VERB_BEHIND.is_match(behind)
        || EACH_CAUSED.is_match(behind)
        || TIME_TAKEN_BEHIND.is_match(behind);
    let is_stopped = STOPPED_BEFORE.is_match(before);
    told.into_iter().find(|one| {
        let rest = block.slice(Span { start: one.span.end, ..sentence.span });
        if EARLIER_OR_BETTER_BEHIND.is_match(rest) {
            return false;
        }
        if one.span.start >= span.end {
            let gap = block.slice(Span { start: span.end, end: one.span.start });
            let is_side_by_side = gap.contains([',', ':', '(', '[', '–', '—', '=', '→', '>', '-'])
                && SIDE_BY_SIDE.is_match(gap)
                && !ALLERGY_TREATMENTS.is_match(block.slice(span));
            one.span.start - span.end <= MAX_GAP_BYTES
                && next.is_none_or(|next| next >= one.span.start)
                && !gap.contains(';')
                && (STOPPED_FOR.is_match(gap)
                    || STOPPED_WITH.is_match(gap) && !ALLERGY_TREATMENTS.is_match(block.slice(span))
                    || is_stopped && STOP_REASON_BEHIND.is_match(gap)
                    || is_side_by_side
                    || (!DRUG_GIVEN_FOR_REACTION.is_match(gap) || REACTION_FOLLOWED.is_match(gap))
                        && (leads || is_taken))
        } else if one.span.end <= span.start {
            CAUSED_BY.is_match(block.slice(Span { start: one.span.end, end: span.start }))
        } else {
            false
        }
    })
}

/// Whether a sentence tells that the drug at `span`, the last that it names, was taken at another time, so that a
/// reaction which the next sentence tells of is one to it: "Took clindamycin once. Ended up covered in welts."
pub(super) fn tells_of_taking(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    static TOOK_DRUG: LazyLock<Regex> = LazyLock::new(|| {
        any_case(
            r"\b(?:took|tried|was given|were given|had (?:a|an|one|some|been given|been on)|received|was prescribed|was put on|tom[oó]|recibi[oó]|le (?:pusieron|dieron|recetaron|administraron)|se le administr[oó]|prob[oó])\b[^.;]{0,40}$",
        )
    });
    let before = block.slice(Span { end: span.start, ..sentence.span });
    let behind = block.slice(Span { start: span.end, ..sentence.span });
    TOOK_DRUG.is_match(before) && !DRUG_GIVEN_FOR_REACTION.is_match(behind) && !behind.contains(';')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reactions_are_read_in_whatever_words() {
        for (text, severe) in [
            ("her face went puffy", false),
            ("his lips ballooned", false),
            ("I came up in bumps all over my arms", false),
            ("covered in red welts", false),
            ("se le pusieron los ojos hinchados y ronchas", false),
            ("her tongue swelled", true),
            ("my throat was closing", true),
            ("he could hardly breathe and passed out", true),
            ("the skin of his hands peeled", true),
            ("se le cerró la garganta", true),
            ("no podía ni respirar", true),
        ] {
            let found = reactions_in(text);
            assert!(!found.is_empty(), "{text}");
            assert_eq!(found.iter().any(|(_, is_severe)| *is_severe), severe, "{text}");
        }
        for text in [
            "no rash and no swelling of the face",
            "watch for hives",
            "she denies any rash",
            "return if your face swells",
            "sin urticaria",
            "knee swollen",
            "puede aparecer urticaria",
        ] {
            assert!(reactions_in(text).is_empty(), "{text}");
        }
    }
}
