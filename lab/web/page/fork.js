// fork.js - the words of Fork for the editor's colours. The lists come from the compiler's tables (words.sh).
import { StreamLanguage } from "@codemirror/language";
import words from "words.json";

const keywords = new Set(words.keywords);

/** @type {import("@codemirror/language").StreamParser<{inComment: boolean}>} */
const parser = {
    name: "fork",
    startState: () => ({ inComment: false }),
    token(stream, state) {
        if (state.inComment) {
            if (stream.skipTo("*/")) {
                stream.match("*/");
                state.inComment = false;
            } else stream.skipToEnd();
            return "comment";
        }
        if (stream.sol() && stream.match(/^\s*#\s*\w+/)) return "meta";
        if (stream.eatSpace()) return null;
        if (stream.match("/*")) {
            state.inComment = true;
            return "comment";
        }
        if (stream.match("//")) {
            stream.skipToEnd();
            return "comment";
        }
        if (stream.match(/^"(?:\\.|[^"\\])*"?/) || stream.match(/^'(?:\\.|[^'\\])*'?/)) return "string";
        if (stream.match(/^\d[\w.]*/)) return "number";
        if (stream.match(/^\$\$?/)) return "keyword";
        const word = /** @type {RegExpMatchArray | null} */ (stream.match(/^[A-Za-z_]\w*/));
        if (word) return keywords.has(word[0]) ? "keyword" : "variable";
        stream.next();
        return null;
    },
    languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
};

export const fork = StreamLanguage.define(parser);
