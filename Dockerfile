# paperchat with everything it needs: nothing is downloaded when it starts.
#
#   docker build -t paperchat .
#   docker run -p 7860:7860 -v paperchat:/data -e PAPERCHAT_AUTH=NAME:PASSWORD paperchat
FROM python:3.12-slim AS built
WORKDIR /src
COPY requirements.lock ./
RUN python -m venv /opt/paperchat \
    && /opt/paperchat/bin/pip install --no-cache-dir --require-hashes --no-deps --only-binary :all: -r requirements.lock
COPY . .
RUN /opt/paperchat/bin/pip install --no-cache-dir --no-deps --no-index --no-build-isolation .

FROM python:3.12-slim
RUN useradd --uid 10001 --create-home paperchat \
    && install --directory --owner paperchat /data
COPY --from=built /opt/paperchat /opt/paperchat
ENV PATH=/opt/paperchat/bin:$PATH PAPERCHAT_HOME=/data PYTHONUNBUFFERED=1
USER 10001
VOLUME /data
EXPOSE 7860
# Whoever is asked for a password is answered, too.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-c", "import http.client as h, sys; c = h.HTTPConnection('127.0.0.1', 7860, timeout=4); c.request('GET', '/'); sys.exit(c.getresponse().status >= 500)"]
ENTRYPOINT ["paperchat"]
CMD ["chat", "--host", "0.0.0.0"]
