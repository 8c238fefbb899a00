# An image for graders: pramsim's programs and the libraries that they need, no shell, no documents (docs/grading.md).
#
#   docker build -t pramsim .
#   docker run --rm --network=none -v "$PWD:/work:ro" pramsim pramgrade -q lab.yml submissions
FROM debian:12-slim AS build
WORKDIR /src
COPY mk/deps.sh mk/packages.table mk/
RUN apt-get update && \
    apt-get install -y --no-install-recommends pkg-config $(mk/deps.sh --packages debian build option package)
COPY . .
RUN make deb && mk/image.sh /image build/deb/pramsim_*.deb build/deb/pramsim-numbers_*.deb

FROM scratch
COPY --from=build /image /
ENV PATH=/usr/bin LANG=C.UTF-8
WORKDIR /work
USER 65534:65534
CMD ["pramsim", "--help"]
