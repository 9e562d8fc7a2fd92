import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { commandLines, startCommand } from './command-process.ts';

const quickstartSchema = z.object({ tasks_url: z.string(), local_url: z.string() });

/** A gateway as `npm start` runs it, with its data in `data/` below a folder unless `FILMGATE_DATA_DIR` is set. */
export interface RunningGateway {
  readonly tasksUrl: string;
  readonly localUrl: string;
  stop(): Promise<number | null>;
}

/** A reader's environment, except for ports and timeouts. */
export const quickSettings = {
  FILMGATE_TASKS_PORT: '0',
  FILMGATE_LOCAL_PORT: '0',
  FILMGATE_MOCK_SPEED: '50',
  FILMGATE_LOG_LEVEL: 'warn',
} as const;

export async function startGateway(
  folder: string,
  env: NodeJS.ProcessEnv = {},
): Promise<RunningGateway> {
  const running = await startCommand({
    command: [...commandLines.filmgate, 'start'],
    ready: /Filmgate is ready/,
    env: { ...quickSettings, ...env },
    cwd: folder,
  });
  const data = resolve(folder, env['FILMGATE_DATA_DIR'] ?? 'data');
  const quickstart = readFileSync(join(data, 'quickstart.json'), 'utf8');
  const { tasks_url, local_url } = quickstartSchema.parse(JSON.parse(quickstart));
  return { tasksUrl: tasks_url, localUrl: local_url, stop: () => running.stop() };
}
