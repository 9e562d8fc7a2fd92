import { beforeEach, describe, expect, it } from 'vitest';
import { numberedWorkbenchJob } from '../../../../../test/support/sample-workbench-job.ts';
import type { Outcome } from '../../../api/outcome.ts';
import type { WorkbenchJob } from '../../../api/responses.ts';
import { type FeedSocket, JobFeed } from './job-feed.ts';
import { noJobs, putJobs } from './job-collection.ts';

const job = (number: number, change: Partial<WorkbenchJob> = {}): WorkbenchJob =>
  numberedWorkbenchJob(number, { status: 'completed', ...change });

/** `count` jobs, newest first, numbered down from `number`. */
const jobsDownFrom = (number: number, count: number): WorkbenchJob[] =>
  Array.from({ length: count }, (_, index) => job(number - index));

interface TestSocket extends FeedSocket {
  readonly lastEventId: string;
  isClosed: boolean;
}

interface World {
  response: Outcome<{ jobs: readonly WorkbenchJob[] }>;
  readonly asked: (string | undefined)[];
  readonly sockets: TestSocket[];
  pauses: { readonly ms: number; readonly run: () => void }[];
  isHidden: boolean;
  /** Number of session checks. */
  ended: number;
  isLoggedIn: boolean;
}

let world: World;
let feed: JobFeed;

const turn = (): Promise<void> => new Promise((done) => setTimeout(done));
const answered = (jobs: readonly WorkbenchJob[]): World['response'] => ({
  kind: 'answered',
  status: 200,
  value: { jobs },
});

beforeEach(() => {
  world = {
    response: answered([]),
    asked: [],
    sockets: [],
    pauses: [],
    isHidden: false,
    ended: 0,
    isLoggedIn: false,
  };
  feed = new JobFeed({
    list: ({ before }) => {
      world.asked.push(before);
      return Promise.resolve(world.response);
    },
    openSocket: (lastEventId) => {
      const socket: TestSocket = {
        lastEventId,
        isClosed: false,
        onMessage: () => undefined,
        onClose: () => undefined,
        close() {
          this.isClosed = true;
        },
      };
      world.sockets.push(socket);
      return socket;
    },
    later: (run, ms) => {
      const pause = { ms, run };
      world.pauses.push(pause);
      return () => {
        world.pauses = world.pauses.filter((one) => one !== pause);
      };
    },
    isHidden: () => world.isHidden,
    isLoggedIn: async () => {
      world.ended += 1;
      return world.isLoggedIn;
    },
    onJobs: () => undefined,
  });
});

function report(event: object): void {
  world.sockets.at(-1)?.onMessage(JSON.stringify(event));
}
function lose(code = 1006): void {
  world.sockets.at(-1)?.onClose(code);
}
function runPause(ms: number): void {
  const pause = world.pauses.find((one) => one.ms === ms);
  expect(
    pause,
    `a pause of ${ms} ms among ${world.pauses.map((one) => one.ms).join()}`,
  ).toBeDefined();
  world.pauses = world.pauses.filter((one) => one !== pause);
  pause?.run();
}
const ids = (): readonly string[] => feed.snapshot().collection.jobs.map(({ job_id }) => job_id);

