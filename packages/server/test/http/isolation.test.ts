import { beforeAll, describe, expect, it } from 'vitest';
import { type HttpResponse, expectApiError, jsonOf, visibleParts } from './response.ts';
import { instant, parked, smallest } from './prompts.ts';
import { type Task, taskListSchema } from './shapes.ts';
import { taskOf, type TasksClient } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
let owner: TasksClient;
let stranger: TasksClient;
let finished: Task;
let running: Task;

beforeAll(async () => {
  owner = await shared.newUser();
  stranger = await shared.newUser();
  running = taskOf(await owner.create(smallest(parked('private and running'))));
  finished = taskOf(await owner.create(smallest(instant('private and finished'))));
  await owner.completed(finished.id);
});

/** An id of the right form that belongs to no task. */
const missingId = 'vt_00000000000000000000000000';

const requests: readonly (readonly [string, (id: string) => readonly [string, string]])[] = [
  ['reading', (id) => ['GET', `/v1/videos/${id}`]],
  ['the content', (id) => ['GET', `/v1/videos/${id}/content`]],
  ['the download', (id) => ['GET', `/v1/videos/${id}/content?download=1`]],
  ['the head of the content', (id) => ['HEAD', `/v1/videos/${id}/content`]],
];

function ask(
  client: TasksClient,
  [method, path]: readonly [string, string],
): Promise<HttpResponse> {
  return client.request(path, { method, headers: { range: 'bytes=0-9' } });
}

describe('a task of another user', () => {
  it.each(requests)(
    '[tasks.read.foreign-404][invariants.i11-foreign-is-missing] responds to %s as to a missing one, byte for byte',
    async (_, request) => {
      const missing = await ask(stranger, request(missingId));
      expect(missing.status).toBe(404);
      for (const id of [running.id, finished.id]) {
        const foreign = await ask(stranger, request(id));
        expect(visibleParts(foreign)).toEqual(visibleParts(missing));
      }
    },
  );

  it('[tasks.read.foreign-404] is 404 job_not_found, and the owner still sees it', async () => {
    const response = await stranger.request(`/v1/videos/${finished.id}`);
    expectApiError(response, { status: 404, code: 'job_not_found' });
    expect((await owner.read(finished.id)).status).toBe('completed');
  });

  it.each([
    'x',
    'vt_',
    'vt_0',
    'vt_ILOU0000000000000000000000',
    'vj_00000000000000000000000000',
    '%00',
    "';--",
    'vt_00000000000000000000000000%20',
  ])('[tasks.read.foreign-404] the id %s is 404 job_not_found', async (id) => {
    const response = await stranger.request(`/v1/videos/${id}`);
    expectApiError(response, { status: 404, code: 'job_not_found' });
  });

  it('[tasks.content.not-ready][invariants.i11-foreign-is-missing] its content, and unfinished content of one’s own, are the same 404', async () => {
    const own = taskOf(await stranger.create(smallest(parked('mine, not ready'))));
    const responses = await Promise.all(
      [own.id, running.id, finished.id, missingId].map((id) =>
        stranger.request(`/v1/videos/${id}/content`),
      ),
    );
    const [unfinished, ...others] = responses;
    if (unfinished === undefined) throw new Error('four answers were asked for');
    expectApiError(unfinished, { status: 404, code: 'job_not_found' });
    for (const other of others) expect(visibleParts(other)).toEqual(visibleParts(unfinished));
  });

  it('[tasks.list.own-only] is in no list and no search', async () => {
    const queries = [
      '',
      '?status=completed',
      '?search=private',
      `?search=${finished.id}`,
      '?limit=100&order=asc',
    ];
    for (const query of queries) {
      const response = await stranger.request(`/v1/videos${query}`);
      const { data } = taskListSchema.parse(jsonOf(response));
      expect(data.map(({ id }) => id)).not.toContain(finished.id);
      expect(data.map(({ id }) => id)).not.toContain(running.id);
    }
  });

  it('[tasks.list.bad-value][invariants.i11-foreign-is-missing] is no position to continue a list from, as a missing one is not', async () => {
    const foreign = await stranger.request(`/v1/videos?after=${finished.id}`);
    const missing = await stranger.request(`/v1/videos?after=${missingId}`);
    expectApiError(foreign, { status: 400, code: 'payload_invalid', param: 'after' });
    expect(visibleParts(foreign)).toEqual(visibleParts(missing));
  });
});
