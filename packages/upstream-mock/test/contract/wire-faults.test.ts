import { afterEach, describe, expect, it } from 'vitest';
import { responseFaults, ownShapes, strangeWords } from '../support/wire/response-faults.ts';
import { type FaultServer, startFaultServer } from '../support/wire/fault-server.ts';
import { framingFaults } from '../support/wire/framing-faults.ts';
import { lineFaults } from '../support/wire/line-faults.ts';
import { goodResponses, type Phase, phases } from '../support/wire/phases.ts';
import { requestAt } from '../support/wire/provider-call.ts';
import type { WireFault } from '../support/wire/wire-fault.ts';

/** More than the client may read of a call whose response it does not keep, including buffers, in bytes. */
const mostTaken = 16 * 1024 * 1024;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** One call at a provider that misbehaves: ended by the caller only when the provider has nothing more to say. */
async function call(phase: Phase, { behaviour }: WireFault) {
  const server = await startFaultServer({ behaviour, good: goodResponses[phase] });
  closers.push(() => server.close());
  const outcome = await requestAt(`http://127.0.0.1:${server.port}`, phase, server.stuck);
  await server.allGone();
  return { outcome, server };
}

/** A result may be redirected within its own origin, three times. */
const mostReads = 4;

function expectSentOnce(phase: Phase, { requests, connections }: FaultServer): void {
  expect(requests.length).toBeLessThanOrEqual(phase === 'result' ? mostReads : 1);
  if (phase === 'submit') expect(connections()).toBe(1);
  expect(requests.map(({ head }) => /^authorization: Bearer key-1$/im.test(head))).not.toContain(
    false,
  );
}

function cellsOf(faults: readonly WireFault[]) {
  return faults.flatMap((fault) =>
    phases.map((phase) => ({ name: fault.name, phase, fault, expected: fault.expected[phase] })),
  );
}

describe.each([
  { kind: 'the line', faults: lineFaults },
  { kind: 'the framing', faults: framingFaults },
  { kind: 'the answer', faults: responseFaults },
])('a fault in $kind', ({ faults }) => {
  it.each(cellsOf(faults))(
    '[invariants.i1-one-submission][wire.outcomes] $name: $phase ends $expected',
    async ({ phase, fault, expected }) => {
      const { outcome, server } = await call(phase, fault);
      expect(expected.split('|')).toContain(outcome);
      expectSentOnce(phase, server);
      expect(server.written()).toBeLessThan(mostTaken);
    },
  );
});

describe('an answer to one call', () => {
  it.each(
    [...strangeWords, ...ownShapes].map(({ phase, fault }) => ({
      name: fault.name,
      phase,
      fault,
      expected: fault.expected[phase],
    })),
  )('[wire.own-words] $phase: $name ends $expected', async ({ phase, fault, expected }) => {
    expect((await call(phase, fault)).outcome).toBe(expected);
  });
});
