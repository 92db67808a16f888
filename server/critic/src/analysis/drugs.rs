//! Drugs by their generic names, English and Spanish, with the class that the rules need.
//!
//! Generic names are facts; the list is our own. The Spanish form of an international nonproprietary name follows
//! from the English one by the rules of WHO's stem list for most (`drugs/spanish.rs`); the others are written out. What
//! the list lacks is known by its stem (`-mab`, `-tinib`, `-cilina`), see WHO, “The use of stems in the selection of
//! INN”, 2018.

use crate::analysis::drug_names::OTHER_NAMES;
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::more_drug_names::MORE_NAMES;
use crate::analysis::more_drugs;
use crate::analysis::terms::{Term, Treatment};
use std::sync::LazyLock;

/// A drug, or all drugs of one stem.
#[derive(Clone, Debug)]
pub struct Drug {
    /// Its names, folded; the first is the English generic name. Empty for a stem.
    pub names: Vec<String>,
    /// Its class.
    pub class: Class,
}

/// Classes that rules distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Penicillins.
    Penicillin,
    /// Cephalosporins.
    Cephalosporin,
    /// Antibacterial sulfonamides.
    SulfonamideAntibiotic,
    /// Macrolides.
    Macrolide,
    /// Quinolones.
    Quinolone,
    /// Tetracyclines.
    Tetracycline,
    /// Other antibacterials, antifungals, antivirals, antiparasitics.
    AntiInfective,
    /// Non-steroidal anti-inflammatory drugs, aspirin included.
    Nsaid,
    /// Opioids.
    Opioid,
    /// Insulins.
    Insulin,
    /// Other drugs for diabetes.
    Antidiabetic,
    /// Heparins and oral anticoagulants.
    Anticoagulant,
    /// Statins.
    Statin,
    /// ACE inhibitors.
    AceInhibitor,
    /// Cytotoxic drugs.
    Cytotoxic,
    /// Targeted drugs against cancer: kinase, PARP, proteasome and CDK inhibitors.
    Targeted,
    /// Antibodies against cancer and checkpoint inhibitors.
    CancerAntibody,
    /// Antibodies, of any use.
    Antibody,
    /// Hormone therapy of cancer.
    CancerHormone,
    /// Methotrexate: against cancer, and weekly in low doses for much else.
    Methotrexate,
    /// Everything else.
    Other,
}

impl Class {
    /// The treatment of cancer that a drug of this class is; `None` where it is none, or also something else.
    #[must_use]
    pub fn treatment(self) -> Option<Treatment> {
        Some(match self {
            Class::Cytotoxic => Treatment::Chemotherapy,
            Class::Targeted => Treatment::Targeted,
            Class::CancerAntibody => Treatment::Immunotherapy,
            Class::CancerHormone => Treatment::Hormone,
            _ => return None,
        })
    }

    /// The class in words, plural.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Penicillin => "penicillins",
            Class::Cephalosporin => "cephalosporins",
            Class::SulfonamideAntibiotic => "antibacterial sulfonamides",
            Class::Macrolide => "macrolides",
            Class::Quinolone => "quinolones",
            Class::Tetracycline => "tetracyclines",
            Class::AntiInfective => "anti-infectives",
            Class::Nsaid => "NSAIDs",
            Class::Opioid => "opioids",
            Class::Insulin => "insulins",
            Class::Antidiabetic => "antidiabetics",
            Class::Anticoagulant => "anticoagulants",
            Class::Statin => "statins",
            Class::AceInhibitor => "ACE inhibitors",
            Class::Cytotoxic => "cytotoxic drugs",
            Class::Targeted => "targeted cancer drugs",
            Class::CancerAntibody => "cancer antibodies",
            Class::Antibody => "antibodies",
            Class::CancerHormone => "hormone therapy",
            Class::Methotrexate => "methotrexate",
            Class::Other => "drugs",
        }
    }
}

