# Sourced by the commands of bin/: a line a step, and the virtual environment.
# Every failure ends with one sentence that says what to do.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
PYTHON=.venv/bin/python
BEGAN=$(date +%s.%N)
mkdir -p var

fail() {
    printf '\nentente: %s\n' "$*" >&2
    exit 1
}

seconds_since() { awk -v began="$1" -v now="$(date +%s.%N)" 'BEGIN { printf "%.1f", now - began }'; }

# step "what it does" "what to do when it fails" command...
step() {
    local words=$1 mend=$2 began
    shift 2
    began=$(date +%s.%N)
    printf '%-58s' "$words ..."
    if "$@" >var/step.log 2>&1; then
        printf '%6s s\n' "$(seconds_since "$began")"
        return
    fi
    printf '  failed\n'
    tail -n 20 var/step.log >&2
    fail "$(mend_for "$mend")"
}

# The machine's own troubles explain a failure better than the step does.
mend_for() {
    if grep -qiE 'no space left|disk quota' var/step.log; then
        printf 'the disk is full; free some space (the whole needs 700 MB) and run this again.'
    elif grep -qiE 'name resolution|failed to establish a new connection|network is unreachable|connection timed out|ReadTimeout|ProxyError|NewConnectionError|from versions: none' var/step.log; then
        printf 'the packages cannot be reached; connect to the network (or set PIP_INDEX_URL or HTTPS_PROXY) and run this again.'
    else
        printf '%s' "$1"
    fi
}

# once NAME "inputs" ...: like step, but only when the inputs changed since it last succeeded.
once() {
    local stamp=var/stamps/$1 mark
    mark=$(fingerprint "$2")
    shift 2
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$mark" ]; then return; fi
    step "$@"
    mkdir -p var/stamps
    printf '%s\n' "$mark" >"$stamp"
}

# The hash of every file below the paths named, their names, and of the words named.
fingerprint() {
    local path
    for path in $1; do
        if [ -e "$path" ]; then
            find "$path" -type f ! -name '*.pyc' ! -name '*.mo' -print0 | LC_ALL=C sort -z | xargs -0r sha256sum
        else
            printf '%s\n' "$path"
        fi
    done | sha256sum | cut -d' ' -f1
}

# Whether the process of server.pid in $1 (var/) is this folder's site: the number may be another's by now.
site_runs() {
    local pid
    pid=$(cat "${1:-var}/server.pid" 2>/dev/null) && [ "$pid" ] &&
        tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | grep -q config/gunicorn.py &&
        [ "$(readlink "/proc/$pid/cwd")" = "$(pwd -P)" ]
} 2>/dev/null

find_python() {
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        # The real one, should an environment be active: it may be the one about to be remade.
        "$name" -c 'import sys
if sys.version_info < (3, 11): sys.exit(1)
print(getattr(sys, "_base_executable", sys.executable))' 2>/dev/null && return
    done
    return 1
}

# make_environment requirements.txt|requirements-dev.txt: .venv, made anew when pins changed.
make_environment() {
    local pins=$1 python mark free found
    python=$(find_python) || {
        found=$(python3 --version 2>/dev/null || true)
        fail "Python 3.11 or newer is needed and ${found:-none} was found; on Debian 12, Ubuntu 24.04 or newer: sudo apt-get install python3 python3-venv"
    }
    mark=$(fingerprint "requirements.txt $("$python" -V | tr ' ' -)")
    if [ "$(cat .venv/stamp 2>/dev/null)" != "$mark" ]; then
        "$python" -c 'import ensurepip, venv' 2>/dev/null ||
            fail "Python's venv module is missing; run: sudo apt-get install python3-venv"
        free=$(df -Pk . | awk 'NR == 2 { print int($4 / 1024) }')
        [ "$free" -ge 700 ] || fail "only $free MB are free here and 700 are needed; free some space and run this again."
        step "Making the virtual environment .venv" \
            "the virtual environment could not be made; run: sudo apt-get install python3-venv" \
            "$python" -m venv --clear .venv
        install requirements.txt
        printf '%s\n' "$mark" >.venv/stamp
    fi
    [ "$pins" = requirements.txt ] && return
    if [ "$(cat .venv/stamp-dev 2>/dev/null)" != "$(fingerprint "$pins")" ]; then
        install "$pins"
        fingerprint "$pins" >.venv/stamp-dev
    fi
}

install() {
    step "Installing the packages of $1" \
        "pip could not install the packages; the lines above say which." \
        "$PYTHON" -m pip install --quiet --disable-pip-version-check --no-input \
        --require-hashes --no-deps --only-binary :all: --requirement "$1"
}

compile_french() {
    once french locale "Compiling the French texts" "locale/fr/LC_MESSAGES/django.po has a fault; the lines above name its line." compile_catalogues
}

compile_catalogues() {
    local catalogue
    for catalogue in locale/*/LC_MESSAGES/*.po; do
        [ -e "$catalogue" ] || continue
        "$PYTHON" -m babel.messages.frontend compile -i "$catalogue" -o "${catalogue%.po}.mo" || return
    done
}
