import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedMock } from '@filmgate/upstream-mock';
import * as z from 'zod';
import type { Client } from './client.ts';
import type { Fault } from './faults.ts';
import { startRelay } from './relay.ts';

const cellSchema = z.strictObject({
  /** Submissions that the relay counted. */
  submissions: z.int(),
  /** Jobs in the mock's ledger. */
  accepted: z.int(),
  outcome: z.enum(['clean', 'found', 'undecided']),
  fault: z.string(),
  /** True if the client was still sending when it was stopped. */
  endless: z.boolean(),
});
/** One client before one fault. */
export type Cell = z.infer<typeof cellSchema>;

/** One row for each client, with a cell for each fault. */
export const measurementSchema = z.array(
  z.strictObject({
    /** Packages and versions. */
    client: z.string(),
    cells: z.array(cellSchema),
  }),
);
export type Measurement = z.infer<typeof measurementSchema>;

const verdictSchema = z.looseObject({ outcome: cellSchema.shape.outcome });

/** Time that a client has for one video, in ms. */
const longestMs = 30_000;

/** Makes one video with the client through a relay, and counts on both sides of the mock. */
export async function measure(mock: StartedMock, client: Client, fault: Fault): Promise<Cell> {
  const space = mock.space();
  const relay = await startRelay(mock.url);
  const tokens = fault.tokens === '' ? '' : ` [[mock:${fault.tokens}]]`;
  const made = client.make(`${relay.url}/s/${space.name}`, `a kite${tokens}`).then(
    () => 'made',
    () => 'failed',
  );
  const end = await Promise.race([made, sleep(longestMs, 'endless', { ref: false })]);
  await relay.close();
  if (fault.tokens === '' && end !== 'made')
    throw new Error(`${client.packages.join(' + ')} made no video`);
  await space.clock.untilIdle();
  const verdict = await fetch(`${mock.url}/_mock/s/${space.name}/verdict?single_test=true`);
  return {
    fault: fault.name,
    submissions: relay.posts().filter((path) => client.submission.test(path)).length,
    accepted: space.ledger().accepted,
    outcome: verdictSchema.parse(await verdict.json()).outcome,
    endless: end === 'endless',
  };
}
