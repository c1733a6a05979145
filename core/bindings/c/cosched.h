/* A batch scheduler for C: jobs, completions and the time come in, decisions go out.
 *
 * Version 1. What happens in a program that schedules what really runs:
 *
 *     cosched_advance(scheduler, now);            // 1. what time it is
 *     cosched_complete(scheduler, ticket);        // 2. what has happened, in any order:
 *     cosched_submit(scheduler, nodes, estimate,  //    complete, submit, cancel,
 *                    tag, &ticket);               //    set_estimate
 *     cosched_decide(scheduler);                  // 3. who starts, who is to be stopped
 *     while (cosched_poll(scheduler, &event) == COSCHED_OK) {
 *         // 4. start or stop event.tag
 *     }
 *     // 5. wait until something happens, or until cosched_next_timeout(scheduler)
 *
 * Ties are resolved by the order of submission: what is told between two decisions may
 * be told in any order, but for submissions among themselves. The same calls lead to the
 * same decisions on every machine.
 *
 * Time. All times are nanoseconds: instants since whatever the caller calls 0, which is
 * what time it is after cosched_init, and spans. An instant may be up to INT64_MAX (292
 * years), an estimate from 1 up to UINT64_MAX / 4 (146 years). The library never asks
 * what time it is; a monotonic clock is a good choice.
 *
 * Memory. Everything lies in the arena that the caller gives; nothing is allocated, and
 * nothing can run out in between. There is nothing to be freed: cosched_close makes the
 * handle unusable, and then the arena is the caller's again.
 *
 * Threads. The library has no global state. Calls on different handles need not know
 * of one another; calls on one handle must not overlap.
 *
 * Errors. Whatever is refused changes nothing. NULL and what is no handle are refused; a
 * handle is known by a word at its beginning that depends on where it lies, so that a
 * copy of an arena is refused as well. That is a help against mistakes, not a guard
 * against pointers to memory that is gone.
 *
 * Why decisions are polled and do not come by a callback: what a callback does could
 * call the library again in the middle of a decision, or jump out of it, and would have
 * to be handed a pointer of the caller's. As with sqlite3_step, the caller's loop stays
 * the caller's. Decisions cannot overflow: in one pass a job is started or stopped at
 * most once, so as many places as there are slots suffice.
 *
 * Why codes are not of an enum type: how wide that is depends on the compiler and its
 * options (-fshort-enums is usual on ARM), and the library is compiled by another one.
 */
#ifndef COSCHED_H
#define COSCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface; cosched_version says that of the library. */
#define COSCHED_VERSION 1

/* A scheduler; what is in it is its own business. */
typedef struct cosched cosched_t;

/* A job, from its submission until it has ended. Never 0, and never used again: that of
 * a job that has ended is refused for ever. */
typedef uint64_t cosched_ticket_t;

/* Who is started when. */
typedef int32_t cosched_policy_t;
enum {
    /* First come, first served: nobody passes the head of the queue. */
    COSCHED_FCFS = 0,
    /* EASY backfilling: a job may pass if, by the estimates, the head is not delayed. */
    COSCHED_EASY = 1,
    /* Conservative backfilling: a job may pass if, by the estimates, nobody is delayed. */
    COSCHED_CONSERVATIVE = 2
};

/* What a function answers: COSCHED_OK, or why not. */
typedef int32_t cosched_error_t;
enum {
    COSCHED_OK = 0,
    /* No error: there is no decision left to read. */
    COSCHED_DONE = 1,
    /* This is no handle: it is NULL, was closed, or its arena was moved or overwritten. */
    COSCHED_NO_HANDLE = 2,
    /* A pointer is NULL that must not be. */
    COSCHED_NO_POINTER = 3,
    /* There is no such policy. */
    COSCHED_NO_POLICY = 4,
    /* The machine has 0 nodes. */
    COSCHED_NO_NODES = 5,
    /* There are 0 slots. */
    COSCHED_NO_SLOTS = 6,
    /* So many nodes and slots cannot be kept in memory. */
    COSCHED_TOO_LARGE = 7,
    /* The arena is smaller than cosched_bytes_for says. */
    COSCHED_ARENA_TOO_SMALL = 8,
    /* The time is before what it is already. */
    COSCHED_BACKWARDS = 9,
    /* The time is beyond INT64_MAX. */
    COSCHED_TOO_LATE = 10,
    /* As many jobs are in the system as there are slots. */
    COSCHED_NO_SLOT = 11,
    /* The job asks for 0 nodes. */
    COSCHED_NO_WIDTH = 12,
    /* The job asks for more nodes than the machine has. */
    COSCHED_TOO_WIDE = 13,
    /* The estimate is 0 or longer than UINT64_MAX / 4. */
    COSCHED_NO_ESTIMATE = 14,
    /* From now on the estimate leads beyond INT64_MAX. */
    COSCHED_TOO_LONG = 15,
    /* 4294967295 jobs were submitted already. */
    COSCHED_TOO_MANY = 16,
    /* The job has ended, or never was submitted here. */
    COSCHED_NO_JOB = 17,
    /* The job is not running. */
    COSCHED_NOT_RUNNING = 18,
    /* A decision must be read first, by cosched_poll. */
    COSCHED_UNREAD = 19,
    /* The engine refuses for a reason that this library does not know; a bug. */
    COSCHED_REFUSED = 20
};

