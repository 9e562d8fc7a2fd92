import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { instant, smallest } from './prompts.ts';
import { readSnippets } from './read-snippets.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache');

it('[live-events.push] the documented client receives each task to its end', async () => {
  const [text] = readSnippets('live-events');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(resolve(cache, 'filmgate-live-'));
  const file = resolve(folder, 'client.mjs');
  await writeFile(file, text);
  const child = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      FILMGATE_TASKS_URL: shared.gateway.tasksUrl,
      FILMGATE_KEY: shared.gateway.apiUserKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const reported = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const until = async (wanted: RegExp): Promise<string> => {
      for (;;) {
        const { value, done } = await reported.next();
        if (done === true) throw new Error(`the client ended before ${wanted}`);
        if (wanted.test(value)) return value;
      }
    };
    await until(/^ready/);
    const { id } = taskOf(await shared.tasks.create(smallest(instant('told to a client'))));
    expect(await until(/completed/)).toBe(`video.updated ${id} completed`);
  } finally {
    child.kill();
    await rm(folder, { recursive: true });
  }
});
