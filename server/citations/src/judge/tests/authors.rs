//! Tests lists of authors.

use super::*;

#[test]
fn initials_stand_for_given_names() {
    assert_one_list(
        &[("Kessler", "A. M."), ("Okafor", "B")],
        &[("Kessler", "Anna Maria"), ("Okafor", "Ben")],
    );
    assert_one_list(&[("Kessler", "AM"), ("Okafor", "")], &[("Kessler", "Anna-Maria"), ("Okafor", "Ben")]);
    assert_one_list(&[("Dupont", "J.-P."), ("Okafor", "B")], &[("Dupont", "Jean-Pierre"), ("Okafor", "Ben")]);
}

#[test]
fn umlauts_accents_and_transliterations_are_one_name() {
    assert_one_list(
        &[("Mueller", "K"), ("Joergensen", "P"), ("Erdos", "P"), ("Sorensen", "L")],
        &[("Müller", "Karl"), ("Jørgensen", "Per"), ("Erdős", "Pál"), ("Sørensen", "Lise")],
    );
    assert_one_list(&[("Lukasz", "K"), ("Strauss", "D")], &[("Łukasz", "Kaiser"), ("Strauß", "David")]);
}

#[test]
fn particles_may_stand_before_behind_or_nowhere() {
    let van = |family: &str, particle: &str| Name::Person {
        family: family.to_owned(),
        given: String::from("Aaron"),
        particle: particle.to_owned(),
        suffix: String::new(),
    };
    let with = |name: Name| Work { authors: vec![name, Name::person("Okafor", "Ben")], ..described() };
    assert_verified(&with(van("den Oord", "van")), with(van("Oord", "van den")));
    assert_verified(&with(van("Oord", "")), with(van("van den Oord", "")));
    assert_verified(&with(Name::person("Oord", "Aaron van den")), with(van("Oord", "van den")));
}

#[test]
fn family_first_names_are_the_same_persons() {
    assert_one_list(&[("Wei", "Wang"), ("Xiaoming", "Li")], &[("Wang", "Wei"), ("Li", "Xiaoming")]);
    assert_one_list(&[("Wang", "W"), ("Li", "XM")], &[("Wang", "Wei"), ("Li", "Xiao-Ming")]);
}

#[test]
fn double_surnames_may_be_cut_and_middle_names_moved() {
    assert_one_list(
        &[("García", "Gabriel"), ("Okafor", "Ben")],
        &[("García Márquez", "Gabriel"), ("Okafor", "Ben")],
    );
    assert_one_list(
        &[("Santos", "João Silva"), ("Okafor", "Ben")],
        &[("Silva Santos", "João"), ("Okafor", "Ben")],
    );
}

#[test]
fn numbers_of_homonyms_suffixes_and_nicknames_are_no_difference() {
    assert_one_list(&[("Wang 0001", "Wei"), ("Okafor", "Ben")], &[("Wang", "Wei"), ("Okafor", "Ben")]);
    assert_one_list(&[("0001", "Wei Wang"), ("Okafor", "Ben")], &[("Wang", "Wei"), ("Okafor", "Ben")]);
    assert_one_list(
        &[("Downey Jr", "Robert"), ("Gates", "Bill")],
        &[("Downey", "Robert"), ("Gates", "William H")],
    );
}

#[test]
fn consortia_are_not_compared_with_persons() {
    let mut claimed = described();
    claimed.authors.push(Name::organisation("Diabetes Prevention Program Research Group"));
    assert_verified(&claimed, described());
    let group = Work {
        authors: vec![Name::organisation("Diabetes Prevention Program Research Group")],
        ..described()
    };
    assert_verified(&group, described());
    assert_verified(&described(), group);
}

#[test]
fn et_al_ends_a_list_lawfully() {
    let cut = Work { authors_truncated: true, ..by(&[("Kessler", "A")]) };
    assert_verified(&cut, described());
    let misread = by(&[("Kessler", "A"), ("al", "et")]);
    assert_verified(&misread, described());
}

#[test]
fn a_list_that_leaves_people_out_in_the_middle_is_serious() {
    let whole = [("Kessler", "Anna"), ("Okafor", "Ben"), ("Lindqvist", "Carl"), ("Moreau", "Denise")];
    assert_two_lists(&[("Kessler", "A"), ("Moreau", "D")], &whole);
    assert_two_lists(&[("Okafor", "B"), ("Lindqvist", "C"), ("Moreau", "D")], &whole);
}

