import { describe, expect, it } from 'vitest';
import { expectApiError, jsonOf } from './response.ts';
import { parked, smallest } from './prompts.ts';
import { taskSchema } from './shapes.ts';
import { createPaths, taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

describe('creating a task', () => {
  it('[tasks.create.first-202][tasks.create.answer-headers] answers 202 with its headers', async () => {
    const response = await shared.tasks.create(smallest(parked('a fox')));
    const task = taskOf(response, 202);
    const location = new URL(response.headers.get('location') ?? '', shared.gateway.tasksUrl);
    expect(location.pathname).toBe(`/v1/videos/${task.id}`);
    expect(response.headers.get('x-request-id')).toMatch(/\S/);
    expect(response.headers.get('openai-poll-after-ms')).toBe('3000');
    expect(response.headers.get('idempotency-replayed')).toBeNull();
  });

  it('[tasks.create.answer-body][tasks.object.fields][tasks.object.instants] answers the whole task object, just begun', async () => {
    const before = Math.floor(Date.now() / 1000);
    const prompt = parked('a fox in the snow');
    const task = taskOf(await shared.tasks.create({ prompt }));
    expect(task).toEqual({
      id: task.id,
      task_id: task.id,
      object: 'video',
      status: 'in_progress',
      progress: 0,
      model: 'vm_std-2.0',
      seconds: 5,
      resolution: '1080p',
      aspect_ratio: '16:9',
      size: '1920x1080',
      generate_audio: true,
      prompt,
      created_at: task.created_at,
      completed_at: null,
      expires_at: null,
      error: null,
      remixed_from_video_id: null,
      warnings: [],
    });
    expect(task.created_at).toBeGreaterThanOrEqual(before);
    expect(task.created_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
  });

  it('[tasks.read.own-200] the task can be read at once, at its Location', async () => {
    const response = await shared.tasks.create(smallest(parked('read me')));
    const read = await shared.tasks.request(
      response.headers.get('location')?.replace(shared.gateway.tasksUrl, '') ?? '',
    );
    expect(read.status).toBe(200);
    expect(taskSchema.parse(jsonOf(read)).id).toBe(taskOf(response).id);
  });

  it('[tasks.object.id] ids are different and ordered by time', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 10; index += 1) {
      ids.push(taskOf(await shared.tasks.create(smallest(parked(`number ${index}`)))).id);
    }
    expect(new Set(ids).size).toBe(10);
    expect([...ids].toSorted()).toEqual(ids);
  });

  it.each(createPaths)(
    '[tasks.create.paths-equivalent] POST %s makes the same task',
    async (path) => {
      const body = {
        prompt: parked('the same on three paths'),
        model: 'std-2.0',
        seconds: 7,
        resolution: '720p',
        size: '720x1280',
        generate_audio: false,
      };
      const task = taskOf(await shared.tasks.create(body, { path }));
      expect(task).toMatchObject({
        model: 'vm_std-2.0',
        seconds: 7,
        resolution: '720p',
        aspect_ratio: '9:16',
        size: '720x1280',
        generate_audio: false,
      });
      expect((await shared.tasks.read(task.id)).id).toBe(task.id);
      const refused = await shared.tasks.create({ ...body, seconds: 4 }, { path });
      expectApiError(refused, { status: 400, code: 'payload_invalid', param: 'seconds' });
    },
  );
});

describe('warnings', () => {
  it('[tasks.warnings.unknown-field][tasks.warnings.kept] name each unknown field, also in reads, lists and replays', async () => {
    const user = await shared.newUser();
    const body = { ...smallest(parked('unknown fields')), style: 'noir', seed: 2, quality: 'high' };
    const key = 'warnings-are-kept';
    const created = taskOf(await user.create(body, { key }));
    expect(created.warnings.map(({ param }) => param).toSorted()).toEqual([
      'quality',
      'seed',
      'style',
    ]);
    const replayed = taskOf(await user.create(body, { key }), 200);
    expect(replayed.warnings).toEqual(created.warnings);
    expect((await user.read(created.id)).warnings).toEqual(created.warnings);
    const listed = await user.request('/v1/videos');
    expect(listed.text).toContain(JSON.stringify(created.warnings));
  });

  it('[tasks.warnings.unknown-field] name unknown multipart fields', async () => {
    const response = await shared.tasks.createForm([
      ['prompt', parked('unknown multipart field')],
      ['resolution', '720p'],
      ['style', 'noir'],
    ]);
    expect(taskOf(response).warnings.map(({ param }) => param)).toEqual(['style']);
  });

  it('[tasks.warnings.unknown-field] are an empty array when there are none', async () => {
    expect(taskOf(await shared.tasks.create(smallest(parked('all known')))).warnings).toEqual([]);
  });

  it('[tasks.warnings.unknown-field] take names of inherited properties as the unknown fields they are', async () => {
    const body = { ...smallest(parked('inherited names')), toString: 'x', hasOwnProperty: 1 };
    const task = taskOf(await shared.tasks.create(body));
    expect(task.warnings.map(({ param }) => param).toSorted()).toEqual([
      'hasOwnProperty',
      'toString',
    ]);
  });
});
