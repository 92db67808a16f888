# Builds referee from the sources: nix run "github:referee-lsp/referee?dir=scripts/packages/nix" -- check paper.md
{
  description = "Checks that every citation is real and is the work it claims to be";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs = { self, nixpkgs }:
    let
      sources = ../../..;
      manifest = builtins.fromTOML (builtins.readFile (sources + "/Cargo.toml"));
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: builtins.listToAttrs (map (system: { name = system; value = make system; }) systems);
      package = system:
        let pkgs = nixpkgs.legacyPackages.${system};
        in pkgs.rustPlatform.buildRustPackage {
          pname = "referee";
          version = manifest.workspace.package.version;
          src = sources;
          # The lock file has the checksum of every crate.
          cargoLock.lockFile = sources + "/Cargo.lock";
          cargoBuildFlags = [ "--package" "referee-cli" ];
          buildFeatures = [ "csl" ];
          # The tests drive editors and services; CI runs them.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/referee man man1
            installManPage man1/*.1
            installShellCompletion --cmd referee \
              --bash <($out/bin/referee completions bash) \
              --zsh <($out/bin/referee completions zsh) \
              --fish <($out/bin/referee completions fish)
            install -Dm644 LICENSE-MIT LICENSE-APACHE -t $out/share/licenses/referee
          '';
          meta = {
            description = "Checks that every citation is real and is the work it claims to be";
            homepage = manifest.workspace.package.homepage;
            license = [ pkgs.lib.licenses.mit pkgs.lib.licenses.asl20 ];
            mainProgram = "referee";
          };
        };
    in {
      packages = each (system: rec {
        referee = package system;
        default = referee;
      });
    };
}
