/* pbbs_convert.c - makes a file of words for Fork programs of a text of PBBS, and a text of a file of words.
 *
 *     pbbs_convert IN OUT
 */
#include "programs/pbbs/pbbs_file.h"

#include <stdio.h>
#include <string.h>

static const char program[] = "pbbs_convert";

int main(int argc, char **argv)
{
    struct pbbs_data data;
    bool was_text, good;
    bool wants_help = argc == 2 && (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0);

    if (argc != 3) {
        fprintf(wants_help ? stdout : stderr,
                "usage: %s IN OUT\nA text of the Problem Based Benchmark Suite becomes a file of words, and "
                "the other way.\n",
                program);
        return wants_help ? 0 : 2;
    }
    if (!pbbs_read(&data, argv[1], &was_text, program))
        return 1;
    good = pbbs_write(&data, argv[2], !was_text, program);
    pbbs_free(&data);
    return good ? 0 : 1;
}
