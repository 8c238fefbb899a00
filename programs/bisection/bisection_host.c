/* bisection_host.c - graphs for bisection.fork, and what to compare its cuts with.
 *
 *     bisection_host mesh FILE ROWS COLUMNS [loads]    a mesh
 *     bisection_host local FILE N DEGREE [loads]       N random points in a square, an edge to about DEGREE
 *                                                      near ones (as PBBS)
 *     bisection_host ring FILE N CHORDS [loads]        a ring of N with random chords that are short, mostly
 *     bisection_host plate FILE ROWS COLUMNS [loads]   a plate of triangles with round holes, as the finite
 *                                                      elements of Walshaw's graphs
 *     bisection_host cut FILE PARTS                    counts the cut edges of a bisection's output
 *     bisection_host grow FILE PERCENT                 greedy growing: the first part grows breadth first
 *                                                      from a far vertex
 *     bisection_host gps FILE PERCENT                  the first vertices by the numbers of Gibbs, Poole and
 *                                                      Stockmeyer (gps.h)
 *
 * With `loads` each vertex has one of 1 to 4, drawn, else 1.
 */
#include "gps.h"
#include "programs/mix.h"
#include "programs/oracle.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the first word may be, in the order of the words. */
enum mode { MESH, LOCAL, RING, PLATE, CUT, GROW, GPS };

/* Edges before they are a graph. */
struct edges {
    size_t count, room;
    int (*ends)[2];
};

static void add_edge(const struct oracle *oracle, struct edges *edges, int from, int to)
{
    if (edges->count == edges->room) {
        int(*more)[2] = oracle_memory(oracle, 2 * edges->room + 64, sizeof *more);

        if (edges->count != 0)
            memcpy(more, edges->ends, edges->count * sizeof *more);
        free(edges->ends);
        edges->ends = more;
        edges->room = 2 * edges->room + 64;
    }
    edges->ends[edges->count][0] = from;
    edges->ends[edges->count++][1] = to;
}

static struct graph make_graph(const struct oracle *oracle, const struct edges *edges, int n, bool has_loads)
{
    struct graph graph = {.n = n, .entries = (int)(2 * edges->count)};
    int *next = oracle_memory(oracle, (size_t)n + 1, sizeof *next);

    graph.first = oracle_memory(oracle, (size_t)n + 1, sizeof *graph.first);
    graph.neighbour = oracle_memory(oracle, 2 * edges->count, sizeof *graph.neighbour);
    graph.load = oracle_memory(oracle, (size_t)n, sizeof *graph.load);
    for (size_t k = 0; k < edges->count; k++)
        for (int end = 0; end < 2; end++)
            graph.first[edges->ends[k][end] + 1]++;
    for (int v = 0; v < n; v++) {
        graph.first[v + 1] += graph.first[v];
        next[v] = graph.first[v];
        graph.load[v] = has_loads ? 1 + (int)(mix2(9, (unsigned)v) % 4) : 1;
    }
    for (size_t k = 0; k < edges->count; k++)
        for (int end = 0; end < 2; end++)
            graph.neighbour[next[edges->ends[k][end]]++] = edges->ends[k][1 - end];
    free(next);
    return graph;
}

/* Returns how many vertices there are. */
static int add_mesh(const struct oracle *oracle, struct edges *edges, int rows, int columns)
{
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            const int v = row * columns + column;

            if (column + 1 < columns)
                add_edge(oracle, edges, v, v + 1);
            if (row + 1 < rows)
                add_edge(oracle, edges, v, v + columns);
        }
    return rows * columns;
}

/* All pairs of points that are so near that a point has about `degree` neighbours. */
static void add_local(const struct oracle *oracle, struct edges *edges, int n, int degree)
{
    const double near = degree / (M_PI * n);

    for (int v = 0; v < n; v++) {
        for (int u = 0; u < v; u++) {
            const double x = (mix2(1, (unsigned)u) - (double)mix2(1, (unsigned)v)) / 4294967296.0;
            const double y = (mix2(2, (unsigned)u) - (double)mix2(2, (unsigned)v)) / 4294967296.0;

            if (x * x + y * y < near)
                add_edge(oracle, edges, u, v);
        }
        if (v > 0)
            add_edge(oracle, edges, (int)(mix2(3, (unsigned)v) % 50 == 0 ? (unsigned)v - 1 : (unsigned)v / 2),
                     v);
    }
}

