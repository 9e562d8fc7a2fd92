import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectApiError } from './response.ts';
import { parked, smallest } from './prompts.ts';
import { type ImageServer, startImageServer } from './start-image-server.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

let listed: ImageServer;
let unlisted: ImageServer;

beforeAll(async () => {
  unlisted = await startImageServer();
  listed = await startImageServer(`${unlisted.origin}/elsewhere.png`);
});
afterAll(async () => {
  await listed.stop();
  await unlisted.stop();
});

const shared = useGateway(() => ({
  env: {
    FILMGATE_IMAGE_HOSTS: `private:${listed.origin},images.example.com,*.cdn.example.com,http://plain.example.com`,
  },
}));

const create = (url: string, key?: string) =>
  shared.tasks.create(
    { ...smallest(parked('a remote fox')), images: [url] },
    key === undefined ? {} : { key },
  );

async function refused(url: string): Promise<string> {
  const response = await create(url);
  const expected = { status: 400, code: 'payload_invalid', param: /^images/ };
  return expectApiError(response, expected);
}

describe('remote images', () => {
  it('[tasks.images.host-list][tasks.images.host-entry-forms] come from a listed on-premises host', async () => {
    taskOf(await create(`${listed.origin}/listed.png`));
    expect(listed.requests('/listed.png')).toBe(1);
  });

  it('[tasks.images.host-list] are fetched once, by the gateway', async () => {
    const task = taskOf(await create(`${listed.origin}/once.png`));
    await shared.tasks.read(task.id);
    expect(listed.requests('/once.png')).toBe(1);
  });

  it('[tasks.images.host-list][tasks.images.refusal-names-item] from an unlisted host are refused without a request', async () => {
    const { host } = new URL(unlisted.origin);
    const message = await refused(`${unlisted.origin}/unlisted.png`);
    expect(message).toContain(host.split(':')[0]);
    expect(unlisted.requests('/unlisted.png')).toBe(0);
  });

  it.each([{ frame_mode: 'first_only' }, {}])(
    '[bodies.images.unused-checked] that are not used are refused by the same rules: %j',
    async (mode) => {
      const { host } = new URL(unlisted.origin);
      const images = [`${listed.origin}/first.png`, `${unlisted.origin}/second.png`];
      const response = await shared.tasks.create({
        ...smallest(parked('two foxes')),
        ...mode,
        images,
      });
      const expected = { status: 400, code: 'payload_invalid', param: 'images[1]' };
      expect(expectApiError(response, expected)).toContain(host.split(':')[0]);
      expect(unlisted.requests('/second.png')).toBe(0);
    },
  );

  it.each([
    [{ asset_id: 'as_nothing' }, 'No asset has the id'],
    ['data:image/png;base64,aGVsbG8=', 'an unsupported type'],
  ])('[bodies.images.unused-checked] that are not used may not be %j', async (image, sentence) => {
    const images = [`${listed.origin}/used.png`, image];
    const response = await shared.tasks.create({ ...smallest(parked('a fox and more')), images });
    const expected = { status: 400, code: 'payload_invalid', param: 'images[1]' };
    expect(expectApiError(response, expected)).toContain(sentence);
  });

  it.each([
    'https://not-listed.example.org/fox.png',
    'https://images.example.com.evil.example/fox.png',
    'https://evil-images.example.com/fox.png',
    'https://cdn.example.com.evil.example/fox.png',
    'http://images.example.com/fox.png',
    'https://images.example.com:8443/fox.png',
    'https://plain.example.com/fox.png',
    'https://images.example.com@evil.example/fox.png',
    'https://evil.example/fox.png?images.example.com',
    'https://evil.example\\@images.example.com/fox.png',
  ])('[tasks.images.host-list][tasks.images.refusal-names-item] %s is on no list', async (url) => {
    await refused(url);
  });

  it.each([
    'ftp://images.example.com/fox.png',
    'file:///etc/passwd',
    'gopher://images.example.com/',
    'javascript:alert(1)',
    '//images.example.com/fox.png',
    'https://',
    'https://user:secret@images.example.com/fox.png',
  ])('[tasks.images.host-list] %s is no remote image', async (url) => {
    await refused(url);
  });

  it.each([
    'http://127.0.0.1:1/fox.png',
    'http://localhost/fox.png',
    'http://[::1]/fox.png',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706433/fox.png',
    'http://0x7f000001/fox.png',
    'http://10.0.0.1/fox.png',
    'http://[::ffff:127.0.0.1]/fox.png',
  ])('[tasks.images.guarded] the private address %s is not reached', async (url) => {
    await refused(url);
  });

  it('[tasks.images.guarded] a redirect to elsewhere is not followed', async () => {
    await refused(`${listed.origin}/away`);
    expect(listed.requests('/away')).toBe(1);
    expect(unlisted.requests('/elsewhere.png')).toBe(0);
  });

  it.each(['/page.html', '/missing'])(
    '[tasks.images.refusal-names-item] what %s serves is no image',
    async (path) => {
      const message = await refused(listed.origin + path);
      expect(message).toContain('127.0.0.1');
    },
  );

  it('[tasks.images.refusal-names-item] names the item that failed', async () => {
    const images = [`${listed.origin}/first.png`, `${listed.origin}/page.html`];
    const response = await shared.tasks.create({
      ...smallest(parked('two')),
      frame_mode: 'all',
      images,
    });
    const expected = { status: 400, code: 'payload_invalid', param: /^images\D*1/ };
    expectApiError(response, expected);
  });
});

describe('a replay with a remote image', () => {
  it('[idempotency.before-fetch][idempotency.content-digests] fetches nothing again', async () => {
    const url = `${listed.origin}/replayed.png`;
    const first = taskOf(await create(url, 'remote-replay'));
    const again = taskOf(await create(url, 'remote-replay'), 200);
    expect(again.id).toBe(first.id);
    expect(listed.requests('/replayed.png')).toBe(1);
  });

  it('[idempotency.before-fetch][idempotency.content-digests] conflicts by URL without fetching the new one', async () => {
    taskOf(await create(`${listed.origin}/one.png`, 'remote-conflict'));
    const response = await create(`${listed.origin}/two.png`, 'remote-conflict');
    expectApiError(response, { status: 409, code: 'idempotency_key_conflict' });
    expect(listed.requests('/two.png')).toBe(0);
  });

  it('[idempotency.refused-keeps-key] a refused image does not consume the key', async () => {
    const refusal = await create(`${listed.origin}/missing`, 'remote-refused');
    expectApiError(refusal, { status: 400, code: 'payload_invalid' });
    expect((await create(`${listed.origin}/found.png`, 'remote-refused')).status).toBe(202);
  });
});
