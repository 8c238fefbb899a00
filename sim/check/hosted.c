/* hosted.c - what host calls read and write, for words that were never written (words.h).
 *
 * A host call uses everything that it reads: its arguments; the words of a string, of a format and of the
 * arguments that the format names; words that go to a file. This file parses a format as the host does, to
 * find these arguments. Words that host calls write become written.
 */
#include "sim/host/format.h"
#include "value.h"

enum {
    A0 = MACHINE_A0,
    A1,
    A2,
    LOOKED_AT_MOST = 1 << 20, /* words that a call reads */
    ARGUMENTS_MOST = 256      /* words after the first argument of a format that may be further arguments */
};

/* The numbers of host calls by their names. */
enum host_call {
#define HOSTCALL(number, name, text) HOST_##name = (number),
#include "asm/tables/hostcall.def"
    HOST_CALLS
};

/* The memory that host calls read: at the address in the register `at`. A format has its arguments, and a
 * comparison its second string, at the next register. */
enum reading { READS_NOTHING, READS_STRING, READS_TWO_STRINGS, READS_FORMAT, READS_WORDS };

#define SET1 (1u << A0)
#define SET2 (SET1 | 1u << A1)
#define SET3 (SET2 | 1u << A2)

/* The number of words that a host call writes to memory: those of a text, or at most as many as there is room
 * for, ... */
enum extent { EXTENT_NONE, EXTENT_COUNT, EXTENT_STRING, EXTENT_LIMITED, EXTENT_IMAGE };

static const struct host_row {
    uint8_t reading;
    uint8_t at;        /* register */
    uint8_t arguments; /* registers that the call reads, SETn; SYS_format_limited also reads words at the
                          address in its last one */
    const char *what;  /* depends on them */
    uint8_t extent;
    uint8_t target; /* register with the address where it writes */
} host_rows[HOST_CALLS] = {
    [HOST_exit] = {READS_NOTHING, 0, SET1, "the exit status"},
    [HOST_print_int] = {READS_NOTHING, 0, SET1, "output"},
    [HOST_print_char] = {READS_NOTHING, 0, SET1, "output"},
    [HOST_print_string] = {READS_STRING, A0, SET1, "output"},
    [HOST_print_float] = {READS_NOTHING, 0, SET1, "output"},
    [HOST_print_unsigned] = {READS_NOTHING, 0, SET1, "output"},
    [HOST_print_hex] = {READS_NOTHING, 0, SET1, "output"},
    [HOST_print_format] = {READS_FORMAT, A0, SET2, "output"},
    [HOST_open] = {READS_STRING, A0, SET2, "which file is opened"},
    [HOST_close] = {READS_NOTHING, 0, SET1, "which file is closed"},
    [HOST_read_words] = {READS_NOTHING, 0, SET3, "what is read from a file", EXTENT_COUNT, A1},
    [HOST_write_words] = {READS_WORDS, A1, SET3, "what is written to a file"},
    [HOST_file_read_char] = {READS_NOTHING, 0, SET1, "what is read from a file"},
    [HOST_file_write_char] = {READS_NOTHING, 0, SET2, "what is written to a file"},
    [HOST_file_write_string] = {READS_STRING, A1, SET2, "what is written to a file"},
    [HOST_file_print_format] = {READS_FORMAT, A1, SET3, "what is written to a file"},
    [HOST_random_seed] = {READS_NOTHING, 0, SET1, "a seed of random numbers"},
    [HOST_argument] = {READS_NOTHING, 0, SET3, "a program argument", EXTENT_COUNT, A1},
    [HOST_format_string] = {READS_FORMAT, A0, SET3, "a formatted text", EXTENT_STRING, A2},
    [HOST_panic] = {READS_STRING, A0, SET1, "an error message"},
    [HOST_panic_at] = {READS_STRING, A0, SET2, "an error message"},
    [HOST_panic_hint] = {READS_STRING, A0, SET3, "an error message"},
    [HOST_print_numbered] = {READS_FORMAT, A0, SET2, "output"},
    [HOST_format_limited] = {READS_FORMAT, A0, SET3, "a formatted text", EXTENT_LIMITED, A2},
    [HOST_real_parse] = {READS_STRING, A0, SET2, "a number that is read", EXTENT_IMAGE, A1},
    [HOST_real_read] = {READS_NOTHING, 0, SET2, "a number that is read", EXTENT_IMAGE, A1},
    [HOST_remove] = {READS_STRING, A0, SET1, "which file is removed"},
    [HOST_rename] = {READS_TWO_STRINGS, A0, SET2, "which file is renamed"},
};

