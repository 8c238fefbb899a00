/* kernel.h - the OpenCL kernels, as text. A work group has one piece of a sum: two numbers say where its
 * factors, which are finite, begin in x and y, and how many there are. It adds the products to 32-bit digits
 * in 64-bit cells, in carry-save form. ITEMS are the work items of a group, CELLS the cells.
 */
#ifndef PRAM_REAL_OPENCL_KERNEL_H
#define PRAM_REAL_OPENCL_KERNEL_H

static const char kernel_source[] =
    "#if ITEMS > 1\n"
    "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
    "#define ADD(at, value) atom_add(&cell[at], value)\n"
    "#else\n"
    "#define ADD(at, value) cell[at] += (value)\n"
    "#endif\n"
    "__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))\n"
    "void dots(__global const ulong *x, __global const ulong *y, __global const uint *piece, __global long "
    "*out)\n"
    "{\n"
    "    __local long cell[CELLS];\n"
    "    const uint me = get_local_id(0), group = get_group_id(0), terms = piece[2 * group + 1];\n"
    "    __global const ulong *a = x + piece[2 * group];\n"
    "    __global const ulong *b = y + piece[2 * group];\n"
    "    for (uint k = me; k < CELLS; k += ITEMS) cell[k] = 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (uint i = me; i < terms; i += ITEMS) {\n"
    "        const ulong p = a[i], q = b[i];\n"
    "        const uint ep = (uint)(p >> 52) & 2047, eq = (uint)(q >> 52) & 2047;\n"
    "        const ulong mp = (p & 0xfffffffffffffUL) | (ep ? 1UL << 52 : 0);\n"
    "        const ulong mq = (q & 0xfffffffffffffUL) | (eq ? 1UL << 52 : 0);\n"
    "        const uint at = max(ep, 1u) + max(eq, 1u) - 2, first = at >> 5, shift = at & 31;\n"
    "        const long sign = (long)(p ^ q) >> 63;\n"
    "#ifdef __SIZEOF_INT128__\n" /* a compiler with it multiplies in one instruction */
    "        const unsigned __int128 product = (unsigned __int128)mp * mq;\n"
    "        const ulong low = (ulong)product, high = (ulong)(product >> 64);\n"
    "#else\n"
    "        const ulong low = mp * mq, high = mul_hi(mp, mq);\n"
    "#endif\n"
    "        const ulong w0 = low << shift;\n"
    "        const ulong w1 = high << shift | (low >> 1) >> (63 - shift);\n"
    "        const ulong w2 = (high >> 1) >> (63 - shift);\n"
    "        ADD(first, ((long)(w0 & 0xffffffffUL) ^ sign) - sign);\n"
    "        ADD(first + 1, ((long)(w0 >> 32) ^ sign) - sign);\n"
    "        ADD(first + 2, ((long)(w1 & 0xffffffffUL) ^ sign) - sign);\n"
    "        ADD(first + 3, ((long)(w1 >> 32) ^ sign) - sign);\n"
    "        ADD(first + 4, ((long)w2 ^ sign) - sign);\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (uint k = me; k < CELLS; k += ITEMS) out[group * CELLS + k] = cell[k];\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))\n"
    "void nothing(__global const ulong *x, __global const ulong *y, __global const uint *piece, __global "
    "long *out)\n"
    "{\n"
    "    const uint group = get_group_id(0);\n"
    "    if (get_local_id(0) == 0) out[group * CELLS] = (long)(x[piece[2 * group]] ^ y[piece[2 * group]]);\n"
    "}\n";

#endif
