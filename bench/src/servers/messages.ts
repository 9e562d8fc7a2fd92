import { z } from 'zod';

/** Address of a gateway's store on Redis, and the durability that it requires. */
export const redisAddress = z.object({
  url: z.string(),
  durability: z.enum(['every-write', 'every-second']),
});

export type RedisAddress = z.infer<typeof redisAddress>;

/** Messages of a client of all task routes. */
export const mixArgument = z.object({
  port: z.int(),
  key: z.string(),
  /** Clients that each repeatedly create a task, poll it and download its video. */
  clients: z.int(),
});

export const mixReport = z.object({
  tasks: z.int(),
  polls: z.int(),
  bytes: z.number(),
  /** The first error; null without one. */
  failure: z.string().nullable(),
});

export type MixArgument = z.infer<typeof mixArgument>;
export type MixReport = z.infer<typeof mixReport>;

/** Messages of a program that does a gateway's work by other means. */
export const peerArgument = z.object({
  directory: z.string(),
  /** The provider's; unused by a program that only accepts. */
  providerPort: z.int(),
  /** Port of the queue's Redis. */
  redisPort: z.int().optional(),
});

export type PeerArgument = z.infer<typeof peerArgument>;

/** Messages of a node that only polls. */

export const fleetArgument = z.object({
  directory: z.string(),
  /** Shortest time between two polls of one job, in ms. */
  pollEveryMs: z.number(),
  /** Address that each poll queries over HTTP. */
  providerPort: z.int(),
});

export const fleetCommand = z.discriminatedUnion('kind', [
  /** Brings a number of jobs into flight, all of them due. */
  z.object({ kind: z.literal('seed'), jobs: z.int() }),
  /** Allows or forbids the runner to claim; it finishes claimed jobs. */
  z.object({ kind: z.literal('run'), on: z.boolean() }),
  /** Query without a change. */
  z.object({ kind: z.literal('report') }),
]);

/** `polls` since the start. */
export const fleetReport = z.object({ polls: z.int() });

export const fleetFailure = z.object({ failure: z.string() });

export type FleetArgument = z.infer<typeof fleetArgument>;
export type FleetCommand = z.infer<typeof fleetCommand>;
export type FleetReport = z.infer<typeof fleetReport>;

/** Messages of the programs that hold thousands of callers. */

export const waitingCommand = z.discriminatedUnion('kind', [
  /** Collects garbage, so that the remaining memory is in use. */
  z.object({ kind: z.literal('collect') }),
  /** Number of waiting callers. */
  z.object({ kind: z.literal('held') }),
  /** Responds to all callers that wait. */
  z.object({ kind: z.literal('release') }),
  /** Accepts a number of jobs that no call waits for. */
  z.object({ kind: z.literal('accept'), count: z.int() }),
]);

export const waitingArgument = z.object({ directory: z.string() });

export const waitingGreeting = z.object({ port: z.int(), key: z.string() });

export const heldReport = z.object({ held: z.int() });

export const clientCommand = z.discriminatedUnion('kind', [
  /** Opens connections with a request on each; done when all are open or, with a needle, when all received it. */
  z.object({
    kind: z.literal('open'),
    port: z.int(),
    count: z.int(),
    request: z.string(),
    needle: z.string().nullable(),
  }),
  /** Starts to expect this text on every connection. */
  z.object({ kind: z.literal('expect'), needle: z.string() }),
  /** Responds when every connection has received it. */
  z.object({ kind: z.literal('arrived') }),
  z.object({ kind: z.literal('close') }),
]);

export const clientReport = z.union([
  z.object({
    kind: z.literal('done'),
    /** Text that the first connection received since its last expectation. */
    sample: z.string(),
  }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);

export type WaitingCommand = z.infer<typeof waitingCommand>;
export type WaitingArgument = z.infer<typeof waitingArgument>;
export type ClientCommand = z.infer<typeof clientCommand>;
export type ClientReport = z.infer<typeof clientReport>;

/** Messages of the gateway on a provider that finishes at once. */

export const instantArgument = z.object({
  directory: z.string(),
  /** URL that each submission is posted to, over a new connection; absent = no request. */
  providerPort: z.int().optional(),
  /** Number of different results; absent = all differ. */
  differentResults: z.int().optional(),
});

export const instantGreeting = z.object({
  tasksPort: z.int(),
  localPort: z.int(),
  /** Key of a user of the Video Task API without a limit. */
  userKey: z.string(),
  serviceKey: z.string(),
});

export const memoryUse = z.object({ heapBytes: z.number() });

export type InstantArgument = z.infer<typeof instantArgument>;
export type InstantGreeting = z.infer<typeof instantGreeting>;

/** Arguments of the programs of this folder, and their messages when they are ready or done. */

/** Destination of creations: the gateway's own store, or none. */
const creationStore = z.enum(['sqlite', 'redis', 'none']);

const seedPlan = z.object({
  tasks: z.int(),
  /** The last tasks that have not ended: half of them queued, half being generated. */
  open: z.int(),
});

export const gatewayArgument = z.object({
  directory: z.string(),
  store: creationStore,
  /** Connection of the store `redis`; absent with other stores. */
  redis: redisAddress.optional(),
  seed: seedPlan.optional(),
  /** Sizes of videos to store, in bytes. */
  videos: z.array(z.int()).default([]),
});

export const gatewayGreeting = z.object({
  port: z.int(),
  /** Key of a user without a limit, and of the owner of the videos. */
  key: z.string(),
  /** File with the list of seeded tasks. */
  tasksFile: z.string(),
  videos: z.array(z.object({ id: z.string(), sha256: z.string() })),
});

/** Responses of `GET /v1/videos/:id` and `GET /v1/videos`. */
export const bareArgument = z.object({ task: z.json(), list: z.json() });

export const staticArgument = z.object({ directory: z.string() });

export const portGreeting = z.object({ port: z.int() });

export type CreationStore = z.infer<typeof creationStore>;
export type SeedPlan = z.infer<typeof seedPlan>;
export type GatewayArgument = z.input<typeof gatewayArgument>;
export type GatewayGreeting = z.infer<typeof gatewayGreeting>;
export type BareArgument = z.infer<typeof bareArgument>;
export type StaticArgument = z.infer<typeof staticArgument>;
export type PortGreeting = z.infer<typeof portGreeting>;

/** Arguments of a gateway without a search index, and its message when the index is complete. */
export const indexLagArgument = z.object({ directory: z.string() });

export const indexLagReport = z.object({ reportedAtFirst: z.number(), minutes: z.number() });

export type IndexLagReport = z.infer<typeof indexLagReport>;
