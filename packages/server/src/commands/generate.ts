import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type AcceptResult,
  createGateway,
  type Gateway,
  type GatewayOptions,
  isFinal,
  type Job,
  probeAccount,
  type RequestDraft,
  resolveModel,
} from '@filmgate/core';
import { createRunner } from '@filmgate/runtime-node';
import { type ComposedPorts, composePorts } from '../compose/compose-ports.ts';
import { ensureDemoAccounts } from '../compose/demo-accounts.ts';
import { gatewayOptionsOf } from '../compose/gateway-options.ts';
import { createEventLog, createLogger } from '../log/create-log.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { copyBlob } from './copy-blob.ts';
import type { ProgressDisplay } from './progress-display.ts';

/** What `filmgate generate` was asked for. */
export interface GenerateCommand {
  readonly prompt: string;
  readonly model: string;
  readonly outputFile: string;
  readonly settings: Settings;
  readonly display: ProgressDisplay;
}

export type GenerateResult =
  | { readonly kind: 'written'; readonly job: Job }
  | { readonly kind: 'refused'; readonly message: string }
  /** Failed, or its outcome is unknown and may have been charged. */
  | { readonly kind: 'not-delivered'; readonly job: Job; readonly message: string };

/** The model of decisions §1.1. */
export const defaultModel = 'vidA-fast-4s-16x9-720p';

const owner = 'command-line';
/** How long the command waits before it lets go; the job itself would go on. */
const patienceMs = 2 * 3_600_000;
const drainMs = 5_000;

/** Makes one video or image without a server: core, embedded store and upstream in this process (decisions §1.1). */
export async function generate(command: GenerateCommand): Promise<GenerateResult> {
  const options = gatewayOptionsOf(command.settings);
  const draft = draftOf(command, options);
  if (typeof draft === 'string') return { kind: 'refused', message: draft };
  const settings: Settings = {
    ...command.settings,
    FILMGATE_DATA_DIR: join(command.settings.FILMGATE_DATA_DIR, 'cli'),
  };
  const logger = createLogger({ level: 'silent', logPrompts: false });
  const composed = await composePorts(settings, createEventLog(logger));
  try {
    return await run(command, { composed, options, draft });
  } finally {
    await composed.close();
  }
}

function draftOf({ prompt, model }: GenerateCommand, { catalog }: GatewayOptions): RequestDraft | string {
  const resolution = resolveModel(catalog, model, 'local');
  if (resolution.kind === 'unknown') return resolution.message;
  const { family, aspectRatio, durationSeconds, resolution: pixels } = resolution;
  const [firstAspect] = family.aspectRatios;
  const [firstResolution] = family.resolutions;
  if (prompt.trim() === '') return 'The prompt is empty.';
  if (family.references.minimum > 0) return `The model ${model} needs reference images, which this command does not take.`;
  if (firstAspect === undefined || firstResolution === undefined) return `The model ${model} offers nothing.`;
  return {
    model: resolution.model,
    family: family.id,
    mediaType: family.mediaType,
    prompt,
    negativePrompt: null,
    durationSeconds,
    aspectRatio: aspectRatio ?? firstAspect,
    aspectSource: 'model',
    resolution: pixels ?? firstResolution,
    generateAudio: family.audio === 'always',
    references: [],
  };
}

interface Run {
  readonly composed: ComposedPorts;
  readonly options: GatewayOptions;
  readonly draft: RequestDraft;
}

async function run(command: GenerateCommand, { composed, options, draft }: Run): Promise<GenerateResult> {
  const { ports } = composed;
  await ensureDemoAccounts(ports, composed.secretBox);
  const { signal } = new AbortController();
  for (const { account } of await ports.storage.accounts.loads()) await probeAccount(ports, options, { id: account.id, signal });
  const gateway = createGateway(ports, options);
  const accepted = await gateway.accept({
    owner,
    origin: 'local',
    jobId: `cli_${ports.ids.next()}`,
    idempotency: null,
    content: {},
    draft,
    warnings: [],
    whenAccountUnavailable: 'refuse',
  });
  if (accepted.kind !== 'accepted') return { kind: 'refused', message: refusalMessage(accepted) };
  const runner = createRunner({ ports, gatewayOptions: options, options: { holder: randomUUID() } });
  runner.start();
  try {
    return await deliver(command, gateway, { composed, job: accepted.job });
  } finally {
    await runner.drain(drainMs);
  }
}

async function deliver(
  command: GenerateCommand,
  gateway: Gateway,
  { composed, job }: { readonly composed: ComposedPorts; readonly job: Job },
): Promise<GenerateResult> {
  const { display, outputFile } = command;
  const unsubscribe = composed.ports.storage.events.subscribe(job.id, (changed) => display.show(changed));
  display.show(job);
  const { signal } = new AbortController();
  const own = { owner, origin: 'local', id: job.id } as const;
  const waited = await gateway.awaitEnd({ ...own, timeoutMs: patienceMs, signal });
  unsubscribe();
  display.end();
  const last = waited.kind === 'not-found' ? job : waited.job;
  const result = await gateway.openResult(own);
  if (result.kind === 'not-found') return { kind: 'not-delivered', job: last, message: whyNot(last) };
  await copyBlob(result.blob, outputFile);
  return { kind: 'written', job: last };
}

function whyNot(job: Job): string {
  if (job.failure !== null) return job.failure.message;
  return isFinal(job.state)
    ? 'The result is no longer stored.'
    : `Job ${job.id} has no known outcome and may have been charged; do not simply run it again.`;
}

function refusalMessage(result: Exclude<AcceptResult, { readonly kind: 'accepted' }>): string {
  switch (result.kind) {
    case 'not-admitted':
      return `The accounts cannot take the job: ${result.reason}.`;
    case 'reference-refused':
      return result.message;
    default:
      return `The job was not accepted: ${result.kind}.`;
  }
}
