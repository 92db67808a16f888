use crate::rules::testing::{note, places};
use referee_syntax::Format;

const ID: &str = "medication/contraindicated";

fn flagged(text: &str) -> Vec<&str> {
    places(ID, Format::PlainText, text, &note())
}

#[test]
fn a_drug_is_flagged_beside_a_condition_that_its_label_forbids() {
    for (text, drug) in [
        ("History of asthma.\n\nPlan: propranolol 40 mg twice daily.", "propranolol"),
        ("PMH: asthma, migraine.\n\nPlan: start timolol eye drops.", "timolol"),
        ("She is asthmatic.\n\nMedications:\n- carvedilol 6.25 mg BID", "carvedilol"),
        ("A 28-year-old woman, 24 weeks pregnant.\n\nPlan: lisinopril 10 mg daily.", "lisinopril"),
        ("She is pregnant.\n\nPlan: isotretinoin 40 mg daily.", "isotretinoin"),
        ("She is pregnant and feels well.\n\nPlan: continue valproate 500 mg twice daily.", "valproate"),
        ("Intrauterine pregnancy, 9 weeks.\n\nPlan: start warfarin 5 mg daily.", "warfarin"),
        (
            "History of myocardial infarction in 2019.\n\nPlan: sumatriptan 50 mg PRN for migraine.",
            "sumatriptan",
        ),
        ("Known coronary artery disease.\n\nPlan: rizatriptan 10 mg as needed.", "rizatriptan"),
        ("PMH: epilepsy since age 12.\n\nPlan: bupropion 150 mg daily.", "bupropion"),
        ("History of bulimia nervosa.\n\nPlan: bupropion 150 mg daily.", "bupropion"),
        ("Congestive heart failure, NYHA III.\n\nPlan: pioglitazone 15 mg daily.", "pioglitazone"),
        ("Heart failure with an EF of 30%.\n\nPlan: cilostazol 100 mg twice daily.", "cilostazol"),
        ("ECG: complete heart block.\n\nPlan: diltiazem 120 mg daily.", "diltiazem"),
        ("ECG: second-degree AV block.\n\nPlan: verapamil 80 mg three times daily.", "verapamil"),
        ("Parkinson's disease for six years.\n\nPlan: haloperidol 2 mg IV for agitation.", "haloperidol"),
        ("Parkinson disease.\n\nPlan: metoclopramide 10 mg IV.", "metoclopramide"),
        ("Myasthenia gravis, stable.\n\nPlan: ciprofloxacin 500 mg twice daily.", "ciprofloxacin"),
        ("eGFR 22 mL/min/1.73 m2.\n\nPlan: metformin 1000 mg twice daily.", "metformin"),
        ("Labs: eGFR: 18.\n\nMedications:\n- metformin 500 mg daily", "metformin"),
        (
            "Antecedentes: asma desde la infancia temprana, asmática.\n\nPlan: propranolol 40 mg cada 12 h.",
            "propranolol",
        ),
        ("Paciente embarazada de 20 semanas.\n\nPlan: enalapril 10 mg cada 24 h.", "enalapril"),
        ("Gestación de 12 semanas.\n\nPlan: iniciar losartan 50 mg al día.", "losartan"),
        ("Antecedentes: cardiopatía isquémica.\n\nPlan: sumatriptan 50 mg si migraña.", "sumatriptan"),
        ("Antecedentes: infarto agudo de miocardio en 2018.\n\nPlan: rizatriptan 10 mg.", "rizatriptan"),
        ("Antecedentes: epilepsia.\n\nPlan: bupropion 150 mg al día.", "bupropion"),
        ("Insuficiencia cardiaca crónica.\n\nPlan: pioglitazona 15 mg al día.", "pioglitazona"),
        ("ECG: bloqueo AV completo.\n\nPlan: verapamilo 80 mg cada 8 h.", "verapamilo"),
        ("Enfermedad de Parkinson avanzada.\n\nPlan: haloperidol 2,5 mg im.", "haloperidol"),
        ("Miastenia gravis.\n\nPlan: levofloxacino 500 mg cada 24 h.", "levofloxacino"),
        ("Filtrado glomerular: 21.\n\nPlan: metformina 850 mg cada 12 h.", "metformina"),
    ] {
        assert_eq!(flagged(text), [drug], "{text}");
    }
}

