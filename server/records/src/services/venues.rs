//! Journals and proceedings whose every issue the sources are known to list.
//!
//! For any other journal, the source must be asked whether it lists the journal before the absence
//! of an article is meaningful. Sources of the list: the Abridged Index Medicus (PubMed's subset
//! "Core clinical journals"), the general science journals, and the proceedings of the large
//! computer science conferences with their acronyms.

use crate::journals::Journals;
use std::sync::LazyLock;

/// Whether a journal or conference is known to be listed.
pub(super) fn is_core(name: &str) -> bool {
    static KNOWN: LazyLock<Journals> = LazyLock::new(|| {
        let mut known = Journals::default();
        for name in JOURNALS.iter().chain(PROCEEDINGS) {
            known.add(name);
        }
        let more = include_str!("../../data/listed_journals.txt").lines();
        more.filter(|name| !name.starts_with('#')).for_each(|name| known.add(name));
        known
    });
    // "Proceedings of the 37th International Conference on Machine Learning", "NeurIPS 2020", "ICLR
    // (Poster)".
    KNOWN.knows(name) || KNOWN.knows(&stripped(name))
}

/// Removes the year, the number and the words that mark a volume of proceedings from a name.
fn stripped(name: &str) -> String {
    const FRAME: &[&str] = &[
        "proceedings",
        "proc",
        "the",
        "of",
        "annual",
        "meeting",
        "conference",
        "international",
        "ieee",
        "cvf",
        "acm",
        "aaai",
        "in",
        "on",
        "th",
        "st",
        "nd",
        "rd",
        "conf",
        "int",
    ];
    let folded = referee_text::fold::title(name);
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    let kept: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()))
        .filter(|word| words.len() < 3 || !FRAME.contains(word))
        .collect();
    kept.join(" ")
}

