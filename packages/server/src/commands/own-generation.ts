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
 * Makes the gateway's command from a prompt and a full model id, or returns the reason why that is not possible.
 * `elsewhere` explains how to enable a model that the catalog does not have.
 */
export function draftGeneration(
  options: Pick<GatewayOptions, 'catalog'>,
  wish: { readonly prompt: string; readonly model: string | undefined },
  elsewhere: (model: string) => string | undefined,
): DraftResult {
  const { prompt } = wish;
  const catalog = options.catalog();
  const model = wish.model ?? defaultModel(catalog, 'local');
  if (model === undefined) return refused('The catalog offers no model.');
  const resolution = resolveModel(catalog, model, 'local');
  if (resolution.kind === 'unknown') {
    const hint = resolution.part === 'family' ? elsewhere(model) : undefined;
    return refused(hint === undefined ? resolution.message : `${resolution.message} ${hint}`);
  }
  const { family, aspectRatio, durationSeconds, resolution: pixels } = resolution;
  const aspect = aspectRatio ?? family.aspectRatios[0];
  const size = pixels ?? family.resolutions[0];
  if (prompt.trim() === '') return refused('The prompt is empty.');
  if (family.references.minimum > 0) {
    return refused(`The model ${model} needs reference images, which this command does not take.`);
  }
  if (aspect === undefined || size === undefined)
    return refused(`The model ${model} offers nothing.`);
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
  'credits-exhausted': 'The accounts have no credits left for it.',
  'account-unavailable': 'No account is enabled and logged in.',
  'settlement-pending': 'All credits are reserved by jobs that have not ended; try again later.',
  'credits-unavailable': 'The upstream does not say how many credits are left; try again later.',
  'upstream-unavailable': 'The upstream cannot be reached at the moment; try again later.',
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
    .with({ kind: 'queue-full' }, () => 'Too many jobs wait already.')
    .with({ kind: 'references-busy' }, () => 'Too many references are being fetched already.')
    .with({ kind: 'space-low' }, () => 'There is too little room on the disk.')
    .with(
      { kind: 'allowance-exhausted' },
      ({ allowance }) => `References may have ${allowance} bytes in all, and have them already.`,
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

/** Reason why an ended job gave no file. */
export function whyNotDelivered(job: Job, lastRefusal: string | null): string {
  if (job.failure !== null)
    return lastRefusal === null ? job.failure.message : `${job.failure.message} (${lastRefusal})`;
  return isFinal(job.state)
    ? 'The result is no longer stored.'
    : `Job ${job.id} has no known outcome and may have been charged. ${howToResolve(job)}`;
}

/** Reason why nothing is ordered beside a job that may have been charged. */
export function whyNotAgain(job: Job): string {
  const other = 'To pay for another one beside it, add --new.';
  return `Job ${job.id} asks for the same, and may have been charged: its provider does not say. Nothing was submitted. ${howToResolve(job)} ${other}`;
}

function howToResolve({ id }: Job): string {
  return `See filmgate jobs show ${id}; end it with filmgate jobs resolve ${id} --found ID, --charged or --not-charged, and --note TEXT.`;
}

/** Explains how a job continues whose command was interrupted. */
export function afterInterruption(job: Job): string {
  const again = 'Run the same command again to take it up.';
  const isWaiting = job.state === 'queued' || job.state === 'awaiting_configuration';
  return isWaiting
    ? `Interrupted. Job ${job.id} was not submitted yet, and waits. ${again}`
    : `Interrupted. Job ${job.id} was submitted, goes on at the upstream and may be charged. ${again}`;
}
