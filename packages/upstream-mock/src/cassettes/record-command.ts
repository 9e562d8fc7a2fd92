import { openRecorder } from './recorder.ts';

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
 * @returns the exit code: 1 when a credential was found in what was written, and nothing is left
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
  if (end.kind === 'finished') {
    for (const warning of end.warnings) print(`look at ${to}/${warning}`);
    print(`filmgate-mock wrote ${to}`);
    return 0;
  }
  for (const place of end.places) print(`found in ${place}`);
  print('the recording is removed');
  return 1;
}
