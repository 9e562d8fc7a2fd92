import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectDetail, jsonOf, send } from './response.ts';
import { instant, parked, smallest } from './prompts.ts';
import { startGateway } from './start-gateway.ts';
import { type TasksClient, taskOf, tasksClient } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const statusOf = async (url: string): Promise<number> => (await send(url)).status;

async function video(tasks: TasksClient, prompt: string) {
  const { id } = taskOf(await tasks.create(smallest(instant(prompt))));
  const task = await tasks.completed(id);
  return { id, url: task.video_url ?? '' };
}

const linkOf = async (tasks: TasksClient, id: string) => (await tasks.read(id)).video_url ?? '';

describe('links to videos', () => {
  it('[taking-back.links-die-with-user] play no longer once their user is disabled, and are refused like altered ones', async () => {
    const user = await shared.newUser();
    const { url } = await video(user, 'a video of a user who is disabled');
    expect(await statusOf(url)).toBe(200);
    await shared.gateway.adminSend('PATCH', `api-users/${user.id}`, { enabled: false });
    const [refused, altered] = [await send(url), await send(`${url}x`)];
    expect(refused.status).toBe(403);
    const error = (text: string) => text.replaceAll(/req_\w+/g, '');
    expect([error(refused.text), refused.status]).toEqual([error(altered.text), altered.status]);
    expect(refused.text).toContain('signature_invalid');
  });

  it('[taking-back.links-revoked] are void once they are revoked, and new ones work', async () => {
    const [user, other] = [await shared.newUser(), await shared.newUser()];
    const mine = await video(user, 'a video whose links are revoked');
    const others = await video(other, 'a video of another user');
    const revoke = () => shared.gateway.adminSend('POST', `api-users/${user.id}/revoke-links`, {});
    expect(jsonOf(await revoke())).toEqual({ link_epoch: 1 });
    expect([await statusOf(mine.url), await statusOf(others.url)]).toEqual([403, 200]);
    const fresh = await linkOf(user, mine.id);
    expect(await statusOf(fresh)).toBe(200);
    await revoke();
    expect(await statusOf(fresh)).toBe(403);
    expect(await statusOf(await linkOf(user, mine.id))).toBe(200);
    expect((await user.request(`/v1/videos/${mine.id}/content`)).status).toBe(200);
  });

  it('[taking-back.links-revoked][taking-back.audited] of the service and the native API are revoked by their name', async () => {
    const { gateway } = shared;
    const response = await gateway.adminSend('POST', 'revoke-links', { owner: 'service' });
    expect(jsonOf(response)).toEqual({ link_epoch: 1 });
    expectDetail(await gateway.adminSend('POST', 'revoke-links', { owner: 'user:x' }), 422);
    expectDetail(await gateway.adminSend('POST', 'api-users/us_none/revoke-links', {}), 404);
    const { text } = await gateway.adminFetch('audit-log?limit=5');
    expect(text).toContain('"links.revoke"');
  });
});

describe('the video of a job', () => {
  const remove = (id: string) =>
    shared.gateway.adminFetch(`jobs/${id}/result`, { method: 'DELETE' });

  it('[taking-back.result][taking-back.audited] is removed, and the job stays completed', async () => {
    const user = await shared.newUser();
    const { id, url } = await video(user, 'a video that is removed');
    const files = await blobs(shared.gateway.dataDir);
    expect((await remove(id)).status).toBe(200);
    const task = await user.read(id);
    expect([task.status, task.video_url]).toEqual(['completed', undefined]);
    expect((await user.request(`/v1/videos/${id}/content`)).status).toBe(404);
    expect(await statusOf(url)).toBe(404);
    expect(await blobs(shared.gateway.dataDir)).toHaveLength(files.length - 1);
    const { text } = await shared.gateway.adminFetch(`jobs/${id}`);
    expect(text).toContain('result-removed');
    expect((await shared.gateway.adminFetch('audit-log?limit=3')).text).toContain(
      '"job.remove-result"',
    );
    expectDetail(await remove(id), 409);
  });

  it('[taking-back.result-shared] keeps its bytes while another job has the same', async () => {
    const { gateway } = shared;
    const user = await shared.newUser();
    const first = await video(user, 'twins');
    const second = await video(user, 'twins');
    const before = await blobs(gateway.dataDir);
    await remove(first.id);
    const kept = await user.request(`/v1/videos/${second.id}/content`);
    expect(kept.status).toBe(200);
    expect((await blobs(gateway.dataDir)).length).toBeGreaterThanOrEqual(before.length - 1);
  });

  it('[taking-back.result] cannot be removed before it is there', async () => {
    const user = await shared.newUser();
    const { id } = taskOf(await user.create(smallest(parked('no video yet'))));
    expectDetail(await remove(id), 409);
    expectDetail(await remove('vt_none'), 404);
  });
});

