/** What a line of a job's trail can say, in the order a job usually meets it. */
export const trailKinds = [
  'accepted',
  'money',
  'waiting',
  'awaiting-configuration',
  'account-chosen',
  'account-withdrawn',
  'account-gone',
  'owner-erased',
  'marked',
  'receipt',
  'account-refused',
  'outcome-lost',
  'read-failed',
  'deadline-passed',
  'handle-taken',
  'found',
  'absence-proven',
  'needs-ruling',
  'slot-given-up',
  'ruled',
  'upstream-finished',
  'upstream-failed',
  'result-unusable',
  'completed',
  'failed',
  'result-removed',
  'content-erased',
] as const;

/** The word of a line in a job's trail. */
export type TrailKind = (typeof trailKinds)[number];
