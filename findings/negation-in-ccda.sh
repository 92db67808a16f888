#!/usr/bin/env bash
# @medplum/ccda 5.1.10 (npm) converts C-CDA, the format in which American records are exported, to FHIR. “Not” is lost,
# and every dose is in international units.
#
# C-CDA negates a statement by the attribute negationInd="true". Medplum does not read it, and nothing is reported:
# “no allergy to penicillin” becomes a confirmed allergy (to a food), “warfarin is not to be given” an active order, and
# a vaccine that was refused one that was given. A doseQuantity of 25 mg becomes 25 [IU].
# ccda-to-fhir 0.3 (PyPI) keeps both in the same document. But it, too, calls the negated allergy confirmed, and leaves
# the “not” to an extension.
# So allergies, orders and doses in FHIR that came from C-CDA need a comparison with the text of the document.
#
# Output seen on 2026-11-29:
#   medplum       AllergyIntolerance  penicillin G, food, confirmed
#   medplum       Immunization        influenza vaccine, completed
#   medplum       MedicationRequest   metoprolol, 25 [IU], active
#   medplum       MedicationRequest   warfarin, 5 [IU], active
#   ccda-to-fhir  AllergyIntolerance  penicillin G, No Known Reaction Risk, medication, confirmed
#   ccda-to-fhir  Immunization        influenza vaccine, not-done
#   ccda-to-fhir  MedicationRequest   metoprolol, 25 mg, active
#   ccda-to-fhir  MedicationRequest   warfarin, 5 mg, active, doNotPerform
#
# Needs Python 3.10 or later and Node.js 22 with npm (20.10 works too). Ends with 1 if a line differs.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check ccda-to-fhir==0.3
npm install --silent --no-fund --no-audit --prefix "$folder" @medplum/ccda@5.1.10

oid=2.16.840.1.113883
loinc="codeSystem=\"$oid.6.1\"" rxnorm="codeSystem=\"$oid.6.88\""
unknown='<addr nullFlavor="UNK"/><telecom nullFlavor="UNK"/>' since='<low value="20261101"/></effectiveTime>'
template() { echo "<templateId root=\"$oid.10.20.22.$1\" extension=\"$2\"/>"; }

order() { # Attributes, dose, name and code of the drug
  cat <<ORDER
<entry><substanceAdministration classCode="SBADM" moodCode="INT" $1>$(template 4.16 2014-06-09)
<id root="2.999.3" extension="$3"/><statusCode code="active"/><effectiveTime xsi:type="IVL_TS">$since<doseQuantity $2/>
<consumable><manufacturedProduct classCode="MANU">$(template 4.23 2014-06-09)<manufacturedMaterial>
<code $rxnorm displayName="$3" code="$4"/></manufacturedMaterial></manufacturedProduct></consumable>
</substanceAdministration></entry>
ORDER
}

cat >"$folder/record.xml" <<RECORD
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><realmCode code="US"/>
<typeId root="$oid.1.3" extension="POCD_HD000040"/>$(template 1.1 2015-08-01)$(template 1.2 2015-08-01)
<id root="2.999.1"/><code $loinc code="34133-9"/><title>Summary</title><effectiveTime value="20261101120000+0000"/>
<confidentialityCode code="N" codeSystem="$oid.5.25"/><languageCode code="en-US"/>
<recordTarget><patientRole><id root="2.999.1.1"/>$unknown<patient><name><given>Ann</given><family>Able</family></name>
<administrativeGenderCode code="F" codeSystem="$oid.5.1"/><birthTime value="19600101"/><raceCode nullFlavor="UNK"/>
<ethnicGroupCode nullFlavor="UNK"/></patient></patientRole></recordTarget>
<author><time value="20261101120000+0000"/><assignedAuthor><id root="2.999.1.2"/>$unknown
<assignedPerson><name><given>Bob</given><family>Best</family></name></assignedPerson></assignedAuthor></author>
<custodian><assignedCustodian><representedCustodianOrganization><id root="2.999.1.3"/><name>Clinic</name>
<telecom nullFlavor="UNK"/><addr nullFlavor="UNK"/></representedCustodianOrganization></assignedCustodian></custodian>
<component><structuredBody>

