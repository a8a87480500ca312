# Shared by the scripts beside it; source it, do not run it.

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# apt PACKAGE...: installs them where that needs no question (root, on a system with apt-get); else says no.
apt() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    say "Installing system packages: $*"
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update >"$log" 2>&1 && apt-get install -y --no-install-recommends "$@" >>"$log" 2>&1; then
        rm -f "$log"
    else
        tail -n 5 "$log" >&2
        rm -f "$log"
        return 1
    fi
}

# line PACKAGE...: what a person types to install them.
line() {
    [ "$(id -u)" = 0 ] || printf 'sudo '
    printf 'apt-get install -y --no-install-recommends %s' "$*"
}
