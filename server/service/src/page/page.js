// The page of `referee web` and of `referee serve`: sends a draft to the program that served this page, and shows the
// answer. It contacts no other address. Text of drafts and records is always set as text, never as markup.
"use strict";

const TEXTS = {
  en: {
    title: "referee: check references and notes",
    skip: "Skip to the content",
    tagline: "Are the references real, and are they what they claim to be?",
    language: "Language",
    tabs: "What to check",
    tabReferences: "References",
    tabNote: "Clinical note",
    footer: "Your text stays on the machine that serves this page. “Unchecked” is not an accusation: nothing is known. Read the sources before you act.",
    version: "Version {version}.",
    tokenNeeded: "This service needs a token",
    tokenUse: "Use this token",
    references: {
      label: "Your text or your references",
      hint: "Paste a draft, a list of references, BibTeX or RIS; or drop a file here.",
      check: "Check references",
      example: "Try an example",
      formats: "Files: Word (.docx), OpenDocument, PDF, LaTeX, Typst, Markdown, .bib, .ris and others. A LaTeX file and its .bib can be dropped together.",
    },
    note: {
      label: "Your note",
      hint: "Paste a clinical note or drop a file. At most identifiers of cited works are ever looked up, and only if you agree.",
      check: "Check note",
      example: "Try an example",
      formats: "What is compared: doses, units, allergies, interactions, stages, sides, and what contradicts itself. It does not replace a pharmacist or a second reader.",
      source: "The conversation or an earlier note (optional)",
      sourceHint: "Paste the transcript of the visit, or the note before this one. Drugs, doses, numbers, sides and denials of your note are compared with it. It is neither looked up nor kept.",
    },
    choose: "Choose a file",
    dropHere: "Drop the file here",
    remove: "Remove the file",
    files: "{count} files: {names}",
    cancel: "Cancel",
    waiting: "Waiting for another check to end …",
    reading: "Reading the text …",
    lookingUp: "Looking references up: {done} of {of}",
    judging: "Judging references: {done} of {of}",
    cancelled: "Cancelled. Your text is still here.",
    done: "The check is done.",
    resultsOf: "Results for {name}",
    resultsOfText: "Results for the pasted text",
    counted: "{count} {word}",
    noReferences: "No reference was found in this text. A list is read if it has a heading such as “References”, or if it is pasted alone.",
    downloadBib: "Download corrected .bib",
    downloadReferences: "Download the references as .bib",
    downloadReport: "Download report (HTML)",
    fixes0: "they are as they were read, because nothing could be corrected safely without you.",
    fixes1: "it has 1 safe correction. What differs from a record, and what was not found, is unchanged: decide that yourself.",
    fixesN: "it has {count} safe corrections. What differs from a record, and what was not found, is unchanged: decide that yourself.",
    reportHint: "The report has a box to sign for each reference.",
    question: "May these references be looked up online?",
    questionCount1: "1 reference could not be checked on this machine.",
    questionCountN: "{count} references could not be checked on this machine.",
    questionSent: "What is sent: {sent}.",
    questionNote: "Of a clinical note only identifiers such as DOIs and PubMed numbers are sent, never its text.",
    questionHosts: "Who is asked ({count})",
    questionUntil: "The answer counts for this page until you close it. The command “referee egress” shows what left this machine.",
    agree: "Look up online",
    notNow: "Not now",
    networkAsk: "Nothing is looked up online before you agree.",
    networkAgreed: "References are looked up online, as you agreed, until you close this page.",
    networkAllow: "References are looked up online: your settings or the command line allow it.",
    networkAllowService: "References are looked up online, as the settings of this service say.",
    networkDeny: "Nothing is looked up online: your settings or the command line forbid it.",
    networkDenyService: "Nothing is looked up online: the settings of this service do not allow it.",
    noneHasIt: "No source that was asked has this work, and none of them lists all works of its kind. It may not exist: find it yourself before you cite it.",
    noneDecided: "Not every source that could know this work answered. Check again later.",
    otherFindings: "What else was found",
    findings: "What was found in the note",
    noFindings: "Nothing was found in the note by itself. That does not prove that it is right.",
    compared: "What differs from the conversation or the earlier note",
    sameAsSource: "Nothing that can be compared differs from it. That does not prove that the note is right.",
    line: "line {line}",
    page: "page {page}",
    paragraph: "paragraph {paragraph}",
    footnote: "note {note}",
    cell: "cell {cell}",
    why: "About this rule",
    related: "See also {place}: {message}",
    verdicts: {
      verified: ["verified", "A source has this work, and it is what the reference says.", "verified"],
      differs: ["differs", "A source has this work, but some of what the reference says is different there.", "differ"],
      misidentified: ["points to another work", "An identifier belongs to another work.", "point to another work"],
      "not-found": ["not found", "Every source that should list this work answered, and none of them has it. Find it yourself before you cite it.", "not found"],
      uncovered: ["not listed anywhere", "No source lists works of this kind. That says nothing against it.", "not listed anywhere"],
      unchecked: ["unchecked", "Nothing is known of it yet. That says nothing against it.", "unchecked"],
    },
    notices: { retraction: "retracted", withdrawal: "withdrawn", removal: "removed", concern: "expression of concern", correction: "corrected" },
    noticesMany: { retraction: "retracted", withdrawal: "withdrawn", removal: "removed", concern: "expressions of concern" },
    severities: { error: "error", warning: "warning", information: "note", hint: "hint" },
    severitiesMany: { error: "errors", warning: "warnings", information: "notes" },
    fields: { title: "title", authors: "authors", year: "year", journal: "journal", volume: "volume", pages: "pages", doi: "DOI", pmid: "PubMed number" },
    outcomes: { match: "Found in: {sources}.", "no-match": "Not found in: {sources}.", error: "No answer from: {sources}." },
    differences: "What differs",
    field: "Field",
    claimed: "In your text",
    recorded: "In the record",
    recordIs: "Record: {work}",
    otherIs: "{identifier} is: {work}",
    wouldCover: "Look it up at: {where}",
    withdrawalUnchecked: "Whether it was withdrawn was not checked.",
    moreVerified1: "1 reference is as the record says",
    moreVerifiedN: "{count} references are as the record says",
    moreUnchecked1: "1 reference is not checked",
    moreUncheckedN: "{count} references are not checked",
    silent: "No answer from {sources}. What only they could know is unchecked; check again later.",
    whys: {
      unavailable: "did not answer", timeout: "did not answer in time", busy: "is too busy", unreadable: "sent an answer that cannot be read",
      refused: "refused the question", "key-refused": "refused your key", forbidden: "refused this program or network", "budget-spent": "its budget for today is spent",
      "own-limit": "the requests that this program allows itself are used up", private: "was not asked, because this is a clinical note", cancelled: "was cancelled",
    },
    unlogged: "Nothing was sent, because the log of what leaves this machine cannot be written.",
    keys: "Cited without an entry that could be read: {keys}. Drop the bibliography together with the draft.",
    errors: {
      "too-large": "This is larger than the {megabytes} MB that are taken. Save it without pictures, or paste its references alone.",
      "too-much": "This has too many files or references to be checked at once.",
      "too-slow": "The file did not arrive in time. Try again.",
      "unknown-format": "This kind of file cannot be read here. Word (.docx), OpenDocument (.odt), PDF, .tex, .typ, .md, .bib and .ris can.",
      nothing: "Paste a text or choose a file first.",
      "no-text": "To compare it with the conversation, paste the note as text or choose one text file.",
      empty: "The file is empty.",
      busy: "Too many checks are waiting already. Try again in a few seconds.",
      unreadable: "This could not be read: {reason}.",
      failed: "The check did not end: {reason}.",
      gone: "The program that serves this page does not answer. Start “referee web” again in the terminal. Your text is still here; copy it before you close this page.",
      forbidden: "This page may not ask any more: {reason}.",
      file: "The file cannot be read from the disk. Choose it again.",
      folder: "A folder cannot be read here. Drop the files in it.",
      download: "It cannot be downloaded any more. Check again, then download.",
      "other-hosts": "The settings were changed, and other services would be asked now. You are asked again.",
      other: "The check could not be started: {reason}.",
    },
    kept: "Your text is still here.",
  },
  es: {
    title: "referee: revisar referencias y notas",
    skip: "Ir al contenido",
    tagline: "¿Existen las referencias, y son lo que dicen ser?",
    language: "Idioma",
    tabs: "Qué revisar",
    tabReferences: "Referencias",
    tabNote: "Nota clínica",
    footer: "Su texto no sale del equipo que sirve esta página. «Sin comprobar» no es una acusación: no se sabe nada. Lea las fuentes antes de decidir.",
    version: "Versión {version}.",
    tokenNeeded: "Este servicio pide una clave de acceso",
    tokenUse: "Usar esta clave",
    references: {
      label: "Su texto o sus referencias",
      hint: "Pegue un escrito, una lista de referencias, BibTeX o RIS; o suelte aquí un archivo.",
      check: "Revisar referencias",
      example: "Probar un ejemplo",
      formats: "Archivos: Word (.docx), OpenDocument, PDF, LaTeX, Typst, Markdown, .bib, .ris y otros. Un archivo de LaTeX y su .bib se pueden soltar juntos.",
    },
    note: {
      label: "Su nota",
      hint: "Pegue una nota clínica o suelte un archivo. Como mucho se consultan identificadores de trabajos citados, y solo si usted acepta.",
      check: "Revisar nota",
      example: "Probar un ejemplo",
      formats: "Se comparan dosis, unidades, alergias, interacciones, estadios, lados y lo que se contradice. No reemplaza a un farmacéutico ni a un segundo lector.",
      source: "La conversación o una nota anterior (opcional)",
      sourceHint: "Pegue la transcripción de la consulta o la nota anterior. Los fármacos, dosis, cifras, lados y negaciones de su nota se comparan con ella. No se consulta en línea ni se guarda.",
    },
    choose: "Elegir un archivo",
    dropHere: "Suelte aquí el archivo",
    remove: "Quitar el archivo",
    files: "{count} archivos: {names}",
    cancel: "Cancelar",
    waiting: "Esperando a que termine otra revisión …",
    reading: "Leyendo el texto …",
    lookingUp: "Consultando referencias: {done} de {of}",
    judging: "Comparando referencias: {done} de {of}",
    cancelled: "Cancelado. Su texto sigue aquí.",
    done: "La revisión terminó.",
    resultsOf: "Resultados de {name}",
    resultsOfText: "Resultados del texto pegado",
    counted: "{count} {word}",
    noReferences: "No se encontró ninguna referencia en este texto. Una lista se lee si tiene un título como «Referencias» o si se pega sola.",
    downloadBib: "Descargar .bib corregido",
    downloadReferences: "Descargar las referencias en .bib",
    downloadReport: "Descargar informe (HTML)",
    fixes0: "están tal como se leyeron, porque nada se podía corregir con seguridad sin usted.",
    fixes1: "tiene 1 corrección segura. Lo que difiere del registro y lo que no se encontró queda igual: eso lo decide usted.",
    fixesN: "tiene {count} correcciones seguras. Lo que difiere del registro y lo que no se encontró queda igual: eso lo decide usted.",
    reportHint: "El informe (en inglés) tiene una casilla para firmar cada referencia.",
    question: "¿Se pueden consultar estas referencias en línea?",
    questionCount1: "1 referencia no se pudo comprobar en este equipo.",
    questionCountN: "{count} referencias no se pudieron comprobar en este equipo.",
    questionSent: "Lo que se envía: {sent}.",
    questionNote: "De una nota clínica solo se envían identificadores, como DOI y números de PubMed; nunca su texto.",
    questionHosts: "A quién se pregunta ({count})",
    questionUntil: "La respuesta vale para esta página hasta que la cierre. El comando «referee egress» muestra lo que salió de este equipo.",
    agree: "Consultar en línea",
    notNow: "Ahora no",
    networkAsk: "No se consulta nada en línea antes de que usted acepte.",
    networkAgreed: "Las referencias se consultan en línea, como usted aceptó, hasta que cierre esta página.",
    networkAllow: "Las referencias se consultan en línea: lo permiten sus ajustes o las opciones del comando.",
    networkAllowService: "Las referencias se consultan en línea, como dicen los ajustes de este servicio.",
    networkDeny: "No se consulta nada en línea: lo prohíben sus ajustes o las opciones del comando.",
    networkDenyService: "No se consulta nada en línea: los ajustes de este servicio no lo permiten.",
    noneHasIt: "Ninguna fuente consultada tiene este trabajo, y ninguna recoge todos los de su tipo. Puede que no exista: búsquelo usted antes de citarlo.",
    noneDecided: "No respondieron todas las fuentes que podían conocer este trabajo. Revise de nuevo más tarde.",
    otherFindings: "Qué más se encontró",
    findings: "Lo que se encontró en la nota",
    noFindings: "No se encontró nada en la nota por sí sola. Eso no demuestra que sea correcta.",
    compared: "Qué difiere de la conversación o de la nota anterior",
    sameAsSource: "Nada de lo que se puede comparar difiere. Eso no demuestra que la nota sea correcta.",
    line: "línea {line}",
    page: "página {page}",
    paragraph: "párrafo {paragraph}",
    footnote: "nota {note}",
    cell: "celda {cell}",
    why: "Sobre esta regla",
    related: "Véase {place}: {message}",
    verdicts: {
      verified: ["verificada", "Una fuente tiene este trabajo, y es lo que dice la referencia.", "verificadas"],
      differs: ["difiere", "Una fuente tiene este trabajo, pero allí algunos datos son distintos.", "difieren"],
      misidentified: ["apunta a otro trabajo", "Un identificador pertenece a otro trabajo.", "apuntan a otro trabajo"],
      "not-found": ["no encontrada", "Todas las fuentes que deberían tener este trabajo respondieron, y ninguna lo tiene. Búsquelo usted antes de citarlo.", "no encontradas"],
      uncovered: ["sin fuente que la cubra", "Ninguna fuente recoge trabajos de este tipo. Eso no dice nada en su contra.", "sin fuente que las cubra"],
      unchecked: ["sin comprobar", "Todavía no se sabe nada de ella. Eso no dice nada en su contra.", "sin comprobar"],
    },
    notices: { retraction: "retractada", withdrawal: "retirada", removal: "eliminada", concern: "expresión de preocupación", correction: "corregida" },
    noticesMany: { retraction: "retractadas", withdrawal: "retiradas", removal: "eliminadas", concern: "expresiones de preocupación" },
    severities: { error: "error", warning: "advertencia", information: "nota", hint: "sugerencia" },
    severitiesMany: { error: "errores", warning: "advertencias", information: "notas" },
    fields: { title: "título", authors: "autores", year: "año", journal: "revista", volume: "volumen", pages: "páginas", doi: "DOI", pmid: "número de PubMed" },
    outcomes: { match: "Está en: {sources}.", "no-match": "No está en: {sources}.", error: "Sin respuesta de: {sources}." },
    differences: "Qué difiere",
    field: "Campo",
    claimed: "En su texto",
    recorded: "En el registro",
    recordIs: "Registro: {work}",
    otherIs: "{identifier} es: {work}",
    wouldCover: "Dónde buscarla: {where}",
    withdrawalUnchecked: "No se comprobó si fue retirada.",
    moreVerified1: "1 referencia es como dice el registro",
    moreVerifiedN: "{count} referencias son como dice el registro",
    moreUnchecked1: "1 referencia está sin comprobar",
    moreUncheckedN: "{count} referencias están sin comprobar",
    silent: "Sin respuesta de {sources}. Lo que solo esas fuentes podían saber queda sin comprobar; revise de nuevo más tarde.",
    whys: {
      unavailable: "no respondió", timeout: "no respondió a tiempo", busy: "está saturada", unreadable: "envió una respuesta que no se puede leer",
      refused: "rechazó la pregunta", "key-refused": "rechazó su clave", forbidden: "rechazó este programa o esta red", "budget-spent": "su cupo de hoy se agotó",
      "own-limit": "se agotaron las consultas que este programa se permite", private: "no se le preguntó, porque es una nota clínica", cancelled: "se canceló",
    },
    unlogged: "No se envió nada, porque no se puede escribir el registro de lo que sale de este equipo.",
    keys: "Citadas sin una entrada que se pudiera leer: {keys}. Suelte la bibliografía junto con el escrito.",
    errors: {
      "too-large": "Supera los {megabytes} MB que se aceptan. Guárdelo sin imágenes o pegue solo sus referencias.",
      "too-much": "Tiene demasiados archivos o referencias para revisarlos de una vez.",
      "too-slow": "El archivo no llegó a tiempo. Inténtelo otra vez.",
      "unknown-format": "Aquí no se puede leer este tipo de archivo. Sí Word (.docx), OpenDocument (.odt), PDF, .tex, .typ, .md, .bib y .ris.",
      nothing: "Primero pegue un texto o elija un archivo.",
      "no-text": "Para compararla con la conversación, pegue la nota como texto o elija un solo archivo de texto.",
      empty: "El archivo está vacío.",
      busy: "Ya hay demasiadas revisiones en espera. Inténtelo en unos segundos.",
      unreadable: "No se pudo leer: {reason}.",
      failed: "La revisión no terminó: {reason}.",
      gone: "El programa que sirve esta página no responde. Inicie «referee web» de nuevo en la terminal. Su texto sigue aquí; cópielo antes de cerrar esta página.",
      forbidden: "Esta página ya no puede preguntar: {reason}.",
      file: "El archivo no se puede leer del disco. Elíjalo de nuevo.",
      folder: "Aquí no se puede leer una carpeta. Suelte los archivos que contiene.",
      download: "Ya no se puede descargar. Revise de nuevo y luego descargue.",
      "other-hosts": "Los ajustes cambiaron, y ahora se preguntaría a otros servicios. Se le pregunta otra vez.",
      other: "No se pudo empezar la revisión: {reason}.",
    },
    kept: "Su texto sigue aquí.",
  },
};

