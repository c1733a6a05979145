/* A program that schedules live, with a simulated clock, and checks what comes out.
 *
 * Everything that it prints and asserts was derived by hand; example.log is the derived
 * log. A real program has the same loop: it takes `now` from clock_gettime, waits for its
 * children and its users, and forks where this one prints. */
#undef NDEBUG /* what is checked here is the purpose of it */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosched.h"

#define SECOND UINT64_C(1000000000)

enum { NODES = 8, SLOTS = 4 };

/* No allocation is needed: a static array is an arena. It begins with a byte of padding,
 * so that it is certain not to be aligned. */
static struct {
    unsigned char odd;
    unsigned char bytes[COSCHED_BYTES_AT_MOST(NODES, SLOTS)];
} arena;

static cosched_t *open_scheduler(cosched_policy_t policy)
{
    cosched_error_t error = COSCHED_REFUSED;
    cosched_t *scheduler =
        cosched_init(arena.bytes, sizeof arena.bytes, NODES, SLOTS, policy, true, &error);
    assert(scheduler != NULL && error == COSCHED_OK);
    return scheduler;
}

static void print_event(const cosched_event_t *event)
{
    printf("%5" PRIu64 " s  job %" PRIu64, event->at / SECOND, event->tag);
    if (event->kind == COSCHED_KILLED) {
        printf(" is killed\n");
        return;
    }
    printf(" starts on nodes");
    for (uint32_t i = 0; i < event->interval_count; i++) {
        cosched_interval_t interval = event->intervals[i];
        printf(" %" PRIu32, interval.first);
        if (interval.count > 1) {
            printf("-%" PRIu32, interval.first + interval.count - 1);
        }
    }
    printf("\n");
}

/* Goes to `now` in seconds. */
static void advance(cosched_t *scheduler, uint64_t now)
{
    assert(cosched_advance(scheduler, now * SECOND) == COSCHED_OK);
    assert(cosched_now(scheduler) == now * SECOND);
}

static cosched_ticket_t submit(cosched_t *scheduler, uint64_t tag, uint32_t nodes,
                               uint64_t estimate)
{
    cosched_ticket_t ticket = 0;
    assert(cosched_submit(scheduler, nodes, estimate * SECOND, tag, &ticket) == COSCHED_OK);
    assert(ticket != 0);
    printf("%5" PRIu64 " s  job %" PRIu64 " is submitted, for %" PRIu32 " of the nodes and %" PRIu64 " s\n",
           cosched_now(scheduler) / SECOND, tag, nodes, estimate);
    return ticket;
}

/* Decides, prints all decisions, and returns how many there were. */
static unsigned decide(cosched_t *scheduler)
{
    unsigned count = 0;
    cosched_event_t event;
    assert(cosched_decide(scheduler) == COSCHED_OK);
    while (cosched_poll(scheduler, &event) == COSCHED_OK) {
        assert(event.at == cosched_now(scheduler));
        print_event(&event);
        count++;
    }
    assert(cosched_poll(scheduler, &event) == COSCHED_DONE);
    return count;
}

/* Prints and checks why something was refused. */
static void refused(cosched_error_t error, cosched_error_t expected)
{
    assert(error == expected);
    printf("         refused: %s\n", cosched_error_text(error));
}

/* A job passes another, and a third does as soon as a new estimate leaves room for it. */
static void jobs_pass(cosched_t *scheduler, cosched_ticket_t *tickets)
{
    /* Job 1 takes nodes 0-4. Job 2 needs all and can start when job 1 ends, at 100 s.
     * Job 3 fits on 5-7 and ends at 60 s, before that: it passes. Job 4 finds no node. */
    tickets[1] = submit(scheduler, 1, 5, 100);
    tickets[2] = submit(scheduler, 2, 8, 50);
    tickets[3] = submit(scheduler, 3, 3, 60);
    tickets[4] = submit(scheduler, 4, 3, 120);
    refused(cosched_submit(scheduler, 1, SECOND, 9, &tickets[0]), COSCHED_NO_SLOT);
    assert(decide(scheduler) == 2);
    assert(cosched_free_nodes(scheduler) == 0);
    assert(cosched_running(scheduler) == 2 && cosched_waiting(scheduler) == 2);
    assert(cosched_next_timeout(scheduler) == 60 * SECOND);

    /* Job 3 ends early. Job 4 would run until 160 s and delay job 2: it waits. */
    advance(scheduler, 40);
    refused(cosched_complete(scheduler, tickets[4]), COSCHED_NOT_RUNNING);
    assert(cosched_complete(scheduler, tickets[3]) == COSCHED_OK);
    refused(cosched_complete(scheduler, tickets[3]), COSCHED_NO_JOB);
    assert(decide(scheduler) == 0);
    assert(cosched_free_nodes(scheduler) == 3);
    assert(cosched_next_timeout(scheduler) == 100 * SECOND);

    /* Job 1 will run until 170 s after all, so job 2 cannot start before; job 4 would end
     * at 165 s and may pass now. */
    advance(scheduler, 45);
    printf("   45 s  job 1 is to run for 170 s\n");
    assert(cosched_set_estimate(scheduler, tickets[1], 170 * SECOND) == COSCHED_OK);
    assert(decide(scheduler) == 1);
    assert(cosched_next_timeout(scheduler) == 165 * SECOND);
}