/* The host reads from or writes to the address in a register. */
static void give_address(struct check *check, const struct observer_step *step, unsigned number,
                         enum deed deed)
{
    pointer_use(check, step, 1u << number, observer_word(check->now, step, number), deed);
}

/* ---- what is read */

/* A host call that reads words of memory. */
struct reader {
    struct check *check;
    const struct observer_step *step;
    uint32_t argument; /* host index and value of the word read last; MEMORY_ILLEGAL: none */
    uint32_t value;
    uint32_t arguments;   /* first argument of a format; it lies above the variables of a frame */
    uint32_t start, next; /* the words read last, because strings are read twice */
    struct aim aim;       /* of the address at which these begin */
    uint32_t looked_at;
    bool is_found; /* it has read an unwritten word: this is the first one */
    struct source source;
};

/* For format.h: a word that the call reads. False: there is no such word, or the limit is reached. */
static bool read_word(void *context, uint32_t address, uint32_t *word)
{
    struct reader *reader = context;
    struct check *check = reader->check;
    const struct memory *memory = &check->machine->memory;
    uint32_t index = memory_index(memory, reader->step->pp, address);
    if (index == MEMORY_ILLEGAL || ++reader->looked_at > LOOKED_AT_MOST)
        return false;
    *word = memory->cells[index];
    if (address - reader->start < reader->next - reader->start)
        return true;
    const bool is_by_argument = reader->argument != MEMORY_ILLEGAL && address == reader->value;
    if (address != reader->next) {
        reader->start = address;
        if (reader->looked_at != 1) /* the first words are in registers */
            reader->aim = (struct aim){0};
    }
    reader->next = address + 1;
    if (is_by_argument) {
        reader->aim = aim_of_word(check, reader->step->pp, reader->argument);
        pointer_read_by_host(check, reader->step, reader->argument, address);
    }
    reader->argument = MEMORY_ILLEGAL;
    bool is_unwritten;
    uint32_t block;
    if (address - reader->arguments < ARGUMENTS_MOST) {
        is_unwritten = words_state(check, index, &block) == WORD_UNWRITTEN;
        reader->argument = index;
        reader->value = *word;
    } else {
        is_unwritten = written_access(check, reader->step, DEED_LOAD, address, reader->aim, NULL, &index);
    }
    if (is_unwritten && !reader->is_found) {
        const struct source own = {.index = index, .at = moment_of(check, reader->step)};
        const struct source *stored = written_source(check, index);
        reader->is_found = true;
        reader->source = stored != NULL ? *stored : own;
    }
    return true;
}

static bool emit_nothing(void *context, const char *bytes, size_t count)
{
    (void)context;
    (void)bytes;
    (void)count;
    return true;
}

/* Returns the number of words that the printed text takes, with the 0 at its end; 0: the call fails. */
static uint32_t read_format(struct reader *reader, uint32_t format, uint32_t arguments)
{
    const struct format_io io = {.context = reader,
                                 .load = read_word,
                                 .emit = emit_nothing,
                                 .numbers = reader->check->machine->numbers};
    char complaint[96]; /* the call itself reports it */
    uint32_t printed = 0;
    reader->arguments = arguments;
    return format_print(&io, format, arguments, &printed, complaint, sizeof complaint) == FORMAT_DONE
               ? printed + 1
               : 0;
}