#[test]
fn two_drugs_that_are_not_given_together_are_flagged_at_the_second() {
    for (text, drug) in [
        ("Medications:\n- isosorbide 30 mg daily\n- sildenafil 50 mg as needed", "sildenafil"),
        ("Medications:\n- tadalafil 5 mg daily\n\nPlan: start nitroglycerin 0.4 mg SL.", "nitroglycerin"),
        (
            "Medications:\n- simvastatin 40 mg daily\n\nPlan: clarithromycin 500 mg BID for 7 days.",
            "clarithromycin",
        ),
        ("Medications:\n- simvastatin 20 mg daily\n- gemfibrozil 600 mg BID", "gemfibrozil"),
        ("Medications:\n- tizanidine 4 mg TID\n\nPlan: ciprofloxacin 500 mg BID.", "ciprofloxacin"),
        ("Medications:\n- azathioprine 100 mg daily\n\nPlan: start febuxostat 40 mg daily.", "febuxostat"),
        (
            "Medications:\n- lisinopril 10 mg daily\n\nPlan: start sacubitril/valsartan 24/26 mg BID.",
            "sacubitril/valsartan",
        ),
        (
            "Tratamiento habitual: simvastatina 20 mg al día.\n\nPlan: claritromicina 500 mg cada 12 h.",
            "claritromicina",
        ),
        ("Tratamiento: nitroglicerina 0,4 mg sl si dolor.\n\nPlan: sildenafilo 50 mg.", "sildenafilo"),
    ] {
        let found = flagged(text);
        assert!(found.first().is_some_and(|first| drug.starts_with(first)), "{text} {found:?}");
        assert_eq!(found.len(), 1, "{text} {found:?}");
    }
}

