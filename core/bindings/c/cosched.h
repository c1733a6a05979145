/* A batch scheduler for C: jobs, completions and the time come in, decisions go out.
 *
 * Version 1. The loop of a program that schedules real jobs:
 *
 *     cosched_advance(scheduler, now);            // 1. the present time
 *     cosched_complete(scheduler, ticket);        // 2. events, in any order:
 *     cosched_submit(scheduler, nodes, estimate,  //    complete, submit, cancel,
 *                    tag, &ticket);               //    set_estimate
 *     cosched_decide(scheduler);                  // 3. starts, and jobs to be stopped
 *     while (cosched_poll(scheduler, &event) == COSCHED_OK) {
 *         // 4. start or stop event.tag
 *     }
 *     // 5. wait for an event, or until cosched_next_timeout(scheduler)
 *
 * Ties are broken by the order of submission: calls between two decisions may be made in
 * any order, except submissions among themselves. The same calls lead to the same
 * decisions on every machine.
 *
 * Time. All times are nanoseconds: instants since the caller's 0, which is the time
 * after cosched_init, and spans. An instant may be up to INT64_MAX (292 years), an
 * estimate from 1 up to UINT64_MAX / 4 (146 years). The library never reads a clock; a
 * monotonic one is a good choice.
 *
 * Memory. Everything lies in the caller's arena; nothing is allocated, and nothing can
 * run out in between. There is nothing to be freed: cosched_close makes the handle
 * unusable, and then the arena is the caller's again.
 *
 * Threads. The library has no global state. Calls on different handles need not know
 * of one another; calls on one handle must not overlap.
 *
 * Errors. A refused call changes nothing. NULL and other values than handles are refused;
 * a handle is recognised by a word at its beginning that depends on its address, so that
 * a copy of an arena is refused as well. That is a help against mistakes, not a guard
 * against pointers to memory that is gone.
 *
 * Why decisions are polled and do not come by a callback: a callback could call the
 * library again in the middle of a decision, or jump out of it, and would need a pointer
 * of the caller's. As with sqlite3_step, the caller's loop stays the caller's. Decisions
 * cannot overflow: in one pass a job is started or stopped at most once, so as many
 * entries as there are slots suffice.
 *
 * Why codes are not of an enum type: its width depends on the compiler and its
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

/* The version of this interface; cosched_version returns that of the library. */
#define COSCHED_VERSION 1

/* A scheduler; its content is private. */
typedef struct cosched cosched_t;

/* A job, from its submission until it has ended. Never 0, and never used again: that of
 * a job that has ended is refused forever. */
typedef uint64_t cosched_ticket_t;

/* Scheduling policy. */
typedef int32_t cosched_policy_t;
enum {
    /* First come, first served: no job passes the head of the queue. */
    COSCHED_FCFS = 0,
    /* EASY backfilling: a job may pass if, by the estimates, the head is not delayed. */
    COSCHED_EASY = 1,
    /* Conservative backfilling: a job may pass if, by the estimates, no job is delayed. */
    COSCHED_CONSERVATIVE = 2
};

/* Result of a function: COSCHED_OK, or an error. */
typedef int32_t cosched_error_t;
enum {
    COSCHED_OK = 0,
    /* No error: there is no decision left to read. */
    COSCHED_DONE = 1,
    /* Not a handle: it is NULL, was closed, or its arena was moved or overwritten. */
    COSCHED_NO_HANDLE = 2,
    /* A pointer is NULL that must not be. */
    COSCHED_NO_POINTER = 3,
    /* There is no such policy. */
    COSCHED_NO_POLICY = 4,
    /* The machine has 0 nodes. */
    COSCHED_NO_NODES = 5,
    /* There are 0 slots. */
    COSCHED_NO_SLOTS = 6,
    /* Nodes and slots need more memory than can be addressed. */
    COSCHED_TOO_LARGE = 7,
    /* The arena is smaller than cosched_bytes_for returns. */
    COSCHED_ARENA_TOO_SMALL = 8,
    /* The time is before the present one. */
    COSCHED_BACKWARDS = 9,
    /* The time is beyond INT64_MAX. */
    COSCHED_TOO_LATE = 10,
    /* All slots are taken by jobs in the system. */
    COSCHED_NO_SLOT = 11,
    /* The job requests 0 nodes. */
    COSCHED_NO_WIDTH = 12,
    /* The job requests more nodes than the machine has. */
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
    /* The engine refuses for a reason unknown to this library; a bug. */
    COSCHED_REFUSED = 20
};

