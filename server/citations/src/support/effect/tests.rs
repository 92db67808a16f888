use super::EffectClaim;

fn contradicted(claim: &str, text: &str) -> bool {
    EffectClaim::read(claim).is_some_and(|claim| claim.contradicted_by(text).is_some())
}

#[test]
fn the_opposite_of_the_same_two_things_contradicts() {
    for (claim, text) in [
        (
            "Antiretroviral therapy raises rates of tuberculosis in many countries.",
            "Antiretroviral therapy was strongly associated with a reduction in the incidence of tuberculosis.",
        ),
        (
            "Lack of FGF21 slows the growth of plaques.",
            "FGF21 deficiency caused a marked exacerbation of plaques.",
        ),
        (
            "Exposure to fine particulate matter is unrelated to anxiety.",
            "Fine particulate matter (PM) was measured daily. Exposure to PM was associated with anxiety.",
        ),
        (
            "Charcoal is effective in poisoning with paraquat.",
            "Charcoal had little effect on poisoning with paraquat.",
        ),
        (
            "Pioglitazone is not associated with bladder cancer.",
            "Pioglitazone was associated with an increased risk of bladder cancer.",
        ),
        ("Vitamin D prevents falls.", "Vitamin D did not reduce falls."),
        ("Vitamin D reduced fractures.", "Vitamin D had no effect on fractures."),
        ("Vitamin D had no effect on fractures.", "Vitamin D reduced fractures."),
        ("Vitamin K increased bleeding.", "Vitamin K had no effect on bleeding."),
        ("Metformin reduced mortality.", "Metformin raised mortality."),
        (
            "Sympathetic activity is reduced in pregnancy.",
            "Sympathetic activity is increased during pregnancy while pressure is maintained.",
        ),
        (
            "There is no relation between statins and hip fractures.",
            "Statins were associated with a lower risk of hip fractures.",
        ),
        (
            "Klf4 is not required for the differentiation of monocytes.",
            "Klf4 is essential for the differentiation of monocytes.",
        ),
        (
            "Birth weight is inversely associated with asthma.",
            "A higher risk of asthma was noted with increased birthweight and with maternal age.",
        ),
        (
            "Zorvastat reduces fractures.",
            "The hazard ratio of fractures with zorvastat was 1.41 (95% CI 1.12 to 1.77).",
        ),
        (
            "Eating nuts increases the risk of stroke.",
            "The pooled relative risk of stroke for eating nuts was 0.84 (95% confidence interval 0.75 to 0.95).",
        ),
        (
            "Ferrostatin decreases the fragility of chromosomes in BRCA2-deficient cells.",
            "Ferrostatin increases the fragility of chromosomes in BRCA2-deficient cells.",
        ),
        (
            "The KLB gene suppresses thermogenesis.",
            "KLB is expressed in fat, and promotes thermogenesis by activating a receptor.",
        ),
        (
            "Ferrostatin stimulates the growth of gliomas.",
            "We used the compound ferrostatin (FRS). FRS suppressed the growth of gliomas.",
        ),
        (
            "CD99 is not associated with the spread of sarcoma.",
            "Here we show that CD99 is a marker of the spread of sarcoma.",
        ),
        ("Loss of sleep plays a negligible role in obesity.", "Loss of sleep is associated with obesity."),
        ("Zorvastat lowers blood pressure.", "Blood pressure was lower with placebo than with zorvastat."),
        (
            "Pyridostatin decreases the fragility of telomeres.",
            "Pyridostatin increased the fragility of telomeres, suggesting that another protein drives their loss.",
        ),
        (
            "Ferrostatin encourages metastasis.",
            "Ferrostatin inhibits the growth of gliomas, metastasis and resistance.",
        ),
        (
            "Memory lymphocytes diminish chemokines in the lung.",
            "Memory, but not naive, lymphocytes enhance chemokines in the lung.",
        ),
        ("Mice lacking Sirt1 are immune to obesity.", "Mice lacking SIRT1 are hypersensitive to obesity."),
        ("GATA-3 slows the growth of lymphomas.", "GATA3 accelerated the growth of lymphomas."),
        ("Zorvastat lowers renal fibrosis.", "Zorvastat increased fibrosis of the kidney."),
        ("Anti-Tim-1 antibodies reduce atherosclerosis.", "Anti-Tim-1 antibodies enhanced atherosclerosis."),
    ] {
        assert!(contradicted(claim, text), "{claim} / {text}");
    }
}

