//! Terms that rules ask for, in English and Spanish: routes, frequencies, treatments, pathology, tumours, verbs of
//! recommending. The lists are our own; a phrase is folded and `|` separates phrases.

/// What a term means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A route of administration.
    Route,
    /// How often a drug is given.
    Frequency(Frequency),
    /// A form in which a drug is given: tablet, ampoule.
    Form,
    /// A treatment of cancer.
    Treatment(Treatment),
    /// An examination of tissue or cells, or its result.
    Pathology,
    /// The name of a malignant histology.
    Histology,
    /// Cancer, without saying what the tissue shows.
    Cancer,
    /// A mass that may be one.
    Mass,
    /// Says that what follows should be done.
    Recommend,
    /// A use of methotrexate, or of another drug, against cancer.
    Oncology,
    /// Allergy, intolerance.
    Allergy,
    /// That there is no known allergy.
    NoAllergy,
    /// What a severe, life-threatening allergic reaction is called.
    SevereReaction,
    /// An allergic reaction of the skin or the airways that is not severe.
    AllergicReaction,
    /// That a drug was tolerated, or an allergy was tested and not found.
    Tolerated,
    /// That a drug was not tolerated; it hides [`Term::Tolerated`].
    NotTolerated,
    /// An allergy to something that is no drug, or a disease called allergic.
    OtherAllergy,
    /// That a drug is taken, so that it treats an allergy and does not cause it.
    Taken,
    /// That another drug takes the place of what follows.
    InsteadOf,
    /// That a drug is gone on with or used, without the words of [`Term::Recommend`].
    Continued,
    /// What a germ is to an antibiotic.
    Susceptibility,
    /// Words that only stand in an assertion's list of verbs.
    Verb,
    /// A laboratory analyte or a measurement, whose value is no dose.
    Analyte,
}

/// How often, as far as the rules distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frequency {
    /// Every day.
    Daily,
    /// Every week.
    Weekly,
    /// Anything else.
    Other,
}

/// Treatments of cancer by class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Treatment {
    /// An operation.
    Surgery,
    /// Radiotherapy.
    Radiotherapy,
    /// Chemotherapy.
    Chemotherapy,
    /// Immunotherapy.
    Immunotherapy,
    /// Targeted therapy.
    Targeted,
    /// Hormone therapy.
    Hormone,
}

impl Term {
    /// Whether it is one of the terms about allergies, which hide each other and no others.
    #[must_use]
    pub(crate) fn is_of_allergies(self) -> bool {
        matches!(
            self,
            Term::SevereReaction
                | Term::AllergicReaction
                | Term::Tolerated
                | Term::NotTolerated
                | Term::OtherAllergy
                | Term::Taken
                | Term::InsteadOf
                | Term::Continued
                | Term::Susceptibility
        )
    }
}

impl Treatment {
    /// Whether it is given for cancer and for nothing else.
    #[must_use]
    pub fn is_only_for_cancer(self) -> bool {
        !matches!(self, Treatment::Surgery)
    }
}

