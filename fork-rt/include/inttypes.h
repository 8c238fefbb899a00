/* inttypes.h - formats for the types of stdint.h; all are words, so formats need no size letters.
 */
#ifndef FORK_INTTYPES_H
#define FORK_INTTYPES_H

#include <stddef.h>
#include <stdint.h>

/* for printf */
#define PRId32 "d"
#define PRIdLEAST8 "d"
#define PRIdLEAST16 "d"
#define PRIdLEAST32 "d"
#define PRIdFAST8 "d"
#define PRIdFAST16 "d"
#define PRIdFAST32 "d"
#define PRIdMAX "d"
#define PRIdPTR "d"
#define PRIi32 "i"
#define PRIiLEAST8 "i"
#define PRIiLEAST16 "i"
#define PRIiLEAST32 "i"
#define PRIiFAST8 "i"
#define PRIiFAST16 "i"
#define PRIiFAST32 "i"
#define PRIiMAX "i"
#define PRIiPTR "i"
#define PRIo32 "o"
#define PRIoLEAST8 "o"
#define PRIoLEAST16 "o"
#define PRIoLEAST32 "o"
#define PRIoFAST8 "o"
#define PRIoFAST16 "o"
#define PRIoFAST32 "o"
#define PRIoMAX "o"
#define PRIoPTR "o"
#define PRIu32 "u"
#define PRIuLEAST8 "u"
#define PRIuLEAST16 "u"
#define PRIuLEAST32 "u"
#define PRIuFAST8 "u"
#define PRIuFAST16 "u"
#define PRIuFAST32 "u"
#define PRIuMAX "u"
#define PRIuPTR "u"
#define PRIx32 "x"
#define PRIxLEAST8 "x"
#define PRIxLEAST16 "x"
#define PRIxLEAST32 "x"
#define PRIxFAST8 "x"
#define PRIxFAST16 "x"
#define PRIxFAST32 "x"
#define PRIxMAX "x"
#define PRIxPTR "x"
#define PRIX32 "X"
#define PRIXLEAST8 "X"
#define PRIXLEAST16 "X"
#define PRIXLEAST32 "X"
#define PRIXFAST8 "X"
#define PRIXFAST16 "X"
#define PRIXFAST32 "X"
#define PRIXMAX "X"
#define PRIXPTR "X"
/* for scanf */
#define SCNd32 "d"
#define SCNdLEAST8 "d"
#define SCNdLEAST16 "d"
#define SCNdLEAST32 "d"
#define SCNdFAST8 "d"
#define SCNdFAST16 "d"
#define SCNdFAST32 "d"
#define SCNdMAX "d"
#define SCNdPTR "d"
#define SCNi32 "i"
#define SCNiLEAST8 "i"
#define SCNiLEAST16 "i"
#define SCNiLEAST32 "i"
#define SCNiFAST8 "i"
#define SCNiFAST16 "i"
#define SCNiFAST32 "i"
#define SCNiMAX "i"
#define SCNiPTR "i"
#define SCNo32 "o"
#define SCNoLEAST8 "o"
#define SCNoLEAST16 "o"
#define SCNoLEAST32 "o"
#define SCNoFAST8 "o"
#define SCNoFAST16 "o"
#define SCNoFAST32 "o"
#define SCNoMAX "o"
#define SCNoPTR "o"
#define SCNu32 "u"
#define SCNuLEAST8 "u"
#define SCNuLEAST16 "u"
#define SCNuLEAST32 "u"
#define SCNuFAST8 "u"
#define SCNuFAST16 "u"
#define SCNuFAST32 "u"
#define SCNuMAX "u"
#define SCNuPTR "u"
#define SCNx32 "x"
#define SCNxLEAST8 "x"
#define SCNxLEAST16 "x"
#define SCNxLEAST32 "x"
#define SCNxFAST8 "x"
#define SCNxFAST16 "x"
#define SCNxFAST32 "x"
#define SCNxMAX "x"
#define SCNxPTR "x"

typedef struct {
    intmax_t quot;
    intmax_t rem;
} imaxdiv_t;

straight intmax_t imaxabs(intmax_t n);
straight imaxdiv_t imaxdiv(intmax_t numerator, intmax_t denominator);
intmax_t strtoimax(const char *s, char **end, int base); /* as strtol */
uintmax_t strtoumax(const char *s, char **end, int base);
intmax_t wcstoimax(const wchar_t *s, wchar_t **end, int base);
uintmax_t wcstoumax(const wchar_t *s, wchar_t **end, int base);

#endif
