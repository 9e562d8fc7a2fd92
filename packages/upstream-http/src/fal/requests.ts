import type { JsonValue } from '@filmgate/core';
import { askedIn } from '../engine/asked-fields.ts';
import type {
  FindRule,
  ListedTask,
  PreparedCall,
  ReadCall,
} from '../engine/provider-description.ts';
import type { TaskFacts, TaskNaming } from '../engine/task-naming.ts';
import { bodyOf } from '../engine/task-reader.ts';
import {
  dateIn,
  eachIn,
  idIn,
  type JsonObject,
  objectIn,
  objectsIn,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import { compareInputs, fieldsNamed, seedIn } from '../models/named-input.ts';
import { imageModels } from './image-models.ts';
import { models, usualNames } from './models.ts';

/** Fields of an input that a submission writes. */
export const inputFields = fieldsNamed(
  [usualNames, ...[...models, ...imageModels].map(({ input }) => input)],
  imageModels.map(({ always }) => always),
);

/** Codes of errors that have a text alone. */
const untitled = [
  [/^authentication is required|^no user found for key/i, 'unauthorized'],
  [/^user is locked\. reason: exhausted balance/i, 'exhausted_balance'],
  [/^user is locked/i, 'user_locked'],
  [/^access to this application is denied/i, 'forbidden'],
  [/^Not found/, 'not_found'],
  [/^concurrent requests limit/i, 'too_many_concurrent'],
  [/^too many requests/i, 'too_many_requests'],
] as const;

/** An error of fal: of a `model` that had the input, of the `platform` around it, or of the `edge` before both. */
export interface FalError {
  readonly by: 'model' | 'platform' | 'edge';
  readonly code: string;
  readonly message: string;
}

/** Returns the error in a body; undefined for others, and if a request is named too. */
export function errorIn(body: JsonValue): FalError | undefined {
  const { detail, error_type: type, request_id } = objectIn(body) ?? {};
  if ((request_id ?? null) !== null) return undefined;
  const [first] = objectsIn(detail) ?? [];
  const code = textIn(first?.['type']);
  if (code !== undefined) return { by: 'model', code, message: wordsIn(detail) ?? code };
  if (typeof detail !== 'string') return undefined;
  if (typeof type === 'string') return { by: 'platform', code: type, message: detail };
  const [, meaning] = untitled.find(([words]) => words.test(detail)) ?? [];
  return meaning === undefined ? undefined : { by: 'edge', code: meaning, message: detail };
}

/** Returns the endpoint of a submission, whose path may name a URL for notices, too. */
function endpointOf({ path }: Pick<PreparedCall, 'path'>): string {
  return path.slice(1).split('?')[0] ?? '';
}

/** Owners of these have a namespace before them. */
const namespaces = new Set(['workflows', 'comfy']);

/**
 * Returns the task of a request. Its URLs are below its application, of the first parts of its endpoint alone; they are
 * made here, as fal's own client makes them, and never taken from a response. That it makes an image is noted, because
 * its application may make both.
 */
export function requestOf(id: string, call: Pick<PreparedCall, 'path'>): JsonValue {
  const parts = endpointOf(call).split('/');
  const count = namespaces.has(parts[0] ?? '') ? 3 : 2;
  const isImage = imageModels.some(({ model }) => model === endpointOf(call));
  return { app: parts.slice(0, count).join('/'), id, ...(isImage && { makes: 'image' }) };
}

/** Returns the path of a request, where its result is. */
export function pathOf(task: JsonValue): string {
  const { app, id } = objectIn(task) ?? {};
  return `/${textIn(app) ?? ''}/requests/${encodeURIComponent(textIn(id) ?? '')}`;
}

export function idOf(task: JsonValue): string | undefined {
  return textIn(objectIn(task)?.['id']);
}

/** The history of finished requests (fal.ai/docs/platform-apis/v1/models/requests/by-endpoint, read 2026-11-30). */
const history = '/v1/models/requests/by-endpoint';

/** Time before sending from which requests are listed: clocks differ. */
const marginMs = 600_000;
const pageSize = 20;
/** Size of a page: no page says if inputs are listed with the images in them. */
const largest = 32 * 1024 * 1024;

export function historyOf(query: string): ReadCall {
  return { path: `${history}?${query}`, origin: 'platform', largest };
}

/** Returns the read of the next page; null after the last one, undefined if the list does not say. */
function nextIn(said: JsonObject | undefined, { path }: ReadCall): ReadCall | null | undefined {
  if (said?.['has_more'] === false) return null;
  const cursor = said?.['has_more'] === true ? textIn(said['next_cursor']) : undefined;
  const [query = ''] = (path.split('?')[1] ?? '').split('&cursor=');
  return cursor === undefined
    ? undefined
    : historyOf(`${query}&cursor=${encodeURIComponent(cursor.slice(0, 4_000))}`);
}

function listedIn(item: JsonObject, call: PreparedCall): ListedTask | undefined {
  const id = idIn(item['request_id']);
  if (id === undefined) return undefined;
  const input = objectIn(item['json_input']) ?? {};
  const isOther = textIn(item['endpoint_id']) !== endpointOf(call);
  const seed = seedIn(input);
  return {
    task: requestOf(id, call),
    ...factsIn(item['sent_at'], input),
    matches: isOther ? 'no' : compareInputs(askedIn(call), input),
    ...(seed !== undefined && { echoedMark: seed }),
  };
}

function factsIn(sentAt: JsonValue | undefined, input: JsonObject): TaskFacts {
  return {
    createdAt: dateIn(sentAt) ?? null,
    reported: Object.fromEntries(inputFields.map((name) => [name, input[name]])),
  };
}

/**
 * Searches a lost submission in the history of its endpoint. Only finished requests are there, so a request may be
 * found minutes later, and its absence proves nothing. Which of its times `start` and `end` mean is not
 * documented: a request ends after it was sent, and so only a start is asked for.
 */
export const find: FindRule = {
  kind: 'list',
  firstPage: ({ from }, call) => {
    const start = encodeURIComponent(new Date(from - marginMs).toISOString());
    const endpoint = encodeURIComponent(endpointOf(call));
    return historyOf(`endpoint_id=${endpoint}&start=${start}&expand=payloads&limit=${pageSize}`);
  },
  read: (response, call, page) => {
    const said = bodyOf(response);
    const next = nextIn(said, page);
    const tasks = eachIn(said?.['items'], (item) => listedIn(item, call));
    return tasks === undefined || next === undefined ? undefined : { tasks, next };
  },
  // The read of a request repeats nothing of its input: only the history does.
  mark: { of: (call) => seedIn(askedIn(call)), in: () => null },
};

/** A request is named by its id, below the application of its submission. */
export const naming: TaskNaming = {
  taskOf: (id, call) => (call === undefined ? undefined : requestOf(id, call)),
  idOf,
  facts: () => factsIn(undefined, {}),
};
