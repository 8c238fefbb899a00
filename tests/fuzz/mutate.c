/* mutate.c - runs many mutated inputs through one fuzz target, each within 1 second and all within 256 MiB.
 *
 *   mutate TARGET FIRST COUNT CURRENT SEED-FILE ...
 *
 * Input number N is the same in every run over the same seed files, and is written to the file CURRENT before
 * it is tried: when the process dies, CURRENT is what killed it. Prints one TAP line.
 */
#include "targets.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#define SECONDS_PER_INPUT 1
#define MAX_RESIDENT_KIB (256l * 1024)
#define MAX_SEED_BYTES 65536u
#define MAX_INPUT_BYTES (2 * MAX_SEED_BYTES)
#define MAX_MUTATIONS 8

struct seed {
    uint8_t *bytes;
    size_t size;
};

struct mutator {
    struct seed *seeds;
    size_t seed_count;
    uint64_t random;
    uint8_t bytes[MAX_INPUT_BYTES];
    size_t size;
};

/* Words that mean something to the tools; bytes alone hardly ever spell them. */
static const char *const dictionary[] = {
#define ISA_ROW(opcode, name, form, kind, delay, cost, text) #name " ",
#include "asm/tables/isa.def"
#define DIRECTIVE(name, handler, value, operands, text) "." #name " ",
#include "asm/tables/directive.def"
#define ABI_REGISTER(number, name, who, text) #name ",",
#include "asm/tables/abi.def"
#define PUNCTUATOR(name, spelling, precedence, operation) spelling " ",
#define KEYWORD(name, spelling) spelling " ",
#include "fcc/text/token.def"
#define DIRECTIVE(name, handler) "\n#" name " ",
#include "fcc/preprocess/directive.def"
#define BUILTIN(spelling, name) spelling " ",
#include "fcc/preprocess/builtin.def"
#define COMMAND(name, aliases, group, function, way, repeats, usage, help) name " ",
#include "sim/debug/terminal/command.def"
#define REQUEST(name, function, when, capability, text) "\"" name "\"",
#define FEATURE(capability, text)
#include "sim/debug/dap/request.def"
    /* clang-format off */
    "\n#define f(x, ...) ", "##", "f(", "__VA_ARGS__", "defined ", "\\\n", "/*", "*/", "_Pragma(\"",
    "({", "})", "__attribute__((", "unused))", "packed", "typeof(", "[n]", "(int[]){", "__builtin_expect(", "__builtin_offsetof(",
    "\n#pragma push_macro(\"f\")", "\n#pragma pop_macro(\"f\")",
    "__has_include(", "%hi(", "%lo(", "(", ")", "\n", ": ", "1: ", "1b", "1f", "0x80000000", "4294967295", "-1", "<<",
    ">>", "/", "\"", "'", "\\", "#", "R1,R2,R3", ".+1", ".text", ".data", ".bss", "_start", "!<arch>\n", "`\n", ".Lx",
    /* clang-format on */
};
#define DICTIONARY_SIZE (sizeof dictionary / sizeof dictionary[0])

static const uint32_t interesting[] = {
    0,      1,      4,          12,         16,         40,         0x7f,       0xff,       0x100,
    0xfff1, 0xffff, 0x00ffffff, 0x01000000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffff0, 0xffffffff};
#define INTERESTING_COUNT (sizeof interesting / sizeof interesting[0])

static uint32_t draw(struct mutator *mutator, size_t below)
{
    mutator->random ^= mutator->random << 13;
    mutator->random ^= mutator->random >> 7;
    mutator->random ^= mutator->random << 17;
    return below == 0 ? 0 : (uint32_t)((mutator->random >> 16) % below);
}

/* Makes room for `count` bytes at `place`, or takes them out if negative; false if that is not possible. */
static int shift(struct mutator *mutator, size_t place, long count)
{
    if (count > 0 && mutator->size + (size_t)count > MAX_INPUT_BYTES)
        return 0;
    size_t from = count < 0 ? place + (size_t)-count : place;
    memmove(mutator->bytes + place + (count > 0 ? (size_t)count : 0), mutator->bytes + from,
            mutator->size - from);
    mutator->size = (size_t)((long)mutator->size + count);
    return 1;
}

