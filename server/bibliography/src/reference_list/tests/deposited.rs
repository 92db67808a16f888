//! References deposited by publishers or stored by an index, with fewer fields than a printed list.

use super::{line, read_item, reads};

#[test]
fn a_place_in_a_journal_alone_is_read() {
    reads("Cancer Res. 1988 Dec 1;48(23):6739-44", "- | - | Cancer Res | 1988;48(23):6739-44");
    reads(
        "Cell Mol Biol (Noisy-le-grand). 1994 Dec;40(8):1063-76",
        "- | - | Cell Mol Biol (Noisy-le-grand) | 1994;40(8):1063-76",
    );
    reads("Ferrant, P. A. J Examples. 2, 124-129 (2005).", "Ferrant PA | - | J Examples | 2005;2(-):124-129");
    reads(
        "[3] J. P. Perdew, K. Burke, and M. Ernzerhof, Phys. Rev. Lett. 77, 3865 (1996).",
        "Perdew JP, Burke K, Ernzerhof M | - | Phys. Rev. Lett | 1996;77(-):3865",
    );
    // A title without a journal is not recognised.
    reads("Effects of metformin in adults. 2002;346(6):393-403.", "- | - | - | 2002;346(6):393-403");
}

#[test]
fn fields_that_a_deposit_set_apart_with_blanks_are_read() {
    reads(
        ") Smith , J. A. , Roe , T. , Jr. and Doe , R.Effects of metformin (N‐methyl) in adults . Carcinogenesis , 5 , 1193 – 1198 ( 1984. ).",
        "Smith JA, Roe T, Doe R | Effects of metformin (N‐methyl) in adults | Carcinogenesis | 1984;5(-):1193 – 1198",
    );
    reads(
        "Mao, J.H., Doe, R.et al. (2008) Effects of metformin in adults. Science 321, 1499–1502",
        "Mao JH, Doe R, … | Effects of metformin in adults | Science | 2008;321(-):1499–1502",
    );
    reads(
        "Smith J. Effects of metformin (p < .05 for all). Lancet. 2020;395:1-10.",
        "Smith J | Effects of metformin (p < .05 for all) | Lancet | 2020;395(-):1-10",
    );
}

#[test]
fn a_number_without_a_mark_before_an_item_is_no_part_of_it() {
    reads(
        "9 Smith JA, Doe R, et al. Effects of metformin in adults. BMJ 2003;327:557–60.",
        "Smith JA, Doe R, … | Effects of metformin in adults | BMJ | 2003;327(-):557–60",
    );
    reads("10 years of metformin. A review. Lancet. 2020;395:1-10.", "- | - | Lancet | 2020;395(-):1-10");
}

#[test]
fn a_quotation_at_the_beginning_of_a_title_is_no_whole_title() {
    reads(
        "Folk MF, Folk SE. “Mini-mental state”. A practical method for grading the cognitive state of patients. J Psychiatr Res 1975; 12: 189–198.",
        "Folk MF, Folk SE | “Mini-mental state”. A practical method for grading the cognitive state of patients | J Psychiatr Res | 1975;12(-):189–198",
    );
}

#[test]
fn articles_without_volume_and_pages_have_a_title_and_a_journal() {
    let expected =
        "Wang Y, Gittins J | Bandits in clinical trials: a review | Sequential Analysis | 1992;-(-):-";
    for text in [
        "Y. Wang, J. Gittins, Bandits in clinical trials: a review, Sequential Analysis (1992).",
        "Wang Y., Gittins J. Bandits in clinical trials: a review // Sequential Analysis. Informa UK Limited, 1992.",
        "WANG Y, GITTINS J. Bandits in clinical trials: a review[J]. Sequential Analysis, 1992.",
    ] {
        let item = read_item(text);
        assert_eq!(line(&item).replace("WANG", "Wang").replace("GITTINS", "Gittins"), expected, "{text}");
    }
    reads(
        "YU T, LI C. Risk of herpes in adults[J]. International Journal of Examples, 2021, 75(4).",
        "YU T, LI C | Risk of herpes in adults | International Journal of Examples | 2021;75(4):-",
    );
    reads(
        "Poised for a dividend? Changes in the lives of young women. PLOS ONE. 2020 Dec 28;15(12):e0242876.",
        "- | Poised for a dividend? Changes in the lives of young women | PLOS ONE | 2020;15(12):e0242876",
    );
}

#[test]
fn names_in_full_in_front_of_a_title_are_read() {
    reads(
        "LI, Mei and LIN, Zhi-Xiong. Nodes in carcinoma. The British Journal of Examples. January 2017. Vol. 90, no. 1069, p. 20160772.",
        "LI M, LIN ZX | Nodes in carcinoma | The British Journal of Examples | 2017;90(1069):20160772",
    );
    reads(
        "Shokri, Reza, and Vitaly Shmatikov. Privacy-preserving deep learning. 2015.",
        "Shokri R, Shmatikov V | Privacy-preserving deep learning | - | 2015;-(-):-",
    );
    reads(
        "ZHANG, Jian and GAO, Robert X. Embodied AI: a foundation. Engineering. 2025;12:1-9.",
        "ZHANG J, GAO RX | Embodied AI: a foundation | Engineering | 2025;12(-):1-9",
    );
    reads(
        "MARTINEZ LICHA C R, DOE R. Management of embolism[J]. Diabetes Care, 2020, 12(3): 1-10.",
        "MARTINEZ LICHA CR, DOE R | Management of embolism | Diabetes Care | 2020;12(3):1-10",
    );
    reads(
        "Jonker, Soraya M. R., and Frank J. H. M. van den Biggelaar. 2015. “Comparison of two lenses.” Journal of Examples 41 (8): 1631–40.",
        "Jonker SMR, van den Biggelaar FJHM | Comparison of two lenses | Journal of Examples | 2015;41(8):1631–40",
    );
    for (text, names) in [
        ("Singh, Siddharth, et al. Scalable language models. 2024.", "Singh S, …"),
        (
            "Singh, Siddharth, Prajwal Singhania, et al. 2024. Scalable language models.",
            "Singh S, Singhania P, …",
        ),
        ("Smith, John A., and Jane B. Doe. Scalable language models. 2024.", "Smith JA, Doe JB"),
        ("SHOKRI, Reza; SHMATIKOV, Vitaly. Scalable language models. 2024.", "SHOKRI R, SHMATIKOV V"),
        ("SHOKRI R, SHMATIKOV V. Scalable language models[J]. 2024.", "SHOKRI R, SHMATIKOV V"),
    ] {
        reads(text, &format!("{names} | Scalable language models | - | 2024;-(-):-"));
    }
    // Titles of the same shape are not names.
    reads("Health, Wealth, and Human Development. A study of cities. 1997.", "- | - | - | 1997;-(-):-");
}

#[test]
fn a_journal_behind_a_bracket_without_a_full_stop_is_read() {
    reads(
        "James NH, Roberts RA. Suppression of apoptosis by a carcinogen (DEHP) and 1,4-dichlorobenzene (DCB) Arch Toxicol. 1998;72:784–790.",
        "James NH, Roberts RA | Suppression of apoptosis by a carcinogen (DEHP) and 1,4-dichlorobenzene (DCB) | Arch Toxicol | 1998;72(-):784–790",
    );
}
