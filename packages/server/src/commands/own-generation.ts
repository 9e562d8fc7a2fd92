import { join } from 'node:path';
import {
  type AcceptResult,
  type AdmissionRefusal,
  defaultModel,
  type GatewayOptions,
  isFinal,
  type Job,
  type RequestDraft,
  resolveModel,
} from '@filmgate/core';
import { match, P } from 'ts-pattern';
import { type ComposedPorts, composePorts } from '../compose/compose-ports.ts';
import type { OperatorChoices } from '../compose/operator-choices.ts';
import { createSilentLogger } from '../log/create-log.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Opens a separate store of a command in the data directory, so that a running server does not block the command. */
export function openOwnStore(
  settings: Settings,
  folder: string,
  choices: OperatorChoices,
): Promise<ComposedPorts> {
  const own = ownSettings(settings, folder);
  // No settings are ever stored in this store.
  return composePorts(own, createSilentLogger(), { given: new Set(), check: () => [], choices });
}

/** Settings of a separate store in its folder of the data directory. */
export function ownSettings(settings: Settings, folder: string): Settings {
  return {
    ...settings,
    FILMGATE_DATA_DIR: join(settings.FILMGATE_DATA_DIR, folder),
    // A configured directory belongs to the gateway.
    FILMGATE_BASELINE_DIR: undefined,
    FILMGATE_STORAGE: 'sqlite',
    FILMGATE_RESULT_STORE: 'files',
  };
}

type DraftResult =
  | { readonly kind: 'drafted'; readonly draft: RequestDraft }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Returns the gateway's command, or a refusal. `elsewhere` explains how to enable a model that the catalog lacks. With
 * the catalog of the options a retired model is drafted, too; the gateway's own has only what can be ordered.
 */
export async function draftGeneration(
  options: Pick<GatewayOptions, 'catalog'>,
  { prompt, model: named }: { readonly prompt: string; readonly model: string | undefined },
  elsewhere: (model: string) => Promise<string | undefined>,
): Promise<DraftResult> {
  const catalog = options.catalog();
  const model = named ?? defaultModel(catalog, 'local');
  if (model === undefined) return refused('The catalog offers no model.');
  const resolution = resolveModel(catalog, model, 'local');
  if (resolution.kind !== 'resolved') {
    const isElsewhere = resolution.kind === 'unknown' && resolution.part === 'family';
    const hint = isElsewhere ? await elsewhere(model) : undefined;
    return refused(hint === undefined ? resolution.message : `${resolution.message} ${hint}`);
  }
  const { family, aspectRatio, durationSeconds, resolution: pixels } = resolution;
  const aspect = aspectRatio ?? family.aspectRatios[0];
  const size = pixels ?? family.resolutions[0];
  if (prompt.trim() === '') return refused('The prompt is empty.');
  if (family.references.minimum > 0) {
    return refused(`This command does not support reference images, which ${model} requires.`);
  }
  if (aspect === undefined || size === undefined)
    return refused(`The model ${model} is not usable.`);
  return {
    kind: 'drafted',
    draft: {
      model: resolution.model,
      family: family.id,
      mediaType: family.mediaType,
      prompt,
      negativePrompt: null,
      durationSeconds,
      aspectRatio: aspect,
      aspectSource: 'model',
      resolution: size,
      generateAudio: family.audio === 'always',
      references: [],
    },
  };
}

function refused(message: string): DraftResult {
  return { kind: 'refused', message };
}

const admission: { readonly [R in AdmissionRefusal]: string } = {
  'credits-exhausted': 'No account has enough credits.',
  'account-unavailable': 'No account is enabled and logged in.',
  'settlement-pending': 'All credits are reserved by unfinished jobs; try again later.',
  'credits-unavailable': 'The provider does not report the credit balance; try again later.',
  'upstream-unavailable': 'The provider cannot be reached; try again later.',
};

/** Reason why a job was not accepted: nothing was submitted. */
export function whyNotAccepted(
  result: Exclude<AcceptResult, { readonly kind: 'accepted' }>,
): string {
  return match(result)
    .with({ kind: 'not-admitted' }, ({ reason }) => admission[reason])
    .with(
      { kind: P.union('invalid-request', 'reference-refused', 'request-not-taken') },
      ({ message }) => message,
    )
    .with({ kind: 'queue-full' }, () => 'Too many jobs are waiting.')
    .with({ kind: 'references-busy' }, () => 'Too many references are being downloaded.')
    .with({ kind: 'space-low' }, () => 'The disk is almost full.')
    .with(
      { kind: 'allowance-exhausted' },
      ({ allowance }) => `The storage limit for references (${allowance} bytes) is reached.`,
    )
    .with(
      {
        kind: P.union(
          'replayed',
          'key-conflict',
          'id-taken',
          'quota-exhausted',
          'owner-share-taken',
          'open-jobs-limit',
        ),
      },
      ({ kind }) => `The job was not accepted: ${kind}.`,
    )
    .exhaustive();
}

/** Returns true if a job failed before a provider accepted it, with proof that nothing was charged. */
export function isUncharged({
  failure,
  handle,
  quota,
}: Pick<Job, 'failure' | 'handle' | 'quota'>): boolean {
  return failure !== null && handle === null && quota === 'released';
}

/** Reason why an ended job gave no file. `problems` of the accounts explain one that no provider accepted. */
export function whyNotDelivered(
  job: Job,
  lastRefusal: string | null,
  problems: readonly string[] = [],
): string {
  if (job.failure !== null) {
    const { message } = job.failure;
    if (isUncharged(job) && problems.length > 0)
      return [message, ...problems, 'Nothing was charged.'].join(' ');
    return lastRefusal === null ? message : `${message} (${lastRefusal})`;
  }
  return isFinal(job.state)
    ? 'The result is no longer stored.'
    : `The provider's response was lost; job ${job.id} may have been charged. ${howToResolve(job)}`;
}

/** Reason why nothing is ordered beside a job that may have been charged. */
export function whyNotAgain(job: Job): string {
  const other = 'To order (and pay for) another result, add --new.';
  return `Job ${job.id} has the same prompt and model and may have been charged: the provider's response was lost. Nothing was submitted. ${howToResolve(job)} ${other}`;
}

function howToResolve({ id }: Job): string {
  return `To inspect the job: filmgate jobs show ${id}. To resolve the job: filmgate jobs resolve ${id} with --found ID, --charged or --not-charged, and --note TEXT.`;
}

/** Explains how a job continues whose command was interrupted. */
export function afterInterruption(job: Job): string {
  const again = 'Run the same command again to resume.';
  const isWaiting = job.state === 'queued' || job.state === 'awaiting_configuration';
  return isWaiting
    ? `Interrupted. Job ${job.id} is waiting and was not submitted yet. ${again}`
    : `Interrupted. Job ${job.id} was submitted, continues at the provider and may be charged. ${again}`;
}
