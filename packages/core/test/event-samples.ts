import type { JobEvent, JobEventKind } from '../src/job/job-event.ts';
import type { UpstreamError } from '../src/upstream/upstream-refusal.ts';

const handle = { version: 1, value: { id: 'gen_1' } } as const;
const output = { mediaType: 'video', value: { url: '/r/1' } } as const;
const policy: UpstreamError = {
  kind: 'policy',
  scope: 'request',
  charge: 'not-charged',
  retryAfterMs: null,
  detail: 'policy',
};
const result = {
  sha256: 'a'.repeat(64),
  size: 10,
  contentType: 'video/mp4',
  width: 1920,
  height: 1080,
  durationSeconds: 5,
  hasAudio: true,
} as const;

const doubt = { word: 'failed', source: 'account-one@', since: 1, latest: 9, looks: 3 } as const;

/** One of each event. */
export const eventSamples: {
  readonly [K in JobEventKind]: Extract<JobEvent, { readonly kind: K }>;
} = {
  'account-chosen': {
    kind: 'account-chosen',
    accountId: 'account-one',
    route: { endpoint: 'mock', model: 'the-model' },
    expectedSize: { width: 960, height: 544 },
    cost: { unit: 'credits', estimate: 20, charges: 'acceptance' },
    submission: { version: 1, value: {} },
    correlationId: 'c.1',
    sendDeadlineAt: 10_000,
    refusals: [],
  },
  'no-account': { kind: 'no-account', until: 2_000, refusals: [] },
  'configuration-missing': { kind: 'configuration-missing', refusals: [], deadlineAt: 9_000 },
  'configuration-overdue': { kind: 'configuration-overdue' },
  'not-staged': {
    kind: 'not-staged',
    accountId: 'account-one',
    error: policy,
    elsewhere: true,
    retryAt: 2_000,
  },
  'account-withdrawn': { kind: 'account-withdrawn', reason: 'gone' },
  'account-gone': { kind: 'account-gone' },
  'owner-erased': { kind: 'owner-erased' },
  cancelled: { kind: 'cancelled', actor: 'admin' },
  accepted: { kind: 'accepted', handle, deadlineAt: 7_200_000, pollAt: 2_000 },
  'completed-at-once': { kind: 'completed-at-once', handle, output, deadlineAt: 7_200_000 },
  refused: { kind: 'refused', error: policy, elsewhere: true, retryAt: 2_000 },
  'outcome-lost': { kind: 'outcome-lost', detail: 'reset', dueAt: 2_000, callEndsAt: 1_000 },
  'possibly-sent': { kind: 'possibly-sent', detail: 'the store forgot' },
  progressed: { kind: 'progressed', progress: 40, pollAt: 2_000 },
  'read-failed': { kind: 'read-failed', detail: '500', dueAt: 2_000 },
  succeeded: { kind: 'succeeded', output },
  doubted: { kind: 'doubted', doubt: { ...doubt, looks: 1 }, detail: 'policy', dueAt: 2_000 },
  'upstream-failed': { kind: 'upstream-failed', error: policy, doubt },
  'deadline-passed': { kind: 'deadline-passed', dueAt: 2_000 },
  'not-known': { kind: 'not-known', doubt: { ...doubt, word: 'denied' }, dueAt: 9_000 },
  'result-stored': { kind: 'result-stored', result, warnings: [], expiresAt: 9_000 },
  'result-awaited': {
    kind: 'result-awaited',
    reason: 'host',
    detail: 'reset',
    proof: { unusable: [], doubt: null },
    output,
    until: 90_000,
    dueAt: 2_000,
    givesUpSlot: false,
  },
  'result-unusable': {
    kind: 'result-unusable',
    detail: 'truncated',
    proof: { unusable: [], doubt: { ...doubt, word: 'gone' } },
  },
  'result-not-fetched': {
    kind: 'result-not-fetched',
    reason: 'host',
    detail: 'reset',
    proof: { unusable: [], doubt: null },
  },
  'handle-taken': { kind: 'handle-taken', heldBy: 'vt_other', dueAt: 2_000 },
  found: { kind: 'found', handle, accountId: null, deadlineAt: 7_200_000, pollAt: 2_000 },
  'refusal-proven': { kind: 'refusal-proven', error: policy },
  'absence-proven': { kind: 'absence-proven', doubt: { ...doubt, word: 'absent' } },
  'cannot-be-asked': {
    ...{ kind: 'cannot-be-asked', because: 'not-searchable', isReported: false, doubt: null },
    dueAt: 9_000,
  },
  'sent-again': { kind: 'sent-again', callEndsAt: 71_000 },
  'slot-given-up': { kind: 'slot-given-up', dueAt: 9_000 },
  'asked-again': { kind: 'asked-again' },
  resolved: { kind: 'resolved', outcome: 'charged', actor: 'admin', note: 'asked the provider' },
};
