/** What a step of a job's trail can say, in the order a job usually meets it. */
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
  /** Of a release that recorded the dispatch in an act of its own. */
  'marked',
  'receipt',
  'account-refused',
  'outcome-lost',
  'read-failed',
  'doubted',
  /** The first read of the job said something that could not be read, beside what it did say. */
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
  /** The end of a job, where nothing else says why it came. */
  'failed',
  'result-removed',
  'content-erased',
] as const;

/** The word of a step in a job's trail. */
export type TrailKind = (typeof trailKinds)[number];
