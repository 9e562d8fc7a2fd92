import type { Requirement } from './requirement.ts';

/** Idempotency keys of the compatible API. */
export const idempotencyRequirements: readonly Requirement[] = [
  {
    id: 'idempotency.optional',
    source: 'video-task-api §2.2, decisions §3 Idempotency-Key',
    text: 'The Idempotency-Key is optional on the compatible API: two creations without one make two tasks.',
  },
  {
    id: 'idempotency.key-form',
    source: 'decisions §3 Idempotency-Key',
    text: 'A key is 1 to 255 visible ASCII characters; a bad one is 400 payload_invalid with param Idempotency-Key.',
  },
  {
    id: 'idempotency.quoted',
    source: 'decisions §3 Idempotency-Key',
    text: 'A quoted key and the same key bare are the same key.',
  },
  {
    id: 'idempotency.two-lines',
    source: 'decisions §3 Idempotency-Key',
    text: 'Two Idempotency-Key header lines are refused with 400 payload_invalid, param Idempotency-Key.',
  },
  {
    id: 'idempotency.replay-200',
    source: 'video-task-api §4.1 rule 2, decisions §3 Idempotency-Key',
    text: 'The same key with the same content answers 200 with the original task as it stands now.',
  },
  {
    id: 'idempotency.replay-header',
    source: 'decisions §3 Idempotency-Key',
    text: 'A replay carries Idempotency-Replayed: true, a first answer does not.',
  },
  {
    id: 'idempotency.conflict',
    source: 'video-task-api §4.1 rule 3',
    text: 'The same key with different content is 409 idempotency_key_conflict.',
  },
  {
    id: 'idempotency.scope-user',
    source: 'decisions §3 Idempotency-Key',
    text: 'Two API users may use one key without touching each other.',
  },
  {
    id: 'idempotency.scope-paths',
    source: 'decisions §3 Idempotency-Key',
    text: 'One key covers all three create paths.',
  },
  {
    id: 'idempotency.scope-encodings',
    source: 'decisions §3 Idempotency-Key',
    text: 'One key covers JSON and multipart.',
  },
  {
    id: 'idempotency.survives-rotation',
    source: 'decisions §3 Idempotency-Key',
    text: "A key still replays after the API user's key was rotated.",
  },
  {
    id: 'idempotency.known-after-retention',
    source: 'decisions §3 Idempotency-Key, ARCHITECTURE, What always holds',
    text: 'The key of a task is known for as long as the task is there, whatever retention removed meanwhile and however often the store was opened.',
  },
  {
    id: 'idempotency.content-aliases',
    source: 'decisions §3 Idempotency-Key',
    text: 'Content is compared after folding field aliases and model aliases.',
  },
  {
    id: 'idempotency.content-before-defaults',
    source: 'decisions §3 Idempotency-Key',
    text: 'Content is compared before defaults: leaving a field out differs from stating its default.',
  },
  {
    id: 'idempotency.content-digests',
    source: 'decisions §3 Idempotency-Key',
    text: 'Files and data URLs are compared by digest, remote images by URL.',
  },
  {
    id: 'idempotency.content-ignored',
    source: 'decisions §3 Idempotency-Key',
    text: 'File names, unknown fields and key order do not make content different.',
  },
  {
    id: 'idempotency.before-fetch',
    source: 'decisions §3 Idempotency-Key',
    text: 'A replay is decided before anything is fetched.',
  },
  {
    id: 'idempotency.refused-keeps-key',
    source: 'decisions §3 Idempotency-Key',
    text: 'A request refused before acceptance does not consume its key.',
  },
  {
    id: 'idempotency.key-lives-with-task',
    source: 'decisions §3 Idempotency-Key',
    text: 'A key is remembered as long as its task.',
  },
  {
    id: 'idempotency.concurrent-firsts',
    source: 'decisions §3 Idempotency-Key',
    text: '200 concurrent equal first requests give one 202, 199 times 200 and one task.',
  },
  {
    id: 'idempotency.concurrent-conflicts',
    source: 'video-task-api §4.1 rule 3, architecture §3 I3',
    text: 'Of two different contents racing for one key one wins and the other is a conflict.',
  },
];
