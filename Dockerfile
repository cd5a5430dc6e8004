# One image for the web and the worker processes; docker-compose.yml says which runs what.
FROM python:3.12-slim-bookworm AS build
WORKDIR /fushi
COPY requirements.lock requirements-uv.lock ./
RUN python -m venv .venv \
    && .venv/bin/pip install --quiet --require-hashes --no-deps -r requirements-uv.lock \
    && .venv/bin/uv pip sync --quiet --require-hashes --compile-bytecode \
        --python .venv/bin/python requirements.lock
COPY . .
RUN .venv/bin/python scripts/messages.py compile \
    && FUSHI_STATIC=built .venv/bin/python manage.py collectstatic --noinput -v 0 \
    && rm -rf var

FROM python:3.12-slim-bookworm
RUN useradd --system --create-home --home-dir /fushi/var fushi
WORKDIR /fushi
COPY --from=build /fushi /fushi
ENV PATH=/fushi/.venv/bin:$PATH PYTHONUNBUFFERED=1 FUSHI_STATIC=built
USER fushi
VOLUME /fushi/var
EXPOSE 8000
CMD ["python", "manage.py", "serve"]
