/* targets.c - the fuzz targets of machine code: prasm, prlink and prdis with the object loader; and the list
 * of all.
 */
#include "targets.h"

#include "asm/object.h"
#include "asm/prasm/prasm.h"
#include "asm/prdis/prdis.h"
#include "asm/prlink/prlink.h"

#include <stdlib.h>
#include <string.h>

static void expect(int truth, const char *what)
{
    if (truth)
        return;
    fprintf(stderr, "fuzz: expectation violated: %s\n", what);
    abort();
}

static void expect_same_words(const struct object *a, const struct object *b)
{
    for (int section = 0; section < SECTION_COUNT; section++) {
        expect(a->size[section] == b->size[section], "sections keep their size");
        expect(a->alignment[section] == b->alignment[section], "sections keep their alignment");
        expect(a->words[section] == NULL || a->size[section] == 0 ||
                   memcmp(a->words[section], b->words[section], a->size[section] * sizeof(uint32_t)) == 0,
               "sections keep their words");
    }
}

#define MOST_WORDS                                                                                           \
    50000 /* of text that are disassembled: more takes longer than an input may under sanitizers */

/* What prdis prints, prasm accepts, and makes the same words of. */
static void check_round_trip(const struct object *object)
{
    if (object->size[SECTION_TEXT] > MOST_WORDS || object->size[SECTION_DATA] > MOST_WORDS ||
        object->size[SECTION_PRIVATE] > MOST_WORDS)
        return;
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    disassemble(object, "fuzz.o", false, stream);
    fclose(stream);
    struct diag diag;
    struct object again;
    diag_init(&diag, "prasm", stderr);
    expect(prasm_assemble("again.s", text, size, &(struct prasm_options){0}, &diag, &again),
           "a disassembly assembles");
    free(text);
    expect_same_words(object, &again);
    object_free(&again);
}

/* What is written can be read, and is the same. Frees the object. has_good_lines: nothing but prasm has made
 * its line table. */
static void check_image(struct object *object, bool has_good_lines)
{
    struct object_error error;
    struct object again;
    size_t size;
    void *image = object_image(object, &size, &error);
    expect(image != NULL, "an object can be written");
    expect(object_read_without_lines(image, size, &again, &error), "what was written can be read");
    free(image);
    expect_same_words(object, &again);
    expect(object->symbol_count == again.symbol_count && object->reloc_count == again.reloc_count &&
               object->debug[OBJECT_DEBUG_line].size == again.debug[OBJECT_DEBUG_line].size,
           "symbols, relocations and lines are all there");
    object_free(object);
    const bool has_lines = object_read_lines(&again, &error);
    expect(has_lines || !has_good_lines, "the line table that prasm makes can be read");
    if (has_lines)
        check_round_trip(&again);
    object_free(&again);
}

static void fuzz_prasm(const uint8_t *bytes, size_t size, FILE *nowhere)
{
    char *text = malloc(size + 1);
    memcpy(text, bytes, size);
    text[size] = '\0';
    struct diag diag;
    struct object object;
    struct prasm_options options = {.line_information = size % 2 == 0};
    diag_init(&diag, "prasm", nowhere);
    diag.error_limit = PRASM_ERRORS_SHOWN;
    if (prasm_assemble("fuzz.s", text, size, &options, &diag, &object))
        check_image(&object, strstr(text, ".debug_line") == NULL);
    free(text);
}

static void fuzz_prlink(const uint8_t *bytes, size_t size, FILE *nowhere)
{
    struct diag diag;
    struct linker linker;
    struct object program;
    diag_init(&diag, "prlink", nowhere);
    diag.error_limit = PRLINK_ERRORS_SHOWN;
    linker_init(&linker, &diag);
    if (linker_add_bytes(&linker, "fuzz.o", bytes, size) && linker_link(&linker, "_start", &program)) {
        struct map map;
        map_begin(&map, &linker, &program);
        map_print(&map, nowhere);
        map_end(&map);
        check_image(&program, false);
    }
    linker_free(&linker);
}

static void fuzz_prdis(const uint8_t *bytes, size_t size, FILE *nowhere)
{
    struct object object;
    struct object_error error;
    if (object_read_memory(bytes, size, &object, &error)) {
        const char *file;
        uint32_t number;
        for (uint32_t address = 0; address < object.size[SECTION_TEXT]; address += 97) {
            object_find_line(&object, address, &file, &number);
            object_find_function(&object, address, &number);
        }
        check_round_trip(&object);
        object_free(&object);
    } else {
        expect(strchr(error.text, '\n') == NULL && error.text[0] != '\0', "one line says what is wrong");
        fprintf(nowhere, "%s\n", error.text);
    }
}

void fuzz_expect_assembles(const char *text, size_t size)
{
    struct diag diag;
    struct object object;
    diag_init(&diag, "prasm", stderr);
    expect(prasm_assemble("fuzz.s", text, size, &(struct prasm_options){0}, &diag, &object),
           "what the compiler writes assembles");
    object_free(&object);
}

const struct fuzz_target fuzz_targets[] = {
    {"prasm", fuzz_prasm},           {"prlink", fuzz_prlink}, {"prdis", fuzz_prdis}, {"fcc", fuzz_fcc},
    {"preprocess", fuzz_preprocess}, {"trace", fuzz_trace},   {"dwarf", fuzz_dwarf},
};
const size_t fuzz_target_count = sizeof fuzz_targets / sizeof fuzz_targets[0];
