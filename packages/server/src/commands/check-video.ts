import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createGateway,
  createRouteBook,
  everyJob,
  fileExtension,
  type Gateway,
  type GatewayOptions,
  isFinal,
  type Job,
  type JobState,
  type RouteBook,
} from '@filmgate/core';
import { createRunner } from '@filmgate/runtime-node';
import type { ComposedPorts } from '../compose/compose-ports.ts';
import { createGatewayOptions, type OperatorChoices } from '../compose/operator-choices.ts';
import type { OperatorAccount } from '../providers/operator-accounts.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { amountText, cheapestVideo, type PricedVideo, priceOf } from './video-cost.ts';
import { openOwnStore, whyNotAccepted, whyNotDelivered } from './own-generation.ts';
import { reserveOutputFile } from './output-file.ts';
import type { ProgressDisplay } from './progress-display.ts';

/** One video of a place, and the most it may cost, in the smallest part of its unit. */
export interface VideoOrder {
  readonly account: OperatorAccount;
  readonly cap: number;
  readonly choices: OperatorChoices;
  readonly settings: Settings;
  readonly display: ProgressDisplay;
  /** Aborts when the command is to end. */
  readonly interrupted: AbortSignal;
}

export interface VideoReport {
  readonly isGood: boolean;
  readonly text: string;
  /** What it took of the cap, as far as is known. */
  readonly spent: number;
}

/** Whose jobs these are. */
const owner = 'providers-check';
/** How long the command waits before it lets go of a video, in ms. */
const patienceMs = 2 * 3_600_000;
const drainMs = 5_000;
const notSent: readonly JobState[] = ['queued', 'awaiting_configuration', 'prepared'];

interface Desk {
  readonly order: VideoOrder;
  readonly composed: ComposedPorts;
  readonly options: GatewayOptions;
  readonly gateway: Gateway;
  readonly book: RouteBook;
  /** Where its store lies. */
  readonly folder: string;
}

/**
 * Orders the cheapest video of a place, in the way of every job, in a store of its own. The store is removed once the
 * video is there or has failed; until then the same command resumes the video instead of ordering another.
 */
export async function makeCheckVideo(order: VideoOrder): Promise<VideoReport> {
  const { account, settings, choices } = order;
  const place = join('checks', account.provider);
  const composed = await openOwnStore(settings, place, { ...choices, accounts: [account] });
  const options = createGatewayOptions(choices.catalog, () => settings);
  const gateway = createGateway(composed.ports, options);
  const book = createRouteBook(options, composed.ports.upstreams);
  const folder = join(settings.FILMGATE_DATA_DIR, place);
  let isOver = false;
  try {
    const { report, job } = await runVideo({ order, composed, options, gateway, book, folder });
    isOver = job === undefined || isFinal(job.state);
    return report;
  } finally {
    await composed.close();
    if (isOver) await rm(folder, { recursive: true, force: true });
  }
}

interface Ended {
  readonly report: VideoReport;
  /** Absent where none was ordered and none was there. */
  readonly job?: Job;
}

async function runVideo(desk: Desk): Promise<Ended> {
  const earlier = await findEarlier(desk);
  const video =
    earlier === undefined ? cheapest(desk) : priceOf(desk.book, desk.order, earlier.request);
  const isSent = earlier !== undefined && !notSent.includes(earlier.state);
  const refusal = isSent ? undefined : beyondCap(desk.order, video);
  if (refusal !== undefined)
    return { report: refusal, ...(earlier !== undefined && { job: earlier }) };
  const { ports } = desk.composed;
  const runner = createRunner({
    ports,
    gatewayOptions: desk.options,
    options: { holder: randomUUID() },
  });
  // A job accepted before its runner began may have been sent by an earlier one, and would be searched for first.
  runner.start();
  try {
    return await deliver(desk, earlier ?? (await accept(desk, video)));
  } finally {
    await runner.drain(drainMs);
  }
}