/* One is cancelled, one is killed, and all others end. */
static void jobs_end(cosched_t *scheduler, cosched_ticket_t *tickets)
{
    /* Job 2 is taken back. Its slot is free after the decision, that of job 3 since 40 s. */
    advance(scheduler, 50);
    printf("   50 s  job 2 is cancelled\n");
    assert(cosched_cancel(scheduler, tickets[2]) == COSCHED_OK);
    tickets[5] = submit(scheduler, 5, 2, 10);
    refused(cosched_submit(scheduler, 1, 200 * SECOND, 6, &tickets[6]), COSCHED_NO_SLOT);
    assert(decide(scheduler) == 0);
    tickets[6] = submit(scheduler, 6, 1, 200);
    assert(decide(scheduler) == 0);

    /* Job 1 ends and leaves 0-4: job 5 gets 0-1, job 6 gets 2, and 3-4 are free. */
    advance(scheduler, 60);
    assert(cosched_complete(scheduler, tickets[1]) == COSCHED_OK);
    assert(decide(scheduler) == 2);
    assert(cosched_free_nodes(scheduler) == 2);
    assert(cosched_next_timeout(scheduler) == 70 * SECOND);

    /* Job 7 needs four. Job 5 has run for its estimate at 70 s: it is killed, and job 7
     * starts on both sides of job 6. */
    advance(scheduler, 65);
    tickets[7] = submit(scheduler, 7, 4, 20);
    assert(decide(scheduler) == 0);
    advance(scheduler, 70);
    assert(decide(scheduler) == 2);
    refused(cosched_complete(scheduler, tickets[5]), COSCHED_NO_JOB);

    /* All end, and nothing is due any longer. */
    advance(scheduler, 80);
    for (int job = 4; job <= 7; job++) {
        assert(cosched_complete(scheduler, tickets[job]) == (job == 5 ? COSCHED_NO_JOB : COSCHED_OK));
    }
    assert(decide(scheduler) == 0);
    assert(cosched_free_nodes(scheduler) == NODES);
    assert(cosched_next_timeout(scheduler) == COSCHED_NEVER);
}

/* Eight nodes, four slots, EASY. The comments derive what happens. */
static void a_day(void)
{
    cosched_ticket_t tickets[8] = {0};
    printf("A day of eight nodes and four slots:\n");
    cosched_t *scheduler = open_scheduler(COSCHED_EASY);
    jobs_pass(scheduler, tickets);
    jobs_end(scheduler, tickets);
    assert(cosched_close(scheduler) == COSCHED_OK);
}

/* Waves of four jobs of two nodes, of 10 s each: that of number i starts at 10 (i / 4) s
 * on nodes 2 (i % 4) and the next. */
static void many_jobs_on_four_slots(cosched_policy_t policy)
{
    enum { JOBS = 20000 };
    cosched_t *scheduler = open_scheduler(policy);
    cosched_ticket_t running[SLOTS] = {0};
    uint64_t started = 0, nodes = 0;
    for (uint64_t wave = 0; wave < JOBS / SLOTS; wave++) {
        advance(scheduler, 10 * wave);
        for (unsigned i = 0; wave > 0 && i < SLOTS; i++) {
            assert(cosched_complete(scheduler, running[i]) == COSCHED_OK);
        }
        assert(cosched_decide(scheduler) == COSCHED_OK); /* the slots are free again */
        for (uint64_t i = 0; i < SLOTS; i++) {
            cosched_ticket_t ended = running[i];
            uint64_t tag = wave * SLOTS + i;
            assert(cosched_submit(scheduler, 2, 20 * SECOND, tag, &running[i]) == COSCHED_OK);
            assert(running[i] != ended);
            assert(cosched_cancel(scheduler, ended) == COSCHED_NO_JOB);
        }
        assert(cosched_decide(scheduler) == COSCHED_OK);
        cosched_event_t event;
        while (cosched_poll(scheduler, &event) == COSCHED_OK) {
            uint64_t place = event.tag % SLOTS;
            assert(event.kind == COSCHED_STARTED && event.tag == started);
            assert(event.at == 10 * SECOND * (event.tag / SLOTS));
            assert(event.ticket == running[place] && event.interval_count == 1);
            assert(event.intervals[0].first == 2 * place && event.intervals[0].count == 2);
            started++;
            nodes += event.nodes;
        }
    }
    assert(started == JOBS && nodes == 2 * JOBS);
    printf("%" PRIu64 " jobs went through %d slots in %" PRIu64 " s\n", started, SLOTS,
           cosched_now(scheduler) / SECOND + 10);
}