#[rustfmt::skip]
const JOURNALS: &[&str] = &[
    "Academic Medicine", "AJR American Journal of Roentgenology", "American Family Physician", "American Heart Journal",
    "American Journal of Cardiology", "American Journal of Clinical Nutrition", "American Journal of Clinical Pathology",
    "American Journal of Human Genetics", "American Journal of Medicine", "American Journal of Nursing",
    "American Journal of Obstetrics and Gynecology", "American Journal of Ophthalmology", "American Journal of Pathology",
    "American Journal of Psychiatry", "American Journal of Public Health",
    "American Journal of Respiratory and Critical Care Medicine", "American Journal of Sports Medicine",
    "American Journal of Epidemiology", "American Journal of Kidney Diseases", "American Journal of Surgery",
    "American Journal of Gastroenterology", "American Journal of Physiology", "American Journal of Hematology",
    "Anaesthesia", "Anesthesia and Analgesia", "Anesthesiology", "Annals of Emergency Medicine",
    "Annals of Internal Medicine", "Annals of Neurology", "Annals of Oncology", "Annals of Surgery",
    "Annals of the Rheumatic Diseases", "Annals of Thoracic Surgery", "Archives of Disease in Childhood",
    "Archives of Internal Medicine", "Archives of Neurology", "Archives of Pathology and Laboratory Medicine",
    "Archives of Physical Medicine and Rehabilitation", "Archives of Surgery", "Arthritis and Rheumatism",
    "Arthritis and Rheumatology", "Blood", "BMJ", "British Medical Journal", "BMJ Open", "Bone and Joint Journal", "Brain",
    "British Journal of Cancer", "British Journal of Psychiatry", "British Journal of Radiology",
    "British Journal of Surgery", "British Journal of Anaesthesia", "British Journal of Dermatology",
    "British Journal of Haematology", "British Journal of Pharmacology", "CA: A Cancer Journal for Clinicians",
    "Canadian Medical Association Journal", "CMAJ", "Cancer", "Cancer Cell", "Cancer Discovery", "Cancer Research",
    "Chest", "Circulation", "Circulation Research", "Clinical Cancer Research", "Clinical Infectious Diseases",
    "Clinical Orthopaedics and Related Research", "Clinical Pharmacology and Therapeutics", "Clinical Chemistry",
    "Cochrane Database of Systematic Reviews", "Critical Care", "Critical Care Medicine", "Diabetes", "Diabetes Care",
    "Diabetologia", "Endocrinology", "Endocrine Reviews", "Epilepsia", "European Heart Journal",
    "European Respiratory Journal", "European Urology", "Gastroenterology", "Genome Biology", "Genome Research", "Gut",
    "Heart", "Hepatology", "Hypertension", "Immunity", "Infection and Immunity", "Intensive Care Medicine",
    "International Journal of Cancer", "International Journal of Epidemiology", "JAMA",
    "Journal of the American Medical Association", "JAMA Cardiology", "JAMA Dermatology", "JAMA Internal Medicine",
    "JAMA Network Open", "JAMA Neurology", "JAMA Oncology", "JAMA Ophthalmology", "JAMA Pediatrics", "JAMA Psychiatry",
    "JAMA Surgery", "Journal of Allergy and Clinical Immunology", "Journal of Applied Physiology",
    "Journal of Biological Chemistry", "Journal of Bone and Joint Surgery", "Journal of Bone and Mineral Research",
    "Journal of Cell Biology", "Journal of Clinical Endocrinology and Metabolism", "Journal of Clinical Epidemiology",
    "Journal of Clinical Investigation", "Journal of Clinical Oncology", "Journal of Clinical Pathology",
    "Journal of Clinical Microbiology", "Journal of Clinical Psychiatry", "Journal of Experimental Medicine",
    "Journal of Family Practice", "Journal of General Internal Medicine", "Journal of Hepatology",
    "Journal of Immunology", "Journal of Infectious Diseases", "Journal of Internal Medicine",
    "Journal of Laryngology and Otology", "Journal of Medical Internet Research", "Journal of Molecular Biology",
    "Journal of Neuroscience", "Journal of Neurosurgery", "Journal of Neurology Neurosurgery and Psychiatry",
    "Journal of Nervous and Mental Disease", "Journal of Nutrition", "Journal of Oral and Maxillofacial Surgery",
    "Journal of Pediatrics", "Journal of Physiology", "Journal of Thoracic and Cardiovascular Surgery",
    "Journal of Trauma and Acute Care Surgery", "Journal of Urology", "Journal of Vascular Surgery",
    "Journal of Virology", "Journal of the American College of Cardiology", "Journal of the American College of Surgeons",
    "Journal of the American Geriatrics Society", "Journal of the American Society of Nephrology",
    "Journal of the National Cancer Institute", "Journal of the American Heart Association", "Kidney International",
    "Lancet", "Lancet Diabetes and Endocrinology", "Lancet Gastroenterology and Hepatology", "Lancet Global Health",
    "Lancet Haematology", "Lancet HIV", "Lancet Infectious Diseases", "Lancet Neurology", "Lancet Oncology",
    "Lancet Psychiatry", "Lancet Public Health", "Lancet Respiratory Medicine", "Lancet Digital Health", "Leukemia",
    "Mayo Clinic Proceedings", "Medical Clinics of North America", "Medicine", "Molecular Cell", "Nature", "Cell",
    "Nature Biotechnology", "Nature Cell Biology", "Nature Communications", "Nature Genetics", "Nature Immunology",
    "Nature Medicine", "Nature Methods", "Nature Neuroscience", "Nature Reviews Cancer",
    "Nature Reviews Clinical Oncology", "Nature Reviews Drug Discovery", "Nature Reviews Genetics",
    "Nature Reviews Immunology", "Nature Reviews Molecular Cell Biology", "Neurology", "Neuron",
    "New England Journal of Medicine", "NEJM", "Nucleic Acids Research", "Obstetrics and Gynecology", "Oncogene",
    "Pain", "Pediatrics", "Physical Therapy", "Plastic and Reconstructive Surgery", "PLoS Medicine", "PLoS One",
    "PLoS Biology", "PLoS Genetics", "PLoS Pathogens", "PLoS Computational Biology",
    "Proceedings of the National Academy of Sciences", "PNAS", "Proc Natl Acad Sci U S A", "Proc Natl Acad Sci USA",
    "Proceedings of the National Academy of Sciences of the United States of America", "Psychological Medicine",
    "Radiology", "Rheumatology", "Science", "Science Advances", "Science Translational Medicine", "Scientific Reports",
    "Sleep", "Spine", "Stroke", "Surgery", "Thorax", "Thyroid", "Transplantation", "eLife", "EMBO Journal",
    "Biological Psychiatry", "Bioinformatics", "BMC Bioinformatics", "BMC Medicine", "BMC Public Health",
    "Environmental Health Perspectives", "Toxicological Sciences", "Vaccine",
];

