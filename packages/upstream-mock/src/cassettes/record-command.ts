import { openRecorder } from './recorder.ts';
import type { RecordingEnd } from './recording.ts';

export interface RecordCommand {
  readonly upstream: readonly (readonly [name: string, url: URL])[];
  readonly to: string;
  readonly port: number;
  readonly mode: 'all' | 'new';
}

/**
 * Records until it is told to stop.
 *
 * @param told - resolves when the recording is to end
 * @returns the exit code: 1 when there is no recording, as a credential was found in it, nothing passed, or an exchange was not written
 */
export async function record(
  { upstream, to, port, mode }: RecordCommand,
  { told, print }: { readonly told: Promise<void>; readonly print: (line: string) => void },
): Promise<number> {
  const recorder = await openRecorder({
    upstreams: new Map(upstream),
    folder: to,
    port,
    mode,
    now: () => Date.now(),
    onFault: print,
  });
  for (const [name, url] of upstream)
    print(`filmgate-mock records ${url.host} as ${name} at ${recorder.url}/${name}`);
  await told;
  const end = await recorder.finish();
  for (const line of linesOf(end, to)) print(line);
  return end.kind === 'finished' ? 0 : 1;
}

function linesOf(end: RecordingEnd, to: string): readonly string[] {
  switch (end.kind) {
    case 'finished':
      return [
        ...end.warnings.map((warning) => `look at ${to}/${warning}`),
        `filmgate-mock wrote ${to}`,
      ];
    case 'refused':
      return [...end.places.map((place) => `found in ${place}`), 'the recording is removed'];
    case 'empty':
      return [`nothing was recorded, and ${to} is as it was`];
    case 'unwritten':
      return [
        `${end.count} exchanges could not be written: the others are in ${end.left}, and ${to} is as it was`,
      ];
  }
}
