import type { Requirement } from './requirement.ts';

/** How work is spread over accounts, and what becomes of an account that refuses. */
export const accountPoolRequirements: readonly Requirement[] = [
  {
    id: 'pool.least-busy',
    source: 'architecture §5',
    text: 'A job goes to the account with the fewest jobs in flight, then to the least recently used.',
  },
  {
    id: 'pool.reasons',
    source: 'decisions §6 jobs, architecture §5',
    text: 'The trail of a job names every account that was passed over and why.',
  },
  {
    id: 'pool.cooling',
    source: 'decisions §2',
    text: 'A rate-limited account cools for as long as its Retry-After says and is then used again.',
  },
  {
    id: 'pool.one-penalty',
    source: 'decisions §2, architecture §4',
    text: 'One request penalises at most one account, and only on classified evidence.',
  },
  {
    id: 'pool.no-evidence-no-penalty',
    source: 'decisions §2, architecture §4',
    text: "A refusal that says nothing about the account, an unclear answer and a lost one leave the account's condition alone.",
  },
  {
    id: 'pool.login-lost',
    source: 'decisions §2, §3 Which credit error',
    text: 'A lost login takes the account out of use until an operator renews it; the job is tried on another account.',
  },
  {
    id: 'pool.credits-out',
    source: 'decisions §2, §3 Which credit error',
    text: 'An account the upstream calls out of credits gets no more work until its balance says otherwise.',
  },
  {
    id: 'pool.policy-final',
    source: 'decisions §2',
    text: "A policy refusal fails the job at once: it is tried on no other account and is nobody's penalty.",
  },
  {
    id: 'pool.three-tries',
    source: 'decisions §2',
    text: 'A job refused before acceptance is tried three times in all, then it fails with the last refusal as reason.',
  },
  {
    id: 'pool.refused-before',
    source: 'ARCHITECTURE, Life of a job',
    text: 'An account that refused a job comes last for it: it is asked again when no other account will ever take the job, so that a job never waits for an operator whose work is done.',
  },
  {
    id: 'pool.stays-with-account',
    source: 'decisions §2, §6 accounts',
    text: 'Poll, download and refund stay with the account that took the job, also when it is disabled or drained for new work.',
  },
  {
    id: 'pool.asked-for-account-removed',
    source: 'decisions §6 accounts (drains first), §5 Workbench account, §2 Money',
    text: 'A job that asks for one account and was never sent fails with account_removed when that account is removed, also while it still drains: the quota is refunded and the trail says why. One that was sent, or may have been, goes on as it is.',
  },
  {
    id: 'pool.both-surfaces',
    source: 'decisions §3 Which credit error, §5 Error codes',
    text: 'One trouble with the accounts has its fixed status and code on each surface.',
  },
  {
    id: 'pool.figures',
    source: 'decisions §5',
    text: 'Capacity and submit status tell the same numbers as the accounts of the admin API.',
  },
  {
    id: 'pool.concurrency',
    source: 'architecture §3 I10',
    text: 'Each account has at most its own number of jobs in flight, as the upstream counts them; the rest waits.',
  },
];
