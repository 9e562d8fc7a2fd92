import {
  type Clock,
  type Logger,
  isFinal,
  type Job,
  type JobEvents,
  type SurfaceName,
  type JobReader,
} from '@filmgate/core';
import { Subscribers, type LiveCredential } from './subscribers.ts';
import {
  liveCloseCodes,
  LiveConnection,
  type LiveMessage,
  type LiveSocket,
} from './live-connection.ts';
import { liveEventIdAt, type LiveEventPosition } from './live-event-position.ts';
import { RefusedRequest } from './refused-request.ts';
import { encode, messageOf } from './live-message.ts';
import { defaultLiveEventsSettings, type LiveEventsSettings } from './live-events-settings.ts';

export interface LiveEventsDeps {
  readonly events: Pick<JobEvents, 'subscribeAll'>;
  readonly jobs: Pick<JobReader, 'changedSince'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Logger;
  /** The surface whose jobs a connection receives, among those of its owner. */
  readonly surface: SurfaceName;
  /** The `type` of an event about a job. */
  readonly eventType: string;
  /** Renders a job in the surface's own form, as JSON text; a promise if something must be looked up first. */
  readonly render: (job: Job) => string | Promise<string>;
  readonly settings?: Partial<LiveEventsSettings>;
}

/** One opened connection and the start of its course of changes. */
export interface LiveOpening {
  readonly connection: LiveSocket;
  readonly credential: LiveCredential;
  /** The last event the caller has seen; null to start now. */
  readonly resumeAfter: LiveEventPosition | null;
}

/**
 * Sends the changes of jobs to connections of their owner as they are saved. One subscription serves all connections; a
 * change is rendered once, and only if a connection listens; a change that looks the same to the caller is not sent.
 * Changes are sent at least once, in the order they were saved; of changes in quick succession perhaps only the last.
 * Callers fold by job id.
 */
export class LiveEvents {
  readonly #deps: LiveEventsDeps;
  readonly #settings: LiveEventsSettings;
  readonly #subscribers = new Map<string, Map<string, Subscribers>>();
  readonly #connections = new Set<LiveConnection>();
  /** The last rendered state of open jobs with listeners. */
  readonly #shown = new Map<string, string>();
  #unsubscribe: (() => void) | null = null;
  #rounds: AbortController | null = null;
  #opened = 0;
  /** Changes still to be rendered, in the order they were saved. */
  #unsent: Job[] = [];
  #isReporting = false;
  #isClosed = false;

  constructor(deps: LiveEventsDeps) {
    this.#deps = deps;
    this.#settings = { ...defaultLiveEventsSettings, ...deps.settings };
  }

