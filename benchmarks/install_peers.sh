#!/bin/sh
# Makes one virtual environment for each peer under benchmarks/.peers/, never touching ours.
# PYTHON chooses the interpreter; the default is that of .venv, so that all engines run on one.
# With names only those: `benchmarks/install_peers.sh rlcard`.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-$here/../.venv/bin/python}
[ -x "$python" ] || python=python3

wanted=" ${*:-rlcard douzero openspiel numpy} "

make_environment() {
    name=$1
    folder=$here/.peers/$name
    shift
    case $wanted in *" $name "*) ;; *) return 0 ;; esac
    if [ ! -e "$folder/complete" ]; then
        "$python" -m venv --clear "$folder"
        "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
        touch "$folder/complete"
    fi
    echo "$name: $("$folder/bin/python" --version)"
}

make_environment rlcard 'rlcard==1.2.0' 'numpy<2'
make_environment douzero --no-deps 'douzero==1.1.0' 'numpy<2' # its `env` needs no torch
make_environment openspiel 'open_spiel==2.0.2'
make_environment numpy 'numpy' 'psycopg[binary]>=3.3'
