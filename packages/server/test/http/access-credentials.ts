import type { AccessWorld } from './access-world.ts';

type HeaderLine = readonly [name: string, value: string];

/** Credential of a request. */
export interface Shown {
  readonly headers: readonly HeaderLine[];
  readonly query?: string;
}

type Credential = (world: AccessWorld, session: string) => Shown;

const bearer = (key: string): HeaderLine => ['Authorization', `Bearer ${key}`];
const apiKey = (key: string): HeaderLine => ['X-API-Key', key];
const cookie = (session: string): HeaderLine => ['Cookie', session];
const only = (...headers: readonly HeaderLine[]): Shown => ({ headers });

/** Every kind of credential; each route of the table is requested with each of them. */
export const credentials = {
  none: () => only(),
  'another scheme': () => only(['Authorization', 'Basic YWRtaW46YWRtaW4=']),
  'malformed key': () => only(bearer('two words')),
  'two keys': ({ userKey, serviceKey }) => only(bearer(userKey), bearer(serviceKey)),
  'unknown key': () => only(bearer('fg_user_00000000000000000000000000_000000')),
  'disabled key': ({ disabledKey }) => only(bearer(disabledKey)),
  'rotated key': ({ rotatedKey }) => only(bearer(rotatedKey)),
  'API user': ({ userKey }) => only(bearer(userKey)),
  'API user by X-API-Key': ({ userKey }) => only(apiKey(userKey)),
  'API user, wrong X-API-Key': ({ userKey }) => only(bearer(userKey), apiKey('wrong')),
  'wrong bearer, API user by X-API-Key': ({ userKey }) => only(bearer('wrong'), apiKey(userKey)),
  'native key': ({ nativeKey }) => only(bearer(nativeKey)),
  'service key': ({ serviceKey }) => only(bearer(serviceKey)),
  'service key by X-API-Key': ({ serviceKey }) => only(apiKey(serviceKey)),
  'service key, wrong X-API-Key': ({ serviceKey }) => only(bearer(serviceKey), apiKey('wrong')),
  'wrong bearer, service key by X-API-Key': ({ serviceKey }) =>
    only(bearer('wrong'), apiKey(serviceKey)),
  'wrong X-API-Key': () => only(apiKey('wrong')),
  'metrics token': ({ metricsToken }) => only(bearer(metricsToken)),
  session: (_world, session) => only(cookie(session)),
  'session, wrong bearer': (_world, session) => only(cookie(session), bearer('wrong')),
  'session, own origin': ({ urls }, session) => only(cookie(session), ['Origin', urls.local]),
  'session, foreign origin': (_world, session) =>
    only(cookie(session), ['Origin', 'https://evil.example']),
  'session, cross-site': (_world, session) =>
    only(cookie(session), ['Sec-Fetch-Site', 'cross-site']),
  'session, foreign host': (_world, session) => only(cookie(session), ['Host', 'evil.example']),
  'invented session': () => only(cookie('filmgate_session=invented')),
  'expired session': ({ expiredSession }) => only(cookie(expiredSession)),
  'closed session': ({ closedSession }) => only(cookie(closedSession)),
  'keys in the query': ({ userKey, serviceKey, nativeKey, metricsToken }, session) => ({
    headers: [],
    query: new URLSearchParams([
      ['key', userKey],
      ['api_key', serviceKey],
      ['access_token', nativeKey],
      ['token', metricsToken],
      ['x-api-key', serviceKey],
      ['authorization', `Bearer ${userKey}`],
      ['filmgate_session', session.split('=')[1] ?? ''],
    ]).toString(),
  }),
} as const satisfies Readonly<Record<string, Credential>>;

export type CredentialKind = keyof typeof credentials;

function isCredentialKind(name: string): name is CredentialKind {
  return Object.hasOwn(credentials, name);
}

export const credentialKinds: readonly CredentialKind[] =
  Object.keys(credentials).filter(isCredentialKind);
