import { openRecorder } from './recorder.ts';
import { type CassetteMode, isRecordMode } from './cassette-mode.ts';
import type { SessionEnd } from './proxy-session.ts';

export interface RecordCommand {
  readonly upstream: readonly (readonly [name: string, url: URL])[];
  readonly to: string;
  readonly port: number;
  readonly mode: CassetteMode;
  readonly allowPaid: boolean;
}

/**
 * Records, replays or compares until stopped.
 *
 * @param stopped - resolves when the recording is to end
 * @returns the exit code: 1 for drift, or without a recording: a credential was found in it, nothing passed, or an
 *   exchange was not written
 */
export async function record(
  { upstream, to, port, mode, allowPaid }: RecordCommand,
  { stopped, print }: { readonly stopped: Promise<void>; readonly print: (line: string) => void },
): Promise<number> {
  const recorder = await openRecorder({
    upstreams: new Map(upstream),
    folder: to,
    port,
    mode,
    now: () => Date.now(),
    isPaidAllowed: allowPaid,
    onFault: print,
    onSeen: print,
  });
  const verb = isRecordMode(mode) ? 'records' : `stands (${mode}) before`;
  for (const [name, url] of upstream)
    print(`filmgate-mock ${verb} ${url.host} as ${name} at ${recorder.url}/${name}`);
  await stopped;
  const end = await recorder.finish();
  for (const line of linesOf(end, to)) print(line);
  return isGood(end) ? 0 : 1;
}

function isGood(end: SessionEnd): boolean {
  return end.kind === 'watched' ? (end.drifted ?? 0) === 0 : end.kind === 'finished';
}

function linesOf(end: SessionEnd, to: string): readonly string[] {
  switch (end.kind) {
    case 'finished':
      return [
        ...end.warnings.map((warning) => `check ${to}/${warning}`),
        `filmgate-mock wrote ${to}`,
      ];
    case 'refused':
      return [
        ...end.positions.map((position) => `found in ${position}`),
        'the recording was removed',
      ];
    case 'empty':
      return [`nothing was recorded, and ${to} is unchanged`];
    case 'unwritten':
      return [
        `${end.count} exchanges could not be written: the others are in ${end.left}, and ${to} is unchanged`,
      ];
    case 'watched':
      return [
        `${end.passed} requests were passed on, and nothing was recorded`,
        ...(end.drifted === null
          ? []
          : [end.drifted === 0 ? 'no drift' : `drift in ${end.drifted}`]),
      ];
  }
}