const EXAMPLES = {
  references: {
    en: `Hydroxychloroquine was said to raise mortality [1], and metformin to delay diabetes [2]. A third claim rests on a work that does not exist [3].

References

1. Mehra MR, Desai SS, Kuy S, Henry TD, Patel AN. Cardiovascular Disease, Drug Therapy, and Mortality in Covid-19. N Engl J Med. 2020;382(25):e102. PMID: 32356626
2. Knowler WC, Barrett-Connor E, Fowler SE, et al. Reduction in the incidence of type 2 diabetes with lifestyle intervention or metformin. N Engl J Med. 2002;346(6):393-403. doi:10.1056/NEJMoa012512
3. Hartwell QX, Marlowe Y. Metformin reverses hippocampal atrophy in adults with early dementia. N Engl J Med. 2021;385(4):311-20.
`,
    es: `Se dijo que la hidroxicloroquina aumenta la mortalidad [1] y que la metformina retrasa la diabetes [2]. Otra afirmación se apoya en un trabajo que no existe [3].

Referencias

1. Mehra MR, Desai SS, Kuy S, Henry TD, Patel AN. Cardiovascular Disease, Drug Therapy, and Mortality in Covid-19. N Engl J Med. 2020;382(25):e102. PMID: 32356626
2. Knowler WC, Barrett-Connor E, Fowler SE, et al. Reduction in the incidence of type 2 diabetes with lifestyle intervention or metformin. N Engl J Med. 2002;346(6):393-403. doi:10.1056/NEJMoa012512
3. Hartwell QX, Marlowe Y. Metformin reverses hippocampal atrophy in adults with early dementia. N Engl J Med. 2021;385(4):311-20.
`,
  },
  note: {
    en: `Allergies: penicillin (anaphylaxis, 2009)

History: 71-year-old woman with atrial fibrillation and gout, eGFR 28. Potassium 5.7 mmol/L this morning.

Medications: warfarin 5 mg daily, allopurinol 300 mg daily, metformin 1000 mg twice daily

Plan:
- Start amoxicillin 500 mg three times a day for the chest infection.
- Start spironolactone 25 mg daily.
- Insulin glargine 10U at bedtime.
`,
    es: `Alergias: penicilina (anafilaxia, 2009)

Historia: mujer de 71 años con fibrilación auricular y gota, FGe 28. Potasio 5,7 mmol/L esta mañana.

Medicación: warfarina 5 mg al día, alopurinol 300 mg al día, metformina 1000 mg cada 12 horas

Plan:
- Iniciar amoxicilina 500 mg cada 8 horas por la infección respiratoria.
- Iniciar espironolactona 25 mg al día.
- Insulina glargina 10U por la noche.
`,
  },
};

