//! Which drugs belong to which groups.

use super::groups::Group;
use super::groups::Group as G;

/// The members of groups by the first name of the drug; `_` stands for a space.
pub(super) const MEMBERS: &[(&[Group], &str)] = &[
    (
        &[G::Penicillin],
        "penicillin flucloxacillin dicloxacillin cloxacillin oxacillin nafcillin piperacillin ticarcillin \
         benzylpenicillin phenoxymethylpenicillin pivmecillinam temocillin bacampicillin sultamicillin \
         pivampicillin mezlocillin",
    ),
    (&[G::Penicillin, G::AminopenicillinSideChain], "amoxicillin ampicillin"),
    (&[G::Cephalosporin, G::AminopenicillinSideChain], "cephalexin cefadroxil cefaclor cefprozil"),
    (
        &[G::Cephalosporin, G::MethoxyiminoSideChain],
        "ceftriaxone cefotaxime cefepime cefpodoxime cefditoren cefuroxime ceftizoxime",
    ),
    (&[G::Cephalosporin, G::CeftazidimeSideChain], "ceftazidime cefiderocol ceftolozane"),
    (
        &[G::Cephalosporin],
        "cefazolin cefixime cefdinir cefoxitin ceftaroline cefonicid ceftobiprole cefoperazone cefotetan \
         ceftibuten cephradine cephalothin cefminox",
    ),
    (&[G::Carbapenem], "meropenem imipenem ertapenem doripenem meropenem_vaborbactam imipenem_relebactam"),
    (&[G::Monobactam, G::CeftazidimeSideChain], "aztreonam"),
    (&[G::Sulfonamide], "sulfamethoxazole sulfadiazine sulfacetamide sulfadoxine sulfasalazine"),
    (
        &[G::Quinolone],
        "ciprofloxacin levofloxacin moxifloxacin ofloxacin norfloxacin delafloxacin gemifloxacin",
    ),
    (&[G::Macrolide], "azithromycin clarithromycin erythromycin roxithromycin spiramycin josamycin"),
    (
        &[G::Tetracycline],
        "doxycycline minocycline tetracycline tigecycline lymecycline oxytetracycline demeclocycline \
         omadacycline eravacycline",
    ),
    (
        &[G::Aminoglycoside],
        "gentamicin tobramycin amikacin streptomycin neomycin kanamycin plazomicin paromomycin framycetin",
    ),
    (&[G::Glycopeptide], "vancomycin teicoplanin dalbavancin oritavancin telavancin"),
    (
        &[G::Nsaid],
        "ibuprofen naproxen diclofenac ketorolac indomethacin meloxicam piroxicam ketoprofen dexketoprofen \
         flurbiprofen mefenamic_acid aspirin nimesulide aceclofenac nabumetone etodolac sulindac tenoxicam \
         lornoxicam tolfenamic_acid tiaprofenic_acid oxaprozin salsalate diflunisal fenoprofen clonixin \
         morniflumate bismuth_subsalicylate",
    ),
    (&[G::Coxib], "celecoxib etoricoxib parecoxib"),
    (&[G::Pyrazolone], "metamizole propyphenazone phenylbutazone"),
    (
        &[G::Opioid, G::Phenanthrene],
        "morphine oxycodone hydrocodone hydromorphone codeine dihydrocodeine oxymorphone diamorphine \
         nalbuphine butorphanol",
    ),
    (
        &[G::Opioid],
        "tramadol methadone buprenorphine tapentadol meperidine pentazocine papaveretum oliceridine",
    ),
    (&[G::Opioid, G::Phenylpiperidine], "fentanyl remifentanil alfentanil sufentanil"),
    (
        &[G::LocalAnaesthetic, G::AmideAnaesthetic],
        "lidocaine bupivacaine ropivacaine mepivacaine articaine prilocaine levobupivacaine",
    ),
    (&[G::LocalAnaesthetic, G::EsterAnaesthetic], "procaine benzocaine tetracaine chloroprocaine"),
    (
        &[G::AceInhibitor],
        "lisinopril enalapril ramipril captopril perindopril benazepril quinapril fosinopril trandolapril \
         imidapril cilazapril zofenopril delapril moexipril",
    ),
    (&[G::Arb], "losartan valsartan candesartan irbesartan telmisartan olmesartan eprosartan azilsartan"),
    (&[G::Heparin], "heparin enoxaparin dalteparin tinzaparin bemiparin nadroparin certoparin parnaparin"),
    (&[G::Statin], "atorvastatin simvastatin rosuvastatin pravastatin fluvastatin lovastatin pitavastatin"),
    (
        &[G::IodinatedContrast],
        "iohexol iopamidol iodixanol iopromide ioversol diatrizoate iomeprol iobitridol ioxaglate",
    ),
    (&[G::Gadolinium], "gadobutrol gadoterate gadobenate gadoxetate gadopentetate gadoteridol gadodiamide"),
    (&[G::Thiazide], "hydrochlorothiazide chlorthalidone indapamide metolazone xipamide"),
    (
        &[G::NeuromuscularBlocker],
        "rocuronium vecuronium succinylcholine atracurium cisatracurium mivacurium pancuronium",
    ),
    (&[G::Platinum], "cisplatin carboplatin oxaliplatin"),
    (&[G::Nitroimidazole], "metronidazole tinidazole secnidazole ornidazole benznidazole"),
    (
        &[G::AromaticAnticonvulsant],
        "phenytoin fosphenytoin carbamazepine oxcarbazepine eslicarbazepine phenobarbital primidone",
    ),
    (
        &[G::Benzodiazepine],
        "diazepam lorazepam alprazolam clonazepam midazolam temazepam bromazepam lormetazepam nitrazepam \
         oxazepam chlordiazepoxide clobazam clorazepate flurazepam loprazolam brotizolam ketazolam triazolam \
         remimazolam",
    ),
    (
        &[G::Corticosteroid],
        "prednisone prednisolone methylprednisolone dexamethasone hydrocortisone betamethasone triamcinolone \
         deflazacort budesonide fludrocortisone beclomethasone mometasone",
    ),
    (
        &[G::ProtonPumpInhibitor],
        "omeprazole esomeprazole pantoprazole lansoprazole rabeprazole dexlansoprazole",
    ),
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