/// English names by class, separated by spaces; `/` separates names of one drug, `_` stands for a space. A name
/// without a Spanish form beside it gets one by [`spanish`].
const LIST: &[(Class, &str)] = &[
    (
        Class::Penicillin,
        "penicillin/penicilina amoxicillin/amoxicilina/amoxil ampicillin flucloxacillin/flucloxacilina dicloxacillin cloxacillin/cloxacilina oxacillin nafcillin piperacillin/piperacilina ticarcillin/ticarcilina benzylpenicillin/bencilpenicilina phenoxymethylpenicillin/fenoximetilpenicilina pivmecillinam temocillin amoxicillin_clavulanate/amoxicilina_clavulanico/augmentin/co_amoxiclav piperacillin_tazobactam/piperacilina_tazobactam/tazocin/zosyn ampicillin_sulbactam ticarcillin_clavulanate",
    ),
    (
        Class::Cephalosporin,
        "cephalexin/cefalexin/cefalexina/keflex cefazolin/cefazolina cefuroxime/cefuroxima ceftriaxone/ceftriaxona cefotaxime/cefotaxima ceftazidime/ceftazidima cefepime/cefepima cefixime/cefixima cefpodoxime cefdinir cefadroxil/cefadroxilo cefaclor cefoxitin/cefoxitina cefditoren/cefditoreno ceftaroline/ceftarolina cefprozil cefonicid/cefonicida cefiderocol ceftolozane/ceftolozano/zerbaxa ceftazidime_avibactam",
    ),
    (
        Class::SulfonamideAntibiotic,
        "sulfamethoxazole/sulfametoxazol sulfadiazine/sulfadiazina trimethoprim_sulfamethoxazole/trimetoprim_sulfametoxazol/co_trimoxazole/cotrimoxazole/cotrimoxazol/bactrim/septra sulfacetamide/sulfacetamida sulfadoxine/sulfadoxina silver_sulfadiazine",
    ),
    (
        Class::Macrolide,
        "azithromycin/azitromicina/zithromax clarithromycin/claritromicina erythromycin/eritromicina roxithromycin/roxitromicina spiramycin/espiramicina",
    ),
    (
        Class::Quinolone,
        "ciprofloxacin/ciprofloxacino/cipro levofloxacin/levofloxacino/levaquin moxifloxacin/moxifloxacino ofloxacin/ofloxacino norfloxacin/norfloxacino delafloxacin/delafloxacino gemifloxacin/gemifloxacino",
    ),
    (
        Class::Tetracycline,
        "doxycycline/doxiciclina minocycline/minociclina tetracycline/tetraciclina tigecycline/tigeciclina",
    ),
    (
        Class::AntiInfective,
        "brivudine/brivudina/nervinex/zostex vancomycin/vancomicina gentamicin/gentamicina tobramycin/tobramicina amikacin/amikacina meropenem imipenem ertapenem aztreonam linezolid daptomycin/daptomicina clindamycin/clindamicina metronidazole/metronidazol/flagyl tinidazole/tinidazol secnidazole/secnidazol ornidazole/ornidazol nevirapine/nevirapina nitrofurantoin/nitrofurantoina fosfomycin/fosfomicina rifampicin/rifampin/rifampicina isoniazid/isoniazida ethambutol/etambutol pyrazinamide/pirazinamida trimethoprim/trimetoprim colistin/colistina teicoplanin/teicoplanina dalbavancin/dalbavancina oritavancin/oritavancina streptomycin/estreptomicina neomycin/neomicina doripenem imipenem_cilastatin/imipenem_cilastatina/primaxin/tienam fluconazole/fluconazol itraconazole/itraconazol voriconazole/voriconazol posaconazole/posaconazol ketoconazole/ketoconazol caspofungin/caspofungina amphotericin/anfotericina nystatin/nistatina terbinafine/terbinafina clotrimazole/clotrimazol acyclovir/aciclovir valacyclovir/valaciclovir ganciclovir valganciclovir oseltamivir/tamiflu remdesivir zidovudine/zidovudina azidothymidine/azidotimidina lamivudine/lamivudina tenofovir emtricitabine/emtricitabina efavirenz dolutegravir raltegravir abacavir ritonavir nirmatrelvir/paxlovid sofosbuvir entecavir ribavirin/ribavirina ivermectin/ivermectina albendazole/albendazol mebendazole/mebendazol praziquantel/prazicuantel chloroquine/cloroquina hydroxychloroquine/hidroxicloroquina/plaquenil quinine/quinina artesunate/artesunato atovaquone/atovacuona mupirocin/mupirocina",
    ),
    (
        Class::Nsaid,
        "ibuprofen/ibuprofeno/advil/motrin/nurofen naproxen/naproxeno/aleve/naprosyn diclofenac/diclofenaco/voltaren ketorolac/ketorolaco/toradol indomethacin/indometacina meloxicam/mobic piroxicam celecoxib/celebrex etoricoxib ketoprofen/ketoprofeno dexketoprofen/dexketoprofeno/enantyum flurbiprofen/flurbiprofeno mefenamic_acid/acido_mefenamico aspirin/aspirina/acetylsalicylic_acid/acido_acetilsalicilico/adiro nimesulide/nimesulida aceclofenac/aceclofenaco nabumetone/nabumetona etodolac/etodolaco sulindac tenoxicam lornoxicam parecoxib phenylbutazone/fenilbutazona propyphenazone/propifenazona aspirin_caffeine aspirin_acetaminophen_caffeine aspirin_dipyridamole hydrocodone_ibuprofen naproxen_esomeprazole ibuprofen_famotidine diclofenac_misoprostol sumatriptan_naproxen",
    ),
    (
        Class::Opioid,
        "morphine/morfina/morphine_sulfate/sulfato_de_morfina oxycodone/oxicodona/oxycontin hydrocodone/hidrocodona hydromorphone/hidromorfona/dilaudid fentanyl/fentanilo codeine/codeina tramadol/ultram methadone/metadona buprenorphine/buprenorfina tapentadol meperidine/meperidina/pethidine/petidina remifentanil/remifentanilo alfentanil/alfentanilo sufentanil/sufentanilo dihydrocodeine/dihidrocodeina naloxone/naloxona/narcan oxymorphone/oximorfona oxycodone_acetaminophen hydrocodone_acetaminophen codeine_acetaminophen tramadol_acetaminophen tramadol_dexketoprofen oxycodone_naloxone buprenorphine_naloxone",
    ),
    (
        Class::Insulin,
        "insulin/insulina insulin_glargine/insulina_glargina/glargine/glargina/lantus/toujeo insulin_lispro/insulina_lispro/lispro/humalog insulin_aspart/insulina_aspart/aspart/insulina_asparta/novolog/novorapid insulin_detemir/insulina_detemir/detemir/levemir insulin_degludec/insulina_degludec/degludec/tresiba nph humulin/novolin/actrapid glulisine/glulisina/apidra",
    ),
    (
        Class::Antidiabetic,
        "metformin/metformina/glucophage glipizide/glipizida gliclazide/gliclazida glimepiride/glimepirida glyburide/glibenclamide/glibenclamida sitagliptin/sitagliptina/januvia linagliptin/linagliptina vildagliptin/vildagliptina saxagliptin/saxagliptina empagliflozin/empagliflozina/jardiance dapagliflozin/dapagliflozina/farxiga canagliflozin/canagliflozina liraglutide/liraglutida/victoza semaglutide/semaglutida/ozempic dulaglutide/dulaglutida/trulicity exenatide/exenatida tirzepatide/tirzepatida pioglitazone/pioglitazona repaglinide/repaglinida acarbose/acarbosa glucagon",
    ),
    (
        Class::Anticoagulant,
        "warfarin/warfarina/coumadin acenocoumarol/acenocumarol/sintrom apixaban/eliquis rivaroxaban/xarelto edoxaban dabigatran/dabigatran_etexilate/pradaxa heparin/heparina enoxaparin/enoxaparina/lovenox/clexane dalteparin/dalteparina tinzaparin/tinzaparina bemiparin/bemiparina nadroparin/nadroparina fondaparinux argatroban bivalirudin/bivalirudina",
    ),
    (
        Class::Statin,
        "atorvastatin/atorvastatina/lipitor simvastatin/simvastatina rosuvastatin/rosuvastatina/crestor pravastatin/pravastatina fluvastatin/fluvastatina lovastatin/lovastatina pitavastatin/pitavastatina",
    ),
    (
        Class::AceInhibitor,
        "lisinopril enalapril/enalaprilo ramipril/ramiprilo captopril perindopril benazepril quinapril fosinopril trandolapril",
    ),
    (Class::Methotrexate, "methotrexate/metotrexato/metotrexate/mtx"),
    (
        Class::Cytotoxic,
        "cisplatin/cisplatino carboplatin/carboplatino oxaliplatin/oxaliplatino paclitaxel docetaxel cabazitaxel doxorubicin/doxorubicina/adriamycin epirubicin/epirubicina daunorubicin/daunorubicina idarubicin/idarubicina mitoxantrone/mitoxantrona cyclophosphamide/ciclofosfamida ifosfamide/ifosfamida bendamustine/bendamustina temozolomide/temozolomida dacarbazine/dacarbazina gemcitabine/gemcitabina capecitabine/capecitabina fluorouracil/fluorouracilo/5_fu pemetrexed cytarabine/citarabina azacitidine/azacitidina decitabine/decitabina fludarabine/fludarabina etoposide/etoposido irinotecan/irinotecan topotecan vincristine/vincristina vinblastine/vinblastina vinorelbine/vinorelbina eribulin/eribulina bleomycin/bleomicina mitomycin/mitomicina hydroxyurea/hidroxiurea melphalan/melfalan chlorambucil/clorambucilo busulfan/busulfano trabectedin/trabectedina lurbinectedin/lurbinectedina trifluridine/trifluridina mercaptopurine/mercaptopurina lomustine/lomustina carmustine/carmustina procarbazine/procarbazina asparaginase/asparaginasa folfox folfiri folfirinox/mfolfirinox/m_folfirinox capox xelox abvd beacopp r_chop chop flot tchp",
    ),
    (
        Class::Targeted,
        "imatinib erlotinib gefitinib osimertinib afatinib crizotinib alectinib brigatinib lorlatinib sunitinib sorafenib pazopanib cabozantinib lenvatinib regorafenib axitinib dabrafenib vemurafenib trametinib cobimetinib palbociclib ribociclib abemaciclib olaparib niraparib rucaparib talazoparib bortezomib carfilzomib ixazomib ibrutinib acalabrutinib zanubrutinib venetoclax idelalisib alpelisib everolimus temsirolimus lapatinib neratinib tucatinib dasatinib nilotinib ponatinib sotorasib adagrasib selpercatinib larotrectinib entrectinib lenalidomide/lenalidomida pomalidomide/pomalidomida thalidomide/talidomida vorinostat erdafitinib",
    ),
    (
        Class::CancerAntibody,
        "pembrolizumab/keytruda nivolumab/opdivo ipilimumab atezolizumab durvalumab avelumab cemiplimab dostarlimab tremelimumab trastuzumab/herceptin trastuzumab_deruxtecan trastuzumab_emtansine/t_dm1 pertuzumab bevacizumab/avastin cetuximab panitumumab ramucirumab daratumumab elotuzumab obinutuzumab ofatumumab brentuximab polatuzumab blinatumomab sacituzumab enfortumab necitumumab dinutuximab margetuximab",
    ),
    (
        Class::Antibody,
        "rituximab infliximab/remicade adalimumab/humira golimumab certolizumab tocilizumab secukinumab ixekizumab ustekinumab vedolizumab natalizumab omalizumab/xolair dupilumab/dupixent mepolizumab benralizumab denosumab/prolia romosozumab eculizumab evolocumab alirocumab erenumab ocrelizumab palivizumab alemtuzumab risankizumab guselkumab",
    ),
    (
        Class::CancerHormone,
        "tamoxifen/tamoxifeno anastrozole/anastrozol letrozole/letrozol exemestane/exemestano fulvestrant bicalutamide/bicalutamida enzalutamide/enzalutamida apalutamide/apalutamida darolutamide/darolutamida abiraterone/abiraterona leuprolide/leuprorelin/leuprorelina goserelin/goserelina triptorelin/triptorelina degarelix megestrol flutamide/flutamida",
    ),
    (
        Class::Other,
        "etanercept/enbrel/benepali/erelzi fluvoxamine/fluvoxamina/dumirox/luvox propafenone/propafenona/rytmonorm/rythmol conjugated_estrogens/estrogenos_conjugados/premarin tibolone/tibolona/boltin/livial raloxifene/raloxifeno/evista triamterene/triamtereno finerenone/finerenona/kerendia prucalopride/prucaloprida methylnaltrexone/metilnaltrexona/relistor diphenoxylate/difenoxilato/lomotil thioridazine/tioridazina pimozide/pimozida dofetilide/dofetilida/tikosyn droperidol nadolol reteplase/reteplasa fesoterodine/fesoterodina/toviaz darifenacin/darifenacina trospium/trospio thiopental/tiopental/pentothal tolvaptan/samsca zolmitriptan/zomig eletriptan/relpax naratriptan almotriptan frovatriptan dronedarone/dronedarona/multaq rosiglitazone/rosiglitazona/avandia mefloquine/mefloquina/lariam dalfampridine/fampridine/fampridina pegloticase/pegloticasa tafenoquine/tafenoquina danazol bexarotene/bexaroteno aliskiren/aliskireno teriflunomide/teriflunomida/aubagio fingolimod/gilenya clomipramine/clomipramina/anafranil imipramine/imipramina/tofranil buspirone/buspirona moclobemide/moclobemida/manerix lurasidone/lurasidona/latuda triazolam/halcion alfuzosin/alfuzosina cobicistat rilpivirine/rilpivirina/edurant didanosine/didanosina atazanavir/reyataz darunavir/prezista lopinavir/kaletra vismodegib quinidine/quinidina telithromycin/telitromicina protamine/protamina idarucizumab/praxbind andexanet/andexxa fomepizole/fomepizol hydroxocobalamin/hidroxocobalamina/cyanokit pralidoxime/pralidoxima sugammadex/bridion physostigmine/fisostigmina vardenafil/vardenafilo/levitra avanafil/avanafilo phenelzine/fenelzina/nardil tranylcypromine/tranilcipromina/parnate selegiline/selegilina rasagiline/rasagilina ergotamine/ergotamina dihydroergotamine/dihidroergotamina sevoflurane/sevoflurano/sevorane desflurane/desflurano isoflurane/isoflurano acitretin/acitretina macitentan riociguat rasburicase/rasburicasa primaquine/primaquina methylene_blue/azul_de_metileno scopolamine/escopolamina acetaminophen/paracetamol/acetaminofen/tylenol metamizole/dipyrone/metamizol/nolotil pregabalin/pregabalina/lyrica gabapentin/gabapentina/neurontin amitriptyline/amitriptilina nortriptyline/nortriptilina duloxetine/duloxetina/cymbalta sertraline/sertralina/zoloft fluoxetine/fluoxetina/prozac citalopram escitalopram/lexapro paroxetine/paroxetina venlafaxine/venlafaxina/effexor mirtazapine/mirtazapina trazodone/trazodona bupropion/wellbutrin lithium/litio quetiapine/quetiapina olanzapine/olanzapina risperidone/risperidona aripiprazole/aripiprazol haloperidol clozapine/clozapina ziprasidone/ziprasidona diazepam lorazepam/ativan alprazolam clonazepam midazolam zolpidem/ambien temazepam valproate/valproato/valproic_acid/acido_valproico carbamazepine/carbamazepina oxcarbazepine/oxcarbazepina lamotrigine/lamotrigina levetiracetam/keppra topiramate/topiramato phenytoin/fenitoina/dilantin phenobarbital/fenobarbital lacosamide/lacosamida levodopa carbidopa donepezil/donepezilo memantine/memantina rivastigmine/rivastigmina sumatriptan/imitrex rizatriptan propranolol metoprolol/lopressor/toprol atenolol bisoprolol carvedilol nebivolol labetalol amlodipine/amlodipino/norvasc nifedipine/nifedipino diltiazem verapamil/verapamilo losartan valsartan candesartan irbesartan telmisartan olmesartan sacubitril hydrochlorothiazide/hidroclorotiazida chlorthalidone/clortalidona indapamide/indapamida furosemide/furosemida/lasix torsemide/torasemida/torasemide bumetanide/bumetanida spironolactone/espironolactona eplerenone/eplerenona amiloride/amilorida acetazolamide/acetazolamida doxazosin/doxazosina tamsulosin/tamsulosina/flomax prazosin/prazosina terazosin/terazosina clonidine/clonidina hydralazine/hidralazina minoxidil nitroglycerin/nitroglicerina isosorbide/isosorbida digoxin/digoxina amiodarone/amiodarona flecainide/flecainida sotalol adenosine/adenosina ivabradine/ivabradina ranolazine/ranolazina clopidogrel/plavix ticagrelor prasugrel dipyridamole/dipiridamol cilostazol alteplase/alteplasa tenecteplase/tenecteplasa tranexamic_acid/acido_tranexamico ezetimibe/ezetimiba fenofibrate/fenofibrato gemfibrozil/gemfibrozilo omeprazole/omeprazol/prilosec esomeprazole/esomeprazol pantoprazole/pantoprazol/protonix lansoprazole/lansoprazol rabeprazole/rabeprazol ranitidine/ranitidina famotidine/famotidina/pepcid sucralfate/sucralfato ondansetron/zofran metoclopramide/metoclopramida domperidone/domperidona prochlorperazine promethazine/prometazina loperamide/loperamida bisacodyl/bisacodilo senna lactulose/lactulosa polyethylene_glycol/miralax docusate/docusato mesalazine/mesalamine/mesalazina sulfasalazine/sulfasalazina azathioprine/azatioprina mycophenolate/micofenolato/mycophenolate_mofetil tacrolimus/fk506 cyclosporine/ciclosporin/ciclosporina sirolimus prednisone/prednisona prednisolone/prednisolona methylprednisolone/metilprednisolona dexamethasone/dexametasona hydrocortisone/hidrocortisona betamethasone/betametasona budesonide/budesonida fluticasone/fluticasona beclomethasone/beclometasona triamcinolone/triamcinolona mometasone/mometasona albuterol/salbutamol/ventolin levalbuterol formoterol salmeterol tiotropium/tiotropio ipratropium/ipratropio montelukast/singulair theophylline/teofilina cetirizine/cetirizina/zyrtec loratadine/loratadina/claritin fexofenadine/fexofenadina diphenhydramine/difenhidramina/benadryl hydroxyzine/hidroxicina chlorpheniramine/clorfenamina epinephrine/adrenaline/epinefrina/adrenalina norepinephrine/noradrenaline/norepinefrina/noradrenalina dopamine/dopamina dobutamine/dobutamina vasopressin/vasopresina phenylephrine/fenilefrina ephedrine/efedrina atropine/atropina propofol dexmedetomidine/dexmedetomidina/precedex/dexdor cabergoline/cabergolina/dostinex ketamine/ketamina etomidate/etomidato rocuronium/rocuronio succinylcholine/succinilcolina lidocaine/lidocaina bupivacaine/bupivacaina ropivacaine/ropivacaina levothyroxine/levotiroxina/synthroid/levothyroxin liothyronine/liotironina methimazole/metimazol carbimazole/carbimazol propylthiouracil/propiltiouracilo alendronate/alendronato/alendronic_acid/fosamax risedronate/risedronato zoledronic_acid/acido_zoledronico/zoledronate pamidronate/pamidronato ibandronate/ibandronato teriparatide/teriparatida calcitriol cholecalciferol/colecalciferol vitamin_d/vitamina_d calcium_carbonate/carbonato_calcico folic_acid/acido_folico cyanocobalamin/cianocobalamina vitamin_b12/vitamina_b12 ferrous_sulfate/sulfato_ferroso iron_sucrose/hierro_sacarosa potassium_chloride/cloruro_potasico/cloruro_de_potasio sodium_chloride/cloruro_sodico/cloruro_de_sodio magnesium_sulfate/sulfato_de_magnesio/sulfato_magnesico calcium_gluconate/gluconato_calcico sodium_bicarbonate/bicarbonato_sodico zinc_sulfate/sulfato_de_zinc allopurinol/alopurinol febuxostat colchicine/colchicina leflunomide/leflunomida penicillamine/penicilamina baclofen/baclofeno cyclobenzaprine/ciclobenzaprina/flexeril tizanidine/tizanidina methocarbamol/metocarbamol/robaxin sildenafil/sildenafilo/viagra tadalafil/tadalafilo/cialis finasteride/finasterida dutasteride/dutasterida oxybutynin/oxibutinina solifenacin/solifenacina tolterodine/tolterodina mirabegron/mirabegron desmopressin/desmopresina octreotide/octreotida oxytocin/oxitocina misoprostol mifepristone/mifepristona methylergonovine ethinylestradiol/etinilestradiol estradiol progesterone/progesterona medroxyprogesterone/medroxiprogesterona levonorgestrel testosterone/testosterona clomiphene/clomifeno letermovir naltrexone/naltrexona disulfiram varenicline/vareniclina nicotine/nicotina methylphenidate/metilfenidato/ritalin/concerta atomoxetine/atomoxetina lisdexamfetamine amphetamine/anfetamina/adderall filgrastim pegfilgrastim epoetin/epoetina/erythropoietin/eritropoyetina darbepoetin/darbepoetina leucovorin/folinic_acid/acido_folinico/leucovorina mesna aprepitant dexrazoxane immunoglobulin/inmunoglobulina/ivig albumin/albumina lubiprostone linaclotide tirofiban eptifibatide abciximab bosentan ambrisentan ursodiol/ursodeoxycholic_acid/acido_ursodesoxicolico rifaximin/rifaximina cholestyramine/colestiramina pancrelipase/creon orlistat phentermine/fentermina isotretinoin/isotretinoina/accutane tretinoin/tretinoina latanoprost timolol pilocarpine/pilocarpina cyclopentolate/ciclopentolato betahistine/betahistina meclizine/meclizina/antivert benzonatate/tessalon guaifenesin/guaifenesina/mucinex dextromethorphan/dextrometorfano pseudoephedrine/pseudoefedrina acetylcysteine/acetilcisteina activated_charcoal/carbon_activado flumazenil/flumazenilo neostigmine/neostigmina pyridostigmine/piridostigmina edrophonium botulinum_toxin/toxina_botulinica/botox/dysport streptokinase/estreptoquinasa/estreptocinasa interferon/peginterferon urokinase/uroquinasa somatropin/somatropina amlodipine_benazepril losartan_hydrochlorothiazide valsartan_hydrochlorothiazide amlodipine_valsartan amlodipine_olmesartan fluticasone_salmeterol budesonide_formoterol sacubitril_valsartan enalapril_hydrochlorothiazide lisinopril_hydrochlorothiazide metamizole_hyoscine iohexol iopamidol iodixanol iopromide ioversol gadobutrol gadoterate gadobenate/gadobenato gadoxetate/gadoxetato mepivacaine prilocaine/prilocaina articaine levobupivacaine/levobupivacaina fosphenytoin eslicarbazepine primidone bromazepam lormetazepam deflazacort vitamin_a/vitamina_a vitamin_k/vitamina_k hyoscine_butylbromide/hyoscine/hioscina/butilescopolamina/n_butilescopolamina/butilbromuro_de_hioscina dapsone/dapsona cyclizine/ciclizina zopiclone/zopiclona dexchlorpheniramine/dexclorfeniramina vecuronium/vecuronio atracurium/atracurio cisatracurium/cisatracurio mivacurium/mivacurio procaine/procaina benzocaine/benzocaina tetracaine/tetracaina chlorhexidine/clorhexidina povidone_iodine/povidona_yodada/povidona_iodada bacitracin/bacitracina metolazone/metolazona abacavir_lamivudine abacavir_dolutegravir_lamivudine metformin_sitagliptin metformin_vildagliptin metformin_empagliflozin hydralazine_isosorbide dihydrocodeine_acetaminophen ampicillin_flucloxacillin ezetimibe_simvastatin spironolactone_hydrochlorothiazide candesartan_hydrochlorothiazide ramipril_hydrochlorothiazide triamterene_hydrochlorothiazide atenolol_chlorthalidone bisoprolol_hydrochlorothiazide perindopril_indapamide perindopril_amlodipine neomycin_bacitracin_polymyxin bacitracin_polymyxin polymyxin/polimixina rifampicin_isoniazid_pyrazinamide lidocaine_prilocaine levodopa_carbidopa thiamine/tiamina pyridoxine/piridoxina celestone deferoxamine/desferrioxamine/deferoxamina/desferrioxamina/desferal dimercaprol dantrolene/dantroleno/dantrium digoxin_immune_fab/digifab/digibind lipid_emulsion/intralipid",
    ),
];