/* The first four jobs of the day at once, by policy: first come, first served starts only
 * job 1; conservative backfilling starts job 3 as well. */
static void other_policies(void)
{
    static const char *const names[] = {"FCFS", "EASY", "conservative"};
    static const unsigned starts[] = {1, 2, 2};
    for (cosched_policy_t policy = COSCHED_FCFS; policy <= COSCHED_CONSERVATIVE; policy++) {
        printf("Four jobs under %s:\n", names[policy]);
        cosched_t *scheduler = open_scheduler(policy);
        submit(scheduler, 1, 5, 100);
        submit(scheduler, 2, 8, 50);
        submit(scheduler, 3, 3, 60);
        submit(scheduler, 4, 3, 120);
        assert(decide(scheduler) == starts[policy]);
    }
}

/* A start must be read before its job can be ended and before anything else is decided;
 * once it is read, it can be taken back while others are still to be read. */
static void decisions_are_read(void)
{
    printf("Decisions are read before others are made:\n");
    cosched_t *scheduler = open_scheduler(COSCHED_FCFS);
    cosched_ticket_t first = submit(scheduler, 1, 1, 10), second = submit(scheduler, 2, 1, 10);
    cosched_event_t event;
    assert(cosched_decide(scheduler) == COSCHED_OK);
    refused(cosched_decide(scheduler), COSCHED_UNREAD);
    refused(cosched_complete(scheduler, first), COSCHED_UNREAD);
    assert(cosched_cancel(scheduler, first) == COSCHED_UNREAD);
    assert(cosched_poll(scheduler, NULL) == COSCHED_NO_POINTER);
    assert(cosched_poll(scheduler, &event) == COSCHED_OK && event.ticket == first);
    assert(cosched_cancel(scheduler, first) == COSCHED_OK);
    assert(cosched_complete(scheduler, second) == COSCHED_UNREAD);
    assert(cosched_poll(scheduler, &event) == COSCHED_OK && event.ticket == second);
    assert(event.nodes == 1 && event.intervals[0].first == 1);
    assert(cosched_poll(scheduler, &event) == COSCHED_DONE);
    assert(cosched_decide(scheduler) == COSCHED_OK);
    assert(cosched_free_nodes(scheduler) == NODES - 1);
}

static void what_cannot_be_is_refused(void)
{
    printf("What cannot be is refused:\n");
    cosched_t *scheduler = open_scheduler(COSCHED_EASY);
    cosched_ticket_t ticket = 0;
    refused(cosched_submit(scheduler, 0, SECOND, 1, &ticket), COSCHED_NO_WIDTH);
    refused(cosched_submit(scheduler, NODES + 1, SECOND, 1, &ticket), COSCHED_TOO_WIDE);
    refused(cosched_submit(scheduler, 1, 0, 1, &ticket), COSCHED_NO_ESTIMATE);
    assert(cosched_submit(scheduler, 1, UINT64_MAX / 4 + 1, 1, &ticket) == COSCHED_NO_ESTIMATE);
    refused(cosched_submit(scheduler, 1, SECOND, 1, NULL), COSCHED_NO_POINTER);
    assert(ticket == 0 && cosched_waiting(scheduler) == 0);
    assert(cosched_complete(scheduler, 0) == COSCHED_NO_JOB);
    assert(cosched_cancel(scheduler, UINT64_MAX) == COSCHED_NO_JOB);
    ticket = submit(scheduler, 1, 1, 10);
    assert(cosched_set_estimate(scheduler, ticket, 0) == COSCHED_NO_ESTIMATE);
    advance(scheduler, 5);
    refused(cosched_advance(scheduler, 4 * SECOND), COSCHED_BACKWARDS);
    refused(cosched_advance(scheduler, (uint64_t)INT64_MAX + 1), COSCHED_TOO_LATE);
    assert(cosched_advance(scheduler, INT64_MAX) == COSCHED_OK);
    refused(cosched_submit(scheduler, 1, 1, 1, &ticket), COSCHED_TOO_LONG);
    assert(cosched_set_estimate(scheduler, ticket, 1) == COSCHED_TOO_LONG);
    refused(123456, 123456);
}

static cosched_error_t why_not(void *memory, size_t bytes, uint32_t nodes, uint32_t slots,
                               cosched_policy_t policy)
{
    cosched_error_t error = COSCHED_OK;
    assert(cosched_init(memory, bytes, nodes, slots, policy, true, &error) == NULL);
    return error;
}

