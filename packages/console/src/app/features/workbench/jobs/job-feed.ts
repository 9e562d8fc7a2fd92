import * as z from 'zod/mini';
import type { Failed, Outcome } from '../../../api/outcome.ts';
import type { WorkbenchEvent, WorkbenchJob } from '../../../api/responses.ts';
import { noJobs, isFinal, type JobCollection, putJobs } from './job-collection.ts';

/** Source of updates: pushed, polled or none. */
export type FeedConnection = 'connecting' | 'live' | 'polling' | 'offline' | 'ended';

export interface FeedState {
  readonly collection: JobCollection;
  readonly connection: FeedConnection;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** True after the first page is loaded. */
  readonly isLoaded: boolean;
  /** Failure of the last request; null after the next success. */
  readonly failed: Failed | null;
}

/** The part of a WebSocket used here. */
export interface FeedSocket {
  onMessage: (data: unknown) => void;
  onClose: (code: number) => void;
  close(): void;
}

export interface FeedPorts {
  readonly list: (page: {
    readonly limit: number;
    readonly before?: string;
  }) => Promise<Outcome<{ readonly jobs: readonly WorkbenchJob[] }>>;
  /** @param lastEventId - empty for a first connection */
  readonly openSocket: (lastEventId: string) => FeedSocket;
  readonly later: (work: () => void, ms: number) => () => void;
  readonly isHidden: () => boolean;
  /** True when a session exists nevertheless, for example after another login in this browser. */
  readonly isLoggedIn: () => Promise<boolean>;
  readonly onJobs: (jobs: readonly WorkbenchJob[]) => void;
}

/** Jobs in a page; the server's maximum. */
const pageSize = 100;
/** Polling interval while nothing is pushed, in ms [console.workbench-live]. */
const pollMs = 4000;
const hiddenPollMs = 20_000;
const longestReconnectMs = 15_000;
/** Close codes after which the feed stops [live-events.revoked]. */
const sessionEnded = 4401;

/** The fields required to use a message; job fields are trusted as in any response. */
const eventShape = z.discriminatedUnion('type', [
  z.object({
    id: z.string(),
    type: z.literal('job.updated'),
    data: z.object({ job_id: z.string(), status: z.string(), updated_at: z.string() }),
  }),
  z.object({ id: z.string(), type: z.enum(['ready', 'resync']) }),
]);

const ignore = (): void => undefined;

const nothingYet: FeedState = {
  collection: noJobs,
  connection: 'connecting',
  hasMore: true,
  isLoadingMore: false,
  isLoaded: false,
  failed: null,
};

/** Keeps the jobs up to date by pushed events, or by polling while there is no connection. */
export class JobFeed {
  readonly #ports: FeedPorts;
  readonly #listeners = new Set<() => void>();
  #state = nothingYet;
  #socket: FeedSocket | null = null;
  #lastEventId = '';
  #failures = 0;
  #cancelPoll: (() => void) | null = null;
  #cancelConnect: (() => void) | null = null;
  #isOpen = false;

  constructor(ports: FeedPorts) {
    this.#ports = ports;
  }

  open(): void {
    this.#isOpen = true;
    void this.#read();
    this.#connect();
  }