<component><section>$(template 2.6.1 2015-08-01)<code $loinc code="48765-2"/><title>Allergies</title>
<text>No allergy to penicillin.</text><entry><act classCode="ACT" moodCode="EVN">$(template 4.30 2015-08-01)
<id root="2.999.2"/><code code="CONC" codeSystem="$oid.5.6"/><statusCode code="active"/><effectiveTime>$since
<entryRelationship typeCode="SUBJ"><observation classCode="OBS" moodCode="EVN" negationInd="true">
$(template 4.7 2014-06-09)<id root="2.999.2.1"/><code code="ASSERTION" codeSystem="$oid.5.4"/>
<statusCode code="completed"/><effectiveTime>$since<value xsi:type="CD" codeSystem="$oid.6.96" code="416098002"/>
<participant typeCode="CSM"><participantRole classCode="MANU"><playingEntity classCode="MMAT">
<code $rxnorm displayName="penicillin G" code="7980"/></playingEntity></participantRole></participant>
</observation></entryRelationship></act></entry></section></component>

<component><section>$(template 2.1.1 2014-06-09)<code $loinc code="10160-0"/><title>Medications</title>
<text>Metoprolol 25 mg. Warfarin is not to be given.</text>$(order "" 'value="25" unit="mg"' metoprolol 6918)
$(order 'negationInd="true"' 'value="5" unit="mg"' warfarin 11289)</section></component>

<component><section>$(template 2.2.1 2015-08-01)<code $loinc code="11369-6"/><title>Immunizations</title>
<text>Influenza vaccine refused.</text>
<entry><substanceAdministration classCode="SBADM" moodCode="EVN" negationInd="true">$(template 4.52 2015-08-01)
<id root="2.999.4"/><statusCode code="completed"/><effectiveTime value="20261101"/><consumable>
<manufacturedProduct classCode="MANU">$(template 4.54 2014-06-09)<manufacturedMaterial><code code="88"
codeSystem="$oid.12.292" displayName="influenza vaccine"/></manufacturedMaterial></manufacturedProduct></consumable>
</substanceAdministration></entry></section></component>

</structuredBody></component></ClinicalDocument>
RECORD

cat >"$folder/medplum.mjs" <<'JAVASCRIPT'
import { readFileSync } from "node:fs";
import { convertCcdaToFhir, convertXmlToCcda } from "@medplum/ccda";

console.log(JSON.stringify(convertCcdaToFhir(convertXmlToCcda(readFileSync("record.xml", "utf8")))));
JAVASCRIPT

cat >"$folder/print.py" <<'PYTHON'
import json
import logging

from ccda_to_fhir import convert_document

logging.disable()
CODES = {"AllergyIntolerance": "code", "Immunization": "vaccineCode", "MedicationRequest": "medicationCodeableConcept"}


def words(kind, resource):
    concepts = [resource.get(CODES[kind])]
    for extension in resource.get("extension", []):
        concepts += [part["valueCodeableConcept"] for part in extension["extension"]]
    yield from (concept["coding"][0]["display"] for concept in concepts if concept)
    for dosage in resource.get("dosageInstruction", []):
        yield "{value} {unit}".format(**dosage["doseAndRate"][0]["doseQuantity"])
    yield from resource.get("category", [])
    yield resource.get("status") or resource["verificationStatus"]["coding"][0]["code"]
    yield from ["doNotPerform"] if resource.get("doNotPerform") else []


for name, bundle in [("medplum", json.load(open("medplum.json"))),
                     ("ccda-to-fhir", convert_document(open("record.xml").read())["bundle"])]:
    resources = [(entry["resource"]["resourceType"], entry["resource"]) for entry in bundle["entry"]]
    for kind, resource in sorted((pair for pair in resources if pair[0] in CODES), key=lambda pair: pair[0]):
        print(f"{name:12}  {kind:18}  {', '.join(words(kind, resource))}")
PYTHON

# Node.js 20 has WebSocket, which Medplum refers to, only with this option.
seen=$(cd "$folder" && node --experimental-websocket medplum.mjs >medplum.json && python/bin/python print.py)
echo "$seen"
diff <(sed -n '/^# Output seen/,/^#$/s/^#   //p' "$0") <(echo "$seen")
