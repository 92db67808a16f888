# Installs the archives of a release; `brew install --HEAD` builds the program from the repository.
class Referee < Formula
  desc "Checks that every citation is real and is the work it claims to be"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]
  head "@REPOSITORY@.git", branch: "main" do
    depends_on "rust" => :build
  end
@PLATFORMS@
  def install
    if build.head?
      system "cargo", "install", *std_cargo_args(path: "server/cli"), "--features", "csl"
      generate_completions_from_executable(bin/"referee", "completions")
      system bin/"referee", "man", "man1"
      man1.install Dir["man1/*.1"]
    else
      bin.install "referee"
      man1.install Dir["man/man1/*.1"]
      bash_completion.install "completions/referee.bash" => "referee"
      zsh_completion.install "completions/referee.zsh" => "_referee"
      fish_completion.install "completions/referee.fish"
    end
  end

  test do
    (testpath/"paper.md").write "A claim [@nobody2020].\n"
    assert_match "citation/undefined-key", shell_output("#{bin}/referee check paper.md", 1)
  end
end