/* Consecutive nodes: first, first + 1, ... Nodes are numbered from 0. */
typedef struct {
    uint32_t first;
    uint32_t count; /* at least 1 */
} cosched_interval_t;

/* Kind of an event. */
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
    uint64_t at;                         /* time of the decision */
    int32_t kind;                        /* COSCHED_STARTED or COSCHED_KILLED */
    uint32_t nodes;                      /* number of nodes; 0 if it was killed */
    const cosched_interval_t *intervals; /* nodes; NULL if it was killed. Ascending and
                                          * apart. Valid until the next cosched_poll or
                                          * cosched_close on the handle */
    uint32_t interval_count;
} cosched_event_t;

/* Result of cosched_next_timeout when nothing will be due. */
#define COSCHED_NEVER UINT64_MAX

/* At least the result of cosched_bytes_for, for any policy: a constant, for an
 * arena that is a static array. NODES and SLOTS are constants without side effects. */
#define COSCHED_BYTES_AT_MOST(NODES, SLOTS) \
    ((size_t)2624 + (size_t)17 * (NODES) + (size_t)200 * (SLOTS))

/* The version of the library. A program that is not built together with it compares it
 * with COSCHED_VERSION before all else. */
uint32_t cosched_version(void);

/* Text of an error, in English, without a full stop. Never NULL, and valid for as long
 * as the program. */
const char *cosched_error_text(cosched_error_t error);

/* Size of an arena in bytes, for any address: it need not be aligned.
 * nodes    nodes of the machine; at least 1
 * slots    maximum number of jobs in the system, waiting or running: from 1 up to
 *          UINT32_MAX - 1
 * policy   one of those above
 * Returns 0 if there can be no such arena; cosched_init gives the reason. */
size_t cosched_bytes_for(uint32_t nodes, uint32_t slots, cosched_policy_t policy);

/* Makes a scheduler in the arena: an idle machine at the instant 0.
 * arena             memory of the caller, which nothing else reads, writes or moves until
 *                   cosched_close; of any content and alignment
 * bytes             its size; at least that of cosched_bytes_for
 * nodes, slots, policy   as for cosched_bytes_for
 * kill_at_estimate  whether a job is killed when it has run for its estimate; otherwise
 *                   it runs on, and policies expect it to need twice its estimate in
 *                   all, and beyond that four times, and so on
 * error             set to COSCHED_OK or the error; may be NULL
 * Returns the handle, which lies in the arena, or NULL.
 * Errors: COSCHED_NO_POINTER (arena), COSCHED_NO_POLICY, COSCHED_NO_NODES,
 * COSCHED_NO_SLOTS, COSCHED_TOO_LARGE, COSCHED_ARENA_TOO_SMALL. */
cosched_t *cosched_init(void *arena, size_t bytes, uint32_t nodes, uint32_t slots,
                        cosched_policy_t policy, bool kill_at_estimate,
                        cosched_error_t *error);

/* Ends the use of a handle. Nothing need be freed; the arena may be used for anything.
 * Errors: COSCHED_NO_HANDLE. */
cosched_error_t cosched_close(cosched_t *scheduler);

/* Advances the time to `now`, which may be the present time. Events due until then happen
 * in cosched_decide.
 * Errors: COSCHED_NO_HANDLE, COSCHED_BACKWARDS, COSCHED_TOO_LATE. */
cosched_error_t cosched_advance(cosched_t *scheduler, uint64_t now);

