import { equal, ok } from 'node:assert/strict';
import type { OpenResultOutcome, UpstreamHandle } from '@filmgate/core';
import type { LawGroup } from '../law/law.ts';
import type { UpstreamHarness } from '../upstream-harness.ts';
import { type Called, called, describeOutcome, outputOf, submitted } from './calls.ts';

/** Copying a finished result. */
export const resultLaws: LawGroup<UpstreamHarness> = {
  name: 'upstream-client.result',
  laws: [
    {
      name: 'a finished result is opened and gives as many bytes as announced, the same ones at each reading',
      holds: async (harness) => {
        const handle = await submitted(harness);
        const first = await readAll(await open(harness, handle));
        const second = await readAll(await open(harness, handle));
        ok(first.length > 0, 'a finished result has no bytes');
        equal(Buffer.compare(first, second), 0, 'the same job gave other bytes');
      },
    },
    {
      name: 'a reader that leaves early is let go, and the result can be opened again',
      holds: async (harness) => {
        const handle = await submitted(harness);
        const outcome = await open(harness, handle);
        ok(outcome.kind === 'opened', `a finished result was ${describeOutcome(outcome)}`);
        for await (const piece of outcome.body) {
          ok(piece.length >= 0);
          break;
        }
        ok((await readAll(await open(harness, handle))).length > 0);
      },
    },
    {
      name: 'a cancelled copy is `unavailable` or thrown: it says nothing about the result',
      holds: async (harness) => {
        const handle = await submitted(harness);
        const outcome = await open(harness, handle, AbortSignal.abort());
        ok(
          ['unavailable', 'thrown'].includes(outcome.kind),
          `a cancelled copy was ${outcome.kind}`,
        );
      },
    },
    {
      name: 'copying never submits: the upstream still counts one job',
      holds: async (harness) => {
        await readAll(await open(harness, await submitted(harness)));
        equal(await harness.accepted(), 1);
      },
    },
  ],
};

async function open(
  harness: UpstreamHarness,
  handle: UpstreamHandle,
  signal = new AbortController().signal,
): Promise<Called<OpenResultOutcome>> {
  const { client, account } = harness;
  const output = await outputOf(harness, handle);
  return await called(() => client.openResult({ account, handle, output, signal }));
}

async function readAll(outcome: Called<OpenResultOutcome>): Promise<Buffer> {
  ok(outcome.kind === 'opened', `a finished result was ${describeOutcome(outcome)}`);
  const pieces: Uint8Array[] = [];
  for await (const piece of outcome.body) pieces.push(piece.slice());
  const all = Buffer.concat(pieces);
  if (outcome.length !== null) equal(all.length, outcome.length, 'another length was announced');
  return all;
}
