/* order_by.h - the macros of block.h for an order given by a function of the program. Not for programs. */
#define ORDER(name) name##_by
#define BEFORE(x, y) before((x), (y))
#define TAKES , int (*before)(int x, int y)
#define SH_TAKES , sh int (*before)(int x, int y)
#define PASSES , before
