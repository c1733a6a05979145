/* What the header says of sizes and places, as a C compiler sees it; src/tests.rs says
 * the same of the library. */
#include <limits.h>

#include "cosched.h"

#define IS_AT(TYPE, MEMBER, PLACE, SIZE)                                                   \
    _Static_assert(offsetof(TYPE, MEMBER) == (PLACE), #TYPE "." #MEMBER " is elsewhere"); \
    _Static_assert(sizeof(((TYPE *)0)->MEMBER) == (SIZE), #TYPE "." #MEMBER " has another size")

_Static_assert(CHAR_BIT == 8, "a byte has eight bits");
_Static_assert(sizeof(cosched_ticket_t) == 8, "a ticket has 64 bits");
_Static_assert(sizeof(cosched_policy_t) == 4, "a policy has 32 bits");
_Static_assert(sizeof(cosched_error_t) == 4, "a code has 32 bits");
_Static_assert(sizeof(bool) == 1, "a truth value has one byte");

_Static_assert(sizeof(cosched_interval_t) == 8, "an interval is two numbers of 32 bits");
IS_AT(cosched_interval_t, first, 0, 4);
IS_AT(cosched_interval_t, count, 4, 4);

IS_AT(cosched_event_t, ticket, 0, 8);
IS_AT(cosched_event_t, tag, 8, 8);
IS_AT(cosched_event_t, at, 16, 8);
IS_AT(cosched_event_t, kind, 24, 4);
IS_AT(cosched_event_t, nodes, 28, 4);
IS_AT(cosched_event_t, intervals, 32, sizeof(void *));
IS_AT(cosched_event_t, interval_count, 32 + sizeof(void *), 4);
_Static_assert(sizeof(cosched_event_t) == 32 + 2 * sizeof(void *), "nothing is behind an event");

_Static_assert(COSCHED_NEVER == UINT64_MAX, "it is the last number");
