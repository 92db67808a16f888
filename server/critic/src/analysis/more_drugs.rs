//! Drugs that are named less often in notes, by class, in the form of the list of [`crate::analysis::drugs`].
//!
//! Generic and brand names are facts. The list is our own, written from general knowledge and not generated from a register.

/// Drugs of no class that the rules ask for.
pub(super) const OTHER: &str = "brimonidine/brimonidina/alphagan brimonidine_timolol/combigan brinzolamide/brinzolamida/azopt dorzolamide/dorzolamida/trusopt dorzolamide_timolol/cosopt travoprost/travatan bimatoprost/lumigan tafluprost/tafluprosta/saflutan latanoprost_timolol/xalacom bimatoprost_timolol/ganfort travoprost_timolol/duotrav brinzolamide_timolol/azarga apraclonidine/apraclonidina/iopidine tropicamide/tropicamida nepafenac/nevanac bromfenac/bromfenaco tobramycin_dexamethasone/tobradex calcifediol/hidroferol/rayaldee acetaminophen_dextromethorphan_chlorpheniramine/frenadol/bisolgrip/couldina_con_paracetamol acetaminophen_chlorpheniramine/gripakin/pharmagrip acetaminophen_pseudoephedrine/dayquil carboprost/hemabate alprostadil/caverject framycetin/framicetina/sofradex fluocinolone/fluocinolona clobetasol/dermovate nitrofurazone/nitrofurazona hydroquinone/hidroquinona methoxyflurane/metoxiflurano/penthrox argipressin/argipresina levocarnitine/levocarnitina biotin/biotina azelaic_acid/acido_azelaico adapalene/adapaleno benzoyl_peroxide/peroxido_de_benzoilo diloxanide/diloxanida otosporin \
     nitrazepam/mogadon oxazepam chlordiazepoxide/clordiazepoxido/librium clobazam/frisium/noiafren \
     clorazepate/clorazepato/tranxilium/tranxene flurazepam loprazolam brotizolam ketazolam/sedotime zaleplon \
     eszopiclone/eszopiclona/lunesta melatonin/melatonina/circadin \
     clomethiazole/clometiazol/distraneurine/heminevrin chlorpromazine/clorpromazina/largactil/thorazine \
     levomepromazine/levomepromazina/methotrimeprazine/nozinan/sinogan zuclopenthixol/zuclopentixol/clopixol \
     flupentixol/flupenthixol/depixol amisulpride/amisulprida/solian sulpiride/sulpirida/dogmatil \
     tiapride/tiaprida/tiaprizal levosulpiride/levosulpirida paliperidone/paliperidona/invega/xeplion \
     trifluoperazine/trifluoperazina fluphenazine/flufenazina/modecate perphenazine/perfenazina loxapine/loxapina \
     cariprazine/cariprazina/vraylar/reagila brexpiprazole/brexpiprazol/rexulti asenapine/asenapina \
     vortioxetine/vortioxetina/brintellix/trintellix desvenlafaxine/desvenlafaxina/pristiq \
     agomelatine/agomelatina/valdoxan dosulepin/dosulepina/dothiepin/prothiaden doxepin/doxepina \
     lofepramine/lofepramina trimipramine/trimipramina maprotiline/maprotilina mianserin/mianserina \
     reboxetine/reboxetina tianeptine/tianeptina milnacipran esketamine/esketamina/spravato rufinamide/rufinamida \
     vigabatrin/vigabatrina/sabril zonisamide/zonisamida/zonegran perampanel/fycompa brivaracetam/briviact \
     ethosuximide/etosuximida cenobamate/cenobamato/ontozry felbamate/felbamato stiripentol cannabidiol/epidyolex \
     pramipexole/pramipexol/mirapexin/mirapex/sifrol ropinirole/ropinirol/requip rotigotine/rotigotina/neupro \
     entacapone/entacapona/comtan opicapone/opicapona/ongentys tolcapone/tolcapona apomorphine/apomorfina \
     amantadine/amantadina safinamide/safinamida/xadago trihexyphenidyl/trihexifenidilo/benzhexol/artane \
     benztropine/benzatropina/benzatropine/cogentin biperiden/biperideno/akineton \
     procyclidine/prociclidina/kemadrin tetrabenazine/tetrabenazina riluzole/riluzol/rilutek \
     galantamine/galantamina/reminyl citicoline/citicolina/somazina flunarizine/flunarizina/sibelium \
     cinnarizine/cinarizina/stugeron piracetam nimodipine/nimodipino/nimotop \
     dimethyl_fumarate/fumarato_de_dimetilo/tecfidera glatiramer/glatiramero/copaxone siponimod \
     mebeverine/mebeverina/duspatalin/colofac otilonium/otilonio/spasmoctyl pinaverium/pinaverio/eldicet \
     simethicone/simeticona/simeticone almagate/almagato/almax magaldrate/magaldrato alginate/alginato/gaviscon \
     cinitapride/cinitaprida clebopride/cleboprida granisetron palonosetron doxylamine/doxilamina/dormidina \
     doxylamine_pyridoxine/doxilamina_piridoxina/cariban/xonvea/bonjesta trimebutine/trimebutina \
     racecadotril/hidrasec/tiorfan bismuth_subsalicylate/subsalicilato_de_bismuto/pepto_bismol \
     sodium_picosulfate/picosulfato_sodico/picosulfate/evacuol ispaghula/plantago_ovata/metamucil/fybogel \
     colesevelam cimetidine/cimetidina/tagamet nizatidine/nizatidina dexlansoprazole/dexlansoprazol vonoprazan \
     terlipressin/terlipresina obeticholic_acid/acido_obeticolico aminophylline/aminofilina \
     terbutaline/terbutalina/terbasmin/bricanyl indacaterol olodaterol vilanterol umeclidinium/umeclidinio \
     glycopyrronium/glicopirronio/glycopyrrolate/glicopirrolato/robinul aclidinium/aclidinio roflumilast/daxas \
     albuterol_ipratropium/combivent/duoneb/salbutamol_ipratropio umeclidinium_vilanterol/anoro/laventair \
     fluticasone_vilanterol/relvar/breo tiotropium_olodaterol/spiolto/stiolto \
     beclomethasone_formoterol/fostair/inuxair indacaterol_glycopyrronium/ultibro \
     fluticasone_umeclidinium_vilanterol/trelegy beclomethasone_formoterol_glycopyrronium/trimbow \
     carbocisteine/carbocisteina/mucodyne ambroxol/mucosan bromhexine/bromhexina/bisolvon \
     dornase_alfa/dornasa_alfa/pulmozyme cromoglycate/cromoglicato/cromolyn ketotifen/ketotifeno \
     desloratadine/desloratadina/aerius/clarinex levocetirizine/levocetirizina/xyzal/xazal \
     ebastine/ebastina/ebastel bilastine/bilastina/bilaxten rupatadine/rupatadina/rupafin mizolastine/mizolastina \
     cyproheptadine/ciproheptadina/periactin cloperastine/cloperastina/flutox levodropropizine/levodropropizina \
     oxymetazoline/oximetazolina xylometazoline/xilometazolina methyldopa/metildopa/aldomet moxonidine/moxonidina \
     lercanidipine/lercanidipino/zanidip felodipine/felodipino/plendil lacidipine/lacidipino \
     manidipine/manidipino/artedil barnidipine/barnidipino isradipine/isradipino nicardipine/nicardipino/cardene \
     clevidipine/clevidipino eprosartan/teveten azilsartan/edarbi imidapril cilazapril zofenopril delapril \
     moexipril acebutolol celiprolol pindolol oxprenolol esmolol/brevibloc landiolol procainamide/procainamida \
     disopyramide/disopiramida mexiletine/mexiletina vernakalant ibutilide/ibutilida milrinone/milrinona \
     levosimendan/simdax isoproterenol/isoprenaline/isoprenalina nitroprusside/nitroprusiato \
     trimetazidine/trimetazidina nicorandil/ikorel pentoxifylline/pentoxifilina/trental \
     naftidrofuryl/naftidrofurilo ticlopidine/ticlopidina triflusal/disgren cangrelor \
     bempedoic_acid/acido_bempedoico/nilemdo inclisiran/leqvio niacin/niacina icosapent/vascepa \
     vericiguat/verquvo mavacamten xipamide/xipamida mannitol/manitol fludrocortisone/fludrocortisona/florinef \
     midodrine/midodrina telmisartan_hydrochlorothiazide/micardis_plus/micardis_hct/pritor_plus \
     olmesartan_hydrochlorothiazide/olmetec_plus/benicar_hct irbesartan_hydrochlorothiazide/coaprovel/avalide \
     olmesartan_amlodipine_hydrochlorothiazide/sevikar_hct/tribenzor telmisartan_amlodipine/twynsta \
     amlodipine_valsartan_hydrochlorothiazide/exforge_hct perindopril_indapamide_amlodipine/triplixam \
     atorvastatin_ezetimibe/atozet rosuvastatin_ezetimibe amlodipine_atorvastatin/caduet \
     amiloride_hydrochlorothiazide/moduretic/ameride amiloride_furosemide/co_amilofruse/frumil \
     alogliptin/alogliptina/vipidia/nesina ertugliflozin/ertugliflozina/steglatro nateglinide/nateglinida \
     dapagliflozin_metformin/xigduo/ebymect linagliptin_metformin/jentadueto alogliptin_metformin/vipdomet \
     pioglitazone_metformin/competact insulin_icodec/icodec cinacalcet/mimpara/sensipar paricalcitol/zemplar \
     alfacalcidol/etalpha sevelamer/sevelamero/renvela/renagel lanthanum/lantano/fosrenol \
     calcium_acetate/acetato_calcico patiromer/veltassa zirconium_cyclosilicate/lokelma \
     bromocriptine/bromocriptina/parlodel cyproterone/ciproterona/androcur \
     norethisterone/noretisterona/norethindrone/primolut desogestrel/cerazette/cerelle drospirenone/drospirenona \
     dienogest ulipristal/ellaone etonogestrel/nexplanon/implanon ospemifene/ospemifeno bazedoxifene/bazedoxifeno \
     carbetocin/carbetocina/duratobal ergometrine/ergometrina/syntometrine dinoprostone/dinoprostona/propess \
     atosiban/tractocile bethanechol/betanecol flavoxate/flavoxato silodosin/silodosina/urorec/rapaflo vibegron \
     phenazopyridine/fenazopiridina/pyridium tamsulosin_dutasteride/combodart/duodart/jalyn \
     ferrous_fumarate/fumarato_ferroso ferrous_gluconate/gluconato_ferroso \
     ferric_carboxymaltose/carboximaltosa_ferrica/hierro_carboximaltosa/ferinject/injectafer \
     iron_dextran/hierro_dextrano/cosmofer ferric_derisomaltose/derisomaltosa_ferrica/monofer/monoferric \
     eltrombopag/revolade/promacta romiplostim/nplate anagrelide/anagrelida deferasirox/exjade \
     phenprocoumon/fenprocumon danaparoid/danaparoide ferumoxytol/feraheme apremilast/otezla anakinra/kineret \
     abatacept/orencia antithymocyte_globulin/timoglobulina/thymoglobulin belatacept ruxolitinib/jakavi/jakafi \
     baricitinib/olumiant tofacitinib/xeljanz upadacitinib/rinvoq nefopam/acupan carisoprodol \
     chlorzoxazone/clorzoxazona metaxalone/metaxalona/skelaxin orphenadrine/orfenadrina/norflex \
     thiocolchicoside/tiocolchicosido capsaicin/capsaicina/qutenza benzydamine/bencidamina/difflam/tantum \
     probenecid benzbromarone/benzbromarona rimegepant/nurtec ubrogepant atogepant pancuronium/pancuronio \
     remimazolam methohexital chloroprocaine/cloroprocaina nitrous_oxide/oxido_nitroso/entonox doxapram \
     hyaluronidase/hialuronidasa hydroxyethyl_starch/hidroxietilalmidon/voluven \
     gelatin/gelatina/gelofusine/gelafundin aprotinin/aprotinina fluorescein/fluoresceina \
     isosulfan_blue/azul_de_isosulfan patent_blue/azul_patente indocyanine_green/verde_de_indocianina \
     gadopentetate/gadopentetato/magnevist gadoteridol/prohance gadodiamide/gadodiamida/omniscan \
     diatrizoate/amidotrizoato/gastrografin/gastrografina iomeprol/iomeron iobitridol/xenetix ioxaglate/hexabrix \
     regadenoson/lexiscan/rapiscan acamprosate/acamprosato/campral lofexidine/lofexidina cysteamine/cisteamina \
     sapropterin/sapropterina glucosamine/glucosamina chondroitin/condroitina zinc_oxide/oxido_de_zinc \
     silver_nitrate/nitrato_de_plata mmr_vaccine/triple_virica \
     varicella_vaccine/vacuna_de_varicela/vacuna_varicela/varivax \
     yellow_fever_vaccine/vacuna_de_fiebre_amarilla/vacuna_fiebre_amarilla/stamaril bcg_vaccine/vacuna_bcg";

