import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readSnippets } from './read-snippets.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const readme = 'packages/ai-provider/README.md';
const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache');

it('[ai-provider.generate][ai-provider.start-status] the documented programs make a video each', async () => {
  const [generate] = readSnippets('ai-sdk-generate', readme);
  const [start] = readSnippets('ai-sdk-start', readme);
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(resolve(cache, 'filmgate-ai-sdk-'));
  const run = async (text: string): Promise<string> => {
    const file = resolve(folder, 'program.mjs');
    // A reader's gateway has its usual port, and a reader waits for seconds between two reads.
    const program = text
      .replace('http://127.0.0.1:8788', shared.gateway.tasksUrl)
      .replaceAll('3000', '20');
    await writeFile(file, program);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@filmgate/source', file],
      { cwd: folder, env: { ...process.env, FILMGATE_API_KEY: shared.gateway.apiUserKey } },
    );
    return stdout;
  };
  try {
    await run(generate);
    await run(start);
    for (const name of ['lighthouse.mp4', 'harbour.mp4'])
      expect((await readFile(resolve(folder, name))).toString('latin1', 4, 8)).toBe('ftyp');
  } finally {
    await rm(folder, { recursive: true });
  }
});
