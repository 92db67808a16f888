//! Words that are known not to be names, and those that are both words and names.

use std::collections::BTreeSet;
use std::sync::LazyLock;

pub(super) type Words = LazyLock<BTreeSet<&'static str>>;

pub(super) fn words(lists: &[&'static str]) -> BTreeSet<&'static str> {
    let lines = lists.iter().flat_map(|list| list.lines()).filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
}

static COMMON_WORDS: Words =
    LazyLock::new(|| words(&[include_str!("../words.txt"), include_str!("words_more.txt")]));
static PERSON_NAMES: Words = LazyLock::new(|| words(&[include_str!("names.txt")]));

/// The endings of English and Spanish inflection, with the endings of the listed forms.
const INFLECTIONS: &[(&str, &[&str])] = &[
    ("ies", &["y"]),
    ("ied", &["y"]),
    ("es", &["", "e", "o"]),
    ("s", &[""]),
    ("ing", &["", "e"]),
    ("ed", &["", "e"]),
    ("er", &["", "e"]),
    ("ly", &["", "le"]),
    ("ally", &["", "al"]),
    ("al", &["", "y"]),
    ("n't", &[""]),
    ("mente", &["", "o", "a"]),
    ("a", &["o", "", "ar"]),
    ("as", &["o", "a", "", "ar"]),
    ("os", &["o"]),
    ("ces", &["z"]),
    ("iones", &["ión"]),
    ("ones", &["ón"]),
    ("ando", &["ar"]),
    ("iendo", &["er", "ir"]),
    ("ado", &["ar"]),
    ("ada", &["ar"]),
    ("ados", &["ar"]),
    ("adas", &["ar"]),
    ("ido", &["er", "ir"]),
    ("ida", &["er", "ir"]),
    ("idos", &["er", "ir"]),
    ("idas", &["er", "ir"]),
    ("ó", &["ar", "er", "ir"]),
    ("ió", &["er", "ir"]),
    ("an", &["ar"]),
    ("en", &["er", "ir", "ar"]),
    ("e", &["er", "ir", "ar"]),
    ("aba", &["ar"]),
    ("aban", &["ar"]),
    ("ía", &["er", "ir"]),
    ("ían", &["er", "ir"]),
    ("aron", &["ar"]),
    ("ieron", &["er", "ir"]),
    ("arse", &["ar"]),
    ("erse", &["er"]),
    ("irse", &["ir"]),
    ("aría", &["ar"]),
    ("ará", &["ar"]),
    ("erá", &["er"]),
    ("irá", &["ir"]),
];

/// The endings of medical and abstract nouns that no name has, except those in the list of names.
const SAFE_ENDINGS: &str = "\
    itis osis ectomy otomy ostomy oplasty oscopy ography opathy ology ologist algia emia aemia uria penia megaly \
    rrhea rrhoea rrhagia trophy plegia paresis plasia sclerosis stenosis tation ration lation nation sation \
    zation cation ction ption ition ution ssion ility icity osity iveness fulness lessness ectomía otomía \
    ostomía plastia oscopia ografía opatía ología ológico ológica ológicos ológicas ográfico ográfica oscópico \
    oscópica ectasia megalia trofia plejia lisis génico génica citos cítico cítica blasto blastos blástico cular \
    culares miento mientos bilidad icidad osidad cción pción tación ración lación zación sión siones ciones \
    ibles ables ectomías mab nib tinib statin statina sartan sartán olol prazole prazol cillin cilina mycin \
    micina floxacin floxacino gliptin gliptina gliflozin gliflozina azepam cicline ciclina dipine dipino parin \
    parina xaban xabán vir conazole conazol emic émico émica ítico ítica ótico ótica óticos óticas íticos íticas";

/// Function words that begin sentences; not part of a name, even before one.
const GRAMMAR_WORDS: &str = "\
    a about after all although an and any are as at because before but by can could did do does during each for \
    from had has have he her his how i if in is it its my no not of on or our she should since so that the their \
    then there these they this those to today until was we were what when where which while who why with would \
    you your al antes aunque con cuando cómo como de del desde después dice el ella en entre es esta este fue ha \
    hoy la las le lo los nos para pero por porque que qué quien se según si sin sobre su sus tiene tras un una y \
    ya yo debe puede";
static GRAMMAR_WORD_SET: Words = LazyLock::new(|| words(&[GRAMMAR_WORDS]));

/// Verbs for a person's actions in a note; their subject precedes them.
const PERSON_VERBS: &str = "\
    was is has had denies denied reports reported says said states stated complains complained presents \
    presented came comes called calls lives lived takes took feels felt asks asked wants wanted thinks believes \
    notes noted describes described admits admitted attends attended returns returned arrived arrives agrees \
    agreed declines declined refuses refused tells told works worked and who whose also did does went goes drove \
    brought brings gave gives saw sees phoned visited visits needs needed continues remains woke fell broke \
    started stopped smokes smoked drinks sleeps eats married niega refiere dice presenta acude vive toma tiene \
    tenía es era fue está estaba ha había vino viene llamó llama comenta cuenta pide solicita ingresa ingresó \
    nació trabaja trabajaba y que quien se no ya padece sufre sufrió firma firmó relata cree quiere pregunta \
    acepta rechaza fuma bebe duerme come cayó consulta consultó explica";
static PERSON_VERB_SET: Words = LazyLock::new(|| words(&[PERSON_VERBS]));

/// First names that are also words; even at the beginning of a sentence they are more likely names.
const GIVEN_NAMES_THAT_ARE_WORDS: &str = "\
    rose grace mark joy faith dawn iris ivy ruby pearl jack bill frank rob sue drew miles violet olive amber \
    crystal heather daisy lily poppy holly hazel rosa luz dolores mercedes consuelo marina pilar paz soledad \
    esperanza gloria victoria amparo socorro rosario carmen concepción encarnación asunción trinidad salvador \
    domingo blanca clara alba aurora nieves rocío inés justo ángel máximo benito ramón ventura fernando armando \
    orlando vicente clemente pascual emily kelly kimberly florence lawrence milagros remedios ángeles reyes \
    brown smith young walker turner taylor miller baker eva";
static GIVEN_NAME_WORD_SET: Words = LazyLock::new(|| words(&[GIVEN_NAMES_THAT_ARE_WORDS]));

/// Returns whether a word, in lower case, is known not to be a name if it is written in lower case.
pub(super) fn is_word(word: &str) -> bool {
    if COMMON_WORDS.contains(word) || is_grammar(word) {
        return true;
    }
    let inflected = INFLECTIONS.iter().any(|(ending, listed)| {
        word.strip_suffix(ending).is_some_and(|stem| {
            let doubled = stem
                .char_indices()
                .next_back()
                .filter(|(at, last)| stem.get(..*at).is_some_and(|rest| rest.ends_with(*last)));
            stem.chars().count() > 2
                && (listed.iter().any(|end| COMMON_WORDS.contains(format!("{stem}{end}").as_str()))
                    || doubled.is_some_and(|(at, _)| {
                        stem.get(..at).is_some_and(|rest| COMMON_WORDS.contains(rest))
                    }))
        })
    });
    if inflected && (!PERSON_NAMES.contains(word)) {
        return true;
    }
    let prefixed = [
        "in", "un", "re", "non", "pre", "post", "sub", "hyper", "hypo", "hiper", "hipo", "anti", "intra",
        "inter", "des", "pos", "micro", "macro", "multi", "poli", "peri", "endo", "para", "retro", "trans",
        "extra", "supra", "infra", "bi", "uni", "semi", "neo", "neuro", "cardio", "gastro", "hepato",
        "nefro", "oto", "over", "under", "mis", "self",
    ]
    .iter()
    .any(|prefix| {
        word.strip_prefix(prefix).is_some_and(|rest| rest.chars().count() > 4 && COMMON_WORDS.contains(rest))
    });
    let safe =
        word.chars().count() > 6 && SAFE_ENDINGS.split_whitespace().any(|ending| word.ends_with(ending));
    (prefixed || safe) && !PERSON_NAMES.contains(word)
}

/// Returns whether a word, given in lower case, may stay with a capital within a sentence: it is
/// listed, in the singular or the plural, or has an ending that no name has.
pub(super) fn is_listed(word: &str) -> bool {
    let long = word.chars().count() > 6;
    let plural = |end: &str| long && word.strip_suffix(end).is_some_and(|stem| COMMON_WORDS.contains(stem));
    let safe = long && SAFE_ENDINGS.split_whitespace().any(|ending| word.ends_with(ending));
    COMMON_WORDS.contains(word) || !PERSON_NAMES.contains(word) && (plural("s") || plural("es") || safe)
}

/// Returns whether a word can be a particle within a name: `de`, `van`.
pub(super) fn is_particle(word: &str) -> bool {
    matches!(
        word,
        "de" | "del"
            | "la"
            | "las"
            | "los"
            | "el"
            | "y"
            | "e"
            | "i"
            | "da"
            | "do"
            | "dos"
            | "van"
            | "von"
            | "der"
            | "den"
            | "bin"
            | "al"
            | "of"
            | "the"
            | "and"
            | "upon"
            | "sur"
            | "di"
    )
}

/// Returns whether a word joins the parts of the name of a place or an institution: "Virgen de la
/// Cabeza".
pub(super) fn is_place_particle(word: &str) -> bool {
    matches!(
        word,
        "de" | "del" | "la" | "las" | "los" | "el" | "da" | "do" | "dos" | "of" | "the" | "upon" | "di"
    )
}

/// Returns whether a word is an article that begins the name of a place: `La Coruña`.
pub(super) fn is_article(word: &str) -> bool {
    matches!(
        word,
        "A" | "La"
            | "Las"
            | "Los"
            | "El"
            | "O"
            | "The"
            | "San"
            | "Santa"
            | "All"
            | "Our"
            | "Nuestra"
            | "Nuestro"
            | "Le"
            | "Les"
            | "L"
    )
}

/// Returns whether a word, in lower case, is also a name.
pub(super) fn is_name(word: &str) -> bool {
    PERSON_NAMES.contains(word)
}

/// Returns whether a word, in lower case, is more likely a first name than a word.
pub(super) fn is_given_name(word: &str) -> bool {
    GIVEN_NAME_WORD_SET.contains(word)
}

/// Returns whether a word, in lower case, is a function word.
pub(super) fn is_grammar(word: &str) -> bool {
    GRAMMAR_WORD_SET.contains(word)
}

/// Returns whether a word is a verb for a person's action.
pub(super) fn tells_of_a_person(word: &str) -> bool {
    PERSON_VERB_SET.contains(word)
}