#[test]
fn what_is_denied_past_possible_or_of_somebody_else_forbids_nothing() {
    for text in [
        "No asthma.\n\nPlan: propranolol 40 mg twice daily.",
        "Denies asthma or COPD.\n\nPlan: propranolol 40 mg twice daily.",
        "Family history: asthma in her mother.\n\nPlan: propranolol 40 mg twice daily.",
        "Her brother has asthma.\n\nPlan: propranolol 40 mg twice daily.",
        "Childhood asthma.\n\nPlan: propranolol 40 mg twice daily.",
        "Asthma in childhood, none since.\n\nPlan: propranolol 40 mg twice daily.",
        "Possible asthma, spirometry pending.\n\nPlan: propranolol 40 mg twice daily.",
        "Asthma ruled out.\n\nPlan: propranolol 40 mg twice daily.",
        "Asthma.\n\nPlan: salbutamol 100 mcg as needed.",
        "Asthma.\n\nPlan: metoprolol 25 mg twice daily.",
        "Asthma.\n\nPropranolol was stopped last year.",
        "Asthma.\n\nPlan: stop propranolol.",
        "Asthma.\n\nPlan: avoid propranolol.",
        "Asthma.\n\nAllergies: propranolol.",
        "Asthma.\n\nPlan: propranolol is contraindicated.",
        "Not pregnant.\n\nPlan: lisinopril 10 mg daily.",
        "Pregnancy test negative.\n\nPlan: isotretinoin 40 mg daily.",
        "Pregnant in 2015.\n\nHistory: gave birth to a healthy boy.\n\nPlan: lisinopril 10 mg daily.",
        "If pregnant, call us.\n\nPlan: lisinopril 10 mg daily.",
        "She wants to become pregnant next year.\n\nPlan: lisinopril 10 mg daily.",
        "His wife is pregnant.\n\nPlan: lisinopril 10 mg daily.",
        "Advised not to get pregnant.\n\nPlan: isotretinoin 40 mg daily.",
        "Postpartum day 3.\n\nShe was pregnant with twins.\n\nPlan: enalapril 10 mg daily.",
        "Ectopic pregnancy; she is pregnant in the left tube.\n\nPlan: methotrexate 50 mg IM once.",
        "Newborn at 39 weeks gestation.\n\nPlan: captopril 0.1 mg/kg.",
        "She is breast-feeding and no longer pregnant.\n\nPlan: enalapril 10 mg daily.",
        "Pregnant, 20 weeks.\n\nPlan: labetalol 100 mg twice daily; lisinopril is contraindicated.",
        "Pregnant, 20 weeks.\n\nPlan: stop lisinopril, start labetalol 100 mg twice daily.",
        "Pregnant, 20 weeks.\n\nShe took enalapril until last year.",
        "No history of myocardial infarction.\n\nPlan: sumatriptan 50 mg PRN.",
        "Father had a myocardial infarction at 50.\n\nPlan: sumatriptan 50 mg PRN.",
        "Myocardial infarction was ruled out.\n\nPlan: sumatriptan 50 mg PRN.",
        "At risk of myocardial infarction.\n\nPlan: sumatriptan 50 mg PRN.",
        "No epilepsy.\n\nPlan: bupropion 150 mg daily.",
        "Epilepsy in a sister.\n\nPlan: bupropion 150 mg daily.",
        "No signs of heart failure.\n\nPlan: pioglitazone 15 mg daily.",
        "No heart failure or edema.\n\nPlan: cilostazol 100 mg twice daily.",
        "Heart failure is excluded by a normal BNP.\n\nPlan: cilostazol 100 mg twice daily.",
        "Heart failure.\n\nPlan: empagliflozin 10 mg daily.",
        "Complete heart block in 2018, pacemaker since.\n\nPlan: metoprolol 25 mg daily.",
        "First-degree AV block.\n\nPlan: metoprolol 25 mg daily.",
        "Right bundle branch block.\n\nPlan: diltiazem 120 mg daily.",
        "Wolff-Parkinson-White syndrome.\n\nPlan: haloperidol 2 mg.",
        "No Parkinson disease.\n\nPlan: metoclopramide 10 mg IV.",
        "eGFR 65.\n\nPlan: metformin 1000 mg twice daily.",
        "eGFR >60.\n\nPlan: metformin 1000 mg twice daily.",
        "eGFR 22 on admission, eGFR 58 today.\n\nPlan: metformin 500 mg daily.",
        "eGFR 22.\n\nPlan: hold metformin.",
        "eGFR 22.\n\nPlan: linagliptin 5 mg daily.",
        "eGFR 30.\n\nPlan: metformin 500 mg daily.",
        "Niega asma.\n\nPlan: propranolol 40 mg cada 12 h.",
        "Asma en la infancia.\n\nPlan: propranolol 40 mg cada 12 h.",
        "Madre con asma.\n\nPlan: propranolol 40 mg cada 12 h.",
        "Sin asma ni EPOC.\n\nPlan: propranolol 40 mg cada 12 h.",
        "No embarazada.\n\nPlan: enalapril 10 mg cada 24 h.",
        "Test de embarazo negativo.\n\nPlan: isotretinoína 20 mg al día.",
        "Embarazo de 39 semanas, parto eutócico. Puerperio.\n\nPlan: enalapril 10 mg cada 24 h.",
        "Su esposa está embarazada.\n\nPlan: enalapril 10 mg cada 24 h.",
        "Si embarazada, suspender.\n\nPlan: enalapril 10 mg cada 24 h.",
        "Recién nacido de 38 semanas de gestación.\n\nPlan: captopril 0,1 mg/kg.",
        "Sin antecedentes de infarto de miocardio.\n\nPlan: sumatriptan 50 mg.",
        "Padre con cardiopatía isquémica.\n\nPlan: sumatriptan 50 mg.",
        "Sin datos de insuficiencia cardiaca.\n\nPlan: pioglitazona 15 mg.",
        "Se descarta insuficiencia cardiaca.\n\nPlan: cilostazol 100 mg cada 12 h.",
        "Bloqueo AV completo, portador de marcapasos.\n\nPlan: bisoprolol 2,5 mg al día.",
        "Bloqueo AV de primer grado.\n\nPlan: bisoprolol 2,5 mg al día.",
        "No padece epilepsia.\n\nPlan: bupropion 150 mg.",
        "Enfermedad de Parkinson.\n\nPlan: domperidona 10 mg.",
        "Filtrado glomerular: 75.\n\nPlan: metformina 850 mg cada 12 h.",
        "Filtrado glomerular: 21.\n\nPlan: suspender metformina.",
        "Medications:\n- sildenafil 50 mg as needed\n\nAllergies: nitroglycerin.",
        "Medications:\n- sildenafil 50 mg as needed\n\nPlan: avoid nitroglycerin.",
        "Medications:\n- simvastatin 40 mg daily\n\nPlan: hold simvastatin; start clarithromycin 500 mg BID; interaction explained.",
        "Medications:\n- simvastatin 40 mg daily\n\nPlan: azithromycin 500 mg daily.",
        "Medications:\n- pravastatin 40 mg daily\n\nPlan: clarithromycin 500 mg BID.",
        "Medications:\n- tizanidine 4 mg TID\n\nPlan: amoxicillin 500 mg TID.",
        "Medications:\n- allopurinol 100 mg daily\n- febuxostat 40 mg daily",
        "Medications:\n- valsartan 80 mg daily\n- amlodipine 5 mg daily",
        "Lisinopril was stopped 36 hours ago.\n\nPlan: start sacubitril/valsartan 24/26 mg BID.",
        "Tratamiento: simvastatina 20 mg al día.\n\nPlan: azitromicina 500 mg al día.",
        "Suspendida simvastatina.\n\nPlan: claritromicina 500 mg cada 12 h.",
    ] {
        assert_eq!(flagged(text), Vec::<&str>::new(), "{text}");
    }
}
