import type { Job } from '@filmgate/core';
import { signatureOf } from './signature.ts';

/** What is kept of a job for searches until it is packed: instant of creation, first letter of the origin and id, signature. */
export interface SignatureRow {
  readonly createdAt: number;
  readonly originAndId: string;
  readonly signature: string;
}

/** A line each; a signature may hold line breaks of its own. */
export function signatureRow(job: Job): string {
  return `${String(job.createdAt)}\n${job.origin.charAt(0)}${job.id}\n${signatureOf(job)}`;
}

export function readSignatureRow(text: string): SignatureRow {
  const first = text.indexOf('\n');
  const second = text.indexOf('\n', first + 1);
  return {
    createdAt: Number(text.slice(0, first)),
    originAndId: text.slice(first + 1, second),
    signature: text.slice(second + 1),
  };
}
