//! The names of drugs, by class: generic names and those brands that notes name most.
//!
//! Names are facts. The list is our own, written from general knowledge and not generated from a register. Other names of
//! the same drugs are in `data/drug_names.tsv`.

use super::class::Class;

/// English names by class, separated by spaces; `/` separates names of one drug, `_` stands for a space. A name
/// without a Spanish form beside it gets one by the rules of the stem list.
pub(super) const DRUG_NAMES_BY_CLASS: &[(Class, &str)] = &[
    (
        Class::Penicillin,
        "penicillin/penicilina amoxicillin/amoxicilina/amoxil ampicillin flucloxacillin/flucloxacilina \
         dicloxacillin cloxacillin/cloxacilina oxacillin nafcillin piperacillin/piperacilina \
         ticarcillin/ticarcilina benzylpenicillin/bencilpenicilina \
         phenoxymethylpenicillin/fenoximetilpenicilina pivmecillinam temocillin \
         amoxicillin_clavulanate/amoxicilina_clavulanico/augmentin/co_amoxiclav \
         piperacillin_tazobactam/piperacilina_tazobactam/tazocin/zosyn ampicillin_sulbactam \
         ticarcillin_clavulanate bacampicillin/bacampicilina sultamicillin/sultamicilina \
         pivampicillin/pivampicilina mezlocillin/mezlocilina",
    ),
    (
        Class::Cephalosporin,
        "cephalexin/cefalexin/cefalexina/keflex cefazolin/cefazolina cefuroxime/cefuroxima \
         ceftriaxone/ceftriaxona cefotaxime/cefotaxima ceftazidime/ceftazidima cefepime/cefepima \
         cefixime/cefixima cefpodoxime cefdinir cefadroxil/cefadroxilo cefaclor cefoxitin/cefoxitina \
         cefditoren/cefditoreno ceftaroline/ceftarolina cefprozil cefonicid/cefonicida cefiderocol \
         ceftolozane/ceftolozano/zerbaxa ceftazidime_avibactam ceftobiprole/ceftobiprol/zevtera \
         cefoperazone/cefoperazona cefotetan ceftibuten/cedax cephradine/cefradina/cefradine \
         cephalothin/cefalotina/cefalotin cefminox ceftizoxime/ceftizoxima \
         ceftolozane_tazobactam/ceftolozano_tazobactam",
    ),
    (
        Class::SulfonamideAntibiotic,
        "sulfamethoxazole/sulfametoxazol sulfadiazine/sulfadiazina \
         trimethoprim_sulfamethoxazole/trimetoprim_sulfametoxazol/co_trimoxazole/cotrimoxazole/cotrimoxazol/bactrim/septra \
         sulfacetamide/sulfacetamida sulfadoxine/sulfadoxina silver_sulfadiazine",
    ),
    (
        Class::Macrolide,
        "azithromycin/azitromicina/zithromax clarithromycin/claritromicina erythromycin/eritromicina \
         roxithromycin/roxitromicina spiramycin/espiramicina josamycin/josamicina",
    ),
    (
        Class::Quinolone,
        "ciprofloxacin/ciprofloxacino/cipro levofloxacin/levofloxacino/levaquin moxifloxacin/moxifloxacino \
         ofloxacin/ofloxacino norfloxacin/norfloxacino delafloxacin/delafloxacino gemifloxacin/gemifloxacino",
    ),
    (
        Class::Tetracycline,
        "doxycycline/doxiciclina minocycline/minociclina tetracycline/tetraciclina tigecycline/tigeciclina \
         lymecycline/limeciclina/tetralysal oxytetracycline/oxitetraciclina/terramicina \
         demeclocycline/demeclociclina omadacycline/omadaciclina eravacycline/eravaciclina",
    ),
    (
        Class::AntiInfective,
        "brivudine/brivudina/nervinex/zostex vancomycin/vancomicina gentamicin/gentamicina \
         tobramycin/tobramicina amikacin/amikacina meropenem imipenem ertapenem aztreonam linezolid \
         daptomycin/daptomicina clindamycin/clindamicina metronidazole/metronidazol/flagyl \
         tinidazole/tinidazol secnidazole/secnidazol ornidazole/ornidazol nevirapine/nevirapina \
         nitrofurantoin/nitrofurantoina fosfomycin/fosfomicina rifampicin/rifampin/rifampicina \
         isoniazid/isoniazida ethambutol/etambutol pyrazinamide/pirazinamida trimethoprim/trimetoprim \
         colistin/colistina teicoplanin/teicoplanina dalbavancin/dalbavancina oritavancin/oritavancina \
         streptomycin/estreptomicina neomycin/neomicina doripenem \
         imipenem_cilastatin/imipenem_cilastatina/primaxin/tienam fluconazole/fluconazol \
         itraconazole/itraconazol voriconazole/voriconazol posaconazole/posaconazol ketoconazole/ketoconazol \
         caspofungin/caspofungina amphotericin/anfotericina nystatin/nistatina terbinafine/terbinafina \
         clotrimazole/clotrimazol acyclovir/aciclovir valacyclovir/valaciclovir ganciclovir valganciclovir \
         oseltamivir/tamiflu remdesivir zidovudine/zidovudina azidothymidine/azidotimidina \
         lamivudine/lamivudina tenofovir emtricitabine/emtricitabina efavirenz dolutegravir raltegravir \
         abacavir ritonavir nirmatrelvir/paxlovid sofosbuvir entecavir ribavirin/ribavirina \
         ivermectin/ivermectina albendazole/albendazol mebendazole/mebendazol praziquantel/prazicuantel \
         chloroquine/cloroquina hydroxychloroquine/hidroxicloroquina/plaquenil quinine/quinina \
         artesunate/artesunato atovaquone/atovacuona mupirocin/mupirocina chloramphenicol/cloranfenicol \
         fusidic_acid/acido_fusidico/fucidin/fusidate rifabutin/rifabutina rifapentine/rifapentina \
         bedaquiline/bedaquilina delamanid cycloserine/cicloserina ethionamide/etionamida \
         capreomycin/capreomicina kanamycin/kanamicina plazomicin/plazomicina tedizolid/sivextro \
         telavancin/telavancina quinupristin_dalfopristin/synercid fidaxomicin/fidaxomicina/dificid/dificlir \
         methenamine/metenamina/hiprex isavuconazole/isavuconazol/cresemba anidulafungin/anidulafungina \
         micafungin/micafungina flucytosine/flucitosina griseofulvin/griseofulvina miconazole/miconazol \
         econazole/econazol famciclovir/famvir foscarnet cidofovir zanamivir/relenza baloxavir/xofluza \
         molnupiravir/lagevrio bictegravir/biktarvy doravirine/doravirina etravirine/etravirina \
         maraviroc/celsentri cabotegravir/vocabria emtricitabine_tenofovir/truvada/descovy \
         efavirenz_emtricitabine_tenofovir/atripla pentamidine/pentamidina \
         artemether_lumefantrine/artemeter_lumefantrina/riamet/coartem atovaquone_proguanil/malarone \
         nitazoxanide/nitazoxanida benznidazole/benznidazol nifurtimox miltefosine/miltefosina \
         permethrin/permetrina pyrimethamine/pirimetamina paromomycin/paromomicina \
         meropenem_vaborbactam/vaborem/vabomere imipenem_relebactam/recarbrio colistimethate/colistimetato \
         nalidixic_acid/acido_nalidixico nifuroxazide/nifuroxazida",
    ),
    (
        Class::Nsaid,
        "ibuprofen/ibuprofeno/advil/motrin/nurofen naproxen/naproxeno/aleve/naprosyn \
         diclofenac/diclofenaco/voltaren ketorolac/ketorolaco/toradol indomethacin/indometacina \
         meloxicam/mobic piroxicam celecoxib/celebrex etoricoxib ketoprofen/ketoprofeno \
         dexketoprofen/dexketoprofeno/enantyum flurbiprofen/flurbiprofeno mefenamic_acid/acido_mefenamico \
         aspirin/aspirina/acetylsalicylic_acid/acido_acetilsalicilico/adiro nimesulide/nimesulida \
         aceclofenac/aceclofenaco nabumetone/nabumetona etodolac/etodolaco sulindac tenoxicam lornoxicam \
         parecoxib phenylbutazone/fenilbutazona propyphenazone/propifenazona aspirin_caffeine \
         aspirin_acetaminophen_caffeine aspirin_dipyridamole hydrocodone_ibuprofen naproxen_esomeprazole \
         ibuprofen_famotidine ibuprofen_acetaminophen/combiflam/nuromol/ibuprofeno_paracetamol diclofenac_misoprostol sumatriptan_naproxen tolfenamic_acid/acido_tolfenamico \
         tiaprofenic_acid/acido_tiaprofenico oxaprozin/oxaprozina salsalate/salsalato diflunisal \
         fenoprofen/fenoprofeno clonixin/clonixinato_de_lisina/clonixinato/dorixina morniflumate/morniflumato \
         ibuprofen_codeine/nurofen_plus ibuprofen_paracetamol/combogesic/ibuprofeno_paracetamol \
         ibuprofen_pseudoephedrine/advil_cold/espidifen_plus",
    ),
    (
        Class::Opioid,
        "morphine/morfina/morphine_sulfate/sulfato_de_morfina oxycodone/oxicodona/oxycontin \
         hydrocodone/hidrocodona hydromorphone/hidromorfona/dilaudid fentanyl/fentanilo codeine/codeina \
         tramadol/ultram methadone/metadona buprenorphine/buprenorfina tapentadol \
         meperidine/meperidina/pethidine/petidina remifentanil/remifentanilo alfentanil/alfentanilo \
         sufentanil/sufentanilo dihydrocodeine/dihidrocodeina naloxone/naloxona/narcan oxymorphone/oximorfona \
         oxycodone_acetaminophen hydrocodone_acetaminophen codeine_acetaminophen tramadol_acetaminophen \
         tramadol_dexketoprofen oxycodone_naloxone buprenorphine_naloxone diamorphine/diamorfina/heroin \
         nalbuphine/nalbufina/nubain butorphanol/butorfanol pentazocine/pentazocina papaveretum \
         oliceridine/oliceridina codeine_aspirin/co_codaprin",
    ),
    (
        Class::Insulin,
        "insulin/insulina insulin_glargine/insulina_glargina/glargine/glargina/lantus/toujeo \
         insulin_lispro/insulina_lispro/lispro/humalog \
         insulin_aspart/insulina_aspart/aspart/insulina_asparta/novolog/novorapid \
         insulin_detemir/insulina_detemir/detemir/levemir insulin_degludec/insulina_degludec/degludec/tresiba \
         nph humulin/novolin/actrapid glulisine/glulisina/apidra \
         insulin_isophane/insulina_isofana/insulatard/humulin_i/humulin_n \
         insulin_mix/novomix/mixtard/humulin_m/ryzodeg",
    ),
    (
        Class::Antidiabetic,
        "metformin/metformina/glucophage glipizide/glipizida gliclazide/gliclazida glimepiride/glimepirida \
         glyburide/glibenclamide/glibenclamida sitagliptin/sitagliptina/januvia linagliptin/linagliptina \
         vildagliptin/vildagliptina saxagliptin/saxagliptina empagliflozin/empagliflozina/jardiance \
         dapagliflozin/dapagliflozina/farxiga canagliflozin/canagliflozina liraglutide/liraglutida/victoza \
         semaglutide/semaglutida/ozempic dulaglutide/dulaglutida/trulicity exenatide/exenatida \
         tirzepatide/tirzepatida pioglitazone/pioglitazona repaglinide/repaglinida acarbose/acarbosa glucagon",
    ),
    (
        Class::Anticoagulant,
        "warfarin/warfarina/coumadin acenocoumarol/acenocumarol/sintrom apixaban/eliquis rivaroxaban/xarelto \
         edoxaban dabigatran/dabigatran_etexilate/pradaxa heparin/heparina \
         enoxaparin/enoxaparina/lovenox/clexane dalteparin/dalteparina tinzaparin/tinzaparina \
         bemiparin/bemiparina nadroparin/nadroparina fondaparinux argatroban bivalirudin/bivalirudina \
         certoparin/certoparina parnaparin/parnaparina desirudin/desirudina",
    ),
    (
        Class::Statin,
        "atorvastatin/atorvastatina/lipitor simvastatin/simvastatina rosuvastatin/rosuvastatina/crestor \
         pravastatin/pravastatina fluvastatin/fluvastatina lovastatin/lovastatina pitavastatin/pitavastatina",
    ),
    (
        Class::AceInhibitor,
        "lisinopril enalapril/enalaprilo ramipril/ramiprilo captopril perindopril benazepril quinapril \
         fosinopril trandolapril",
    ),
    (Class::Methotrexate, "methotrexate/metotrexato/metotrexate/mtx"),
    (
        Class::Cytotoxic,
        "cisplatin/cisplatino carboplatin/carboplatino oxaliplatin/oxaliplatino paclitaxel docetaxel \
         cabazitaxel doxorubicin/doxorubicina/adriamycin epirubicin/epirubicina daunorubicin/daunorubicina \
         idarubicin/idarubicina mitoxantrone/mitoxantrona cyclophosphamide/ciclofosfamida \
         ifosfamide/ifosfamida bendamustine/bendamustina temozolomide/temozolomida dacarbazine/dacarbazina \
         gemcitabine/gemcitabina capecitabine/capecitabina fluorouracil/fluorouracilo/5_fu pemetrexed \
         cytarabine/citarabina azacitidine/azacitidina decitabine/decitabina fludarabine/fludarabina \
         etoposide/etoposido irinotecan/irinotecan topotecan vincristine/vincristina vinblastine/vinblastina \
         vinorelbine/vinorelbina vindesine/vindesina eribulin/eribulina bleomycin/bleomicina mitomycin/mitomicina \
         hydroxyurea/hidroxiurea melphalan/melfalan chlorambucil/clorambucilo busulfan/busulfano \
         trabectedin/trabectedina lurbinectedin/lurbinectedina trifluridine/trifluridina \
         mercaptopurine/mercaptopurina lomustine/lomustina carmustine/carmustina procarbazine/procarbazina \
         asparaginase/asparaginasa folfox/mfolfox6/mfolfox/folfox6/folfox_6 folfiri folfirinox/mfolfirinox/m_folfirinox capox xelox abvd \
         beacopp r_chop chop flot tchp thiotepa/tiotepa dactinomycin/dactinomicina pegaspargase/pegaspargasa \
         cladribine/cladribina nelarabine/nelarabina clofarabine/clofarabina raltitrexed \
         streptozocin/estreptozocina mitotane/mitotano arsenic_trioxide/trioxido_de_arsenico tegafur \
         pixantrone/pixantrona amsacrine/amsacrina vinflunine/vinflunina ixabepilone/ixabepilona folfoxiri \
         dhap r_cvp",
    ),
    (
        Class::Targeted,
        "imatinib erlotinib gefitinib osimertinib afatinib crizotinib alectinib brigatinib lorlatinib \
         sunitinib sorafenib pazopanib cabozantinib lenvatinib regorafenib axitinib dabrafenib vemurafenib \
         trametinib cobimetinib palbociclib ribociclib abemaciclib olaparib niraparib rucaparib talazoparib \
         bortezomib carfilzomib ixazomib ibrutinib acalabrutinib zanubrutinib venetoclax idelalisib alpelisib \
         everolimus temsirolimus lapatinib neratinib tucatinib dasatinib nilotinib ponatinib sotorasib \
         adagrasib selpercatinib larotrectinib entrectinib lenalidomide/lenalidomida \
         pomalidomide/pomalidomida thalidomide/talidomida vorinostat erdafitinib",
    ),
    (
        Class::CancerAntibody,
        "pembrolizumab/keytruda nivolumab/opdivo ipilimumab atezolizumab durvalumab avelumab cemiplimab \
         dostarlimab tremelimumab trastuzumab/herceptin trastuzumab_deruxtecan trastuzumab_emtansine/t_dm1 \
         pertuzumab bevacizumab/avastin cetuximab panitumumab ramucirumab daratumumab elotuzumab obinutuzumab \
         ofatumumab brentuximab polatuzumab blinatumomab sacituzumab enfortumab necitumumab dinutuximab \
         margetuximab",
    ),
    (
        Class::Antibody,
        "rituximab infliximab/remicade adalimumab/humira golimumab certolizumab tocilizumab secukinumab \
         ixekizumab ustekinumab vedolizumab natalizumab omalizumab/xolair dupilumab/dupixent mepolizumab \
         benralizumab denosumab/prolia romosozumab eculizumab evolocumab alirocumab erenumab ocrelizumab \
         palivizumab alemtuzumab risankizumab guselkumab",
    ),
    (
        Class::CancerHormone,
        "tamoxifen/tamoxifeno anastrozole/anastrozol letrozole/letrozol exemestane/exemestano fulvestrant \
         bicalutamide/bicalutamida enzalutamide/enzalutamida apalutamide/apalutamida \
         darolutamide/darolutamida abiraterone/abiraterona leuprolide/leuprorelin/leuprorelina \
         goserelin/goserelina triptorelin/triptorelina degarelix megestrol flutamide/flutamida \
         relugolix/orgovyx buserelin/buserelina nilutamide/nilutamida",
    ),
    (
        Class::Other,
        "etanercept/enbrel/benepali/erelzi fluvoxamine/fluvoxamina/dumirox/luvox \
         propafenone/propafenona/rytmonorm/rythmol conjugated_estrogens/estrogenos_conjugados/premarin \
         tibolone/tibolona/boltin/livial raloxifene/raloxifeno/evista triamterene/triamtereno \
         finerenone/finerenona/kerendia prucalopride/prucaloprida methylnaltrexone/metilnaltrexona/relistor \
         diphenoxylate/difenoxilato/lomotil thioridazine/tioridazina pimozide/pimozida \
         dofetilide/dofetilida/tikosyn droperidol nadolol reteplase/reteplasa \
         fesoterodine/fesoterodina/toviaz darifenacin/darifenacina trospium/trospio \
         thiopental/tiopental/pentothal tolvaptan/samsca zolmitriptan/zomig eletriptan/relpax naratriptan \
         almotriptan frovatriptan dronedarone/dronedarona/multaq rosiglitazone/rosiglitazona/avandia \
         mefloquine/mefloquina/lariam dalfampridine/fampridine/fampridina pegloticase/pegloticasa \
         tafenoquine/tafenoquina danazol bexarotene/bexaroteno aliskiren/aliskireno \
         teriflunomide/teriflunomida/aubagio fingolimod/gilenya clomipramine/clomipramina/anafranil \
         imipramine/imipramina/tofranil buspirone/buspirona moclobemide/moclobemida/manerix \
         lurasidone/lurasidona/latuda triazolam/halcion alfuzosin/alfuzosina cobicistat \
         rilpivirine/rilpivirina/edurant didanosine/didanosina atazanavir/reyataz darunavir/prezista \
         lopinavir/kaletra vismodegib quinidine/quinidina telithromycin/telitromicina protamine/protamina \
         idarucizumab/praxbind andexanet/andexxa fomepizole/fomepizol \
         hydroxocobalamin/hidroxocobalamina/cyanokit pralidoxime/pralidoxima sugammadex/bridion \
         physostigmine/fisostigmina vardenafil/vardenafilo/levitra avanafil/avanafilo \
         phenelzine/fenelzina/nardil tranylcypromine/tranilcipromina/parnate selegiline/selegilina \
         rasagiline/rasagilina ergotamine/ergotamina dihydroergotamine/dihidroergotamina \
         sevoflurane/sevoflurano/sevorane desflurane/desflurano isoflurane/isoflurano acitretin/acitretina \
         macitentan riociguat rasburicase/rasburicasa primaquine/primaquina methylene_blue/azul_de_metileno \
         scopolamine/escopolamina acetaminophen/paracetamol/acetaminofen/tylenol \
         metamizole/dipyrone/metamizol/nolotil pregabalin/pregabalina/lyrica gabapentin/gabapentina/neurontin \
         amitriptyline/amitriptilina nortriptyline/nortriptilina duloxetine/duloxetina/cymbalta \
         sertraline/sertralina/zoloft fluoxetine/fluoxetina/prozac citalopram escitalopram/lexapro \
         paroxetine/paroxetina venlafaxine/venlafaxina/effexor mirtazapine/mirtazapina trazodone/trazodona \
         bupropion/wellbutrin lithium/litio quetiapine/quetiapina olanzapine/olanzapina \
         risperidone/risperidona aripiprazole/aripiprazol haloperidol clozapine/clozapina \
         ziprasidone/ziprasidona diazepam lorazepam/ativan alprazolam clonazepam midazolam zolpidem/ambien \
         temazepam valproate/valproato/valproic_acid/acido_valproico carbamazepine/carbamazepina \
         oxcarbazepine/oxcarbazepina lamotrigine/lamotrigina levetiracetam/keppra topiramate/topiramato \
         phenytoin/fenitoina/dilantin phenobarbital/fenobarbital lacosamide/lacosamida levodopa carbidopa \
         donepezil/donepezilo memantine/memantina rivastigmine/rivastigmina sumatriptan/imitrex rizatriptan \
         propranolol metoprolol/lopressor/toprol atenolol bisoprolol carvedilol nebivolol labetalol \
         amlodipine/amlodipino/norvasc nifedipine/nifedipino diltiazem verapamil/verapamilo losartan \
         valsartan candesartan irbesartan telmisartan olmesartan sacubitril \
         hydrochlorothiazide/hidroclorotiazida chlorthalidone/clortalidona indapamide/indapamida \
         furosemide/furosemida/lasix torsemide/torasemida/torasemide bumetanide/bumetanida \
         spironolactone/espironolactona eplerenone/eplerenona amiloride/amilorida acetazolamide/acetazolamida \
         doxazosin/doxazosina tamsulosin/tamsulosina/flomax prazosin/prazosina terazosin/terazosina \
         clonidine/clonidina hydralazine/hidralazina minoxidil nitroglycerin/nitroglicerina \
         isosorbide/isosorbida digoxin/digoxina amiodarone/amiodarona flecainide/flecainida sotalol \
         adenosine/adenosina ivabradine/ivabradina ranolazine/ranolazina clopidogrel/plavix ticagrelor \
         prasugrel dipyridamole/dipiridamol cilostazol alteplase/alteplasa tenecteplase/tenecteplasa \
         tranexamic_acid/acido_tranexamico ezetimibe/ezetimiba fenofibrate/fenofibrato \
         gemfibrozil/gemfibrozilo omeprazole/omeprazol/prilosec esomeprazole/esomeprazol \
         pantoprazole/pantoprazol/protonix lansoprazole/lansoprazol rabeprazole/rabeprazol \
         ranitidine/ranitidina famotidine/famotidina/pepcid sucralfate/sucralfato ondansetron/zofran \
         metoclopramide/metoclopramida domperidone/domperidona prochlorperazine promethazine/prometazina \
         loperamide/loperamida bisacodyl/bisacodilo senna lactulose/lactulosa polyethylene_glycol/miralax \
         docusate/docusato mesalazine/mesalamine/mesalazina sulfasalazine/sulfasalazina \
         azathioprine/azatioprina mycophenolate/micofenolato/mycophenolate_mofetil tacrolimus/fk506 \
         cyclosporine/ciclosporin/ciclosporina sirolimus prednisone/prednisona prednisolone/prednisolona \
         methylprednisolone/metilprednisolona dexamethasone/dexametasona hydrocortisone/hidrocortisona \
         betamethasone/betametasona budesonide/budesonida fluticasone/fluticasona \
         beclomethasone/beclometasona triamcinolone/triamcinolona mometasone/mometasona \
         albuterol/salbutamol/ventolin levalbuterol formoterol salmeterol tiotropium/tiotropio \
         ipratropium/ipratropio montelukast/singulair theophylline/teofilina cetirizine/cetirizina/zyrtec \
         loratadine/loratadina/claritin fexofenadine/fexofenadina diphenhydramine/difenhidramina/benadryl \
         hydroxyzine/hidroxicina chlorpheniramine/clorfenamina epinephrine/adrenaline/epinefrina/adrenalina \
         norepinephrine/noradrenaline/norepinefrina/noradrenalina dopamine/dopamina dobutamine/dobutamina \
         vasopressin/vasopresina phenylephrine/fenilefrina ephedrine/efedrina atropine/atropina propofol \
         dexmedetomidine/dexmedetomidina/precedex/dexdor cabergoline/cabergolina/dostinex ketamine/ketamina \
         etomidate/etomidato rocuronium/rocuronio succinylcholine/succinilcolina lidocaine/lidocaina \
         bupivacaine/bupivacaina ropivacaine/ropivacaina levothyroxine/levotiroxina/synthroid/levothyroxin \
         liothyronine/liotironina methimazole/metimazol carbimazole/carbimazol \
         propylthiouracil/propiltiouracilo alendronate/alendronato/alendronic_acid/fosamax \
         risedronate/risedronato zoledronic_acid/acido_zoledronico/zoledronate pamidronate/pamidronato \
         ibandronate/ibandronato teriparatide/teriparatida calcitriol cholecalciferol/colecalciferol \
         vitamin_d/vitamina_d calcium_carbonate/carbonato_calcico folic_acid/acido_folico \
         cyanocobalamin/cianocobalamina vitamin_b12/vitamina_b12 ferrous_sulfate/sulfato_ferroso \
         iron_sucrose/hierro_sacarosa potassium_chloride/cloruro_potasico/cloruro_de_potasio \
         sodium_chloride/cloruro_sodico/cloruro_de_sodio \
         magnesium_sulfate/sulfato_de_magnesio/sulfato_magnesico calcium_gluconate/gluconato_calcico \
         sodium_bicarbonate/bicarbonato_sodico zinc_sulfate/sulfato_de_zinc allopurinol/alopurinol febuxostat \
         colchicine/colchicina leflunomide/leflunomida penicillamine/penicilamina baclofen/baclofeno \
         cyclobenzaprine/ciclobenzaprina/flexeril tizanidine/tizanidina methocarbamol/metocarbamol/robaxin \
         sildenafil/sildenafilo/viagra tadalafil/tadalafilo/cialis finasteride/finasterida \
         dutasteride/dutasterida oxybutynin/oxibutinina solifenacin/solifenacina tolterodine/tolterodina \
         mirabegron/mirabegron desmopressin/desmopresina octreotide/octreotida oxytocin/oxitocina misoprostol \
         mifepristone/mifepristona methylergonovine ethinylestradiol/etinilestradiol estradiol \
         progesterone/progesterona medroxyprogesterone/medroxiprogesterona levonorgestrel \
         testosterone/testosterona clomiphene/clomifeno letermovir naltrexone/naltrexona disulfiram \
         varenicline/vareniclina nicotine/nicotina methylphenidate/metilfenidato/ritalin/concerta \
         atomoxetine/atomoxetina lisdexamfetamine amphetamine/anfetamina/adderall filgrastim pegfilgrastim \
         epoetin/epoetina/erythropoietin/eritropoyetina darbepoetin/darbepoetina \
         leucovorin/folinic_acid/acido_folinico/leucovorina mesna aprepitant dexrazoxane \
         immunoglobulin/inmunoglobulina/ivig albumin/albumina lubiprostone linaclotide tirofiban eptifibatide \
         abciximab bosentan ambrisentan ursodiol/ursodeoxycholic_acid/acido_ursodesoxicolico \
         rifaximin/rifaximina cholestyramine/colestiramina pancrelipase/creon orlistat phentermine/fentermina \
         isotretinoin/isotretinoina/accutane tretinoin/tretinoina latanoprost timolol pilocarpine/pilocarpina \
         cyclopentolate/ciclopentolato betahistine/betahistina meclizine/meclizina/antivert \
         benzonatate/tessalon guaifenesin/guaifenesina/mucinex dextromethorphan/dextrometorfano \
         pseudoephedrine/pseudoefedrina acetylcysteine/acetilcisteina activated_charcoal/carbon_activado \
         flumazenil/flumazenilo neostigmine/neostigmina pyridostigmine/piridostigmina edrophonium \
         botulinum_toxin/toxina_botulinica/botox/dysport streptokinase/estreptoquinasa/estreptocinasa \
         interferon/peginterferon urokinase/uroquinasa somatropin/somatropina amlodipine_benazepril \
         losartan_hydrochlorothiazide valsartan_hydrochlorothiazide amlodipine_valsartan \
         amlodipine_olmesartan fluticasone_salmeterol budesonide_formoterol sacubitril_valsartan \
         enalapril_hydrochlorothiazide lisinopril_hydrochlorothiazide metamizole_hyoscine iohexol iopamidol \
         iodixanol iopromide ioversol gadobutrol gadoterate gadobenate/gadobenato gadoxetate/gadoxetato \
         mepivacaine prilocaine/prilocaina articaine levobupivacaine/levobupivacaina fosphenytoin \
         eslicarbazepine primidone bromazepam lormetazepam deflazacort vitamin_a/vitamina_a \
         vitamin_k/vitamina_k \
         hyoscine_butylbromide/hyoscine/hioscina/butilescopolamina/n_butilescopolamina/butilbromuro_de_hioscina \
         dapsone/dapsona cyclizine/ciclizina zopiclone/zopiclona dexchlorpheniramine/dexclorfeniramina \
         vecuronium/vecuronio atracurium/atracurio cisatracurium/cisatracurio mivacurium/mivacurio \
         procaine/procaina benzocaine/benzocaina tetracaine/tetracaina chlorhexidine/clorhexidina \
         povidone_iodine/povidona_yodada/povidona_iodada bacitracin/bacitracina metolazone/metolazona \
         abacavir_lamivudine abacavir_dolutegravir_lamivudine metformin_sitagliptin metformin_vildagliptin \
         metformin_empagliflozin hydralazine_isosorbide dihydrocodeine_acetaminophen \
         ampicillin_flucloxacillin ezetimibe_simvastatin spironolactone_hydrochlorothiazide \
         candesartan_hydrochlorothiazide ramipril_hydrochlorothiazide triamterene_hydrochlorothiazide \
         atenolol_chlorthalidone bisoprolol_hydrochlorothiazide perindopril_indapamide perindopril_amlodipine \
         neomycin_bacitracin_polymyxin bacitracin_polymyxin polymyxin/polimixina \
         rifampicin_isoniazid_pyrazinamide lidocaine_prilocaine levodopa_carbidopa thiamine/tiamina \
         pyridoxine/piridoxina celestone deferoxamine/desferrioxamine/deferoxamina/desferrioxamina/desferal \
         dimercaprol dantrolene/dantroleno/dantrium digoxin_immune_fab/digifab/digibind \
         lipid_emulsion/intralipid brimonidine/brimonidina/alphagan brimonidine_timolol/combigan \
         brinzolamide/brinzolamida/azopt dorzolamide/dorzolamida/trusopt dorzolamide_timolol/cosopt \
         travoprost/travatan bimatoprost/lumigan tafluprost/tafluprosta/saflutan latanoprost_timolol/xalacom \
         bimatoprost_timolol/ganfort travoprost_timolol/duotrav brinzolamide_timolol/azarga \
         apraclonidine/apraclonidina/iopidine tropicamide/tropicamida nepafenac/nevanac bromfenac/bromfenaco \
         tobramycin_dexamethasone/tobradex calcifediol/hidroferol/rayaldee \
         acetaminophen_dextromethorphan_chlorpheniramine/frenadol/bisolgrip/couldina_con_paracetamol \
         acetaminophen_chlorpheniramine/gripakin/pharmagrip acetaminophen_pseudoephedrine/dayquil \
         carboprost/hemabate alprostadil/caverject framycetin/framicetina/sofradex fluocinolone/fluocinolona \
         clobetasol/dermovate nitrofurazone/nitrofurazona hydroquinone/hidroquinona \
         methoxyflurane/metoxiflurano/penthrox argipressin/argipresina levocarnitine/levocarnitina \
         biotin/biotina azelaic_acid/acido_azelaico adapalene/adapaleno benzoyl_peroxide/peroxido_de_benzoilo \
         diloxanide/diloxanida otosporin nitrazepam/mogadon oxazepam chlordiazepoxide/clordiazepoxido/librium \
         clobazam/frisium/noiafren clorazepate/clorazepato/tranxilium/tranxene flurazepam loprazolam \
         brotizolam ketazolam/sedotime zaleplon eszopiclone/eszopiclona/lunesta melatonin/melatonina/circadin \
         clomethiazole/clometiazol/distraneurine/heminevrin chlorpromazine/clorpromazina/largactil/thorazine \
         levomepromazine/levomepromazina/methotrimeprazine/nozinan/sinogan \
         zuclopenthixol/zuclopentixol/clopixol flupentixol/flupenthixol/depixol \
         amisulpride/amisulprida/solian sulpiride/sulpirida/dogmatil tiapride/tiaprida/tiaprizal \
         levosulpiride/levosulpirida paliperidone/paliperidona/invega/xeplion trifluoperazine/trifluoperazina \
         fluphenazine/flufenazina/modecate perphenazine/perfenazina loxapine/loxapina \
         cariprazine/cariprazina/vraylar/reagila brexpiprazole/brexpiprazol/rexulti asenapine/asenapina \
         vortioxetine/vortioxetina/brintellix/trintellix desvenlafaxine/desvenlafaxina/pristiq \
         agomelatine/agomelatina/valdoxan dosulepin/dosulepina/dothiepin/prothiaden doxepin/doxepina \
         lofepramine/lofepramina trimipramine/trimipramina maprotiline/maprotilina mianserin/mianserina \
         reboxetine/reboxetina tianeptine/tianeptina milnacipran esketamine/esketamina/spravato \
         rufinamide/rufinamida vigabatrin/vigabatrina/sabril zonisamide/zonisamida/zonegran \
         perampanel/fycompa brivaracetam/briviact ethosuximide/etosuximida cenobamate/cenobamato/ontozry \
         felbamate/felbamato stiripentol cannabidiol/epidyolex \
         pramipexole/pramipexol/mirapexin/mirapex/sifrol ropinirole/ropinirol/requip \
         rotigotine/rotigotina/neupro entacapone/entacapona/comtan opicapone/opicapona/ongentys \
         tolcapone/tolcapona apomorphine/apomorfina amantadine/amantadina safinamide/safinamida/xadago \
         trihexyphenidyl/trihexifenidilo/benzhexol/artane benztropine/benzatropina/benzatropine/cogentin \
         biperiden/biperideno/akineton procyclidine/prociclidina/kemadrin tetrabenazine/tetrabenazina \
         riluzole/riluzol/rilutek galantamine/galantamina/reminyl citicoline/citicolina/somazina \
         flunarizine/flunarizina/sibelium cinnarizine/cinarizina/stugeron piracetam \
         nimodipine/nimodipino/nimotop dimethyl_fumarate/fumarato_de_dimetilo/tecfidera \
         glatiramer/glatiramero/copaxone siponimod mebeverine/mebeverina/duspatalin/colofac \
         otilonium/otilonio/spasmoctyl pinaverium/pinaverio/eldicet simethicone/simeticona/simeticone \
         almagate/almagato/almax magaldrate/magaldrato alginate/alginato/gaviscon cinitapride/cinitaprida \
         clebopride/cleboprida granisetron palonosetron doxylamine/doxilamina/dormidina \
         doxylamine_pyridoxine/doxilamina_piridoxina/cariban/xonvea/bonjesta trimebutine/trimebutina \
         racecadotril/hidrasec/tiorfan bismuth_subsalicylate/subsalicilato_de_bismuto/pepto_bismol \
         sodium_picosulfate/picosulfato_sodico/picosulfate/evacuol ispaghula/plantago_ovata/metamucil/fybogel \
         colesevelam cimetidine/cimetidina/tagamet nizatidine/nizatidina dexlansoprazole/dexlansoprazol \
         vonoprazan terlipressin/terlipresina obeticholic_acid/acido_obeticolico aminophylline/aminofilina \
         terbutaline/terbutalina/terbasmin/bricanyl indacaterol olodaterol vilanterol \
         umeclidinium/umeclidinio glycopyrronium/glicopirronio/glycopyrrolate/glicopirrolato/robinul \
         aclidinium/aclidinio roflumilast/daxas albuterol_ipratropium/combivent/duoneb/salbutamol_ipratropio \
         umeclidinium_vilanterol/anoro/laventair fluticasone_vilanterol/relvar/breo \
         tiotropium_olodaterol/spiolto/stiolto beclomethasone_formoterol/fostair/inuxair \
         indacaterol_glycopyrronium/ultibro fluticasone_umeclidinium_vilanterol/trelegy \
         beclomethasone_formoterol_glycopyrronium/trimbow carbocisteine/carbocisteina/mucodyne \
         ambroxol/mucosan bromhexine/bromhexina/bisolvon dornase_alfa/dornasa_alfa/pulmozyme \
         cromoglycate/cromoglicato/cromolyn ketotifen/ketotifeno desloratadine/desloratadina/aerius/clarinex \
         levocetirizine/levocetirizina/xyzal/xazal ebastine/ebastina/ebastel bilastine/bilastina/bilaxten \
         rupatadine/rupatadina/rupafin mizolastine/mizolastina cyproheptadine/ciproheptadina/periactin \
         cloperastine/cloperastina/flutox levodropropizine/levodropropizina oxymetazoline/oximetazolina \
         xylometazoline/xilometazolina methyldopa/metildopa/aldomet moxonidine/moxonidina \
         lercanidipine/lercanidipino/zanidip felodipine/felodipino/plendil lacidipine/lacidipino \
         manidipine/manidipino/artedil barnidipine/barnidipino isradipine/isradipino \
         nicardipine/nicardipino/cardene clevidipine/clevidipino eprosartan/teveten azilsartan/edarbi \
         imidapril cilazapril zofenopril delapril moexipril acebutolol celiprolol pindolol oxprenolol \
         esmolol/brevibloc landiolol procainamide/procainamida disopyramide/disopiramida \
         mexiletine/mexiletina vernakalant ibutilide/ibutilida milrinone/milrinona levosimendan/simdax \
         isoproterenol/isoprenaline/isoprenalina nitroprusside/nitroprusiato trimetazidine/trimetazidina \
         nicorandil/ikorel pentoxifylline/pentoxifilina/trental naftidrofuryl/naftidrofurilo \
         ticlopidine/ticlopidina triflusal/disgren cangrelor bempedoic_acid/acido_bempedoico/nilemdo \
         inclisiran/leqvio niacin/niacina icosapent/vascepa vericiguat/verquvo mavacamten xipamide/xipamida \
         mannitol/manitol fludrocortisone/fludrocortisona/florinef midodrine/midodrina \
         telmisartan_hydrochlorothiazide/micardis_plus/micardis_hct/pritor_plus \
         olmesartan_hydrochlorothiazide/olmetec_plus/benicar_hct \
         irbesartan_hydrochlorothiazide/coaprovel/avalide \
         olmesartan_amlodipine_hydrochlorothiazide/sevikar_hct/tribenzor telmisartan_amlodipine/twynsta \
         amlodipine_valsartan_hydrochlorothiazide/exforge_hct perindopril_indapamide_amlodipine/triplixam \
         atorvastatin_ezetimibe/atozet rosuvastatin_ezetimibe amlodipine_atorvastatin/caduet \
         amiloride_hydrochlorothiazide/moduretic/ameride amiloride_furosemide/co_amilofruse/frumil \
         alogliptin/alogliptina/vipidia/nesina ertugliflozin/ertugliflozina/steglatro nateglinide/nateglinida \
         dapagliflozin_metformin/xigduo/ebymect linagliptin_metformin/jentadueto \
         alogliptin_metformin/vipdomet pioglitazone_metformin/competact insulin_icodec/icodec \
         cinacalcet/mimpara/sensipar paricalcitol/zemplar alfacalcidol/etalpha \
         sevelamer/sevelamero/renvela/renagel lanthanum/lantano/fosrenol calcium_acetate/acetato_calcico \
         patiromer/veltassa zirconium_cyclosilicate/lokelma bromocriptine/bromocriptina/parlodel \
         cyproterone/ciproterona/androcur norethisterone/noretisterona/norethindrone/primolut \
         desogestrel/cerazette/cerelle drospirenone/drospirenona dienogest ulipristal/ellaone \
         etonogestrel/nexplanon/implanon ospemifene/ospemifeno bazedoxifene/bazedoxifeno \
         carbetocin/carbetocina/duratobal ergometrine/ergometrina/syntometrine \
         dinoprostone/dinoprostona/propess atosiban/tractocile bethanechol/betanecol flavoxate/flavoxato \
         silodosin/silodosina/urorec/rapaflo vibegron phenazopyridine/fenazopiridina/pyridium \
         tamsulosin_dutasteride/combodart/duodart/jalyn ferrous_fumarate/fumarato_ferroso \
         ferrous_gluconate/gluconato_ferroso \
         ferric_carboxymaltose/carboximaltosa_ferrica/hierro_carboximaltosa/ferinject/injectafer \
         iron_dextran/hierro_dextrano/cosmofer ferric_derisomaltose/derisomaltosa_ferrica/monofer/monoferric \
         eltrombopag/revolade/promacta romiplostim/nplate anagrelide/anagrelida deferasirox/exjade \
         phenprocoumon/fenprocumon danaparoid/danaparoide ferumoxytol/feraheme apremilast/otezla \
         anakinra/kineret abatacept/orencia antithymocyte_globulin/timoglobulina/thymoglobulin belatacept \
         ruxolitinib/jakavi/jakafi baricitinib/olumiant tofacitinib/xeljanz upadacitinib/rinvoq \
         nefopam/acupan carisoprodol chlorzoxazone/clorzoxazona metaxalone/metaxalona/skelaxin \
         orphenadrine/orfenadrina/norflex thiocolchicoside/tiocolchicosido capsaicin/capsaicina/qutenza \
         benzydamine/bencidamina/difflam/tantum probenecid benzbromarone/benzbromarona rimegepant/nurtec \
         ubrogepant atogepant pancuronium/pancuronio remimazolam methohexital chloroprocaine/cloroprocaina \
         nitrous_oxide/oxido_nitroso/entonox doxapram hyaluronidase/hialuronidasa \
         hydroxyethyl_starch/hidroxietilalmidon/voluven gelatin/gelatina/gelofusine/gelafundin \
         aprotinin/aprotinina fluorescein/fluoresceina isosulfan_blue/azul_de_isosulfan \
         patent_blue/azul_patente indocyanine_green/verde_de_indocianina \
         gadopentetate/gadopentetato/magnevist gadoteridol/prohance gadodiamide/gadodiamida/omniscan \
         diatrizoate/amidotrizoato/gastrografin/gastrografina iomeprol/iomeron iobitridol/xenetix \
         ioxaglate/hexabrix regadenoson/lexiscan/rapiscan acamprosate/acamprosato/campral \
         lofexidine/lofexidina cysteamine/cisteamina sapropterin/sapropterina glucosamine/glucosamina \
         chondroitin/condroitina zinc_oxide/oxido_de_zinc silver_nitrate/nitrato_de_plata \
         mmr_vaccine/triple_virica varicella_vaccine/vacuna_de_varicela/vacuna_varicela/varivax \
         yellow_fever_vaccine/vacuna_de_fiebre_amarilla/vacuna_fiebre_amarilla/stamaril \
         bcg_vaccine/vacuna_bcg",
    ),
];
