import type { RedisSettings } from '../connection/redis-settings.ts';
import type { ServerFacts } from './server-facts.ts';

/** The command-line client of a server: the beginning of the commands that an operator is given. */
function commandLineClient({ product }: Pick<ServerFacts, 'product'>): string {
  return product === 'valkey' ? 'valkey-cli' : 'redis-cli';
}

/** A server in a message: its product, and the address it is reached by. */
interface NamedServer extends Pick<ServerFacts, 'product'> {
  readonly url: string;
}

/** Message for the operator when a server is refused: each problem, and the command that fixes it where one does. */
export function describeShortcomings(
  shortcomings: readonly Shortcoming[],
  { product, url }: NamedServer,
): string {
  const problems = shortcomings.map(({ problem }) => problem);
  const sentences = shortcomings.flatMap(({ mend }) => (mend.kind === 'advice' ? [mend.text] : []));
  const commandSettings = shortcomings.flatMap(({ mend }) =>
    mend.kind === 'settings' ? mend.settings : [],
  );
  const commands =
    commandSettings.length === 0
      ? []
      : [
          `Run this command, and add the same settings to its configuration file: ${commandLineClient({ product })} ${targetOptions(url)} CONFIG SET ${commandSettings.flat().join(' ')}`,
        ];
  const name = product === 'valkey' ? 'Valkey' : 'Redis';
  const verdict = `${name} is not safe for storing jobs and money.`;
  return [verdict, ...problems, ...sentences, ...commands].join('\n');
}

/** Options that select the server in the command-line client, which reads the password from REDISCLI_AUTH. */
function targetOptions(url: string): string {
  const { protocol, hostname, port, username, pathname } = new URL(url);
  if (protocol === 'unix:') return `-s ${decodeURIComponent(pathname)}`;
  const user = username === '' ? '' : ` --user ${decodeURIComponent(username)}`;
  const tls = protocol === 'rediss:' ? ' --tls' : '';
  return `-h ${hostname.replace(/^\[|\]$/g, '')} -p ${port === '' ? '6379' : port}${user}${tls}`;
}

/** A property of a server that makes it unfit for a store. */
export interface Shortcoming {
  /** The problem in one sentence. */
  readonly problem: string;
  /** The remedy: settings of the server, or else a sentence. */
  readonly mend:
    | { readonly kind: 'settings'; readonly settings: readonly (readonly [string, string])[] }
    | { readonly kind: 'advice'; readonly text: string };
}

type Demands = Pick<RedisSettings, 'durability' | 'assumeDurable'>;

/** Everything that makes a server unfit to be the record of jobs and money; empty when the server is fit. */
export function checkServerFacts(facts: ServerFacts, demands: Demands): readonly Shortcoming[] {
  return [
    ...checkVersion(facts),
    ...checkRole(facts),
    ...checkDurability(facts, demands),
    ...checkEviction(facts, demands),
  ];
}

function checkVersion({ product, version, redisVersion }: ServerFacts): readonly Shortcoming[] {
  const major = Number.parseInt(redisVersion, 10);
  if (major >= 7) return [];
  const problem = `This is ${product} ${version}; Redis 7.0 or Valkey 7.2 is required.`;
  return [advice(problem, 'Upgrade: apt-get install redis-server, or use Valkey.')];
}

function checkRole(facts: ServerFacts): readonly Shortcoming[] {
  const { mode, role, primary } = facts;
  const client = commandLineClient(facts);
  if (mode === 'sentinel')
    return [
      advice(
        'This is a Sentinel, which stores no data.',
        `Use the address of the primary: ${client} SENTINEL GET-MASTER-ADDR-BY-NAME <name>`,
      ),
    ];
  if (role === 'master') return [];
  const target = primary === null ? 'the primary' : `redis://${primary}`;
  return [
    advice(
      'This is a replica, which is read-only and may lack changes.',
      `Use the address of ${target}, or make this server the primary: ${client} replaceICAOF NO ONE`,
    ),
  ];
}

function checkDurability(facts: ServerFacts, demands: Demands): readonly Shortcoming[] {
  const { appendOnly, appendFsync, skipsFsyncOnRewrite, lastWriteOk } = facts;
  const found: Shortcoming[] = [];
  if (appendOnly !== true && !(appendOnly === null && demands.assumeDurable))
    found.push(settings('Its append-only file is disabled.', ['appendonly', 'yes']));
  if (appendFsync === null && !demands.assumeDurable) found.push(hidden());
  if (appendFsync !== null && !isSyncedEnough(appendFsync, demands))
    found.push(
      settings(`Its appendfsync is "${appendFsync}".`, ['appendfsync', wantedFsync(demands)]),
    );
  if (skipsFsyncOnRewrite === true)
    found.push(
      settings('It does not sync its file during rewrites.', ['no-appendfsync-on-rewrite', 'no']),
    );
  if (!lastWriteOk)
    found.push(
      advice(
        'Its last write to its file failed.',
        `Check its disk: ${commandLineClient(facts)} INFO persistence`,
      ),
    );
  return found;
}

function isSyncedEnough(appendFsync: string, demands: Demands): boolean {
  return appendFsync === 'always' || appendFsync === wantedFsync(demands);
}

function wantedFsync({ durability }: Demands): string {
  return durability === 'every-write' ? 'always' : 'everysec';
}

function checkEviction({ evictionPolicy }: ServerFacts, { assumeDurable }: Demands) {
  if (evictionPolicy === 'noeviction' || (evictionPolicy === null && assumeDurable)) return [];
  const what =
    evictionPolicy === null
      ? 'Its eviction policy cannot be read.'
      : `It evicts keys when its memory is full (${evictionPolicy}).`;
  return [settings(what, ['maxmemory-policy', 'noeviction'])];
}

function settings(problem: string, ...wanted: readonly [string, string][]): Shortcoming {
  return { problem, mend: { kind: 'settings', settings: wanted } };
}

function advice(problem: string, text: string): Shortcoming {
  return { problem, mend: { kind: 'advice', text } };
}

function hidden(): Shortcoming {
  return advice(
    'Its sync settings cannot be read (CONFIG is forbidden).',
    'If the operator of that server confirms its durability, set FILMGATE_REDIS_VOUCHED=true',
  );
}
