import { randomUUID } from 'node:crypto';
import {
  createGateway,
  everyJob,
  type Gateway,
  type GatewayOptions,
  type Job,
  type JobReader,
  type JobState,
  probeAccount,
  type RequestDraft,
} from '@filmgate/core';
import { createRunner } from '@filmgate/runtime-node';
import type { ComposedPorts } from '../compose/compose-ports.ts';
import { createGatewayOptions, readOperatorChoices } from '../compose/operator-choices.ts';
import { ensureDemoAccounts } from '../compose/quickstart.ts';
import { mockPlace } from '../providers/places.ts';
import type { Settings } from '../settings/settings-schema.ts';
import {
  afterInterruption,
  draftGeneration,
  openOwnStore,
  whyNotAccepted,
  whyNotDelivered,
} from './own-generation.ts';
import { type OutputFile, reserveOutputFile } from './output-file.ts';
import type { ProgressDisplay } from './progress-display.ts';

/** What `filmgate generate` was asked for. */
export interface GenerateCommand {
  readonly prompt: string;
  /** Absent = the catalog's default. */
  readonly model: string | undefined;
  readonly outputFile: string;
  readonly settings: Settings;
  /** Secrets of `FILMGATE_KEY_<PLACE>`, by the place as it is written there. */
  readonly placeKeys: ReadonlyMap<string, string>;
  readonly display: ProgressDisplay;
  /** Aborts when the user wants the command to end. */
  readonly interrupted: AbortSignal;
}

export type GenerateResult =
  | { readonly kind: 'written'; readonly job: Job }
  /** Nothing was submitted. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Failed, or its outcome is unknown and may have been charged. */
  | { readonly kind: 'not-delivered'; readonly job: Job; readonly message: string }
  /** Ended by the caller; the message says what becomes of the job. */
  | { readonly kind: 'interrupted'; readonly job: Job; readonly message: string };

/** Whose jobs these are. */
const commandLineOwner = 'command-line';
/** How long the command waits before it lets go; the job itself would go on. */
const patienceMs = 2 * 3_600_000;
const drainMs = 5_000;

interface Run {
  readonly command: GenerateCommand;
  readonly composed: ComposedPorts;
  readonly options: GatewayOptions;
  readonly gateway: Gateway;
  readonly draft: RequestDraft;
  readonly output: OutputFile;
}

/**
 * Makes one video or image without a server: core, embedded store and upstream in this process [commands.generate]. A job
 * of the same prompt and model that an interrupted run left is taken up again rather than paid for twice.
 *
 * @throws Error with a sentence for the operator when its store cannot be opened
 */
export async function generate(command: GenerateCommand): Promise<GenerateResult> {
  const choices = await readOperatorChoices(command.settings, command);
  const options = createGatewayOptions(choices.catalog, () => command.settings);
  const drafted = draftGeneration(options, command);
  if (drafted.kind === 'refused') return drafted;
  const reserved = await reserveOutputFile(command.outputFile);
  if (reserved.kind === 'refused') return reserved;
  try {
    const composed = await openOwnStore(command.settings, 'cli', choices);
    try {
      const gateway = createGateway(composed.ports, options);
      const { draft } = drafted;
      return await run({ command, composed, options, gateway, draft, output: reserved.file });
    } finally {
      await composed.close();
    }
  } finally {
    await reserved.file.discard();
  }
}

async function run(parts: Run): Promise<GenerateResult> {
  const { composed, options } = parts;
  await knowAccounts(composed, options);
  const runner = createRunner({
    ports: composed.ports,
    gatewayOptions: options,
    options: { holder: randomUUID() },
  });
  // A job accepted before its runner began may have been sent by an earlier one, and would be searched for first.
  runner.start();
  try {
    const accepted = await acceptOnce(parts);
    return accepted.kind === 'refused' ? accepted : await deliver(parts, accepted.job);
  } finally {
    await runner.drain(drainMs);
  }
}

async function knowAccounts({ ports, secretBox }: ComposedPorts, options: GatewayOptions) {
  if (ports.upstreams.has(mockPlace)) await ensureDemoAccounts(ports, secretBox);
  const { signal } = new AbortController();
  for (const { account } of await ports.storage.accounts.loads()) {
    await probeAccount(ports, options, { id: account.id, signal });
  }
}

async function acceptOnce({
  composed,
  gateway,
  draft,
}: Run): Promise<
  { readonly kind: 'job'; readonly job: Job } | Extract<GenerateResult, { kind: 'refused' }>
> {
  const unfinished = await findUnfinished(composed.ports.storage.reader, draft, commandLineOwner);
  if (unfinished !== undefined) return { kind: 'job', job: unfinished };
  const accepted = await gateway.accept({
    owner: commandLineOwner,
    surface: 'local',
    jobId: `cli_${composed.ports.ids.next()}`,
    idempotency: null,
    content: {},
    draft,
    warnings: [],
    whenAccountUnavailable: 'refuse',
  });
  return accepted.kind === 'accepted'
    ? { kind: 'job', job: accepted.job }
    : { kind: 'refused', message: whyNotAccepted(accepted) };
}

async function deliver(
  { command, composed, gateway, output }: Run,
  job: Job,
): Promise<GenerateResult> {
  const { display, interrupted: signal } = command;
  const { events } = composed.ports.storage;
  const unsubscribe = events.subscribe(job.id, (changed) => display.show(changed));
  display.show(job);
  const own = { owner: commandLineOwner, surface: 'local', id: job.id } as const;
  const waited = await gateway.awaitEnd({ ...own, timeoutMs: patienceMs, signal });
  unsubscribe();
  display.end();
  const last = 'job' in waited ? waited.job : job;
  if (waited.kind === 'still-running' && signal.aborted) {
    return { kind: 'interrupted', job: last, message: afterInterruption(last) };
  }
  const result = await gateway.openResult(own);
  if (result.kind === 'not-found') {
    return { kind: 'not-delivered', job: last, message: whyNotDelivered(last) };
  }
  await output.writeWhole(result.blob);
  return { kind: 'written', job: last };
}

/** States in which a job will still end by itself. */
const moving: readonly JobState[] = [
  'queued',
  'awaiting_configuration',
  'prepared',
  'dispatching',
  'submitted',
  'polling',
  'storing',
];
const mostUnfinished = 1_000;

/** The newest job of the owner that asks for the same and has not ended. */
async function findUnfinished(
  reader: Pick<JobReader, 'list'>,
  draft: RequestDraft,
  owner: string,
): Promise<Job | undefined> {
  const page = await reader.list({
    ...everyJob,
    owner,
    surface: 'local',
    states: moving,
    model: draft.model,
    limit: mostUnfinished,
  });
  const jobs = page.kind === 'page' ? page.jobs : [];
  return jobs.find(({ request }) => request.prompt === draft.prompt);
}