static void add_ring(const struct oracle *oracle, struct edges *edges, int n, int chords)
{
    for (int v = 0; v < n; v++)
        add_edge(oracle, edges, v, (v + 1) % n);
    for (int k = 0; k < chords; k++) {
        const int from = (int)(mix2(4, (unsigned)k) % (unsigned)n);
        const unsigned length = 2 + mix2(5, (unsigned)k) % 65536 * 64 / (mix2(6, (unsigned)k) % 65536 + 64) %
                                        (unsigned)(n / 2 + 1);

        add_edge(oracle, edges, from, (int)(((unsigned)from + length) % (unsigned)n));
    }
}

/* Whether a point of the plate lies in one of its three holes, each a sixth of the rows in radius. */
static bool is_in_hole(int rows, int columns, int row, int column)
{
    for (int hole = 1; hole <= 3; hole++) {
        const double y = row - rows * (hole == 2 ? 0.6 : 0.35);
        const double x = column - columns * hole / 4.0;

        if (x * x + y * y < rows * rows / 36.0)
            return true;
    }
    return false;
}

/* Returns how many vertices there are. */
static int add_plate(const struct oracle *oracle, struct edges *edges, int rows, int columns)
{
    static const int steps[3][2] = {{0, 1}, {1, 0}, {1, 1}};
    int *number = oracle_memory(oracle, (size_t)rows * (size_t)columns, sizeof *number);
    int n = 0;

    for (int at = 0; at < rows * columns; at++)
        number[at] = is_in_hole(rows, columns, at / columns, at % columns) ? -1 : n++;
    for (int at = 0; at < rows * columns; at++)
        for (int step = 0; step < 3; step++) {
            const int row = at / columns + steps[step][0];
            const int column = at % columns + steps[step][1];

            if (row < rows && column < columns && number[at] >= 0 && number[row * columns + column] >= 0)
                add_edge(oracle, edges, number[at], number[row * columns + column]);
        }
    free(number);
    return n;
}

static void write_graph(const struct oracle *oracle, const char *path, const struct graph *graph)
{
    const int head[2] = {graph->n, graph->entries};

    oracle_write(oracle, path,
                 (struct oracle_part[]){{head, 2},
                                        {graph->first, (size_t)graph->n + 1},
                                        {graph->neighbour, (size_t)graph->entries},
                                        {graph->load, (size_t)graph->n}},
                 4);
    printf("%d vertices, %d edges\n", graph->n, graph->entries / 2);
}

/* Whether all numbers are in their ranges. */
static bool is_graph(const struct graph *graph)
{
    for (int v = 0; v < graph->n; v++)
        if (graph->first[v] > graph->first[v + 1] || graph->load[v] < 1)
            return false;
    if (graph->first[0] != 0 || graph->first[graph->n] != graph->entries)
        return false;
    for (int e = 0; e < graph->entries; e++)
        if (graph->neighbour[e] < 0 || graph->neighbour[e] >= graph->n)
            return false;
    return true;
}

/* `words` stays the caller's. n is 0 if they are no graph. */
static struct graph graph_of(uint32_t *words, size_t count)
{
    int *w = (int *)words;
    struct graph graph = {.n = count > 1 ? w[0] : 0, .entries = count > 1 ? w[1] : 0};

    if (graph.n < 1 || graph.entries < 0 || count != 3 + 2 * (size_t)graph.n + (size_t)graph.entries)
        return (struct graph){.n = 0};
    graph.first = w + 2;
    graph.neighbour = graph.first + graph.n + 1;
    graph.load = graph.neighbour + graph.entries;
    return is_graph(&graph) ? graph : (struct graph){.n = 0};
}

static void print_cut(const struct graph *graph, const int *part)
{
    int cut = 0;
    int loads[2] = {0, 0};

    for (int v = 0; v < graph->n; v++) {
        loads[part[v] != 0] += graph->load[v];
        for (int e = graph->first[v]; e < graph->first[v + 1]; e++)
            cut += part[graph->neighbour[e]] != part[v];
    }
    printf("cut %d, loads %d %d\n", cut / 2, loads[0], loads[1]);
}

/* Breadth first from `start`: part 0 until its load is `bound`. The last vertex that is reached is returned.
 */
