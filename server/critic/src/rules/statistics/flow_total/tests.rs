use super::super::super::testing::{manuscript, said};
use referee_syntax::Format;

const ID: &str = "statistics/flow-total";

fn messages(text: &str) -> Vec<String> {
    said(ID, Format::Markdown, text, &manuscript()).into_iter().map(|said| said.remark.message).collect()
}

#[test]
fn must_fire() {
    for text in [
        "In total, 121 patients were randomised to drug (n = 60) or placebo (n = 60).",
        "In total, 121 patients were randomized to drug (n=60) or placebo (n=60).",
        "We found that 121 eligible adult patients were randomised to drug [n = 60] or placebo [n = 60].",
        "A total of 121 were randomly assigned to drug (n = 60) or placebo (n = 60).",
        "A total of 121 participants were randomly allocated to drug (n = 60) and placebo (n = 60).",
        "A total of 121 women were randomised: 60 to drug and 60 to placebo.",
        "A total of 121 women were randomised (60 to drug, 60 to placebo).",
        "A total of 121 children were randomised, 60 in the drug arm and 60 in the placebo arm.",
        "A total of 300 people were randomised to A (n = 100), B (n = 100) or C (n = 99).",
        "A total of 1,210 people were randomised to A (n = 600) or B (n = 600).",
        "Se aleatorizaron 121 pacientes a fármaco (n = 60) o placebo (n = 60).",
        "En total, 121 pacientes fueron aleatorizados a fármaco (n = 60) o placebo (n = 60).",
        "Fueron 121 pacientes aleatorizados: 60 al grupo A y 60 al grupo B.",
        "Los 121 participantes fueron asignados aleatoriamente a fármaco (n = 60) o placebo (n = 60).",
        "Las 121 mujeres fueron asignadas al azar a fármaco (n = 60) o placebo (n = 60).",
        "- Records identified (n = 1,234)\n- Duplicates removed (n = 234)\n- Records screened (n = 1,010)",
        "- Records identified: 1234\n- Duplicate records removed: 234\n- Records screened: 990",
        "Records identified through databases (n = 500). Duplicates removed (n = 100). Records screened (n = 401).",
        "- Records screened (n = 1000)\n- Records excluded (n = 900)\n- Reports sought for retrieval (n = 110)",
        "- Reports sought for retrieval (n = 100)\n- Reports not retrieved (n = 5)\n- Reports assessed for eligibility (n = 94)",
        "- Reports assessed for eligibility (n = 95)\n- Reports excluded (n = 75)\n- Studies included in review (n = 21)",
        "- Reports assessed: 95\n- Reports excluded: 75\n- Studies included: 19",
        "- Assessed for eligibility (n = 200)\n- Excluded (n = 80)\n- Randomised (n = 121)",
        "- Assessed for eligibility: 200\n- Excluded: 80\n- Randomized: 119",
        "| Records identified | 1234 |\n|---|---|\n| Duplicates removed | 234 |\n| Records screened | 1010 |",
        "- Registros identificados (n = 500)\n- Duplicados eliminados (n = 100)\n- Registros cribados (n = 410)",
        "- Registros cribados: 400\n- Registros excluidos: 300\n- Informes buscados: 90",
        "- Informes evaluados (n = 95)\n- Informes excluidos (n = 75)\n- Estudios incluidos (n = 21)",
        "- Evaluados para elegibilidad (n = 200)\n- Excluidos (n = 80)\n- Aleatorizados (n = 121)",
        "A total of 90 subjects were randomised to drug (n = 44) or placebo (n = 45).",
    ] {
        assert_eq!(messages(text).len(), 1, "{text} {:?}", messages(text));
    }
}

