import type { JsonValue } from '@filmgate/core';
import type { ReadRefusal } from '../engine/provider-description.ts';
import { type JsonObject, objectIn, objectsAmong, textIn } from '../json/json-fields.ts';

/**
 * Returns the error of a Google API, undefined if a field of a task is there too. The Interactions API has a word as
 * its code, google.rpc.Status a number and a word; Google's front end sends the latter, at times in a list of one.
 */
export function statusErrorIn(
  body: JsonValue,
  taskFields: readonly string[],
): ReadRefusal | undefined {
  const bodies = Array.isArray(body) ? body.slice(0, 2).map((item: JsonValue) => item) : [body];
  const said = (bodies.length === 1 ? objectIn(bodies[0]) : undefined) ?? {};
  const { code, status, message, details } = objectIn(said['error']) ?? {};
  const word = textIn(status) ?? textIn(code);
  if (word === undefined || typeof message !== 'string') return undefined;
  if (taskFields.some((name) => said[name] !== undefined)) return undefined;
  const listed = objectsAmong(details) ?? [];
  const isKey =
    /^API key (?:not valid|expired)/i.test(message) ||
    listed.some(({ reason }) => reason === 'API_KEY_INVALID');
  // The same word as that of a rate limit.
  const isPoor = code === 402 && word === 'RESOURCE_EXHAUSTED';
  const meaning = isPoor ? '.402' : '';
  return { code: word + (isKey ? '.key' : meaning), message, ...pauseIn(listed) };
}

/** Reads `RetryInfo` of google.rpc, whose pause is a text such as `34.07s`. */
function pauseIn(details: readonly JsonObject[]): { readonly retryAfterMs?: number } {
  const delays = details.map(({ retryDelay }) =>
    /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(textIn(retryDelay) ?? ''),
  );
  const seconds = delays.find((delay) => delay !== null)?.[1];
  return seconds === undefined ? {} : { retryAfterMs: Math.ceil(Number(seconds) * 1_000) };
}