/** The presentation of a verdict: its colour class and the sign before its word. */
const TONES = { verified: ["good", "✓"], differs: ["warn", "≠"], misidentified: ["bad", "✗"], "not-found": ["bad", "?"], uncovered: ["", "–"], unchecked: ["", "…"] };
const SEVERITY_TONES = { error: "bad", warning: "warn", information: "", hint: "" };
/** The order of results: the most urgent first. */
const VERDICT_ORDER = ["misidentified", "not-found", "differs", "uncovered", "unchecked", "verified"];
const SERIOUS_NOTICES = ["retraction", "withdrawal", "removal", "concern"];
const RULES = "https://referee-lsp.github.io/referee/rules/";
/** Files whose text is quoted by this page; for others the program provides the words. */
const TEXT_FILE = /\.(bib|tex|md|markdown|txt|typ|ris|nbib|enw|bbl|qmd|rmd|org|rst|xml|json|ya?ml)$/i;

let language = stored("language") ?? ((navigator.language || "en").toLowerCase().startsWith("es") ? "es" : "en");
let terms = null;
let token = "";
const panels = [];

/** Returns a value stored for this tab; null if it is missing or storage is not allowed. */
function stored(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name, value) {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Without storage the value lasts until the page is reloaded.
  }
}

/** Returns the text for a key in the language of the page, with {names} filled in. */
function say(key, values = {}) {
  const text = key.split("/").reduce((found, part) => found?.[part], TEXTS[language]);
  return fill(typeof text === "string" ? text : key, values);
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Returns the singular or plural text: `fixes` is `fixes1` or `fixesN`. */
function sayCount(key, count) {
  return say(key + (count === 1 ? "1" : "N"), { count });
}

/** Creates an element with properties and children; strings become text nodes. */
function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [property, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (property in made && property !== "list") made[property] = value;
    else made.setAttribute(property, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

function link(url, text) {
  // Only http and https addresses become links.
  if (!/^https?:\/\//i.test(url)) return element("span", {}, text);
  return element("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, text);
}

/** Returns the display name of a source. */
function sourceName(name) {
  return terms?.names?.[name]?.[language] ?? name;
}

function ask(path, options = {}) {
  const headers = { ...options.headers };
  if (token) headers.authorization = `Bearer ${token}`;
  return fetch(path, { ...options, headers, credentials: "omit", cache: "no-store" });
}

/** An error with a message for the reader: the key of the text and its values. */
class Problem extends Error {
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** Requests the look-up terms of the program, and shows them at the end of the page. */
async function readTerms() {
  let response;
  try {
    response = await ask("terms");
  } catch {
    throw new Problem("gone");
  }
  document.getElementById("token-form").hidden = response.status !== 401;
  if (!response.ok) throw await problemOf(response);
  terms = await response.json();
  showTerms();
}

function showTerms() {
  if (!terms) return;
  const key = { ask: panels.some((panel) => panel.agreedHosts) ? "networkAgreed" : terms.asks ? "networkAsk" : "networkDenyService", allow: terms.asks ? "networkAllow" : "networkAllowService", deny: terms.asks ? "networkDeny" : "networkDenyService" }[terms.network];
  document.getElementById("about-network").textContent = say(key);
  document.getElementById("version").textContent = say("version", { version: terms.version });
}

/** Returns the error in a response. */
async function problemOf(response) {
  let body = {};
  try {
    body = await response.json();
  } catch {
    // Without JSON, only the status is known.
  }
  const reason = body.error ?? `HTTP ${response.status}`;
  if (body.code && TEXTS.en.errors[body.code]) return new Problem(body.code, { reason, megabytes: megabytes() });
  if (response.status === 413) return new Problem("too-large", { megabytes: megabytes() });
  if (response.status === 401 || response.status === 403) return new Problem("forbidden", { reason });
  return new Problem("other", { reason });
}

function megabytes() {
  return Math.floor((terms?.max_body ?? 32 << 20) / (1 << 20));
}

/** Yields the lines of a stream of JSON as they arrive. */
async function* jsonLines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let pending = "";
  for (;;) {
    const { value, done } = await reader.read();
    pending += value ?? "";
    const lines = pending.split("\n");
    pending = lines.pop();
    for (const line of lines) if (line) yield JSON.parse(line);
    if (done) return;
  }
}

/** One tab: its input, the progress of its check, and the results. */
class Panel {
  constructor(kind) {
    this.kind = kind;
    this.root = document.getElementById(`panel-${kind}`);
    this.root.append(document.getElementById("panel").content.cloneNode(true));
    this.parts = {};
    for (const part of this.root.querySelectorAll("[data-part]")) this.parts[part.dataset.part] = part;
    const { label, text, hint, choose, picker, formats } = this.parts;
    text.id = `text-${kind}`;
    label.htmlFor = text.id;
    hint.id = `hint-${kind}`;
    formats.id = `formats-${kind}`;
    text.setAttribute("aria-describedby", `${hint.id} ${formats.id}`);
    picker.id = `picker-${kind}`;
    choose.htmlFor = picker.id;
    const { source } = this.parts;
    if (kind === "note") {
      this.parts["source-label"].id = "source-label";
      this.parts["source-hint"].id = "source-hint";
      this.parts["source-text"].setAttribute("aria-labelledby", "source-label");
      this.parts["source-text"].setAttribute("aria-describedby", "source-hint");
    } else {
      source.remove();
    }
    this.files = [];
    this.answer = null;
    this.shownProblem = null;
    this.running = null;
    /** The hosts for which the user agreed to look-ups, if any. */
    this.agreedHosts = null;
    this.listen();
  }

  listen() {
    const { parts } = this;
    this.root.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.check();
    });
    parts.picker.addEventListener("change", () => {
      this.choose([...parts.picker.files]);
      parts.picker.value = "";
    });
    parts.remove.addEventListener("click", () => {
      this.choose([]);
      parts.text.focus();
    });
    parts.cancel.addEventListener("click", () => this.running?.abort());
    parts.example.addEventListener("click", () => {
      this.choose([]);
      const example = EXAMPLES[this.kind][language];
      parts["source-text"].value = "";
      // Use the browser's editing, so that one undo restores the previous text.
      parts.text.focus();
      parts.text.select();
      if (!document.execCommand?.("insertText", false, example)) parts.text.value = example;
      this.check();
    });
    const drop = this.root.querySelector(".drop");
    this.root.addEventListener("dragover", () => drop.classList.add("is-dropping"));
    this.root.addEventListener("dragleave", (event) => {
      if (!this.root.contains(event.relatedTarget)) drop.classList.remove("is-dropping");
    });
    this.root.addEventListener("drop", (event) => {
      drop.classList.remove("is-dropping");
      const entries = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.());
      if (entries.some((entry) => entry?.isDirectory)) {
        this.fail(new Problem("folder"));
        return;
      }
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length) this.choose(files);
      else if (!parts.text.contains(event.target)) parts.text.value += event.dataTransfer?.getData("text/plain") ?? "";
    });
  }

  /** Uses files instead of the text, which is kept; without files the text is used again. */
  choose(files) {
    this.files = files;
    this.fail(null);
    this.showFiles();
    if (files.length) this.parts.check.focus();
  }

  showFiles() {
    const { parts, files } = this;
    parts.file.hidden = files.length === 0;
    parts.text.hidden = files.length > 0;
    if (!files.length) return;
    const names = files.map((file) => file.name).join(", ");
    parts["file-name"].textContent = files.length === 1 ? names : say("files", { count: files.length, names });
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    parts["file-size"].textContent = bytes < 1 << 20 ? `${number.format(Math.ceil(bytes / 1024))} KB` : `${number.format(bytes / (1 << 20))} MB`;
  }

  /** Sets the texts in the page's language. */
  translate() {
    const { parts, kind } = this;
    for (const name of ["label", "hint", "check", "example", "formats"]) parts[name].textContent = say(`${kind}/${name}`);
    parts["source-label"].textContent = say("note/source");
    parts["source-hint"].textContent = say("note/sourceHint");
    parts.choose.textContent = say("choose");
    parts.dropping.textContent = say("dropHere");
    parts.remove.textContent = say("remove");
    parts.cancel.textContent = say("cancel");
    parts.bar.setAttribute("aria-label", say("reading"));
    this.showFiles();
    this.fail(this.shownProblem);
    this.show();
  }

  /** Announces the progress to a screen reader. */
  announce(words, isSeen = false) {
    this.parts.status.textContent = words;
    this.parts.status.className = isSeen ? "card" : "hidden";
  }

  /** Shows an error; null removes it. */
  fail(problem) {
    this.shownProblem = problem;
    const { error } = this.parts;
    error.hidden = !problem;
    const words = problem ? say(`errors/${problem.key}`, problem.values) : "";
    const kept = problem && (this.parts.text.value || this.files.length) && !words.includes(say("kept").replace(/\.$/, "")) ? say("kept") : "";
    if (error.textContent !== `${words} ${kept}`) error.textContent = `${words} ${kept}`;
  }

  /** Returns the request body, its name (null for pasted text), and the texts that findings quote. */
  async input() {
    const { files, parts } = this;
    if (!files.length) {
      if (!parts.text.value.trim()) throw new Problem("nothing");
      return { body: parts.text.value, name: null, shown: null, texts: { "": parts.text.value } };
    }
    const limit = terms?.max_body ?? 32 << 20;
    if (files.reduce((sum, file) => sum + file.size, 0) > limit) throw new Problem("too-large", { megabytes: megabytes() });
    const read = [];
    const texts = {};
    for (const file of files) {
      let bytes;
      try {
        bytes = new Uint8Array(await file.arrayBuffer());
      } catch {
        throw new Problem("file");
      }
      if (!bytes.length) throw new Problem("empty");
      read.push({ name: file.name, bytes });
      if (TEXT_FILE.test(file.name)) texts[file.name] = new TextDecoder().decode(bytes);
    }
    if (read.length === 1) return { body: read[0].bytes, name: read[0].name, shown: read[0].name, texts };
    return { body: zip(read), name: "files.zip", shown: files.map((file) => file.name).join(", "), texts };
  }

  /** Checks the text or the files; references are looked up online if the user agreed. */
  async check() {
    this.running?.abort();
    const controller = new AbortController();
    this.running = controller;
    this.fail(null);
    // Results of another text next to an error would mislead.
    this.answer = null;
    this.show();
    this.progress({ state: "running", of: 0 });
    try {
      if (!terms) await readTerms();
      const input = await this.input();
      const query = new URLSearchParams({ follow: "true", bibliography: "true", language });
      if (input.name) query.set("name", input.name);
      // Notes without Markdown headings are plain text, in which indented lines are not code.
      else if (this.kind === "note") query.set("name", /^(---\s*$|#{1,6} )/m.test(input.body) ? "note.md" : "note.txt");
      else query.set("pasted", "true");
      if (this.kind === "note") query.set("kind", "clinical-note");
      if (this.agreedHosts && terms.network === "ask") query.set("agreed", this.agreedHosts.join(","));
      const compared = await this.compare(input, controller.signal);
      const answer = await this.send(`check?${query}`, input, controller.signal);
      if (controller.signal.aborted) return;
      this.answer = { ...answer, compared, shown: input.shown, texts: input.texts };
      this.progress(null);
      this.show();
      this.announce(`${say("done")} ${this.summaryWords()}`);
      (this.root.querySelector(".question h2") ?? this.root.querySelector(".results-head h2"))?.focus();
    } catch (error) {
      if (this.running !== controller) return;
      this.progress(null);
      if (controller.signal.aborted) {
        this.announce(say("cancelled"), true);
        this.parts.check.focus();
        return;
      }
      const problem = error instanceof Problem ? error : new Problem("gone");
      if (problem.key === "nothing") this.parts.text.focus();
      if (problem.key === "other-hosts") {
        this.agreedHosts = null;
        terms = null;
      }
      this.fail(problem);
    } finally {
      if (this.running === controller) this.running = null;
    }
  }

  /** Returns what differs between a note and the text that it was written from; null without one. */
  async compare(input, signal) {
    const source = this.parts["source-text"].value;
    if (this.kind !== "note" || !source.trim()) return null;
    const notes = Object.values(input.texts);
    if (notes.length !== 1 || this.files.length > 1) throw new Problem("no-text");
    const sent = { note: notes[0].replace(/^\uFEFF/, ""), sources: [{ name: "conversation.txt", text: source }], language };
    let response;
    try {
      response = await ask("compare", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(sent), signal });
    } catch {
      throw new Problem("gone");
    }
    if (!response.ok) throw await problemOf(response);
    return (await response.json()).findings.filter(({ severity }) => severity !== "hint");
  }

  /** Returns the number of findings of a severity, with those of the comparison. */
  severityCount(severity) {
    const { result, compared } = this.answer;
    return result.summary.findings[severity] + (compared ?? []).filter((finding) => finding.severity === severity).length;
  }

  /** Sends the request, shows the progress, and returns the result. */
  async send(path, input, signal) {
    let response;
    try {
      response = await ask(path, { method: "POST", body: input.body, signal });
    } catch {
      throw new Problem("gone");
    }
    document.getElementById("token-form").hidden = response.status !== 401;
    if (!response.ok) throw await problemOf(response);
    let last = null;
    try {
      for await (const line of jsonLines(response.body)) {
        last = line;
        this.progress(line);
      }
    } catch {
      throw new Problem("gone");
    }
    if (last?.state === "done") return last;
    if (last?.state === "refused") throw new Problem("unreadable", { reason: last.reason.replace(/^it cannot be read: /, "") });
    if (last?.state === "failed") throw new Problem("failed", { reason: last.reason });
    throw new Problem("gone");
  }

  /** Shows the progress of the check; null when it is over. */
  progress(line) {
    const { parts } = this;
    parts.progress.hidden = !line;
    parts.results.setAttribute("aria-busy", String(Boolean(line)));
    if (!line || !["queued", "running"].includes(line.state)) return;
    const key = line.state === "queued" ? "waiting" : !line.of ? "reading" : line.looking_up ? "lookingUp" : "judging";
    const words = say(key, line);
    if (line.of) parts.bar.value = line.done / line.of;
    else parts.bar.removeAttribute("value");
    parts.bar.setAttribute("aria-label", words);
    // A screen reader announces the current step, not each number.
    if (parts["progress-text"].dataset.key !== key) this.announce(words);
    parts["progress-text"].dataset.key = key;
    parts["progress-text"].textContent = words;
  }

  /** Returns each reference of the answer once, with its findings. */
  references() {
    const all = [];
    const seen = new Set();
    const about = (key) => {
      const found = this.answer.result.files.flatMap((file) => file.findings.map((finding) => ({ finding, file })));
      const told = new Set();
      // An entry and its citation have the same findings.
      return found.filter(({ finding }) => finding.data.key === key && finding.severity !== "hint" && !told.has(finding.message) && told.add(finding.message));
    };
    for (const file of this.answer.result.files) {
      file.references.forEach((reference, place) => {
        const same = JSON.stringify([reference.key, reference.claimed]);
        if (seen.has(same)) return;
        seen.add(same);
        all.push({ reference, findings: about(reference.key), place });
      });
    }
    const rank = ({ reference }) => (reference.notices.some((kind) => SERIOUS_NOTICES.includes(kind)) ? -1 : VERDICT_ORDER.indexOf(reference.verdict));
    return all.sort((a, b) => rank(a) - rank(b) || a.place - b.place);
  }

  summaryWords() {
    if (!this.answer) return "";
    const { references } = this.answer.result.summary;
    const words = Object.entries(references).filter(([, count]) => count > 0).map(([verdict, count]) => say("counted", { count, word: say(`verdicts/${verdict}/${count === 1 ? 0 : 2}`) }));
    if (this.kind === "note" || !words.length) {
      for (const severity of ["error", "warning", "information"]) {
        const count = this.severityCount(severity);
        if (count) words.push(say("counted", { count, word: say(`${count === 1 ? "severities" : "severitiesMany"}/${severity}`) }));
      }
    }
    return words.join(", ");
  }

  /** Shows the answer in the language of the page. */
  show() {
    const { results } = this.parts;
    results.replaceChildren();
    if (!this.answer) return;
    const { result } = this.answer;
    const references = this.references();
    const heading = element("h2", { tabIndex: -1 }, this.answer.shown === null ? say("resultsOfText") : say("resultsOf", { name: this.answer.shown }));
    const head = element("div", { className: "results-head" }, element("div", {}, heading, this.counts(result)));
    if (references.length || this.kind === "note") head.append(this.downloads(references));
    results.append(head);
    const question = this.question(result);
    if (question) results.append(question);
    const notices = this.notices(result);
    if (notices.length === 1) results.append(element("p", { className: "card note" }, notices[0]));
    else if (notices.length) results.append(element("ul", { className: "card note" }, ...notices.map((words) => element("li", {}, words))));
    if (this.kind === "note") results.append(...this.others(references), ...this.comparison());
    results.append(...this.referenceList(references));
    if (this.kind !== "note") results.append(...this.others(references));
    const hints = this.downloadHints(references);
    if (hints) results.append(element("p", { className: "soft" }, hints));
  }

  counts(result) {
    const list = element("ul", { className: "counts" });
    const add = (words, tone, sign) => list.append(element("li", { className: `badge ${tone}` }, element("span", { "aria-hidden": "true" }, sign), words));
    for (const [verdict, [tone, sign]] of Object.entries(TONES)) {
      const count = result.summary.references[verdict];
      if (count) add(say("counted", { count, word: say(`verdicts/${verdict}/${count === 1 ? 0 : 2}`) }), tone, sign);
    }
    for (const kind of SERIOUS_NOTICES) {
      const count = this.references().filter(({ reference }) => reference.notices.includes(kind)).length;
      if (count) add(say("counted", { count, word: say(`${count === 1 ? "notices" : "noticesMany"}/${kind}`) }), "bad", "!");
    }
    if (this.kind === "note") {
      for (const severity of ["error", "warning", "information"]) {
        const count = this.severityCount(severity);
        if (count) add(say("counted", { count, word: say(`${count === 1 ? "severities" : "severitiesMany"}/${severity}`) }), SEVERITY_TONES[severity], "!");
      }
    }
    return list;
  }

  /** Returns the consent question for look-ups; null if it is not needed. */
  question(result) {
    const count = result.summary.references.unchecked;
    const isOpen = terms?.network === "ask" && terms.asks && count && this.agreedHosts === null && !this.answer.declined;
    if (!isOpen || !result.summary.unchecked_because.includes("offline")) return null;
    const title = `question-${this.kind}`;
    const agree = element("button", { type: "button", className: "primary" }, say("agree"));
    agree.addEventListener("click", () => {
      // The consent covers exactly the hosts that were shown.
      this.agreedHosts = [...terms.hosts];
      showTerms();
      this.check();
    });
    const decline = element("button", { type: "button" }, say("notNow"));
    decline.addEventListener("click", () => {
      this.answer.declined = true;
      this.show();
      this.root.querySelector(".results-head h2")?.focus();
    });
    const hosts = element("details", { className: "hosts", open: true }, element("summary", {}, say("questionHosts", { count: terms.hosts.length })), element("p", { className: "soft" }, terms.hosts.join(", ")));
    return element(
      "section",
      { className: "card question", "aria-labelledby": title },
      element("h2", { id: title, tabIndex: -1 }, say("question")),
      element("p", {}, sayCount("questionCount", count)),
      element("p", {}, this.kind === "note" ? say("questionNote") : say("questionSent", { sent: terms.sent[language] })),
      hosts,
      element("div", { className: "row" }, agree, decline),
      element("p", { className: "soft" }, say("questionUntil")),
    );
  }

  /** Returns sentences about the whole check. */
  notices(result) {
    const out = [];
    const { summary } = result;
    for (const notice of summary.notices) out.push(notice.message);
    const silent = new Map();
    for (const why of summary.unchecked_because) {
      if (why === "unlogged") out.push(say("unlogged"));
      const [source, slug] = why.split(": ");
      const isTold = summary.notices.some((notice) => notice.service === source);
      if (slug && !isTold) silent.set(slug, [...(silent.get(slug) ?? []), sourceName(source)]);
    }
    const sources = [...silent].map(([slug, names]) => `${names.join(", ")} (${say(`whys/${slug}`)})`);
    if (sources.length) out.push(say("silent", { sources: sources.join("; ") }));
    if (summary.keys_without_bibliography.length) out.push(say("keys", { keys: summary.keys_without_bibliography.join(", ") }));
    if (summary.references.unchecked && summary.unchecked_because.includes("offline") && terms?.network !== "ask") {
      out.push(say(terms?.asks ? "networkDeny" : "networkDenyService"));
    } else if (summary.references.unchecked && summary.unchecked_because.includes("offline") && terms && !terms.asks) {
      out.push(say("networkDenyService"));
    }
    const total = Object.values(summary.references).reduce((sum, count) => sum + count, 0);
    if (!total && this.kind !== "note") out.push(say("noReferences"));
    return out;
  }

  /** Returns the references: urgent ones individually, the rest collapsed. */
  referenceList(references) {
    const isQuiet = ({ reference, findings }) => ["verified", "unchecked"].includes(reference.verdict) && !isLookedForInVain(reference) && !findings.length && !reference.notices.some((kind) => SERIOUS_NOTICES.includes(kind));
    const out = references.filter((one) => !isQuiet(one)).map((one) => this.referenceCard(one));
    for (const [verdict, key] of [["unchecked", "moreUnchecked"], ["verified", "moreVerified"]]) {
      const quiet = references.filter((one) => isQuiet(one) && one.reference.verdict === verdict);
      if (!quiet.length) continue;
      const isLong = quiet.length > 8 || (verdict === "verified" && out.length > 4);
      out.push(element("details", { className: "others", open: !isLong }, element("summary", {}, sayCount(key, quiet.length)), ...quiet.map((one) => this.referenceCard(one))));
    }
    return out;
  }

  referenceCard({ reference, findings }) {
    const [tone, sign] = TONES[reference.verdict];
    const isWithdrawn = reference.notices.some((kind) => SERIOUS_NOTICES.includes(kind));
    const card = element("article", { className: `card item ${isWithdrawn ? "is-bad" : tone && `is-${tone}`}` });
    const head = element("div", { className: "item-head" }, element("h3", {}, reference.key));
    head.append(element("span", { className: `badge ${tone}` }, element("span", { "aria-hidden": "true" }, sign), say(`verdicts/${reference.verdict}/0`)));
    for (const kind of reference.notices) {
      head.append(element("span", { className: `badge ${SERIOUS_NOTICES.includes(kind) ? "bad" : ""}` }, element("span", { "aria-hidden": "true" }, "!"), say(`notices/${kind}`)));
    }
    card.append(head);
    if (reference.claimed) card.append(element("p", {}, reference.claimed));
    const said = ({ finding, file }) => [finding.message, " ", element("span", { className: "soft" }, `(${this.placeWords(finding, file)})`), " ", this.ruleLink(finding)];
    if (findings.length === 1) {
      card.append(element("p", {}, ...said(findings[0])));
    } else if (findings.length) {
      card.append(element("ul", {}, ...findings.map((one) => element("li", {}, ...said(one)))));
    } else if (reference.verdict !== "verified") {
      card.append(element("p", {}, say(reference.verdict === "unchecked" ? whyUnchecked(reference) : `verdicts/${reference.verdict}/1`)));
    }
    if (reference.compared.length) card.append(this.differences(reference.compared));
    if (reference.other) {
      card.append(element("div", { className: "recorded" }, element("p", {}, say("otherIs", reference.other)), element("p", { className: "links" }, ...reference.other.links.map(({ name, url }) => link(url, name)))));
    }
    if (reference.record && reference.verdict !== "verified") {
      const { title, year } = reference.record;
      const work = [title, year].filter(Boolean).join(". ");
      if (work) card.append(element("p", { className: "recorded" }, say("recordIs", { work })));
    }
    if (reference.would_cover && reference.verdict === "uncovered") card.append(element("p", {}, say("wouldCover", { where: reference.would_cover })));
    if (reference.withdrawal_unchecked) card.append(element("p", { className: "soft" }, say("withdrawalUnchecked")));
    if (reference.links.length) card.append(element("p", { className: "links" }, ...reference.links.map(({ name, url }) => link(url, name))));
    const asked = Object.keys(TEXTS.en.outcomes).map((outcome) => [outcome, reference.sources.filter((source) => source.outcome === outcome).map(({ name }) => sourceName(name))]);
    const told = asked.filter(([, sources]) => sources.length).map(([outcome, sources]) => say(`outcomes/${outcome}`, { sources: sources.join(", ") }));
    if (told.length) card.append(element("p", { className: "soft" }, told.join(" ")));
    return card;
  }

  differences(compared) {
    const row = ({ field, claimed, recorded }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, say(`fields/${field}`)),
        element("td", { "data-column": say("claimed") }, claimed || "–"),
        element("td", { "data-column": say("recorded") }, recorded || "–"),
      );
    const heads = ["field", "claimed", "recorded"].map((key) => element("th", { scope: "col" }, say(key)));
    return element("table", {}, element("caption", {}, say("differences")), element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...compared.map(row)));
  }

  /** Returns the findings that are not about a listed reference. */
  others(references) {
    const keys = new Set(references.map(({ reference }) => reference.key));
    const rank = { error: 0, warning: 1, information: 2 };
    const found = this.answer.result.files
      .flatMap((file) => file.findings.map((finding) => ({ finding, file })))
      .filter(({ finding }) => finding.severity !== "hint" && !keys.has(finding.data.key))
      .sort((a, b) => rank[a.finding.severity] - rank[b.finding.severity] || a.finding.range.start.line - b.finding.range.start.line);
    if (!found.length) return this.kind === "note" ? [element("p", { className: "card" }, say("noFindings"))] : [];
    const title = element("div", { className: "results-head" }, element("h2", {}, say(this.kind === "note" ? "findings" : "otherFindings")));
    return [title, ...found.map(({ finding, file }) => this.findingCard(finding, file))];
  }

  /** Returns what differs from the conversation, each with the words of the speakers. */
  comparison() {
    const { compared, texts } = this.answer;
    if (!compared) return [];
    const title = element("div", { className: "results-head" }, element("h2", {}, say("compared")));
    if (!compared.length) return [title, element("p", { className: "card" }, say("sameAsSource"))];
    const file = { path: Object.keys(texts)[0] };
    const cards = compared.map((finding) => {
      const card = this.findingCard({ ...finding, related: [] }, file);
      const said = finding.evidence.map(({ speaker, time, text }) => {
        const who = [speaker, time].filter(Boolean).join(", ");
        return element("li", {}, who ? `${who}: ` : "", element("q", {}, shortened(text, 300)));
      });
      if (said.length) card.lastElementChild.before(element("ul", {}, ...said));
      return card;
    });
    return [title, ...cards];
  }

  findingCard(finding, file) {
    const tone = SEVERITY_TONES[finding.severity];
    const head = element("div", { className: "item-head" }, element("h3", {}, this.placeWords(finding, file)), element("span", { className: `badge ${tone}` }, say(`severities/${finding.severity}`)));
    const card = element("article", { className: `card item ${tone && `is-${tone}`}` }, head, this.passage(finding, file), element("p", {}, finding.message));
    const related = finding.related.filter(({ message }) => message);
    if (related.length) {
      // In binary documents, line numbers count paragraphs.
      const lineWords = (number) => (finding.place ? say("paragraph", { paragraph: number }) : say("line", { line: number }));
      const item = ({ range, message, path }) => element("li", {}, say("related", { place: path === file.path ? lineWords(range.start.line + 1) : path, message }));
      card.append(element("ul", {}, ...related.map(item)));
    }
    card.append(element("p", { className: "soft" }, this.ruleLink(finding)));
    return card;
  }

  ruleLink(finding) {
    const made = link(`${RULES}${finding.rule}.html`, say("why"));
    made.setAttribute("aria-label", `${say("why")}: ${finding.rule}`);
    return made;
  }

  /** Returns the location of a finding: a line of a text, or page and paragraph of a document. */
  placeWords({ place, range }, file) {
    const words = [];
    if (this.answer.result.files.length > 1) words.push(file.path);
    if (!place) return [...words, say("line", { line: range.start.line + 1 })].join(", ");
    if (place.page) words.push(say("page", place));
    if (place.note) words.push(say("footnote", place));
    if (place.cell) words.push(say("cell", place));
    if (place.paragraph) words.push(say("paragraph", place));
    return words.join(", ");
  }

  /** Returns the passage of a finding, in its line. */
  passage({ place, range }, file) {
    if (place) return place.text ? element("p", { className: "passage" }, element("mark", {}, shortened(place.text, 300))) : null;
    const { texts } = this.answer;
    const text = texts[file.path] ?? texts[""] ?? Object.entries(texts).find(([name]) => file.path.endsWith(`/${name}`))?.[1];
    const line = text?.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/)[range.start.line];
    if (line === undefined) return null;
    // Positions count code points, like a string's iterator.
    const letters = [...line];
    const end = range.end.line === range.start.line ? range.end.character : letters.length;
    const before = letters.slice(Math.max(0, range.start.character - 80), range.start.character).join("");
    const words = letters.slice(range.start.character, end).join("");
    const after = letters.slice(end, end + 80).join("");
    if (!words.trim()) return line.trim() ? element("p", { className: "passage" }, shortened(line, 200)) : null;
    const cut = range.start.character > 80 ? "…" : "";
    return element("p", { className: "passage" }, cut + before, element("mark", {}, shortened(words, 300)), after + (end + 80 < letters.length ? "…" : ""));
  }

  downloads(references) {
    const { answer } = this;
    const stem = (answer.shown && this.files.length === 1 ? answer.shown : this.kind).replace(/\.[^.]*$/, "");
    const button = (key, path, name, type) => {
      const made = element("button", { type: "button" }, say(key));
      made.addEventListener("click", () => this.download(path, name, type));
      return made;
    };
    const row = element("div", { className: "row" });
    if (answer.bibliography && references.length && this.kind !== "note") row.append(button(this.bibliographyLabel(), `check/${answer.id}/bibliography`, `${stem}-${answer.fixes ? "corrected" : "references"}.bib`, "application/x-bibtex"));
    row.append(button("downloadReport", `check/${answer.id}/report`, `${stem}-report.html`, "text/html"));
    return row;
  }

  /** Returns the key of the label of the bibliography: nothing may have been corrected in it. */
  bibliographyLabel() {
    return this.answer.fixes ? "downloadBib" : "downloadReferences";
  }

  /** Returns the download links, for the end of the results. */
  downloadHints(references) {
    if (!references.length) return "";
    const { answer } = this;
    const hints = [say("reportHint")];
    if (answer.bibliography && this.kind !== "note") hints.unshift(`${say(this.bibliographyLabel())}: ${answer.fixes ? sayCount("fixes", answer.fixes) : say("fixes0")}`);
    return hints.join(" ");
  }

  async download(path, name, type) {
    try {
      const response = await ask(path);
      if (!response.ok) throw new Problem("download");
      const url = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type }));
      const made = element("a", { href: url, download: name });
      document.body.append(made);
      made.click();
      made.remove();
      // The browser has started the download by then.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      this.fail(error instanceof Problem ? error : new Problem("gone"));
    }
  }
}

