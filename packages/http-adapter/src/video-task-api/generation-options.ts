import {
  aspectFromSize,
  type AspectRatio,
  aspectRatios,
  type ModelFamily,
  type ParsedSize,
  parseSize,
  type RequestDraft,
  type Resolution,
  resolutions,
  resolveAspect,
} from '@filmgate/core';
import { z } from 'zod';
import type { FieldReader } from '../http/field-reader.ts';
import { anyText } from './request-fields.ts';

/** Decimal text of one to three digits, or the number [tasks.create.number-text]. */
export const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .transform(Number),
]);

/** A boolean or its word. */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((word) => word === 'true'),
]);

export const aspectRatioSchema = z.enum(aspectRatios);
export const resolutionSchema = z.enum(resolutions);

/** Defaults [tasks.seconds.default]. */
const defaultSeconds = 5;
const defaultResolution: Resolution = '1080p';

/** The options a request states; undefined if not stated. */
export interface StatedOptions {
  readonly seconds: number | undefined;
  readonly resolution: Resolution | undefined;
  readonly audio: boolean | undefined;
}

/** Completes the options with the defaults, or with the first value of an operator's model without them. */
export function fillIn(
  stated: StatedOptions,
  family: ModelFamily,
): Pick<RequestDraft, 'durationSeconds' | 'resolution' | 'generateAudio'> {
  return {
    durationSeconds: stated.seconds ?? offered(defaultSeconds, family.durationsSeconds),
    resolution: stated.resolution ?? offered(defaultResolution, family.resolutions),
    generateAudio: stated.audio ?? family.audio !== 'none',
  };
}

/** Chooses the aspect by precedence [tasks.aspect.explicit-wins]; a prompt cannot request one that is not on offer. */
export function chooseAspect(
  input: Parameters<typeof resolveAspect>[0],
  family: ModelFamily,
): Pick<RequestDraft, 'aspectRatio' | 'aspectSource'> {
  const { aspectRatio: chosen, source } = resolveAspect(input);
  if (family.aspectRatios.includes(chosen)) return { aspectRatio: chosen, aspectSource: source };
  return { aspectRatio: offered('16:9', family.aspectRatios), aspectSource: 'default' };
}

function offered<T>(wanted: T, values: readonly T[]): T {
  return values.includes(wanted) ? wanted : (values[0] ?? wanted);
}

/** The path of a field, for reading it and for naming it. */
interface FieldPath {
  readonly value: unknown;
  readonly param: string;
}

/** Reads a duration in whole seconds that the family offers. */
export function readSeconds(
  reader: FieldReader,
  { value, param }: FieldPath,
  family: ModelFamily,
): number | undefined {
  const rule = `must be ${secondsRule(family.durationsSeconds)}`;
  const seconds = reader.read(value, { param, schema: wholeNumber, rule });
  if (seconds !== undefined && !family.durationsSeconds.includes(seconds)) {
    reader.decline(param, `${param} ${rule}.`);
  }
  return seconds;
}

/** Reads a resolution that the family offers. */
export function readResolution(
  reader: FieldReader,
  { value, param }: FieldPath,
  family: ModelFamily,
): Resolution | undefined {
  const rule = `must be ${oneOf(family.resolutions)}`;
  const read = reader.read(value, { param, schema: resolutionSchema, rule });
  if (read !== undefined && !family.resolutions.includes(read)) {
    reader.decline(param, `${param} ${rule}.`);
  }
  return read;
}

/** Reads an aspect ratio that the family offers. */
export function checkAspectRatio(
  reader: FieldReader,
  { value, param }: { readonly value: AspectRatio | undefined; readonly param: string },
  family: ModelFamily,
): AspectRatio | undefined {
  if (value !== undefined && !family.aspectRatios.includes(value)) {
    reader.decline(param, `${param} must be ${oneOf(family.aspectRatios)}.`);
  }
  return value;
}

/** Words the refusal of an aspect ratio. */
export function aspectRule(family: ModelFamily): {
  readonly schema: typeof aspectRatioSchema;
  readonly rule: string;
} {
  return { schema: aspectRatioSchema, rule: `must be ${oneOf(family.aspectRatios)}` };
}

/** Words the refusal of a flag. */
export const flagRule = { schema: flag, rule: 'must be true or false' };

/** Checks that the model supports a stated choice of sound, or of none. */
export function checkAudio(
  reader: FieldReader,
  { value, param }: { readonly value: boolean | undefined; readonly param: string },
  family: ModelFamily,
): boolean | undefined {
  if (value === true && family.audio === 'none') {
    reader.decline(param, `${param} cannot be true: ${family.id} cannot generate sound.`);
  }
  if (value === false && family.audio === 'always') {
    reader.decline(param, `${param} cannot be false: ${family.id} always generates sound.`);
  }
  return value;
}

/** Reads a size in one of its two forms; the form is checked even if the size is not used. */
export function readSize(
  reader: FieldReader,
  { value, param }: FieldPath,
  family: ModelFamily,
): ParsedSize | undefined {
  const rule = 'must be <width>x<height>, 720p or 1080p';
  const text = reader.read(value, { param, schema: anyText, rule });
  if (text === undefined) return undefined;
  const size = parseSize(text);
  if (size === undefined) {
    reader.refuse(param, `${param} ${rule}.`);
  } else if (size.kind === 'resolution' && !family.resolutions.includes(size.resolution)) {
    reader.decline(param, `${param} must be <width>x<height> or ${oneOf(family.resolutions)}.`);
  }
  return size;
}

/** Returns the aspect of a size, within 1 % of one the family offers. */
export function aspectOfSize(
  reader: FieldReader,
  size: ParsedSize | undefined,
  family: ModelFamily,
): AspectRatio | undefined {
  if (size?.kind !== 'pixels') return undefined;
  const aspect = aspectFromSize(size.width, size.height, family.aspectRatios);
  if (aspect === undefined) {
    reader.decline(
      'size',
      `size must have an aspect ratio of ${oneOf(family.aspectRatios)}, within 1 %.`,
    );
  }
  return aspect;
}

/** Example: `an integer from 5 to 15`, or `6 or 10` if there are gaps. */
function secondsRule(durations: readonly number[]): string {
  const first = durations[0] ?? 0;
  const last = durations.at(-1) ?? 0;
  const gapless = last - first === durations.length - 1;
  return gapless ? `an integer from ${first} to ${last}` : oneOf(durations.map(String));
}

function oneOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
