import { z } from 'zod';

/** What the programs that hold thousands of callers are told, and what they answer. */

export const waitingCommand = z.discriminatedUnion('kind', [
  /** Collects garbage, so that what is left is in use. */
  z.object({ kind: z.literal('collect') }),
  /** How many callers wait. */
  z.object({ kind: z.literal('held') }),
  /** Responds to all callers that wait. */
  z.object({ kind: z.literal('release') }),
  /** Accepts so many jobs nobody waits for. */
  z.object({ kind: z.literal('accept'), count: z.int() }),
]);

export const waitingArgument = z.object({ directory: z.string() });

export const waitingGreeting = z.object({ port: z.int(), key: z.string() });

export const heldReport = z.object({ held: z.int() });

export const clientCommand = z.discriminatedUnion('kind', [
  /** Opens connections and sends a request on each; done when they are open or, with a mark, when it arrived on each. */
  z.object({
    kind: z.literal('open'),
    port: z.int(),
    count: z.int(),
    request: z.string(),
    mark: z.string().nullable(),
  }),
  /** From now on every connection is to receive something with this text in it. */
  z.object({ kind: z.literal('expect'), mark: z.string() }),
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