static void mutate_once(struct mutator *mutator)
{
    size_t place = draw(mutator, mutator->size + 1);
    size_t left = mutator->size - place;
    const struct seed *other = &mutator->seeds[draw(mutator, mutator->seed_count)];
    size_t length = 1 + draw(mutator, draw(mutator, 4) == 0 ? 4096 : 32);
    const char *word = dictionary[draw(mutator, DICTIONARY_SIZE)];
    uint32_t number = interesting[draw(mutator, INTERESTING_COUNT)];
    switch (draw(mutator, 9)) {
    case 0: /* a bit */
        if (left > 0)
            mutator->bytes[place] ^= (uint8_t)(1u << draw(mutator, 8));
        break;
    case 1: /* a byte */
        if (left > 0)
            mutator->bytes[place] = (uint8_t)draw(mutator, 256);
        break;
    case 2: /* an aligned number */
        place &= ~(size_t)3;
        if (mutator->size >= place + 4)
            memcpy(mutator->bytes + place, &number, 4);
        break;
    case 3: /* a half word */
        place &= ~(size_t)1;
        if (mutator->size >= place + 2)
            memcpy(mutator->bytes + place, &number, 2);
        break;
    case 4: /* less */
        shift(mutator, place, -(long)(length < left ? length : left));
        break;
    case 5: /* a piece of itself again */
        if (length <= left && shift(mutator, place, (long)length))
            memcpy(mutator->bytes + place, mutator->bytes + place + length, length);
        break;
    case 6: /* a piece of another */
        if (length <= other->size && shift(mutator, place, (long)length))
            memcpy(mutator->bytes + place, other->bytes + draw(mutator, other->size - length + 1), length);
        break;
    case 7: /* a word that means something */
        if (shift(mutator, place, (long)strlen(word)))
            memcpy(mutator->bytes + place, word, strlen(word));
        break;
    default: /* the end is missing */
        if (draw(mutator, 4) == 0)
            mutator->size = place;
    }
}

static void make_input(struct mutator *mutator, uint64_t number)
{
    mutator->random = (number + 1) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 8; i++)
        draw(mutator, 1);
    const struct seed *seed = &mutator->seeds[draw(mutator, mutator->seed_count)];
    memcpy(mutator->bytes, seed->bytes, seed->size);
    mutator->size = seed->size;
    for (uint32_t count = 1 + draw(mutator, MAX_MUTATIONS); count > 0; count--)
        mutate_once(mutator);
}

static struct seed read_seed(const char *path)
{
    struct seed seed = {.bytes = malloc(MAX_SEED_BYTES)};
    FILE *stream = fopen(path, "rb");
    if (stream == NULL || seed.bytes == NULL) {
        perror(path);
        exit(2);
    }
    seed.size = fread(seed.bytes, 1, MAX_SEED_BYTES, stream);
    fclose(stream);
    return seed;
}

static void too_slow(int signal_number)
{
    static const char message[] = "not ok 1 - an input takes more than a second\n";
    (void)signal_number;
    if (write(STDOUT_FILENO, message, sizeof message - 1) < 0)
        _exit(3);
    _exit(1);
}

static void set_timer(int seconds)
{
    struct itimerval timer = {.it_value.tv_sec = seconds};
    setitimer(ITIMER_VIRTUAL, &timer, NULL); /* the time of this process only */
}

static void write_current(const struct mutator *mutator, const char *path)
{
    FILE *stream = fopen(path, "wb");
    if (stream == NULL || fwrite(mutator->bytes, 1, mutator->size, stream) != mutator->size ||
        fclose(stream) != 0) {
        perror(path);
        exit(2);
    }
}

static int run(struct mutator *mutator, const struct fuzz_target *target, uint64_t first, uint64_t count,
               const char *current)
{
    FILE *nowhere = fopen("/dev/null", "w");
    struct rusage usage = {0};
    if (nowhere == NULL || signal(SIGVTALRM, too_slow) == SIG_ERR)
        return 2;
    for (uint64_t number = first; number < first + count; number++) {
        make_input(mutator, number);
        write_current(mutator, current);
        uint8_t *exact = malloc(mutator->size + (mutator->size == 0)); /* so that ASan sees what is beyond */
        memcpy(exact, mutator->bytes, mutator->size);
        set_timer(SECONDS_PER_INPUT);
        target->run(exact, mutator->size, nowhere);
        set_timer(0);
        free(exact);
        getrusage(RUSAGE_SELF, &usage);
        if (usage.ru_maxrss > MAX_RESIDENT_KIB) {
            printf("not ok 1 - input %llu takes %ld KiB\n", (unsigned long long)number, usage.ru_maxrss);
            return 1;
        }
    }
    fclose(nowhere);
    printf("ok 1 - %llu mutated inputs for %s, at most %ld KiB resident\n", (unsigned long long)count,
           target->name, usage.ru_maxrss);
    return 0;
}

int main(int argc, char **argv)
{
    const struct fuzz_target *target = argc < 6 ? NULL : fuzz_target_find(argv[1]);
    if (target == NULL) {
        fprintf(stderr,
                "usage: mutate prasm|prlink|prdis|fcc|preprocess FIRST COUNT CURRENT SEED-FILE ...\n");
        return 2;
    }
    struct mutator *mutator = calloc(1, sizeof *mutator);
    mutator->seed_count = (size_t)argc - 5;
    mutator->seeds = calloc(mutator->seed_count, sizeof *mutator->seeds);
    for (int i = 5; i < argc; i++)
        mutator->seeds[i - 5] = read_seed(argv[i]);
    int status = run(mutator, target, strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), argv[4]);
    for (size_t i = 0; i < mutator->seed_count; i++)
        free(mutator->seeds[i].bytes);
    free(mutator->seeds);
    free(mutator);
    return status;
}
