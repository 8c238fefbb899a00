/* mix.h - numbers that look random and are the same for all users: for PRAM programs in Fork and for their
 * oracles in C. mix(x) is a bijection of 32 bits (the finalizer of MurmurHash3, A. Appleby); mix2(seed, i)
 * the i-th number of a sequence. Knows nothing of programs or machines.
 */
#ifndef PROGRAMS_MIX_H
#define PROGRAMS_MIX_H

#ifdef __FORK__
#define MIX_FUNCTION straight unsigned
#else
#define MIX_FUNCTION static inline unsigned
#endif

MIX_FUNCTION mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    x ^= x >> 16;
    return x;
}

MIX_FUNCTION mix2(unsigned seed, unsigned i)
{
    return mix(mix(seed * 0x9e3779b9u + 0x7f4a7c15u) + i * 0x9e3779b9u);
}

#endif
