import { z } from 'zod';

/** The requests of one slice; each connection sends its next request after the response to the last. */
const requestPlan = z.discriminatedUnion('kind', [
  /** Creations, each with a new random `Idempotency-Key`, or with one of `keys` repeated keys. */
  z.object({ kind: z.literal('create'), key: z.string(), keys: z.int().optional() }),
  /** Reads of random tasks, each with its owner's key; `to` is exclusive. */
  z.object({ kind: z.literal('poll'), tasksFile: z.string(), from: z.int(), to: z.int() }),
  /** One request, repeated. */
  z.object({
    kind: z.literal('get'),
    path: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
  /** Reads of tasks that have not changed since their caller read them: one of these at random. */
  z.object({
    kind: z.literal('revalidate'),
    tasks: z.array(z.object({ path: z.string(), key: z.string(), etag: z.string() })),
  }),
  /** One body, sent repeatedly. */
  z.object({
    kind: z.literal('post'),
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
]);

/** Order for a load generator. */
export const loadOrder = z.object({
  port: z.int(),
  connections: z.int(),
  seconds: z.number(),
  requests: requestPlan,
  /** The server's processes, and the core they are kept on, for the processor accounts. */
  pids: z.array(z.int()),
  core: z.int(),
  /** Bytes read from a socket at once. */
  readBytes: z.int().default(64 * 1024),
});

export const loadReport = z.object({
  /** Responses within the slice. */
  responses: z.int(),
  /** Responses other than 2xx and 304. */
  refusals: z.int(),
  seconds: z.number(),
  /** Bytes received within the slice, responses not yet complete included. */
  receivedBytes: z.number(),
  /** Null without a response. */
  p50Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  /** Processor time of the server, in ns; null if the system does not report it. */
  processorNs: z.number().nullable(),
  /** Share of the server's core that other processes used, 0 to 1; null as above. */
  foreignShare: z.number().nullable(),
});

/** Reason for the missing report. */
export const loadFailure = z.object({ failure: z.string() });

export type RequestPlan = z.infer<typeof requestPlan>;
/** An order before its defaults. */
export type LoadRequest = z.input<typeof loadOrder>;
export type LoadOrder = z.infer<typeof loadOrder>;
export type LoadReport = z.infer<typeof loadReport>;
