/* test_object.c - object files: what is written is read again, and nothing else is believed.
 */
#include "asm/object.h"
#include "asm/prasm/prasm.h"
#include "asm/prdis/prdis.h"
#include "asm/prlink/prlink.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const char sample[] = "        .extern foreign\n"
                             "        .global _start, shared, number\n"
                             "        .set number, 17\n"
                             "        .func\n"
                             "_start: set shared,R3\n"
                             "        set here,R4\n"
                             "        ldg R3,number,R5\n"
                             "        .loc \"x.fork\" 12\n"
                             "        call foreign,R31\n"
                             "        getlo shared,R6\n"
                             "local:  bra local\n"
                             "        .data\n"
                             "shared: .word 1, foreign + 2, shared\n"
                             "        .align 8\n"
                             "        .private\n"
                             "here:   .float 1.5\n"
                             "        .bss\n"
                             "        .space 2000000000\n"
                             "        .private_bss\n"
                             "        .space 3\n";

static const char library[] = "        .global foreign\n"
                              "        nop\n"
                              "foreign: ret\n";

struct image {
    unsigned char *bytes;
    size_t size;
};

static struct image image_of(const struct object *object)
{
    struct image image;
    struct object_error error;
    image.bytes = object_image(object, &image.size, &error);
    assert_non_null(image.bytes);
    return image;
}

static struct image assemble(const char *text)
{
    struct diag diag;
    struct object object;
    struct prasm_options options = {.line_information = true};
    diag_init(&diag, "test", stderr);
    assert_true(prasm_assemble("a.s", text, strlen(text), &options, &diag, &object));
    struct image image = image_of(&object);
    object_free(&object);
    return image;
}

static struct image link_both(struct image first, struct image second)
{
    struct diag diag;
    struct linker linker;
    struct object program;
    diag_init(&diag, "test", stderr);
    linker_init(&linker, &diag);
    assert_true(linker_add_bytes(&linker, "first.o", first.bytes, first.size));
    assert_true(linker_add_bytes(&linker, "second.o", second.bytes, second.size));
    assert_true(linker_link(&linker, "_start", &program));
    struct image image = image_of(&program);
    object_free(&program);
    linker_free(&linker);
    return image;
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    struct image image = assemble(sample);
    struct object object;
    struct object_error error;
    assert_true(object_read_memory(image.bytes, image.size, &object, &error));
    assert_false(object.linked);
    assert_int_equal(object.size[SECTION_TEXT], 8);
    assert_int_equal(object.size[SECTION_DATA], 8);
    assert_int_equal(object.alignment[SECTION_DATA], 8);
    assert_int_equal(object.size[SECTION_BSS], 2000000000);
    assert_null(object.words[SECTION_BSS]);
    assert_int_equal(object.size[SECTION_PRIVATE], 1);
    assert_int_equal(object.words[SECTION_PRIVATE][0], 0x3fc00000);
    assert_int_equal(object.size[SECTION_PRIVATE_BSS], 3);
    const struct object_symbol *start = &object.symbols[object_find_symbol(&object, "_start")];
    assert_true(start->function && start->section == SECTION_TEXT && start->value == 0);
    const struct object_symbol *number = &object.symbols[object_find_symbol(&object, "number")];
    assert_true(number->section == SECTION_ABSOLUTE && number->value == 17);
    assert_int_equal(object.symbols[object_find_symbol(&object, "foreign")].section, SECTION_UNDEFINED);
    size_t of_debug = 0;
    for (size_t i = 0; i < object.reloc_count; i++)
        of_debug += object_is_debug(object.relocs[i].section);
    assert_int_equal(object.reloc_count - of_debug, 8);
    assert_true(of_debug > 0 && object.debug[OBJECT_DEBUG_line].size > 0);
    const char *file;
    uint32_t line;
    assert_true(object_find_line(&object, 5, &file, &line));
    assert_string_equal(file, "x.fork");
    assert_int_equal(line, 12);

