//! More names of groups of drugs, and more of their members; in the form of [`super::tables`].

use super::groups::Group;
use super::groups::Group as G;

/// More names by which a group is called. `true` where the name can also stand in an order.
pub(super) const MORE_LABELS: &[(&str, &[Group], bool)] = &[
    (
        "beta blockers|beta blocker|betablockers|betablocker|bblockers|b blockers|betabloqueantes|\
         beta bloqueantes|betabloqueante|bbloqueantes|betabloqueadores",
        &[G::BetaBlocker],
        true,
    ),
    (
        "calcium channel blockers|calcium channel blocker|calcium blockers|ccbs|calcioantagonistas|\
         antagonistas del calcio|calcio antagonistas|dihydropyridines|dihidropiridinas",
        &[G::CalciumBlocker],
        true,
    ),
    (
        "ssris|ssri|serotonin reuptake inhibitors|isrs|inhibidores de la recaptacion de serotonina",
        &[G::Ssri],
        true,
    ),
    (
        "tricyclics|tricyclic antidepressants|tricyclic|tcas|antidepresivos triciclicos|triciclicos",
        &[G::Tricyclic],
        true,
    ),
    ("phenothiazines|phenothiazine|fenotiazinas|fenotiazina", &[G::Phenothiazine], true),
    ("azoles|azole antifungals|antifungicos azolicos|azolicos|imidazoles", &[G::Azole], true),
    ("echinocandins|equinocandinas", &[G::Echinocandin], true),
    ("rifamycins|rifamicinas", &[G::Rifamycin], true),
    ("lincosamides|lincosamidas", &[G::Lincosamide], true),
    ("taxanes|taxane|taxanos|taxano", &[G::Taxane], true),
    ("anthracyclines|anthracycline|antraciclinas|antraciclina", &[G::Anthracycline], true),
    (
        "intravenous iron|iv iron|parenteral iron|iron infusion|iron infusions|hierro iv|hierro intravenoso|\
         hierro endovenoso|hierro parenteral",
        &[G::Iron, G::IntravenousIron],
        true,
    ),
    ("iron tablets|oral iron|iron supplements|hierro oral", &[G::Iron], true),
    ("bisphosphonates|bisphosphonate|bifosfonatos|bisfosfonatos|bifosfonato", &[G::Bisphosphonate], true),
    (
        "sulfonylureas|sulfonylurea|sulphonylureas|sulphonylurea|sulfonilureas|sulfonilurea",
        &[G::Sulfonylurea],
        true,
    ),
    (
        "sglt2 inhibitors|sglt2 inhibitor|sglt 2 inhibitors|sglt2i|gliflozins|isglt2|inhibidores de sglt2|\
         gliflozinas",
        &[G::Sglt2Inhibitor],
        true,
    ),
    ("dpp4 inhibitors|dpp 4 inhibitors|gliptins|inhibidores de dpp4|gliptinas", &[G::Gliptin], true),
    (
        "glp1 agonists|glp 1 agonists|glp1 receptor agonists|glp 1 receptor agonists|glp1 ra|glp 1 ra|\
         agonistas de glp1|argl p1|arglp1",
        &[G::Glp1Agonist],
        true,
    ),
    ("loop diuretics|loop diuretic|diureticos del asa|diureticos de asa", &[G::LoopDiuretic], true),
    ("nitrates|nitratos", &[G::Nitrate], true),
    ("triptans|triptan|triptanes|triptan drugs", &[G::Triptan], true),
    ("barbiturates|barbiturate|barbituricos|barbiturico", &[G::Barbiturate], true),
    ("setrons|5ht3 antagonists|antagonistas 5ht3|setrones", &[G::Setron], true),
    (
        "anti tnf|tnf inhibitors|tnf blockers|anti tnfs|antitnf|anti tnf alpha|anti tnf alfa",
        &[G::TnfBlocker],
        true,
    ),
    (
        "doac|doacs|noac|noacs|direct oral anticoagulants|acod|acods|anticoagulantes orales directos|nacos|\
         naco",
        &[G::Anticoagulant],
        true,
    ),
    ("acei/arb|acei or arb", &[G::AceInhibitor, G::Arb], true),
    (
        "aminopenicillin|penicillin based antibiotics|penicillin antibiotic|penicillin type antibiotics|\
         penicilina y derivados|penicilinas y derivados|derivados de la penicilina|derivados penicilinicos|\
         penicillin derivatives|grupo penicilina|penicilinicos|penicillin group",
        &[G::Penicillin],
        true,
    ),
    (
        "cephalosporin antibiotics|cefalosporinicos|cephalosporin family|familia de las cefalosporinas",
        &[G::Cephalosporin],
        true,
    ),
    (
        "x ray contrast|xray contrast|ct contrast|iodine contrast dye|iodinated dye|iodine based contrast|\
         iodine dye|contrast agents|contrast agent|contrast medium|iodinated contrast dye|dye for ct|\
         ct scan dye|contrastes radiologicos|contraste radiologico|contraste de tac|contraste del tac|\
         contrastes iodados intravenosos|medio de contraste yodado|medios de contraste yodados|\
         medio de contraste iodado|medio de contraste|iodados|contraste yodado iv|\
         contraste yodado intravenoso",
        &[G::IodinatedContrast],
        true,
    ),
    (
        "muscle relaxants of anaesthesia|curare|curares|curarizantes|nmb agents|muscle relaxant anaesthetic",
        &[G::NeuromuscularBlocker],
        false,
    ),
    (
        "opioid analgesics|opiate painkillers|analgesicos opioides|opioides mayores|opioides menores",
        &[G::Opioid],
        true,
    ),
    (
        "antiinflammatory drugs|anti inflammatory drugs|anti inflammatory tablets|\
         anti inflammatory medication|antiinflamatorios no esteroidales|analgesicos antiinflamatorios|\
         nsaid family|nsaid class|all nsaids|anti inflams|antiinflams|antinflamatorios|aines en general",
        &[G::Nsaid, G::Coxib, G::Pyrazolone],
        true,
    ),
    ("local anaesthetic|caine drugs|anestesico local", &[G::LocalAnaesthetic], false),
    (
        "platinum compounds|platinum based chemotherapy|derivados del platino|sales de platino",
        &[G::Platinum],
        true,
    ),
    ("fluroquinolones|floxacinos|quinolone antibiotics|fq|fqs|quinolonas y derivados", &[G::Quinolone], true),
    ("tetracycline antibiotics|tetracycline class", &[G::Tetracycline], true),
    ("macrolide antibiotics", &[G::Macrolide], true),
    ("aminoglycoside", &[G::Aminoglycoside], true),
    (
        "heparins of any kind|heparin products|heparin product|any heparin|heparinas de bajo peso|lmwhs|\
         heparinoids",
        &[G::Heparin],
        true,
    ),
    ("ace inhibitor class|aces|ace inh|inhibidores eca|ieca's|ace inhibs|acei s", &[G::AceInhibitor], true),
    (
        "angiotensin receptor antagonists|angiotensin ii receptor blockers|\
         antagonistas de los receptores de angiotensina|ara 2|ara2|araii",
        &[G::Arb],
        true,
    ),
    ("statin drugs|statin tablets", &[G::Statin], true),
    ("nitroimidazoles|nitroimidazole|imidazoles nitro|nitroimidazol", &[G::Nitroimidazole], true),
    ("corticoid|steroid|corticoide|corticosteroid", &[G::Corticosteroid], false),
    (
        "sulphur drugs|sulfur drugs|sulfur antibiotics|sulphur antibiotics|sulfamides|sulfas y derivados|\
         sulfonamida antibiotica|sulfamidicos|sulphas|sulpha allergy",
        &[G::Sulfonamide],
        true,
    ),
];

