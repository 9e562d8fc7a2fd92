# syntax=docker/dockerfile:1
# Build from the top of the project: docker build -f deploy/mock.Dockerfile -t filmgate-mock .
# Needs the npm registry and nothing else. docs/mock/start.md says how to run it.

# Installs and builds everything, tools included; nothing of this stage but the mock's package is kept.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /build
COPY . .
RUN node tools/build.mjs

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/filmgate-mock-compile-cache
RUN install -d -o node -g node -m 0700 /data
WORKDIR /filmgate-mock
COPY --from=build /build/packages/upstream-mock/package.json ./
COPY --from=build /build/packages/upstream-mock/LICENSE ./
COPY --from=build /build/packages/upstream-mock/dist dist
USER node
# For --ledger /data/ledger.ndjson.
VOLUME /data
EXPOSE 8789
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "/filmgate-mock/dist/cli.js", "wait", "http://127.0.0.1:8789", "--timeout", "3"]
# The control routes exist if FILMGATE_MOCK_CONTROL_TOKEN is set, and ask for it.
ENTRYPOINT ["node", "/filmgate-mock/dist/cli.js"]
CMD ["serve", "--host", "0.0.0.0", "--as", "kling", "ark", "openai-videos", "fal", "replicate", "runway", "google", "openrouter", "luma", "minimax", "xai"]
