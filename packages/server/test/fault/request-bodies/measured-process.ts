import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Child, startChild } from '../child-process.ts';

/** Resources that a process used. */
export interface Spent {
  /** Longest time its loop was blocked, in ms. */
  readonly stillMs: number;
  readonly cpuMs: number;
  /** Growth of its resident memory to the peak, in bytes. */
  readonly grownBytes: number;
}

/** A gateway that is measured from outside and from within. */
export interface MeasuredProcess extends z.infer<typeof firstLine> {
  /** Measures its use of resources during an act. */
  measure<T>(act: () => Promise<T>): Promise<Spent & { readonly result: T }>;
  /** Time it needs now to pass over `bytes` bytes, in ms: the shortest of three. */
  passMs(bytes: number): Promise<number>;
  /** Every file in its data directory except databases and logs, which grow with every request. */
  files(): readonly string[];
  stop(): Promise<void>;
}

const firstLine = z.object({
  tasksUrl: z.string(),
  localUrl: z.string(),
  probeUrl: z.string(),
  apps: z.array(z.array(z.object({ method: z.string(), url: z.string() }))),
});

const begun = z.object({ residentBytes: z.number() });
const ended = z.object({ stillMs: z.number(), cpuMs: z.number() });
const pass = z.object({ ms: z.number() });

/** Starts it with its own data directory. */
export async function startMeasuredProcess(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
): Promise<MeasuredProcess> {
  const child = await startChild('./request-bodies/measured-server.ts', {
    environment: { ...environment, FILMGATE_DATA_DIR: dataDir },
  });
  const reported = firstLine.parse(JSON.parse(child.firstLine));
  const ask = async <T>(path: string, schema: z.ZodType<T>): Promise<T> =>
    schema.parse(await (await fetch(`${reported.probeUrl}${path}`)).json());
  return {
    ...reported,
    async measure(act) {
      const { residentBytes } = await ask('/begin', begun);
      forgetPeak(child);
      const result = await act();
      const spent = await ask('/end', ended);
      return { ...spent, grownBytes: Math.max(0, peakBytes(child) - residentBytes), result };
    },
    async passMs(bytes) {
      const path = `/pass?bytes=${bytes}`;
      const times = [await ask(path, pass), await ask(path, pass), await ask(path, pass)];
      return Math.min(...times.map(({ ms }) => ms));
    },
    files: () =>
      ['assets', 'results', 'tmp', 'spool'].flatMap((folder) => filesBelow(join(dataDir, folder))),
    stop: () => child.stop(),
  };
}

/** proc(5), `clear_refs` and `VmHWM`. */
function forgetPeak({ process: { pid } }: Child): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function peakBytes({ process: { pid } }: Child): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted();
  } catch {
    return [];
  }
}