#[rustfmt::skip]
const PROCEEDINGS: &[&str] = &[
    "NeurIPS", "NIPS", "Advances in Neural Information Processing Systems", "Neural Information Processing Systems",
    "ICML", "Machine Learning", "International Conference on Machine Learning", "ICLR", "Learning Representations",
    "International Conference on Learning Representations", "CVPR", "Computer Vision and Pattern Recognition", "ICCV",
    "Computer Vision", "International Conference on Computer Vision", "ECCV", "European Conference on Computer Vision",
    "ACL", "Association for Computational Linguistics", "EMNLP",
    "Empirical Methods in Natural Language Processing", "NAACL", "EACL", "COLING", "TACL", "AAAI",
    "AAAI Conference on Artificial Intelligence", "Artificial Intelligence", "IJCAI", "AISTATS",
    "Artificial Intelligence and Statistics", "UAI", "Uncertainty in Artificial Intelligence", "COLT", "KDD",
    "Knowledge Discovery and Data Mining", "SIGIR", "WWW", "The Web Conference", "CIKM", "WSDM", "CHI",
    "Human Factors in Computing Systems", "SIGGRAPH", "ICRA", "Robotics and Automation", "IROS", "CoRL",
    "Conference on Robot Learning", "INTERSPEECH", "ICASSP", "MICCAI",
    "Medical Image Computing and Computer Assisted Intervention", "WACV", "BMVC", "TMLR",
    "Transactions on Machine Learning Research", "JMLR", "Journal of Machine Learning Research",
    "IEEE Transactions on Pattern Analysis and Machine Intelligence", "TPAMI", "VLDB", "SIGMOD", "ICDE", "OSDI", "SOSP",
    "NSDI", "USENIX Security Symposium", "CCS", "NDSS", "ICSE", "FSE", "PLDI", "POPL", "STOC", "FOCS", "SODA",
];

#[cfg(test)]
mod tests {
    use super::is_core;

    #[test]
    fn core_journals_are_known_in_every_spelling() {
        for name in [
            "N Engl J Med",
            "The Lancet",
            "Lancet (London, England)",
            "JAMA",
            "Proc Natl Acad Sci U S A",
            "J. Clin. Oncol.",
            "NeurIPS 2020",
            "Proceedings of the 37th International Conference on Machine Learning",
            "Proceedings of the IEEE/CVF Conference on Computer Vision and Pattern Recognition",
        ] {
            assert!(is_core(name), "{name}");
        }
    }

    #[test]
    fn what_merely_sounds_like_one_is_not() {
        for name in [
            "Chinese Journal of Practical Internal Medicine",
            "Revista Médica de Chile",
            "Journal of Integrative Outcomes Medicine",
            "Annals of Translational Cardio-Metabolism",
            "University of Somewhere",
            "",
        ] {
            assert!(!is_core(name), "{name}");
        }
    }
}
