# Two images: `docker build --target suite -t suite .` and `docker build --target reference -t reference .`
# Podman keeps the health check only with `--format docker`.

FROM rust:1.94-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN cargo build --release --locked --package referral-conformance --package referral-reference

# The conformance suite. Mount the folder of a target file, and run as its owner, who can read its keys:
#   docker run --rm -v "$PWD:/work" --user "$(id -u):$(id -g)" -e REFERRAL_API_KEY suite \
#     run --target target.yaml --state-dir state
# Reports and journals go to the mounted folder.
FROM debian:bookworm-slim AS suite
RUN useradd --uid 10001 --no-log-init --create-home suite
# The slim image has no certificates of authorities.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /source/target/release/referral-conformance /usr/local/bin/
USER 10001
WORKDIR /work
ENTRYPOINT ["referral-conformance"]
CMD ["--help"]

# The reference server, with SQLite in the volume /data unless REFERRAL_DATABASE is set:
#   docker run --rm -p 127.0.0.1:8080:8080 -v referral:/data reference
FROM debian:bookworm-slim AS reference
RUN useradd --uid 10001 --no-log-init --create-home referral \
    && install --directory --owner=10001 --mode=0700 /data
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /source/target/release/referral-reference /usr/local/bin/
ENV REFERRAL_LISTEN=0.0.0.0:8080 \
    REFERRAL_ADMIN_LISTEN=127.0.0.1:9090 \
    REFERRAL_DATABASE=sqlite:///data/referral.db
USER 10001
VOLUME /data
EXPOSE 8080
# The image has no HTTP client; bash opens connections itself. Needs the admin listener.
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${REFERRAL_ADMIN_LISTEN##*:} && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
ENTRYPOINT ["referral-reference"]
CMD ["serve"]
