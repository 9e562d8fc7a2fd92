import { equal, ok } from 'node:assert/strict';
import type { OpenResultOutcome, ResumeResult, UpstreamHandle } from '@filmgate/core';
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
        const outcome = await open(harness, handle, { signal: AbortSignal.abort() });
        ok(
          ['unavailable', 'thrown'].includes(outcome.kind),
          `a cancelled copy was ${outcome.kind}`,
        );
      },
    },
    {
      name: 'a read that goes on says where it begins, and gives the bytes from there on',
      holds: async (harness) => {
        const handle = await submitted(harness);
        const first = await open(harness, handle);
        const whole = await readAll(first);
        if (first.kind !== 'opened') return;
        const validator = first.validator ?? null;
        if (validator === null) return;
        const offset = Math.ceil(whole.length / 2);
        const rest = await open(harness, handle, { resume: { offset, validator } });
        ok(rest.kind === 'opened', `a read that goes on was ${describeOutcome(rest)}`);
        const { startsAt = 0 } = rest;
        ok(startsAt === 0 || startsAt === offset, `it begins at ${startsAt}, not at ${offset}`);
        equal(rest.validator, validator, 'the same bytes have another name');
        const bytes = await readRest(rest);
        equal(Buffer.compare(bytes, whole.subarray(startsAt)), 0, 'other bytes came from there');
      },
    },
    {
      name: 'a read that goes on in bytes of another name begins at their beginning',
      holds: async (harness) => {
        const handle = await submitted(harness);
        const resume = { offset: 1, validator: '"of-other-bytes"' };
        const rest = await open(harness, handle, { resume });
        ok(rest.kind === 'opened', `a read of other bytes was ${describeOutcome(rest)}`);
        equal(rest.startsAt ?? 0, 0, 'it goes on in bytes that are not the same');
        await readAll(rest);
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
  {
    signal = live(),
    resume,
  }: { readonly signal?: AbortSignal; readonly resume?: ResumeResult } = {},
): Promise<Called<OpenResultOutcome>> {
  const { client, account } = harness;
  const output = await outputOf(harness, handle);
  const call = { account, handle, output, signal };
  const resumed = resume === undefined ? call : { ...call, resume };
  return await called(() => client.openResult(resumed));
}

/** A signal that is never aborted. */
function live(): AbortSignal {
  return new AbortController().signal;
}

type Opened = Extract<OpenResultOutcome, { readonly kind: 'opened' }>;

/** Reads from its start position to the end; the announced length is that of the whole file. */
async function readRest({ body, startsAt = 0, length }: Opened): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece.slice());
  const all = Buffer.concat(pieces);
  if (length !== null) equal(startsAt + all.length, length, 'another length was announced');
  return all;
}

async function readAll(outcome: Called<OpenResultOutcome>): Promise<Buffer> {
  ok(outcome.kind === 'opened', `a finished result was ${describeOutcome(outcome)}`);
  return readRest(outcome);
}
