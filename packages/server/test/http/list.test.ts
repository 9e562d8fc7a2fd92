import { beforeAll, describe, expect, it } from 'vitest';
import { expectApiError, jsonOf } from './response.ts';
import { instant, parked, smallest } from './prompts.ts';
import { type TaskList, taskListSchema } from './shapes.ts';
import { taskOf, type TasksClient } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
let user: TasksClient;
let newestFirst: readonly string[] = [];

const prompts = [
  'A red Fox in the SNOW',
  '雪地里的红狐狸',
  '100% wool, 50 % off',
  'snake_case and camelCase',
  'a back\\slash path',
  'Straße in ÉTÉ',
  'quote \' and "double"',
] as const;

beforeAll(async () => {
  user = await shared.newUser();
  const ids: string[] = [];
  for (const prompt of prompts) ids.unshift(taskOf(await user.create(smallest(parked(prompt)))).id);
  const done = taskOf(await user.create(smallest(instant('done at once'))));
  const failed = taskOf(await user.create(smallest(instant('never done', 'fail=internal'))));
  ids.unshift(done.id);
  ids.unshift(failed.id);
  newestFirst = ids;
  await Promise.all([user.completed(done.id), user.failed(failed.id)]);
  for (let index = 0; index < 16; index += 1) {
    ids.unshift(taskOf(await user.create(smallest(parked(`filler ${index}`)))).id);
  }
});

async function list(query = ''): Promise<TaskList> {
  const response = await user.request(`/v1/videos${query}`);
  expect(response.status, response.text).toBe(200);
  return taskListSchema.parse(jsonOf(response));
}

async function idsOf(query: string): Promise<readonly string[]> {
  return (await list(query)).data.map(({ id }) => id);
}

describe('the list', () => {
  it('[tasks.list.shape][tasks.list.limit][tasks.list.order] shows the 20 newest first', async () => {
    const page = await list();
    expect(page.data.map(({ id }) => id)).toEqual(newestFirst.slice(0, 20));
    expect(page).toMatchObject({
      object: 'list',
      first_id: newestFirst[0],
      last_id: newestFirst[19],
      has_more: true,
    });
  });

  it('[tasks.list.shape] shows tasks as reading them does', async () => {
    const [first] = (await list('?limit=1')).data;
    expect(first).toEqual(await user.read(newestFirst[0] ?? ''));
  });

  it('[tasks.list.shape] of nothing has null ids', async () => {
    const fresh = await shared.newUser();
    const response = await fresh.request('/v1/videos');
    expect(jsonOf(response)).toEqual({
      object: 'list',
      data: [],
      first_id: null,
      last_id: null,
      has_more: false,
    });
  });

  it('[tasks.list.limit] accepts 1 to 100', async () => {
    expect(await idsOf('?limit=1')).toEqual(newestFirst.slice(0, 1));
    expect(await idsOf('?limit=100')).toEqual(newestFirst);
    const whole = await list(`?limit=${newestFirst.length}`);
    expect(whole.has_more).toBe(false);
  });

  it.each([1, 4, 7, 24])(
    '[tasks.list.after] walks all tasks once in pages of %i',
    async (limit) => {
      const seen: string[] = [];
      let after = '';
      for (let more = true; more; ) {
        const page = await list(`?limit=${limit}${after}`);
        seen.push(...page.data.map(({ id }) => id));
        more = page.has_more;
        after = `&after=${page.last_id}`;
      }
      expect(seen).toEqual(newestFirst);
    },
  );

  it('[tasks.list.after][tasks.list.order] walks from the oldest on with order asc', async () => {
    const oldestFirst = [...newestFirst].toReversed();
    expect(await idsOf('?order=asc&limit=3')).toEqual(oldestFirst.slice(0, 3));
    expect(await idsOf(`?order=asc&limit=3&after=${oldestFirst[2]}`)).toEqual(
      oldestFirst.slice(3, 6),
    );
    expect(await idsOf('?order=desc&limit=3')).toEqual(newestFirst.slice(0, 3));
  });

  it('[tasks.list.after] is empty behind the last', async () => {
    const page = await list(`?after=${newestFirst.at(-1)}`);
    expect(page).toMatchObject({ data: [], has_more: false });
  });

  it.each([
    ['completed', 1],
    ['failed', 1],
    ['in_progress', prompts.length + 16],
  ])('[tasks.list.status] status %s keeps those', async (status, count) => {
    const { data } = await list(`?status=${status}&limit=100`);
    expect(data.map((task) => task.status)).toEqual(Array.from({ length: count }, () => status));
  });

  it('[tasks.list.status][tasks.list.after] continues within one status', async () => {
    const running = await idsOf('?status=in_progress&limit=100');
    const rest = await idsOf(`?status=in_progress&limit=100&after=${running[4]}`);
    expect(rest).toEqual(running.slice(5));
  });
});

describe('search', () => {
  it.each([
    ['fox', ['A red Fox in the SNOW']],
    ['RED FOX', ['A red Fox in the SNOW']],
    ['snow', ['A red Fox in the SNOW']],
    ['红狐', ['雪地里的红狐狸']],
    ['%', ['100% wool, 50 % off']],
    ['100%', ['100% wool, 50 % off']],
    ['0%0', []],
    ['e_c', ['snake_case and camelCase']],
    ['k_sl', []],
    ['back\\slash', ['a back\\slash path']],
    ['\\', ['a back\\slash path']],
    ['camelcase', ['snake_case and camelCase']],
    ['*', []],
    ['\' and "', ['quote \' and "double"']],
    ['nothing like this', []],
  ])('[tasks.list.search] %s', async (search, expected) => {
    const { data } = await list(`?search=${encodeURIComponent(search)}`);
    expect(data.map(({ prompt }) => prompt)).toEqual(expected.map(parked));
  });

  it('[tasks.list.search] an id finds its task', async () => {
    for (const id of newestFirst.slice(0, 2)) expect(await idsOf(`?search=${id}`)).toEqual([id]);
  });

  it('[tasks.list.search][tasks.list.status] goes with the other queries', async () => {
    expect(await idsOf('?search=filler&limit=2')).toEqual(newestFirst.slice(0, 2));
    expect(await idsOf('?search=done&status=completed')).toHaveLength(1);
    expect(await idsOf('?search=fox&status=failed')).toEqual([]);
  });
});

describe('a bad query', () => {
  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '-1'],
    ['limit', '2.5'],
    ['limit', 'ten'],
    ['limit', ''],
    ['order', 'newest'],
    ['order', 'ASC'],
    ['status', 'queued'],
    ['status', 'done'],
    ['after', 'vt_00000000000000000000000000'],
    ['after', 'nonsense'],
  ])('[tasks.list.bad-value] %s=%s is 400 payload_invalid', async (name, value) => {
    const response = await user.request(`/v1/videos?${name}=${value}`);
    expectApiError(response, { status: 400, code: 'payload_invalid', param: name });
  });
});
