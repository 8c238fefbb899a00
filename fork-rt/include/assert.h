/* assert.h - stops the whole run, with the source line, if the condition does not hold for some PP.
 *
 * Straight: takes the same number of cycles whether the condition holds or not, so it may stand in
 * synchronous code.
 */
#undef assert

#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) __fork_assert((condition) != 0, "assertion failed: " #condition)
#endif

/* The same while the program is compiled: static_assert(sizeof(int) == 1, "words"); */
#undef static_assert
#define static_assert _Static_assert

straight void __fork_assert(int holds, const char *message);
