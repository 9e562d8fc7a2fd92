import { z } from 'zod';
import { redisPlace } from './redis-place.ts';

/** What the programs of this folder are given, and what they send when they are ready or done. */

/** Where creations go: the gateway's own store, nowhere, or one raw transaction each. */
const creationStore = z.enum(['sqlite', 'redis', 'none', 'raw']);

const seedPlan = z.object({
  tasks: z.int(),
  /** The last tasks that have not ended: half of them queued, half being generated. */
  open: z.int(),
});

export const gatewayArgument = z.object({
  directory: z.string(),
  store: creationStore,
  /** Where the store `redis` is; absent with any other. */
  redis: redisPlace.optional(),
  seed: seedPlan.optional(),
  /** Sizes of videos to store, in bytes. */
  videos: z.array(z.int()).default([]),
});

export const gatewayGreeting = z.object({
  port: z.int(),
  /** Key of a user without a limit, and of the owner of the videos. */
  key: z.string(),
  /** Where the seeded tasks are listed. */
  tasksFile: z.string(),
  videos: z.array(z.object({ id: z.string(), sha256: z.string() })),
});

/** What `GET /v1/videos/:id` and `GET /v1/videos` answer. */
export const bareArgument = z.object({ task: z.json(), list: z.json() });

export const staticArgument = z.object({ directory: z.string() });

export const portGreeting = z.object({ port: z.int() });

export const queueArgument = z.object({
  queue: z.enum(['filmgate', 'plainjob', 'bullmq']),
  directory: z.string(),
  jobs: z.int(),
  /** Where Redis listens, and its process. */
  redis: z.object({ port: z.int(), pid: z.int() }).optional(),
});

export const queueReport = z.object({
  enqueueSeconds: z.number(),
  completeSeconds: z.number(),
  /** Of the program and of Redis, in ns; null where the system keeps no account. */
  processorNs: z.number().nullable(),
  /** What others took of the program's core, 0 to 1; null as above. */
  foreignShare: z.number().nullable(),
});

export const memoryArgument = z.object({ directory: z.string(), jobs: z.int() });

export const memoryReport = z.object({
  /** Growth of the JavaScript heap and of buffers, in bytes. */
  heapBytes: z.number(),
  /** Growth of the process as the system sees it, in bytes. */
  residentBytes: z.number(),
  /** Heap of the same jobs as plain objects in a `Map`, in bytes. */
  plainBytes: z.number(),
});

export type CreationStore = z.infer<typeof creationStore>;
export type SeedPlan = z.infer<typeof seedPlan>;
export type GatewayArgument = z.input<typeof gatewayArgument>;
export type GatewayGreeting = z.infer<typeof gatewayGreeting>;
export type BareArgument = z.infer<typeof bareArgument>;
export type StaticArgument = z.infer<typeof staticArgument>;
export type PortGreeting = z.infer<typeof portGreeting>;
export type QueueArgument = z.infer<typeof queueArgument>;
export type QueueReport = z.infer<typeof queueReport>;
export type MemoryArgument = z.infer<typeof memoryArgument>;
export type MemoryReport = z.infer<typeof memoryReport>;
