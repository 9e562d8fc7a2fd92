import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callWire,
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';
import { type WireHabits, wireHabits } from '../../support/personalities/wire-habits.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer();
});
afterAll(() => server.close());

const day = 24 * 3_600_000;
const linking = wireHabits.filter(({ name }) => !['openai-videos', 'google'].includes(name));
const keptDays: { readonly [name: string]: number } = {
  kling: 30,
  ark: 1,
  fal: 7,
  replicate: 1 / 24,
  runway: 1,
  openrouter: 1 / 24,
  luma: 1 / 24,
  minimax: 1,
  dashscope: 1,
  xai: 1,
  vidu: 1,
  kie: 14,
  aimlapi: 7,
};

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  callWire(url, { key: null, headers });

/** A job that has ended, and how to read its link. */
async function ended(
  { name, submission, acceptedId, status, result = status, reported }: WireHabits,
  tokens = '',
) {
  const prompt = `linked [[mock:queue=0s,run=0s${tokens}]]`;
  const id = acceptedId((await server.call(name, submission(prompt))).body) ?? '';
  const link = async () => {
    const url = reported((await server.call(name, result(id))).body)?.url;
    if (url === undefined) throw new Error('there is no link');
    return url;
  };
  return { id, link };
}

describe.each(linking)('links of $name', (habits) => {
  it('[providers.personalities.links] need no credential, and end with what is kept', async () => {
    const { link } = await ended(habits);
    const url = await link();
    expect(url.startsWith(`${server.url}/${habits.name}/files/`)).toBe(true);
    server.advance((keptDays[habits.name] ?? 0) * day - 1);
    expect((await get(url)).status).toBe(200);
    server.advance(1);
    const late = await get(url);
    expect([late.status, late.headers.get('content-type')]).toEqual([403, 'application/xml']);
    expect(late.text).toContain('expired');
  });

  it('[providers.personalities.links] end as tokens say; a new one comes with the next read', async () => {
    const { link } = await ended(habits, ',url-expires=10s');
    const first = await link();
    server.advance(10_000);
    expect((await get(first)).status).toBe(403);
    const second = await link();
    expect((await get(second)).status).toBe(200);
    const { link: kept } = await ended(habits, ',result-kept=1m,url-expires=1h');
    const url = await kept();
    server.advance(60_000);
    expect((await get(url)).status).toBe(403);
  });

  it('[providers.personalities.links] are worth nothing when they are changed', async () => {
    const [one, other] = [await ended(habits), await ended(habits)];
    const url = new URL(await one.link());
    const changed = (name: string, value: string) => {
      const forged = new URL(url);
      forged.searchParams.set(name, value);
      return forged.href;
    };
    const forgeries = [
      changed('expires', String(Number(url.searchParams.get('expires')) + 1)),
      changed('expires', 'never'),
      changed('signature', '0'.repeat(32)),
      changed('signature', ''),
      url.href.replace(one.id, other.id),
      url.href.replace(/\?.*/, ''),
    ];
    for (const forged of forgeries) expect((await get(forged)).status).toBe(403);
    const wire = linking.find(({ name }) => name !== habits.name)?.name ?? '';
    const elsewhere = await get(url.href.replace(`/${habits.name}/`, `/${wire}/`));
    expect(elsewhere.status).toBe(403);
    expect((await get(url.href)).status).toBe(200);
  });

  it('[providers.personalities.links] lead back to where the caller came from, and go on where they broke', async () => {
    const { id } = await ended(habits);
    const { port } = new URL(server.url);
    const local = `http://localhost:${port}/${habits.name}`;
    const { path } = (habits.result ?? habits.status)(id);
    const response = await callWire(`${local}${path}`, { wire: habits.name });
    const url = habits.reported(response.body)?.url ?? '';
    expect(url.startsWith(`${local}/files/`)).toBe(true);
    const rest = await get(url, { range: 'bytes=100-' });
    expect([rest.status, rest.headers.get('accept-ranges')]).toEqual([206, 'bytes']);
    const head = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-1' } });
    expect([head.status, Number(head.headers.get('content-length')) > 1_000]).toEqual([200, true]);
  });

  it.each([
    ['url-403=1', 403],
    ['result-gone', 410],
    ['html-body', 200],
  ])('[providers.personalities.links] go wrong as %s says', async (token, status) => {
    const { link } = await ended(habits, `,${token}`);
    const response = await get(await link());
    expect(response.status).toBe(status);
    expect(response.text).not.toContain('ftyp');
  });
});