  close(): void {
    this.#isOpen = false;
    this.#cancelPoll?.();
    this.#cancelConnect?.();
    this.#dropSocket();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): FeedState => this.#state;

  /** Adds a job that another part of the page loaded or created. */
  put(jobs: readonly WorkbenchJob[]): void {
    this.#set({ collection: putJobs(this.#state.collection, jobs) });
    this.#ports.onJobs(jobs);
  }

  /** Polls and reconnects at once: the page became visible, or the network is back. */
  refreshNow(): void {
    if (!this.#isOpen || this.#state.connection === 'live') return;
    this.#failures = 0;
    this.#cancelConnect?.();
    if (this.#socket === null) this.#connect();
    void this.#read();
  }

  /** Loads the next page of older jobs. */
  async loadMore(): Promise<void> {
    const { hasMore, isLoadingMore, isLoaded, collection } = this.#state;
    const before = collection.jobs.at(-1)?.job_id;
    if (!hasMore || isLoadingMore || !isLoaded || before === undefined) return;
    this.#set({ isLoadingMore: true });
    const outcome = await this.#ports.list({ limit: pageSize, before });
    this.#set({ isLoadingMore: false });
    if (outcome.kind !== 'answered') {
      this.#set({ failed: outcome });
      return;
    }
    this.#set({ hasMore: outcome.value.jobs.length === pageSize, failed: null });
    this.put(outcome.value.jobs);
  }

  /** Loads the newest page, and further pages while they contain jobs in progress. */
  async #read(before?: string): Promise<void> {
    const page = { limit: pageSize, ...(before !== undefined && { before }) };
    const outcome = await this.#ports.list(page);
    if (!this.#isOpen) return;
    if (outcome.kind !== 'answered') {
      const isCut = outcome.kind === 'unreachable';
      const connection = isCut && this.#socket === null ? 'offline' : this.#state.connection;
      this.#set({ failed: outcome, connection });
      return;
    }
    const { jobs } = outcome.value;
    const isLast = jobs.length < pageSize;
    this.#set({
      failed: null,
      ...(!this.#state.isLoaded && { isLoaded: true, hasMore: !isLast }),
      ...(this.#state.connection === 'offline' && { connection: 'polling' }),
    });
    this.put(jobs);
    const last = jobs.at(-1);
    if (last !== undefined && !isLast && this.#hasOpenBefore(last)) await this.#read(last.job_id);
  }

  #hasOpenBefore({ created_at }: WorkbenchJob): boolean {
    return this.#state.collection.jobs.some((job) => !isFinal(job) && job.created_at < created_at);
  }

  #connect(): void {
    const socket = this.#ports.openSocket(this.#lastEventId);
    this.#socket = socket;
    socket.onMessage = (data) => this.#take(data);
    socket.onClose = (code) => {
      this.#socket = null;
      this.#lost(code);
    };
  }

  #dropSocket(): void {
    if (this.#socket === null) return;
    this.#socket.onClose = ignore;
    this.#socket.onMessage = ignore;
    this.#socket.close();
    this.#socket = null;
  }

  #take(data: unknown): void {
    const event = parseJson(data);
    if (!isEvent(event)) return;
    const isFirst = this.#lastEventId === '';
    this.#lastEventId = event.id;
    switch (event.type) {
      case 'job.updated':
        this.put([event.data]);
        return;
      case 'ready':
      case 'resync':
        this.#failures = 0;
        this.#cancelPoll?.();
        this.#cancelPoll = null;
        this.#set({ connection: 'live', failed: null });
        if (isFirst || event.type === 'resync' || !this.#state.isLoaded) void this.#read();
    }
  }

  #lost(code: number): void {
    if (!this.#isOpen) return;
    if (code === sessionEnded) {
      this.#set({ connection: 'ended' });
      void this.#ports.isLoggedIn().then((isLoggedIn) => {
        if (isLoggedIn && this.#isOpen) this.#connectLater();
      });
      return;
    }
    this.#connectLater();
  }

  #connectLater(): void {
    this.#failures += 1;
    if (this.#state.connection !== 'offline') this.#set({ connection: 'polling' });
    this.#poll();
    const pause = Math.min(1000 * 2 ** (this.#failures - 1), longestReconnectMs);
    this.#cancelConnect = this.#ports.later(() => this.#connect(), pause);
  }

  #poll(): void {
    if (this.#cancelPoll !== null) return;
    const ms = this.#ports.isHidden() ? hiddenPollMs : pollMs;
    this.#cancelPoll = this.#ports.later(() => {
      this.#cancelPoll = null;
      if (this.#state.connection === 'live' || !this.#isOpen) return;
      void this.#read().then(() => this.#isOpen && this.#poll());
    }, ms);
  }

  #set(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Messages of another version are ignored: the next poll contains their changes. */
function isEvent(message: unknown): message is WorkbenchEvent {
  const { success } = eventShape.safeParse(message);
  return success;
}

function parseJson(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined;
  } catch {
    return undefined;
  }
}
