import type { FastifyInstance } from 'fastify';
import { PresentWorld, type SurfaceWorld } from './present-world.ts';
import { administrator, createApps, localUrl, serviceKey } from './surface-plugins.ts';

/** Response to a caller. */
export interface SurfaceResponse {
  readonly status: number;
  /** All headers except `date`, which Node takes from the machine's clock and not from the world's. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; null when the response is not JSON. */
  readonly body: unknown;
}

export interface ContentResponse extends SurfaceResponse {
  /** The received bytes, also of an error. */
  readonly bytes: Uint8Array;
}

export interface SurfaceRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** The administration API, with a login at its first request, and again when a session is no longer valid. */
export interface AdminSurface {
  request(request: SurfaceRequest): Promise<SurfaceResponse>;
  createUser(body: { readonly name: string; readonly total_limit?: number | null }): Responses;
  rotate(userId: string): Responses;
  enable(userId: string): Responses;
  disable(userId: string): Responses;
  limit(userId: string, totalLimit: number | null): Responses;
  /** @param confirm - the name of the user, or the id */
  erase(userId: string, confirm: string): Responses;
  users(): Responses;
  addAccount(body: object): Responses;
  editAccount(accountId: string, body: object): Responses;
  removeAccount(accountId: string): Responses;
  testAccount(accountId: string): Responses;
  accounts(): Responses;
  job(jobId: string): Responses;
  check(jobId: string): Responses;
  rule(jobId: string, outcome: 'charged' | 'not_charged', note?: string): Responses;
  removeResult(jobId: string): Responses;
  confirmClock(): Responses;
}

type Responses = Promise<SurfaceResponse>;

/** Surfaces for the callers of one process. */
export interface EnteredSurfaces {
  /** Any request to the listener of the tasks surface. */
  request(request: SurfaceRequest): Promise<ContentResponse>;
  create(input: {
    readonly apiKey: string;
    readonly idempotencyKey?: string;
    readonly body: object;
  }): Responses;
  read(input: { readonly apiKey: string; readonly id: string }): Responses;
  list(input: { readonly apiKey: string; readonly query?: string }): Responses;
  content(input: {
    readonly apiKey: string;
    readonly id: string;
    readonly range?: string;
  }): Promise<ContentResponse>;
  readonly local: {
    request(request: SurfaceRequest): Promise<ContentResponse>;
    /** Resolves when the video is ready, or its job has ended otherwise. */
    chat(body: object): Responses;
    images(body: object): Responses;
    capacity(): Responses;
  };
  readonly admin: AdminSurface;
}

export interface Surfaces {
  /** Requests through the result reach the ports of this world and of no other, whatever is running meanwhile. */
  enter(world: SurfaceWorld): EnteredSurfaces;
  close(): Promise<void>;
}

/**
 * Creates the real surfaces without a socket, once for thousands of histories. A request advances by ticks of the
 * process, by the world's ports, and by nothing else: no timers, no clock and no randomness.
 */
export async function createSurfaces(): Promise<Surfaces> {
  const present = new PresentWorld();
  const apps = await createApps(present);
  let entered = 0;
  return {
    enter(world) {
      entered += 1;
      // Each world has its own callers: the memory of wrong keys is one for the whole process.
      const address = addressOf(entered);
      const within = (app: FastifyInstance, from: string) => (request: SurfaceRequest) => {
        const response = present.within(world, () => inject(app, request, from));
        world.onRequest?.(response);
        return response;
      };
      const local = within(apps.local, '127.0.0.1');
      return {
        ...tasksSurface(within(apps.tasks, address)),
        local: localSurface(within(apps.local, address)),
        admin: adminSurface(local, world.openAdminSession),
      };
    },
    async close() {
      await Promise.all([apps.tasks.close(), apps.local.close()]);
    },
  };
}

type Ask = (request: SurfaceRequest) => Promise<ContentResponse>;

