/* syntax.js - comments, texts, numbers and words of a language in a source, for its colours. Knows nothing of the page. */

const syntax = (() => {
    /* Those of Fork, as fcc/text/token.def has them. */
    const words = new Set(("_Alignas _Alignof __asm__ __attribute__ auto _Bool break case char const continue default do double else enum " +
        "__extension__ extern float for _Generic goto if inline int long _Noreturn register restrict return short signed sizeof static " +
        "_Static_assert struct switch typedef __typeof__ union unsigned void volatile while async barrier farm fork join " +
        "pr seq sh start straight sync __PROC_NR__ __STARTED_PROCS__ __variable_args__ __library__").split(" "));
    const fork = /(?<comment>\/\*[^]*?(?:\*\/|(?![^]))|\/\/[^\n]*)|(?<string>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|(?<number>\b\d[\w.]*)|(?<keyword>^[ \t]*#[ \t]*\w+|\$\$?|[A-Za-z_]\w*)/gm;
    const assembly = /(?<comment>#[^\n]*|\/\*[^]*?(?:\*\/|(?![^])))|(?<string>"(?:\\.|[^"\\\n])*"?)|(?<number>\b\d\w*\b)|(?<keyword>^[ \t]*[A-Za-z_.$][\w.$]*:|^[ \t]*\.\w+)/gm;
    const LONGEST = 1 << 20; /* characters; longer texts stay as they are */

    /* Of each line of a text its parts [kind, words]; kind "" is everything else. */
    function lines(text, isAssembly) {
        const result = [[]];
        const add = (kind, part) => part.split("\n").forEach((piece, k) => {
            if (k > 0) {
                result.push([]);
            }
            if (piece !== "") {
                result[result.length - 1].push([kind, piece]);
            }
        });
        let at = 0;
        for (const match of text.length < LONGEST ? text.matchAll(isAssembly ? assembly : fork) : []) {
            const kind = Object.keys(match.groups).find(name => match.groups[name] !== undefined);
            if (kind === "keyword" && /^[A-Za-z_]/.test(match[0]) && !words.has(match[0]) && !isAssembly) {
                continue;
            }
            add("", text.slice(at, match.index));
            add(kind, match[0]);
            at = match.index + match[0].length;
        }
        add("", text.slice(at));
        return result;
    }

    return { words, lines };
})();
