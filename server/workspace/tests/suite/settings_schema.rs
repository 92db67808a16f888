//! docs/referee.schema.json matches the table of settings.
use std::path::Path;

/// With `REFEREE_BLESS=1` the schema is rewritten instead of compared.
#[test]
fn the_schema_of_the_settings_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/referee.schema.json");
    let schema = format!("{:#}\n", referee_workspace::settings::schema());
    if std::env::var_os("REFEREE_BLESS").is_some() {
        std::fs::write(&path, &schema).unwrap();
    }
    let stands = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(stands == schema, "docs/referee.schema.json is stale: run this test with REFEREE_BLESS=1");
}