/** Whether all queried sources answered about a reference, but none has it or decides. */
function isLookedForInVain({ verdict, sources }) {
  return verdict === "unchecked" && sources.some(({ outcome }) => outcome === "no-match");
}

/** Returns the key of the text that explains why a reference is unchecked. */
function whyUnchecked(reference) {
  if (reference.sources.some(({ outcome }) => outcome === "error")) return "noneDecided";
  return isLookedForInVain(reference) ? "noneHasIt" : "verdicts/unchecked/1";
}

function shortened(text, most) {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : text;
}

/** Computes the checksum of zip files (CRC-32, RFC 1952). */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Packs several files into one uncompressed zip, to send them together. */
function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = new TextEncoder().encode(name);
    const header = (signature, extra) => {
      const made = new DataView(new ArrayBuffer(extra ? 46 : 30));
      const at = extra ? 2 : 0;
      made.setUint32(0, signature, true);
      if (extra) made.setUint16(4, 20, true);
      made.setUint16(4 + at, 20, true);
      made.setUint16(6 + at, 0x800, true);
      made.setUint32(14 + at, crc32(bytes), true);
      made.setUint32(18 + at, bytes.length, true);
      made.setUint32(22 + at, bytes.length, true);
      made.setUint16(26 + at, path.length, true);
      if (extra) made.setUint32(42, offset, true);
      return made;
    };
    parts.push(header(0x04034b50, false), path, bytes);
    directory.push(header(0x02014b50, true), path);
    offset += 30 + path.length + bytes.length;
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, files.length, true);
  end.setUint16(10, files.length, true);
  end.setUint32(12, directory.reduce((sum, part) => sum + part.byteLength, 0), true);
  end.setUint32(16, offset, true);
  return new Blob([...parts, ...directory, end]);
}

