import { z } from 'zod';

/** A fact confirmed by a store, which must therefore stay true for ever. */
const acknowledged = z.discriminatedUnion('what', [
  /** The job has this version or a later one, unless it is one that may be removed. */
  z.object({
    what: z.literal('job'),
    id: z.string(),
    owner: z.string(),
    version: z.number(),
    mayBeRemoved: z.boolean(),
  }),
  z.object({ what: z.literal('dispatch'), id: z.string(), correlationId: z.string() }),
  z.object({
    what: z.literal('receipt'),
    id: z.string(),
    correlationId: z.string(),
    handle: z.string(),
  }),
  z.object({ what: z.literal('removed'), ids: z.array(z.string()) }),
  z.object({ what: z.literal('value'), name: z.string(), value: z.string() }),
]);

export type Acknowledged = z.infer<typeof acknowledged>;

/** Parses a line of a writer; undefined when it was cut short by a kill. */
export function readAcknowledged(line: string): Acknowledged | undefined {
  return line.endsWith('}') ? acknowledged.parse(JSON.parse(line)) : undefined;
}
