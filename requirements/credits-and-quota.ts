import type { Requirement } from './requirement.ts';

/** An API user's quota and the accounts' credits. */
export const creditsAndQuotaRequirements: readonly Requirement[] = [
  {
    id: 'quota.cost',
    source: 'decisions §3 Quota',
    text: "A task costs its seconds times the catalog's credits per second for model and resolution.",
  },
  {
    id: 'quota.reserved',
    source: 'decisions §3 Quota',
    text: 'The cost is reserved when the task is accepted.',
  },
  {
    id: 'quota.settled',
    source: 'decisions §3 Quota, §2 Money',
    text: 'The reservation is settled when the video is delivered.',
  },
  {
    id: 'quota.refunded',
    source: 'decisions §3 Quota, §2 Money',
    text: 'The reservation is refunded when the task failed and nothing was delivered.',
  },
  {
    id: 'quota.held',
    source: 'decisions §3 Quota, §2 Money',
    text: 'The reservation is held while the outcome is unknown.',
  },
  {
    id: 'quota.exhausted',
    source: 'video-task-api §7',
    text: 'A request the quota cannot cover is 429 api_user_total_limit_exhausted.',
  },
  {
    id: 'quota.never-over',
    source: 'decisions §3 Quota',
    text: 'No reservation takes used, reserved and held together over the limit in force, however many requests race.',
  },
  {
    id: 'quota.lowered',
    source: 'decisions §3 Quota',
    text: 'A lowered limit stops new reservations and leaves running tasks alone.',
  },
  {
    id: 'quota.limit-values',
    source: 'decisions §3 Quota',
    text: 'A total_limit is null for no limit or a non-negative integer, 0 allowing nothing; anything else is refused.',
  },
  {
    id: 'credits.exhausted',
    source: 'video-task-api §7, decisions §3 Which credit error',
    text: 'All eligible accounts out of credits, even if every open item were refunded, is 409 trae_credits_exhausted.',
  },
  {
    id: 'credits.account-unavailable',
    source: 'video-task-api §7, decisions §3 Which credit error',
    text: 'Accounts for the model of which none is enabled and logged in are 409 trae_protocol_account_unavailable.',
  },
  {
    id: 'credits.none-configured',
    source: 'decisions §3 Which credit error',
    text: 'A model for which no account was ever configured is accepted and awaits configuration.',
  },
  {
    id: 'credits.settlement-pending',
    source: 'video-task-api §7, decisions §3 Which credit error',
    text: 'Blocked only by reserved or held credits is 503 trae_credits_settlement_pending.',
  },
  {
    id: 'credits.unavailable',
    source: 'video-task-api §7, decisions §3 Which credit error',
    text: 'A balance that was read too long ago is 503 trae_credits_unavailable.',
  },
  {
    id: 'credits.circuit-open',
    source: 'video-task-api §7, decisions §3 Which credit error',
    text: 'An open circuit to the upstream is 503 trae_protocol_unavailable.',
  },
  {
    id: 'credits.busy-waits',
    source: 'decisions §3 Which credit error',
    text: 'Busy account slots are no error: the task waits.',
  },
  {
    id: 'credits.queue-limit',
    source: 'decisions §3 Which credit error, §1.2',
    text: 'With FILMGATE_QUEUE_LIMIT tasks waiting a new one is 503 trae_protocol_unavailable.',
  },
  {
    id: 'credits.account-follows-upstream',
    source: 'decisions §2 Money',
    text: "An account's credits follow what the upstream took.",
  },
  {
    id: 'credits.reserved-once',
    source: 'architecture §2 claim, §3 I10',
    text: 'The last credits of an account are reserved once, also by nodes that choose it at the same moment: a job takes its slot only while the known balance covers it beside all that is reserved and held.',
  },
  {
    id: 'credits.balance-once',
    source: 'decisions §2 Money',
    text: 'A balance read at the upstream replaces the known one: what it has counted already is not taken from it again, and what jobs take while it is read is not lost.',
  },
];