/* Consecutive nodes: first, first + 1, ... Nodes are numbered from 0. */
typedef struct {
    uint32_t first;
    uint32_t count; /* at least 1 */
} cosched_interval_t;

/* What an event is. */
enum {
    /* The job is to be started, on the nodes of the event. */
    COSCHED_STARTED = 1,
    /* The job has run for its estimate and is to be stopped. Its nodes are free from
     * now on: starts behind this event may be on them. The ticket has ended. */
    COSCHED_KILLED = 2
};

/* A decision. */
typedef struct {
    cosched_ticket_t ticket;
    uint64_t tag;                        /* as given to cosched_submit */
    uint64_t at;                         /* when it was decided */
    int32_t kind;                        /* COSCHED_STARTED or COSCHED_KILLED */
    uint32_t nodes;                      /* how many it got; 0 if it was killed */
    const cosched_interval_t *intervals; /* which; NULL if it was killed. Ascending and
                                          * apart. Valid until the next cosched_poll or
                                          * cosched_close on the handle */
    uint32_t interval_count;
} cosched_event_t;

/* What never comes: said by cosched_next_timeout. */
#define COSCHED_NEVER UINT64_MAX

/* At least as many bytes as cosched_bytes_for says, for any policy: a constant, for an
 * arena that is a static array. NODES and SLOTS are constants without side effects. */
#define COSCHED_BYTES_AT_MOST(NODES, SLOTS) \
    ((size_t)2048 + (size_t)17 * (NODES) + (size_t)200 * (SLOTS))

/* The version of the library. A program that is not built together with it compares it
 * with COSCHED_VERSION before all else. */
uint32_t cosched_version(void);

/* What an error means, in English, without a full stop. Never NULL; it is there for as
 * long as the program. */
const char *cosched_error_text(cosched_error_t error);

/* How many bytes an arena needs, wherever it begins: it need not be aligned.
 * nodes    nodes of the machine; at least 1
 * slots    how many jobs may be in the system at once, waiting or running: from 1 up to
 *          UINT32_MAX - 1
 * policy   one of those above
 * Returns 0 if there can be no such arena; cosched_init says why. */
size_t cosched_bytes_for(uint32_t nodes, uint32_t slots, cosched_policy_t policy);

/* Makes a scheduler in the arena: an idle machine at the instant 0.
 * arena             memory of the caller, which nobody else reads, writes or moves until
 *                   cosched_close; it may hold anything and begin anywhere
 * bytes             how large it is; at least what cosched_bytes_for says
 * nodes, slots, policy   as for cosched_bytes_for
 * kill_at_estimate  whether a job is killed when it has run for its estimate; otherwise
 *                   it runs on, and policies take it that it will need twice its
 *                   estimate in all, and beyond that four times, and so on
 * error             gets COSCHED_OK, or why not; may be NULL
 * Returns the handle, which lies in the arena, or NULL.
 * Errors: COSCHED_NO_POINTER (arena), COSCHED_NO_POLICY, COSCHED_NO_NODES,
 * COSCHED_NO_SLOTS, COSCHED_TOO_LARGE, COSCHED_ARENA_TOO_SMALL. */
cosched_t *cosched_init(void *arena, size_t bytes, uint32_t nodes, uint32_t slots,
                        cosched_policy_t policy, bool kill_at_estimate,
                        cosched_error_t *error);

/* Ends the use of a handle. Nothing need be freed; the arena may be used for anything.
 * Errors: COSCHED_NO_HANDLE. */
