//! Tumours that are diagnosed by images and treated without tissue, as guidelines allow.

use crate::Draft;
use crate::pattern::any_case;
use regex::Regex;
use std::sync::LazyLock;

/// Whether a note diagnoses a tumour that images alone establish: a hepatocellular carcinoma by its enhancement, a glioma of
/// the brain stem, a melanoma of the choroid, a retinoblastoma.
pub(super) fn is_diagnosed_by_images(draft: &Draft<'_>) -> bool {
    static LIVER_CRITERIA: LazyLock<Regex> = LazyLock::new(|| {
        let criteria = r"LI-?RADS(?: v?\d{4})?[ :=-]*(?:category |categor[ií]a )?(?:5|LR-?5)\b|\bLR[- ]?(?:5|TIV)\b|\b(?:EASL|AASLD|OPTN|LI-?RADS)\b[^.;\n]{0,30}\b(?:criteri\w+|diagn\w+|imag\w+|biops\w+)|\b(?:criteri\w+|diagn\w+|imag\w+)[^.;\n]{0,60}\b(?:EASL|AASLD)\b|\b(?:HCC|CHC|hepatocarcinoma|hepatocellular|hepatocelular)\b[^.;\n]{0,60}\b(?:(?:on|by|from) (?:(?:dynamic |typical |multiphase )?(?:imaging|MRI|CT)|radiolog\w+)|radiologically|radiological|imaging (?:criteria|diagnosis)|por (?:criterios )?(?:de )?(?:imagen|RM|TC)|criterios (?:de imagen|radiol[oó]gicos|no invasivos))|\b(?:criterios (?:de imagen|radiol[oó]gicos)|imaging criteria|radiological diagnosis)\b[^.;\n]{0,40}\b(?:HCC|CHC|hepatocarcinoma|hepatocellular)";
        any_case(&format!("(?:{criteria})"))
    });
    static LIVER_TUMOUR: LazyLock<Regex> = LazyLock::new(|| {
        any_case(
            r"\b(?:HCC|CHC|hepatocarcinoma|hepatocellular|hepatocelular|cirr?hos\w+|cirrosis|BCLC|TACE|Child)\b",
        )
    });
    static NO_TISSUE_NEEDED: LazyLock<Regex> = LazyLock::new(|| {
        let place = r"(?:pontine|brain ?stem|diffuse midline|tectal|optic (?:pathway|nerve|chiasm)|difuso (?:de (?:tronco|l[ií]nea media)|intr[ií]nseco)|de tronco|de v[ií]as? [oó]pticas?|pontino|protuberancial)";
        any_case(&format!(
            r"\b(?:DIPG|{place}[^.;\n]{{0,15}} gliomas?|gliomas? (?:{place})|(?:choroidal|uveal|ciliary body|iris|ocular) melanoma|melanoma (?:de )?(?:coroid\w+|uveal|ocular|de coroides|del? iris|la coroides)|retinoblastomas?|vestibular schwannoma|schwannoma vestibular|meningiomas?|glomus|paraganglioma|hepatoblastoma|Wilms)\b"
        ))
    });
    let mut has_criteria = false;
    let mut names_liver = false;
    for block in draft.blocks().filter(|block| !block.in_references && block.is_prose()) {
        let text = block.prose();
        if NO_TISSUE_NEEDED.is_match(text) {
            return true;
        }
        has_criteria |= LIVER_CRITERIA.is_match(text);
        names_liver |= LIVER_TUMOUR.is_match(text);
    }
    has_criteria && names_liver
}