function translate() {
  document.documentElement.lang = language;
  document.title = say("title");
  for (const one of document.querySelectorAll("[data-text]")) one.textContent = say(one.dataset.text);
  for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", say(one.dataset.label));
  for (const button of document.querySelectorAll("[data-language]")) button.setAttribute("aria-pressed", String(button.dataset.language === language));
  panels.forEach((panel) => panel.translate());
  showTerms();
}

function selectTab(tab) {
  for (const one of document.querySelectorAll("[role=tab]")) {
    const isSelected = one === tab;
    one.setAttribute("aria-selected", String(isSelected));
    one.tabIndex = isSelected ? 0 : -1;
    document.getElementById(one.getAttribute("aria-controls")).hidden = !isSelected;
  }
}

function start() {
  for (const kind of ["references", "note"]) panels.push(new Panel(kind));
  const tabs = [...document.querySelectorAll("[role=tab]")];
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => selectTab(tab));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const next = tabs[(to + tabs.length) % tabs.length];
      selectTab(next);
      next.focus();
    });
  });
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => {
      language = button.dataset.language;
      store("language", language);
      translate();
    });
  }
  document.getElementById("token-form").addEventListener("submit", (event) => {
    event.preventDefault();
    token = document.getElementById("token").value.trim();
    readTerms().catch((error) => panels[0].fail(error));
  });
  // A file dropped outside the box must not replace the page and the typed text.
  for (const name of ["dragover", "drop"]) {
    window.addEventListener(name, (event) => {
      const isTextForBox = event.target instanceof HTMLTextAreaElement && !event.dataTransfer?.types.includes("Files");
      if (!isTextForBox) event.preventDefault();
    });
  }
  translate();
  readTerms().catch((error) => panels[0].fail(error instanceof Problem ? error : new Problem("gone")));
}

start();
