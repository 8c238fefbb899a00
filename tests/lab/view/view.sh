# view.sh - for the tests of pramview, after lib.sh: pages opened in a browser without a window.
# shellcheck shell=bash disable=SC2154 # top, scratch come from lib.sh
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)

# browse PAGE OPTION ...: the browser, which must not need a window, a GPU, nor rights that root has not
browse() {
    local page=$1
    shift
    within 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --hide-scrollbars \
        --user-data-dir="$scratch/browser" --window-size=1400,860 "$@" "file://$page" 2>browser.err
}

# in_browser NAME PAGE TEST.js [WIDTH,HEIGHT]: one result for each `same` of the test
in_browser() {
    local title=$1 page=$2 test=$3 size=${4-1400,860} name expected got found=0
    if [ -z "$browser" ]; then
        skip "$title" "no chromium here"
        return
    fi
    { cat "$page" && echo '<script>' && cat "$top/tests/lab/view/harness.js" "$test" && echo '</script>'; } >tested.html
    browse "$PWD/tested.html" --window-size="$size" --dump-dom >dom
    while IFS=$'\t' read -r _ name expected got; do
        found=1
        is "$title: $name" "$expected" "$got"
    done < <(grep '^RESULT' dom | sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g')
    [ "$found" = 1 ] || report 1 "$title: the page was opened" "$(tail -3 browser.err)" "$(tail -c 300 dom)"
}
