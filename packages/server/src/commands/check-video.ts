import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createGateway,
  createRouter,
  allJobsQuery,
  fileExtension,
  type Gateway,
  type GatewayOptions,
  isFinal,
  type Job,
  type JobState,
  type Router,
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

/** One video of an endpoint, and its maximum cost, in the smallest part of the endpoint's unit. */
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
  /** Amount used of the maximum, as far as known. */
  readonly spent: number;
}

/** Owner of these jobs. */
const owner = 'providers-check';
/** Maximum time the command waits for a video, in ms. */
const patienceMs = 2 * 3_600_000;
const drainMs = 5_000;
const notSent: readonly JobState[] = ['queued', 'awaiting_configuration', 'prepared'];

interface Desk {
  readonly order: VideoOrder;
  readonly composed: ComposedPorts;
  readonly options: GatewayOptions;
  readonly gateway: Gateway;
  readonly book: Router;
  /** Folder of the command's store. */
  readonly folder: string;
}

/**
 * Orders the cheapest video of an endpoint, as every job is ordered, in a separate store. The store is removed when the
 * video has arrived or failed; until then the same command resumes the video instead of ordering another.
 */
export async function makeCheckVideo(order: VideoOrder): Promise<VideoReport> {
  const { account, settings, choices } = order;
  const endpoint = join('checks', account.endpoint);
  const composed = await openOwnStore(settings, endpoint, { ...choices, accounts: [account] });
  const options = createGatewayOptions(choices.catalog, () => settings);
  const gateway = createGateway(composed.ports, options);
  const book = createRouter(options, composed.ports.upstreams);
  const folder = join(settings.FILMGATE_DATA_DIR, endpoint);
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
  /** Absent where none was ordered and no earlier one existed. */
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
  // A job accepted before its runner starts counts as one that may have been sent, and would first be searched for.
  runner.start();
  try {
    return await deliver(desk, earlier ?? (await accept(desk, video)));
  } finally {
    await runner.drain(drainMs);
  }
}

/** The unfinished video of an earlier check. Its store is removed when it is fetched or has failed. */
async function findEarlier({ composed }: Desk): Promise<Job | undefined> {
  const page = await composed.ports.storage.reader.list({ ...allJobsQuery, owner, limit: 100 });
  return page.kind === 'page' ? page.jobs.find(({ state }) => state !== 'failed') : undefined;
}

function cheapest({ book, order, gateway }: Desk): PricedVideo | undefined {
  return cheapestVideo(book, order, gateway.catalog());
}

function beyondCap({ cap }: VideoOrder, video: PricedVideo | undefined): VideoReport | undefined {
  if (video === undefined)
    return bad('the catalog has no route with a known cost to this endpoint; nothing was ordered');
  if (video.estimate <= cap) return undefined;
  const { estimate, unit } = video;
  const asked = amountText(estimate, unit);
  return bad(
    `the cheapest video costs ${asked}, more than ${amountText(cap, unit)}; nothing was ordered`,
  );
}

function bad(text: string, spent = 0): VideoReport {
  return { isGood: false, text: `video: ${text}`, spent };
}

async function accept(desk: Desk, video: PricedVideo | undefined): Promise<Job | VideoReport> {
  const { composed, gateway, order } = desk;
  const loads = await composed.ports.storage.accounts.loads();
  const account = loads.find((load) => load.account.label === order.account.label)?.account;
  if (video === undefined || account === undefined) return bad('no account can make the video');
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
    const where = `Its store ${folder} is kept: repeat the command to resume`;
    return { job, report: bad(`job ${job.id} is ${job.state}. ${where}`, spent) };
  }
  const result = await gateway.openResult(own);
  if (result.kind !== 'opened') return { job, report: bad(whyNotDelivered(job, null), spent) };
  const name = `${account.endpoint}.${fileExtension(result.result.contentType)}`;
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
  const cost = actual === null ? 'cost not reported' : `cost ${amountText(actual, unit)}`;
  return `${seconds}, estimated ${amountText(estimate, unit)}, ${cost}`;
}