async function inject(
  app: FastifyInstance,
  { method, url, headers = {}, body }: SurfaceRequest,
  remoteAddress: string,
): Promise<ContentResponse> {
  const response = await app.inject({
    method,
    url,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    remoteAddress,
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const type = response.headers['content-type'] ?? '';
  return {
    status: response.statusCode,
    headers: Object.fromEntries(
      Object.entries(response.headers)
        .filter(([name]) => name !== 'date')
        .map(([name, value]) => [name, String(value)]),
    ),
    body: type.includes('json') && response.payload !== '' ? response.json<unknown>() : null,
    bytes: response.rawPayload,
  };
}

function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

function tasksSurface(request: Ask): Omit<EnteredSurfaces, 'local' | 'admin'> {
  const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });
  return {
    request,
    create: ({ apiKey, idempotencyKey, body }) =>
      request({
        method: 'POST',
        url: '/v1/videos',
        headers: {
          ...bearer(apiKey),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        body,
      }),
    read: ({ apiKey, id }) =>
      request({ method: 'GET', url: `/v1/videos/${id}`, headers: bearer(apiKey) }),
    list: ({ apiKey, query = '' }) =>
      request({ method: 'GET', url: `/v1/videos${query}`, headers: bearer(apiKey) }),
    content: ({ apiKey, id, range }) =>
      request({
        method: 'GET',
        url: `/v1/videos/${id}/content`,
        headers: { ...bearer(apiKey), ...(range !== undefined && { range }) },
      }),
  };
}

function localSurface(ask: Ask): EnteredSurfaces['local'] {
  const request: Ask = (asked) =>
    ask({ ...asked, headers: { authorization: `Bearer ${serviceKey}`, ...asked.headers } });
  return {
    request,
    chat: (body) => request({ method: 'POST', url: '/v1/chat/completions', body }),
    images: (body) => request({ method: 'POST', url: '/v1/images/generations', body }),
    capacity: () => request({ method: 'GET', url: '/api/v1/video-pool-capacity' }),
  };
}

const unauthorized = 401;

function adminSurface(ask: Ask, openSession?: () => Promise<string>): AdminSurface {
  const { host } = new URL(localUrl);
  const request = loggedIn(
    (asked) => ask({ ...asked, headers: { host, ...asked.headers } }),
    openSession,
  );
  const send = (
    method: SurfaceRequest['method'],
    path: string,
    body?: object,
  ): Promise<SurfaceResponse> =>
    request({ method, url: `/api/v1/admin/${path}`, ...(body !== undefined && { body }) });
  const change = (id: string, body: object) => send('PATCH', `api-users/${id}`, body);
  return {
    request,
    createUser: (body) => send('POST', 'api-users', body),
    rotate: (id) => send('POST', `api-users/${id}/rotate`),
    enable: (id) => change(id, { enabled: true }),
    disable: (id) => change(id, { enabled: false }),
    limit: (id, totalLimit) => change(id, { total_limit: totalLimit }),
    erase: (id, confirm) => send('POST', `api-users/${id}/erase`, { confirm }),
    users: () => send('GET', 'api-users'),
    addAccount: (body) => send('POST', 'accounts', body),
    editAccount: (id, body) => send('PATCH', `accounts/${id}`, body),
    removeAccount: (id) => send('DELETE', `accounts/${id}`),
    testAccount: (id) => send('POST', `accounts/${id}/test`),
    accounts: () => send('GET', 'accounts'),
    job: (id) => send('GET', `jobs/${id}`),
    check: (id) => send('POST', `jobs/${id}/check`),
    rule: (id, outcome, note = 'ruled in the simulation') =>
      send('POST', `jobs/${id}/resolve`, { outcome, note }),
    removeResult: (id) => send('DELETE', `jobs/${id}/result`),
    confirmClock: () => send('POST', 'clock/confirm'),
  };
}

/**
 * Sends requests with a session. Where a store that went back has lost it, or its login is too old, one more login is
 * tried, once.
 */
function loggedIn(ask: Ask, openSession?: () => Promise<string>): Ask {
  let cookie: Promise<string> | undefined;
  const logIn = async (): Promise<string> => {
    if (openSession !== undefined) return `filmgate_session=${await openSession()}`;
    const response = await ask({ method: 'POST', url: '/api/v1/auth/login', body: administrator });
    return response.headers['set-cookie']?.split(';')[0] ?? '';
  };
  return async (asked) => {
    cookie ??= logIn();
    const used = cookie;
    const withSession = async () =>
      ask({ ...asked, headers: { ...asked.headers, cookie: await (cookie ??= logIn()) } });
    const response = await withSession();
    if (response.status !== unauthorized && !needsFreshLogin(response)) return response;
    if (cookie === used) cookie = undefined;
    return withSession();
  };
}

function needsFreshLogin({ headers }: SurfaceResponse): boolean {
  return headers['x-error-code'] === 'reauthentication_required';
}