cosched_error_t cosched_close(cosched_t *scheduler);

/* It is now `now`, which may be what it was. What falls due until then happens in
 * cosched_decide.
 * Errors: COSCHED_NO_HANDLE, COSCHED_BACKWARDS, COSCHED_TOO_LATE. */
cosched_error_t cosched_advance(cosched_t *scheduler, uint64_t now);

/* A job is submitted now and waits.
 * nodes     how many it needs, all at once; from 1 to those of the machine
 * estimate  how long its user thinks that it will run
 * tag       what the caller calls it; any number, which comes back with its events
 * ticket    gets its ticket, by which the library calls it; written only on success
 * A job that has ended keeps its slot until the next cosched_decide.
 * Errors: COSCHED_NO_HANDLE, COSCHED_NO_POINTER (ticket), COSCHED_NO_WIDTH,
 * COSCHED_TOO_WIDE, COSCHED_NO_ESTIMATE, COSCHED_TOO_LONG, COSCHED_TOO_MANY,
 * COSCHED_NO_SLOT. */
cosched_error_t cosched_submit(cosched_t *scheduler, uint32_t nodes, uint64_t estimate,
                               uint64_t tag, cosched_ticket_t *ticket);

/* A running job has ended by itself now, well or not. Its nodes are free for the next
 * cosched_decide, and there is no event of it. It does not matter if it has outrun its
 * estimate meanwhile, as long as it was not killed.
 * Errors: COSCHED_NO_HANDLE, COSCHED_NO_JOB, COSCHED_NOT_RUNNING (it waits),
 * COSCHED_UNREAD (its start has not been read yet). */
cosched_error_t cosched_complete(cosched_t *scheduler, cosched_ticket_t ticket);

/* A job is taken back by its user now, whether it waits or runs. If it runs, it is for
 * the caller to stop it; its nodes are free for the next cosched_decide. There is no
 * event of it.
 * Errors: COSCHED_NO_HANDLE, COSCHED_NO_JOB, COSCHED_UNREAD (its start has not been read
 * yet: a caller would start it later, on nodes that are another's). */
cosched_error_t cosched_cancel(cosched_t *scheduler, cosched_ticket_t ticket);

/* The user says anew how long a job will run, counted from its start.
 * Where jobs are killed at their estimates, one that has run for longer is killed in the
 * next cosched_decide, and one that was overdue but has not yet run for the new estimate
 * runs on until then.
 * Errors: COSCHED_NO_HANDLE, COSCHED_NO_JOB, COSCHED_NO_ESTIMATE, COSCHED_TOO_LONG. */
cosched_error_t cosched_set_estimate(cosched_t *scheduler, cosched_ticket_t ticket,
                                     uint64_t estimate);

/* Lets happen what has fallen due (jobs that have run for their estimates are killed),
 * and then the policy start jobs, on the lowest-numbered nodes that are free. What is
 * decided must then be read by cosched_poll. Call it once for each instant at which
 * something happened, and at cosched_next_timeout at the latest.
 * Errors: COSCHED_NO_HANDLE, COSCHED_UNREAD (decisions of the last time have not been
 * read yet). */
cosched_error_t cosched_decide(cosched_t *scheduler);

/* Reads the next decision of the last cosched_decide, in order: kills, then starts.
 * event  gets it; written only on success
 * Between reading them, all other calls are allowed: a job that cannot be started may be
 * cancelled as soon as its event has been read.
 * Returns COSCHED_OK, or COSCHED_DONE when all have been read.
 * Errors: COSCHED_NO_HANDLE, COSCHED_NO_POINTER (event). */
cosched_error_t cosched_poll(cosched_t *scheduler, cosched_event_t *event);

/* The present instant; 0 of what is no handle. */
uint64_t cosched_now(const cosched_t *scheduler);

/* When cosched_decide must be called at the latest: a job is to be killed then, or a
 * reservation begins. May be past. COSCHED_NEVER if nothing will be due by itself, and
 * of what is no handle. */
uint64_t cosched_next_timeout(const cosched_t *scheduler);

/* Nodes that no job has, jobs that wait, and jobs that run; 0 of what is no handle. */
uint32_t cosched_free_nodes(const cosched_t *scheduler);
uint32_t cosched_waiting(const cosched_t *scheduler);
uint32_t cosched_running(const cosched_t *scheduler);

#ifdef __cplusplus
}
#endif

#endif
