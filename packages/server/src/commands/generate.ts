import { randomUUID } from 'node:crypto';
import {
  createGateway,
  allJobsQuery,
  type Gateway,
  type GatewayOptions,
  type Job,
  type JobReader,
  type JobState,
  probeAccount,
  type RequestDraft,
} from '@filmgate/core';
import { createRunner } from '@filmgate/runtime-node';
import { familyElsewhere } from '../catalog/family-elsewhere.ts';
import type { ComposedPorts } from '../compose/compose-ports.ts';
import { createGatewayOptions, readOperatorChoices } from '../compose/operator-choices.ts';
import { ensureDemoAccounts } from '../compose/quickstart.ts';
import { generateFolder, generatePrefix } from './generate-store.ts';
import { accountProblems } from '../providers/account-problems.ts';
import { mockEndpoint } from '../providers/endpoints.ts';
import type { Settings } from '../settings/settings-schema.ts';
import {
  afterInterruption,
  draftGeneration,
  isUncharged,
  openOwnStore,
  whyNotAccepted,
  whyNotAgain,
  whyNotDelivered,
} from './own-generation.ts';
import { type OutputFile, reserveOutputFile } from './output-file.ts';
import type { ProgressDisplay } from './progress-display.ts';
import { lastRefusal, whyItWaits } from './why-it-waits.ts';

export interface GenerateCommand {
  readonly prompt: string;
  /** Absent = default of the catalog. */
  readonly model: string | undefined;
  readonly outputFile: string;
  /** True to ignore an earlier equal job of unknown outcome, and to pay for another one. */
  readonly isNew: boolean;
  readonly settings: Settings;
  /** Secrets of `FILMGATE_KEY_<PLACE>`, by the endpoint as written in the variable. */
  readonly endpointKeys: ReadonlyMap<string, string>;
  readonly display: ProgressDisplay;
  /** Aborts when the user wants the command to end. */
  readonly interrupted: AbortSignal;
}

export type GenerateResult =
  | { readonly kind: 'written'; readonly job: Job }
  /** The provider accepted nothing, and nothing is charged. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The job failed, or its outcome is unknown and it may have been charged. */
  | { readonly kind: 'not-delivered'; readonly job: Job; readonly message: string }
  /** An earlier equal job may have been charged: nothing was submitted. */
  | { readonly kind: 'unresolved'; readonly job: Job; readonly message: string }
  /** Ended by the caller; the message says how the job continues. */
  | { readonly kind: 'interrupted'; readonly job: Job; readonly message: string };

/** Owner of these jobs. */
const commandLineOwner = 'command-line';
/** Maximum time the command waits, in ms; the job itself would continue. */
const patienceMs = 2 * 3_600_000;
const drainMs = 5_000;

interface Run {
  readonly command: GenerateCommand;
  readonly composed: ComposedPorts;
  readonly options: GatewayOptions;
  readonly gateway: Gateway;
  readonly draft: RequestDraft;
  readonly output: OutputFile;
  /** Accounts that could not be used at the start, with the reason. */
  readonly problems: readonly string[];
}

/**
 * Makes one video or image without a server: core, embedded store and upstream in this process [commands.generate].
 * Resumes an unfinished job of the same prompt and model instead of paying twice. Where the outcome of that job is
 * unknown the provider is queried again, and without a response nothing is ordered.
 *
 * @throws Error with a sentence for the operator when its store cannot be opened
 */
export async function generate(command: GenerateCommand): Promise<GenerateResult> {
  const choices = await readOperatorChoices(command.settings, command);
  const options = createGatewayOptions(choices.catalog, () => command.settings);
  const drafted = await draftGeneration(options, command, (model) =>
    familyElsewhere(model, choices),
  );
  if (drafted.kind === 'refused') return drafted;
  const reserved = await reserveOutputFile(command.outputFile);
  if (reserved.kind === 'refused') return reserved;
  try {
    const composed = await openOwnStore(command.settings, generateFolder, choices);
    try {
      const gateway = createGateway(composed.ports, options);
      const { draft } = drafted;
      const problems = await knowAccounts(composed, options, command);
      const output = reserved.file;
      return await run({ command, composed, options, gateway, draft, output, problems });
    } finally {
      await composed.close();
    }
  } finally {
    await reserved.file.discard();
  }
}

async function run(parts: Run): Promise<GenerateResult> {
  const { composed, options } = parts;
  const runner = createRunner({
    ports: composed.ports,
    gatewayOptions: options,
    options: { holder: randomUUID() },
  });
  // A job accepted before its runner starts counts as one that may have been sent, and would first be searched for.
  runner.start();
  try {
    const accepted = await acceptOnce(parts);
    return accepted.kind === 'job' ? await deliver(parts, accepted.job) : accepted;
  } finally {
    await runner.drain(drainMs);
  }
}

