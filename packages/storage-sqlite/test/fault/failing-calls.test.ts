import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnProgram } from '@filmgate/conformance';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auditDatabase } from '../support/audit-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const openRepeatedly = new URL('../support/open-repeatedly.ts', import.meta.url);

const openingSchema = z.object({ round: z.number(), end: z.string(), outcome: z.string() });
const responseSchema = z.object({
  round: z.number(),
  response: z.string().optional(),
  found: z.string().nullable(),
});
const lineSchema = z.union([openingSchema, responseSchema]);

interface Sweep {
  readonly call: 'fsync' | 'pwrite64' | 'unlink';
  readonly error: 'EIO' | 'ENOSPC';
  /**
   * Number of calls from one failure to the next: more than one opening makes, so that some succeed, and no divisor of
   * a round.
   */
  readonly every: number;
  readonly rounds: number;
}

/** A failed call of an opening; `end` names the opening's end. */
interface FailedCall {
  readonly file: string;
  readonly end: string;
}

const endPattern = /mkdir\("(?<end>[^"]+\/(?:end|closed)[^"]*)"/;
const filePattern = /[<"](?<file>\/[^>"]*)/;

/**
 * The calls that failed, by the end after them; of a folder only the last sync counts, since it makes every name
 * durable.
 */
function readFailures(traceFile: string): readonly FailedCall[] {
  const failures: FailedCall[] = [];
  let pending: string[] = [];
  for (const line of readFileSync(traceFile, 'utf8').split('\n')) {
    const end = endPattern.exec(line)?.groups?.['end'];
    const file = filePattern.exec(line)?.groups?.['file'] ?? '';
    if (end !== undefined) {
      for (const one of pending) failures.push({ file: one, end });
      pending = [];
    } else if (line.endsWith('(INJECTED)')) pending.push(file);
    else if (line.includes('fsync(')) pending = pending.filter((one) => one !== file);
  }
  return failures;
}

async function sweep({ call, error, every, rounds }: Sweep) {
  const folder = temporaryFolder();
  const traceFile = join(folder, 'trace');
  const strace = [
    ...['strace', '-D', '-f', '--seccomp-bpf', '-y', '-s', '4096', '-e', 'signal=none'],
    ...[
      '-o',
      traceFile,
      '-e',
      `trace=${call},mkdir`,
      '-e',
      `inject=${call}:error=${error}:when=${every}+${every}`,
    ],
  ].join(' ');
  const program = spawnProgram({
    program: openRepeatedly,
    args: [folder, String(rounds)],
    // Runs the program itself under strace.
    before: `set -- ${strace} "$@"`,
  });
  const output = await program.output();
  expect(await program.ended()).toEqual({ code: 0, errors: '' });
  const lines = output.split('\n').map((line) => lineSchema.parse(JSON.parse(line)));
  return {
    folder,
    failures: readFailures(traceFile),
    openings: lines.filter((line) => 'outcome' in line),
    responses: lines.filter((line) => 'found' in line),
  };
}

/** Files a store depends on: an opening during which one of these calls fails must not report success. */
const essential = /\/(?:filmgate\.db(?:-wal|-journal)?|\d+)$/;

const sweeps: readonly Sweep[] = [
  { call: 'fsync', error: 'EIO', every: 29, rounds: 33 },
  { call: 'pwrite64', error: 'EIO', every: 397, rounds: 30 },
  { call: 'pwrite64', error: 'ENOSPC', every: 443, rounds: 30 },
  { call: 'unlink', error: 'EIO', every: 5, rounds: 20 },
];
describe.each(sweeps)('a store where one $call in $every fails with $error', (one) => {
  const tags = one.call === 'fsync' ? 'sampled' : 'long';
  it('[invariants.i2-accepted-survives][system-calls.opening] opens only when everything it depends on was written, otherwise says why, and keeps what it acknowledged', {
    tags,
    timeout: 120_000,
  }, async () => {
    const { folder, failures, openings, responses: results } = await sweep(one);
    const opened = new Set(
      openings.filter(({ outcome }) => outcome === 'opened').map(({ end }) => end),
    );
    const wrong = failures.filter(({ end, file }) => opened.has(end) && essential.test(file));
    const refusals = openings.filter(({ outcome }) => outcome !== 'opened');
    expect(wrong).toEqual([]);
    for (const { outcome } of refusals)
      expect(outcome).toMatch(
        /^StorageUnavailable: .*(?:disk failed|is full|baseline file of the database)/i,
      );
    const lost = results.filter(
      ({ response: result, found, round }) => result === 'accepted' && found !== `vt_${round}`,
    );
    expect(lost).toEqual([]);
    expect([refusals.length > 0, results.some(({ found }) => found !== null)]).toEqual([
      true,
      true,
    ]);
    for (const { round } of results) {
      expect(auditDatabase(join(folder, String(round), 'filmgate.db'))).toEqual([]);
    }
  });
});
