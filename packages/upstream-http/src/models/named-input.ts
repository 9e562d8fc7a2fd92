import { createHash } from 'node:crypto';
import type { GenerationRequest } from '@filmgate/core';
import type { CallFields } from '../engine/asked-fields.ts';
import type { CallJson, ListedTask } from '../engine/provider-description.ts';
import { type Carriage, formIn } from './carriage.ts';
import type { Pixels } from './pixels.ts';
import { slotsOf } from './reference-slots.ts';

/**
 * Parts of a request that models of many makers name differently; all have `prompt`, and those of videos `duration`.
 * `image_size` is an object of width and height; `edited_image` has the only reference of a model that takes one.
 */
type InputPart =
  | 'aspect_ratio'
  | 'resolution'
  | 'generate_audio'
  | 'seed'
  | 'image_size'
  | 'edited_image'
  | CarriedRole;
type CarriedRole = 'first_frame' | 'last_frame' | 'reference_image';

/** Names of a model's input fields; a part without a name is not sent. */
export type InputNames = { readonly [Part in InputPart]?: string };

/** Returns every field that inputs of these names have, and of others beside them. */
export function fieldsNamed(
  names: readonly InputNames[],
  beside: readonly CallFields[] = [],
): readonly string[] {
  const named = [...names.flatMap(Object.values<string>), ...beside.flatMap(Object.keys)];
  return ['prompt', 'duration', ...new Set(named)];
}

/** Returns the parts of a request under a model's names. */
export function namedInput(
  names: InputNames,
  request: Omit<GenerationRequest, 'resolution'> & { readonly resolution: string },
  {
    seed,
    carriage,
    size,
  }: { readonly seed: number; readonly carriage: Carriage; readonly size?: Pixels },
): CallFields {
  const slots = (role: CarriedRole) => slotsOf(request, role, (one) => formIn(carriage, one));
  const images = slots('reference_image');
  const values: readonly (readonly [InputPart, CallJson | undefined])[] = [
    ['aspect_ratio', request.aspectRatio],
    ['resolution', request.resolution],
    // If omitted, models that can generate sound do.
    ['generate_audio', request.generateAudio],
    ['seed', seed],
    ['image_size', size === undefined ? undefined : { ...size }],
    ['first_frame', slots('first_frame')[0]],
    ['last_frame', slots('last_frame')[0]],
    ['edited_image', images[0]],
    ['reference_image', images.length > 0 ? images : undefined],
  ];
  const fields = values.flatMap(([part, value]) => {
    const name = names[part];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(fields);
}

/**
 * Returns the seed of a submission: by it, the work is distinguished from others of the account. Any seed is as good as
 * the random one that a model would choose.
 */
export function seedOf(correlationId: string): number {
  const digest = createHash('sha256').update(correlationId).digest();
  return 1 + (digest.readUInt32BE(0) % 2_147_483_647);
}

export function seedIn({ seed }: CallFields): number | undefined {
  return typeof seed === 'number' ? seed : undefined;
}

/** Compares a submission's input with the one that a list repeats: by the seed if both have one. */
export function compareInputs(asked: CallFields, said: CallFields): ListedTask['matches'] {
  const [ours, theirs] = [seedIn(asked), seedIn(said)];
  if (ours !== undefined && theirs !== undefined) return ours === theirs ? 'yes' : 'no';
  let matches: ListedTask['matches'] = 'yes';
  for (const [name, value] of Object.entries(asked)) {
    // Images are repeated in another form, and an uploaded one may be.
    if (typeof value === 'object') continue;
    const other = said[name] ?? null;
    const isScalar = typeof other !== 'object';
    if (isScalar && String(other) === String(value)) continue;
    if (isScalar && !isLink(value)) return 'no';
    matches = 'unsaid';
  }
  return matches;
}

function isLink(value: CallJson): boolean {
  return typeof value === 'string' && /^https?:\/\//.test(value);
}