/// More members of groups by the first name of the drug; `_` stands for a space.
pub(super) const MORE_MEMBERS: &[(&[Group], &str)] = &[
    (&[G::Nitroimidazole], "benznidazole"),
    (&[G::Penicillin], "bacampicillin sultamicillin pivampicillin mezlocillin"),
    (&[G::Cephalosporin, G::MethoxyiminoSideChain], "ceftizoxime"),
    (&[G::Cephalosporin], "ceftobiprole cefoperazone cefotetan ceftibuten cephradine cephalothin cefminox"),
    (&[G::Carbapenem], "meropenem_vaborbactam imipenem_relebactam"),
    (&[G::Macrolide], "josamycin"),
    (&[G::Tetracycline], "lymecycline oxytetracycline demeclocycline omadacycline eravacycline"),
    (&[G::Aminoglycoside], "kanamycin plazomicin paromomycin framycetin"),
    (&[G::Glycopeptide], "telavancin"),
    (
        &[G::Nsaid],
        "tolfenamic_acid tiaprofenic_acid oxaprozin salsalate diflunisal fenoprofen clonixin morniflumate \
         bismuth_subsalicylate",
    ),
    (&[G::Opioid, G::Phenanthrene], "diamorphine nalbuphine butorphanol"),
    (&[G::Opioid], "pentazocine papaveretum oliceridine"),
    (&[G::AceInhibitor], "imidapril cilazapril zofenopril delapril moexipril"),
    (&[G::Arb], "eprosartan azilsartan"),
    (&[G::Heparin], "certoparin parnaparin danaparoid"),
    (&[G::IodinatedContrast], "diatrizoate iomeprol iobitridol ioxaglate"),
    (&[G::Gadolinium], "gadopentetate gadoteridol gadodiamide"),
    (&[G::LocalAnaesthetic], "chloroprocaine"),
    (&[G::Thiazide], "xipamide"),
    (&[G::NeuromuscularBlocker], "pancuronium"),
    (
        &[G::Benzodiazepine],
        "nitrazepam oxazepam chlordiazepoxide clobazam clorazepate flurazepam loprazolam brotizolam ketazolam \
         triazolam remimazolam",
    ),
    (&[G::Corticosteroid], "budesonide fludrocortisone beclomethasone mometasone"),
    (&[G::ProtonPumpInhibitor], "dexlansoprazole"),
    (
        &[G::BetaBlocker],
        "propranolol metoprolol atenolol bisoprolol carvedilol nebivolol labetalol sotalol timolol nadolol \
         acebutolol celiprolol pindolol oxprenolol esmolol landiolol",
    ),
    (
        &[G::CalciumBlocker],
        "amlodipine nifedipine diltiazem verapamil lercanidipine felodipine lacidipine manidipine barnidipine \
         isradipine nicardipine clevidipine nimodipine",
    ),
    (&[G::Ssri], "sertraline fluoxetine citalopram escitalopram paroxetine fluvoxamine"),
    (
        &[G::Tricyclic],
        "amitriptyline nortriptyline imipramine clomipramine dosulepin doxepin lofepramine trimipramine",
    ),
    (
        &[G::Phenothiazine],
        "chlorpromazine levomepromazine prochlorperazine promethazine trifluoperazine fluphenazine \
         perphenazine thioridazine",
    ),
    (
        &[G::Azole],
        "fluconazole itraconazole voriconazole posaconazole ketoconazole isavuconazole clotrimazole \
         miconazole econazole",
    ),
    (&[G::Echinocandin], "caspofungin anidulafungin micafungin"),
    (&[G::Rifamycin], "rifampicin rifabutin rifapentine rifaximin"),
    (&[G::Lincosamide], "clindamycin"),
    (&[G::Taxane], "paclitaxel docetaxel cabazitaxel"),
    (&[G::Anthracycline], "doxorubicin epirubicin daunorubicin idarubicin mitoxantrone"),
    (&[G::Iron], "ferrous_sulfate ferrous_fumarate ferrous_gluconate"),
    (
        &[G::Iron, G::IntravenousIron],
        "iron_sucrose ferric_carboxymaltose iron_dextran ferric_derisomaltose ferumoxytol",
    ),
    (&[G::Bisphosphonate], "alendronate risedronate zoledronic_acid pamidronate ibandronate"),
    (&[G::Sulfonylurea], "glipizide gliclazide glimepiride glyburide"),
    (&[G::Sglt2Inhibitor], "empagliflozin dapagliflozin canagliflozin ertugliflozin"),
    (&[G::Gliptin], "sitagliptin linagliptin vildagliptin saxagliptin alogliptin"),
    (&[G::Glp1Agonist], "liraglutide semaglutide dulaglutide exenatide tirzepatide"),
    (&[G::LoopDiuretic], "furosemide torsemide bumetanide"),
    (&[G::Nitrate], "nitroglycerin isosorbide"),
    (&[G::Triptan], "sumatriptan rizatriptan zolmitriptan eletriptan naratriptan almotriptan frovatriptan"),
    (&[G::Barbiturate], "phenobarbital primidone thiopental methohexital"),
    (&[G::Setron], "ondansetron granisetron palonosetron"),
    (&[G::TnfBlocker], "infliximab adalimumab golimumab certolizumab etanercept"),
    (&[G::Anticoagulant], "apixaban rivaroxaban edoxaban dabigatran"),
    (
        &[G::Insulin],
        "insulin insulin_glargine insulin_lispro insulin_aspart insulin_detemir insulin_degludec nph humulin \
         glulisine insulin_isophane insulin_mix insulin_icodec",
    ),
];

