// show.js - the functions of JavaScript that bridge.c calls, for the linker of emscripten: they call functions that the module
// was made with, `show` for output, `progress` and `interrupted`.
mergeInto(LibraryManager.library, {
    web_show: function (isError, bytes, size) {
        Module["show"](isError !== 0, HEAPU8.slice(bytes, bytes + size));
    },
    web_progress: function (cycle, instructions, running) {
        return Module["progress"](cycle, instructions, running) ? 1 : 0;
    },
    web_interrupted: function () {
        return Module["interrupted"]() ? 1 : 0;
    },
});
