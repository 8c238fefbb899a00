// show.js - the function of JavaScript that bridge.c calls, for the linker of emscripten: it hands output to the
// function `show` that the module was made with.
mergeInto(LibraryManager.library, {
    web_show: function (isError, bytes, size) {
        Module["show"](isError !== 0, HEAPU8.slice(bytes, bytes + size));
    },
});
