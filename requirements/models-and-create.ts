import type { Requirement } from './requirement.ts';

/** The model list, and creating a task: paths, encodings, sizes and the order of checks. */
export const modelsAndCreateRequirements: readonly Requirement[] = [
  {
    id: 'tasks.models.list',
    source: 'video-task-api §2.1, §4.1, decisions §3 Models',
    text: 'GET /v1/models is {object:"list", data} with vm_std-2.0 and vm_std-2.0_faceok, each with id, object "model", display_name, type "video", owned_by, aliases and capabilities.',
  },
  {
    id: 'models.cached',
    source: 'RFC 9110 §12.5.3, §13.1.2',
    text: 'GET /v1/models of both surfaces has an entity tag, answers 304 to who names it, and is compressed for who accepts br or gzip.',
  },
  {
    id: 'tasks.models.default',
    source: 'video-task-api §2.1, §2.2',
    text: 'A request without a model is made with vm_std-2.0.',
  },
  {
    id: 'tasks.models.aliases',
    source: 'video-task-api §2.1',
    text: 'std-2.0 and std-2.5 are accepted in the model field; std-2.0 means vm_std-2.0.',
  },
  {
    id: 'tasks.models.configured-aliases',
    source: 'decisions §3 seconds, §1.2',
    text: 'The target of std-2.5, and further aliases, come from FILMGATE_MODEL_ALIASES; std-2.5 means vm_std-2.0 unless set.',
  },
  {
    id: 'tasks.models.canonical-echo',
    source: 'decisions §3 seconds',
    text: 'The model of a task object is the canonical id, whatever alias was sent.',
  },
  {
    id: 'tasks.models.unknown',
    source: 'video-task-api §7',
    text: 'An unknown model is refused with 400 model_invalid.',
  },
  {
    id: 'tasks.create.first-202',
    source: 'video-task-api §4.1 rule 1',
    text: 'A first creation answers 202.',
  },
  {
    id: 'tasks.create.answer-headers',
    source: 'decisions §3 Create answer',
    text: 'The 202 carries Location, x-request-id and openai-poll-after-ms: 3000.',
  },
  {
    id: 'tasks.create.answer-body',
    source: 'decisions §3 Create answer, video-task-api §2.3',
    text: 'The body of the creation answer is the task object, in progress with progress 0.',
  },
  {
    id: 'tasks.create.paths-equivalent',
    source: 'video-task-api §4.1',
    text: 'POST /v1/videos, /v1/videos/generations and /v1/video/generations do the same.',
  },
  {
    id: 'tasks.create.multipart',
    source: 'decisions §3 Bodies',
    text: 'A create body may be multipart/form-data, with or without a file, and means the same as JSON.',
  },
  {
    id: 'tasks.create.number-text',
    source: 'decisions §3 Bodies, Absent',
    text: 'Numbers may arrive as decimal text of one to three ASCII digits: 8 and 08, not 8.0.',
  },
  {
    id: 'tasks.create.boolean-text',
    source: 'decisions §3 Bodies',
    text: 'Booleans may arrive as the words true and false.',
  },
  {
    id: 'tasks.create.nested-names',
    source: 'decisions §3 Bodies',
    text: 'Multipart names nest as a[b], a[], a[0][b] and a[][b], where a repeated key starts the next item.',
  },
  {
    id: 'tasks.create.null-absent',
    source: 'decisions §3 Absent',
    text: 'A field that is null, or an empty multipart text field, counts as absent.',
  },
  {
    id: 'tasks.create.unsupported-type',
    source: 'decisions §3 Bodies',
    text: 'A body of another content type is refused with 415 payload_invalid.',
  },
  {
    id: 'tasks.create.body-limit',
    source: 'decisions §3 Sizes',
    text: 'A create body may have up to 64 MiB; beyond it the answer is 413 payload_invalid.',
  },
  {
    id: 'tasks.create.data-url-limit',
    source: 'decisions §3 Sizes',
    text: 'A data URL may carry up to 20 MiB; beyond it the answer is 413 payload_invalid.',
  },
  {
    id: 'tasks.create.malformed-json',
    source: 'video-task-api §7',
    text: 'A body that is not valid JSON is refused with 400 payload_invalid.',
  },
  {
    id: 'tasks.create.check-order',
    source: 'decisions §3 Order of checks',
    text: 'Checks run in the order route, credential, key syntax, body syntax, model, fields in the order of the table, replay or conflict, quota, credits; the first failure is answered.',
  },
  {
    id: 'tasks.create.param',
    source: 'decisions §3 Order of checks',
    text: 'The param of an error names the field that failed.',
  },
  {
    id: 'tasks.warnings.unknown-field',
    source: 'decisions §3 Unknown fields',
    text: 'An unknown field does not fail the request: the answer names it in warnings as {param, message}, which is [] when there is nothing to say.',
  },
  {
    id: 'tasks.warnings.kept',
    source: 'decisions §3 Unknown fields',
    text: 'Warnings are kept with the task, so reads and replays show them too.',
  },
];
