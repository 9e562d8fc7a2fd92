/** Facts that a server reports about itself. Null = not shown. */
export interface ServerFacts {
  /** `redis`, `valkey`, or whatever else the server calls itself. */
  readonly product: string;
  /** Version of the product, as far as reported: `7.0.15`. */
  readonly version: string;
  /** The version of Redis whose commands it has. */
  readonly redisVersion: string;
  /** `standalone`, `cluster` or `sentinel`. */
  readonly mode: string;
  /** Id that changes with each start of the server, and differs between servers. */
  readonly runId: string;
  readonly role: string;
  /** Address of a replica's primary as `host:port`. */
  readonly primary: string | null;
  readonly appendOnly: boolean | null;
  /** `always`, `everysec` or `no`. */
  readonly appendFsync: string | null;
  /** True when the server skips syncing while it rewrites its file. */
  readonly skipsFsyncOnRewrite: boolean | null;
  readonly evictionPolicy: string | null;
  /** True when the last write to the server's file succeeded. */
  readonly lastWriteOk: boolean;
}

/** Settings that are read by name; many managed servers forbid that. */
export const askedSettings = [
  'appendonly',
  'appendfsync',
  'no-appendfsync-on-rewrite',
  'maxmemory-policy',
] as const;

/** Combines the responses of INFO and CONFIG GET; `config` is null where CONFIG is forbidden. */
export function readServerFacts(
  info: string,
  config: ReadonlyMap<string, string> | null,
): ServerFacts {
  const said = readInfo(info);
  const setting = (name: string) => config?.get(name) ?? null;
  const primaryHost = said.get('master_host');
  const redisVersion = said.get('redis_version') ?? '';
  // A Valkey configured to present itself as Redis (extended-redis-compatibility) still gives its own version.
  const product = said.has('valkey_version') ? 'valkey' : (said.get('server_name') ?? 'redis');
  return {
    product,
    version: said.get(`${product}_version`) ?? redisVersion,
    redisVersion,
    mode: said.get('redis_mode') ?? said.get('server_mode') ?? 'standalone',
    runId: said.get('run_id') ?? '',
    role: said.get('role') ?? 'unknown',
    primary: primaryHost === undefined ? null : `${primaryHost}:${said.get('master_port') ?? ''}`,
    appendOnly: isYes(setting('appendonly') ?? said.get('aof_enabled') ?? null),
    appendFsync: setting('appendfsync'),
    skipsFsyncOnRewrite: isYes(setting('no-appendfsync-on-rewrite')),
    evictionPolicy: setting('maxmemory-policy') ?? said.get('maxmemory_policy') ?? null,
    lastWriteOk: (said.get('aof_last_write_status') ?? 'ok') === 'ok',
  };
}

/** Lines of `name:value`; sections begin with `#`. */
function readInfo(info: string): ReadonlyMap<string, string> {
  const lines = info.split('\r\n').map((line) => line.split(/:(.*)/su));
  return new Map(
    lines.flatMap(([name, value]) => (value === undefined ? [] : [[name ?? '', value]])),
  );
}

function isYes(value: string | null): boolean | null {
  return value === null ? null : value === 'yes' || value === '1';
}
