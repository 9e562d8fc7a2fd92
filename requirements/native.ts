import type { Requirement } from './requirement.ts';

/** The native API: assets and jobs. */
export const nativeRequirements: readonly Requirement[] = [
  {
    id: 'native.assets.created',
    source: 'video-task-api §4.2, decisions §4',
    text: 'POST /api/v1/assets answers 201 with {assetId, kind, contentType, fileName, size, sha256, createdAt}, sha256 being the hex digest of the bytes.',
  },
  {
    id: 'native.assets.types',
    source: 'decisions §4',
    text: 'png, jpeg, webp, mp4, webm, quicktime, mp3, wav, m4a and aac are recognised by their magic bytes.',
  },
  {
    id: 'native.assets.type-refused',
    source: 'decisions §4',
    text: 'A type that is not supported, or that disagrees with the declared kind, is 415 asset_type_unsupported.',
  },
  {
    id: 'native.assets.limit',
    source: 'video-task-api §8, decisions §4',
    text: 'An asset has at most 100 × 1024 × 1024 bytes, counted by us; beyond is 413 asset_too_large with nothing left behind.',
  },
  {
    id: 'native.assets.empty',
    source: 'decisions §4',
    text: 'An empty body is 400 payload_invalid.',
  },
  {
    id: 'native.assets.file-name',
    source: 'decisions §4',
    text: 'X-File-Name is percent-decoded where valid, control characters are removed, asset.<ext> stands in when it is absent, and it never becomes a path.',
  },
  {
    id: 'native.assets.same-bytes',
    source: 'decisions §4',
    text: 'The same bytes twice share storage but have two ids.',
  },
  {
    id: 'native.assets.streamed',
    source: 'decisions §4, architecture §6',
    text: 'Assets stream to disk; memory stays flat.',
  },
  {
    id: 'native.jobs.first-202',
    source: 'decisions §4',
    text: 'A first POST /api/v1/video-jobs answers 202 with the job record.',
  },
  {
    id: 'native.jobs.replay-200',
    source: 'decisions §4',
    text: 'The same key and content answers 200 with the same job and Idempotency-Replayed: true.',
  },
  {
    id: 'native.jobs.conflict',
    source: 'decisions §4',
    text: 'The same key with other content is 409 idempotency_key_conflict with x-should-retry: false.',
  },
  {
    id: 'native.jobs.key-required',
    source: 'video-task-api §4.2, decisions §4',
    text: 'A missing Idempotency-Key is 400 idempotency_key_required.',
  },
  {
    id: 'native.jobs.key-form',
    source: 'video-task-api §8, decisions §4',
    text: 'A key of fewer than 8 or more than 128 characters once unquoted, or with bad characters, is 400 idempotency_key_invalid.',
  },
  {
    id: 'native.jobs.plugin',
    source: 'video-task-api §4.2, decisions §4',
    text: 'plugin is std; another one is 400 plugin_invalid.',
  },
  {
    id: 'native.jobs.asset-unknown',
    source: 'decisions §4',
    text: 'A reference to an unknown asset is 400 asset_not_found.',
  },
  {
    id: 'native.jobs.kind-mismatch',
    source: 'decisions §4',
    text: 'A reference whose kind does not match its asset is 400 payload_invalid.',
  },
  {
    id: 'native.jobs.references-absent',
    source: 'decisions §4',
    text: 'Absent references mean none.',
  },
  {
    id: 'native.jobs.media-references',
    source: 'decisions §4',
    text: "Video and audio references follow what the plugin's model can use.",
  },
  {
    id: 'native.jobs.options',
    source: 'decisions §4',
    text: "options {seconds, resolution, aspectRatio, generateAudio} follow the compatible API's rules and defaults.",
  },
  {
    id: 'native.jobs.record',
    source: 'decisions §4',
    text: 'The job record has exactly the promised fields, ISO 8601 instants and an id that begins with vj_.',
  },
  {
    id: 'native.jobs.video-url',
    source: 'decisions §4',
    text: 'A completed job carries a signed videoUrl as the compatible API does.',
  },
  {
    id: 'native.jobs.read',
    source: 'video-task-api §3, §4.2, decisions §2',
    text: 'GET /api/v1/video-jobs/:id answers the record, with status queued, processing, completed, failed or configuration_required.',
  },
  {
    id: 'native.jobs.video',
    source: 'video-task-api §4.2, decisions §4',
    text: 'GET /api/v1/video-jobs/:id/video answers the MP4 as an attachment.',
  },
  {
    id: 'native.jobs.not-found',
    source: 'decisions §4',
    text: 'An unknown job, and the video of an unfinished one, are 404 job_not_found.',
  },
  {
    id: 'native.jobs.separate-owner',
    source: 'decisions §4',
    text: 'Native jobs and the tasks of API users are invisible to each other.',
  },
  {
    id: 'native.jobs.awaiting-configuration',
    source: 'decisions §3 Which credit error',
    text: 'With accounts for the model but none usable, a native job is accepted as configuration_required.',
  },
  {
    id: 'native.errors-shape',
    source: 'decisions §4',
    text: "Errors of the native API have the compatible API's shape.",
  },
  {
    id: 'native.json-limit',
    source: 'decisions §3 Sizes',
    text: 'A JSON body other than a create body may have 1 MiB; beyond is 413 payload_invalid.',
  },
];
