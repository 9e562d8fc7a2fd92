import type { JsonValue } from '@filmgate/core';
import type { ProviderFacts } from '@filmgate/provider-facts';
import type { CallFields } from '../engine/asked-fields.ts';
import { type AtOnceRule, hasLink, notPolled } from '../engine/deliver-at-once.ts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import { readFailedProbe } from '../engine/prove-refusal.ts';
import {
  bearerKey,
  type JsonResponse,
  type ManyRule,
  type PreparedCall,
  type ProbeReading,
  type ProviderDefinition,
  type ProviderDescription,
  type ReadCall,
  type UploadRule,
  withoutOptions,
} from '../engine/provider-description.ts';
import type { TaskFacts } from '../engine/task-naming.ts';
import { bodyOf, type ErrorIn, type TaskForm, taskReader } from '../engine/task-reader.ts';
import { idIn, type JsonObject, objectIn, textIn } from '../json/json-fields.ts';
import { acceptsBy, type Carriage, formIn, linkedKinds } from './carriage.ts';
import { insertFixed } from './insert-fixed.ts';
import { factsOf, type VideoModelFacts } from './video-model.ts';

/** Builds the fields of a request; the `fixed` ones of its route are inserted afterwards. */
export type BuildFields = (
  submission: Parameters<ProviderDescription['build']>[0],
) => Pick<PreparedCall, 'path' | 'headers'> & { readonly fields: CallFields };

/** Reads of tasks that are named by an id alone. */
interface TaskRule extends TaskForm {
  /** Returns the path of a task's read. `id`: encoded. */
  readonly pathOf: (id: string) => string;
  /** Reads of several tasks, whose path names their ids; absent = each is read by itself. */
  readonly many?: Pick<ManyRule, 'most' | 'partOf'> & {
    readonly pathOf: (ids: readonly string[]) => string;
  };
  /** See `ReadCall`. */
  readonly largest?: number;
  /** Reads the facts that a person is shown from the task's object. */
  readonly facts: (said: JsonObject) => TaskFacts;
}

/** Images of a protocol of videos, by models of their own. */
export interface ImagePart
  extends Pick<ProviderDescription, 'accepts' | 'models'>,
    Required<Pick<ProviderDescription, 'families'>> {
  readonly build: BuildFields;
  /** Fields that `build` writes; absent = those of videos. */
  readonly writes?: readonly string[];
  /** Way to read the image in the response to its order; absent = it is read and found as a video is. */
  readonly atOnce?: AtOnceRule & Required<Pick<AtOnceRule, 'isFor'>>;
}

type Reads = Required<Pick<ProviderDescription, 'poll' | 'naming'>>;

/** Parts with usual values, see below. */
type Usual = 'accepts' | 'charges' | 'credential' | 'handlesBelongTo' | 'unit';

/** A protocol that orders videos with a key: its own parts, and its differences from the usual ones. */
export interface VideoProtocol
  extends Pick<ProviderDescription, 'displayName' | 'endpoints' | 'families' | 'find'>,
    Pick<ProviderDescription, 'isGone' | 'notice' | 'writes'>,
    Partial<Pick<ProviderDescription, Usual | 'readAcceptance' | 'readRefusal'>> {
  readonly facts: ProviderFacts;
  readonly timing?: Partial<ProviderDescription['timing']>;
  readonly models: readonly VideoModelFacts[];
  /** Absent = it makes videos alone. */
  readonly images?: ImagePart;
  readonly carriage: Carriage;
  /** Uploads of references that the carriage does not let the request contain; absent = there are none. */
  readonly upload?: Omit<UploadRule, 'isFor'>;
  readonly build: BuildFields;
  /** Returns the error in a body of the documented shape; undefined for others, and if a task is named too. */
  readonly errorIn: ErrorIn;
  /** Name of the field with the id in an acceptance; absent = `id`. */
  readonly acceptedAs?: string;
  readonly task: TaskRule | Reads;
  readonly probe: {
    readonly request: ReadCall;
    /** Returns undefined for a response that shows no account: its error decides. */
    read(response: JsonResponse): ProbeReading | undefined;
  };
}

