/* order_integer.h - the macros of block.h for integers in ascending order. Not for programs. */
#define ORDER(name) name##_integers
#define BEFORE(x, y) ((x) < (y))
#define TAKES
#define SH_TAKES
#define PASSES
