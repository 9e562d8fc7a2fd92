import { foldText, type Job } from '@filmgate/core';
import { surfaceTag } from '../jobs/surface-tag.ts';
import { longestRun, runNumbers, runsEndingAt, wordRuns } from './text-runs.ts';

/** Search data of a job until it is packed: instant of creation, tag of the surface and id, signature. */
export interface SignatureRow {
  readonly createdAt: number;
  readonly taggedId: string;
  readonly signature: string;
}

/** One value per line; a signature may itself contain line breaks. */
export function signatureRow(job: Job): string {
  return `${String(job.createdAt)}\n${surfaceTag(job.surface)}${job.id}\n${signatureOf(job)}`;
}

export function readSignatureRow(text: string): SignatureRow {
  const first = text.indexOf('\n');
  const second = text.indexOf('\n', first + 1);
  return {
    createdAt: Number(text.slice(0, first)),
    taggedId: text.slice(first + 1, second),
    signature: text.slice(second + 1),
  };
}

/** Used bits of a byte: Redis is sent text, and up to here each byte is one character. */
export const bitsPerByte = 7;

/** Minimum number of bits of a signature for each of its runs: some fifth of them is set. */
const bitsPerRun = 3;

const smallest = 256;

/**
 * Signature of the texts a job's prompt may contain, and of its owner: the bit of each run is set (a Bloom filter with
 * one hash). Its size is a power of two that fits the prompt, and a run has the bit `number % size`, so that one
 * signature can be read as a larger or a smaller one.
 */
export function signatureOf({ owner, request }: Job): string {
  const runs = differentRuns(foldText(request.prompt), [
    ...wordRuns('owner', owner),
    ...wordRuns('model', request.model),
  ]);
  let size = smallest;
  while (size < bitsPerRun * runs.length && size < runNumbers) size *= 2;
  const bytes = Buffer.alloc(Math.ceil(size / bitsPerByte));
  for (const run of runs) {
    const at = Math.floor((run % size) / bitsPerByte);
    bytes[at] = (bytes[at] ?? 0) | (1 << ((run % size) % bitsPerByte));
  }
  return bytes.toString('latin1');
}

/** The bits of a signature that are set, and its size in bits. */
export function readSignature(signature: string): {
  readonly size: number;
  readonly bits: readonly number[];
} {
  const size = 2 ** Math.floor(Math.log2(signature.length * bitsPerByte));
  const bits: number[] = [];
  for (let at = 0; at < signature.length; at += 1)
    for (let bit = 0; bit < bitsPerByte; bit += 1)
      if ((signature.charCodeAt(at) & (1 << bit)) !== 0) bits.push(at * bitsPerByte + bit);
  return { size, bits };
}

function differentRuns(text: string, others: readonly number[]): Uint16Array {
  const seen = new Uint8Array(runNumbers / 8);
  const runs = new Uint16Array(longestRun * text.length + others.length);
  let count = 0;
  const take = (run: number): void => {
    const at = run >>> 3;
    const bit = 1 << (run & 7);
    const around = seen[at] ?? 0;
    if ((around & bit) !== 0) return;
    seen[at] = around | bit;
    runs[count] = run;
    count += 1;
  };
  for (const run of others) take(run);
  for (let end = 0; end < text.length; end += 1) runsEndingAt(text, end, take);
  return runs.subarray(0, count);
}
