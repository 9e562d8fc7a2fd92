import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { ModelFamily } from '../../src/app/api/responses.ts';
import { makeCode } from '../../src/app/features/workbench/detail/make-code.ts';
import { taskCallFor } from '../../src/app/features/workbench/detail/task-call.ts';
import { type GatewayProcess, startGateway } from '../support/gateway-process.ts';

const run = promisify(execFile);

let folder: string;
let gateway: GatewayProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-code-'));
  gateway = await startGateway({ folder });
});
afterAll(async () => {
  await gateway?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The data of the page: catalog, Video Task API address, and an API user's key. */
async function whatThePageKnows() {
  const reported = z
    .object({ tasks_url: z.string(), api_user: z.object({ key: z.string() }) })
    .parse(JSON.parse(readFileSync(join(folder, 'data', 'quickstart.json'), 'utf8')));
  const login = await fetch(`${gateway.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(gateway.admin),
  });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const models = await fetch(`${gateway.url}/api/v1/admin/models`, { headers: { cookie } });
  const { data } = z
    .object({ data: z.array(z.custom<ModelFamily>((value) => value !== null)) })
    .parse(await models.json());
  return { base: reported.tasks_url, families: data, apiKey: reported.api_user.key };
}

const list = z.object({ data: z.array(z.object({ id: z.string(), prompt: z.string() })) });

it('[console.workbench-code][console.workbench-code-key] the programs of a video make it once, however often they run', async () => {
  const { base, families, apiKey } = await whatThePageKnows();
  const prompt = `it's "one" boat [[mock:run=0s]]`;
  const call = taskCallFor(
    {
      ...{ model: 'vidA-fast-4s-16x9-720p', prompt, negative_prompt: null, account: null },
      ...{ generate_audio: false, aspect_ratio: '16:9', resolution: '720p', duration: 4 },
      reference_images: [],
    },
    families,
  );
  expect(call?.differs).toEqual(['model', 'seconds']);
  const { curl, javascript } = makeCode({ body: call?.body ?? {}, base, key: 'copy-of-ui-1' });
  const options = { env: { PATH: process.env['PATH'], FILMGATE_API_KEY: apiKey } };
  const program = ['--input-type=module', '--eval', javascript];
  const first = await run(process.execPath, program, options);
  expect(first.stdout).toMatch(/^http:\S+\/media\/vt_\S+\n$/);
  const again = await run('sh', ['-c', curl], options);
  expect(JSON.parse(again.stdout)).toMatchObject({ status: 'completed' });
  const headers = { authorization: `Bearer ${apiKey}` };
  const tasks = list.parse(await (await fetch(`${base}/v1/videos`, { headers })).json());
  expect(tasks.data.filter((task) => task.prompt === prompt)).toHaveLength(1);
});
