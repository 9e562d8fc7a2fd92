import type { Requirement } from './requirement.ts';

/** What one owner may take of what all share. */
export const ownerLimitsRequirements: readonly Requirement[] = [
  {
    id: 'owner-limits.order',
    source: 'docs/operating, Limits per owner',
    text: 'A request that quota, accounts, open jobs or the waiting room refuse has no reference fetched or stored, and a replay or conflict comes before them.',
  },
  {
    id: 'owner-limits.references.all-or-none',
    source: 'docs/operating, Limits per owner',
    text: 'Of a request that is refused for one reference, no reference is kept.',
  },
  {
    id: 'owner-limits.references.places',
    source: 'docs/operating, Limits per owner',
    text: 'References of no more than four requests of an owner and sixteen in all are fetched at a time; others wait, and beyond a bound are refused.',
  },
  {
    id: 'owner-limits.storage.refused',
    source: 'docs/settings, FILMGATE_ASSET_ALLOWANCE_BYTES',
    text: 'Uploads and references of one owner, or of the native key, never have more bytes than the allowance; what would is 429 storage_allowance_exhausted and leaves nothing behind.',
  },
  {
    id: 'owner-limits.storage.freed',
    source: 'docs/settings, FILMGATE_ASSET_ALLOWANCE_BYTES',
    text: 'Bytes that retention removes are free again.',
  },
  {
    id: 'owner-limits.space.low',
    source: 'docs/settings, FILMGATE_FREE_SPACE_MIN_BYTES',
    text: 'Below the mark of free space uploads and references are 503 with Retry-After, tasks without them are accepted, and readiness, overview and metrics say so.',
  },
  {
    id: 'owner-limits.room.others-admitted',
    source: 'docs/settings, FILMGATE_QUEUE_OWNER_SHARE_PERCENT',
    text: 'When one owner has filled the waiting room, an owner below its share is still accepted; one that has its share is 429 queue_share_exhausted with Retry-After.',
  },
  {
    id: 'owner-limits.room.bounded',
    source: 'docs/settings, FILMGATE_QUEUE_OWNER_SHARE_PERCENT',
    text: 'No more than twice the queue limit wait in all.',
  },
  {
    id: 'owner-limits.slots.fair',
    source: 'architecture §Ports',
    text: "How many starts of others an owner's job waits for does not grow with the backlog of another owner.",
  },
  {
    id: 'owner-limits.open-jobs.refused',
    source: 'docs/operating, Limits per owner',
    text: 'An API user with max_open_jobs never has more tasks that are not final; one more is 429 open_jobs_limit_reached with Retry-After.',
  },
  {
    id: 'owner-limits.rate.refused',
    source: 'docs/operating, Limits per owner',
    text: 'Of the requests with the key of an API user with max_requests_per_minute never more pass in any minute; the others are 429 rate_limited with Retry-After before their body is read.',
  },
  {
    id: 'owner-limits.rate.all-nodes',
    source: 'docs/operating, Limits per owner',
    text: 'The limit of requests holds over all nodes together.',
  },
  {
    id: 'owner-limits.changed-at-once',
    source: 'docs/operating, Limits per owner',
    text: "A changed limit of an API user holds for the next request; null lifts it, and the user's other settings stay.",
  },
  {
    id: 'owner-limits.admin-api',
    source: 'docs/operating, Limits per owner',
    text: 'The administration API shows and sets both limits of an API user, and refuses other values with 422 naming the field.',
  },
  {
    id: 'owner-limits.console',
    source: 'docs/operating, Limits per owner',
    text: 'The console shows both limits of an API user and lets them be set and lifted.',
  },
];
