import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { eventually } from '../http/eventually.ts';
import { type AdminView, adminView } from './admin-view.ts';
import {
  bottomSettings,
  frontSettings,
  lastingPort,
  middleSettings,
  seconds,
} from './chain-settings.ts';
import {
  copyOf,
  type GatewayProcess,
  type MockProcess,
  startGatewayProcess,
  startMock,
  temporaryDirectory,
} from './crash-harness.ts';
import type { FailPoint } from './fail-point.ts';

type User = Awaited<ReturnType<AdminView['createUser']>>;
type Environment = Readonly<Record<string, string>>;

const videoSchema = z.object({
  id: z.string(),
  status: z.enum(['in_progress', 'completed', 'failed']),
  error: z.object({ code: z.string() }).nullable(),
  video_url: z.string().optional(),
});
/**
 * Time that passes at once: a submission that is still missing by then was never accepted (docs/providers.md,
 * Filmgate).
 */
const passingMs = 20 * 60_000;
/**
 * Maximum wait for the end of a video: a lost one is searched for from 10 s on, and absent after three searches in a
 * minute.
 */
const videoPatience = { timeoutMs: 150_000, intervalMs: 400 } as const;

/** Report of one gateway about the videos of a user, with all amounts in credits. */
export interface Level {
  readonly states: readonly string[];
  readonly user: { readonly used: number; readonly reserved: number; readonly held: number };
  /** Its account at the next gateway; absent at the bottom. */
  readonly account?: { readonly paid: number; readonly reserved: number; readonly held: number };
}

/** Clean-up at the end of a chain, latest first. */
type Ends = (() => Promise<void>)[];

async function endAll(ends: Ends): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end();
}

/**
 * Three gateways in a row, each in its own process, and the mock below them. Front and bottom serve every history; each
 * history has its own middle gateway to kill.
 */
export class GatewayChain {
  readonly mock: MockProcess;
  readonly #parts: ChainParts;
  readonly #ends: Ends;
  readonly #front: GatewayProcess;

  private constructor(parts: ChainParts, front: GatewayProcess, ends: Ends) {
    this.mock = parts.mock;
    this.#parts = parts;
    this.#front = front;
    this.#ends = ends;
  }

  /** Starts all but the middle ones, one for each name. */
  static async open(names: readonly string[]): Promise<GatewayChain> {
    const ends: Ends = [];
    try {
      const parts = await openParts(names, ends);
      const front = await startGatewayProcess(parts.front);
      ends.push(() => front.child.stop('SIGKILL'));
      return new GatewayChain(parts, front, ends);
    } catch (error) {
      await endAll(ends);
      throw error;
    }
  }