/// The phrases of each term, folded, separated by `|`.
pub(crate) const TERMS: &[(&str, Term)] = &[
    (
        "po|p.o.|per os|oral|orally|by mouth|iv|i.v.|intravenous|intravenously|im|i.m.|intramuscular|intramuscularly|\
         sc|s.c.|sq|subq|sub q|subcut|subcutaneous|subcutaneously|sl|sublingual|rectally|per rectum|topical|topically|\
         inhaled|inhalation|nebulized|nebulised|intranasal|intranasally|transdermal|intrathecal|intrathecally|intracisternal|intracisternally|intracisternalmente|ophthalmic|bolus|\
         infusion|drip|vo|v.o.|via oral|intravenosa|intravenoso|endovenosa|endovenoso|ev|e.v.|intramuscular|\
         subcutanea|subcutaneo|topico|topica|inhalado|inhalada|nebulizado|nebulizada|intratecal|transdermico|\
         transdermica|por boca|bolo|infusion|perfusion|goteo|per g tube|via ng",
        Term::Route,
    ),
    (
        "daily|once daily|once a day|once per day|qd|q.d.|q.d|every day|each day|per day|a day|every 24 hours|q24h|\
         q 24 h|every morning|each morning|every evening|nightly|nocte|mane|at bedtime|every night|qhs|qam|qpm|q day|qday|once every day|\
         diario|diaria|diarios|diarias|diariamente|al dia|por dia|cada dia|cada 24 horas|cada 24 h|c/24h|c/24 h|c/24 hrs|c/24hrs|cada 24 hrs|cada 24hrs|\
         cada noche|cada manana|todas las noches|todas las mananas|por las noches|por las mananas|each evening|every bedtime|each night|cada 24 hs|c/24 hs|c/24hs|cada 24hs|una vez al dia|todos los dias|1 vez al dia|/dia|/day|/d|/24h|/24 h|od|o.d.|q1d",
        Term::Frequency(Frequency::Daily),
    ),
    (
        "weekly|once weekly|once a week|once per week|every week|each week|per week|a week|qweek|q week|qwk|q7d|\
         semanal|semanales|semanalmente|una vez a la semana|una vez por semana|a la semana|por semana|cada semana|\
         cada 7 dias|1 vez a la semana|1 vez por semana|/semana|/sem|/week|/wk",
        Term::Frequency(Frequency::Weekly),
    ),
    (
        "bid|b.i.d.|tid|t.i.d.|qid|q.i.d.|bd|tds|qds|twice daily|twice a day|two times a day|two times daily|\
         three times daily|three times a day|four times daily|four times a day|times a day|times daily|times per day|\
         every 4 hours|every 6 hours|every 8 hours|every 12 hours|every other day|qod|q.o.d.|q.o.d|every 48 hours|\
         q4h|q6h|q8h|q12h|q 4 h|q 6 h|q 8 h|q 12 h|q3h|q2h|q48h|every 4 h|every 6 h|every 8 h|every 12 h|prn|\
         as needed|at bedtime|bedtime|hs|with meals|before meals|after meals|stat|once|single dose|loading dose|\
         monthly|every month|every 2 weeks|every 3 weeks|every 4 weeks|biweekly|q2w|q3w|q4w|q21d|q14d|q28d|tiw|biw|\
         every 21 days|every 14 days|every 28 days|per cycle|per dose|continuous|hourly|every hour|\
         cada 4 horas|cada 6 horas|cada 8 horas|cada 12 horas|cada 48 horas|cada 4 h|cada 6 h|cada 8 h|cada 12 h|\
         c/4h|c/6h|c/8h|c/12h|c/6hrs|c/8hrs|c/12hrs|c/6 hrs|c/8 hrs|c/12 hrs|cada 6 hrs|cada 8 hrs|cada 12 hrs|cada 6 hs|cada 8 hs|cada 12 hs|c/6 hs|c/8 hs|c/12 hs|c/6hs|c/8hs|c/12hs|c/4 h|c/6 h|c/8 h|c/12 h|c/48h|c/48 h|/8h|/8 h|veces al dia|veces por dia|dos veces al dia|\
         tres veces al dia|si precisa|a demanda|al acostarse|en ayunas|con las comidas|antes de comer|dosis unica|\
         cada 21 dias|cada 14 dias|cada 28 dias|cada 2 semanas|cada 3 semanas|cada 4 semanas|mensual|por ciclo|\
         por dosis|en desayuno|en cena|dias alternos|cada hora|de forma continua|de mantenimiento|dosis de carga",
        Term::Frequency(Frequency::Other),
    ),
    (
        "tablet|tablets|tab|tabs|capsule|capsules|cap|caps|pill|pills|puff|puffs|drop|drops|vial|vials|ampoule|\
         ampoules|ampule|patch|patches|suppository|suppositories|spray|sprays|injection|inhaler|cream|ointment|\
         comprimido|comprimidos|comp|capsula|capsulas|gragea|grageas|gota|gotas|ampolla|ampollas|amp|sobre|sobres|\
         parche|parches|supositorio|supositorios|inhalacion|inhalaciones|pastilla|pastillas|jarabe|inyeccion|crema|\
         pomada",
        Term::Form,
    ),
    (
        "surgery|surgical resection|resection|operation|debulking|cytoreduction|lumpectomy|wle|whipple|surgical excision|\
         wide local excision|wide excision|lymph node dissection|axillary dissection|lymphadenectomy|metastasectomy|\
         cirugia|reseccion|intervencion quirurgica|tratamiento quirurgico|extirpacion|exeresis|\
         citorreduccion|tumorectomia|linfadenectomia|vaciamiento|vaciamiento axilar|conizacion|conization|hysterectomy|\
         histerectomia|mastectomy|mastectomia|prostatectomy|prostatectomia|lobectomy|lobectomia|pneumonectomy|\
         neumonectomia|radical cystectomy|cistectomia radical|hemicolectomy|hemicolectomia|gastrectomy|gastrectomia|\
         esophagectomy|esofagectomia|quadrantectomy|cuadrantectomia|operate|operar|nephrectomy|nefrectomia|nephroureterectomy|\
         nefroureterectomia|thyroidectomy|tiroidectomia|hemithyroidectomy|hemitiroidectomia|cystoprostatectomy|\
         cistoprostatectomia|radical orchiectomy|orquiectomia radical|glossectomy|glosectomia|laryngectomy|laringectomia|\
         pancreatectomy|pancreatectomia|pancreaticoduodenectomy|pancreatoduodenectomy|duodenopancreatectomia|dpc|\
         hepatectomy|hepatectomia|colectomy|colectomia|sigmoidectomy|sigmoidectomia|proctectomy|proctocolectomy|\
         abdominoperineal resection|anterior resection|amputacion abdominoperineal|total mesorectal excision|ralp|rarp|\
         segmentectomy|segmentectomia|wedge resection|metastasectomia|vulvectomy|vulvectomia|oesophagectomy|tah bso",
        Term::Treatment(Treatment::Surgery),
    ),
    (
        "radiotherapy|radiation therapy|radiation|radiation treatment|irradiation|chemoradiation|chemoradiotherapy|\
         brachytherapy|seed implant|seed implants|iodine seeds|implante de semillas|semillas de yodo|sbrt|stereotactic body radiotherapy|imrt|whole brain radiation|radiosurgery|stereotactic radiosurgery|\
         sabr|ebrt|xrt|vmat|wbrt|gamma knife|cyberknife|proton therapy|protonterapia|palliative rt|adjuvant rt|radical rt|\
         chemo rt|chemort|chemo radiotherapy|radio chemotherapy|rt paliativa|rt adyuvante|rt radical|rt holocraneal|\
         qt rt|qt/rt|rt/qt|qtrt|rt externa|stereotactic ablative radiotherapy|stereotactic radiotherapy|\
         radioterapia|braquiterapia|irradiacion|quimiorradioterapia|radiocirugia|quimiorradiacion|radioquimioterapia",
        Term::Treatment(Treatment::Radiotherapy),
    ),
    (
        "chemotherapy|chemo|systemic chemotherapy|neoadjuvant chemotherapy|adjuvant chemotherapy|quimioterapia|qt|\
         poliquimioterapia|quimio|hipec",
        Term::Treatment(Treatment::Chemotherapy),
    ),
    (
        "immunotherapy|immune checkpoint inhibitor|checkpoint inhibitor|checkpoint inhibitors|car t|inmunoterapia|\
         inhibidor de puntos de control|inhibidores de puntos de control",
        Term::Treatment(Treatment::Immunotherapy),
    ),
    (
        "targeted therapy|tyrosine kinase inhibitor|tki|parp inhibitor|terapia dirigida|tratamiento dirigido|\
         terapia diana|inhibidor de tirosina cinasa|inhibidor de parp",
        Term::Treatment(Treatment::Targeted),
    ),
    (
        "hormone therapy|hormonal therapy|endocrine therapy|androgen deprivation|androgen deprivation therapy|adt|\
         aromatase inhibitor|hormonoterapia|hormonoterapia adyuvante|terapia hormonal|tratamiento hormonal|\
         deprivacion androgenica|bloqueo androgenico|inhibidor de aromatasa|inhibidores de aromatasa",
        Term::Treatment(Treatment::Hormone),
    ),
    (
        "biopsy|biopsies|biopsied|core needle biopsy|histology|histologic|histological|histologically|histopathology|\
         histopathologic|histopathological|pathology|pathologic|pathological|pathologically|cytology|cytologic|\
         cytological|fna|fine needle aspiration|fine needle aspirate|surgical specimen|specimen|tissue diagnosis|\
         immunohistochemistry|bone marrow aspirate|pathologist|curettage|pap smear|biopsia|biopsias|biopsiado|\
         biopsiada|histologia|histologico|histologica|histologicamente|histopatologia|histopatologico|\
         histopatologica|anatomia patologica|anatomopatologico|anatomopatologica|anatomopatologicamente|patologia|\
         citologia|citologias|citologico|citologica|paaf|baaf|bag|pieza quirurgica|pieza|inmunohistoquimica|legrado|\
         puncion aspiracion|patologo|estudio patologico|tejido|aspirado de medula osea|tissue|path|bx|tru cut|trucut|\
         tbna|ebus tbna|eus fna|eus fnb|fnab|fnb|cnb|use paaf|eco paaf|paaf guiada|histo|punch biopsy|excision biopsy|\
         pipelle|core awaited|cores awaited|core pending|cores pending|core requested|core result pending|turbt|rtuv|rtu vesical|tissue sampling|tissue biopsy|ap definitiva|ap diferida|pendiente de ap|pendiente ap|ap pendiente|ap pte|pte ap|pte de ap|ap pdte|pdte ap|\
         pdte de ap|sin ap|ap no disponible|ap en curso|citopatologia|cytopathology|bag|fresh frozen section",
        Term::Pathology,
    ),
    (
        "adenocarcinoma|carcinoma|carcinomas|squamous cell carcinoma|ductal carcinoma|lobular carcinoma|sarcoma|\
         leiomyosarcoma|liposarcoma|osteosarcoma|angiosarcoma|rhabdomyosarcoma|gist|gastrointestinal stromal tumor|\
         lymphoma|hodgkin|non hodgkin|dlbcl|leukemia|leukaemia|myeloma|multiple myeloma|plasmacytoma|melanoma|\
         mesothelioma|glioblastoma|astrocytoma|oligodendroglioma|neuroblastoma|nephroblastoma|retinoblastoma|\
         medulloblastoma|hepatoblastoma|seminoma|germ cell tumor|teratoma|cholangiocarcinoma|hepatocellular carcinoma|tcc|scc|mibc|nmibc|hnscc|escc|basal cell carcinoma|transitional cell carcinoma|papillary thyroid carcinoma|carcinoma urotelial|carcinoma basocelular|\
         squamous cell ca|transitional cell ca|basal cell ca|small cell ca|non small cell ca|renal cell ca|urothelial ca|ductal ca|lobular ca|\
         invasive ductal ca|invasive lobular ca|adeno ca|mcrpc|crpc|mhspc|mcrc|cpcnp|cpcp|\
         urothelial carcinoma|thymoma|neuroendocrine tumor|neuroendocrine carcinoma|carcinoid|nsclc|sclc|\
         small cell lung cancer|non small cell lung cancer|choriocarcinoma|chordoma|ependymoma|\
         carcinosarcoma|cystadenocarcinoma|adenosquamous|hcc|rcc|dcis|aml|cll|cml|dlbcl|gbm|pdac|tnbc|idc|nhl|lma|llc|lmc|high grade serous|high grade serous ovarian|b all|t all|pre b all|lla|lla b|lla t|\
         all maintenance|all consolidation|all induction|all in remission|adenoca|adenocas|hgsoc|carcinoma epidermoide|carcinoma escamoso|\
         sarcomas|leiomiosarcoma|linfoma|linfomas|leucemia|mieloma|mieloma multiple|plasmocitoma|mesotelioma|\
         glioblastoma multiforme|astrocitoma|colangiocarcinoma|hepatocarcinoma|carcinoide|tumor neuroendocrino|\
         timoma|cistoadenocarcinoma|osteosarcoma|rabdomiosarcoma|cancer de pulmon no microcitico|\
         cancer microcitico|cpnm|cordoma|angiosarcoma|feocromocitoma|pheochromocytoma|insulinoma|macroglobulinemia",
        Term::Histology,
    ),
    (
        "cancer|cancers|malignancy|malignancies|malignant|neoplasm|neoplasms|neoplasia|neoplastic|tumor|tumors|tumour|\
         tumours|metastasis|metastases|metastatic|carcinomatosis|cancer cells|malignidad|maligno|maligna|malignos|\
         malignas|neoplasias|neoplasico|neoplasica|tumores|tumoral|tumoracion|metastasico|metastasica|\
         carcinomatosis peritoneal|mets|ca de|colon ca|breast ca|lung ca|prostate ca|rectal ca|ovarian ca|gastric ca|pancreatic ca|bladder ca|renal ca|cervical ca|endometrial ca|thyroid ca|oesophageal ca|esophageal ca|h n ca|kidney ca|liver ca|skin ca|\
         ca colon|ca mama|ca pulmon|ca prostata|ca recto|ca ovario|ca gastrico|ca pancreas|ca vejiga|ca renal|ca cervix|ca endometrio|ca tiroides|ca esofago|ca sigma|ca breast|ca lung|ca prostate|ca ovary|ca rectum",
        Term::Cancer,
    ),
    (
        "mass|masses|nodule|nodules|lesion|lesions|lump|masa|masas|nodulo|nodulos|lesion|lesiones|bulto|\
         neoformacion|neoformaciones|lesion estenosante|bi rads 4|bi rads 5|bi rads 4a|bi rads 4b|bi rads 4c|birads 4|birads 5|birads 4a|birads 4b|birads 4c|\
         pirads 5|loe|growth|opacity|espiculada|spiculated|pi rads 4|pi rads 5|pirads 4|li rads 5|ti rads 5|space occupying lesion|lesion ocupante de espacio|polyp|polipo",
        Term::Mass,
    ),
    (
        "recommend|recommends|recommended|recommendation|recommendations|we recommend|advise|advises|advised|suggest|suggested|\
         start|starting|add|adding|initiate|initiated|begin|commence|administer|give|prescribe|prescribed|\
         should receive|should be given|should be started|should start|should undergo|should take|to start|will start|\
         will begin|will give|is indicated|are indicated|indicated|proceed with|proceed to|refer for|offer|plan for|increase|increase to|titrate to|switch to|escalate to|transition to|convert to|step down to|change to|swap to|consider|propose|proposed|\
         will receive|to receive|\
         recomiendo|recomendamos|recomienda|se recomienda|recomendado|recomendada|recomendacion|recomendaciones|\
         recomendar|aconseja|se aconseja|aconsejamos|iniciar|inicia|iniciamos|se inicia|se aplica|se formula|formulo|formular|se receta|receto|recetar|se da|se le da|se despacha|iniciara|comenzar|empezar|\
         administrar|administre|administrese|se administra|se administrara|dar|pautar|se pauta|pautamos|prescribir|\
         se prescribe|prescribimos|indicar|se indica|indicamos|indicado|indicada|esta indicado|esta indicada|proponer|\
         se propone|propone|proponen|se acuerda|se opta por|optamos por|recomiendan|aconsejan|proponemos|proceder a|se procedera a|derivar para|aumentar a|\
         comience|comiencen|inicie|inicien|empiece|administren|prescriba|paute|book|booked him for|booked her for|listed him for|listed her for|commence on|\
         subir a|cambiar a|ofrecer|anadir|se anade|asociar|se asocia|deberia recibir|debe recibir|recibira|considerar|plantear|se plantea",
        Term::Recommend,
    ),
    (
        "oncology|oncologic|oncological|oncologist|leukemia|leukaemia|lymphoma|osteosarcoma|choriocarcinoma|\
         trophoblastic|intrathecal|high dose methotrexate|all protocol|chemotherapy|tumor|tumour|cancer|carcinoma|\
         sarcoma|oncologia|oncologico|oncologica|oncologo|leucemia|linfoma|coriocarcinoma|trofoblastica|intratecal|\
         altas dosis|metotrexato a altas dosis|quimioterapia|ectopic|ectopic pregnancy|ectopico|embarazo ectopico|\
         folinic rescue|leucovorin rescue|rescate con leucovorina|rescate con acido folinico",
        Term::Oncology,
    ),
    (
        "allergy|allergies|allergic|allergic to|anaphylaxis|anaphylactic|hypersensitivity|adverse reaction|\
         intolerance|intolerant|drug allergies|alergia|alergias|alergico|alergica|anafilaxia|hipersensibilidad|\
         reaccion adversa|severe reaction to|serious reaction to|bad reaction to|told never to have|told never to take|never to have|never to be given|pulsera roja|red wristband|reaccion grave a|reaccion severa a|intolerancia|intolerante|ram|adr|adrs|alergicas|alergicos|allergen|hypersensitive|adverse drug reaction|\
         adverse reactions|hipersensible|alergenos",
        Term::Allergy,
    ),
    (
        "nkda|nka|no known drug allergies|no known allergies|no drug allergies|no allergies|no known medication allergies|\
         nkma|no known drug allergy|denies allergies|denies drug allergies|denies any allergies|without allergies|\
         sin alergias|no alergias|sin alergias conocidas|nrmc|namc|no alergias medicamentosas|\
         sin alergias medicamentosas|no ram|niega alergias|sin alergia|no refiere alergias|no alergia|\
         no alergias conocidas|sin reacciones adversas|no known allergy|no drug allergy|no medication allergies|\
         no medicine allergies|nil known allergies|nil known drug allergies|denies known drug allergies|\
         denies drug allergy|denies any drug allergies|denies medication allergies|denies known allergies|\
         no allergies to medications|no allergy to medications|no allergies known|no known adverse drug reactions|\
         nkma|no se conocen alergias|no se le conocen alergias|no alergias a medicamentos|\
         no alergias medicamentosas conocidas|sin alergias medicamentosas conocidas|no alergico a medicamentos|\
         no alergica a medicamentos|niega alergias medicamentosas|niega alergias a medicamentos|\
         no conocidas alergias|no conocidas|sin alergias a medicamentos|alergias no|nram|no ramc|sin ramc|no rams|\
         niega ram|no refiere alergias medicamentosas|no alergias medicamentosas ni|namc|amc no|\
         no reacciones alergicas medicamentosas|sin alergias conocidas a medicamentos|\
         no presenta alergias|no tiene alergias|has no allergies|has no drug allergies|no reported allergies|\
         no reported drug allergies",
        Term::NoAllergy,
    ),
    (
        "glucose|creatinine|hemoglobin|haemoglobin|hgb|hb|psa|cholesterol|ldl|hdl|triglycerides|potassium level|tsh|\
         bilirubin|calcium level|bun|urea|sodium level|ferritin|crp|albumin level|weight|weighs|weighing|height|\
         lactate|troponin|bnp|ca 125|cea|afp|ca 19|hcg|ldh|ast|alt|alkaline phosphatase|inr|platelets|wbc|vitamin level|\
         proteinuria|microalbumin|uric acid|level|levels|serum|urine output|blood loss|ebl|drained|measures|measuring|\
         estimated blood loss|birth weight|body weight|glucosa|glucemia|creatinina|hemoglobina|colesterol|trigliceridos|\
         bilirrubina|ferritina|pcr|peso|pesa|pesaba|talla|lactato|troponina|leucocitos|plaquetas|proteinas|\
         acido urico|nivel|niveles|diuresis|sangrado|mide|midio|orina|drenaje|peso al nacer|debito|residuo|volumen|\
         excretion|excrecion|output|intake|protein|salt|sal|got|gpt|ggt|ck|cpk|creatine kinase|creatinkinasa|cpk total|amylase|lipase|amilasa|lipasa|\
         aminotransferase|aminotransferasa|transferasa|transaminasas|transaminases|fosfatasa|fosfatasa alcalina|ige|igg|iga|igm|\
         antibodies|antibody titer|anticuerpos|antitransglutaminasa|titulo|titulos|titer|aldolasa|aldolase|aslo|fsh|lh|\
         prolactin|prolactina|insulinemia|ca 15|factor|actividad|activity|specimen|specimen weighed|contrast|contraste|fiber|fibra",
        Term::Analyte,
    ),
    (
        "anaphylaxis|anaphylactic|anaphylactic shock|anaphylactoid|angioedema|angio oedema|angio edema|angioneurotic|\
         angioneurotic edema|quincke|stevens johnson|sjs|toxic epidermal necrolysis|ten|sjs/ten|lyell|dress|dress syndrome|\
         agep|acute generalized exanthematous pustulosis|agranulocytosis|heparin induced thrombocytopenia|hit|hitt|pf4|antipf4|\
         throat swelling|throat closed|throat closing|throat closed up|throat tightness|throat swelled|swelling of the throat|\
         tongue swelling|swollen tongue|swelling of the tongue|lip and tongue swelling|laryngeal edema|laryngeal oedema|\
         airway swelling|airway compromise|could not breathe|couldn't breathe|stopped breathing|trouble breathing|\
         difficulty breathing|respiratory arrest|cardiac arrest|collapse|collapsed|needed epinephrine|\
         required epinephrine|needed adrenaline|required adrenaline|needed an epipen|epipen used|intubated|\
         required intubation|blistering of the skin|skin peeled|skin peeling|hemolytic anemia|liver failure|\
         anafilaxia|anafilactico|anafilactica|shock anafilactico|choque anafilactico|reaccion anafilactica|anafilactoide|\
         edema de quincke|edema angioneurotico|sindrome de stevens johnson|ssj|necrolisis epidermica toxica|net|\
         sindrome de lyell|sindrome dress|sindrome de dress|pega|pustulosis exantematica|agranulocitosis|\
         trombocitopenia inducida por heparina|trombopenia inducida por heparina|tih|edema de glotis|edema de lengua|\
         edema lingual|hinchazon de lengua|hinchazon de la lengua|hinchazon de garganta|se le cerro la garganta|\
         cierre de garganta|cierre de la garganta|cierre de glotis|se le hincho la lengua|se le hincho la garganta|\
         se ahogo|se ahogaba|no podia respirar|dificultad respiratoria|dificultad para respirar|\
         parada respiratoria|paro respiratorio|parada cardiorrespiratoria|preciso adrenalina|requirio adrenalina|\
         necesito adrenalina|preciso intubacion|anemia hemolitica|angio edema|angioedemas",
        Term::SevereReaction,
    ),
    (
        "blistered|blistered all over|came out in blisters|came out in hives|came up in hives|came out in a rash|\
         face/lips swelled|lips/face swelled|face and lips swelled|lips and face swelled|face puffed up|\
         rash|hives|welts|broke out in|breaking out in|breaks out in|lips swell|lips swelled|lip swells|lips swelled up|\
         face swells|face swelled|face swell|eyes swelled shut|swelled up|swells up|swell up|break out in|skin reaction|rxn|rxns|severe rxn|bad rxn|allergic rxn|\
         ronchas por todo el cuerpo|se le hincharon los labios|se le hinchan los labios|se le hincho la cara|\
         se hincho la cara|se lleno de ronchas|se brota|se broto|brote cutaneo|rash|hives|urticaria|itching|itch|pruritus|bronchospasm|wheezing|wheeze|swelling|facial swelling|lip swelling|\
         fever|blisters|exanthem|skin rash|skin eruption|exantema|erupcion|erupcion cutanea|ronchas|habones|prurito|\
         picor|broncoespasmo|sarpullido|edema facial|edema palpebral|hinchazon|hinchazon de la cara|hinchazon facial|\
         eritema|urticarial|severe reaction|bad reaction|reaction|reactions|reacted|reaccion|reacciones|reaccion cutanea|reaccion urticariforme|allergic reaction|reaccion alergica|toxicodermia|ronchas en la piel|\
         serum sickness|enfermedad del suero|aerd|n erd|erea|samter|samter's triad|samter triad|sindrome de widal|triada de widal|enfermedad de widal|sindrome de samter|triada de samter|dermatitis|thrombocytopenia|cough|tos",
        Term::AllergicReaction,
    ),
    (
        "tolerated|tolerates|tolerating|has tolerated|well tolerated|tolerated well|since tolerated|without reaction|\
         without any reaction|without issue|without issues|without problem|without problems|without incident|\
         no reaction|no reactions|no adverse reaction|uneventfully|uneventful|skin test negative|skin testing negative|\
         skin test was negative|skin testing was negative|skin tests negative|skin tests were negative|\
         negative skin test|negative skin tests|negative skin testing|negative allergy test|negative allergy testing|\
         negative testing|allergy testing negative|allergy test negative|allergy testing was negative|tested negative|\
         test dose|test dosed|graded challenge|oral challenge|drug challenge|provocation test|negative challenge|\
         challenge negative|challenge was negative|passed challenge|passed an oral challenge|passed oral challenge|\
         pst negative|spt negative|idt negative|negative pst|negative spt|skin prick negative|has since had|\
         has since taken|since taken|oral challenge negative|negative oral challenge|\
         desensitized|desensitised|desensitization|desensitisation|desensitize|desensitise|delabeled|delabelled|\
         de labeled|de labelled|delabel|label removed|removed from allergy list|allergy removed|allergy was removed|allergy has been removed|allergy label was removed|\
         allergy label removed|allergy ruled out|\
         ruled out by allergy|allergy was ruled out|allergy excluded|allergy refuted|outgrown|outgrew|\
         not a true allergy|not truly allergic|no longer allergic|not allergic|can take|able to take|can safely take|\
         takes without|premedication|premedicate|premedicated|pre medication|steroid prep|\
         tolera|tolero|tolerado|tolerada|tolerando|ha tolerado|bien tolerado|bien tolerada|tolera bien|\
         buena tolerancia|tolerancia a|sin reaccion|sin reacciones|sin problemas|sin problema|sin incidencias|\
         prueba cutanea negativa|pruebas cutaneas negativas|prick negativo|prick test negativo|prueba negativa|\
         pruebas negativas|pruebas alergicas negativas|pruebas de alergia negativas|test negativo|\
         estudio alergologico negativo|estudio de alergia negativo|provocacion negativa|provocacion oral negativa|\
         test de provocacion|prueba de provocacion|prueba de provocacion negativa|exposicion controlada|\
         prueba de exposicion|provocacion oral|dosis de prueba|desensibilizacion|desensibilizado|desensibilizada|\
         desensibilizar|desetiquetado|desetiquetada|alergia descartada|descartada alergia|se descarta alergia|\
         se descarto alergia|se descarto la alergia|descartada por alergologia|alergia retirada|etiqueta retirada|\
         retirada la etiqueta|no es alergia|no es alergico|no es alergica|falsa alergia|puede tomar|premedicacion|\
         premedicar|premedicado|premedicada|alergologia descarta",
        Term::Tolerated,
    ),
    (
        "not tolerated|did not tolerate|does not tolerate|didn't tolerate|doesn't tolerate|unable to tolerate|\
         poorly tolerated|could not tolerate|cannot tolerate|can't tolerate|not tolerating|not tolerate|\
         can't have|cannot have|can not have|must not have|mustn't have|has not tolerated|never tolerated|not be tolerated|cannot take|can not take|unable to take|can't take|\
         no tolera|no tolero|no tolerado|no tolerada|no ha tolerado|mal tolerado|mal tolerada|mala tolerancia|\
         no puede tomar|no toleraba|si tolera|if tolerated|as tolerated|segun tolerancia|a tolerancia|\
         tolerancia oral|intolerancia a",
        Term::NotTolerated,
    ),
    (
        "allergic rhinitis|allergic rhinoconjunctivitis|allergic conjunctivitis|allergic asthma|allergic dermatitis|\
         allergic contact dermatitis|seasonal allergies|seasonal allergy|seasonal|environmental allergies|\
         environmental allergy|environmental|pollen|pollen allergy|grass pollen|dust|dust mites|dust mite|pet dander|cat|cats|\
         dog|dogs|mold|mould|ragweed|hay fever|food allergy|food allergies|peanut|peanuts|peanut allergy|tree nuts|nuts|\
         shellfish|shrimp|seafood|fish|egg|eggs|milk|cow's milk|dairy|lactose|lactose intolerance|lactose intolerant|\
         gluten|wheat|soy|strawberries|kiwi|latex|bee stings|bee sting|wasp|bee venom|insect stings|nickel|adhesive|\
         adhesive tape|tape|glucose intolerance|exercise intolerance|heat intolerance|cold intolerance|\
         activity intolerance|impaired glucose tolerance|transfusion reaction|food|foods|\
         rinitis alergica|rinoconjuntivitis alergica|rinoconjuntivitis|conjuntivitis alergica|asma alergica|\
         asma alergico|dermatitis alergica|dermatitis de contacto|alergia estacional|alergias estacionales|estacional|\
         estacionales|primaveral|polen|polenes|gramineas|olivo|acaros|acaros del polvo|polvo|epitelio de gato|gato|gatos|\
         perro|perros|hongos|alergia alimentaria|alergias alimentarias|alimentaria|alimentarias|alimentos|cacahuete|\
         cacahuetes|mani|frutos secos|nueces|marisco|mariscos|gambas|pescado|huevo|leche|proteina de leche|lactosa|\
         intolerancia a la lactosa|gluten|trigo|soja|fresas|melocoton|latex|picadura|picaduras|abejas|avispas|himenopteros|\
         niquel|esparadrapo|intolerancia a la glucosa|intolerancia al ejercicio|intolerancia digestiva|\
         allergic alveolitis|alveolitis alergica|allergic bronchopulmonary aspergillosis",
        Term::OtherAllergy,
    ),
    (
        "takes|taking|take|uses|using|use|used|on|treated with|treated|managed with|controlled with|controlled on|\
         responds to|responded to|relieved by|improves with|improved with|treating with|carries|carry|given|received|\
         gets|requires|prn|prescribed|treat with|improved on|resolved with|resolved after|treatment with|relief with|\
         toma|tomaba|usa|utiliza|en tratamiento con|tratado con|tratada con|tratamiento con|controlado con|\
         controlada con|controla con|responde a|respondio a|mejora con|mejoro con|lleva|administro|administra|\
         se administro|se trato con|recibio|recibe|cedio con|resuelto con|resuelta con|tto con|en tto con",
        Term::Taken,
    ),
    (
        "instead of|in place of|rather than|alternative to|alternatives to|as alternative to|substitute for|\
         replacing|replaces|switch from|switched from|change from|changed from|in lieu of|other than|\
         en lugar de|en vez de|alternativa a|como alternativa a|sustituyendo a|sustituye a|sustituir|cambiar de",
        Term::InsteadOf,
    ),
    (
        "continue|continues|continued|treat with|treated with|treated empirically with|covered with|cover with|\
         discharged on|discharge on|started|began|initiated|switched to|iniciandose|iniciaron|started on|start on|placed on|put on|maintained on|resume|resumed|restart|\
         restarted|rx|rx for|use|trial of|course of|dose of|script for|prescription for|received|was given|were given|given|\
         bridge with|prophylaxis with|load with|premedicate with|pain control with|analgesia with|keep on|\
         continuar|continua|continuar con|continua con|seguir con|sigue con|mantener|se mantiene|tratar con|se trata con|\
         se trato con|tratado con|tratada con|tratamiento con|tto con|cobertura con|cubrir con|reintroducir|reiniciar|\
         se reinicia|alta con|de alta con|recibio|recibe|se administro|se le administro|se dio|profilaxis con|\
         analgesia con|ciclo de|pauta de|dosis de|receta de|se receta|recetar|usar|utilizar|se inicio|inicio|\
         inicio de|se comenzo|toma|takes|taking|on|supplied|issued|dispensed|goes home with|sent home with|home with|\
         se entrega|se dispensa|se extiende receta|retira receta|provided with|repeat prescription for|script given for",
        Term::Continued,
    ),
    (
        "sensitive to|sensitive|susceptible|susceptible to|resistant|resistant to|intermediate to|non susceptible|\
         susceptibility|susceptibilities|sensitivity|sensitivities|mic|cmi|sensibilidad a|sensibilidad|sensible a|sensible|sensibles a|sensibles|\
         resistente a|resistente|resistentes a|resistentes|resistencia a|antibiograma|antibiogram",
        Term::Susceptibility,
    ),
];
