import type { Requirement } from './requirement.ts';

/** The task object, reading, listing and downloading. */
export const taskObjectAndReadingRequirements: readonly Requirement[] = [
  {
    id: 'tasks.object.id',
    source: 'decisions §3 Task object',
    text: 'A task id is vt_ and 26 lower-case Crockford base32 characters, ordered by time.',
  },
  {
    id: 'tasks.object.fields',
    source: 'video-task-api §2.3, decisions §3 Task object',
    text: 'A task object has exactly the promised fields: task_id equal to id, object "video", remixed_from_video_id null, and video_url only when complete and transferred.',
  },
  {
    id: 'tasks.object.status-words',
    source: 'video-task-api §3',
    text: 'The status of a task is in_progress, completed or failed; internal states all read in_progress.',
  },
  {
    id: 'tasks.object.progress',
    source: 'video-task-api §2.3, decisions §3 Task object',
    text: 'progress is 0 at creation, stays within 0 to 100 and never falls.',
  },
  {
    id: 'tasks.object.size',
    source: 'video-task-api §2.2, decisions §3 Task object',
    text: 'size names the nominal pixels of resolution and aspect (1920x1080, 1080x1920, 1080x1080, 1280x720, 720x1280, 720x720), not the size that was asked for.',
  },
  {
    id: 'tasks.object.echo',
    source: 'video-task-api §2.3, decisions §3 Task object',
    text: 'seconds (always a number), resolution, aspect_ratio, generate_audio and prompt say what the task was made with.',
  },
  {
    id: 'tasks.object.instants',
    source: 'decisions §3 Task object',
    text: 'created_at is in unix seconds; completed_at and expires_at are null before completion and unix seconds after.',
  },
  {
    id: 'tasks.object.error',
    source: 'decisions §3 Task object',
    text: 'error is null, or {code, message} on a failed task.',
  },
  {
    id: 'tasks.object.video-url',
    source: 'video-task-api §2.3, §4.1 rule 5',
    text: 'A completed task with its result transferred carries video_url.',
  },
  {
    id: 'tasks.read.own-200',
    source: 'video-task-api §4.1',
    text: 'GET /v1/videos/:id answers 200 with the task object.',
  },
  {
    id: 'tasks.read.foreign-404',
    source: 'video-task-api §1, §7',
    text: 'A task of another user, and an unknown one, answer 404 job_not_found.',
  },
  {
    id: 'tasks.list.shape',
    source: 'decisions §3 List',
    text: 'The list is {object:"list", data, first_id, last_id, has_more} of task objects.',
  },
  {
    id: 'tasks.list.own-only',
    source: 'video-task-api §1',
    text: "The list shows only the caller's tasks.",
  },
  {
    id: 'tasks.list.limit',
    source: 'decisions §3 List',
    text: 'limit is 1 to 100 and 20 when absent.',
  },
  {
    id: 'tasks.list.after',
    source: 'decisions §3 List',
    text: 'after continues behind the task it names.',
  },
  {
    id: 'tasks.list.order',
    source: 'decisions §3 List',
    text: 'order is asc or desc, desc when absent, by creation.',
  },
  {
    id: 'tasks.list.status',
    source: 'decisions §3 List',
    text: 'status keeps the tasks in one of the three words.',
  },
  {
    id: 'tasks.list.search',
    source: 'decisions §3 List',
    text: 'search matches a substring of the prompt, case-insensitively and literally, or an id.',
  },
  {
    id: 'tasks.list.by-key',
    source: 'docs/errors, Video Task API',
    text: "`idempotency_key` lists the owner's task that a creation with this key made, from the moment it is stored, or an empty list; when the store cannot say, the answer is an error.",
  },
  {
    id: 'tasks.list.search-few',
    source: 'decisions §3 List',
    text: 'A search of the embedded store looks at few tasks, however many there are: for a phrase of common words nobody wrote, too.',
  },
  {
    id: 'tasks.list.search-upgrade',
    source: 'decisions §3 List',
    text: 'A search finds all there is while the embedded store builds its index anew after an upgrade, whatever step is cut off.',
  },
  {
    id: 'tasks.list.bad-value',
    source: 'decisions §3 List',
    text: "A bad query value, or an after that is not the caller's, is refused with 400 payload_invalid.",
  },
  {
    id: 'tasks.content.video',
    source: 'video-task-api §4.1, decisions §3 Content',
    text: 'The content of a completed task is 200 video/mp4 with its Content-Length and Cache-Control: private, a playable MP4.',
  },
  {
    id: 'tasks.content.etag',
    source: 'decisions §3 Content',
    text: 'The content carries a strong ETag, its digest, and If-None-Match answers 304.',
  },
  {
    id: 'tasks.content.range',
    source: 'decisions §3 Content',
    text: 'A single Range answers 206 with Content-Range and those bytes.',
  },
  {
    id: 'tasks.content.unsatisfiable',
    source: 'decisions §3 Content',
    text: 'An unsatisfiable Range answers 416.',
  },
  {
    id: 'tasks.content.head',
    source: 'decisions §3 Content',
    text: 'HEAD answers the headers of GET without a body.',
  },
  {
    id: 'tasks.content.if-range',
    source: 'decisions §3 Content',
    text: 'If-Range honours the Range only when the ETag still matches.',
  },
  {
    id: 'tasks.content.download',
    source: 'video-task-api §4.1, decisions §3 Content',
    text: 'download=1 makes it an attachment named <id>.mp4.',
  },
  {
    id: 'tasks.content.not-ready',
    source: 'video-task-api §7, decisions §3 Content',
    text: 'Content before completion is 404 job_not_found, the same bytes as for a foreign and for an unknown task but the request id.',
  },
  {
    id: 'tasks.content.streams',
    source: 'architecture §6',
    text: 'Content is streamed: memory stays flat whatever the size.',
  },
  {
    id: 'media.url-form',
    source: 'decisions §3 video_url',
    text: 'video_url is {tasks public URL}/media/<id>.mp4?expires=…&signature=…',
  },
  {
    id: 'media.no-header',
    source: 'decisions §3 video_url',
    text: 'video_url plays without an Authorization header.',
  },
  {
    id: 'media.signed-24h',
    source: 'decisions §3 video_url',
    text: 'video_url is signed for 24 hours, freshly at each read.',
  },
  {
    id: 'media.altered',
    source: 'decisions §3 video_url',
    text: 'An altered video_url answers 403 signature_invalid.',
  },
  {
    id: 'media.expired',
    source: 'decisions §3 video_url',
    text: 'An expired video_url answers 403 signature_invalid.',
  },
  {
    id: 'media.range-and-head',
    source: 'decisions §3 video_url',
    text: 'video_url honours Range and HEAD as the content route does.',
  },
];