/* Submits a job, which waits from now on.
 * nodes     number of nodes, all at once; from 1 to those of the machine
 * estimate  its user's estimate of its runtime
 * tag       the caller's name for it; any number, which comes back with its events
 * ticket    set to its ticket, the library's name for it; written only on success
 * A job that has ended keeps its slot until the next cosched_decide.
 * Errors: COSCHED_NO_HANDLE, COSCHED_NO_POINTER (ticket), COSCHED_NO_WIDTH,
 * COSCHED_TOO_WIDE, COSCHED_NO_ESTIMATE, COSCHED_TOO_LONG, COSCHED_TOO_MANY,
 * COSCHED_NO_SLOT. */
cosched_error_t cosched_submit(cosched_t *scheduler, uint32_t nodes, uint64_t estimate,
                               uint64_t tag, cosched_ticket_t *ticket);

/* Records that a running job has ended by itself now, well or not. Its nodes are free for
 * the next cosched_decide, and there is no event of it. It does not matter if it has
 * outrun its estimate meanwhile, as long as it was not killed.
 * Errors: COSCHED_NO_HANDLE, COSCHED_NO_JOB, COSCHED_NOT_RUNNING (it waits),
 * COSCHED_UNREAD (its start has not been read yet). */
cosched_error_t cosched_complete(cosched_t *scheduler, cosched_ticket_t ticket);

/* Cancels a job for its user, whether it waits or runs. If it runs, the caller has to stop
 * it; its nodes are free for the next cosched_decide. There is no event of it.
 * Errors: COSCHED_NO_HANDLE, COSCHED_NO_JOB, COSCHED_UNREAD (its start has not been read
 * yet: a caller would start it later, on nodes of another job). */
cosched_error_t cosched_cancel(cosched_t *scheduler, cosched_ticket_t ticket);

/* Replaces the estimate of a job, counted from its start.
 * Where jobs are killed at their estimates, one that has run for longer is killed in the
 * next cosched_decide, and one that was overdue but has not yet run for the new estimate
 * runs on until then.
 * Errors: COSCHED_NO_HANDLE, COSCHED_NO_JOB, COSCHED_NO_ESTIMATE, COSCHED_TOO_LONG. */
cosched_error_t cosched_set_estimate(cosched_t *scheduler, cosched_ticket_t ticket,
                                     uint64_t estimate);

/* Processes all events that are due (jobs that have run for their estimates are killed),
 * then lets the policy start jobs, on the lowest-numbered free nodes. The decisions must
 * then be read by cosched_poll. Call it once for each instant with an event, and at
 * cosched_next_timeout at the latest.
 * Errors: COSCHED_NO_HANDLE, COSCHED_UNREAD (decisions of the last time have not been
 * read yet). */
cosched_error_t cosched_decide(cosched_t *scheduler);

/* Reads the next decision of the last cosched_decide, in order: kills, then starts.
 * event  set to it; written only on success
 * Between reading them, all other calls are allowed: a job that cannot be started may be
 * cancelled as soon as its event has been read.
 * Returns COSCHED_OK, or COSCHED_DONE when all have been read.
 * Errors: COSCHED_NO_HANDLE, COSCHED_NO_POINTER (event). */
cosched_error_t cosched_poll(cosched_t *scheduler, cosched_event_t *event);

/* The present instant; 0 if it is not a handle. */
uint64_t cosched_now(const cosched_t *scheduler);

/* Latest time for the next cosched_decide: a job is to be killed then, or a reservation
 * begins. May be past. COSCHED_NEVER if nothing will be due by itself, and if it is not a
 * handle. */
uint64_t cosched_next_timeout(const cosched_t *scheduler);

/* Numbers of free nodes, waiting jobs, and running jobs; 0 if it is not a handle. */
uint32_t cosched_free_nodes(const cosched_t *scheduler);
uint32_t cosched_waiting(const cosched_t *scheduler);
uint32_t cosched_running(const cosched_t *scheduler);

#ifdef __cplusplus
}
#endif

#endif
