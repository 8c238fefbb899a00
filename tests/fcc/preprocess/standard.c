/* The examples of C17, 6.10.3.5, and what is easily got wrong: GNU's commas, empty arguments, blanks in strings,
 * macros that are met in their own expansion, conditions. */
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };
#undef str
#undef x
#undef f
#undef g
#undef h
#undef w
#undef t
#define xstr(s) str(s)
#define str(s) # s
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", \
 x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\0d", "abc", '\4') // this goes away
 == 0) str(: @\n), s);
xstr(INCFILE(2).h)
glue(HIGH, LOW);
xglue(HIGH, LOW)
#define t2(x,y,z) x ## y ## z
int j[] = { t2(1,2,3), t2(,4,5), t2(6,,7), t2(8,9,),
 t2(10,,), t2(,11,), t2(,,12), t2(,,) };
#define OBJ_LIKE (1-1)
#define OBJ_LIKE /* white space */ (1-1) /* other */
#define FUNC_LIKE(a) ( a )
#define FUNC_LIKE( a )( /* note the white space */ \
 a /* other stuff on this line
 */ )
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
char p2[] = join(x, y);
#define dbg(...) fprintf(stderr, __VA_ARGS__)
#define showlist(...) puts(#__VA_ARGS__)
#define report(test, ...) ((test)?puts(#test):\
 printf(__VA_ARGS__))
dbg("Flag");
dbg("X = %d\n", x);
showlist(The first, second, and third items.);
report(x>y, "x is %d but y is %d", x, y);
#define EMPTY
#define LPAREN (
#define RPAREN )
#define F(x, y) x + y
#define ELLIP_FUNC(...) __VA_ARGS__
ELLIP_FUNC(F, LPAREN, 'a', 'b', RPAREN);
#define nil(x) x
#define e1(fmt, ...) pr(fmt, ## __VA_ARGS__)
e1(1) e1(1,) e1(1,2,3)
#define e2(args...) pr(0, ## args)
e2() e2(1) e2(1,2)
-EMPTY- +EMPTY+ a EMPTY b xstr(aEMPTY b EMPTY c(EMPTY d)) xstr(-EMPTY-) xstr( a EMPTY() b)
xstr(nil( 1 ) nil()nil(2)nil(x y))
#define f2(a) a*g2
#define g2(a) f2(a)
f2(2)(9)
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
#if 1 ? 2 : (1/0)
ok1
#endif
#if -1 > 0u && (2 || 1/0) && 'a' == 97 && '\n' == 10 && 0x10 == 020+0 && 5 % 3 == 2 && ~0 == -1 && (1,2) == 2
ok2
#else
bad
#endif
#if defined x && defined(y) || !defined nothing
ok3 __LINE__ __FILE__ __INCLUDE_LEVEL__ __COUNTER__ __COUNTER__
#endif
f
# define inner 3
(1 inner)
nil(__LINE__
__LINE__) __LINE__
#line 100 "other.c"
__LINE__ __FILE__
#define AA BB
#define BB AA
AA BB
#define foo() bar
foo
()
foo
