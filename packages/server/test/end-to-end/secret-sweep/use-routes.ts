import type { AccessClass } from '../../http/access-classes.ts';
import { type AccessRow, accessTable } from '../../http/access-table.ts';
import type { RawRequest } from '../../http/raw-http.ts';
import { json } from './heard.ts';
import { canary } from './swept-endpoints.ts';
import { keys, type SweptGateway } from './swept-gateway.ts';

type HeaderLine = readonly [name: string, value: string];

/** Returns more than any route accepts, in pieces with a text in each. */
function* oversizeOf(text: string): Generator<Uint8Array> {
  const piece = Buffer.from(text.repeat(2_000));
  for (let sent = 0; sent < 70_000_000; sent += piece.length) yield piece;
}

/** A caller with a credential for each class of routes. */
interface Caller {
  readonly gateway: SweptGateway;
  readonly cookie: string;
}

const sessionClasses: ReadonlySet<AccessClass> = new Set([
  'session',
  'session-change',
  'fresh-login',
  'page',
  'own-page',
]);

function credentialFor(access: AccessClass, { gateway, cookie }: Caller): readonly HeaderLine[] {
  const bearer = (key: string): readonly HeaderLine[] => [['authorization', `Bearer ${key}`]];
  if (sessionClasses.has(access)) return [['cookie', cookie]];
  if (access === 'api-user') return bearer(gateway.userKey);
  if (access === 'native') return bearer(keys.native);
  if (access === 'service') return bearer(keys.service);
  return access === 'metrics' ? bearer(keys.metrics) : [];
}

function urlOf({ listener }: AccessRow, { world }: SweptGateway): string {
  return listener === 'tasks' ? world.running.tasksUrl : world.running.localUrl;
}

const pathOf = ({ route }: AccessRow): string => route.split(' ')[1] ?? '';
const methodOf = ({ route }: AccessRow): string => route.split(' ')[0] ?? '';

/** Queries without which a route reads nothing. */
function queryOf(route: string): string {
  const [from, to] = [Date.now() - 600_000, Date.now() + 60_000].map((at) =>
    new Date(at).toISOString(),
  );
  const span = `from=${from}&to=${to}`;
  if (route.endsWith('/samples')) return `?${span}&step=60`;
  if (route.endsWith('/histogram')) return `?${span}&bucket_ms=660000`;
  if (route.endsWith('/export')) return '?format=jsonl';
  return route.includes('/:') ? '' : '?limit=100';
}

/** Reads every route, with each of the jobs where it has one. */
export async function readRoutes(gateway: SweptGateway, jobs: readonly string[]): Promise<void> {
  const caller = { gateway, cookie: await gateway.logIn() };
  for (const row of accessTable.filter((one) => methodOf(one) === 'GET')) {
    const ids = row.route.includes(':id') ? jobs : ['none'];
    for (const id of ids) {
      const path = pathOf(row).replace(':id', id).replace(':index', '0').replace(/:\w+/, 'none');
      await gateway.listener.ask(row.route, {
        url: `${urlOf(row, gateway)}${path}${queryOf(row.route)}`,
        headers: credentialFor(row.access, caller),
      });
    }
  }
  await openLinks(gateway);
}

/** Opens the links that were handed out, and some with another signature. */
async function openLinks({ listener }: SweptGateway): Promise<void> {
  const links = listener
    .texts()
    .flatMap((text) => text.match(/http[^"\s]*signature=[\w-]{43}/g) ?? []);
  for (const link of new Set(links.slice(0, 20)))
    for (const url of [link, `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`])
      await listener.ask('GET /media/:file', { url });
}

/** Sends each route what it refuses: a wrong key, an unreadable body, unknown fields, too many bytes. */
export async function refuseEverywhere(gateway: SweptGateway): Promise<void> {
  const caller = { gateway, cookie: await gateway.logIn() };
  const wrong = ['wrong key', 'wrong session', 'wrong password', 'key in a query'];
  for (const name of wrong) gateway.search.add(name, canary(name));
  const [key = '', session = '', password = '', asked = ''] = wrong.map(canary);
  for (const row of accessTable) {
    const url = `${urlOf(row, gateway)}${pathOf(row).replaceAll(/:\w+/g, 'none')}`;
    const send = (headers: readonly HeaderLine[], body?: RawRequest['body'], query = '') =>
      gateway.listener.ask(row.route, {
        url: url + query,
        headers,
        ...(body !== undefined && { body }),
      });
    const shown: readonly HeaderLine[] = [
      ['authorization', `Bearer ${key}`],
      ['cookie', `filmgate_session=${encodeURIComponent(session)}`],
    ];
    await send(shown, undefined, `?key=${encodeURIComponent(asked)}`);
    if (!['POST', 'PUT', 'PATCH'].includes(methodOf(row)) || row.endsSession === true) continue;
    const credential = [...credentialFor(row.access, caller), json];
    const own = credential[0]?.[1] ?? '';
    const secret = JSON.stringify(password);
    await send(credential, `{"password": ${secret}, "key": ${JSON.stringify(own)} `);
    await send(credential, `{"secret": ${secret}, "password": ${secret}, "token": ${secret}}`);
    await send(credential, `[${secret.repeat(2)}]`);
    await send(credential, oversizeOf(secret));
  }
  await refuseLogin(gateway, password);
}

async function refuseLogin({ listener, world }: SweptGateway, password: string): Promise<void> {
  await listener.ask('POST /api/v1/auth/login', {
    url: `${world.running.localUrl}/api/v1/auth/login`,
    headers: [json],
    body: JSON.stringify({ username: 'admin', password }),
  });
}