/** Providers state none of these: the values are ours, and generous where too short a time would lose a video. */
const usualTiming = {
  minimumPollIntervalMs: 5_000,
  visibilityLagMs: 600_000,
  sendTimeoutMs: 120_000,
  probeEveryMs: 600_000,
} as const;

/** Defines a protocol of videos by its own parts. */
export function videoProtocol(own: VideoProtocol): ProviderDefinition {
  const { facts, carriage, upload, errorIn, task, probe, acceptedAs = 'id', ...rest } = own;
  const { images, ...description } = rest;
  const { models, find, timing } = description;
  const writes = [...new Set([...own.writes, ...(images?.writes ?? [])])];
  const reads = 'poll' in task ? task : readsOf(task, errorIn);
  const refusals = documentedRefusals(facts);
  return withoutOptions({
    protocol: facts.provider,
    credential: bearerKey,
    handlesBelongTo: 'account',
    unit: 'usd',
    charges: 'success',
    linked: linkedKinds(carriage),
    ...(upload !== undefined && {
      upload: { ...upload, isFor: (one) => formIn(carriage, one) === 'uploaded' },
    }),
    accepts: acceptsBy(carriage, models),
    readAcceptance: ({ body }) =>
      errorIn(body) === undefined ? idIn(objectIn(body)?.[acceptedAs]) : undefined,
    readRefusal: ({ body }) => errorIn(body),
    refusals,
    ...description,
    writes,
    ...(images !== undefined && withImages(own, images)),
    timing: { ...usualTiming, reconcileAfterMs: find === undefined ? null : 30_000, ...timing },
    build: (submission) => {
      const by = submission.request.mediaType === 'image' ? images : undefined;
      const { fields, ...call } = (by ?? own).build(submission);
      const value = insertFixed(fields, submission.route, writes);
      return { ...call, body: { kind: 'json', value } };
    },
    ...(images?.atOnce === undefined ? reads : withLinks(reads)),
    probe: {
      request: probe.request,
      read: (response) =>
        probe.read(response) ?? readFailedProbe(refusals, response.status, errorIn(response.body)),
    },
  });
}

function withImages({ models, families = [], carriage, ...own }: VideoProtocol, images: ImagePart) {
  const { accepts = acceptsBy(carriage, models) } = own;
  const { atOnce } = images;
  return {
    models: [...models, ...images.models],
    families: [...families, ...images.families],
    accepts: acceptsEither({ models, accepts }, images),
    ...(atOnce !== undefined && { atOnce }),
  };
}

type Maker = Pick<ProviderDescription, 'accepts' | 'models'>;

/** Lets the part decide that has the model, which makes what it makes; of an unknown model, the request decides. */
function acceptsEither(videos: Maker, images: Maker): ProviderDescription['accepts'] {
  return (route, request) => {
    const isImage = factsOf(images.models, route) !== undefined || request.mediaType === 'image';
    const by = isImage && factsOf(videos.models, route) === undefined ? images : videos;
    return by.accepts(route, request);
  };
}

/** An image that came in its response has the link to it as its handle, a video the id of its task. */
function withLinks({ poll, ...reads }: Reads): Reads {
  return {
    ...reads,
    poll: {
      ...poll,
      request: (task) => (hasLink(task) ? undefined : poll.request(task)),
      read: (response, task, second) =>
        hasLink(task) ? notPolled.read(response) : poll.read(response, task, second),
    },
  };
}

function readsOf({ pathOf, many, largest, facts, ...form }: TaskRule, errorIn: ErrorIn): Reads {
  const bound = largest === undefined ? {} : { largest };
  const encoded = (id: JsonValue) => encodeURIComponent(textIn(id) ?? '');
  return {
    poll: {
      request: (id) => ({ path: pathOf(encoded(id)), ...bound }),
      ...(many !== undefined && {
        many: { ...many, request: (ids) => ({ path: many.pathOf(ids.map(encoded)) }) },
      }),
      read: taskReader(form, errorIn),
    },
    naming: {
      taskOf: (id) => id,
      idOf: textIn,
      facts: (response, task) => facts((form.taskIn ?? bodyOf)(response, task) ?? {}),
    },
  };
}