    struct image again = image_of(&object);
    assert_int_equal(again.size, image.size);
    assert_memory_equal(again.bytes, image.bytes, image.size);
    object_free(&object);
    free(again.bytes);
    free(image.bytes);
}

static void a_program_has_its_addresses(void **state)
{
    (void)state;
    struct image first = assemble(sample);
    struct image second = assemble(library);
    struct image image = link_both(first, second);
    struct object program;
    struct object_error error;
    assert_true(object_read_memory(image.bytes, image.size, &program, &error));
    assert_true(program.linked);
    assert_int_equal(program.entry, 1);
    assert_int_equal(program.address[SECTION_TEXT], 0);
    assert_int_equal(program.address[SECTION_DATA], 4096);
    assert_int_equal(program.address[SECTION_BSS], 4104);
    assert_int_equal(program.address[SECTION_PRIVATE], 0x80000000);
    assert_int_equal(program.address[SECTION_PRIVATE_BSS], 0x80000001);
    static const uint32_t text[] = {
        0xfa000000,             /* the trap at address 0 */
        0x39180001, 0x0018f000, /* shared = 4096 = (1 << 13) - 4096 */
        0x39240000, 0x00212000, /* here = 0x80000000 */
        0x5028e011,             /* ldg R3,17,R5 */
        0x72f80004,             /* call to 10 from 6 */
        0x38301000,             /* getlo 4096,R6 */
        0x60000000,
    };
    assert_int_equal(program.size[SECTION_TEXT], 11);
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)
        assert_int_equal(program.words[SECTION_TEXT][i], text[i]);
    assert_int_equal(program.words[SECTION_DATA][0], 1);
    assert_int_equal(program.words[SECTION_DATA][1], 12); /* foreign + 2 */
    assert_int_equal(program.words[SECTION_DATA][2], 4096);
    object_free(&program);
    free(first.bytes);
    free(second.bytes);
    free(image.bytes);
}

