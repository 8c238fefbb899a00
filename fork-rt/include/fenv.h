/* fenv.h - the floating-point environment: the machine rounds to nearest and keeps no flags.
 *
 * So no exception has a macro, FE_ALL_EXCEPT is 0, and FE_TONEAREST is the only rounding. Straight functions.
 */
#ifndef FORK_FENV_H
#define FORK_FENV_H

typedef int fenv_t;
typedef int fexcept_t;

#define FE_ALL_EXCEPT 0
#define FE_TONEAREST 0
#define FE_DFL_ENV ((const fenv_t *)0)

/* 0: done; not 0: there is no such exception or rounding */
straight int feclearexcept(int exceptions);
straight int feraiseexcept(int exceptions);
straight int fegetexceptflag(fexcept_t *to, int exceptions);
straight int fesetexceptflag(const fexcept_t *from, int exceptions);
straight int fetestexcept(int exceptions); /* 0: none is set */
straight int fegetround(void);
straight int fesetround(int rounding);
straight int fegetenv(fenv_t *to);
straight int fesetenv(const fenv_t *from);
straight int feholdexcept(fenv_t *to);
straight int feupdateenv(const fenv_t *from);

#endif
