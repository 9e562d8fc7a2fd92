import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../http/eventually.ts';

const run = promisify(execFile);

/** Settings as in redis.conf, by name. */
export type RedisConfig = Readonly<Record<string, string>>;

/** `redis-server`, or the program of the test project, for example `valkey-server`. */
const program = process.env['FILMGATE_TEST_REDIS_SERVER'] ?? 'redis-server';

const durable: RedisConfig = {
  port: '0',
  appendonly: 'yes',
  appendfsync: 'always',
  'maxmemory-policy': 'noeviction',
  save: '',
};

/** A durable Redis in its own process, on a socket in its own folder; it may be killed and started again. */
export class RedisProcess {
  readonly socket: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
    this.socket = join(folder, 'redis.sock');
  }

  static async open(config: RedisConfig = {}): Promise<RedisProcess> {
    const redis = new RedisProcess(await mkdtemp(join(tmpdir(), 'filmgate-fleet-redis-')));
    await redis.start(config);
    return redis;
  }

  /** Like `open`, in an existing folder, with its files. */
  static async at(folder: string): Promise<RedisProcess> {
    const redis = new RedisProcess(folder);
    await redis.start();
    return redis;
  }

  get url(): string {
    return `unix://${this.socket}`;
  }

  /** Starts it with its files, and waits until it responds: that it is still loading is a response too. */
  async start(config: RedisConfig = {}): Promise<void> {
    const settings = { ...durable, unixsocket: this.socket, dir: this.#folder, ...config };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    this.#child = spawn(program, args, { stdio: 'ignore' });
    const says = () => this.ask('PING').catch(() => undefined);
    await eventually(says, { what: `an answer of ${program}`, timeoutMs: 30_000 });
  }

  /** Sends one command and returns the printed response; a refusal of the server is printed like any response. */
  async ask(...command: readonly string[]): Promise<string> {
    return (await run('redis-cli', ['-s', this.socket, ...command])).stdout.trim();
  }

  /** Kills it, as a crash would. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Copies its files in their present state. */
  async keepCopy(): Promise<void> {
    await rm(this.#copy, { recursive: true, force: true });
    await cp(this.#files, this.#copy, { recursive: true });
  }

  /** Replaces its files by the copy. Precondition: it is not running. */
  async restoreCopy(): Promise<void> {
    await this.loseFiles();
    await cp(this.#copy, this.#files, { recursive: true });
  }

  /** Removes its files. Precondition: it is not running. */
  async loseFiles(): Promise<void> {
    await rm(this.#files, { recursive: true, force: true });
  }

  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #files(): string {
    return join(this.#folder, 'appendonlydir');
  }

  get #copy(): string {
    return join(this.#folder, 'kept');
  }
}
