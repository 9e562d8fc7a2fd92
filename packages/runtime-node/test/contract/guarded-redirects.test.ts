import { describe, expect, test } from 'vitest';
import { createOpenGuarded, type GuardedCall } from '../../src/guarded-fetch/open-guarded.ts';
import { HOST, optionsFor, type Site, site } from '../support/site.ts';

const other = 'cdn.example.com';

/** A site that responds by path: a location to redirect to, or bytes. */
async function endpoints(locations: { readonly [path: string]: string }): Promise<Site> {
  return await site((request, response) => {
    const location = locations[request.url ?? ''];
    if (location === undefined) {
      response.setHeader('etag', '"of-the-film"');
      response.end('the video');
      return;
    }
    response.writeHead(302, { location }).end();
  });
}

async function open(
  { port }: Site,
  path: string,
  call: GuardedCall = {},
): Promise<{ readonly said: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const entry = { scheme: 'http', subdomains: false, port } as const;
  const opened = await createOpenGuarded(
    optionsFor(port, {
      allowedHosts: [
        { ...entry, host: HOST, admitsPrivate: true },
        { ...entry, host: other, admitsPrivate: false },
      ],
      resolveHost: async (host) => {
        asked.push(host);
        return ['127.0.0.1'];
      },
    }),
  )(`http://${HOST}:${port}${path}`, call);
  if (opened.kind === 'refused') return { said: opened.reason, asked };
  const pieces: Uint8Array[] = [];
  for await (const piece of opened.body) pieces.push(piece);
  return { said: Buffer.concat(pieces).toString(), asked };
}

describe('a redirect of a guarded fetch', () => {
  test('[providers.engine.results] is followed only where asked for, and so often at most', async () => {
    const where = await endpoints({ '/1': '/2', '/2': './3', '/3': '/4', '/4': '/5', '/5': '/6' });
    expect((await open(where, '/4')).said).toBe('redirected');
    expect((await open(where, '/5', { redirects: 1 })).said).toBe('the video');
    expect((await open(where, '/3', { redirects: 3 })).said).toBe('the video');
    expect((await open(where, '/2', { redirects: 3 })).said).toBe('redirected');
    await where.allClosed();
  });

  test('[providers.engine.results] is checked as the first URL was, at every hop', async () => {
    const hops = {
      '/host': 'https://elsewhere.example/x',
      '/scheme': `https://${HOST}/x`,
      '/metadata': 'http://169.254.169.254/latest',
      '/file': 'file:///etc/passwd',
      '/user': `http://user:pass@${HOST}/x`,
      '/nowhere': 'http://',
    };
    const where = await endpoints({ ...hops, '/first': '/host' });
    const reasonOf = async (path: string) => (await open(where, path, { redirects: 3 })).said;
    expect(await Promise.all(Object.keys(hops).map(reasonOf))).toEqual([
      'host-not-allowed',
      'scheme-not-allowed',
      'host-not-allowed',
      'scheme-not-allowed',
      'credentials-in-url',
      'redirected',
    ]);
    expect(await reasonOf('/first')).toBe('host-not-allowed');
    await where.allClosed();
  });

  test('[providers.engine.results] to a private address is refused, also from an origin that may be at one', async () => {
    const where = await endpoints({});
    const from = await endpoints({ '/1': `http://${other}:${where.port}/film` });
    const entry = { scheme: 'http', subdomains: false } as const;
    const opened = await createOpenGuarded(
      optionsFor(from.port, {
        allowedHosts: [
          { ...entry, host: HOST, port: from.port, admitsPrivate: true },
          { ...entry, host: other, port: where.port, admitsPrivate: false },
        ],
      }),
    )(`http://${HOST}:${from.port}/1`, { redirects: 3 });
    expect(opened).toMatchObject({ kind: 'refused', reason: 'address-not-allowed' });
    expect(where.connections()).toBe(0);
  });

  test('that never responds ends with the time of the whole fetch', async () => {
    const where = await site((request, response) => {
      if (request.url === '/1') response.writeHead(302, { location: '/2' }).end();
    });
    const options = optionsFor(where.port, { timeoutMs: 300 });
    const opened = await createOpenGuarded(options)(`http://${HOST}:${where.port}/1`, {
      redirects: 1,
    });
    expect(opened).toMatchObject({ kind: 'refused', reason: 'timed-out' });
    await where.allClosed();
  });
});

describe('a guarded fetch that resumes', () => {
  const video = 'all the bytes of a video';

  /** A site that responds to ranges as scripted. */
  async function openRest(received: {
    readonly status: number;
    readonly range?: string;
    readonly body: string;
  }) {
    const asked: (string | undefined)[] = [];
    const where = await site((request, response) => {
      asked.push(request.headers.range, request.headers['if-range']?.toString());
      const headers = {
        etag: '"e"',
        ...(received.range !== undefined && { 'content-range': received.range }),
      };
      response.writeHead(received.status, headers).end(received.body);
    });
    const call = { resume: { offset: 8, validator: '"e"' } };
    const opened = await createOpenGuarded(optionsFor(where.port))(where.url, call);
    expect(asked).toEqual(['bytes=8-', '"e"']);
    if (opened.kind === 'refused') return opened.reason;
    const { startsAt, contentLength, validator, body } = opened;
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return [startsAt, contentLength, validator, Buffer.concat(pieces).toString()];
  }

  test('gives the rest of the same bytes, or the whole where they are others', async () => {
    const rest = { status: 206, range: `bytes 8-22/23`, body: video.slice(8) };
    expect(await openRest(rest)).toEqual([8, 23, '"e"', video.slice(8)]);
    expect(await openRest({ status: 200, body: video })).toEqual([0, null, '"e"', video]);
  });

  test.for([
    { status: 206, body: video },
    { status: 206, range: 'bytes 9-22/23', body: video },
    { status: 206, range: 'bytes 8-21/23', body: video },
    { status: 206, range: 'bytes 8-22/*', body: video },
    { status: 416, body: '' },
  ])('is refused for other bytes than those asked for: %j', async (response) => {
    expect(await openRest(response)).toBe('status-not-ok');
  });
});
