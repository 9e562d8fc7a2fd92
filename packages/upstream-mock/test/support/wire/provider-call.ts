import { createMockClient } from '../../../src/client/create-mock-client.ts';
import { createHttpTransport } from '@filmgate/upstream-http';
import { outcomeOf, type Phase } from './phases.ts';

/** One call to the origin, which the caller aborts when `stuck` resolves. */
export async function requestAt(
  origin: string,
  phase: Phase,
  stuck: Promise<void> = new Promise(() => undefined),
): Promise<string> {
  const transport = createHttpTransport(origin);
  const client = createMockClient({ transport, speed: 1, now: () => 0 });
  const caller = new AbortController();
  void stuck.then(() => caller.abort());
  const outcome = await outcomeOf(phase, client, caller.signal);
  await transport.close();
  return outcome;
}