#[test]
fn what_agrees_or_speaks_of_something_else_does_not() {
    for (claim, text) in [
        (
            "Antiretroviral therapy lowers rates of tuberculosis.",
            "Antiretroviral therapy was associated with a reduction in the incidence of tuberculosis.",
        ),
        (
            "Lack of FGF21 speeds the growth of plaques.",
            "FGF21 deficiency caused a marked exacerbation of plaques.",
        ),
        (
            "Inhibiting HDAC6 increases the survival of mice.",
            "Inhibition of HDAC6 using an inhibitor improved the survival of mice.",
        ),
        (
            "Acetylation repairs the transport of vesicles.",
            "Acetylation rescues deficits of the transport of vesicles.",
        ),
        ("Sildenafil improves pain.", "Sildenafil reduced pain."),
        ("Plaques reduced autophagy.", "Autophagy increased plaques."),
        ("Aspirin lowers the risk of colon cancer.", "Aspirin raised the risk of bleeding."),
        (
            "Aspirin lowers the risk of colon cancer.",
            "We hypothesised that aspirin raises the risk of colon cancer.",
        ),
        (
            "Pioglitazone raises the risk of bladder cancer.",
            "Pioglitazone was not only associated with bladder cancer.",
        ),
        (
            "Whole fruits lower the risk of diabetes.",
            "Whole fruits lowered the risk of diabetes, whereas fruit juice raised it.",
        ),
        (
            "Pioglitazone raises the risk of pancreatic cancer.",
            "Pioglitazone was not associated with a raised risk of bladder cancer.",
        ),
        ("Vitamin D protects against falls.", "Vitamin D reduced falls, but did not reduce fractures."),
        (
            "Ferrostatin induces the arrest of cells.",
            "Ferrostatin reduces proliferation by inducing breaks, the arrest of cells, and death.",
        ),
        (
            "Adam9 deficiency reduces the breakdown of cartilage.",
            "Adam9 conditional knockout in mice reduced the breakdown of cartilage.",
        ),
        (
            "The minor allele is related to less onset of colitis.",
            "The minor allele, despite not being associated with the onset of colitis, is associated with a milder course of colitis.",
        ),
        ("Zorvastat lowers blood pressure.", "Blood pressure was higher with placebo than with zorvastat."),
        ("Zorvastat lowers blood pressure.", "Compared with zorvastat, placebo raised blood pressure."),
        ("Zorvastat improves control of asthma.", "Zorvastat reduced asthma."),
        ("Zorvastat lowers mortality in women.", "Zorvastat raised mortality in men."),
        (
            "Knockout tubule-specific deletion of Alk3 causes fibrosis.",
            "Deletion of Alk3 increased fibrosis.",
        ),
        ("CX3CR1 promotes inflammation.", "CX3CR1-blocking reagents reduced inflammation."),
        (
            "Zorvastat raises fractures.",
            "Although zorvastat had no effect on weight in the first year, it raised fractures.",
        ),
        ("Gata3 promotes lymphoma.", "Gata3(-/-) mice had reduced lymphoma."),
        (
            "Bypass surgery increases the risk of colorectal cancer.",
            "No association was seen between bypass surgery and fractures, cancer, or stroke.",
        ),
        (
            "N99I mutations protect against malaria.",
            "N99I was seen more often in patients with malaria in one village (odds ratio 2.62, 95% CI 1.43-4.81 for anaemia).",
        ),
    ] {
        assert!(!contradicted(claim, text), "{claim} / {text}");
    }
}