#[test]
fn must_not_fire() {
    for text in [
        "In total, 120 patients were randomised to drug (n = 60) or placebo (n = 60).",
        "A total of 120 women were randomised: 60 to drug and 60 to placebo.",
        "A total of 120 women were randomised (60 to drug, 60 to placebo).",
        "A total of 299 people were randomised to A (n = 100), B (n = 100) or C (n = 99).",
        "A total of 1,200 people were randomised to A (n = 600) or B (n = 600).",
        "A total of 120 were randomised to drug (n = 60) or placebo (n = 60); 118 completed it (n = 59; n = 59).",
        "A total of 120 were randomised to drug (n = 60) or placebo (n = 60), and 110 completed (n = 55 and n = 55).",
        "A total of 120 were randomised to drug (n = 60), placebo (n = 60) or, later, nothing (n = 10).",
        "A total of 120 were randomised, of whom 60 received drug and 58 placebo.",
        "A total of 120 were randomised 2:1 to drug or placebo.",
        "A total of 120 were randomised to drug (n = 60) or placebo.",
        "A total of 120 were randomised to drug at 10 mg or placebo.",
        "A total of 120 were randomised in 12 centres in 3 countries.",
        "A total of 120 were randomised; 40 (33%) to drug.",
        "A total of 120 patients were randomised in 4 to 6 weeks.",
        "Of 200 screened, 120 patients were randomised to drug (n = 60) or placebo (n = 60).",
        "Patients were randomised to drug (n = 60) or placebo (n = 61).",
        "The 120 patients were treated with drug (n = 60) or placebo (n = 50).",
        "Mice were randomised to drug (n = 6) or placebo (n = 5).",
        "Se aleatorizaron 120 pacientes a fármaco (n = 60) o placebo (n = 60).",
        "En total, 120 pacientes fueron aleatorizados a fármaco (n = 60) o placebo (n = 60).",
        "Fueron 120 pacientes aleatorizados: 60 al grupo A y 60 al grupo B.",
        "- Records identified (n = 1,234)\n- Duplicates removed (n = 234)\n- Records screened (n = 1,000)",
        "- Records identified: 1234\n- Duplicate records removed: 234\n- Records screened: 1000",
        "- Records screened (n = 1000)\n- Records excluded (n = 900)\n- Reports sought for retrieval (n = 100)",
        "- Reports sought for retrieval (n = 100)\n- Reports not retrieved (n = 5)\n- Reports assessed for eligibility (n = 95)",
        "- Reports assessed for eligibility (n = 95)\n- Reports excluded (n = 75)\n- Studies included in review (n = 20)",
        "- Assessed for eligibility (n = 200)\n- Excluded (n = 80)\n- Randomised (n = 120)",
        "- Registros identificados (n = 500)\n- Duplicados eliminados (n = 100)\n- Registros cribados (n = 400)",
        "- Informes evaluados (n = 95)\n- Informes excluidos (n = 75)\n- Estudios incluidos (n = 20)",
        "- Evaluados para elegibilidad (n = 200)\n- Excluidos (n = 80)\n- Aleatorizados (n = 120)",
        "- Records identified (n = 500)\n- Records identified (n = 300)\n- Duplicates removed (n = 100)\n- Records screened (n = 700)",
        "- Records identified (n = 500)\n- Records screened (n = 400)",
        "- Records screened (n = 1000)\n- Reports excluded (n = 900)\n- Studies included (n = 50)",
        "- Records excluded (n = 900)",
        "We screened 1,000 records and excluded 900.",
        "We identified 1,234 records, removed duplicates and screened 1,000.",
        "The search found 500 records; 20 studies were included.",
        "Records were screened by two reviewers, and 30 were excluded.",
        "Of 500 identified records, 20 were included.",
        "The flow is shown in Figure 1.",
        "Excluded (n = 80) were those with cancer.",
        "Randomised (n = 120) and excluded (n = 80) differed in age.",
        "Women (n = 60) and men (n = 61) were 121 in all.",
        "A sample of 120 was drawn at random (n = 60 and n = 50).",
        "A random sample of 120 patients (n = 60; n = 50) was drawn.",
        "Randomisation was by computer in blocks of 4 and 6.",
        "They were randomised in a 1:1 ratio.",
        "A randomised trial with 120 patients (n = 60 in one arm).",
        "Of the 12 randomised trials, 4 in adults and 5 in children were small.",
        "We used 12 randomised trials (n = 5) and (n = 6).",
        "In 2019, randomised trials (n = 60) and cohorts (n = 70) were found.",
        "The 120 patients were randomised to drug 60 mg or 50 mg.",
        "The 120 patients were randomised after 60 to 70 days.",
        "Se incluyeron 120 pacientes, 60 en el grupo A y 50 en el B.",
        "Los registros cribados fueron 400.",
        "Fueron asignados al azar a dos grupos.",
        "`121 randomised to A (n = 60) or B (n = 60)` is an example.",
        "Assessed for eligibility (n = 200); excluded (n = 80).",
        "Participants assessed for eligibility were 200.",
        "A total of 10 patients were randomised to drug (n = 5) or placebo (n = 5).",
    ] {
        assert_eq!(messages(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn what_a_sentence_takes_away_and_adds_up_is_counted() {
    for text in [
        "A total of 500 records were screened; 320 were excluded, leaving 200 for full-text review.",
        "Of the 100 patients enrolled, 12 withdrew and 90 completed the study.",
        "After removing 45 duplicates from 400 records, 365 remained.",
        "Patients (n = 150) were randomly assigned to the treatment arm (n = 76) or the control arm (n = 75).",
        "Among 80 participants, 45 were women and 37 were men.",
        "De los 100 pacientes incluidos, 12 abandonaron y 90 completaron el estudio.",
        "Se incluyeron 80 pacientes (45 mujeres y 37 hombres).",
        "Se cribaron 400 registros, se excluyeron 350 y quedaron 60.",
        "In all, 180 women were randomly allocated to three groups (n = 60, n = 60 and n = 50).",
        "A total of 100 patients were allocated to group A (n = 50) or group B (n = 49).",
    ] {
        assert_eq!(messages(text).len(), 1, "{text} {:?}", messages(text));
    }
    for text in [
        "A total of 500 records were screened; 320 were excluded, leaving 180 for full-text review.",
        "Of the 100 patients enrolled, 12 withdrew and 88 completed the study.",
        "After removing 45 duplicates from 400 records, 355 remained.",
        "Of 100 patients, 45 women and 50 men had hypertension.",
        "Among 80 participants, 45 were women and 35 were men.",
        "Of the 100 patients, 12 withdrew in the first group and 90 completed at least one visit.",
        "Of 100 patients, 12 withdrew, 3 for side effects, and 88 completed the study.",
        "De los 100 pacientes incluidos, 12 abandonaron y 88 completaron el estudio.",
    ] {
        assert_eq!(messages(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn the_message_shows_the_arithmetic() {
    assert_eq!(
        messages("In total, 121 patients were randomised to drug (n = 60) or placebo (n = 60)."),
        [
            "The arms add up to 120 (60 + 60), but 121 are reported as randomised. Check the counts, or explain the difference."
        ]
    );
    assert_eq!(
        messages(
            "- Records identified (n = 1,234)\n- Duplicates removed (n = 234)\n- Records screened (n = 1,010)"
        ),
        ["1234 identified less 234 duplicates is 1000, not 1010 screened. Check the counts."]
    );
}