/// What more combinations contain, by the first name of each; `|` separates the parts.
pub(super) const MORE_CONTAINS: &[(&str, &str)] = &[
    ("codeine aspirin", "codeine|aspirin"),
    ("ibuprofen codeine", "ibuprofen|codeine"),
    ("ibuprofen paracetamol", "ibuprofen|acetaminophen"),
    ("ibuprofen pseudoephedrine", "ibuprofen|pseudoephedrine"),
    ("albuterol ipratropium", "albuterol|ipratropium"),
    ("umeclidinium vilanterol", "umeclidinium|vilanterol"),
    ("fluticasone vilanterol", "fluticasone|vilanterol"),
    ("tiotropium olodaterol", "tiotropium|olodaterol"),
    ("beclomethasone formoterol", "beclomethasone|formoterol"),
    ("indacaterol glycopyrronium", "indacaterol|glycopyrronium"),
    ("fluticasone umeclidinium vilanterol", "fluticasone|umeclidinium|vilanterol"),
    ("beclomethasone formoterol glycopyrronium", "beclomethasone|formoterol|glycopyrronium"),
    ("telmisartan hydrochlorothiazide", "telmisartan|hydrochlorothiazide"),
    ("olmesartan hydrochlorothiazide", "olmesartan|hydrochlorothiazide"),
    ("irbesartan hydrochlorothiazide", "irbesartan|hydrochlorothiazide"),
    ("olmesartan amlodipine hydrochlorothiazide", "olmesartan|amlodipine|hydrochlorothiazide"),
    ("telmisartan amlodipine", "telmisartan|amlodipine"),
    ("amlodipine valsartan hydrochlorothiazide", "amlodipine|valsartan|hydrochlorothiazide"),
    ("perindopril indapamide amlodipine", "perindopril|indapamide|amlodipine"),
    ("atorvastatin ezetimibe", "atorvastatin|ezetimibe"),
    ("rosuvastatin ezetimibe", "rosuvastatin|ezetimibe"),
    ("amlodipine atorvastatin", "amlodipine|atorvastatin"),
    ("amiloride hydrochlorothiazide", "amiloride|hydrochlorothiazide"),
    ("amiloride furosemide", "amiloride|furosemide"),
    ("dapagliflozin metformin", "dapagliflozin|metformin"),
    ("linagliptin metformin", "linagliptin|metformin"),
    ("alogliptin metformin", "alogliptin|metformin"),
    ("pioglitazone metformin", "pioglitazone|metformin"),
    ("tamsulosin dutasteride", "tamsulosin|dutasteride"),
    ("emtricitabine tenofovir", "emtricitabine|tenofovir"),
    ("efavirenz emtricitabine tenofovir", "efavirenz|emtricitabine|tenofovir"),
    ("atovaquone proguanil", "atovaquone"),
    ("meropenem vaborbactam", "meropenem"),
    ("imipenem relebactam", "imipenem"),
    ("ceftolozane tazobactam", "ceftolozane"),
    ("doxylamine pyridoxine", "doxylamine|pyridoxine"),
    ("sultamicillin", "ampicillin"),
    ("bacampicillin", "ampicillin"),
    ("pivampicillin", "ampicillin"),
    ("folfoxiri", "oxaliplatin|irinotecan|fluorouracil"),
    ("folfox", "oxaliplatin|fluorouracil|leucovorin"),
    ("folfiri", "irinotecan|fluorouracil|leucovorin"),
    ("folfirinox", "oxaliplatin|irinotecan|fluorouracil|leucovorin"),
    ("capox", "oxaliplatin|capecitabine"),
    ("xelox", "oxaliplatin|capecitabine"),
    ("flot", "docetaxel|oxaliplatin|fluorouracil|leucovorin"),
    ("abvd", "doxorubicin|bleomycin|vinblastine|dacarbazine"),
    ("beacopp", "bleomycin|etoposide|doxorubicin|cyclophosphamide|vincristine|procarbazine|prednisone"),
    ("r chop", "rituximab|cyclophosphamide|doxorubicin|vincristine|prednisone"),
    ("chop", "cyclophosphamide|doxorubicin|vincristine|prednisone"),
    ("tchp", "docetaxel|carboplatin|trastuzumab|pertuzumab"),
    ("dhap", "dexamethasone|cytarabine|cisplatin"),
    ("r cvp", "rituximab|cyclophosphamide|vincristine|prednisone"),
    ("fosphenytoin", "phenytoin"),
    ("valacyclovir", "acyclovir"),
    ("valganciclovir", "ganciclovir"),
    ("esomeprazole", "omeprazole"),
    ("levocetirizine", "cetirizine"),
    ("desloratadine", "loratadine"),
    ("escitalopram", "citalopram"),
    ("dexketoprofen", "ketoprofen"),
    ("paliperidone", "risperidone"),
    ("desvenlafaxine", "venlafaxine"),
    ("levobupivacaine", "bupivacaine"),
    ("dexchlorpheniramine", "chlorpheniramine"),
    ("prednisone", "prednisolone"),
    ("brimonidine timolol", "brimonidine|timolol"),
    ("dorzolamide timolol", "dorzolamide|timolol"),
    ("latanoprost timolol", "latanoprost|timolol"),
    ("bimatoprost timolol", "bimatoprost|timolol"),
    ("travoprost timolol", "travoprost|timolol"),
    ("brinzolamide timolol", "brinzolamide|timolol"),
    ("tobramycin dexamethasone", "tobramycin|dexamethasone"),
    ("acetaminophen dextromethorphan chlorpheniramine", "acetaminophen|dextromethorphan|chlorpheniramine"),
    ("acetaminophen chlorpheniramine", "acetaminophen|chlorpheniramine"),
    ("acetaminophen pseudoephedrine", "acetaminophen|pseudoephedrine"),
    ("otosporin", "neomycin|polymyxin|hydrocortisone"),
    ("trastuzumab deruxtecan", "trastuzumab"),
    ("trastuzumab emtansine", "trastuzumab"),
    ("humulin", "insulin"),
];