static void a_file_cut_short_anywhere_is_refused(void **state)
{
    (void)state;
    struct image image = assemble(sample);
    for (size_t size = 0; size < image.size; size++) {
        unsigned char *cut =
            malloc(size + (size == 0)); /* exactly as long, so that ASan sees what is beyond */
        memcpy(cut, image.bytes, size);
        struct object object;
        struct object_error error = {.text = ""};
        if (object_read_memory(cut, size, &object, &error))
            fail_msg("%zu of %zu bytes are taken for a whole file", size, image.size);
        assert_true(error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
        free(cut);
    }
    free(image.bytes);
}

/* Whatever is read is good enough to be linked and disassembled. */
static void use(const unsigned char *bytes, size_t size, FILE *nowhere)
{
    struct object object;
    struct object_error error;
    if (!object_read_memory(bytes, size, &object, &error)) {
        assert_non_null(memchr(error.text, 0, sizeof error.text));
        assert_null(strchr(error.text, '\n'));
        return;
    }
    disassemble(&object, "mutated", false, nowhere);
    object_free(&object);
    struct diag diag;
    struct linker linker;
    diag_init(&diag, "test", nowhere);
    linker_init(&linker, &diag);
    if (linker_add_bytes(&linker, "mutated.o", bytes, size) && linker_link(&linker, "_start", &object))
        object_free(&object);
    linker_free(&linker);
}

static void flipped_bits_do_no_harm(void **state)
{
    (void)state;
    struct image objects[2] = {assemble(sample), assemble(library)};
    struct image all[2] = {objects[0], link_both(objects[0], objects[1])};
    FILE *nowhere = fopen("/dev/null", "w");
    for (int which = 0; which < 2; which++)
        for (size_t bit = 0; bit < all[which].size * 8; bit++) {
            all[which].bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            use(all[which].bytes, all[which].size, nowhere);
            all[which].bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
    fclose(nowhere);
    free(objects[0].bytes);
    free(objects[1].bytes);
    free(all[1].bytes);
}

/* The sample with one field changed, and the message about it. */
static void check_change(size_t offset, uint32_t value, size_t width, const char *message)
{
    struct image image = assemble(sample);
    struct object object;
    struct object_error error = {.text = ""};
    memcpy(image.bytes + offset, &value, width);
    assert_false(object_read_memory(image.bytes, image.size, &object, &error));
    assert_string_equal(error.text, message);
    free(image.bytes);
}

static size_t section_field(uint32_t section, size_t field)
{
    struct image image = assemble(sample);
    Elf32_Ehdr header;
    memcpy(&header, image.bytes, sizeof header);
    free(image.bytes);
    return header.e_shoff + section * sizeof(Elf32_Shdr) + field;
}

#define HEADER(field) offsetof(Elf32_Ehdr, field)
#define SECTION(section, field) section_field(section, offsetof(Elf32_Shdr, field))

/* The sections of a file: 1 .text 2 .data 3 .bss 4 .private 5 .private_bss 6 .symtab 7 .strtab 8 .rela.text
 * 9 .rela.data 10 .debug_info 11 .debug_abbrev 12 .debug_line 13 .debug_aranges, then their relocations,
 * .shstrtab */
static void corrupt_files_are_refused_with_the_reason(void **state)
{
    (void)state;
    check_change(0, 0, 1, "not an SB-PRAM object (no ELF file)");
    check_change(EI_CLASS, ELFCLASS64, 1, "not an SB-PRAM object (an ELF file for another machine)");
    check_change(EI_DATA, ELFDATA2MSB, 1, "not an SB-PRAM object (an ELF file for another machine)");
    check_change(HEADER(e_machine), EM_386, 2, "not an SB-PRAM object (an ELF file for machine 3)");
    check_change(HEADER(e_type), ET_DYN, 2, "corrupt: unknown ELF file type 3");
    check_change(HEADER(e_version), 2, 4, "corrupt: bad ELF header");
    check_change(HEADER(e_shentsize), 41, 2, "corrupt: bad ELF header");
    check_change(HEADER(e_phnum), 1, 2, "corrupt: bad ELF header");
    check_change(HEADER(e_shnum), 0, 2, "corrupt: 0 sections (1 to 64 are possible)");
    check_change(HEADER(e_shnum), 65535, 2, "corrupt: 65535 sections (1 to 64 are possible)");
    check_change(HEADER(e_shoff), 0xfffffffc, 4,
                 "truncated: the file ends before its section header table does");
    check_change(HEADER(e_shoff), 3, 4, "corrupt: bad place of the section header table");
    check_change(HEADER(e_shstrndx), 64, 2, "corrupt: no section names");
    check_change(HEADER(e_shstrndx), 1, 2, "corrupt: section 1 is not a string table");
    check_change(SECTION(1, sh_size), 0xfffffff0, 4, "truncated: section 1 lies outside the file");
    check_change(SECTION(1, sh_offset), 0xfffffff0, 4, "truncated: section 1 lies outside the file");
    check_change(SECTION(1, sh_size), 6, 4, "corrupt: section .text does not consist of words");
    check_change(SECTION(1, sh_type), SHT_NOBITS, 4, "corrupt: section .text has the wrong type");
    check_change(SECTION(1, sh_flags), SHF_COMPRESSED, 4, "corrupt: section 1 is compressed");
    check_change(SECTION(1, sh_addralign), 3, 4, "corrupt: section .text has an alignment of 3 words");
    check_change(SECTION(1, sh_name), 0xffff, 4, "corrupt: name at 65535 lies outside string table 17");
    check_change(SECTION(3, sh_type), SHT_PROGBITS, 4, "truncated: section 3 lies outside the file");
    check_change(SECTION(3, sh_size), 0x80000000, 4, "section .bss is larger than 2147483647 words");
    check_change(SECTION(6, sh_entsize), 12, 4, "corrupt: bad symbol table");
    check_change(SECTION(6, sh_link), 99, 4, "corrupt: section 99 is not a string table");
    check_change(SECTION(8, sh_info), 3, 4, "corrupt: .rela.text relocates no section with words");
    check_change(SECTION(8, sh_info), 0, 4, "corrupt: .rela.text relocates no section with words");
    check_change(SECTION(8, sh_link), 7, 4, "corrupt: bad relocation section .rela.text");
    check_change(SECTION(10, sh_type), SHT_NOBITS, 4, "corrupt: section .debug_info has the wrong type");
}

/* Sections that are all of the file, so that what is read is many times as large as the file. */
static void sections_that_share_bytes_are_refused(void **state)
{
    (void)state;
    struct image image = assemble(sample);
    const uint32_t size = (uint32_t)image.size / 4 * 4, begin = 0;
    for (uint32_t section = 12; section <= 15; section++) {
        memcpy(image.bytes + SECTION(section, sh_offset), &begin, sizeof begin);
        memcpy(image.bytes + SECTION(section, sh_size), &size, sizeof size);
    }
    struct object object;
    struct object_error error = {.text = ""};
    assert_false(object_read_memory(image.bytes, image.size, &object, &error));
    assert_string_equal(error.text, "corrupt: sections share bytes of the file");
    free(image.bytes);
}

static size_t section_offset(uint32_t section)
{
    struct image image = assemble(sample);
    uint32_t offset;
    memcpy(&offset, image.bytes + SECTION(section, sh_offset), sizeof offset);
    free(image.bytes);
    return offset;
}

static void corrupt_tables_are_refused_with_the_reason(void **state)
{
    (void)state;
    size_t symbol = section_offset(6) + sizeof(Elf32_Sym); /* number 1 */
    check_change(symbol + offsetof(Elf32_Sym, st_shndx), 6, 2,
                 "corrupt: symbol 1 lies in section 6, which is none of .text to .private_bss");
    check_change(symbol + offsetof(Elf32_Sym, st_value), 9999, 4,
                 "corrupt: symbol 1 lies outside its section");
    check_change(symbol + offsetof(Elf32_Sym, st_info), 0x2f, 1, "corrupt: symbol 1 is of an unknown kind");
    check_change(symbol + offsetof(Elf32_Sym, st_name), 9999, 4,
                 "corrupt: name at 9999 lies outside string table 7");
    size_t reloc = section_offset(8);
    check_change(reloc + offsetof(Elf32_Rela, r_offset), 8, 4,
                 "corrupt: relocation 0 of .rela.text lies outside its section");
    check_change(reloc + offsetof(Elf32_Rela, r_info), 0x0107, 4,
                 "corrupt: relocation 0 of .rela.text is of an unknown type");
    check_change(reloc + offsetof(Elf32_Rela, r_info), 0xffff01, 4,
                 "corrupt: relocation 0 of .rela.text names no symbol");
    check_change(section_offset(7) + 1, 7, 1, "corrupt: string table 7 holds unprintable characters");
}

/* Words of a program hold no addresses of debug information, which is in no memory. */
static void words_that_name_debug_information_are_refused(void **state)
{
    (void)state;
    struct image image = assemble(sample);
    struct object object;
    struct object_error error;
    const size_t info = section_offset(8) + offsetof(Elf32_Rela, r_info);
    size_t refused = 0;
    assert_true(object_read_memory(image.bytes, image.size, &object, &error));
    for (size_t i = 0; i < object.symbol_count; i++) {
        const uint32_t named = ELF32_R_INFO((uint32_t)i + 1, 1);
        if (!object_is_debug(object.symbols[i].section))
            continue;
        struct object changed;
        memcpy(image.bytes + info, &named, sizeof named);
        assert_false(object_read_memory(image.bytes, image.size, &changed, &error));
        assert_string_equal(error.text, "corrupt: relocation 0 of .rela.text names debug information");
        refused++;
    }
    assert_true(refused > 0);
    object_free(&object);
    free(image.bytes);
}

/* Of .debug_line: from the length to the operands of opcodes, then the tables of folders and files. */
static void corrupt_line_tables_are_refused_with_the_reason(void **state)
{
    (void)state;
    enum {
        VERSION = 4,
        ADDRESS = 6,
        HEADER = 8,
        WORDS = 12,
        RANGE = 16,
        SPECIAL = 17,
        OPERANDS = 18,
        FOLDERS = 30
    };
    enum { FOLDER = FOLDERS + 4, COLUMNS = FOLDER + 2, FILES = COLUMNS + 5, NAME = FILES + 1 };
    static const struct {
        size_t offset;
        uint32_t value;
        size_t width;
        const char *reason;
    } changes[] = {
        {0, 0xffffffff, 4, "4): it ends within an entry"},
        {0, 3, 4, "7): it ends within an entry"},
        {VERSION, 4, 2, "6): its version is not 5"},
        {ADDRESS, 8, 1, "8): its addresses are not of four bytes"},
        {HEADER, 9999, 4, "12): it ends within an entry"},
        {WORDS, 4, 1, "18): bad numbers in its header"},
        {RANGE, 0, 1, "18): bad numbers in its header"},
        {SPECIAL, 0, 1, "18): bad numbers in its header"},
        {SPECIAL, 255, 1, "18): it ends within an entry"},
        {FOLDERS, 0, 1, "32): a table has no names"},
        {COLUMNS + 4, 0x13, 1, "46): a column of files is of an unknown form"},
        {NAME, '\n', 1, "42): a name has unprintable characters"},
        {NAME, 0, 1, "44): a source file lies in another folder"},
    };
    const size_t line = section_offset(12);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char message[256];
        snprintf(message, sizeof message, "corrupt: bad line table (.debug_line, byte %s", changes[i].reason);
        check_change(line + changes[i].offset, changes[i].value, changes[i].width, message);
    }
}

/* What the line program of a section does that a program made by hand has. */
static void check_program(const uint8_t *program, size_t count, const char *reason, size_t bodies)
{
    struct image image = assemble(sample);
    struct object object, changed;
    struct object_error error = {.text = ""};
    assert_true(object_read_memory(image.bytes, image.size, &object, &error));
    struct object_bytes *section = &object.debug[OBJECT_DEBUG_line];
    uint32_t header;
    memcpy(&header, section->bytes + 8, sizeof header);
    const uint32_t begin = 12 + header, size = begin + (uint32_t)count, length = size - 4;
    section->bytes = realloc(section->bytes, size);
    section->size = size;
    memcpy(section->bytes, &length, sizeof length);
    memcpy(section->bytes + begin, program, count);
    size_t kept = 0; /* the linker fills in no address */
    for (size_t i = 0; i < object.reloc_count; i++)
        if (object.relocs[i].section != SECTION_DEBUG + OBJECT_DEBUG_line)
            object.relocs[kept++] = object.relocs[i];
    object.reloc_count = kept;
    struct image again = image_of(&object);
    const bool is_read = object_read_memory(again.bytes, again.size, &changed, &error);
    assert_string_equal(reason, is_read ? "" : strstr(error.text, "): ") + 3);
    if (is_read) {
        assert_int_equal(changed.line_count, 3);
        assert_int_equal(changed.body_count, bodies);
        if (bodies > 0)
            assert_int_equal(changed.bodies[0], 2);
        if (bodies > 1)
            assert_int_equal(changed.bodies[1], 3);
        assert_int_equal(changed.lines[0].address, 1);
        assert_int_equal(changed.lines[0].line, 7);
        assert_int_equal(changed.lines[1].address, 3);
        assert_int_equal(changed.lines[1].line, 9);
        assert_int_equal(changed.lines[2].address, 5);
        assert_int_equal(changed.lines[2].line, 0);
        object_free(&changed);
    }
    object_free(&object);
    free(again.bytes);
    free(image.bytes);
}

#define PROGRAM(reason, ...)                                                                                 \
    check_program((const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]){__VA_ARGS__}, reason, 0)
