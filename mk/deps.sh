#!/bin/bash
# deps.sh [FOR ...] - makes sure that what pramsim needs for these purposes (build unless said; mk/packages.table) is there.
# It looks for the programs and libraries themselves, wherever they come from: silent and quick when nothing is missing.
# Only then it asks the system's package manager (apt-get, dnf, pacman): as root it installs, else it prints the one
# command that does, and fails. Libraries that pramsim can do without are asked for once a build folder.
#
#   deps.sh --packages debian|ubuntu|fedora|arch [FOR ...]   prints the packages' names
#   deps.sh --missing [FOR ...]   prints what is not there, and installs nothing
#   ARCH                      aarch64: libraries are for this processor, from Debian's or Ubuntu's architecture arm64; libraries
#                             that pramsim can do without are not asked for
#   CC                        the compiler that must find them (gcc); C_INCLUDE_PATH, LIBRARY_PATH and PKG_CONFIG_PATH
#                             name folders of libraries that lie elsewhere
set -eu
table=$(cd "$(dirname "$0")" && pwd)/packages.table
compiler=${CC:-gcc}
asked=${BUILD:-build}/.asked-for-options
systems=(debian ubuntu fedora arch)
# names that Debian has for other processors
declare -A debian_names=([aarch64]=arm64)
foreign=${ARCH:+${debian_names[$ARCH]-unknown}}
if [ "$foreign" = unknown ]; then
    echo "pramsim cannot be cross-compiled for $ARCH: ARCH is one of: ${!debian_names[*]}" >&2
    exit 1
fi

trim() { # VARIABLE ...
    local -n field
    for field; do
        field=${field#"${field%%[![:blank:]]*}"}
        field=${field%"${field##*[![:blank:]]}"}
    done
}

# Fills names, purposes, checks, losses and packages_SYSTEM, an element a row.
read_table() {
    local name purpose check debian ubuntu fedora arch loss
    names=() purposes=() checks=() losses=()
    packages_debian=() packages_ubuntu=() packages_fedora=() packages_arch=()
    while IFS='|' read -r name purpose check debian ubuntu fedora arch loss; do
        [[ $name == '#'* || -z $name ]] && continue
        trim name purpose check debian ubuntu fedora arch loss
        names+=("$name") purposes+=("$purpose") checks+=("$check") losses+=("$loss")
        packages_debian+=("${debian#-}") packages_ubuntu+=("${ubuntu#-}")
        packages_fedora+=("${fedora#-}") packages_arch+=("${arch#-}")
    done <"$table"
}

# The rows for one of the purposes "$@".
rows_for() {
    local row purpose
    for row in "${!names[@]}"; do
        for purpose; do
            [[ " ${purposes[row]} " == *" $purpose "* ]] && echo "$row" && break
        done
    done
}

# packages SYSTEM ROW ...: their names, each once
packages() {
    local -n of="packages_$1"
    local row package suffix
    local -A seen=()
    shift
    for row; do
        suffix=
        [[ -z $foreign || ${checks[row]} == program* ]] || suffix=:$foreign
        for package in ${of[row]}; do
            package+=$suffix
            [ -n "${seen[$package]:-}" ] || printf '%s ' "$package"
            seen[$package]=1
        done
    done
}

# links COMPILER HEADER FLAG ...: a program that includes HEADER (or nothing, if empty) compiles and links
links() {
    local header=$2 command=("$1")
    shift 2
    printf '%s\nint main(void) { return 0; }\n' "${header:+#include <$header>}" |
        "${command[@]}" -x c - -o "$scratch/probe" "$@" >"$scratch/probe.log" 2>&1
}

has_programs() {
    local program
    for program; do
        type -P "$program" >/dev/null || return 1
    done
}

# FLINT 3 holds what was FLINT and Arb before, its headers in a folder of their own.
has_library() { # PC HEADER FLAG ...
    pkg-config --exists "$1" 2>/dev/null && return
    shift
    links "$compiler" "$@" && return
    [ "$1" = arf.h ] && links "$compiler" flint/arf.h -lflint
}

is_there() { # ROW
    local check
    read -ra check <<<"${checks[$1]}"
    case ${check[0]} in
    program) has_programs "${check[@]:1}" ;;
    library) has_library "${check[@]:1}" ;;
    probe) links "${check[1]/#CC/$compiler}" "" "${check[@]:2}" ;;
    esac
}

missing_of() { # ROW ...
    local row
    for row; do
        is_there "$row" || echo "$row"
    done
}

