import { z } from 'zod';

/** Where a gateway finds its store on Redis, and what it demands of the server. */
export const redisAddress = z.object({
  url: z.string(),
  durability: z.enum(['every-write', 'every-second']),
});

export type RedisAddress = z.infer<typeof redisAddress>;

/** What a client of all task routes is given, and what it tells when asked. */
export const mixArgument = z.object({
  port: z.int(),
  key: z.string(),
  /** Clients that each create a task, poll it and download its video, again and again. */
  clients: z.int(),
});

export const mixReport = z.object({
  tasks: z.int(),
  polls: z.int(),
  bytes: z.number(),
  /** The first thing that went wrong; null when nothing did. */
  failure: z.string().nullable(),
});

export type MixArgument = z.infer<typeof mixArgument>;
export type MixReport = z.infer<typeof mixReport>;

/** What a program is given that does a gateway's work with other means. */
export const peerArgument = z.object({
  directory: z.string(),
  /** The provider's; unused by a program that only accepts. */
  upstreamPort: z.int(),
  /** Where the Redis of a queue listens. */
  redisPort: z.int().optional(),
});

export type PeerArgument = z.infer<typeof peerArgument>;

/** What a node that only polls is given, told and asked. */

export const fleetArgument = z.object({
  directory: z.string(),
  /** Shortest time between two polls of one job, in ms. */
  pollEveryMs: z.number(),
  /** Where each poll asks over HTTP. */
  upstreamPort: z.int(),
});

export const fleetCommand = z.discriminatedUnion('kind', [
  /** Brings so many jobs into flight, all of them due. */
  z.object({ kind: z.literal('seed'), jobs: z.int() }),
  /** Lets the runner claim, or no longer; what it has in hand it finishes. */
  z.object({ kind: z.literal('run'), on: z.boolean() }),
  /** Only asks. */
  z.object({ kind: z.literal('report') }),
]);

/** `polls` since the start. */
export const fleetReport = z.object({ polls: z.int() });

export const fleetFailure = z.object({ failure: z.string() });

export type FleetArgument = z.infer<typeof fleetArgument>;
export type FleetCommand = z.infer<typeof fleetCommand>;
export type FleetReport = z.infer<typeof fleetReport>;

/** What the programs that hold thousands of callers are told, and what they answer. */

export const waitingCommand = z.discriminatedUnion('kind', [
  /** Collects garbage, so that what is left is in use. */
  z.object({ kind: z.literal('collect') }),
  /** How many callers wait. */
  z.object({ kind: z.literal('held') }),
  /** Responds to all callers that wait. */
  z.object({ kind: z.literal('release') }),
  /** Accepts so many jobs that no call waits for. */
  z.object({ kind: z.literal('accept'), count: z.int() }),
]);

export const waitingArgument = z.object({ directory: z.string() });

export const waitingGreeting = z.object({ port: z.int(), key: z.string() });

export const heldReport = z.object({ held: z.int() });

export const clientCommand = z.discriminatedUnion('kind', [
  /** Opens connections and sends a request on each; done when they are open or, with a needle, when it arrived on each. */
  z.object({
    kind: z.literal('open'),
    port: z.int(),
    count: z.int(),
    request: z.string(),
    needle: z.string().nullable(),
  }),
  /** From now on every connection is to receive something with this text in it. */
  z.object({ kind: z.literal('expect'), needle: z.string() }),
  /** Answers when all have. */
  z.object({ kind: z.literal('arrived') }),
  z.object({ kind: z.literal('close') }),
]);

export const clientReport = z.union([
  z.object({
    kind: z.literal('done'),
    /** What the first connection received since it last expected something. */
    sample: z.string(),
  }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);

export type WaitingCommand = z.infer<typeof waitingCommand>;
export type WaitingArgument = z.infer<typeof waitingArgument>;
export type ClientCommand = z.infer<typeof clientCommand>;
export type ClientReport = z.infer<typeof clientReport>;

/** What the gateway on a provider that finishes at once is given, and what it tells. */

export const instantArgument = z.object({
  directory: z.string(),
  /** Where each submission is posted to, one connection for each; absent = nowhere. */
  upstreamPort: z.int().optional(),
  /** How many different results there are; absent = each is another. */
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
  redis: redisAddress.optional(),
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

export type CreationStore = z.infer<typeof creationStore>;
export type SeedPlan = z.infer<typeof seedPlan>;
export type GatewayArgument = z.input<typeof gatewayArgument>;
export type GatewayGreeting = z.infer<typeof gatewayGreeting>;
export type BareArgument = z.infer<typeof bareArgument>;
export type StaticArgument = z.infer<typeof staticArgument>;
export type PortGreeting = z.infer<typeof portGreeting>;

/** What a gateway without a search index is given, and what it tells once the index is complete. */
export const indexLagArgument = z.object({ directory: z.string() });

export const indexLagReport = z.object({ reportedAtFirst: z.number(), minutes: z.number() });

export type IndexLagReport = z.infer<typeof indexLagReport>;