static int grow(const struct graph *graph, int start, long bound, int *part, int *queue)
{
    int head = 0;
    int tail = 0;
    long sum = 0;

    for (int v = 0; v < graph->n; v++)
        part[v] = -1;
    queue[tail++] = start;
    part[start] = 1;
    while (head < tail) {
        const int v = queue[head++];

        part[v] = sum >= bound;
        sum += graph->load[v];
        for (int e = graph->first[v]; e < graph->first[v + 1]; e++)
            if (part[graph->neighbour[e]] < 0) {
                part[graph->neighbour[e]] = 1;
                queue[tail++] = graph->neighbour[e];
            }
    }
    for (int v = 0; v < graph->n; v++)
        part[v] = part[v] != 0;
    return queue[tail - 1];
}

/* Makes the graph of `mode` in FILE. */
static void make(const struct oracle *oracle, int mode)
{
    const bool is_board = mode == MESH || mode == PLATE;
    const int one = oracle_number(oracle, 3, "size", 40, 2, is_board ? 1000 : 100000);
    const int two = oracle_number(oracle, 4, "size", 41, is_board ? 2 : 0, is_board ? 1000 : 100000);
    const bool has_loads = oracle->count > 5 && oracle_word(oracle, 5, "loads", "loads ") == 0;
    struct edges edges = {0};
    struct graph graph;
    int n = one;

    if (mode == MESH)
        n = add_mesh(oracle, &edges, one, two);
    else if (mode == LOCAL)
        add_local(oracle, &edges, one, two);
    else if (mode == RING)
        add_ring(oracle, &edges, one, two);
    else
        n = add_plate(oracle, &edges, one, two);
    graph = make_graph(oracle, &edges, n, has_loads);
    write_graph(oracle, oracle->words[2], &graph);
    free(edges.ends);
    free(graph.first);
    free(graph.neighbour);
    free(graph.load);
}

/* Cuts by greedy growing, so that the first part has `percent` of the load. */
static void grow_first_part(const struct oracle *oracle, const struct graph *graph, int percent)
{
    int *part = oracle_memory(oracle, 2 * (size_t)graph->n, sizeof *part);
    long total = 0;

    for (int v = 0; v < graph->n; v++)
        total += graph->load[v];
    const int far = grow(graph, 0, 0, part, part + graph->n);
    (void)grow(graph, far, total * percent / 100, part, part + graph->n);
    print_cut(graph, part);
    free(part);
}

/* Cuts where the vertices by their numbers have `percent` of the load. */
static void number_first_part(const struct oracle *oracle, const struct graph *graph, int percent)
{
    int *part = oracle_memory(oracle, (size_t)graph->n, sizeof *part);
    int *order = gps_order(oracle, graph);
    long total = 0;
    long sum = 0;

    for (int v = 0; v < graph->n; v++)
        total += graph->load[v];
    for (int k = 0; k < graph->n; k++) {
        part[order[k]] = sum >= total * percent / 100;
        sum += graph->load[order[k]];
    }
    print_cut(graph, part);
    free(order);
    free(part);
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"bisection_host", argc, argv};
    const int mode = oracle_word(&oracle, 1, "mode", "mesh local ring plate cut grow gps ");
    size_t count;

    if (argc < 4) {
        fprintf(stderr, "%s: which graph?\n", oracle.program);
        return 2;
    }
    if (mode < CUT) {
        make(&oracle, mode);
        return 0;
    }
    uint32_t *words = oracle_read(&oracle, argv[2], &count);
    const struct graph graph = graph_of(words, count);

    if (graph.n == 0) {
        fprintf(stderr, "%s: %s: is no graph\n", oracle.program, argv[2]);
        return 1;
    }
    if (mode == CUT) {
        uint32_t *part = oracle_read(&oracle, argv[3], &count);

        if (count != (size_t)graph.n) {
            fprintf(stderr, "%s: %s: has %zu words, not one for each of %d vertices\n", oracle.program,
                    argv[3], count, graph.n);
            return 1;
        }
        print_cut(&graph, (int *)part);
        free(part);
    } else {
        const int percent = oracle_number(&oracle, 3, "percent", 50, 1, 99);

        (mode == GROW ? grow_first_part : number_first_part)(&oracle, &graph, percent);
    }
    free(words);
    return 0;
}
