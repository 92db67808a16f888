# The program for docs/examples/journal/compose.yaml: built from this folder, run as an unprivileged user.
FROM rust:1.92-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# Use the compiler of this image: the one in rust-toolchain.toml would be downloaded at every build.
RUN rm rust-toolchain.toml && cargo build --release --locked --bin referee

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 65532 referee && useradd --uid 65532 --gid 65532 --create-home referee
COPY --from=build /source/target/release/referee /usr/local/bin/referee
# A number, so that Kubernetes can tell that it is not root.
USER 65532:65532
ENTRYPOINT ["referee"]