  close(): Promise<void> {
    return endAll(this.#ends);
  }

  /** Lets enough time pass at the front to prove absence. */
  passTimeAtFront(): void {
    this.#front.child.process.kill('SIGHUP');
  }

  /** A history through the middle gateway of this name, which is not started yet. */
  async link(name: string): Promise<ChainLink> {
    const { bottom, middle } = this.#parts;
    const bottomUser = await (await adminView(bottom.localUrl)).createUser();
    const frontUser = await (await adminView(this.#front.localUrl)).createUser();
    const data = await copyOf(middle.dataDirectory);
    this.#ends.push(() => data.dispose());
    return new ChainLink({
      name,
      users: { front: frontUser, middle: middle.user, bottom: bottomUser },
      front: this.#front,
      bottom,
      startMiddle: async (failPoint) => {
        const started = await startGatewayProcess({
          dataDirectory: data.path,
          environment: {
            ...middle.settings,
            FILMGATE_TASKS_PORT: String(this.#parts.ports.get(name)),
            KEY_OF_BOTTOM: bottomUser.key,
            PASSING_MS: String(passingMs),
          },
          ...(failPoint !== undefined && { failPoint }),
        });
        this.#ends.push(() => started.child.stop('SIGKILL'));
        return started;
      },
    });
  }
}

interface LinkParts {
  readonly name: string;
  readonly users: { readonly front: User; readonly middle: User; readonly bottom: User };
  readonly front: GatewayProcess;
  readonly bottom: GatewayProcess;
  startMiddle(failPoint?: FailPoint): Promise<GatewayProcess>;
}

/** One history: a video ordered at the front, and the middle gateway on its path. */
export class ChainLink {
  readonly #parts: LinkParts;
  #middle: GatewayProcess | undefined;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  /** Starts it on its stored data; it dies at the point when one is given. */
  async startMiddle(failPoint?: FailPoint): Promise<void> {
    this.#middle = await this.#parts.startMiddle(failPoint);
  }

  /** Resolves when the middle has ended, with the signal that ended it. */
  async middleEnded(): Promise<NodeJS.Signals | null> {
    return (await this.#known().child.ended).signal;
  }

  async stopMiddle(signal: NodeJS.Signals): Promise<void> {
    await this.#known().child.stop(signal);
  }

  /** Lets enough time pass at the middle to prove absence. */
  passTimeAtMiddle(): void {
    this.#known().child.process.kill('SIGHUP');
  }

  /** Orders a video at the front; returns its id. */
  async order(prompt: string): Promise<string> {
    const { name, front, users } = this.#parts;
    const response = await fetch(`${front.tasksUrl}/v1/videos`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${users.front.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ model: name, prompt, seconds, resolution: '720p' }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return videoSchema.parse(JSON.parse(text)).id;
  }

  /** The video in the response of the front once it has ended. */
  ended(id: string): Promise<z.infer<typeof videoSchema>> {
    const { front, users } = this.#parts;
    const look = async () => {
      const video = await readVideo(front.tasksUrl, users.front, id);
      return video.status === 'in_progress' ? undefined : video;
    };
    return eventually(look, { what: `the end of ${id}`, ...videoPatience });
  }

  /** SHA-256 of the only video of the history, as front and bottom serve it. */
  async digests(): Promise<readonly string[]> {
    const { front, bottom, users } = this.#parts;
    return await Promise.all([
      digestOfOnly(front.tasksUrl, users.front),
      digestOfOnly(bottom.tasksUrl, users.bottom),
    ]);
  }

  async levels(): Promise<{ readonly [Name in 'front' | 'middle' | 'bottom']: Level }> {
    const { name, users, front, bottom } = this.#parts;
    return {
      front: await levelOf(front, users.front, name),
      middle: await levelOf(this.#known(), users.middle, 'bottom'),
      bottom: await levelOf(bottom, users.bottom),
    };
  }

  #known(): GatewayProcess {
    if (this.#middle === undefined) throw new Error('the middle gateway was not started');
    return this.#middle;
  }
}

async function levelOf(gateway: GatewayProcess, user: User, account?: string): Promise<Level> {
  const admin = await adminView(gateway.localUrl);
  const jobs = (await admin.jobs()).filter(({ owner }) => owner === `user:${user.id}`);
  const level = { states: jobs.map(({ state }) => state), user: (await admin.user(user.id)).usage };
  if (account === undefined) return level;
  const of = (await admin.accounts()).find(({ label }) => label === account);
  if (of === undefined) throw new Error(`no account ${account}`);
  const { paid, reserved_credits: reserved, held_credits: held } = of;
  return { ...level, account: { paid: paid.ever, reserved, held } };
}

async function readVideo(tasksUrl: string, user: User, id: string) {
  const headers = { authorization: `Bearer ${user.key}` };
  return videoSchema.parse(await (await fetch(`${tasksUrl}/v1/videos/${id}`, { headers })).json());
}

async function digestOfOnly(tasksUrl: string, user: User): Promise<string> {
  const headers = { authorization: `Bearer ${user.key}` };
  const response: unknown = await (await fetch(`${tasksUrl}/v1/videos`, { headers })).json();
  const [video, ...others] = z.object({ data: z.array(videoSchema) }).parse(response).data;
  if (video === undefined || others.length > 0) throw new Error('there is not one video');
  const content = await fetch(video.video_url ?? '');
  if (!content.ok) throw new Error(`the video answered ${content.status}`);
  return createHash('sha256')
    .update(new Uint8Array(await content.arrayBuffer()))
    .digest('hex');
}

/** Parts of a chain before its front is started. */
interface ChainParts {
  readonly mock: MockProcess;
  readonly bottom: GatewayProcess;
  readonly middle: {
    readonly settings: Environment;
    /** Directory its data are copied from. */
    readonly dataDirectory: string;
    readonly user: User;
  };
  readonly front: { readonly environment: Environment; readonly dataDirectory: string };
  /** Ports of the middle ones. */
  readonly ports: ReadonlyMap<string, number>;
}

async function openParts(names: readonly string[], ends: Ends): Promise<ChainParts> {
  const folder = await temporaryDirectory();
  ends.push(() => folder.dispose());
  const mock = await startMock();
  ends.push(() => mock.stop());
  const bottom = await startGatewayProcess({
    dataDirectory: join(folder.path, 'bottom'),
    mockUrl: mock.url,
    environment: await bottomSettings(folder.path),
  });
  ends.push(() => bottom.child.stop('SIGKILL'));
  await (await adminView(bottom.localUrl)).addAccount(names.length);
  const ports = new Map<string, number>();
  for (const name of names) ports.set(name, await lastingPort([...ports.values()]));
  const settings = await middleSettings(folder.path, {
    id: 'bottom',
    url: bottom.tasksUrl,
    key: 'KEY_OF_BOTTOM',
  });
  const middle = await prepareMiddle(join(folder.path, 'middle'), settings);
  const endpoints = names.map((id) => ({
    id,
    url: `http://127.0.0.1:${ports.get(id)}`,
    key: 'KEY_OF_MIDDLE',
  }));
  const front = {
    environment: {
      ...(await frontSettings(folder.path, endpoints)),
      KEY_OF_MIDDLE: middle.user.key,
      PASSING_MS: String(passingMs),
    },
    dataDirectory: join(folder.path, 'front'),
  };
  return { mock, bottom, middle, front, ports };
}

/** Data of a middle gateway with one user, whose key the front has. */
async function prepareMiddle(
  dataDirectory: string,
  settings: Environment,
): Promise<ChainParts['middle']> {
  const { FILMGATE_ACCOUNTS_FILE: _, ...withoutAccounts } = settings;
  const gateway = await startGatewayProcess({ dataDirectory, environment: withoutAccounts });
  const user = await (await adminView(gateway.localUrl)).createUser();
  await gateway.child.stop('SIGTERM');
  return { settings, dataDirectory, user };
}
