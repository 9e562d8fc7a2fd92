/** Kinds of steps in a job's trail, in the usual order. */
export const trailKinds = [
  'accepted',
  /** Money that moved without a story. */
  'money',
  'waiting',
  'awaiting-configuration',
  'configuration-overdue',
  'account-chosen',
  'account-withdrawn',
  'account-gone',
  'owner-erased',
  'cancelled',
  /** Of a release that recorded the dispatch in a separate act. */
  'marked',
  'receipt',
  'account-refused',
  'outcome-lost',
  'sent-again',
  'read-failed',
  'doubted',
  /** The first read of the job had a part that could not be read, beside what could. */
  'partly-read',
  'deadline-passed',
  'not-known',
  'handle-taken',
  'found',
  'absence-proven',
  'needs-ruling',
  'slot-given-up',
  'ruled',
  'upstream-finished',
  'upstream-failed',
  'result-awaited',
  'result-unusable',
  'result-not-fetched',
  'completed',
  /** The end of a job, where nothing else states the reason. */
  'failed',
  'result-removed',
  'content-erased',
] as const;

export type TrailKind = (typeof trailKinds)[number];
