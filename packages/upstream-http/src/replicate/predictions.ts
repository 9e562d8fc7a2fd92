import type { JsonValue } from '@filmgate/core';
import { askedIn, type CallFields, isFields } from '../engine/asked-fields.ts';
import type {
  CallJson,
  FindRule,
  ListedTask,
  PreparedCall,
  ReadCall,
  SubmissionMark,
} from '../engine/provider-description.ts';
import type { TaskFacts } from '../engine/task-naming.ts';
import { bodyOf } from '../engine/task-reader.ts';
import { dateIn, eachIn, idIn, type JsonObject, objectIn, textIn } from '../json/json-fields.ts';
import { compareInputs, fieldsNamed, seedIn } from '../models/named-input.ts';
import { imageModels } from './image-models.ts';
import { models, usualNames } from './models.ts';

/** Fields of an input that a submission writes. */
export const inputFields = fieldsNamed([
  usualNames,
  ...[...models, ...imageModels].map(({ input }) => input),
]);

/** Returns the path of a model, whose name has two parts that are safe in one. */
export function pathOf(model: string): string {
  return `/models/${model}/predictions`;
}

/** Codes of errors without a title, by their texts. */
const untitled = [
  [/^request was throttled/i, 'throttled'],
  [/^the requested resource could not be found/i, 'not_found'],
  [/^invalid or expired api token/i, 'unauthenticated'],
] as const;

/** Returns the error of `{title, detail}` or `{detail}`; undefined for others, and if a prediction is named too. */
export function errorIn(body: JsonValue) {
  const { title, detail, id, urls } = objectIn(body) ?? {};
  if (typeof detail !== 'string' || (id ?? urls ?? null) !== null) return undefined;
  const meaning = untitled.find(([words]) => words.test(detail));
  const code = typeof title === 'string' ? title.toLowerCase().replaceAll(' ', '_') : meaning?.[1];
  if (code === undefined) return undefined;
  const [, seconds] = /resets in ~(\d{1,5})s/.exec(detail.slice(0, 1_000)) ?? [];
  const pause = code === 'throttled' && seconds !== undefined;
  return { code, message: detail, ...(pause && { retryAfterMs: Number(seconds) * 1_000 }) };
}

/** Returns the input of a submission, or of a prediction that repeats it. */
function inputIn(value: CallJson): CallFields {
  const input = isFields(value) ? value['input'] : undefined;
  return isFields(input) ? input : {};
}

function inputOf(call: PreparedCall): CallFields {
  return inputIn(askedIn(call));
}

/** Compares a listed prediction with a submission: by its seed, or else by model and input. */
function compare(item: JsonObject, call: PreparedCall): ListedTask['matches'] {
  const [asked, said] = [inputOf(call), inputIn(item)];
  const matches = compareInputs(asked, said);
  if (seedIn(asked) !== undefined && seedIn(said) !== undefined) return matches;
  const model = textIn(item['model']);
  if (model === undefined) return matches === 'yes' ? 'unsaid' : matches;
  return pathOf(model) === call.path ? matches : 'no';
}

export function factsIn(prediction: JsonObject): TaskFacts {
  const input = objectIn(prediction['input']) ?? {};
  return {
    createdAt: dateIn(prediction['created_at']) ?? null,
    reported: Object.fromEntries(inputFields.map((name) => [`input.${name}`, input[name]])),
  };
}

/** Returns the read of the next page; null after the last one, undefined if the list does not say. */
function nextIn(link: JsonValue | undefined): ReadCall | null | undefined {
  if (link === null) return null;
  const url = URL.parse(textIn(link)?.slice(0, 4_000) ?? '', 'https://api.replicate.com');
  return url?.searchParams.has('cursor') === true
    ? { path: `/predictions${url.search}` }
    : undefined;
}

/**
 * Time before sending from which predictions are listed (`created_after`; sdks.replicate.com/python, read 2026-11-30):
 * clocks differ.
 */
const marginMs = 600_000;

/** The seed of a prediction's input. */
export const mark: SubmissionMark = {
  of: (call) => seedIn(inputOf(call)),
  in: ({ status, body }) => {
    if (status === 200 && objectIn(body) !== undefined) return seedIn(inputIn(body)) ?? null;
    return status === 404 && errorIn(body)?.code === 'not_found' ? null : undefined;
  },
};

/** Searches a lost submission in the list of the account's predictions, the newest first. */
export const find: FindRule = {
  kind: 'list',
  firstPage: ({ from }) => {
    const after = new Date(from - marginMs).toISOString();
    return { path: `/predictions?created_after=${encodeURIComponent(after)}` };
  },
  read: (response, call) => {
    const said = bodyOf(response);
    const next = nextIn(said?.['next']);
    const tasks = eachIn(said?.['results'], (item) => {
      const task = idIn(item['id']);
      return task === undefined
        ? undefined
        : { task, ...factsIn(item), matches: compare(item, call) };
    });
    return tasks === undefined || next === undefined ? undefined : { tasks, next };
  },
  mark,
};
