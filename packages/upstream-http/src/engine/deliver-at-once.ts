import type { OpenResultOutcome, SubmitOutcome, UpstreamUsage } from '@filmgate/core';
import type { OutputLocation, PollReading } from './poll-reading.ts';
import type { JsonResponse, ReadCall } from './provider-call.ts';

/** A finished result in the response to its submission. */
export interface AtOnceReading {
  /** `own` or `foreign` is read at once, since nobody can ask for another link. */
  readonly output: Pick<OutputLocation, 'kind' | 'at'>;
  readonly usage?: UpstreamUsage;
}

/** A protocol whose responses contain the result, as image APIs have it: nothing can be read or found later. */
export interface AtOnceRule {
  /** Maximum size of the response and of the file, in bytes. */
  readonly largest: number;
  /** Returns the result of a 2xx response; undefined = none: the outcome is unknown. */
  read(response: JsonResponse): AtOnceReading | undefined;
}

/** The polls of a protocol that delivers everything at once: none is ever made. */
export const notPolled = {
  request: (): ReadCall => {
    throw new Error('A result that was delivered at once is not polled.');
  },
  read: (): PollReading => ({ kind: 'unclear', detail: 'not polled' }),
};

/** Reads of a link: the provider has been paid, and the submission is never repeated for a broken download. */
const mostReads = 3;

/** Brings the bytes of a delivered result. */
export async function deliver(
  { output, usage }: AtOnceReading,
  largest: number,
  open: (output: AtOnceReading['output']) => Promise<OpenResultOutcome>,
): Promise<SubmitOutcome> {
  let detail = '';
  for (let reads = 0; reads < mostReads; reads += 1) {
    try {
      const opened = await open(output);
      if (opened.kind === 'opened') {
        const bytes = await gather(opened.body, largest);
        return { kind: 'delivered', bytes, ...(usage !== undefined && { usage }) };
      }
      ({ detail } = opened);
    } catch {
      detail = 'the download of the result was interrupted';
    }
  }
  return { kind: 'unknown', detail: `sent; made, but ${detail}` };
}

async function gather(body: AsyncIterable<Uint8Array>, largest: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size > largest) throw new RangeError('The result is too large.');
  }
  if (size === 0) throw new RangeError('The result is empty.');
  return Buffer.concat(pieces);
}
