import { beforeAll, describe, expect, it } from 'vitest';
import { expectApiError, send } from './response.ts';
import { completionOf, saying } from './local-client.ts';
import { instant } from './prompts.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway(() => ({
  env: { FILMGATE_RETENTION_RESULTS_HOURS: '48' },
}));
const published = useGateway(() => ({
  env: { FILMGATE_LOCAL_PUBLIC_URL: 'https://films.example/gate' },
}));

let url = new URL('http://not.made.yet');
let made = 0;
beforeAll(async () => {
  made = Date.now();
  url = new URL(completionOf(await shared.local.chat(saying(instant('linked fox')))).url);
});

const at = (change: (changed: URL) => void): ReturnType<typeof send> => {
  const changed = new URL(url);
  change(changed);
  return send(changed.href);
};

describe('a result URL', () => {
  it('[local.result.url] names the job and plays without a header', async () => {
    expect(url.origin).toBe(shared.gateway.localUrl);
    expect(url.pathname).toMatch(/^\/media\/lj_[0-9a-hjkmnp-tv-z]{26}\.mp4$/);
    const response = await send(url.href);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(response.headers.get('cache-control')).toBe('private');
  });

  it('[local.result.retention] holds as long as the result is kept', () => {
    const keptUntil = made / 1000 + 48 * 3600;
    const expires = Number(url.searchParams.get('expires'));
    expect(expires - keptUntil).toBeGreaterThanOrEqual(-1);
    expect(expires - keptUntil).toBeLessThan(30);
  });

  it('[local.result.public-url] begins with the public URL', async () => {
    const completion = completionOf(await published.local.chat(saying(instant('published fox'))));
    expect(completion.url).toMatch(/^https:\/\/films\.example\/gate\/media\/lj_/);
    const { pathname, search } = new URL(completion.url);
    const local = `${published.gateway.localUrl}${pathname.replace('/gate', '')}${search}`;
    expect((await send(local)).status).toBe(200);
  });

  it.each([
    ['another expiry', (changed: URL) => changed.searchParams.set('expires', '9999999999')],
    ['a past expiry', (changed: URL) => changed.searchParams.set('expires', '1')],
    ['no expiry', (changed: URL) => changed.searchParams.delete('expires')],
    ['no signature', (changed: URL) => changed.searchParams.delete('signature')],
    ['another signature', (changed: URL) => changed.searchParams.set('signature', 'x')],
    [
      'another job',
      (changed: URL) => {
        changed.pathname = '/media/lj_00000000000000000000000000.mp4';
      },
    ],
    [
      'another extension',
      (changed: URL) => {
        changed.pathname = changed.pathname.replace('.mp4', '.png');
      },
    ],
  ])('[local.result.signature] with %s is 403', async (_, change) => {
    expectApiError(await at(change), { status: 403, code: 'signature_invalid' });
  });

  it('[local.result.signature] of the other surface, and what is no result, are 404', async () => {
    for (const path of ['/media/vt_00000000000000000000000000.mp4', '/media/x', '/media/']) {
      const response = await send(`${shared.gateway.localUrl}${path}${url.search}`);
      expectApiError(response, { status: 404, code: 'route_not_found' });
    }
    expect((await send(`${shared.gateway.tasksUrl}${url.pathname}${url.search}`)).status).toBe(404);
  });

  it('[local.result.range] supports ranges and HEAD', async () => {
    const whole = await send(url.href);
    const part = await send(url.href, { headers: { range: 'bytes=4-7' } });
    expect(part.status).toBe(206);
    expect(part.text).toBe('ftyp');
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${whole.bytes.length}`);
    const head = await send(url.href, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(whole.bytes.length));
    const beyond = await send(url.href, { headers: { range: 'bytes=99999999-' } });
    expectApiError(beyond, { status: 416, code: 'range_not_satisfiable', param: 'Range' });
    const tag = whole.headers.get('etag') ?? '';
    const again = await send(url.href, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  });
});