async function knowAccounts(
  { ports, secretBox }: ComposedPorts,
  options: GatewayOptions,
  { endpointKeys }: GenerateCommand,
): Promise<readonly string[]> {
  if (ports.upstreams.has(mockEndpoint)) await ensureDemoAccounts(ports, secretBox);
  const { signal } = new AbortController();
  for (const { account } of await ports.storage.accounts.loads())
    await probeAccount(ports, options, { id: account.id, signal });
  return accountProblems(await ports.storage.accounts.loads(), endpointKeys);
}

type Accepted =
  | { readonly kind: 'job'; readonly job: Job }
  | Extract<GenerateResult, { readonly kind: 'refused' | 'unresolved' }>;

async function acceptOnce(parts: Run): Promise<Accepted> {
  const { command, composed, gateway, draft, problems } = parts;
  const { reader } = composed.ports.storage;
  const moving = await findEarlier(reader, draft, movingStates);
  if (moving !== undefined) return { kind: 'job', job: moving };
  const unknown = command.isNew ? undefined : await findEarlier(reader, draft, ['outcome_unknown']);
  const known = unknown === undefined ? undefined : await askAgain(parts, unknown);
  if (known !== undefined) return known;
  // An earlier video is resumed though its model, or the default of that time, cannot be ordered any more.
  const offered = await draftGeneration(gateway, command, async () => undefined);
  if (offered.kind === 'refused') return offered;
  const accepted = await gateway.accept({
    owner: commandLineOwner,
    surface: 'local',
    jobId: `${generatePrefix}${composed.ports.ids.next()}`,
    idempotency: null,
    content: {},
    draft: offered.draft,
    warnings: [],
    whenAccountUnavailable: 'refuse',
  });
  return accepted.kind === 'accepted'
    ? { kind: 'job', job: accepted.job }
    : { kind: 'refused', message: [whyNotAccepted(accepted), ...problems].join(' ') };
}

/** Queries the outcome of an earlier job; undefined if it is proven not charged, so that another may be ordered. */
async function askAgain({ command, gateway }: Run, job: Job): Promise<Accepted | undefined> {
  const checked = await gateway.check({ id: job.id, signal: command.interrupted });
  const now = checked.kind === 'checked' ? checked.job : job;
  if (now.state === 'outcome_unknown')
    return { kind: 'unresolved', job: now, message: whyNotAgain(now) };
  return now.state === 'failed' ? undefined : { kind: 'job', job: now };
}

async function deliver(
  { command, composed, gateway, output, problems }: Run,
  job: Job,
): Promise<GenerateResult> {
  const { display, interrupted: signal } = command;
  const { accounts, events, reader } = composed.ports.storage;
  let shown = Promise.resolve();
  const show = (changed: Job): void => {
    shown = shown.then(async () =>
      display.show(changed, await whyItWaits(reader, changed, problems)),
    );
  };
  const unsubscribe = events.subscribe(job.id, show);
  show(job);
  const own = { owner: commandLineOwner, surface: 'local', id: job.id } as const;
  const waited = await gateway.awaitEnd({ ...own, timeoutMs: patienceMs, signal });
  unsubscribe();
  await shown;
  display.end();
  const last = 'job' in waited ? waited.job : job;
  if (waited.kind === 'still-running' && signal.aborted) {
    return { kind: 'interrupted', job: last, message: afterInterruption(last) };
  }
  const result = await gateway.openResult(own);
  if (result.kind !== 'opened') {
    const said = accountProblems(await accounts.loads(), command.endpointKeys);
    const message = whyNotDelivered(last, await lastRefusal(reader, last), said);
    if (isUncharged(last)) return { kind: 'refused', message };
    return { kind: 'not-delivered', job: last, message };
  }
  await output.writeWhole(result.blob);
  return { kind: 'written', job: last };
}

/** States in which a job will still end automatically. */
const movingStates: readonly JobState[] = [
  'queued',
  'awaiting_configuration',
  'prepared',
  'dispatching',
  'submitted',
  'polling',
  'storing',
];
const mostEarlier = 1_000;

/** Newest equal job of the command in one of these states. */
async function findEarlier(
  reader: Pick<JobReader, 'list'>,
  draft: RequestDraft,
  states: readonly JobState[],
): Promise<Job | undefined> {
  const page = await reader.list({
    ...allJobsQuery,
    owner: commandLineOwner,
    surface: 'local',
    states,
    models: [draft.model],
    limit: mostEarlier,
  });
  const jobs = page.kind === 'page' ? page.jobs : [];
  return jobs.find(({ request }) => request.prompt === draft.prompt);
}