/// Antibacterials, antifungals, antivirals and antiparasitics of no class of their own.
pub(super) const ANTI_INFECTIVE: &str = "chloramphenicol/cloranfenicol fusidic_acid/acido_fusidico/fucidin/fusidate rifabutin/rifabutina \
     rifapentine/rifapentina bedaquiline/bedaquilina delamanid cycloserine/cicloserina ethionamide/etionamida \
     capreomycin/capreomicina kanamycin/kanamicina plazomicin/plazomicina tedizolid/sivextro \
     telavancin/telavancina quinupristin_dalfopristin/synercid fidaxomicin/fidaxomicina/dificid/dificlir \
     methenamine/metenamina/hiprex isavuconazole/isavuconazol/cresemba anidulafungin/anidulafungina \
     micafungin/micafungina flucytosine/flucitosina griseofulvin/griseofulvina miconazole/miconazol \
     econazole/econazol famciclovir/famvir foscarnet cidofovir zanamivir/relenza baloxavir/xofluza \
     molnupiravir/lagevrio bictegravir/biktarvy doravirine/doravirina etravirine/etravirina maraviroc/celsentri \
     cabotegravir/vocabria emtricitabine_tenofovir/truvada/descovy efavirenz_emtricitabine_tenofovir/atripla \
     pentamidine/pentamidina artemether_lumefantrine/artemeter_lumefantrina/riamet/coartem \
     atovaquone_proguanil/malarone nitazoxanide/nitazoxanida benznidazole/benznidazol nifurtimox \
     miltefosine/miltefosina permethrin/permetrina pyrimethamine/pirimetamina paromomycin/paromomicina \
     meropenem_vaborbactam/vaborem/vabomere imipenem_relebactam/recarbrio colistimethate/colistimetato \
     nalidixic_acid/acido_nalidixico nifuroxazide/nifuroxazida";

