/* policy.h - rules for several stores to one cell in one cycle.
 *
 * Every engine resolves conflicts by these rules, so that all give the same memory. Pure functions; knows no
 * machine.
 */
#ifndef PRAM_POLICY_H
#define PRAM_POLICY_H

#include <stdint.h>

enum write_policy {
    POLICY_HIGH,     /* the highest PP wins: priority CRCW */
    POLICY_LOW,      /* the lowest PP wins */
    POLICY_COMMON,   /* all must store the same value */
    POLICY_ARBITRARY /* the PP with the highest rank wins (policy_rank) */
};

/* The name for --write-policy, without a seed. */
static inline const char *policy_name(enum write_policy policy)
{
    static const char *const names[] = {[POLICY_HIGH] = "high",
                                        [POLICY_LOW] = "low",
                                        [POLICY_COMMON] = "common",
                                        [POLICY_ARBITRARY] = "arbitrary"};
    return names[policy];
}

/* Rules for a cell that gets requests of two kinds in one cycle. */
enum mixed_rule {
    MIXED_ERROR, /* a fault */
    MIXED_IGNORE /* multiprefix first, then the store; different multiprefix operations in PP order */
};

/* Mixes 64 bits (the finaliser of splitmix64). */
static inline uint64_t policy_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The rank of PP `pp` among those that store to the global address `address` in cycle `cycle`, under
 * POLICY_ARBITRARY. Two PPs never have the same rank. */
static inline uint64_t policy_rank(uint64_t seed, uint64_t cycle, uint32_t address, uint32_t pp)
{
    uint64_t stirred = policy_mix(policy_mix(seed + 0x9e3779b97f4a7c15u * (cycle + 1)) + address);
    return policy_mix(stirred ^ pp); /* a bijection of pp */
}

#endif
