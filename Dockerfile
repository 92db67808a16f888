# The program alone, for docs/examples/journal/compose.yaml: built from this folder, run as a user of its own.
FROM rust:1.92-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN cargo build --release --locked --bin referee

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home referee
COPY --from=build /source/target/release/referee /usr/local/bin/referee
USER referee
ENTRYPOINT ["referee"]