static void handles_are_checked(void)
{
    printf("Handles and arenas are checked:\n");
    size_t bytes = cosched_bytes_for(NODES, SLOTS, COSCHED_EASY);
    assert(bytes > 0 && bytes <= COSCHED_BYTES_AT_MOST(NODES, SLOTS));
    refused(why_not(NULL, bytes, NODES, SLOTS, COSCHED_EASY), COSCHED_NO_POINTER);
    refused(why_not(arena.bytes, bytes - 1, NODES, SLOTS, COSCHED_EASY), COSCHED_ARENA_TOO_SMALL);
    refused(why_not(arena.bytes, bytes, 0, SLOTS, COSCHED_EASY), COSCHED_NO_NODES);
    refused(why_not(arena.bytes, bytes, NODES, 0, COSCHED_EASY), COSCHED_NO_SLOTS);
    refused(why_not(arena.bytes, bytes, NODES, UINT32_MAX, COSCHED_EASY), COSCHED_TOO_LARGE);
    refused(why_not(arena.bytes, bytes, NODES, SLOTS, 3), COSCHED_NO_POLICY);
    assert(cosched_bytes_for(NODES, SLOTS, -1) == 0 && cosched_bytes_for(0, SLOTS, COSCHED_FCFS) == 0);
    assert(cosched_init(NULL, 0, 0, 0, 0, true, NULL) == NULL);

    assert(cosched_decide(NULL) == COSCHED_NO_HANDLE && cosched_now(NULL) == 0);
    assert(cosched_next_timeout(NULL) == COSCHED_NEVER && cosched_free_nodes(NULL) == 0);
    cosched_t *scheduler = open_scheduler(COSCHED_EASY);
    /* A copy would share the buffers of the original: it is refused, and so is whatever
     * lies around it. Memory from malloc is aligned, and 64 bytes on as well. */
    size_t offset = (size_t)((unsigned char *)scheduler - arena.bytes);
    assert(offset < 64);
    unsigned char *copy = calloc(1, sizeof arena.bytes + 64);
    assert(copy != NULL);
    memcpy(copy + 64 - offset, arena.bytes, sizeof arena.bytes);
    for (unsigned i = 0; i < 128; i++) {
        assert(cosched_decide((cosched_t *)(void *)(copy + i)) == COSCHED_NO_HANDLE);
    }
    free(copy);
    assert(cosched_decide(scheduler) == COSCHED_OK);
    assert(cosched_close(scheduler) == COSCHED_OK);
    refused(cosched_decide(scheduler), COSCHED_NO_HANDLE);
    assert(cosched_close(scheduler) == COSCHED_NO_HANDLE);
}

/* Wherever an arena begins, and however large the machine is: nothing around it is
 * touched, and the wide job gets all the nodes. */
static void arenas_of_all_kinds(void)
{
    static const uint32_t nodes[] = {1, 2, 63, 64, 65, 1000}, slots[] = {1, 2, 7, 300};
    for (unsigned i = 0; i < 6 * 4 * 3 * 16; i++) {
        uint32_t width = nodes[i % 6], places = slots[i / 6 % 4];
        cosched_policy_t policy = (cosched_policy_t)(i / 24 % 3);
        size_t bytes = cosched_bytes_for(width, places, policy), begin = 1 + i / 72;
        assert(bytes <= COSCHED_BYTES_AT_MOST(width, places));
        unsigned char *memory = malloc(begin + bytes + 1);
        assert(memory != NULL);
        memset(memory, 0xa5, begin + bytes + 1);
        cosched_t *scheduler = cosched_init(memory + begin, bytes, width, places, policy, false, NULL);
        cosched_ticket_t ticket = 0;
        cosched_event_t event;
        assert(cosched_submit(scheduler, width, SECOND, 1, &ticket) == COSCHED_OK);
        assert(cosched_decide(scheduler) == COSCHED_OK);
        assert(cosched_poll(scheduler, &event) == COSCHED_OK && event.ticket == ticket);
        assert(event.nodes == width && event.interval_count == 1);
        assert(event.intervals[0].first == 0 && event.intervals[0].count == width);
        for (size_t byte = 0; byte < begin; byte++) {
            assert(memory[byte] == 0xa5);
        }
        assert(memory[begin + bytes] == 0xa5);
        free(memory);
    }
}

int main(void)
{
    assert(cosched_version() == COSCHED_VERSION);
    a_day();
    other_policies();
    decisions_are_read();
    what_cannot_be_is_refused();
    handles_are_checked();
    arenas_of_all_kinds();
    many_jobs_on_four_slots(COSCHED_FCFS);
    many_jobs_on_four_slots(COSCHED_EASY);
    many_jobs_on_four_slots(COSCHED_CONSERVATIVE);
    return 0;
}
