# The released programs of @VERSION@; flake.nix in the repository builds from source.
{
  description = "referee @VERSION@: checks that every citation is real and is the work it claims to be";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs = { self, nixpkgs }:
    let
      version = "@VERSION@";
      archives = {
@ARCHIVES@
      };
      package = system: archive:
        let pkgs = nixpkgs.legacyPackages.${system};
        in pkgs.stdenvNoCC.mkDerivation {
          pname = "referee";
          inherit version;
          src = pkgs.fetchurl {
            url = "@REPOSITORY@/releases/download/v${version}/${archive.file}";
            inherit (archive) hash;
          };
          nativeBuildInputs = [ pkgs.installShellFiles ];
          # The program is static, or for macOS, so no path in it needs patching.
          dontPatchELF = true;
          installPhase = ''
            runHook preInstall
            install -Dm755 referee -t $out/bin
            installManPage man/man1/*.1
            installShellCompletion completions/referee.{bash,zsh,fish}
            install -Dm644 LICENSE-MIT LICENSE-APACHE -t $out/share/licenses/referee
            runHook postInstall
          '';
          meta = {
            description = "Checks that every citation is real and is the work it claims to be";
            homepage = "@HOMEPAGE@";
            license = [ pkgs.lib.licenses.mit pkgs.lib.licenses.asl20 ];
            mainProgram = "referee";
          };
        };
    in {
      packages = builtins.mapAttrs
        (system: archive: rec {
          referee = package system archive;
          default = referee;
        })
        archives;
    };
}
