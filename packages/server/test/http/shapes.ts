import { z } from 'zod';

const unixSeconds = z.int().min(1_600_000_000).max(9_999_999_999);
const iso8601 = z.iso.datetime({ offset: true });
const warning = z.strictObject({ param: z.string().min(1), message: z.string().min(1) });
const failure = z.strictObject({ code: z.string().min(1), message: z.string().min(1) });

/** The task object with exactly the promised fields [tasks.object.fields]. */
export const taskSchema = z.strictObject({
  id: z.string().regex(/^vt_[0-9a-hjkmnp-tv-z]{26}$/),
  task_id: z.string(),
  object: z.literal('video'),
  status: z.enum(['in_progress', 'completed', 'failed']),
  progress: z.number().min(0).max(100),
  model: z.enum(['vm_std-2.0', 'vm_std-2.0_faceok']),
  seconds: z.int().min(5).max(15),
  resolution: z.enum(['720p', '1080p']),
  aspect_ratio: z.enum(['16:9', '9:16', '1:1']),
  size: z.enum(['1920x1080', '1080x1920', '1080x1080', '1280x720', '720x1280', '720x720']),
  generate_audio: z.boolean(),
  prompt: z.string(),
  created_at: unixSeconds,
  completed_at: unixSeconds.nullable(),
  expires_at: unixSeconds.nullable(),
  error: failure.nullable(),
  remixed_from_video_id: z.null(),
  warnings: z.array(warning),
  video_url: z.url().optional(),
});
export type Task = z.infer<typeof taskSchema>;

/** List as promised by [tasks.list.shape]. */
export const taskListSchema = z.strictObject({
  object: z.literal('list'),
  data: z.array(taskSchema),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
});
export type TaskList = z.infer<typeof taskListSchema>;

/** List as promised by [tasks.models.list]. */
export const modelListSchema = z.strictObject({
  object: z.literal('list'),
  data: z.array(
    z.strictObject({
      id: z.string(),
      object: z.literal('model'),
      display_name: z.string().min(1),
      type: z.enum(['video', 'image']),
      owned_by: z.string().min(1),
      aliases: z.array(z.string()),
      capabilities: z.record(z.string(), z.unknown()),
      lost_response: z.literal('found_by_name'),
    }),
  ),
});

/** Asset as promised by [native.assets.created]. */
export const assetSchema = z.strictObject({
  assetId: z.string().min(16),
  kind: z.enum(['image', 'video', 'audio']),
  contentType: z.string(),
  fileName: z.string(),
  size: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  createdAt: iso8601,
});
export type Asset = z.infer<typeof assetSchema>;

/** Job as promised by [native.jobs.record]. */
export const nativeJobSchema = z.strictObject({
  id: z.string().regex(/^vj_[0-9a-hjkmnp-tv-z]{26}$/),
  plugin: z.literal('std'),
  status: z.enum(['queued', 'processing', 'completed', 'failed', 'configuration_required']),
  progress: z.number().min(0).max(100),
  prompt: z.string(),
  references: z.array(z.strictObject({ assetId: z.string(), kind: z.string() })),
  model: z.string(),
  seconds: z.int(),
  resolution: z.enum(['720p', '1080p']),
  aspectRatio: z.enum(['16:9', '9:16', '1:1']),
  generateAudio: z.boolean(),
  error: failure.nullable(),
  createdAt: iso8601,
  updatedAt: iso8601,
  completedAt: iso8601.nullable(),
  videoUrl: z.url().optional(),
});
export type NativeJob = z.infer<typeof nativeJobSchema>;

/** Session as promised by [login.success]. */
export const sessionSchema = z.object({
  user: z.strictObject({ username: z.string(), role: z.literal('admin') }),
  expires_at: iso8601,
});

/** API user as promised by [admin.api-users.record]. */
export const apiUserSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  key_hint: z.string(),
  total_limit: z.int().min(0).nullable(),
  max_open_jobs: z.int().min(0).nullable(),
  max_requests_per_minute: z.int().min(1).nullable(),
  usage: z.strictObject({ used: z.int(), reserved: z.int(), held: z.int() }),
  created_at: z.union([iso8601, unixSeconds]),
  last_used_at: z.union([iso8601, unixSeconds]).nullable(),
  erasure: z
    .strictObject({
      requested_at: z.string(),
      completed_at: z.string().nullable(),
      remaining: z.number(),
    })
    .nullable(),
});
export type ApiUser = z.infer<typeof apiUserSchema>;
export const apiUserWithKeySchema = z.strictObject({ api_user: apiUserSchema, key: z.string() });

/** A page of an admin list [admin.list-shape]. */
export function adminListOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ data: z.array(item), next_cursor: z.string().nullable() });
}

/** Schema of a list of jobs without left-out ones. */
export function jobListOf<T extends z.ZodType>(item: T) {
  return adminListOf(item).extend({ unreadable: z.array(z.never()) });
}

/** Account as promised by [admin.accounts.record]. */
export const accountSchema = z.object({
  id: z.string(),
  label: z.string(),
  endpoint: z.string(),
  families: z.array(z.string()),
  enabled: z.boolean(),
  state: z.string(),
  concurrency: z.int(),
  busy: z.int().min(0),
  credits: z.number().nullable(),
  credits_checked_at: z.union([iso8601, unixSeconds]).nullable(),
  cooling_until: z.union([iso8601, unixSeconds]).nullable(),
  error_streak: z.int().min(0),
  last_error: z.string().nullable(),
  last_success_at: z.union([iso8601, unixSeconds]).nullable(),
  has_secret: z.boolean(),
});
export type Account = z.infer<typeof accountSchema>;

/** An account alone, or in the envelope the admin API uses for an API user. */
export const accountResponseSchema = z
  .union([z.object({ account: accountSchema }), accountSchema])
  .transform((response) => ('account' in response ? response.account : response));

/** Part of an admin job that the tests read. */
export const adminJobSchema = z.object({ id: z.string(), state: z.string() });
export type AdminJob = z.infer<typeof adminJobSchema>;

/** A job alone, or in an envelope, with or without a trail. */
export const adminJobResponseSchema = z
  .union([z.object({ job: adminJobSchema }), adminJobSchema])
  .transform((response) => ('job' in response ? response.job : response));