/// What is named less often, in the form of [`LIST`].
const MORE: &[(Class, &str)] = &[
    (Class::Penicillin, more_drugs::PENICILLIN),
    (Class::Cephalosporin, more_drugs::CEPHALOSPORIN),
    (Class::Macrolide, more_drugs::MACROLIDE),
    (Class::Tetracycline, more_drugs::TETRACYCLINE),
    (Class::AntiInfective, more_drugs::ANTI_INFECTIVE),
    (Class::Nsaid, more_drugs::NSAID),
    (Class::Opioid, more_drugs::OPIOID),
    (Class::Insulin, more_drugs::INSULIN),
    (Class::Anticoagulant, more_drugs::ANTICOAGULANT),
    (Class::Cytotoxic, more_drugs::CYTOTOXIC),
    (Class::CancerHormone, more_drugs::CANCER_HORMONE),
    (Class::Other, more_drugs::OTHER),
];

/// Stems of names that the list lacks, with their Spanish forms.
const STEMS: &[(&str, Class)] = &[
    ("tinib", Class::Targeted),
    ("rafenib", Class::Targeted),
    ("ciclib", Class::Targeted),
    ("parib", Class::Targeted),
    ("zomib", Class::Targeted),
    ("rasib", Class::Targeted),
    ("lisib", Class::Targeted),
    ("platin", Class::Cytotoxic),
    ("platino", Class::Cytotoxic),
    ("taxel", Class::Cytotoxic),
    ("rubicin", Class::Cytotoxic),
    ("rubicina", Class::Cytotoxic),
    ("tecan", Class::Cytotoxic),
    ("lutamide", Class::CancerHormone),
    ("lutamida", Class::CancerHormone),
    ("mab", Class::Antibody),
    ("cillin", Class::Penicillin),
    ("cilina", Class::Penicillin),
    ("floxacin", Class::Quinolone),
    ("floxacino", Class::Quinolone),
    ("thromycin", Class::Macrolide),
    ("tromicina", Class::Macrolide),
    ("vastatin", Class::Statin),
    ("vastatina", Class::Statin),
    ("gliptin", Class::Antidiabetic),
    ("gliptina", Class::Antidiabetic),
    ("gliflozin", Class::Antidiabetic),
    ("gliflozina", Class::Antidiabetic),
    ("glutide", Class::Antidiabetic),
    ("glutida", Class::Antidiabetic),
    ("xaban", Class::Anticoagulant),
    ("parin", Class::Anticoagulant),
    ("parina", Class::Anticoagulant),
    ("conazole", Class::AntiInfective),
    ("conazol", Class::AntiInfective),
    ("vudine", Class::AntiInfective),
    ("vudina", Class::AntiInfective),
    ("navir", Class::AntiInfective),
    ("buvir", Class::AntiInfective),
    ("ciclovir", Class::AntiInfective),
    ("penem", Class::AntiInfective),
    ("sartan", Class::Other),
    ("dipine", Class::Other),
    ("dipino", Class::Other),
    ("prazole", Class::Other),
    ("prazol", Class::Other),
    ("setron", Class::Other),
    ("triptan", Class::Other),
    ("dronate", Class::Other),
    ("dronato", Class::Other),
    ("azepam", Class::Other),
    ("ololol", Class::Other),
    ("oxetine", Class::Other),
    ("oxetina", Class::Other),
];

