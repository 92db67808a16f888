//! docs/referee.schema.json is what the table of settings says.
use std::path::Path;

/// With `REFEREE_BLESS=1` the schema is written anew instead of compared.
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
