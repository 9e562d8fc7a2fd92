import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createGateway,
  type Gateway,
  type GatewayOptions,
  type GatewayPorts,
} from '@filmgate/core';
import { createSystemClock } from '../clock/system-clock.ts';
import { createDigest } from '../crypto/sha256-digest.ts';
import { createTimeOrderedIds } from '../identity/time-ordered-ids.ts';
import { createMediaInspector, type MediaInspector } from '../media/media-inspector.ts';
import { createRunner } from '../runner/create-runner.ts';
import type { RunnerOptions } from '../runner/runner-options.ts';
import { createRetention, type RetentionTimes } from '../retention/create-retention.ts';
import { createLeaderLease } from '../retention/leader-lease.ts';
import { createTimeWatch } from '../retention/time-watch.ts';
import { bringResponses, createResponseBringing } from '../spool/bring-responses.ts';
import { createResponseSpool, type FileResponseSpool } from '../spool/create-response-spool.ts';
import { checkWiring, type OwnAccount, WiringError } from './check-wiring.ts';
import { refuseMovedStore } from './refuse-moved-store.ts';

const hour = 3_600_000;

/** Default retention times; results stay for the time in the options. */
export const defaultRetention: Omit<RetentionTimes, 'resultsMs'> = {
  jobsMs: 90 * 24 * hour,
  logsMs: 30 * 24 * hour,
  sessionIdleMs: hour / 2,
  loginWindowMs: hour / 4,
};

/** Ports with only one valid adapter on Node, or a default that refuses; each may still be given. */
export type DefaultedPorts = Pick<
  GatewayPorts,
  'clock' | 'ids' | 'digest' | 'sniffMedia' | 'inspectMedia' | 'fetchReference' | 'openSecret'
>;

/** Parts of a gateway inside another program. */
export interface OpenGatewayInput {
  /**
   * Store, files, upstream clients and log. If absent, `fetchReference` refuses, so that only uploads can be
   * references, and `openSecret` knows no secret. The gateway owns the store from here on, and closes it when the
   * gateway does not open.
   */
  readonly ports: Omit<GatewayPorts, keyof DefaultedPorts> & Partial<DefaultedPorts>;
  readonly options: GatewayOptions;
  /**
   * Folder of this process alone, created if missing: responses of providers wait there while the store rejects them,
   * so that a restart loses no video that was paid for. Required unless `ports.responseSpool` is given.
   */
  readonly directory?: string;
  /** Accounts to add; one already in the store is left unchanged, with its balance. */
  readonly accounts?: readonly OwnAccount[];
  readonly retention?: Partial<RetentionTimes>;
  readonly runner?: Partial<RunnerOptions>;
  /** True if other processes use the same store: then one of them at a time removes expired data. */
  readonly sharesStore?: boolean;
}

