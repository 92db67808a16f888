//! Which names stand for groups of drugs, which drugs belong to them, and what combinations contain.

use super::groups::Group;
use super::groups::Group as G;

/// The names by which a group is called. `true` where the name can also stand in an order.
pub(super) const LABELS: &[(&str, &[Group], bool)] = &[
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
         contraste endovenoso|tac con contraste|tc con contraste|ct with contrast|cect",
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
];

/// The members of groups by the first name of the drug; `_` stands for a space.
pub(super) const MEMBERS: &[(&[Group], &str)] = &[
    (
        &[G::Penicillin],
        "penicillin flucloxacillin dicloxacillin cloxacillin oxacillin nafcillin piperacillin ticarcillin \
         benzylpenicillin phenoxymethylpenicillin pivmecillinam temocillin",
    ),
    (&[G::Penicillin, G::AminopenicillinSideChain], "amoxicillin ampicillin"),
    (&[G::Cephalosporin, G::AminopenicillinSideChain], "cephalexin cefadroxil cefaclor cefprozil"),
    (
        &[G::Cephalosporin, G::MethoxyiminoSideChain],
        "ceftriaxone cefotaxime cefepime cefpodoxime cefditoren cefuroxime",
    ),
    (&[G::Cephalosporin, G::CeftazidimeSideChain], "ceftazidime cefiderocol ceftolozane"),
    (&[G::Cephalosporin], "cefazolin cefixime cefdinir cefoxitin ceftaroline cefonicid"),
    (&[G::Carbapenem], "meropenem imipenem ertapenem doripenem"),
    (&[G::Monobactam, G::CeftazidimeSideChain], "aztreonam"),
    (&[G::Sulfonamide], "sulfamethoxazole sulfadiazine sulfacetamide sulfadoxine sulfasalazine"),
    (
        &[G::Quinolone],
        "ciprofloxacin levofloxacin moxifloxacin ofloxacin norfloxacin delafloxacin gemifloxacin",
    ),
    (&[G::Macrolide], "azithromycin clarithromycin erythromycin roxithromycin spiramycin"),
    (&[G::Tetracycline], "doxycycline minocycline tetracycline tigecycline"),
    (&[G::Aminoglycoside], "gentamicin tobramycin amikacin streptomycin neomycin"),
    (&[G::Glycopeptide], "vancomycin teicoplanin dalbavancin oritavancin"),
    (
        &[G::Nsaid],
        "ibuprofen naproxen diclofenac ketorolac indomethacin meloxicam piroxicam ketoprofen dexketoprofen \
         flurbiprofen mefenamic_acid aspirin nimesulide aceclofenac nabumetone etodolac sulindac tenoxicam lornoxicam",
    ),
    (&[G::Coxib], "celecoxib etoricoxib parecoxib"),
    (&[G::Pyrazolone], "metamizole propyphenazone phenylbutazone"),
    (
        &[G::Opioid, G::Phenanthrene],
        "morphine oxycodone hydrocodone hydromorphone codeine dihydrocodeine oxymorphone",
    ),
    (
        &[G::Opioid],
        "fentanyl tramadol methadone buprenorphine tapentadol meperidine remifentanil alfentanil sufentanil",
    ),
    (
        &[G::AceInhibitor],
        "lisinopril enalapril ramipril captopril perindopril benazepril quinapril fosinopril trandolapril",
    ),
    (&[G::Arb], "losartan valsartan candesartan irbesartan telmisartan olmesartan"),
    (&[G::Heparin], "heparin enoxaparin dalteparin tinzaparin bemiparin nadroparin"),
    (&[G::Statin], "atorvastatin simvastatin rosuvastatin pravastatin fluvastatin lovastatin pitavastatin"),
    (&[G::IodinatedContrast], "iohexol iopamidol iodixanol iopromide ioversol"),
    (&[G::Gadolinium], "gadobutrol gadoterate gadobenate gadoxetate"),
    (
        &[G::LocalAnaesthetic],
        "lidocaine bupivacaine ropivacaine mepivacaine articaine prilocaine levobupivacaine procaine benzocaine \
         tetracaine",
    ),
    (&[G::Thiazide], "hydrochlorothiazide chlorthalidone indapamide metolazone"),
    (&[G::NeuromuscularBlocker], "rocuronium vecuronium succinylcholine atracurium cisatracurium mivacurium"),
    (&[G::Platinum], "cisplatin carboplatin oxaliplatin"),
    (&[G::Nitroimidazole], "metronidazole tinidazole secnidazole ornidazole"),
    (
        &[G::AromaticAnticonvulsant],
        "phenytoin fosphenytoin carbamazepine oxcarbazepine eslicarbazepine phenobarbital primidone",
    ),
    (
        &[G::Benzodiazepine],
        "diazepam lorazepam alprazolam clonazepam midazolam temazepam bromazepam lormetazepam",
    ),
    (
        &[G::Corticosteroid],
        "prednisone prednisolone methylprednisolone dexamethasone hydrocortisone betamethasone triamcinolone \
         deflazacort",
    ),
    (&[G::ProtonPumpInhibitor], "omeprazole esomeprazole pantoprazole lansoprazole rabeprazole"),
];

