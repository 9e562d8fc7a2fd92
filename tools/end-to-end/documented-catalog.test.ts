import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { catalogFieldsAt, defaultCatalog } from '@filmgate/core';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { readFileSync } from 'node:fs';
import { readSnippets } from '../docs/read-snippets.ts';
import { commandLines } from './command-process.ts';
import { quickSettings, startGateway } from './running-gateway.ts';
import { createScratchFolder, projectRoot } from './scratch-folder.ts';

/** Uses the catalog file of docs/catalog.md, and corrupts it. */

const run = promisify(execFile);
const folder = createScratchFolder();
const file = join(folder.path, 'catalog.json');
const [{ text: example }] = readSnippets('catalog-file');
const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

afterAll(() => folder.remove());

async function modelsAt(url: string, key: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
  return modelsSchema.parse(await response.json()).data.map(({ id }) => id);
}

describe('docs/catalog.md', () => {
  it('[catalog.file] shows a file that is taken, on both surfaces', async () => {
    writeFileSync(file, example);
    const gateway = await startGateway(folder.path, { FILMGATE_CATALOG_FILE: file });
    onTestFinished(async () => {
      await gateway.stop();
    });
    const quickstart = z.object({
      service_api_key: z.string(),
      api_user: z.object({ key: z.string() }),
    });
    const text = readFileSync(join(folder.path, 'data', 'quickstart.json'), 'utf8');
    const { service_api_key, api_user } = quickstart.parse(JSON.parse(text));
    expect(await modelsAt(gateway.tasksUrl, api_user.key)).toEqual(['vm_std-2.0']);
    expect(await modelsAt(gateway.localUrl, service_api_key)).toEqual([
      'boat-4s-16x9-720p',
      'boat-8s-16x9-720p',
    ]);
  });

  it('[catalog.file-problems] shows what is said about one with mistakes', async () => {
    const spoiled = example
      .replace('[5, 10]', '[10, 5]')
      .replace('"audio": "optional"', '"audio": "optionel"')
      .replace('"promptLimit": 4000', '"promtLimit": 4000');
    writeFileSync(file, spoiled);
    const [command, ...args] = commandLines.filmgate;
    const env = { ...process.env, ...quickSettings, FILMGATE_CATALOG_FILE: 'catalog.json' };
    const started = run(command, [...args, 'serve'], { cwd: folder.path, env });
    const failure = await started.catch((error: unknown) => error);
    if (!(failure instanceof Error && 'stderr' in failure)) throw failure;
    const [{ text: shown }] = readSnippets('catalog-problems');
    expect(String(failure.stderr).trim()).toBe(shown);
  });

  it('names every field', () => {
    const [family] = defaultCatalog.families;
    const document = readFileSync(join(projectRoot, 'docs', 'catalog.md'), 'utf8');
    const table = document.match(/^\| `.*$/gm) ?? [];
    const named = table.flatMap((line) => line.split(' | ')[0]?.match(/\w+/g) ?? []);
    const fields = [
      ...Object.keys(family ?? {}),
      'retirement',
      ...catalogFieldsAt(['families', 0, 'routes', 0]),
    ];
    expect(named.toSorted()).toEqual(fields.toSorted());
  });
});