describe('erasure of an API user', () => {
  it('[taking-back.erasure][taking-back.erasure-confirmed] removes all personal data, and leaves the proof of the credits', async () => {
    const { gateway } = shared;
    const user = await shared.newUser(1_000);
    const { id, url } = await video(user, 'okapi in a lilac raincoat');
    const before = await gateway.usageOf(user.id);
    const erase = (confirm: string) =>
      gateway.adminSend('POST', `api-users/${user.id}/erase`, { confirm });
    expectDetail(await erase('another name'), 422);
    expect(await statusOf(url)).toBe(200);
    const { api_user: erased } = jsonOf(await erase(user.id)) as {
      api_user: { name: string; enabled: boolean; erasure: { completed_at: string | null } };
    };
    expect([erased.name, erased.enabled]).toEqual([user.id, false]);
    expect(erased.erasure.completed_at).not.toBeNull();
    expect([await statusOf(url), (await user.request('/v1/videos')).status]).toEqual([403, 401]);
    const job = await gateway.adminFetch(`jobs/${id}`);
    expect(job.text).not.toContain('okapi');
    expect(job.text).toContain('"state":"completed"');
    expect(jsonOf(await gateway.adminFetch('jobs?text=okapi'))).toMatchObject({ data: [] });
    expect((await gateway.adminFetch(`jobs/${id}/content`)).status).toBe(404);
    expect(await gateway.usageOf(user.id)).toEqual(before);
    expectDetail(await gateway.adminSend('PATCH', `api-users/${user.id}`, { enabled: true }), 409);
    expectDetail(await gateway.adminSend('POST', `api-users/${user.id}/rotate`, {}), 409);
    expect((await erase(user.id)).status).toBe(200);
    expect((await gateway.adminFetch('audit-log?limit=9')).text).toContain('"api-user.erase"');
  });

  it('[taking-back.erasure-in-flight] lets jobs in flight end, and reports how many are left', async () => {
    const { gateway } = shared;
    const user = await shared.newUser(1_000);
    const { id } = taskOf(await user.create(smallest(parked('tapir in flight'))));
    await expect.poll(async () => (await gateway.mock.ledger('tapir in flight')).accepted).toBe(1);
    const response = await gateway.adminSend('POST', `api-users/${user.id}/erase`, {
      confirm: user.id,
    });
    expect(jsonOf(response)).toMatchObject({
      api_user: { erasure: { completed_at: null, remaining: 1 } },
    });
    expect((await gateway.adminFetch(`jobs/${id}`)).text).toContain('tapir');
    expect((await gateway.usageOf(user.id)).reserved).toBeGreaterThan(0);
  });

  it('[taking-back.erasure-files] leaves nothing of a prompt in any file, once the gateway was started again', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'filmgate-erase-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const env = { FILMGATE_LOG_PROMPTS: 'true' };
    const first = await startGateway({ dataDir, env });
    const rareWord = 'quokkaunderamagentaumbrella';
    const tasks = tasksClient(first.tasksUrl, first.apiUserKey);
    const long = `${rareWord} ${'and so on, '.repeat(250)}`;
    for (const prompt of [rareWord, long, `another ${rareWord}`]) await video(tasks, prompt);
    await first.adminFetch('request-logs');
    expect(await filesWith(dataDir, rareWord)).not.toEqual([]);
    const confirm = { confirm: first.apiUserId };
    await first.adminSend('POST', `api-users/${first.apiUserId}/erase`, confirm);
    await first.stop();
    const again = await startGateway({ dataDir, env, accounts: [] });
    await again.adminFetch('request-logs');
    await again.stop();
    const found = await filesWith(dataDir, rareWord);
    // The mock is the provider: data sent to it belongs to it.
    expect(found.filter((name) => !name.startsWith('mock-ledger'))).toEqual([]);
  });
});

async function blobs(dataDir: string): Promise<readonly string[]> {
  const names = await readdir(join(dataDir, 'results'), { recursive: true });
  return names.filter((name) => /[0-9a-f]{64}/.test(name));
}

async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (bytes.includes(text)) names.push(entry.name);
  }
  return names;
}