#[test]
fn a_list_cut_short_warns_nobody_and_names_who_is_missing() {
    let whole = [("Kessler", "Anna"), ("Okafor", "Ben"), ("Lindqvist", "Carl"), ("Moreau", "Denise")];
    for kept in 1..whole.len() {
        let changes = slight_changes(&whole[..kept], &whole);
        assert_eq!(changes.len(), whole.len() - kept, "{changes:?}");
        assert!(changes.iter().all(|change| matches!(change, AuthorChange::Missing { .. })), "{changes:?}");
    }
}

#[test]
fn other_people_are_serious() {
    assert_two_lists(&[("Rossi", "M"), ("Tanaka", "K")], &[("Kessler", "Anna"), ("Okafor", "Ben")]);
    assert_two_lists(
        &[("Kessler", "Anna"), ("Rossi", "M"), ("Lindqvist", "Carl")],
        &[("Kessler", "Anna"), ("Okafor", "Ben"), ("Lindqvist", "Carl")],
    );
    assert_two_lists(&[("Kessler", "Zoe")], &[("Kessler", "Anna")]);
}

#[test]
fn a_list_that_the_index_cut_off_says_nothing_about_the_rest() {
    let letters = ["Ab", "Cd", "Ef", "Gh", "Ij", "Kl", "Mn", "Op", "Qr", "St", "Uv", "Wx"];
    let names: Vec<Name> = letters.iter().map(|letters| Name::person(format!("{letters}sen"), "K")).collect();
    let claimed = Work { authors: names.clone(), date: year(1990), ..described() };
    let recorded = Work { authors: names[..10].to_vec(), date: year(1990), ..described() };
    assert_verified(&claimed, recorded);
}

#[test]
fn a_person_taken_for_an_organisation_is_not_missing() {
    let mut claimed = described();
    claimed.authors[3] = Name::organisation("M A Bureau");
    let mut recorded = described();
    recorded.authors[3] = Name::person("Bureau", "M A");
    assert_verified(&claimed, recorded);
}

#[test]
fn a_person_with_one_name_is_a_person() {
    let mut claimed = described();
    claimed.authors[3] = Name::organisation("Ismail");
    let mut recorded = described();
    recorded.authors[3] = Name::person("Ismail", "");
    assert_verified(&claimed, recorded);
    assert_differs(&claimed, described(), &["authors"]);
}

#[test]
fn the_editors_of_a_book_may_be_named_as_its_authors() {
    let book = Work {
        kind: WorkKind::Book,
        title: Some(String::from("Handbook of renal physiology and medicine")),
        editors: people(&[("Kessler", "Anna"), ("Okafor", "Ben")]),
        authors: people(&[("Rossi", "M")]),
        date: year(2001),
        ..Work::default()
    };
    let claimed =
        Work { authors: people(&[("Kessler", "A"), ("Okafor", "B")]), editors: Vec::new(), ..book.clone() };
    assert_verified(&claimed, book);
}

#[test]
fn another_person_among_many_is_serious_and_is_named_with_the_place() {
    let letters = ["Ab", "Cd", "Ef", "Gh", "Ij", "Kl", "Mn", "Op", "Qr", "St", "Uv", "Wx"];
    let names: Vec<Name> = letters.iter().map(|letters| Name::person(format!("{letters}sen"), "K")).collect();
    let mut claimed = Work { authors: names.clone(), ..described() };
    let recorded = Work { authors: names, ..described() };
    claimed.authors[7] = Name::person("Viglio", "A");
    let judgement = verdict_of(&claimed, &complete([recorded]));
    assert_eq!(serious(&judgement), ["authors"]);
    let expected = AuthorChange::Other {
        position: 8,
        claimed: String::from("A Viglio"),
        recorded_position: 8,
        recorded: String::from("K Opsen"),
    };
    assert_eq!(judgement.differences[0].authors, [expected]);
}