/** The use cases, and the background work without which no job moves and nothing is ever removed. */
export interface OpenGateway {
  readonly gateway: Gateway;
  readonly ports: GatewayPorts;
  /** Starts to make videos and to remove expired data; returns at once. */
  start(): void;
  /**
   * Takes no new work, waits up to `graceMs` for running work, and closes the store. Aborted work resumes at the next
   * start. Safe to repeat.
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Opens a gateway inside another program: one call for a first start and for every later one on the same store.
 * Responses that a former run could not write to the store are written first. On a store that went back to an older
 * copy, or that may be a copy, the gateway opens and sends nothing until `acknowledgeLoss` of the core was called with
 * its ports, or `confirmMove` if it was moved; the log reports it.
 *
 * @throws WiringError with a sentence for each invalid option, account or route
 * @throws Error when the store was moved elsewhere, or when an account is new and its label is another's
 */
export async function openGateway(input: OpenGatewayInput): Promise<OpenGateway> {
  const { storage } = input.ports;
  let spool: FileResponseSpool | undefined;
  const media = createMediaInspector(input.ports.log);
  const letGo = async (): Promise<void> => {
    await storage.close();
    await spool?.close();
    await media.close();
  };
  try {
    checkInput(input);
    await refuseMovedStore(storage);
    spool = await openSpool(input);
    const ports = withDefaults(
      { ...(spool !== undefined && { responseSpool: spool }), ...input.ports },
      media,
    );
    return await openOn(input, ports, letGo);
  } catch (error) {
    await letGo();
    throw error;
  }
}

function checkInput({ ports, ...input }: OpenGatewayInput): void {
  const { options, accounts = [], runner = {}, retention = {} } = input;
  checkWiring({ options, accounts, runner, retention, upstreams: ports.upstreams });
  if (input.directory !== undefined || ports.responseSpool !== undefined) return;
  throw new WiringError([
    'directory: must name a folder for provider responses that cannot be stored yet.',
  ]);
}

/** Opens no spool where the program has its own. */
async function openSpool({
  directory,
  ports,
}: OpenGatewayInput): Promise<FileResponseSpool | undefined> {
  if (directory === undefined || ports.responseSpool !== undefined) return undefined;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return await createResponseSpool(join(directory, 'responses.spool'), ports.log);
}

async function openOn(
  input: OpenGatewayInput,
  ports: GatewayPorts,
  letGo: () => Promise<void>,
): Promise<OpenGateway> {
  const { options, accounts = [] } = input;
  const isLost = (ports.storage.dataLoss?.lost() ?? null) !== null;
  // A store that lost data accepts nothing before an operator acknowledges the loss, and has its accounts already.
  if (!isLost) for (const account of accounts) await addUnlessThere(ports, account);
  await bringResponses(ports, options);
  const works = backgroundWork(input, ports);
  let closed: Promise<void> | undefined;
  const close = async (graceMs: number): Promise<void> => {
    await Promise.all(works.map((work) => work.stop(graceMs)));
    await letGo();
  };
  return {
    gateway: createGateway(ports, options),
    ports,
    start: () => {
      for (const work of works) work.start();
    },
    close: (graceMs) => {
      closed ??= close(graceMs);
      return closed;
    },
  };
}

function withDefaults(given: OpenGatewayInput['ports'], media: MediaInspector): GatewayPorts {
  const clock = given.clock ?? createSystemClock();
  const { sniffMedia, inspectMedia, recogniseMedia } = media.ports;
  return {
    clock,
    ids: createTimeOrderedIds({ now: () => clock.now() }),
    digest: createDigest(),
    sniffMedia,
    inspectMedia,
    // A program with its own inspection may accept formats that are not recognised here.
    ...(given.inspectMedia === undefined && { recogniseMedia }),
    fetchReference: async () => ({ kind: 'refused', message: 'Only uploads are supported here.' }),
    openSecret: () => null,
    ...given,
  };
}

async function addUnlessThere(ports: GatewayPorts, account: OwnAccount): Promise<void> {
  const { accounts } = ports.storage;
  if ((await accounts.find(account.id)) !== undefined) return;
  const { kind } = await accounts.add({ ...account, now: ports.clock.now() });
  if (kind === 'label-taken')
    throw new Error(`Another account has the label of ${account.id}: ${account.settings.label}`);
}

interface BackgroundWork {
  start(): void;
  stop(graceMs: number): Promise<void>;
}

function backgroundWork(
  { options, retention: times, runner: wish, sharesStore = false }: OpenGatewayInput,
  ports: GatewayPorts,
): readonly BackgroundWork[] {
  const { clock } = ports;
  const holder = wish?.holder ?? ports.ids.next();
  const time = createTimeWatch(ports);
  const runner = createRunner({
    ports: { trustedNow: () => time.look(), ...ports },
    gatewayOptions: options,
    options: { ...wish, holder },
  });
  const retention = createRetention({
    ports,
    time,
    retention: { ...defaultRetention, resultsMs: options.resultRetentionMs, ...times },
    ...(sharesStore && {
      turn: createLeaderLease({ values: ports.storage.values, clock, name: 'upkeep', holder }),
    }),
  });
  return [
    time,
    retention,
    createResponseBringing(ports, options),
    { start: () => runner.start(), stop: (graceMs) => runner.drain(graceMs) },
  ];
}
