//! Which names stand for groups of drugs.

use super::groups::Group;
use super::groups::Group as G;

/// The names by which a group is called. `true` where the name can also stand in an order.
pub(crate) const LABELS: &[(&str, &[Group], bool)] = &[
    ("pcn|pcns|pnc|pen allergy|pen allergic|pen", &[G::Penicillin], false),
    (
        "penicillins|penicilinas|penicillin family|familia de las penicilinas|penicillin class|penicillin antibiotics|\
         aminopenicillins|aminopenicilinas",
        &[G::Penicillin],
        true,
    ),
    (
        "beta lactams|beta lactam|betalactams|betalactam|beta lactam antibiotics|betalactamicos|betalactamico|\
         beta lactamicos|beta lactamico|b lactamicos|antibioticos betalactamicos|β lactams|β lactam|β lactamicos",
        &[G::Penicillin, G::Cephalosporin, G::Carbapenem, G::Monobactam],
        true,
    ),
    ("cephalosporins|cephalosporin|cephs|cefalosporinas|cefalosporina", &[G::Cephalosporin], true),
    ("carbapenems|carbapenem|carbapenemes|carbapenemicos|carbapenem antibiotics", &[G::Carbapenem], true),
    (
        "sulfa|sulfas|sulpha|sulfa drugs|sulpha drugs|sulfa antibiotics|sulfonamides|sulfonamide|sulphonamides|\
         sulphonamide|sulfonamide antibiotics|sulfamidas|sulfamida|sulfonamidas|sulfonamida|sulfa allergy",
        &[G::Sulfonamide],
        true,
    ),
    (
        "quinolones|quinolone|fluoroquinolones|fluoroquinolone|quinolonas|quinolona|fluoroquinolonas|\
         fluoroquinolona|fluorquinolonas|floxacins",
        &[G::Quinolone],
        true,
    ),
    ("macrolides|macrolide|macrolidos|macrolido|mycins", &[G::Macrolide], true),
    ("tetracyclines|tetraciclinas", &[G::Tetracycline], true),
    (
        "aminoglycosides|aminoglycoside|aminoglucosidos|aminoglucosido|aminoglicosidos",
        &[G::Aminoglycoside],
        true,
    ),
    ("glycopeptides|glucopeptidos|glicopeptidos", &[G::Glycopeptide], true),
    (
        "nsaid|nsaids|nonsteroidals|non steroidals|nonsteroidal anti inflammatory drugs|\
         non steroidal anti inflammatory drugs|nonsteroidal antiinflammatories|non steroidal anti inflammatories|\
         anti inflammatories|antiinflammatories|aine|aines|antiinflamatorios no esteroideos|antiinflamatorios|\
         anti inflamatorios|antiinflamatorio no esteroideo|antiinflamatorio",
        &[G::Nsaid, G::Coxib, G::Pyrazolone],
        true,
    ),
    ("salicylates|salicylate|salicilatos|salicilato", &[G::Nsaid], false),
    ("pyrazolones|pyrazolone|pirazolonas|pirazolona", &[G::Pyrazolone], true),
    (
        "opioids|opioid|opiates|opiate|narcotics|narcotic|opiaceos|opiaceo|opioides|opioide|morficos|\
         derivados morficos|derivados de la morfina",
        &[G::Opioid],
        true,
    ),
    (
        "ace inhibitors|ace inhibitor|acei|aceis|ace i|ace is|ieca|iecas|inhibidores de la eca|inhibidor de la eca|\
         inhibidores de la enzima convertidora",
        &[G::AceInhibitor],
        true,
    ),
    (
        "arbs|angiotensin receptor blocker|angiotensin receptor blockers|ara ii|araii|sartans|sartanes",
        &[G::Arb],
        true,
    ),
    (
        "heparins|heparinas|hbpm|lmwh|low molecular weight heparin|heparina de bajo peso molecular",
        &[G::Heparin],
        true,
    ),
    ("statins|statin|estatinas|estatina|hmg coa reductase inhibitors", &[G::Statin], true),
    (
        "iv contrast|intravenous contrast|iodinated contrast|iodine contrast|iodinated contrast media|\
         iodinated contrast medium|radiocontrast|radiocontrast media|contrast ct|contrast enhanced ct|contraste iv|\
         contraste intravenoso|contraste yodado|contrastes yodados|contraste iodado|contrastes iodados|\
         contraste endovenoso|tac con contraste|tc con contraste|ct with contrast|cect|civ|ctpa|ct pulmonary angiogram|\
         ct pulmonary angiography|ct angiogram|ct angiography|ct angio|ct coronary angiogram|ct coronary angiography|ctca|\
         cta head|cta chest|cta neck|cta brain|cta aorta|cta abdomen|angio tc|angiotc|angio tac|angiotac|angio ct|angioct|\
         angiotomografia|coronary angiography|coronary angiogram|coronariografia|urotac|uro tac|urotc|uro tc|ct urogram|\
         ct urography",
        &[G::IodinatedContrast],
        true,
    ),
    (
        "contrast|contrast dye|ct dye|iv dye|x ray dye|contrast media|contrast material|iodine|contraste|contrastes|\
         medios de contraste|yodo",
        &[G::IodinatedContrast],
        false,
    ),
    ("gadolinium|gadolinium contrast|gadolinio|contraste con gadolinio|mri contrast", &[G::Gadolinium], true),
    (
        "local anesthetics|local anaesthetics|local anesthetic|caine anesthetics|caines|anestesicos locales|\
         anestesia local|novocaine|novocain",
        &[G::LocalAnaesthetic],
        false,
    ),
    ("thiazides|thiazide|thiazide diuretics|tiazidas|tiazida|diureticos tiazidicos", &[G::Thiazide], true),
    (
        "neuromuscular blockers|neuromuscular blocking agents|nmbas|nmba|relajantes neuromusculares|\
         bloqueantes neuromusculares",
        &[G::NeuromuscularBlocker],
        false,
    ),
    ("platinum|platinums|platinum agents|platinos|platino", &[G::Platinum], false),
    ("aromatic anticonvulsants|anticonvulsivantes aromaticos", &[G::AromaticAnticonvulsant], false),
    (
        "benzodiazepines|benzodiazepine|benzos|bzd|benzodiacepinas|benzodiazepinas|benzodiacepina",
        &[G::Benzodiazepine],
        true,
    ),
    (
        "corticosteroids|steroids|corticoides|corticosteroides|esteroides|cortisone|cortisona",
        &[G::Corticosteroid],
        false,
    ),
    (
        "proton pump inhibitors|ppis|ibp|ibps|inhibidores de la bomba de protones",
        &[G::ProtonPumpInhibitor],
        true,
    ),
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
    (
        "heparins of any kind|heparin products|heparin product|any heparin|heparinas de bajo peso|lmwhs|\
         heparinoids",
        &[G::Heparin],
        true,
    ),
    ("ace inhibitor class|aces|ace inh|inhibidores eca|ieca's|ace inhibs|acei s", &[G::AceInhibitor], true),
    (
        "angiotensin receptor antagonists|angiotensin ii receptor blockers|\
         antagonistas de los receptores de angiotensina|ara 2|ara2",
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