# Sets `system`, and `install`, the command that installs packages; both empty if the package manager is unknown.
find_manager() {
    system='' install=()
    if has_programs apt-get; then
        system=debian install=(apt-get install -y --no-install-recommends)
        if grep -qi ubuntu "${OS_RELEASE:-/etc/os-release}" 2>/dev/null; then
            system=ubuntu
        fi
    elif has_programs dnf; then
        system=fedora install=(dnf install -y)
    elif has_programs pacman; then
        system=arch install=(pacman -S --needed --noconfirm)
    fi
}

names_of() { # ROW ...
    local row text=
    for row; do
        text+=", ${names[row]}${losses[row]:+ (${losses[row]})}"
    done
    echo "${text#, }"
}

is_root() {
    [ "$(id -u)" -eq 0 ]
}

# Before the first installation the system's list of packages is renewed, once.
install_packages() { # PACKAGE ...
    if [ "${install[0]}" = apt-get ] && [ -z "${refreshed:-}" ]; then
        refreshed=yes
        [ -z "$foreign" ] || dpkg --add-architecture "$foreign" || return
        DEBIAN_FRONTEND=noninteractive apt-get update || return
    fi
    DEBIAN_FRONTEND=noninteractive "${install[@]}" "$@"
}

ask_for_needed() { # ROW ...
    local list
    find_manager
    if [ -z "$system" ]; then
        echo "pramsim needs what is not here: $(names_of "$@"). Packages that have it:" >&2
        for system in "${systems[@]}"; do
            printf '    %-8s %s\n' "$system" "$(packages "$system" "$@")" >&2
        done
        exit 1
    fi
    read -ra list <<<"$(packages "$system" "$@")"
    if ! is_root; then
        echo "pramsim needs what is not here: $(names_of "$@"); please run this and try again:" >&2
        [ -z "$foreign" ] || echo "    sudo dpkg --add-architecture $foreign && sudo apt-get update" >&2
        echo "    sudo ${install[*]} ${list[*]}" >&2
        exit 1
    fi
    echo "installing: ${list[*]}" >&2
    if ! install_packages "${list[@]}" >"$scratch/log" 2>&1; then
        cat "$scratch/log" >&2
        echo "installing failed; see above" >&2
        exit 1
    fi
    mapfile -t left < <(missing_of "$@")
    if [ ${#left[@]} -ne 0 ]; then
        echo "installed ${list[*]}, and still there is no $(names_of "${left[@]}") that ${compiler} finds" >&2
        exit 1
    fi
}

# What pramsim can do without is worth one try, together, and then a package at a time: not every system has them all.
ask_for_options() { # ROW ...
    local list package
    mkdir -p "$(dirname "$asked")"
    : >"$asked"
    find_manager
    if [ -n "$system" ] && is_root; then
        read -ra list <<<"$(packages "$system" "$@")"
        echo "installing: ${list[*]}" >&2
        if ! install_packages "${list[@]}" >"$scratch/log" 2>&1; then
            for package in "${list[@]}"; do
                install_packages "$package" >"$scratch/log" 2>&1 || true
            done
        fi
        mapfile -t left < <(missing_of "$@")
        set -- "${left[@]}"
    fi
    [ $# -eq 0 ] && return
    echo "building without $(names_of "$@")" >&2
    [ -n "$system" ] || return 0
    read -ra list <<<"$(packages "$system" "$@")"
    [ ${#list[@]} -eq 0 ] || is_root || echo "to have it: sudo ${install[*]} ${list[*]}, then make clean" >&2
}

read_table
if [ "${1:-}" = --packages ]; then
    wanted=$2
    shift 2
    mapfile -t rows < <(rows_for "${@:-build}")
    packages "$wanted" "${rows[@]}"
    echo
    exit
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ "${1:-}" = --missing ]; then
    shift
    mapfile -t rows < <(rows_for "${@:-build}")
    mapfile -t missing < <(missing_of "${rows[@]}")
    names_of "${missing[@]}"
    exit
fi
mapfile -t rows < <(rows_for "${@:-build}")
mapfile -t missing < <(missing_of "${rows[@]}")
[ ${#missing[@]} -eq 0 ] || ask_for_needed "${missing[@]}"
if [ -e "$asked" ] || [ -n "$foreign" ]; then
    exit 0
fi
mapfile -t options < <(rows_for option)
mapfile -t missing < <(missing_of "${options[@]}")
[ ${#missing[@]} -eq 0 ] || ask_for_options "${missing[@]}"
mkdir -p "$(dirname "$asked")"
: >"$asked"
