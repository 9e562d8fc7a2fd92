import { z } from 'zod';
import { redisPlace } from './redis-place.ts';

/** What the programs of this folder are given, and what they send when they are ready or done. */

/** Where creations go: the gateway's own store, or nowhere. */
const creationStore = z.enum(['sqlite', 'redis', 'none']);

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
export type MemoryArgument = z.infer<typeof memoryArgument>;
export type MemoryReport = z.infer<typeof memoryReport>;