#define BODIES(count, ...)                                                                                   \
    check_program((const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]){__VA_ARGS__}, "", count)
#define SET_ADDRESS(address) 0, 5, 2, address, 0, 0, 0
#define END 0, 1, 1

static void line_programs_are_run_and_checked(void **state)
{
    (void)state;
    /* line 7 at 1 with a column, line 9 at 3, over two sequences; an opcode of a later standard is left out
     */
    PROGRAM("", SET_ADDRESS(1), 3, 6, 1, 5, 4, 2, 1, 1, 0, 3, 0x70, 9, 9, 9, 1, 0, END, SET_ADDRESS(3), 3, 8,
            6, 1, 2, 2, END);
    PROGRAM("", SET_ADDRESS(1), 3, 6, 1, 3, 2, 2, 2, 1, 2, 2, END); /* in one */
    /* bodies: a row of the same line begins one, the next row does not; none is outside of .text */
    BODIES(1, SET_ADDRESS(1), 3, 6, 1, 2, 1, 10, 1, 3, 2, 2, 1, 1, 2, 2, END);
    BODIES(2, SET_ADDRESS(1), 3, 6, 1, 2, 1, 10, 1, 3, 2, 2, 1, 10, 1, 10, 1, 2, 2, END);
    BODIES(1, SET_ADDRESS(1), 3, 6, 1, 2, 1, 10, 1, 3, 2, 2, 1, 1, 2, 2, 10, END);
    PROGRAM("its lines have no end", SET_ADDRESS(1), 1);
    PROGRAM("an address lies outside of .text", SET_ADDRESS(9), 1, END);
    PROGRAM("an address lies outside of .text", 2, 0xff, 0xff, 0xff, 0xff, 0x7f, 1, END);
    PROGRAM("addresses are not in ascending order", SET_ADDRESS(3), 1, 2, 2, END, SET_ADDRESS(1), 1, END);
    PROGRAM("a line has an impossible number", 3, 0x70, 1, END);
    PROGRAM("a line has an impossible number", 3, 0xff, 0xff, 0xff, 0xff, 0x3f, 1, END);
    PROGRAM("a line is of no file", 4, 99, 1, END);
    PROGRAM("an opcode has no length", 0, 0, 1, END);
    PROGRAM("it ends within an entry", 0, 99, 1, END);
    PROGRAM("an address is not of four bytes", 0, 3, 2, 1, 1, 1, END);
    PROGRAM("a number is too long", 2, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0);
    PROGRAM("it ends within an entry", 2);
    PROGRAM("a function has a bad number or name", 0, 2, 0x80, 1);
    PROGRAM("a function has a bad number or name", 0, 4, 0x80, 2, 'f', 0);
    PROGRAM("a function has a bad number or name", 0, 4, 0x80, 1, 'f', 'g', 0);
    PROGRAM("a function has no name", 0, 3, 0x80, 1, 0);
    PROGRAM("a name has unprintable characters", 0, 4, 0x80, 1, 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(a_program_has_its_addresses),
        cmocka_unit_test(a_file_cut_short_anywhere_is_refused),
        cmocka_unit_test(flipped_bits_do_no_harm),
        cmocka_unit_test(corrupt_files_are_refused_with_the_reason),
        cmocka_unit_test(corrupt_tables_are_refused_with_the_reason),
        cmocka_unit_test(sections_that_share_bytes_are_refused),
        cmocka_unit_test(words_that_name_debug_information_are_refused),
        cmocka_unit_test(corrupt_line_tables_are_refused_with_the_reason),
        cmocka_unit_test(line_programs_are_run_and_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
