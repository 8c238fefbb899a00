# sarif.sh - for tests of SARIF documents; included after lib.sh.
# shellcheck shell=bash disable=SC2154 # top comes from lib.sh

# valid NAME FILE: whether the document is valid by the published schema
valid() { # NAME FILE
    if /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then
        ok "$1" /usr/bin/python3 -W ignore -c 'import json, jsonschema, sys
jsonschema.validate(json.load(open(sys.argv[2])), json.load(open(sys.argv[1])))' "$top/tests/sim/schema/sarif-2.1.0.json" "$2"
    else
        skip "$1" "there is no python3-jsonschema"
    fi
}
