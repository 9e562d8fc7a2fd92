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
import type { FieldReader } from '../mechanics/field-reader.ts';
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

/** Values where a request says nothing [tasks.seconds.default]. */
const defaultSeconds = 5;
const defaultResolution: Resolution = '1080p';

/** What a request states of its generation; undefined where it says nothing. */
export interface StatedOptions {
  readonly seconds: number | undefined;
  readonly resolution: Resolution | undefined;
  readonly audio: boolean | undefined;
}

/** Fills in what is not stated: the defaults, or where an operator's model does not offer them its own first value. */
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

/** The aspect in its order of precedence [tasks.aspect.explicit-wins]; a prompt cannot ask for one the model does not offer. */
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

/** Where a field stands, for reading it and for naming it. */
interface FieldPlace {
  readonly value: unknown;
  readonly param: string;
}

/** Whole seconds the family offers. */
export function readSeconds(
  reader: FieldReader,
  { value, param }: FieldPlace,
  family: ModelFamily,
): number | undefined {
  const rule = `must be ${secondsRule(family.durationsSeconds)}`;
  const seconds = reader.read(value, { param, schema: wholeNumber, rule });
  if (seconds !== undefined && !family.durationsSeconds.includes(seconds)) {
    reader.decline(param, `${param} ${rule}.`);
  }
  return seconds;
}

/** A resolution the family offers. */
export function readResolution(
  reader: FieldReader,
  { value, param }: FieldPlace,
  family: ModelFamily,
): Resolution | undefined {
  const rule = `must be ${oneOf(family.resolutions)}`;
  const read = reader.read(value, { param, schema: resolutionSchema, rule });
  if (read !== undefined && !family.resolutions.includes(read)) {
    reader.decline(param, `${param} ${rule}.`);
  }
  return read;
}

/** An aspect ratio the family offers. */
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

/** Words a refused aspect ratio. */
export function aspectRule(family: ModelFamily): {
  readonly schema: typeof aspectRatioSchema;
  readonly rule: string;
} {
  return { schema: aspectRatioSchema, rule: `must be ${oneOf(family.aspectRatios)}` };
}

/** Words a refused flag. */
export const flagRule = { schema: flag, rule: 'must be true or false' };

/** Whether a stated wish for sound, or for none, can be met. */
export function checkAudio(
  reader: FieldReader,
  { value, param }: { readonly value: boolean | undefined; readonly param: string },
  family: ModelFamily,
): boolean | undefined {
  if (value === true && family.audio === 'none') {
    reader.decline(param, `${param} cannot be true: ${family.id} makes no sound.`);
  }
  if (value === false && family.audio === 'always') {
    reader.decline(param, `${param} cannot be false: ${family.id} always makes sound.`);
  }
  return value;
}

/** A size in one of its two forms; the form is checked even where the size is not used. */
export function readSize(
  reader: FieldReader,
  { value, param }: FieldPlace,
  family: ModelFamily,
): ParsedSize | undefined {
  const rule = 'must be <width>x<height>, 720p or 1080p';
  const text = reader.read(value, { param, schema: anyText, rule });
  if (text === undefined) return undefined;
  const size = parseSize(text);
  if (size === undefined) {
    reader.refuse(param, `${param} ${rule}.`);
  } else if (size.kind === 'resolution' && !family.resolutions.includes(size.resolution)) {
    reader.decline(param, `${param} must have pixels or be ${oneOf(family.resolutions)}.`);
  }
  return size;
}

/** The aspect a size means, within 1 % of one the family offers. */
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
      `size must have an aspect of ${oneOf(family.aspectRatios)}, within 1 %.`,
    );
  }
  return aspect;
}

/** `an integer from 5 to 15`, or `6 or 10` where there are gaps. */
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