/** The video an earlier check did not bring: once it is brought, or has failed, its store is gone. */
async function findEarlier({ composed }: Desk): Promise<Job | undefined> {
  const page = await composed.ports.storage.reader.list({ ...everyJob, owner, limit: 100 });
  return page.kind === 'page' ? page.jobs.find(({ state }) => state !== 'failed') : undefined;
}

function cheapest({ book, order, options }: Desk): PricedVideo | undefined {
  return cheapestVideo(book, order, options.catalog());
}

function beyondCap({ cap }: VideoOrder, video: PricedVideo | undefined): VideoReport | undefined {
  if (video === undefined)
    return bad('the catalog says of no route to it what a video costs; nothing was ordered');
  if (video.estimate <= cap) return undefined;
  const { estimate, unit } = video;
  const asked = amountText(estimate, unit);
  return bad(
    `the cheapest costs ${asked}, more than ${amountText(cap, unit)}; nothing was ordered`,
  );
}

function bad(text: string, spent = 0): VideoReport {
  return { isGood: false, text: `video: ${text}`, spent };
}

async function accept(desk: Desk, video: PricedVideo | undefined): Promise<Job | VideoReport> {
  const { composed, gateway, order } = desk;
  const loads = await composed.ports.storage.accounts.loads();
  const account = loads.find((load) => load.account.label === order.account.label)?.account;
  if (video === undefined || account === undefined) return bad('there is no account to make it');
  const accepted = await gateway.accept({
    owner,
    surface: 'local',
    jobId: `check_${composed.ports.ids.next()}`,
    idempotency: null,
    content: {},
    draft: { ...video.draft, pinnedAccountId: account.id },
    warnings: [],
    whenAccountUnavailable: 'refuse',
  });
  return accepted.kind === 'accepted'
    ? accepted.job
    : bad(`${whyNotAccepted(accepted)} Nothing was ordered.`);
}

async function deliver(desk: Desk, ordered: Job | VideoReport): Promise<Ended> {
  if ('isGood' in ordered) return { report: ordered };
  const { composed, gateway, order, folder } = desk;
  const { display, interrupted: signal, account, settings } = order;
  const own = { owner, surface: 'local', id: ordered.id } as const;
  if (ordered.state === 'outcome_unknown') await gateway.check({ id: ordered.id, signal });
  const unsubscribe = composed.ports.storage.events.subscribe(ordered.id, (job) =>
    display.show(job),
  );
  await gateway.awaitEnd({ ...own, timeoutMs: patienceMs, signal });
  unsubscribe();
  display.end();
  const job = (await gateway.get(own)) ?? ordered;
  const spent = job.spend?.actual ?? job.spend?.estimate ?? 0;
  if (!isFinal(job.state)) {
    const where = `Its store ${folder} is kept: run the same again to take it up`;
    return { job, report: bad(`job ${job.id} is ${job.state}. ${where}`, spent) };
  }
  const result = await gateway.openResult(own);
  if (result.kind !== 'opened') return { job, report: bad(whyNotDelivered(job, null), spent) };
  const name = `${account.provider}.${fileExtension(result.result.contentType)}`;
  const path = join(settings.FILMGATE_DATA_DIR, 'checks', name);
  const reserved = await reserveOutputFile(path);
  if (reserved.kind === 'refused') {
    await result.blob.close();
    throw new Error(reserved.message);
  }
  await reserved.file.writeWhole(result.blob);
  return { job, report: { isGood: true, text: `video: ${path}, ${videoText(job)}`, spent } };
}

function videoText({ result, spend }: Job): string {
  const seconds = `${Number((result?.durationSeconds ?? 0).toFixed(2))} s`;
  if (spend === null) return seconds;
  const { unit, estimate, actual } = spend;
  const cost = actual === null ? 'cost not told' : `cost ${amountText(actual, unit)}`;
  return `${seconds}, estimated ${amountText(estimate, unit)}, ${cost}`;
}
