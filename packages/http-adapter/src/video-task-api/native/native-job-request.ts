import {
  type AspectRatio,
  assignReferenceRoles,
  type JsonValue,
  type ModelFamily,
  type Resolution,
  type UnassignedReference,
} from '@filmgate/core';
import { z } from 'zod';
import { FieldReader, type Fields, isFields } from '../../http/field-reader.ts';
import {
  aspectRule,
  checkAspectRatio,
  checkAudio,
  chooseAspect,
  fillIn,
  flagRule,
  readResolution,
  readSeconds,
} from '../generation-options.ts';
import {
  anyText,
  checkReferences,
  type DecodedRequest,
  readPrompt,
  refused,
  tooManyReferences,
  unknownNames,
} from '../request-fields.ts';
import { referenceKind } from './native-job.ts';
import {
  type NativeDecodeRules,
  nativePlugin,
  pluginFailure,
  pluginModelOf,
} from './plugin-model.ts';

/** One reference of a native job. */
const nativeReference = z.strictObject({
  assetId: z.string().max(128),
  kind: referenceKind,
});

/** Request of a native job [native.jobs.options]. */
export const nativeJobBody = z.object({
  plugin: z.string().meta({ description: 'Generator of the video: `std`.' }),
  prompt: z.string().meta({ description: '1 to 20000 characters.' }),
  references: z.array(nativeReference).nullish().meta({ description: 'Uploaded assets.' }),
  options: z
    .object({
      seconds: z
        .union([z.int(), z.string()])
        .nullish()
        .meta({ description: 'Whole seconds, 5 to 15 with the standard models; default 5.' }),
      resolution: z.string().nullish().meta({ description: '720p or 1080p; default 1080p.' }),
      aspectRatio: z
        .string()
        .nullish()
        .meta({ description: '16:9, 9:16 or 1:1; default from the prompt, otherwise 16:9.' }),
      generateAudio: z.union([z.boolean(), z.enum(['true', 'false'])]).nullish(),
    })
    .nullish(),
});

/** More references than any model accepts, so that a request can be read whatever its model accepts by now. */
const mostReferences = 1000;

interface ReadJob {
  readonly prompt: string;
  readonly references: readonly UnassignedReference[];
  readonly seconds: number | undefined;
  readonly resolution: Resolution | undefined;
  readonly aspectRatio: AspectRatio | undefined;
  readonly generateAudio: boolean | undefined;
}

/**
 * Decodes a native job [native.jobs.options]: plugin, prompt, references, options. Its record has no field for
 * warnings, so an unknown field is refused instead of ignored.
 */
export function decodeNativeJobRequest(body: unknown, rules: NativeDecodeRules): DecodedRequest {
  if (!isFields(body))
    return refused({ kind: 'payload-invalid', message: 'The body must be a JSON object.' });
  if (body['plugin'] !== nativePlugin)
    return refused(pluginFailure(`plugin must be ${nativePlugin}.`));
  const model = pluginModelOf(rules);
  const { family } = model;
  const reader = new FieldReader();
  const job = readJob({ reader, body, family });
  // Every image is used: the job record could not report an unused one.
  const { references } = assignReferenceRoles({ references: job.references, frameMode: 'all' });
  checkReferences(reader, { references, param: 'references' }, family);
  const content = contentOf(job);
  const failure = model.notOffered ?? reader.failure;
  if (failure !== null) return refused(failure, reader.isUnreadable ? undefined : content);
  const { seconds, resolution, aspectRatio: explicit, generateAudio: audio, prompt } = job;
  return {
    kind: 'decoded',
    content,
    draft: {
      model: model.id,
      family: family.id,
      mediaType: family.mediaType,
      prompt,
      negativePrompt: null,
      ...fillIn({ seconds, resolution, audio }, family),
      ...chooseAspect({ explicit, prompt }, family),
      references,
    },
    unusedReferences: [],
    warnings: [],
  };
}

interface Reading {
  readonly reader: FieldReader;
  readonly body: Fields;
  readonly family: ModelFamily;
}

function readJob({ reader, body, family }: Reading): ReadJob {
  const stated = reader.read(body['prompt'], {
    param: 'prompt',
    schema: anyText,
    rule: 'must be a string',
  });
  const prompt = readPrompt(reader, { text: stated, param: 'prompt' }, family);
  const references = readReferences(reader, body['references'], family);
  const options = readObject(reader, body['options']);
  const seconds = readSeconds(
    reader,
    { value: options['seconds'], param: 'options.seconds' },
    family,
  );
  const resolution = readResolution(
    reader,
    { value: options['resolution'], param: 'options.resolution' },
    family,
  );
  const aspectRatio = readAspect({ reader, body: options, family });
  const generateAudio = readAudio({ reader, body: options, family });
  refuseUnknown(reader, options, {
    known: ['seconds', 'resolution', 'aspectRatio', 'generateAudio'],
    prefix: 'options.',
  });
  refuseUnknown(reader, body, { known: ['plugin', 'prompt', 'references', 'options'], prefix: '' });
  return { prompt, references, seconds, resolution, aspectRatio, generateAudio };
}

function readAspect({ reader, body, family }: Reading): AspectRatio | undefined {
  const param = 'options.aspectRatio';
  const value = reader.read(body['aspectRatio'], { param, ...aspectRule(family) });
  return checkAspectRatio(reader, { value, param }, family);
}

function readAudio({ reader, body, family }: Reading): boolean | undefined {
  const param = 'options.generateAudio';
  return checkAudio(
    reader,
    { value: reader.read(body['generateAudio'], { param, ...flagRule }), param },
    family,
  );
}

function readReferences(
  reader: FieldReader,
  value: unknown,
  family: ModelFamily,
): readonly UnassignedReference[] {
  const { maximum } = family.references;
  const items = reader.readList(value, {
    param: 'references',
    most: Math.max(maximum, mostReferences),
    rule: 'must be an array of {assetId, kind}',
    tooMany: tooManyReferences(family),
  });
  if (items.length > maximum) reader.decline('references', tooManyReferences(family));
  return items.flatMap((item, index) => {
    const param = `references[${index}]`;
    const read = reader.read(item, {
      param,
      schema: nativeReference,
      rule: 'must be {assetId, kind} with kind image, video or audio',
    });
    if (read === undefined) {
      reader.refuse(param, `${param} must not be null.`);
      return [];
    }
    const { assetId, kind } = read;
    return [{ param, role: null, kind, source: { kind: 'asset', assetId } }];
  });
}

function readObject(reader: FieldReader, value: unknown): Fields {
  if (value === undefined || value === null) return {};
  if (isFields(value)) return value;
  reader.refuse('options', 'options must be an object.');
  return {};
}

function refuseUnknown(
  reader: FieldReader,
  fields: Fields,
  { known, prefix }: { readonly known: readonly string[]; readonly prefix: string },
): void {
  const [name] = unknownNames(fields, known);
  if (name === undefined) return;
  const param = `${prefix}${name}`.slice(0, 128);
  reader.refuse(param, `${param} is not a field of this request.`);
}

function contentOf(job: ReadJob): JsonValue {
  const { prompt, references, seconds, resolution, aspectRatio, generateAudio } = job;
  return {
    plugin: nativePlugin,
    prompt,
    references: references.map(({ kind, source }) => ({
      kind,
      assetId: source.kind === 'asset' ? source.assetId : null,
    })),
    ...(seconds === undefined ? {} : { seconds }),
    ...(resolution === undefined ? {} : { resolution }),
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
    ...(generateAudio === undefined ? {} : { generateAudio }),
  };
}
