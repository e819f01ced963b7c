/* Rows of 34 counts -> parts: suit keys, tallies and bit planes. One plain loop and one for AVX2. */
#ifndef QUESHEN_KEYS_H
#define QUESHEN_KEYS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the suit tables are little endian"
#endif

enum { QUESHEN_ROW = 34, QUESHEN_BLOCK = 64 };

/* The concealed part of a hand. */
typedef struct {
    uint32_t key[4];   /* of the suits m, p, s and the honours: sum(count[i] * 5^i), rank 1 lowest */
    uint64_t tally;    /* sum over the kinds of queshen_weight */
    uint64_t plane[3]; /* bit k of plane b is bit b of the count of kind k: odd ones, twos and threes, fours */
    int32_t kinds;     /* different kinds */
    int32_t paired;    /* those held twice or more */
} queshen_part;

/* What the commonest questions ask of a part, in the fields of one word, so that tiles add up. The fields above
 * the total hold what they say for parts of up to 17 tiles. */
#define QUESHEN_TOTAL(tally) ((int)((tally)&0xFFFF))         /* tiles */
#define QUESHEN_ODD(tally) ((int)((tally) >> 16 & 31))       /* kinds with an odd count */
#define QUESHEN_PAIRS(tally) ((int)((tally) >> 21 & 0x7FF))  /* pairs, four alike being two */
#define QUESHEN_ORPHAN_KINDS(tally) ((int)((tally) >> 32 & 15))    /* different terminals and honours */
#define QUESHEN_ORPHAN_PAIRS(tally) ((int)((tally) >> 36 & 0xFFF)) /* and those of them held twice or more */

/* By count, and whether the kind is a terminal or honour. Counts above four stand for none. */
static const uint64_t queshen_weight[2][8] = {
    {0, 0x10001, 0x200002, 0x210003, 0x400004},
    {0, 0x100010001, 0x1100200002, 0x1100210003, 0x1100400004}};

/* Reads rows that should hold `tiles` tiles each. The low 16 bits of the answer are the differences from that,
 * joined by or; QUESHEN_ABOVE_FOUR is set if a count was above four: then the parts mean nothing and must not be
 * looked up. The planes and what follows them are filled in only where they are asked for. */
typedef uint64_t (*queshen_parts_fn)(const uint8_t *rows, ptrdiff_t count, queshen_part *part, uint64_t tiles,
                                     int planes);
#define QUESHEN_ABOVE_FOUR (1ULL << 63)

/* Masks of kinds. */
#define QUESHEN_HONOURS 0x3F8000000ULL
#define QUESHEN_ORPHANS 0x3FC060301ULL

/* How many bits are set, without a call: what has no such instruction by itself calls for the other one. */
static inline int queshen_bit_sum(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555ULL;
    x = (x & 0x3333333333333333ULL) + (x >> 2 & 0x3333333333333333ULL);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return (int)(x * 0x0101010101010101ULL >> 56);
}

static inline int queshen_popcount(uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_popcountll(x);
#else
    return queshen_bit_sum(x);
#endif
}

/* Number of the lowest bit; there is one. */
static inline int queshen_lowest(uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(x);
#else
    return queshen_popcount((x & (0 - x)) - 1);
#endif
}

static const uint32_t queshen_pow5[9] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625};

/* 147, 258 and 369 shared out among the three suits, in all six ways. */
typedef struct {
    int group[3]; /* 0 for 147, 1 for 258, 2 for 369 */
    uint64_t mask;
} queshen_way;
#define QUESHEN_WAY(m, p, s) {{m, p, s}, 0x49ULL << (m) | 0x49ULL << (9 + (p)) | 0x49ULL << (18 + (s))}
static const queshen_way queshen_knitted[6] = {QUESHEN_WAY(0, 1, 2), QUESHEN_WAY(0, 2, 1), QUESHEN_WAY(1, 0, 2),
                                               QUESHEN_WAY(1, 2, 0), QUESHEN_WAY(2, 0, 1), QUESHEN_WAY(2, 1, 0)};

/* ---- the plain loop: eight counts in one word ---- */

static inline uint64_t queshen_load8(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, 8);
    return word;
}