/// Cephalosporins.
pub(super) const CEPHALOSPORIN: &str = "ceftobiprole/ceftobiprol/zevtera cefoperazone/cefoperazona cefotetan ceftibuten/cedax \
     cephradine/cefradina/cefradine cephalothin/cefalotina/cefalotin cefminox ceftizoxime/ceftizoxima \
     ceftolozane_tazobactam/ceftolozano_tazobactam";

/// Penicillins.
pub(super) const PENICILLIN: &str = "bacampicillin/bacampicilina sultamicillin/sultamicilina pivampicillin/pivampicilina mezlocillin/mezlocilina";

/// Macrolides.
pub(super) const MACROLIDE: &str = "josamycin/josamicina";

/// Tetracyclines.
pub(super) const TETRACYCLINE: &str = "lymecycline/limeciclina/tetralysal oxytetracycline/oxitetraciclina/terramicina demeclocycline/demeclociclina \
     omadacycline/omadaciclina eravacycline/eravaciclina";

/// Non-steroidal anti-inflammatory drugs, alone and with others.
pub(super) const NSAID: &str = "tolfenamic_acid/acido_tolfenamico tiaprofenic_acid/acido_tiaprofenico oxaprozin/oxaprozina \
     salsalate/salsalato diflunisal fenoprofen/fenoprofeno clonixin/clonixinato_de_lisina/clonixinato/dorixina \
     morniflumate/morniflumato ibuprofen_codeine/nurofen_plus \
     ibuprofen_paracetamol/combogesic/ibuprofeno_paracetamol ibuprofen_pseudoephedrine/advil_cold/espidifen_plus";

