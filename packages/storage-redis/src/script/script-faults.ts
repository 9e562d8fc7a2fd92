import { StorageUnavailable } from '@filmgate/core';
import type { Script } from './script.ts';

/** What an error response, or the want of a response, says about a script. */
export type ScriptError =
  /** The server refused before the first line ran. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The server does not know the script by its digest. */
  | { readonly kind: 'not-cached' }
  /** The script itself failed: a mistake of ours, and Redis takes nothing back. */
  | { readonly kind: 'broken'; readonly message: string }
  /** It never left this process. */
  | { readonly kind: 'unsent' }
  /** No response: it may have run, may run later, or not at all. */
  | { readonly kind: 'lost' };

/** Error codes with which Redis and Valkey refuse a script before it runs, each with what the operator should know. */
const refusals: ReadonlyMap<string, string> = new Map([
  ['OOM', 'Redis has reached its memory limit; raise maxmemory'],
  ['LOADING', 'Redis is still loading its file'],
  ['READONLY', 'Redis is a read-only replica'],
  ['MISCONF', 'Redis cannot write its file to disk'],
  ['NOREPLICAS', 'Redis has fewer replicas than configured'],
  ['BUSY', 'Redis is busy with a script of another client'],
  ['MASTERDOWN', 'Redis is a replica that lost its primary'],
  ['CLUSTERDOWN', 'the Redis cluster is down'],
  ['MOVED', 'these keys are on another node of the Redis cluster'],
  ['ASK', 'these keys are moving to another node of the Redis cluster'],
  ['TRYAGAIN', 'these keys are moving to another node of the Redis cluster'],
  ['NOAUTH', 'Redis requires a password'],
  ['WRONGPASS', 'Redis does not accept the password'],
  ['NOPERM', 'the Redis user lacks a permission'],
]);

const UNSENT_TEXT = "Stream isn't writeable and enableOfflineQueue options is false";

/** Sorts whatever ioredis rejected a script call with. */
export function sortError(error: unknown): ScriptError {
  if (!(error instanceof Error)) return { kind: 'lost' };
  if (error.name !== 'ReplyError') {
    return { kind: error.message === UNSENT_TEXT ? 'unsent' : 'lost' };
  }
  const [code = ''] = error.message.split(' ', 1);
  if (code === 'NOSCRIPT') return { kind: 'not-cached' };
  if (refusals.has(code)) return { kind: 'refused', code, message: error.message };
  return { kind: 'broken', message: error.message };
}

/** A decision that does not fit what is stored: refused before anything was written. */
export function contradiction(script: Script, what: string): StorageUnavailable {
  return new StorageUnavailable(`${script.name} contradicts what is stored: ${what}.`, {
    applied: 'no',
  });
}

/** The server would not run the script at all. */
export function refusedByServer(
  error: ScriptError & { readonly kind: 'refused' },
): StorageUnavailable {
  const meaning = refusals.get(error.code) ?? 'Redis refused';
  return new StorageUnavailable(`The store accepts no changes: ${meaning} (${error.message}).`, {
    applied: 'no',
    ...(error.code === 'OOM' && { reason: 'full' }),
  });
}

/** No response within the bound. */
export function unanswered(isLost: boolean, cause?: unknown): StorageUnavailable {
  return new StorageUnavailable('Redis did not respond in time.', {
    applied: isLost ? 'unknown' : 'no',
    cause,
  });
}

/** A script failed in the middle. */
export function brokenScript(script: Script, message: string): StorageUnavailable {
  return new StorageUnavailable(`The script ${script.name} failed: ${message}`, {
    applied: script.kind === 'change' ? 'unknown' : 'no',
  });
}

/** Closed stores take no calls. */
export function closedStore(): StorageUnavailable {
  return new StorageUnavailable('The store is closed.', { applied: 'no' });
}