#[test]
fn people_at_another_place_have_their_true_positions() {
    let whole = [("Pitt", "Bertram"), ("Zannad", "Faiez"), ("Remme", "Willem"), ("Cody", "Robert")];
    let order = AuthorChange::Order {
        claimed: String::from("F Zannad"),
        position: 2,
        recorded: String::from("Bertram Pitt"),
    };
    let changes =
        |claimed: Work| verdict_of(&claimed, &complete([by(&whole)])).differences[0].authors.clone();
    // Another person after the second author of the record, and "et al.".
    let other = AuthorChange::Other {
        position: 2,
        claimed: String::from("S Anker"),
        recorded_position: 3,
        recorded: String::from("Willem Remme"),
    };
    let cut = Work { authors_truncated: true, ..by(&[("Zannad", "F"), ("Anker", "S")]) };
    assert_eq!(changes(cut), [order.clone(), other]);
    // The first two are exchanged, and the end is missing.
    let missing = AuthorChange::Missing { position: 4, recorded: String::from("Robert Cody") };
    assert_eq!(changes(by(&[("Zannad", "F"), ("Pitt", "B"), ("Remme", "W")])), [order, missing]);
    // Only the first author is missing.
    let missing = AuthorChange::Missing { position: 1, recorded: String::from("Bertram Pitt") };
    assert_eq!(changes(by(&[("Zannad", "F"), ("Remme", "W"), ("Cody", "R")])), [missing]);
}

/// Returns the changes among the authors, for lists whose difference is not serious.
#[track_caller]
fn slight_changes(claimed: &[(&str, &str)], recorded: &[(&str, &str)]) -> Vec<AuthorChange> {
    let judgement = verdict_of(&by(claimed), &complete([by(recorded)]));
    assert_eq!((judgement.verdict, serious(&judgement).len()), (Verdict::Differs, 0));
    judgement.differences.into_iter().flat_map(|difference| difference.authors).collect()
}

#[test]
fn an_invented_co_author_is_serious_and_is_named() {
    let real = [("Kessler", "Anna"), ("Okafor", "Ben")];
    let more = [("Kessler", "Anna"), ("Okafor", "Ben"), ("Lindqvist", "Carl"), ("Moreau", "Denise")];
    let mut early = real.to_vec();
    early.insert(1, ("Rossi", "Mario"));
    let mut late = real.to_vec();
    late.push(("Rossi", "Mario"));
    let mut between = more.to_vec();
    between.insert(2, ("Rossi", "Mario"));
    for (claimed, recorded, position) in
        [(early, &real[..], 2), (late, &real[..], 3), (between, &more[..], 3)]
    {
        let judgement = verdict_of(&by(&claimed), &complete([by(recorded)]));
        assert_eq!(serious(&judgement), ["authors"]);
        let added = AuthorChange::Added { position, claimed: String::from("Mario Rossi") };
        assert_eq!(judgement.differences[0].authors, [added]);
    }
}

#[test]
fn a_list_that_is_fuller_than_the_record_warns_nobody() {
    // The register kept only the first name.
    let changes = slight_changes(&[("Kessler", "Anna"), ("Rossi", "M")], &[("Kessler", "Anna")]);
    assert_eq!(changes, [AuthorChange::Added { position: 2, claimed: String::from("M Rossi") }]);
    // A database appended the handling editor to a long list, or the register lost the last author.
    let four = [("Kessler", "Anna"), ("Okafor", "Ben"), ("Lindqvist", "Carl"), ("Moreau", "Denise")];
    let mut five = four.to_vec();
    five.push(("Rossi", "Mario"));
    slight_changes(&five, &four);
    // The record lacks persons in the middle.
    slight_changes(
        &[("Kessler", "Anna"), ("Okafor", "Ben"), ("Rossi", "M"), ("Moreau", "Denise")],
        &[("Kessler", "Anna"), ("Moreau", "D")],
    );
}

#[test]
fn the_same_people_in_another_order_warn_nobody() {
    let changes =
        slight_changes(&[("Okafor", "B"), ("Kessler", "A")], &[("Kessler", "Anna"), ("Okafor", "Ben")]);
    assert!(matches!(changes.as_slice(), [AuthorChange::Order { .. }]), "{changes:?}");
}

#[test]
fn a_name_whose_letter_differs_warns_nobody() {
    slight_changes(
        &[("Kessler", "Anna"), ("Lindquist", "Carl")],
        &[("Kessler", "Anna"), ("Lindqvist", "Carl")],
    );
    slight_changes(
        &[("Kessler", "Anna"), ("Bowden-Jones", "Heather"), ("Okafor", "Ben")],
        &[("Kessler", "Anna"), ("Jones Bowdenham", "Heather"), ("Okafor", "Ben")],
    );
}