/// What combinations contain, by the first name of each.
pub(super) const CONTAINS: &[(&str, &[&str])] = &[
    ("amoxicillin clavulanate", &["amoxicillin"]),
    ("piperacillin tazobactam", &["piperacillin"]),
    ("ampicillin sulbactam", &["ampicillin"]),
    ("ticarcillin clavulanate", &["ticarcillin"]),
    ("ceftazidime avibactam", &["ceftazidime"]),
    ("imipenem cilastatin", &["imipenem"]),
    ("trimethoprim sulfamethoxazole", &["trimethoprim", "sulfamethoxazole"]),
    ("silver sulfadiazine", &["sulfadiazine"]),
    ("oxycodone acetaminophen", &["oxycodone", "acetaminophen"]),
    ("hydrocodone acetaminophen", &["hydrocodone", "acetaminophen"]),
    ("codeine acetaminophen", &["codeine", "acetaminophen"]),
    ("tramadol acetaminophen", &["tramadol", "acetaminophen"]),
    ("tramadol dexketoprofen", &["tramadol", "dexketoprofen"]),
    ("oxycodone naloxone", &["oxycodone", "naloxone"]),
    ("buprenorphine naloxone", &["buprenorphine", "naloxone"]),
    ("hydrocodone ibuprofen", &["hydrocodone", "ibuprofen"]),
    ("sumatriptan naproxen", &["sumatriptan", "naproxen"]),
    ("naproxen esomeprazole", &["naproxen", "esomeprazole"]),
    ("ibuprofen famotidine", &["ibuprofen", "famotidine"]),
    ("diclofenac misoprostol", &["diclofenac", "misoprostol"]),
    ("aspirin caffeine", &["aspirin"]),
    ("aspirin acetaminophen caffeine", &["aspirin", "acetaminophen"]),
    ("aspirin dipyridamole", &["aspirin", "dipyridamole"]),
    ("metamizole hyoscine", &["metamizole"]),
    ("amlodipine benazepril", &["amlodipine", "benazepril"]),
    ("losartan hydrochlorothiazide", &["losartan", "hydrochlorothiazide"]),
    ("valsartan hydrochlorothiazide", &["valsartan", "hydrochlorothiazide"]),
    ("amlodipine valsartan", &["amlodipine", "valsartan"]),
    ("amlodipine olmesartan", &["amlodipine", "olmesartan"]),
    ("fluticasone salmeterol", &["fluticasone", "salmeterol"]),
    ("budesonide formoterol", &["budesonide", "formoterol"]),
    ("sacubitril valsartan", &["sacubitril", "valsartan"]),
    ("enalapril hydrochlorothiazide", &["enalapril", "hydrochlorothiazide"]),
    ("lisinopril hydrochlorothiazide", &["lisinopril", "hydrochlorothiazide"]),
    ("abacavir lamivudine", &["abacavir", "lamivudine"]),
    ("abacavir dolutegravir lamivudine", &["abacavir", "dolutegravir", "lamivudine"]),
    ("metformin sitagliptin", &["metformin", "sitagliptin"]),
    ("metformin vildagliptin", &["metformin", "vildagliptin"]),
    ("metformin empagliflozin", &["metformin", "empagliflozin"]),
    ("hydralazine isosorbide", &["hydralazine", "isosorbide"]),
    ("dihydrocodeine acetaminophen", &["dihydrocodeine", "acetaminophen"]),
    ("ampicillin flucloxacillin", &["ampicillin", "flucloxacillin"]),
    ("ezetimibe simvastatin", &["ezetimibe", "simvastatin"]),
    ("spironolactone hydrochlorothiazide", &["spironolactone", "hydrochlorothiazide"]),
    ("candesartan hydrochlorothiazide", &["candesartan", "hydrochlorothiazide"]),
    ("ramipril hydrochlorothiazide", &["ramipril", "hydrochlorothiazide"]),
    ("triamterene hydrochlorothiazide", &["triamterene", "hydrochlorothiazide"]),
    ("atenolol chlorthalidone", &["atenolol", "chlorthalidone"]),
    ("bisoprolol hydrochlorothiazide", &["bisoprolol", "hydrochlorothiazide"]),
    ("perindopril indapamide", &["perindopril", "indapamide"]),
    ("perindopril amlodipine", &["perindopril", "amlodipine"]),
    ("neomycin bacitracin polymyxin", &["neomycin", "bacitracin", "polymyxin"]),
    ("bacitracin polymyxin", &["bacitracin", "polymyxin"]),
    ("rifampicin isoniazid pyrazinamide", &["rifampicin", "isoniazid", "pyrazinamide"]),
    ("lidocaine prilocaine", &["lidocaine", "prilocaine"]),
    ("levodopa carbidopa", &["levodopa", "carbidopa"]),
];
