import type { Requirement } from './requirement.ts';

/** What becomes of an accepted job. */
export const jobLifeCycleRequirements: readonly Requirement[] = [
  {
    id: 'jobs.projection',
    source: 'decisions §2 table',
    text: 'Every core state has exactly one word on each surface, as in the table, and finality is kept.',
  },
  {
    id: 'jobs.word-forward',
    source: 'decisions §2',
    text: 'Words only move forward, but for the named returns after a refusal or when lost work is found.',
  },
  {
    id: 'jobs.refused-requeued',
    source: 'decisions §2',
    text: 'A refusal before acceptance frees the slot and returns the job to queued.',
  },
  {
    id: 'jobs.refused-tries',
    source: 'decisions §2',
    text: "A refused job is tried on one other account at once and, for rate limits, again after cooling, three tries in all; then it fails with the refusal's reason.",
  },
  {
    id: 'jobs.waiting-told-once',
    source: 'decisions §2',
    text: 'A job that waits for an operator says so once in its trail, however often it is woken in vain; why it waits now is told with the job.',
  },
  {
    id: 'jobs.one-penalty',
    source: 'decisions §2',
    text: 'Only the first account refused on classified evidence is penalised.',
  },
  {
    id: 'jobs.failed-poll',
    source: 'decisions §2',
    text: 'A failed poll, an unknown upstream state or an early 404 changes the next poll, never the outcome.',
  },
  {
    id: 'jobs.deadline',
    source: 'decisions §2, §1.2',
    text: 'A job past FILMGATE_JOB_DEADLINE_SECONDS becomes outcome_unknown.',
  },
  {
    id: 'jobs.result-invalid',
    source: 'decisions §2',
    text: 'A finished but unusable result (truncated at its source, not a video) is fetched again and then fails the job with result_invalid.',
  },
  {
    id: 'jobs.result-differs',
    source: 'decisions §2',
    text: 'A usable result whose duration or size differs completes with a warning.',
  },
  {
    id: 'jobs.result-transient',
    source: 'decisions §2',
    text: 'A result that cannot be fetched at first is fetched again and completes.',
  },
  {
    id: 'jobs.upstream-failure',
    source: 'video-task-api §3',
    text: 'A generation that fails upstream makes the task failed with a reason.',
  },
  {
    id: 'jobs.ruling-codes',
    source: 'decisions §2',
    text: 'A ruled job is failed with outcome_ruled_charged or outcome_ruled_not_charged, and nothing is resubmitted.',
  },
  {
    id: 'jobs.ruling-money',
    source: 'decisions §2 Money',
    text: 'Ruled charged settles the held quota, ruled not_charged refunds it.',
  },
  {
    id: 'jobs.unknown-leaves',
    source: 'decisions §2',
    text: 'outcome_unknown leaves only by reconciliation, by check, or by an audited ruling.',
  },
  {
    id: 'jobs.unknown-slot',
    source: 'decisions §2',
    text: 'An unknown job keeps its account slot for FILMGATE_UNKNOWN_SLOT_SECONDS, 15 minutes unless set, then frees it; its credits stay held.',
  },
  {
    id: 'jobs.unknown-found',
    source: 'decisions §2',
    text: 'Lost work the upstream can be asked for is adopted, and the job goes on to completion.',
  },
  {
    id: 'jobs.send-timeout',
    source: 'decisions §1.2',
    text: 'A submission without an answer within FILMGATE_SEND_TIMEOUT_SECONDS is unknown, not retried.',
  },
];
