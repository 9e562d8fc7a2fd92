import { hash } from 'node:crypto';

/**
 * Numbers as of runs for what a job has besides its prompt, two for each, so that a search of an owner's jobs passes by those
 * of others. These numbers are stored: they must never be others.
 */
export function wordRuns(kind: 'owner' | 'model', value: string): readonly number[] {
  const digest = hash('sha256', `${kind}\n${value}`, 'buffer');
  return [digest.readUInt16BE(0), digest.readUInt16BE(2)];
}