/// Opioids.
pub(super) const OPIOID: &str = "diamorphine/diamorfina/heroin nalbuphine/nalbufina/nubain butorphanol/butorfanol pentazocine/pentazocina \
     papaveretum oliceridine/oliceridina codeine_aspirin/co_codaprin";

/// Insulins.
pub(super) const INSULIN: &str = "insulin_isophane/insulina_isofana/insulatard/humulin_i/humulin_n \
     insulin_mix/novomix/mixtard/humulin_m/ryzodeg";

/// More cytotoxic drugs, with their Spanish names behind a stroke.
pub(super) const CYTOTOXIC: &str = "thiotepa/tiotepa dactinomycin/dactinomicina pegaspargase/pegaspargasa cladribine/cladribina \
     nelarabine/nelarabina clofarabine/clofarabina raltitrexed streptozocin/estreptozocina mitotane/mitotano \
     arsenic_trioxide/trioxido_de_arsenico tegafur pixantrone/pixantrona amsacrine/amsacrina \
     vinflunine/vinflunina ixabepilone/ixabepilona folfoxiri dhap r_cvp";

/// Hormones against cancer.
pub(super) const CANCER_HORMONE: &str = "relugolix/orgovyx buserelin/buserelina nilutamide/nilutamida";

/// Heparins and other anticoagulants.
pub(super) const ANTICOAGULANT: &str = "certoparin/certoparina parnaparin/parnaparina desirudin/desirudina";
