import type { ReadForm } from '../exchange/seen-request.ts';
import { openRecorder } from './recorder.ts';
import type { RecordingEnd } from './recording.ts';
import { endLines } from './redact-command.ts';

export interface RecordCommand {
  readonly upstream: readonly (readonly [name: string, url: URL])[];
  readonly to: string;
  readonly port: number;
  readonly redact: boolean;
}

/**
 * Records until stopped.
 *
 * @param stopped - resolves when the recording is to end
 * @returns the exit code: 1 without a recording, because a key was found in it, nothing passed, or an exchange was not
 *   written
 */
export async function record(
  { upstream, to, port, redact }: RecordCommand,
  {
    stopped,
    print,
    readForm,
  }: {
    readonly stopped: Promise<void>;
    readonly print: (line: string) => void;
    readonly readForm: ReadForm;
  },
): Promise<number> {
  const recorder = await openRecorder({
    upstreams: new Map(upstream),
    folder: to,
    port,
    readForm,
    isRedacted: redact,
    now: () => Date.now(),
    onFault: print,
  });
  for (const [name, url] of upstream)
    print(`filmgate-mock records ${url.host} as ${name} at ${recorder.url}/${name}`);
  await stopped;
  const end = await recorder.finish();
  for (const line of linesOf(end, to)) print(line);
  return end.kind === 'finished' ? 0 : 1;
}

function linesOf(end: RecordingEnd, to: string): readonly string[] {
  switch (end.kind) {
    case 'finished':
      return endLines(end, to);
    case 'found':
      return [
        ...end.positions.map((position) => `found in ${position}`),
        `the recording is kept in ${end.left}: filmgate-mock redact ${to} replaces the keys and finishes it`,
      ];
    case 'empty':
      return [`nothing was recorded, and ${to} is unchanged`];
    case 'unwritten':
      return [
        `${end.count} exchanges could not be written: the others are in ${end.left}, and ${to} is unchanged`,
      ];
  }
}
