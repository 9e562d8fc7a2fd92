import type { APIRequestContext } from 'playwright-core';
import { z } from 'zod';
import type { GatewayProcess } from './gateway-process.ts';
import type { MockProcess } from './mock-process.ts';

/** Content of the pages about people and accounts. */
export interface PeopleContent {
  /** Sends requests with the session of a logged-in user. */
  readonly request: APIRequestContext;
  readonly gateway: GatewayProcess;
  readonly mock: MockProcess;
}

interface Person {
  readonly name: string;
  readonly total_limit: number | null;
  readonly prompts: readonly string[];
  readonly enabled?: false;
}

const people: readonly Person[] = [
  {
    name: 'Render farm north',
    total_limit: 2000,
    prompts: [
      'Fog over the fjord at dawn',
      'Cargo ships at night [[mock:run=30000s]]',
      'Rain on a tin roof [[mock:lost-response]]',
    ],
  },
  { name: 'Marketing', total_limit: 500, prompts: ['A poster that comes alive, slow zoom'] },
  { name: 'Nightly trailers', total_limit: null, prompts: ['Title card, ink in water'] },
  { name: 'Lumen Studio (partner)', total_limit: 120, prompts: [] },
  { name: 'Old integration', total_limit: 0, prompts: [], enabled: false },
];

/** Secrets are keys at the mock. */
const pool = [
  { label: 'Studio A', secret: 'mk_studio', concurrency: 2 },
  { label: 'Backup', secret: 'mk_backup', concurrency: 8, families: ['vidA', 'vidA-fast', 'vidB'] },
  { label: 'Trial', secret: 'mk_trial', concurrency: 1 },
  { label: 'Former contract', secret: 'mk_former', concurrency: 4 },
  { label: 'Prepaid', secret: 'mk_prepaid', concurrency: 4, credits: 2500 },
  { label: 'Leaving', secret: 'mk_leaving', concurrency: 4 },
] as const;

/** Videos that do not finish, with their accounts. */
const running = [
  ['Studio A', 'Timelapse of a glacier, one year in four seconds'],
  ['Studio A', 'A tram crosses an empty square in the snow'],
  ['Leaving', 'Macro of a watch being wound, warm light'],
] as const;

const created = z.object({ api_user: z.object({ id: z.string() }), key: z.string() });
const added = z.object({ account: z.object({ id: z.string() }) });
const addresses = z.object({ tasks_url: z.string() });

/** Creates API users with some usage, and an account in each stable state. */
export async function fillPeople(content: PeopleContent): Promise<void> {
  const { mock } = content;
  const admin = `${content.gateway.url}/api/v1/admin`;
  await mock.describe({ key: 'mk_trial', credits: 0 });
  await mock.describe({ key: 'mk_former', login: 'expired' });
  const ids = new Map<string, string>();
  for (const account of pool) {
    const { id } = added.parse(await post(content, `${admin}/accounts`, account)).account;
    await post(content, `${admin}/accounts/${id}/test`);
    ids.set(account.label, id);
  }
  for (const [label, prompt] of running) await occupy(content, ids.get(label) ?? '', prompt);
  await content.request.patch(`${admin}/accounts/${ids.get('Backup') ?? ''}`, {
    data: { enabled: false },
  });
  await content.request.delete(`${admin}/accounts/${ids.get('Leaving') ?? ''}`);
  const { tasks_url } = addresses.parse(
    await (await content.request.get(`${admin}/addresses`)).json(),
  );
  for (const person of people) await make(content, person, tasks_url);
}

async function make(content: PeopleContent, person: Person, tasksUrl: string): Promise<void> {
  const users = `${content.gateway.url}/api/v1/admin/api-users`;
  const { name, total_limit } = person;
  const { api_user, key } = created.parse(await post(content, users, { name, total_limit }));
  for (const prompt of person.prompts) {
    const response = await fetch(`${tasksUrl}/v1/videos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt, seconds: 10, resolution: '1080p' }),
    });
    if (response.status !== 202) throw new Error(`${prompt}: ${await response.text()}`);
  }
  if (person.enabled === false)
    await content.request.patch(`${users}/${api_user.id}`, { data: { enabled: false } });
}

/** A video on this account that does not finish. */
async function occupy(content: PeopleContent, account: string, prompt: string): Promise<void> {
  await post(content, `${content.gateway.url}/local-video/jobs`, {
    id: `ui-${crypto.randomUUID()}`,
    model: 'vidA-fast-4s-16x9-720p',
    prompt: `${prompt} [[mock:run=30000s]]`,
    account,
  });
}

async function post({ request }: PeopleContent, url: string, data?: object): Promise<unknown> {
  const response = await request.post(url, data === undefined ? {} : { data });
  if (!response.ok()) throw new Error(`${url}: ${await response.text()}`);
  return await response.json();
}