static void read_string(struct reader *reader, uint32_t address)
{
    uint32_t word = 1;
    for (uint32_t n = 0; word != 0 && read_word(reader, address + n, &word);)
        n++;
}

/* Returns the number of words that the text of a format takes. */
static uint32_t read_memory(struct check *check, const struct observer_step *step, enum host_call call)
{
    const unsigned at = host_rows[call].at;
    const enum reading reading = (enum reading)host_rows[call].reading;
    const uint32_t address = observer_word(check->now, step, at);
    struct reader reader = {.check = check,
                            .argument = MEMORY_ILLEGAL,
                            .step = step,
                            .arguments = UINT32_MAX - ARGUMENTS_MOST,
                            .aim = aim_in(&check->registers[step->pp], at)};
    uint32_t word = 1, text_words = 0;
    if (reading == READS_NOTHING)
        return 0;
    give_address(check, step, at, DEED_LOAD);
    if (reading == READS_FORMAT || reading == READS_TWO_STRINGS)
        give_address(check, step, at + 1, DEED_LOAD);
    switch (reading) {
    case READS_TWO_STRINGS:
    case READS_STRING:
        read_string(&reader, address);
        if (reading == READS_STRING)
            break;
        reader.aim = aim_in(&check->registers[step->pp], at + 1);
        read_string(&reader, observer_word(check->now, step, at + 1));
        break;
    case READS_FORMAT:
        text_words = read_format(&reader, address, observer_word(check->now, step, at + 1));
        break;
    default: /* READS_WORDS */
        for (uint32_t n = observer_word(check->now, step, A2), k = 0; k < n; k++)
            if (!read_word(&reader, address + k, &word))
                break;
    }
    if (reader.is_found)
        written_warn(check, step, &reader.source, host_rows[call].what);
    return text_words;
}

/* ---- what is written */

/* The PP, or the host for it, stores to `count` words from an address on, up to the first one that does not
 * exist. */
static void write_words(struct check *check, const struct observer_step *step, uint32_t address,
                        uint32_t count, struct aim aim, bool is_words)
{
    uint32_t index;
    for (uint32_t word = 0; word < count; word++) {
        (void)written_access(check, step, DEED_STORE, address + word, aim, NULL, &index);
        if (index == MEMORY_ILLEGAL)
            return;
        if (is_words)
            aim_give_host(check, index);
    }
}

static void write_memory(struct check *check, const struct observer_step *step, enum host_call call,
                         uint32_t text_words)
{
    const struct memory *memory = &check->machine->memory;
    const enum extent extent = (enum extent)host_rows[call].extent;
    if (extent == EXTENT_NONE)
        return;
    const uint32_t address = observer_word(check->now, step, host_rows[call].target);
    const struct aim aim = aim_in(&check->registers[step->pp], host_rows[call].target);
    const uint32_t index = memory_index(memory, step->pp, address);
    give_address(check, step, host_rows[call].target, DEED_STORE);
    if (extent == EXTENT_COUNT)
        write_words(check, step, address, observer_word(check->now, step, A2), aim, call == HOST_read_words);
    else if (extent == EXTENT_IMAGE)
        write_words(check, step, address, check->machine->program.real_words, aim, false);
    else if (extent == EXTENT_STRING)
        write_words(check, step, address, text_words, aim, false);
    else if (index != MEMORY_ILLEGAL) { /* address and room are there */
        const uint32_t room = memory_word(memory, step->pp, address + 1);
        write_words(check, step, memory->cells[index], text_words < room ? text_words : room,
                    aim_of_word(check, step->pp, index), false);
    }
}

void hosted_call(struct check *check, const struct observer_step *step, uint32_t call)
{
    const bool is_status_of_main =
        call == HOST_exit && check->code[step->pc].is_runtime; /* there may be no string */
    if (call >= HOST_CALLS)
        return;
    written_use(check, step, is_status_of_main ? 0 : host_rows[call].arguments, host_rows[call].what);
    write_memory(check, step, (enum host_call)call, read_memory(check, step, (enum host_call)call));
}