/* Neighbours are added up in lanes of 16, then 32, then 64 bits. */
static inline uint32_t queshen_base5(uint64_t digits) {
    const uint64_t pairs = digits * (0x100 + 5) >> 8 & 0x00FF00FF00FF00FFULL;
    const uint64_t fours = pairs * (0x10000 + 25) >> 16 & 0x0000FFFF0000FFFFULL;
    return (uint32_t)(fours * (0x100000000ULL + 625) >> 32);
}

static inline uint64_t queshen_sum8(uint64_t bytes) { return bytes * 0x0101010101010101ULL >> 56; }

/* One bit of each count: eight at a time meet in the top byte of a product; the two nines are put between them. */
static inline uint64_t queshen_bits8(uint64_t bytes) {
    return (bytes & 0x0101010101010101ULL) * 0x0102040810204080ULL >> 56;
}

static inline uint64_t queshen_bits34(uint64_t m, uint64_t p, uint64_t s, uint64_t h, uint64_t nines, int bit) {
    nines >>= bit;
    return queshen_bits8(m >> bit) | (nines & 1) << 8 | queshen_bits8(p >> bit) << 9 | (nines & 256) << 9 |
           queshen_bits8(s >> bit) << 18 | queshen_bits8(h >> bit) << 26;
}

static const uint32_t queshen_nines[8] = {0, 390625, 781250, 1171875, 1562500};

static inline uint64_t queshen_parts_portable(const uint8_t *rows, ptrdiff_t count, queshen_part *part, uint64_t tiles,
                                       int planes) {
    const uint64_t ones = 0x0101010101010101ULL;
    uint64_t above = 0, off = 0;
    for (ptrdiff_t i = 0; i < count; i++, part++) {
        const uint8_t *row = rows + i * QUESHEN_ROW;
        const uint64_t m = queshen_load8(row), p = queshen_load8(row + 9), s = queshen_load8(row + 18);
        const uint64_t h = queshen_load8(row + 26); /* 9s and the honours */
        const uint64_t nines = row[8] | (uint64_t)row[17] << 8;
        part->key[0] = queshen_base5(m) + queshen_nines[row[8] & 7];
        part->key[1] = queshen_base5(p) + queshen_nines[row[17] & 7];
        part->key[2] = queshen_base5(s) + queshen_nines[row[26] & 7];
        part->key[3] = queshen_base5(h >> 8);

        /* Five or more have one of the upper five bits, themselves or with three added. */
        above |= m | p | s | h | nines;
        above |= (m + 3 * ones) | (p + 3 * ones) | (s + 3 * ones) | (h + 3 * ones) | (nines + 3 * ones);

        const uint64_t total = queshen_sum8(m + p + s + h + nines);
        const uint64_t odd =
            queshen_sum8((m & ones) + (p & ones) + (s & ones) + (h & ones) + (nines & ones));
        const uint64_t ends = (m & 255) | (p & 255) << 8 | (s & 255) << 16 | nines << 24;
        const uint64_t kinds = ((h + 7 * ones) >> 3 & ones) + ((ends + 7 * ones) >> 3 & ones);
        const uint64_t twice = ((h + 6 * ones) >> 3 & ones) + ((ends + 6 * ones) >> 3 & ones);
        part->tally = total | odd << 16 | (total - odd) >> 1 << 21 | queshen_sum8(kinds + 16 * twice) << 32;
        off |= part->tally - tiles;
        if (planes) {
            part->plane[0] = queshen_bits34(m, p, s, h, nines, 0);
            part->plane[1] = queshen_bits34(m, p, s, h, nines, 1);
            part->plane[2] = queshen_bits34(m, p, s, h, nines, 2);
            part->kinds = queshen_popcount(part->plane[0] | part->plane[1] | part->plane[2]);
            part->paired = queshen_popcount(part->plane[1] | part->plane[2]);
        }
    }
    return (off & 0xFFFF) | (above & 0xF8 * ones ? QUESHEN_ABOVE_FOUR : 0);
}

/* ---- AVX2: two loads put the digits of two suits each into place ---- */

