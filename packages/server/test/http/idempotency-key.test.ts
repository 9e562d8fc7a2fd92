import { describe, expect, it } from 'vitest';
import { expectApiError } from './response.ts';
import { instant, parked, smallest } from './prompts.ts';
import { sendRaw } from './raw-http.ts';
import { createPaths, type FormPart, taskOf, tasksClient } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const body = smallest(parked('one key, one task'));
const form: readonly FormPart[] = Object.entries(body).map(
  ([name, value]) => [name, String(value)] as const,
);

describe('a key', () => {
  it('[idempotency.optional] may be absent: equal requests are then two tasks', async () => {
    const first = taskOf(await shared.tasks.create(body));
    const second = taskOf(await shared.tasks.create(body));
    expect(second.id).not.toBe(first.id);
  });

  it('[idempotency.replay-200][idempotency.replay-header] replays the original task', async () => {
    const first = await shared.tasks.create(body, { key: 'replay' });
    const again = await shared.tasks.create(body, { key: 'replay' });
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(taskOf(again, 200)).toEqual(taskOf(first, 202));
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('[idempotency.replay-200] replays the task in its present state', async () => {
    const quick = { ...smallest(instant('replayed when complete')) };
    const first = taskOf(await shared.tasks.create(quick, { key: 'replay-current' }));
    await shared.tasks.completed(first.id);
    const again = taskOf(await shared.tasks.create(quick, { key: 'replay-current' }), 200);
    expect(again).toMatchObject({ id: first.id, status: 'completed', progress: 100 });
    expect(again.video_url).toBeDefined();
  });

  it('[idempotency.conflict][errors.no-retry-on-conflict] conflicts with other content, and still replays its own', async () => {
    const first = taskOf(await shared.tasks.create(body, { key: 'conflict' }));
    for (const change of [{ prompt: parked('other') }, { seconds: 6 }, { generate_audio: false }]) {
      const response = await shared.tasks.create({ ...body, ...change }, { key: 'conflict' });
      expectApiError(response, { status: 409, code: 'idempotency_key_conflict' });
      expect(response.text).not.toContain(first.id);
    }
    expect(taskOf(await shared.tasks.create(body, { key: 'conflict' }), 200).id).toBe(first.id);
  });

  it('[idempotency.scope-user][invariants.i3-one-job-per-key] belongs to one API user', async () => {
    const [anna, ben] = [await shared.newUser(), await shared.newUser()];
    const annas = taskOf(await anna.create(body, { key: 'shared-by-two' }));
    const bens = taskOf(await ben.create({ ...body, seconds: 9 }, { key: 'shared-by-two' }));
    expect(bens.id).not.toBe(annas.id);
  });

  it('[idempotency.scope-paths][idempotency.scope-encodings] covers three paths and both encodings', async () => {
    const first = taskOf(await shared.tasks.create(body, { key: 'every-way' }));
    for (const path of createPaths) {
      const options = { path, key: 'every-way' };
      expect(taskOf(await shared.tasks.create(body, options), 200).id).toBe(first.id);
      expect(taskOf(await shared.tasks.createForm(form, options), 200).id).toBe(first.id);
      const other = await shared.tasks.create({ ...body, seconds: 6 }, options);
      expectApiError(other, { status: 409, code: 'idempotency_key_conflict' });
    }
  });

  it('[idempotency.survives-rotation] replays after the API user has a new API key', async () => {
    const user = await shared.newUser();
    const first = taskOf(await user.create(body, { key: 'rotation' }));
    const rotated = await shared.gateway.adminFetch(`api-users/${user.id}/rotate`, {
      method: 'POST',
    });
    const { key } = JSON.parse(rotated.text) as { readonly key: string };
    const renewed = tasksClient(shared.gateway.tasksUrl, key);
    expect(taskOf(await renewed.create(body, { key: 'rotation' }), 200).id).toBe(first.id);
  });
});

describe('the form of a key', () => {
  it.each([
    'a',
    '!',
    '~',
    'a'.repeat(255),
    'urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66',
    "it's;a,key",
    '{"a":1}',
  ])('[idempotency.key-form] %s is a key', async (key) => {
    expect((await shared.tasks.create(body, { key })).status).toBe(202);
    expect((await shared.tasks.create(body, { key })).status).toBe(200);
  });

  it.each(['', 'a'.repeat(256), 'with space', 'tab\tinside', 'caf\u00e9', '\u00a0', '""'])(
    '[idempotency.key-form] %j is 400 payload_invalid',
    async (key) => {
      const response = await sendKeys([key]);
      expectApiError(response, { status: 400, code: 'payload_invalid', param: 'Idempotency-Key' });
    },
  );

  it('[idempotency.key-form] upper and lower case are two keys', async () => {
    expect((await shared.tasks.create(body, { key: 'Case' })).status).toBe(202);
    expect((await shared.tasks.create(body, { key: 'case' })).status).toBe(202);
  });

  it.each([
    ['"quoted-key"', 'quoted-key'],
    ['bare-key', '"bare-key"'],
  ])('[idempotency.quoted] %s and %s are one key', async (first, second) => {
    const created = taskOf(await shared.tasks.create(body, { key: first }));
    expect(taskOf(await shared.tasks.create(body, { key: second }), 200).id).toBe(created.id);
  });

  it('[idempotency.quoted] the quotes do not count towards the length', async () => {
    expect((await sendKeys([`"${'q'.repeat(255)}"`])).status).toBe(202);
    const response = await sendKeys([`"${'q'.repeat(256)}"`]);
    expectApiError(response, { status: 400, code: 'payload_invalid', param: 'Idempotency-Key' });
  });

  it.each([
    ['two-lines-a', 'two-lines-b'],
    ['two-equal-lines', 'two-equal-lines'],
  ])('[idempotency.two-lines] the lines %s and %s are refused', async (...keys) => {
    const response = await sendKeys(keys);
    expectApiError(response, { status: 400, code: 'payload_invalid', param: 'Idempotency-Key' });
  });

  it('[idempotency.two-lines] a comma inside one line is no second line', async () => {
    expect((await sendKeys(['one,line'])).status).toBe(202);
  });
});

/** A creation with these `Idempotency-Key` lines on the wire; Latin-1 as HTTP/1.1 sends it. */
function sendKeys(keys: readonly string[]) {
  return sendRaw({
    url: `${shared.gateway.tasksUrl}/v1/videos`,
    method: 'POST',
    headers: [
      ['Authorization', `Bearer ${shared.gateway.apiUserKey}`],
      ['Content-Type', 'application/json'],
      ...keys.map((key) => ['Idempotency-Key', key] as const),
    ],
    body: JSON.stringify(body),
  });
}