#[test]
fn family_and_given_names_may_be_exchanged() {
    let recorded = [("Nagy", "Ferenc"), ("Kiss", "Anna Zs"), ("Tóth", "Béla")];
    assert_one_list(&[("Ferenc", "Nagy"), ("Anna Zs", "Kiss"), ("Béla", "Tóth")], &recorded);
    // The family name first, and the last word of the given name taken for it.
    assert_one_list(
        &[("S", "Andrade Kwame"), ("J", "Moreau Paul")],
        &[("Andrade", "K S"), ("Moreau", "P J")],
    );
    assert_one_list(
        &[("Laurent", "Dube Charles Bless"), ("Holm", "Arne")],
        &[("Dube", "C B L"), ("Holm", "A")],
    );
    assert_one_list(&[("Wang", "Xiao Ming"), ("Li", "Jun")], &[("Xiaoming", "Wang"), ("Jun", "Li")]);
}

#[test]
fn two_surnames_particles_and_initials_run_together_are_one_name() {
    assert_one_list(
        &[("García Márquez", "Lucía"), ("Souza", "J")],
        &[("García", "L M"), ("de Souza", "João")],
    );
    assert_one_list(&[("Fu", "Yn"), ("Chen", "Jp")], &[("Fu", "Yong Neng"), ("Chen", "Jian Ping")]);
    assert_one_list(
        &[("Smith OBE", "Helen"), ("Edwards", "G")],
        &[("Smith", "H"), ("and Edwards", "Gareth")],
    );
}

#[test]
fn a_list_parted_in_the_wrong_places_has_the_same_words() {
    assert_one_list(
        &[("Kaisa", "Korhonen"), ("Ossi", "Rahkola"), ("Hemminen", ""), ("Elina", "")],
        &[("Korhonen", "Kaisa"), ("Rahkola", "Ossi"), ("Hemminen", "Elina")],
    );
    // Initials that moved to the next person.
    assert_one_list(
        &[("Kim", "Hyun S"), ("Coelho", "Sofia"), ("Wohl", "Mark J A"), ("Rock", "Mats")],
        &[("Kim", "H S"), ("Coelho", "M J A"), ("Wohl", "M"), ("Rock", "S")],
    );
}

#[test]
fn given_names_that_look_like_an_empty_cell_are_names() {
    assert_one_list(&[("Nan", "Sun"), ("Na", "Chenglong")], &[("Sun", "Nan"), ("Chenglong", "Na")]);
    assert_one_list(&[("Chenglong", "Na"), ("Okafor", "Ben")], &[("Na", "Chenglong"), ("Okafor", "Ben")]);
    assert_one_list(&[("Plato", "null"), ("Okafor", "NaN")], &[("Plato", ""), ("Okafor", "Ben")]);
}

#[test]
fn a_long_list_is_cut_without_words_of_a_language() {
    let with = |first: &str| {
        let others = ["Lind", "Weber", "Okoye", "Santos", "Tanaka", "Novak", "Moreau"];
        let names = [first].into_iter().chain(others).map(|family| Name::person(family, "A"));
        Work { authors: names.collect(), ..described() }
    };
    let judgement = verdict_of(&with("Kessler"), &complete([with("Papadopoulos")]));
    let difference = judgement.differences.iter().find(|one| one.field == "authors").unwrap();
    assert_eq!(difference.recorded, "A Papadopoulos, A Lind, A Weber, A Okoye, A Santos, A Tanaka … (+2)");
}