#if defined(__x86_64__) || (defined(_M_X64) && !defined(_M_ARM64EC))
#define QUESHEN_X86 1
#include <immintrin.h>
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define QUESHEN_AVX2
#else
#define QUESHEN_AVX2 __attribute__((target("avx2,popcnt")))
#endif

/* A digit is weighted in two steps: its byte by at most 127, then its pair of bytes by at most 32767. */
static const int8_t queshen_weight_ms[32] = {
    /* bytes 0-15: 1m-9m, seven others; bytes 18-33: 1s-9s, honours */
    1, 5, 1, 5, 1, 5, 1, 5, 125, 0, 0, 0, 0, 0, 0, 0, 1, 5, 1, 5, 1, 5, 1, 5, 125, 0, 0, 0, 0, 0, 0, 0};
static const int16_t queshen_scale_ms[16] = {1, 25, 625, 15625, 3125, 0, 0, 0, 1, 25, 625, 15625, 3125, 0, 0, 0};
static const int8_t queshen_weight_ph[32] = {
    /* bytes 2-17: seven others, 1p-9p; bytes 18-33: 1s-9s, honours */
    0, 0, 0, 0, 0, 0, 0, 1, 1, 5, 1, 5, 1, 5, 25, 125, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 5, 1, 5, 1, 5};
static const int16_t queshen_scale_ph[16] = {0, 0, 0, 1, 5, 125, 3125, 3125, 0, 0, 0, 0, 1, 5, 125, 3125};

