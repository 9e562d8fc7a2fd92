import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Child, startChild } from './child-process.ts';
import type { FailPoint } from './fail-point.ts';

const listeningSchema = z.object({ tasksUrl: z.string(), localUrl: z.string() });
const ledgerSchema = z.object({
  accepted: z.number(),
  completed: z.number(),
  charged_credits: z.number(),
  jobs: z.array(
    z.object({
      correlation_id: z.string(),
      prompt: z.string(),
      state: z.string(),
      accepted_at: z.iso.datetime(),
    }),
  ),
});

export type MockTruth = z.infer<typeof ledgerSchema>;

/** The mock in its own process: the oracle of accepted submissions. */
export interface MockProcess {
  readonly url: string;
  readonly child: Child;
  ledger(contains: string): Promise<MockTruth>;
  /** Moves the mock's clock ahead by `ms`. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `filmgate-mock serve` on a free port; it also speaks the protocols of these providers. */
export async function startMock(...personalities: readonly string[]): Promise<MockProcess> {
  const child = await startChild('../../../upstream-mock/src/cli.ts', {
    arguments: ['serve', '--port', '0', ...personalities.flatMap((name) => ['--as', name])],
    environment: { FILMGATE_MOCK_SPEED: '1000' },
  });
  const url = /http:\/\/\S+/.exec(child.firstLine)?.[0] ?? '';
  return {
    url,
    child,
    async ledger(contains) {
      const response = await fetch(`${url}/_mock/ledger?contains=${encodeURIComponent(contains)}`);
      return ledgerSchema.parse(await response.json());
    },
    async advance(ms) {
      await fetch(`${url}/_mock/clock`, { method: 'POST', body: JSON.stringify({ advance: ms }) });
    },
    stop: () => child.stop('SIGTERM'),
  };
}

export const adminPassword = 'a password of the crash tests';

/** A gateway process and its addresses. */
export interface GatewayProcess {
  readonly tasksUrl: string;
  readonly localUrl: string;
  readonly child: Child;
}

/** Starts a gateway process on a data directory; it fails at the point when one is given. */
export async function startGatewayProcess(input: {
  readonly dataDirectory: string;
  /** Absent = no mock is configured. */
  readonly mockUrl?: string;
  readonly failPoint?: FailPoint;
  readonly environment?: Readonly<Record<string, string>>;
  /** Command that starts the process. */
  readonly under?: readonly [string, ...string[]];
  /** Program that replaces `killable-server.ts`. */
  readonly program?: string;
}): Promise<GatewayProcess> {
  const child = await startChild(input.program ?? './killable-server.ts', {
    ...(input.under !== undefined && { under: input.under }),
    environment: {
      FILMGATE_DATA_DIR: input.dataDirectory,
      FILMGATE_LOCAL_PORT: '0',
      FILMGATE_TASKS_PORT: '0',
      FILMGATE_ADMIN_PASSWORD: adminPassword,
      ...(input.mockUrl !== undefined && { FILMGATE_MOCK_URL: input.mockUrl }),
      FILMGATE_MOCK_SPEED: '1000',
      FILMGATE_LOG_LEVEL: 'error',
      ...input.environment,
      ...(input.failPoint !== undefined && { FAIL_POINT: JSON.stringify(input.failPoint) }),
    },
  });
  return { ...listeningSchema.parse(JSON.parse(child.firstLine)), child };
}

/** A new empty data directory, removed by `dispose`. */
export async function temporaryDirectory(): Promise<{
  readonly path: string;
  dispose(): Promise<void>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'filmgate-fault-'));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
}

/**
 * A copy of a prepared data directory, so that each crash begins from the same state. It counts as the directory
 * itself, which nothing uses: its baseline does not record the location of the database.
 */
export async function copyOf(
  directory: string,
): Promise<{ readonly path: string; dispose(): Promise<void> }> {
  const copy = await temporaryDirectory();
  await cp(directory, copy.path, { recursive: true });
  const baseline = join(copy.path, 'filmgate.baseline.json');
  if (existsSync(baseline)) {
    const noted = z.looseObject({}).parse(JSON.parse(await readFile(baseline, 'utf8')));
    await writeFile(baseline, JSON.stringify({ ...noted, location: null }));
  }
  return copy;
}