/// One person's given name, as two databases write it.
const ONE_GIVEN_NAME: &[(&str, &str, &str)] = &[
    // Short forms and other languages.
    ("Gates", "Bill", "William H."),
    ("Okafor", "Liz", "Elizabeth"),
    ("Novak", "Sasha", "Aleksandr"),
    ("Moreau", "Peggy", "Margaret"),
    ("Ortiz", "Pepe", "José"),
    ("Lindqvist", "Kalle", "Carl"),
    ("Popescu", "Ion", "Ioan"),
    ("Hughes", "Ted", "Edward"),
    ("Rossi", "Beppe", "Giuseppe"),
    ("Weber", "Hans", "Johannes"),
    ("Kessler", "Kate", "Katherine"),
    ("Kessler", "Greta", "Margarete"),
    // Transliterations.
    ("Ivanov", "Sergei", "Serguei"),
    ("Petrov", "Yuri", "Iouri"),
    ("Petrov", "Evgeny", "Yevgeniy"),
    ("Haddad", "Mohammed", "Muhamad"),
    ("Haddad", "Youssef", "Yusuf"),
    ("Cohen", "Yitzhak", "Itzhak"),
    ("Nikolaidis", "Giorgos", "Yorgos"),
    ("Smirnova", "Ekaterina", "Katerina"),
    ("Dvorak", "Jiří", "Jiri"),
    ("Horvat", "Željko", "Zeljko"),
    ("Tanaka", "Shinichi", "Shin-ichi"),
    ("Ohno", "Yuichi", "Yuuichi"),
    // A middle name used as the first, initials, hyphens, several initials.
    ("Smith", "J. Robert", "Robert"),
    ("Smith", "Robert", "James Robert"),
    ("Smith", "Jean-Pierre", "Jeanpierre"),
    ("Smith", "Jean Pierre", "Jean-Pierre"),
    ("Smith", "Jean", "Jean-Pierre"),
    ("Smith", "J.-P.", "Jean-Pierre"),
    ("Smith", "JP", "Jean-Pierre"),
    ("Smith", "G.", "Geraint"),
    ("Smith", "Geraint", "G. R."),
    ("Smith", "Mary K", "M Kathleen"),
    ("Fu", "Yn", "Yong Neng"),
    ("Chen", "Sj", "Shu-jen"),
    ("Wang", "Xiaoming", "Xiao-Ming"),
    ("Kim", "Min-Jun", "Minjun"),
    ("Haddad", "Md.", "Mohammad"),
    ("Smith", "Wm.", "William"),
    ("Smith", "Chas", "Charles"),
    // One letter, or the same name with another ending.
    ("Smith", "Steven", "Stephen"),
    ("Smith", "Jon", "Jonathan"),
    ("Smith", "Ana", "Anna"),
    ("Smith", "Michele", "Michelle"),
];

#[test]
fn forms_of_one_given_name_are_one_person() {
    for (family, one, other) in ONE_GIVEN_NAME {
        for (claimed, recorded) in [(one, other), (other, one)] {
            let with = |given: &str| by(&[(family, given), ("Okonkwo", "Ben"), ("Yildiz", "Carl")]);
            let judgement = verdict_of(&with(claimed), &complete([with(recorded)]));
            assert_eq!(judgement.verdict, Verdict::Verified, "{claimed} {recorded} {family}: {judgement:?}");
        }
    }
}

#[test]
fn a_name_that_may_be_taken_abroad_warns_nobody() {
    for (family, one, other) in [
        ("Wang", "Lily", "Xiaoli"),
        ("Kim", "Daniel", "Dong-hyun"),
        ("Nguyen", "Tony", "Anh Tuan"),
        ("Wang", "Xiaolei", "Xiaoli"),
    ] {
        let list = |given: &str| by(&[(family, given), ("Okonkwo", "Ben")]);
        let judgement = verdict_of(&list(one), &complete([list(other)]));
        assert!(serious(&judgement).is_empty(), "{one} {other}: {judgement:?}");
    }
}

#[test]
fn another_first_name_is_another_person() {
    for (family, one, other) in [
        ("Duck", "Goran", "Geraint"),
        ("Duck", "Gordon", "Geraint"),
        ("Smith", "Robert", "Richard"),
        ("Smith", "Maria", "Martin"),
        ("Smith", "Anna", "Zoe"),
        ("Smith", "Goran M.", "Geraint M."),
        ("Smith", "Thomas", "Timothy"),
        ("Kessler", "Daniel", "Dorothea"),
        ("Wang", "Wei", "Jun"),
        ("Wang", "Xiaoming", "Yanhong"),
        ("Petrov", "Sergei", "Stanislav"),
        ("García", "Javier", "José"),
    ] {
        let list = |given: &str| by(&[("Okonkwo", "Ben"), (family, given), ("Yildiz", "Carl")]);
        assert_differs(&list(one), list(other), &["authors"]);
        assert_differs(&by(&[(family, one)]), by(&[(family, other)]), &["authors"]);
    }
}