describe('the feed of jobs', () => {
  it('[console.workbench-live] shows what is pushed, at once and in order', async () => {
    world.response = answered([job(2), job(1)]);
    feed.open();
    report({ id: 'a', type: 'ready' });
    await turn();
    report({ id: 'b', type: 'job.updated', data: job(3, { status: 'polling' }) });
    expect(ids()).toEqual(['ui-3', 'ui-2', 'ui-1']);
    expect(feed.snapshot()).toMatchObject({ connection: 'live', hasMore: false, isLoaded: true });
    expect(world.pauses).toEqual([]);
  });

  it('[console.workbench-live] asks every 4 seconds while nothing is pushed, and less often when hidden', async () => {
    feed.open();
    await turn();
    lose();
    expect(feed.snapshot().connection).toBe('polling');
    world.response = answered([job(1)]);
    world.isHidden = true;
    runPause(4000);
    await turn();
    expect(ids()).toEqual(['ui-1']);
    runPause(20_000);
    await turn();
    expect(world.asked).toHaveLength(3);
  });

  it('[console.workbench-live] resumes where it was after a lost connection', async () => {
    feed.open();
    report({ id: 'a', type: 'ready' });
    await turn();
    const before = world.asked.length;
    lose(1001);
    runPause(1000);
    expect(world.sockets.at(-1)?.lastEventId).toBe('a');
    report({ id: 'c', type: 'ready' });
    await turn();
    expect(world.asked).toHaveLength(before);
    expect(feed.snapshot().connection).toBe('live');
    expect(world.pauses).toEqual([]);
    report({ id: 'd', type: 'resync' });
    await turn();
    expect(world.asked).toHaveLength(before + 1);
  });

  it('waits longer between attempts, and hurries when a person looks', async () => {
    // A hidden page pauses polls for another time than reconnects.
    world.isHidden = true;
    feed.open();
    await turn();
    for (const pause of [1000, 2000, 4000, 8000]) {
      lose();
      runPause(pause);
    }
    lose();
    expect(world.pauses.some(({ ms }) => ms === 15_000)).toBe(true);
    feed.refreshNow();
    expect(world.pauses.some(({ ms }) => ms === 15_000)).toBe(false);
    expect(world.sockets).toHaveLength(6);
  });

  it('[console.workbench-live] says that the server is away, and when it is back', async () => {
    feed.open();
    await turn();
    lose();
    world.response = { kind: 'unreachable' };
    runPause(4000);
    await turn();
    expect(feed.snapshot()).toMatchObject({
      connection: 'offline',
      failed: { kind: 'unreachable' },
    });
    world.response = answered([]);
    runPause(4000);
    await turn();
    expect(feed.snapshot()).toMatchObject({ connection: 'polling', failed: null });
  });

  it('[console.session-ended] stops when the session ended', async () => {
    feed.open();
    lose(4401);
    await turn();
    expect([world.ended, world.pauses, feed.snapshot().connection]).toEqual([1, [], 'ended']);
  });

  it('[console.confirm-login] goes on when another login has taken the place of the session', async () => {
    world.isLoggedIn = true;
    feed.open();
    lose(4401);
    await turn();
    expect(feed.snapshot().connection).toBe('polling');
    for (const { run } of world.pauses.splice(0)) run();
    expect(world.sockets).toHaveLength(2);
  });

  it('[console.workbench-list] reads older pages when they are asked for', async () => {
    world.response = answered(jobsDownFrom(300, 100));
    feed.open();
    await turn();
    world.response = answered(jobsDownFrom(200, 40));
    await feed.loadMore();
    await feed.loadMore();
    expect(world.asked).toEqual([undefined, 'ui-201']);
    expect(ids()).toHaveLength(140);
    expect(feed.snapshot().hasMore).toBe(false);
  });

  it('[console.workbench-live] asks as far back as something is still under way', async () => {
    world.response = answered(jobsDownFrom(300, 100));
    feed.open();
    await turn();
    feed.put([job(50, { status: 'polling' })]);
    lose();
    world.asked.length = 0;
    const [first, second] = [jobsDownFrom(300, 100), jobsDownFrom(60, 20)];
    world.response = answered(first);
    runPause(4000);
    world.response = answered(second);
    await turn();
    expect(world.asked).toEqual([undefined, 'ui-201']);
    expect(feed.snapshot().collection.byId.get('ui-50')?.status).toBe('completed');
  });

  it('closes what it opened', async () => {
    feed.open();
    await turn();
    feed.close();
    expect(world.sockets[0]?.isClosed).toBe(true);
    expect(world.pauses).toEqual([]);
  });
});

describe('jobs told twice', () => {
  it('[console.workbench-live] stay as they were told last', () => {
    const done = job(1, { updated_at: '2026-01-02T00:00:00.000Z' });
    const before = job(1, { status: 'polling' });
    const collection = putJobs(putJobs(noJobs, [done]), [before]);
    expect(collection.jobs).toEqual([done]);
    expect(putJobs(collection, [before])).toBe(collection);
  });
});
