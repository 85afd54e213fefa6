# An image of the shop: docker build --tag compact . (deploy/try-image builds it without Docker, and orders in it)

# To build with: a Debian 12 or later with npm and Node 20.19 or later.
ARG BUILD_IMAGE=docker.io/library/node:22-bookworm-slim
# To run in: a Debian 12 or later, or another system with glibc, a shell and useradd.
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
RUN ldconfig -p | grep -q libatomic.so.1 \
  || (apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*)
WORKDIR /project
# apart from the sources, so that a change of them installs nothing again
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --include=optional --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build -- /program && chmod -R a-w /program

FROM ${BASE_IMAGE}
RUN ldconfig -p | grep -q libatomic.so.1 \
  || (apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*)
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data compact \
  && install --directory --owner compact --group compact --mode 700 /data
COPY --from=build /program /program
WORKDIR /program
USER 10001:10001
# HOST is reached through the port that is published; PUBLIC_URL has to be set
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_FORMAT=json
EXPOSE 3000
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# without the launcher: whatever runs the container starts it again
CMD ["bin/node", "--max-semi-space-size=8", "--heap-growing-percent=100", "--expose-gc", "build/shop/server.js"]