/* What a byte adds to the three sums of a tally, by its count: pairs above odd kinds, orphan pairs above kinds. */
static const int8_t queshen_odd_pairs[32] = {0, 1, 32, 33, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                             0, 1, 32, 33, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const int8_t queshen_ends[32] = {0, 1, 17, 17, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                        0, 1, 17, 17, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const int8_t queshen_is_end[32] = {-1, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0,  0,  0,  0,  0,  0,
                                          0,  -1, -1, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1};

#define QUESHEN_CONSTANT(name) _mm256_loadu_si256((const __m256i *)(name))

/* Adds a row's counts to `most`, gives four partial tallies of kinds 0-31 and eight partial sums of its keys. */
QUESHEN_AVX2 static inline __m256i queshen_row_avx2(const uint8_t *row, __m256i *most, __m256i *sums,
                                                    queshen_part *part, int planes) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i head = _mm256_loadu_si256((const __m256i *)row);
    const __m256i tail = _mm256_loadu_si256((const __m256i *)(row + 2));
    *most = _mm256_max_epu8(*most, _mm256_max_epu8(head, tail));

    const __m256i total = _mm256_sad_epu8(head, zero);
    const __m256i odd_pairs = _mm256_sad_epu8(_mm256_shuffle_epi8(QUESHEN_CONSTANT(queshen_odd_pairs), head), zero);
    const __m256i ends = _mm256_sad_epu8(
        _mm256_and_si256(_mm256_shuffle_epi8(QUESHEN_CONSTANT(queshen_ends), head), QUESHEN_CONSTANT(queshen_is_end)),
        zero);
    *sums = _mm256_or_si256(total, _mm256_or_si256(_mm256_slli_epi64(odd_pairs, 16), _mm256_slli_epi64(ends, 32)));

    if (planes) {
        for (int bit = 0; bit < 3; bit++) {
            const __m128i shift = _mm_cvtsi32_si128(7 - bit);
            part->plane[bit] = (uint32_t)_mm256_movemask_epi8(_mm256_sll_epi16(head, shift)) |
                               (uint64_t)((uint32_t)_mm256_movemask_epi8(_mm256_sll_epi16(tail, shift)) >> 30) << 32;
        }
        part->paired = (int32_t)_mm_popcnt_u64(part->plane[1] | part->plane[2]);
        part->kinds = (int32_t)_mm_popcnt_u64(part->plane[0] | part->plane[1] | part->plane[2]);
    }

    const __m256i ms = _mm256_madd_epi16(
        _mm256_maddubs_epi16(_mm256_blend_epi32(head, tail, 0xF0), QUESHEN_CONSTANT(queshen_weight_ms)),
        QUESHEN_CONSTANT(queshen_scale_ms));
    const __m256i ph = _mm256_madd_epi16(_mm256_maddubs_epi16(tail, QUESHEN_CONSTANT(queshen_weight_ph)),
                                         QUESHEN_CONSTANT(queshen_scale_ph));
    return _mm256_hadd_epi32(ms, ph);
}

/* The tally of kinds 32 and 33, both honours. */
static inline uint64_t queshen_last_two(const uint8_t *row) {
    return queshen_weight[1][row[32] & 7] + queshen_weight[1][row[33] & 7];
}

QUESHEN_AVX2 static inline uint64_t queshen_parts_avx2(const uint8_t *rows, ptrdiff_t count, queshen_part *part,
                                                uint64_t tiles, int planes) {
    __m256i most = _mm256_setzero_si256();
    uint64_t off = 0;
    ptrdiff_t i = 0;
    for (; i + 2 <= count; i += 2) {
        const uint8_t *one = rows + i * QUESHEN_ROW, *two = one + QUESHEN_ROW;
        __m256i sums_one, sums_two;
        const __m256i keys_one = queshen_row_avx2(one, &most, &sums_one, part + i, planes);
        const __m256i keys_two = queshen_row_avx2(two, &most, &sums_two, part + i + 1, planes);
        const __m256i keys = _mm256_permute4x64_epi64(_mm256_hadd_epi32(keys_one, keys_two), 0xD8);
        _mm_storeu_si128((__m128i *)part[i].key, _mm256_castsi256_si128(keys));
        _mm_storeu_si128((__m128i *)part[i + 1].key, _mm256_extracti128_si256(keys, 1));
        const __m256i halves =
            _mm256_add_epi64(_mm256_unpacklo_epi64(sums_one, sums_two), _mm256_unpackhi_epi64(sums_one, sums_two));
        const __m128i both = _mm_add_epi64(_mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1));
        part[i].tally = (uint64_t)_mm_cvtsi128_si64(both) + queshen_last_two(one);
        part[i + 1].tally = (uint64_t)_mm_extract_epi64(both, 1) + queshen_last_two(two);
        off |= (part[i].tally - tiles) | (part[i + 1].tally - tiles);
    }
    if (i < count) {
        const uint8_t *last = rows + i * QUESHEN_ROW;
        __m256i sums;
        const __m256i halves = queshen_row_avx2(last, &most, &sums, part + i, planes);
        const __m256i keys = _mm256_permute4x64_epi64(_mm256_hadd_epi32(halves, halves), 0xD8);
        _mm_storeu_si128((__m128i *)part[i].key, _mm256_castsi256_si128(keys));
        const __m128i both = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
        part[i].tally =
            (uint64_t)_mm_cvtsi128_si64(both) + (uint64_t)_mm_extract_epi64(both, 1) + queshen_last_two(last);
        off |= part[i].tally - tiles;
    }
    const __m256i above = _mm256_subs_epu8(most, _mm256_set1_epi8(4));
    return (off & 0xFFFF) | (_mm256_testz_si256(above, above) ? 0 : QUESHEN_ABOVE_FOUR);
}
#endif

/* ---- which loop this machine runs ---- */

static inline int queshen_has_avx2(void) {
#if !defined(QUESHEN_X86)
    return 0;
#elif defined(_MSC_VER) && !defined(__clang__)
    int info[4];
    __cpuid(info, 0);
    if (info[0] < 7)
        return 0;
    __cpuidex(info, 1, 0);
    if (!(info[2] >> 27 & 1) || !(info[2] >> 23 & 1) || (_xgetbv(0) & 6) != 6) /* OS saves ymm; popcnt */
        return 0;
    __cpuidex(info, 7, 0);
    return info[1] >> 5 & 1;
#else
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
#endif
}

/* The loop of that name; NULL where it is unknown or this machine cannot run it. */
static inline queshen_parts_fn queshen_parts_named(const char *name) {
    if (!strcmp(name, "portable"))
        return queshen_parts_portable;
#ifdef QUESHEN_X86
    if (!strcmp(name, "avx2") && queshen_has_avx2())
        return queshen_parts_avx2;
#endif
    return NULL;
}

#endif
