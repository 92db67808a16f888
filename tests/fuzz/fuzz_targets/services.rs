//! Responses of the online services: the first byte selects the service, the second the status.
#![no_main]

use std::sync::Arc;
use referee_bibliography::{Identifier, Work, WorkKind};
use referee_records::Question;
use referee_literature::online::{Access, Response, all};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let [which, status, body @ ..] = data else { return };
    let services = all();
    let Some(service) = services.get(usize::from(*which) % services.len()) else { return };
    let status = [200, 200, 200, 302, 400, 404, 429, 500].get(usize::from(*status) % 8).copied().unwrap_or(200);
    let access = Access { base_url: String::from("http://localhost"), ..Access::default() };
    let questions = [
        Question::Identifier(Identifier::Doi(String::from("10.1000/1"))),
        Question::Identifier(Identifier::Doi(String::from("10.1000/1,2"))),
        Question::Identifier(Identifier::Pmid(1)),
        Question::Identifier(Identifier::Pmcid(1)),
        Question::Identifier(Identifier::Arxiv(String::from("2103.15348"), None)),
        Question::Identifier(Identifier::Trial(String::from("NCT01234567"))),
        Question::Like(Arc::new(Work { title: Some(String::from("A title of several words")), ..Work::default() })),
        Question::Like(Arc::new(Work { title: Some(String::from("package: A title")), kind: WorkKind::Software, ..Work::default() })),
    ];
    for request in service.requests(&questions, &access) {
        let response = Response { status, media_type: String::new(), body: body.to_vec() };
        if let Ok(readings) = service.read(&request, &response) {
            // Every question has a reading.
            assert_eq!(readings.len(), request.questions.len());
        }
    }
});
