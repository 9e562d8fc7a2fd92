import { beforeEach, describe, expect, it } from 'vitest';
import { type ApiClient, createApiClient } from './api-client.ts';

const users = '/api/v1/admin/api-users';
const session = '/api/v1/auth/session';

let responses: Record<string, Response[]>;
let sent: { readonly path: string; readonly body: unknown }[];
let ended: number;
let asked: number;
let isConfirmed: boolean;
let api: ApiClient;

const refusal = (status: number, code: string) =>
  Response.json({ detail: 'Refused.' }, { status, headers: { 'x-error-code': code } });
const list = () => Response.json({ data: [], next_cursor: null });

beforeEach(() => {
  responses = {};
  sent = [];
  [ended, asked, isConfirmed] = [0, 0, true];
  api = createApiClient({
    fetch: async (url, { body }) => {
      sent.push({ path: url.pathname, body });
      return responses[url.pathname]?.shift() ?? Response.error();
    },
    urlOf: (path) => new URL(path, 'http://filmgate.test'),
    onSessionEnded: () => {
      ended += 1;
    },
    confirmLogin: async () => {
      asked += 1;
      return isConfirmed;
    },
  });
});

const paths = () => sent.map(({ path }) => path);

describe('a request that needs a fresh login', () => {
  const post = () => api.ask({ path: users, method: 'POST', body: { name: 'Anna' } });
  const needed = () => refusal(403, 'reauthentication_required');

  it('[console.confirm-login] is sent again, as it was, once the user has confirmed', async () => {
    const made = Response.json({ api_user: {}, key: 'fg_user_…' }, { status: 201 });
    responses = { [users]: [needed(), made] };
    expect(await post()).toMatchObject({ kind: 'answered', status: 201 });
    expect([asked, ended]).toEqual([1, 0]);
    expect(sent.map(({ body }) => body)).toEqual(Array(2).fill('{"name":"Anna"}'));
  });

  it('[console.confirm-login] stays refused where the user does not confirm', async () => {
    isConfirmed = false;
    responses = { [users]: [needed()] };
    expect(await post()).toMatchObject({ kind: 'refused', code: 'reauthentication_required' });
    expect(sent).toHaveLength(1);
  });

  it('[console.confirm-login] is not asked about for ever', async () => {
    responses = { [users]: [needed(), needed()] };
    expect(await post()).toMatchObject({ kind: 'refused' });
    expect(asked).toBe(1);
  });
});

describe('a request whose session the server does not know', () => {
  const read = () => api.ask({ path: users });

  it('[console.confirm-login] is sent again where another login has taken its place meanwhile', async () => {
    const live = Response.json({ user: { username: 'admin', role: 'admin' }, expires_at: '' });
    responses = { [users]: [refusal(401, 'no_session'), list()], [session]: [live] };
    expect(await read()).toMatchObject({ kind: 'answered' });
    expect([paths(), ended]).toEqual([[users, session, users], 0]);
  });

  it('[console.session-ended] tells that the session has ended', async () => {
    const ends = refusal(401, 'no_session');
    responses = { [users]: [refusal(401, 'no_session')], [session]: [ends] };
    expect(await read()).toMatchObject({ kind: 'refused', status: 401 });
    expect([paths(), ended]).toEqual([[users, session], 1]);
  });

  it('[console.session-ended] does not where only a code is wanted', async () => {
    responses = { [users]: [refusal(401, 'one_time_code_required')] };
    await read();
    expect([paths(), ended]).toEqual([[users], 0]);
  });
});
