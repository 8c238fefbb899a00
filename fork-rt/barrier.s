# barrier.s - the exact barrier: all members of a group continue in the same cycle.
#
# Needs nothing but a group frame at gp whose SYNC is 0. Keeps all registers but t0 t1 t2 and ra; knows neither
# startup nor splits. Its lengths are part of the ABI (docs/internals/abi.md, section 5), the BSP engine relies on them.
#
# How it works, and why all leave together. Let n be the size of the group.
#
#   Parity. `bmc .` repeats itself in even cycles and falls through in odd ones, so barrier_enter is issued in an
#   even cycle E and the announcement in the odd cycle A = E + 1. Announcements are the only changes of SYNC until
#   it is n.
#   Classes. A waiting PP reads SYNC in the cycles A+1, A+5, A+9, ..: every reading cycle is even, and there are two
#   classes of PPs, by A mod 4.
#   Release. Let L be the cycle of the last announcements. SYNC is n from cycle L+1 on, and was less before, so no
#   PP has left the loop. PPs of L's class (the last ones among them) read n in L+1, the others in L+3:
#   no PP reads in between, and none misses both, for a class reads every four cycles.
#   Waves. The PPs of L's class are the early wave. What each PP does, by cycle:
#
#                       early wave                        late wave
#       L+1             reads n
#       L+3                                               reads n
#       L+5             second read: still n
#       L+6             stores 0
#       L+7                                               second read: 0
#       L+8             branch not taken                  stores 0
#       L+9             nop
#       L+10            early-wave shint                  branch taken
#       L+11            leaves                            leaves
#
#   The first store to SYNC comes in L+6, after both waves have left the loop, and before the late wave's second
#   read: so each wave learns from that read which one it is. There is always an early wave.
#   Ready at once. SYNC is 0 from cycle L+7 on, and the store of L+8 repeats the 0; no member can announce itself
#   again before L+11 + 2. Stores and announcements never meet in one cycle.
#   Size 1. The PP's own announcement is the last one; it reads 1 in L+1.
#
# The BSP engine runs the same instructions: the waiting PPs read n one segment before those that announced
# themselves in the last segment, they are the early wave there, and the early-wave shint costs them one more phase.

    .include "abi.inc"
    .text

    .global __fork_rejoin
    .func
__fork_rejoin:                          # a0: gp of the parent group, a1: its ssp
    add   a0,0,gp
    add   a1,0,ssp
                                        # and into the barrier of the parent

    .global __fork_barrier
    .func
__fork_barrier:
    ldg   gp,GROUP_SIZE,t0

# The barrier with the number of members in t0 instead of SIZE: SYNC may be a cell without a frame (start's gates).
    .global __fork_barrier_sized
    .func
__fork_barrier_sized:
    getlo 1,t1
    bmc   .
    shint SHINT_barrier_enter           # E
    syncadd gp,GROUP_SYNC,t1            # E + 1: A
wait:
    ldg   gp,GROUP_SYNC,t2
    getlo 0,t1
    cmp   t2,t0
    bne   wait
    ldg   gp,GROUP_SYNC,t2
    stg   gp,GROUP_SYNC,t1
    cmp   t2,t0
    bne   leave
    nop
    shint SHINT_barrier_early_wave
leave:
    shint SHINT_barrier_leave           # E + 12 of the last
    jmp   ra
