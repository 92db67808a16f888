//! Vectors of the library, computed by the language server while it is idle.

use referee_tests::cli::{Run, run_at_home};
use referee_tests::editor::PATIENCE;
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::time::Duration;

const LIBRARY: &str = "TY  - JOUR\nTI  - Metformin and kinases\nAB  - A drug and an enzyme.\nER  - \n\
    TY  - JOUR\nTI  - Sleep in students\nAB  - We asked how they slept.\nER  - \n";

/// Writes a model without layers, with eight values and a few words: its output is meaningless but
/// deterministic.
fn write_model(folder: &Folder) {
    const SIZE: usize = 8;
    let pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "metformin", "sleep", "and", "in", "."];
    let words: Map<String, Value> =
        pieces.iter().enumerate().map(|(number, piece)| ((*piece).to_owned(), json!(number))).collect();
    folder.write(
        "model/config.json",
        json!({"hidden_size": SIZE, "intermediate_size": SIZE, "num_attention_heads": 1, "num_hidden_layers": 0,
            "max_position_embeddings": 64, "layer_norm_eps": 1e-12, "hidden_act": "gelu"})
        .to_string(),
    );
    folder.write(
        "model/tokenizer.json",
        json!({"normalizer": {"type": "BertNormalizer", "lowercase": true},
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "vocab": words}})
        .to_string(),
    );
    let shapes: [(&str, Vec<usize>); 5] = [
        ("embeddings.word_embeddings.weight", vec![pieces.len(), SIZE]),
        ("embeddings.position_embeddings.weight", vec![64, SIZE]),
        ("embeddings.token_type_embeddings.weight", vec![2, SIZE]),
        ("embeddings.LayerNorm.weight", vec![SIZE]),
        ("embeddings.LayerNorm.bias", vec![SIZE]),
    ];
    let (mut header, mut numbers) = (Map::new(), Vec::<u8>::new());
    for (name, shape) in shapes {
        let start = numbers.len();
        for number in 0..shape.iter().product::<usize>() {
            let value = f32::from(u8::try_from(number * 7 % 11).unwrap_or_default()) / 11.0 - 0.4;
            numbers.extend(value.to_le_bytes());
        }
        let entry = json!({"dtype": "F32", "shape": shape, "data_offsets": [start, numbers.len()]});
        header.insert(name.to_owned(), entry);
    }
    let header = Value::Object(header).to_string().into_bytes();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header);
    file.extend(numbers);
    std::fs::write(folder.path("model/model.safetensors"), file).expect("the model is written");
}

/// An author with a library, and with a model if `settings` choose one.
struct Author {
    folder: Folder,
    variables: Vec<(String, String)>,
}

impl Author {
    fn with(settings: &str) -> Author {
        let folder = Folder::with(&[
            ("library.ris", LIBRARY),
            ("paper.md", "# Plan\n\nSome words.\n"),
            ("home/referee/config.toml", settings),
        ]);
        write_model(&folder);
        let variable = |name: &str, path: &str| (name.to_owned(), folder.path(path).display().to_string());
        let variables = vec![
            variable("XDG_CONFIG_HOME", "home"),
            variable("XDG_DATA_HOME", "home/share"),
            variable("REFEREE_STATE", "home/state"),
            variable("REFEREE_MODEL_DIR", "model"),
            variable("REFEREE_LIBRARY__PATH", "library"),
        ];
        let author = Author { folder, variables };
        assert_eq!(author.run(&["library", "import", "library.ris"]).code, 0);
        author
    }

    /// Runs a command with the home of this author.
    fn run(&self, arguments: &[&str]) -> Run {
        run_at_home(&self.folder.path(""), &self.folder.path("home"), &self.variables, arguments)
    }

    /// Starts an editor with the draft open.
    fn opens_draft(&self) -> Editor {
        let abilities = ClientCapabilities::default().with_environment(self.variables.clone());
        let editor = Editor::start(&self.folder, abilities);
        editor.open(&self.folder, "paper.md", "markdown");
        editor
    }

    /// Returns the size of the stored vectors in bytes.
    fn vectors(&self) -> u64 {
        let entries = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten();
        let models = entries(self.folder.path("library/vectors"));
        let files = models.flat_map(|model| entries(model.path()));
        files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
    }
}

#[test]
fn the_vectors_of_the_library_are_there_although_no_command_made_them() {
    let author = Author::with("[embeddings]\nbackend = \"local\"\n");
    let editor = author.opens_draft();
    // They are complete when the files stop growing.
    let mut sizes = (0..PATIENCE.as_secs()).map(|_| {
        std::thread::sleep(Duration::from_secs(1));
        author.vectors()
    });
    let mut before = 0;
    let are_made = sizes.any(|now| now > 0 && std::mem::replace(&mut before, now) == now);
    assert!(are_made, "no vectors were made");
    drop(editor);
    let run = author.run(&["library", "vectors"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.starts_with("2 vectors") && run.stdout.contains("0 made"), "{}", run.stdout);
}

#[test]
fn a_session_whose_settings_choose_no_model_makes_none() {
    let author = Author::with("");
    let mut editor = author.opens_draft();
    let uri = author.folder.uri("paper.md");
    editor.request("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
    // Longer than the server's delay before it starts.
    std::thread::sleep(Duration::from_secs(8));
    drop(editor);
    assert_eq!(author.vectors(), 0);
}