  /** @throws RefusedRequest if an owner has its maximum number of connections */
  requireRoom(owner: string): void {
    const { mostConnections } = this.#settings;
    const ofOwner = [...(this.#subscribers.get(owner)?.values() ?? [])];
    const open = ofOwner.reduce((sum, { connections }) => sum + connections.size, 0);
    if (open < mostConnections) return;
    const message = `The limit per caller is ${mostConnections} WebSockets; close one first.`;
    throw new RefusedRequest('too-many-requests', message);
  }

  /** Adds a connection: sends the changes it missed first, then every change. */
  open({ connection: opened, credential, resumeAfter }: LiveOpening): void {
    this.#opened += 1;
    const connection = new LiveConnection(opened, this.#opened, this.#settings);
    if (this.#isClosed) {
      connection.close(liveCloseCodes.goingAway, 'the server is stopping');
      return;
    }
    // Subscribes before reading anything, so that no change is missed.
    const subscribers = this.#subscribersOf(credential);
    subscribers.connections.add(connection);
    this.#connections.add(connection);
    this.#begin();
    void connection.closed.then(() => this.#leave(subscribers, connection));
    void this.#catchUp(connection, { credential, resumeAfter });
  }

  /** Checks every credential now, without waiting for the next round. */
  recheck(): void {
    for (const ofOwner of this.#subscribers.values())
      for (const subscribers of ofOwner.values()) void subscribers.recheck();
  }

  /** Closes every connection with 1001, and cuts those that do not respond in time. Refuses new ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const open = [...this.#connections];
    for (const connection of open)
      connection.close(liveCloseCodes.goingAway, 'the server is stopping');
    const waited = new AbortController();
    const grace = this.#deps.clock.sleep(this.#settings.goodbyeMs, waited.signal);
    await Promise.race([Promise.all(open.map(({ closed }) => closed)), grace]);
    waited.abort();
    for (const connection of this.#connections) connection.cut();
    this.#end();
  }

  async #catchUp(
    connection: LiveConnection,
    { credential, resumeAfter }: Pick<LiveOpening, 'credential' | 'resumeAfter'>,
  ): Promise<void> {
    const ready = encode({ id: liveEventIdAt(this.#deps.clock.now()), type: 'ready' });
    try {
      const missed =
        resumeAfter === null ? nothing() : await this.#missed(credential.owner, resumeAfter);
      if (missed === null) {
        const resync = encode({ id: liveEventIdAt(this.#deps.clock.now()), type: 'resync' });
        await connection.catchUp(nothing(), resync);
      } else await connection.catchUp(missed, ready);
    } catch (error) {
      this.#deps.log.error('live_events_failed', error, {});
      connection.close(liveCloseCodes.serverFault, 'the store cannot be reached');
    }
  }

  /** Renders the changes since the position one by one; null if there are too many. */
  async #missed(
    owner: string,
    { at, job: seen }: LiveEventPosition,
  ): Promise<AsyncIterable<LiveMessage> | null> {
    const { jobs, surface, clock, render, eventType } = this.#deps;
    const { overlapMs, mostReplayed } = this.#settings;
    const outcome = await jobs.changedSince({
      owner,
      surface,
      at: Math.min(at, clock.now()) - overlapMs,
      limit: mostReplayed,
    });
    if (outcome.kind === 'too-many') return null;
    const missed = outcome.jobs.filter(
      ({ id, version }) => id !== seen?.id || version > seen.version,
    );
    return wordByWord(missed, async (job) => messageOf(job, await render(job), eventType));
  }

  #onChange(job: Job): void {
    if (job.surface !== this.#deps.surface) return;
    if (!this.#subscribers.has(job.owner)) {
      this.#shown.delete(job.id);
      return;
    }
    this.#unsent.push(job);
    if (!this.#isReporting) void this.#reportAll();
  }

  /** Completes synchronously unless something must be looked up first. */
  async #reportAll(): Promise<void> {
    this.#isReporting = true;
    try {
      for (let job = this.#unsent.shift(); job !== undefined; job = this.#unsent.shift()) {
        const rendered = this.#deps.render(job);
        this.#report(job, typeof rendered === 'string' ? rendered : await rendered);
      }
    } catch (error) {
      this.#unsent = [];
      this.#deps.log.error('live_events_failed', error, {});
      for (const connection of this.#connections)
        connection.close(liveCloseCodes.serverFault, 'the store cannot be reached');
    } finally {
      this.#isReporting = false;
    }
  }

  #report(job: Job, data: string): void {
    const ofOwner = this.#subscribers.get(job.owner);
    if (ofOwner === undefined || this.#shown.get(job.id) === data) return;
    if (isFinal(job.state)) this.#shown.delete(job.id);
    else this.#shown.set(job.id, data);
    const message = messageOf(job, data, this.#deps.eventType);
    for (const subscribers of ofOwner.values()) subscribers.report(message);
  }

  #subscribersOf(credential: LiveCredential): Subscribers {
    const ofOwner = this.#subscribers.get(credential.owner) ?? new Map<string, Subscribers>();
    this.#subscribers.set(credential.owner, ofOwner);
    const subscribers = ofOwner.get(credential.name) ?? new Subscribers(credential, this.#deps.log);
    ofOwner.set(credential.name, subscribers);
    return subscribers;
  }

  #leave(subscribers: Subscribers, connection: LiveConnection): void {
    this.#connections.delete(connection);
    subscribers.connections.delete(connection);
    const { owner, name } = subscribers.credential;
    const ofOwner = this.#subscribers.get(owner);
    if (subscribers.connections.size === 0 && ofOwner?.get(name) === subscribers)
      ofOwner.delete(name);
    if (ofOwner?.size === 0) this.#subscribers.delete(owner);
    if (this.#connections.size === 0) this.#end();
  }

  #begin(): void {
    if (this.#rounds !== null) return;
    this.#unsubscribe = this.#deps.events.subscribeAll((job) => this.#onChange(job));
    this.#rounds = new AbortController();
    void this.#goRounds(this.#rounds.signal);
  }

  #end(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#rounds?.abort();
    this.#rounds = null;
    this.#shown.clear();
    this.#unsent = [];
  }

  async #goRounds(signal: AbortSignal): Promise<void> {
    const { recheckMs, rechecksPerPing } = this.#settings;
    for (let round = 0; ; round += 1) {
      await this.#deps.clock.sleep(recheckMs, signal);
      if (signal.aborted) return;
      for (const connection of this.#connections)
        if (connection.number % rechecksPerPing === round % rechecksPerPing) connection.ping();
      this.recheck();
    }
  }
}

async function* wordByWord(
  jobs: readonly Job[],
  message: (job: Job) => Promise<LiveMessage>,
): AsyncIterable<LiveMessage> {
  for (const job of jobs) yield message(job);
}

async function* nothing(): AsyncIterable<LiveMessage> {}