static ALL: LazyLock<Vec<Drug>> = LazyLock::new(|| {
    let mut out: Vec<Drug> =
        STEMS.iter().map(|(_, class)| Drug { names: Vec::new(), class: *class }).collect();
    for (class, names) in LIST.iter().chain(MORE) {
        for entry in names.split_whitespace() {
            let mut names: Vec<String> = entry.split('/').map(|name| fold(&name.replace('_', " "))).collect();
            if let [only] = names.as_slice() {
                let form = spanish(only);
                if form != *only {
                    names.push(form);
                }
            }
            out.push(Drug { names, class: *class });
        }
    }
    for (first, others) in OTHER_NAMES.iter().chain(MORE_NAMES) {
        let known = out.iter_mut().find(|drug| drug.names.first().is_some_and(|name| name == first));
        if let Some(drug) = known {
            for name in others.split('|').map(fold) {
                if !drug.names.contains(&name) {
                    drug.names.push(name);
                }
            }
        }
    }
    out
});

/// All drugs; the stems first.
#[must_use]
pub fn all() -> &'static [Drug] {
    &ALL
}

/// The drug with this index.
#[must_use]
pub fn drug(index: usize) -> Option<&'static Drug> {
    ALL.get(index)
}

/// The Spanish form of an English generic name, folded.
fn spanish(name: &str) -> String {
    let mut out = name
        .replace("ph", "f")
        .replace("th", "t")
        .replace("chl", "cl")
        .replace("ch", "qu")
        .replace("cc", "c")
        .replace("mm", "m")
        .replace("ll", "l")
        .replace("rr", "r")
        .replace("tt", "t")
        .replace('y', "i");
    for (english, form) in [
        ("ine", "ina"),
        ("in", "ina"),
        ("ole", "ol"),
        ("ide", "ida"),
        ("ate", "ato"),
        ("one", "ona"),
        ("ane", "ano"),
        ("ose", "osa"),
        ("ase", "asa"),
        ("ime", "ima"),
        ("ene", "eno"),
        ("il", "ilo"),
    ] {
        if let Some(stem) = out.strip_suffix(english) {
            out = format!("{stem}{form}");
            break;
        }
    }
    out
}

/// What a word that no list names is by its ending.
#[must_use]
pub fn by_suffix(word: &str) -> Option<Meaning> {
    const MIN_STEM_WORD_BYTES: usize = 7;
    let last = word.bytes().last()?.to_ascii_lowercase();
    if word.len() < MIN_STEM_WORD_BYTES
        || !matches!(last, b'a' | b'b' | b'e' | b'l' | b'm' | b'n' | b'o' | b'r' | b'y')
    {
        return None;
    }
    let folded = fold(word);
    let is_surgery = ["ectomy", "ectomia"].iter().any(|ending| folded.ends_with(ending));
    if is_surgery {
        return Some(Meaning::Term(Term::Treatment(Treatment::Surgery)));
    }
    STEMS
        .iter()
        .position(|(stem, _)| folded.len() > stem.len() + 1 && folded.ends_with(stem))
        .map(Meaning::Drug)
}
