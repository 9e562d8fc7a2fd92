import { StorageUnavailable } from '@filmgate/core';
import type { Script } from './script.ts';

/** Meaning of an error response, or of a missing response, for a script. */
export type ScriptError =
  /** The server refused before the first line ran. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The server does not know the script by its digest. */
  | { readonly kind: 'not-cached' }
  /** The script itself failed: a bug of this code, and Redis undoes nothing. */
  | { readonly kind: 'broken'; readonly message: string }
  /** The call never left this process. */
  | { readonly kind: 'unsent' }
  /** No response: the script may have run, may run later, or not at all. */
  | { readonly kind: 'lost' };

/** Error codes with which Redis and Valkey refuse a script before it runs, each with a hint for the operator. */
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

/** Classifies the error with which ioredis rejected a script call. */
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

/** Error of a decision that does not fit the stored state: refused before anything was written. */
export function contradiction(script: Script, what: string): StorageUnavailable {
  return new StorageUnavailable(`${script.name} contradicts what is stored: ${what}.`, {
    applied: 'no',
  });
}

/** Error of a script that the server refused to run. */
export function refusedByServer(
  error: ScriptError & { readonly kind: 'refused' },
): StorageUnavailable {
  const meaning = refusals.get(error.code) ?? 'Redis refused';
  return new StorageUnavailable(`The store accepts no changes: ${meaning} (${error.message}).`, {
    applied: 'no',
    ...(error.code === 'OOM' && { reason: 'full' }),
  });
}

/** Error for a response that did not arrive in time. */
export function unanswered(isLost: boolean, cause?: unknown): StorageUnavailable {
  return new StorageUnavailable('Redis did not respond in time.', {
    applied: isLost ? 'unknown' : 'no',
    cause,
  });
}

/** Error of a script that failed in the middle. */
export function brokenScript(script: Script, message: string): StorageUnavailable {
  return new StorageUnavailable(`The script ${script.name} failed: ${message}`, {
    applied: script.kind === 'change' ? 'unknown' : 'no',
  });
}

/** Error of a call on a closed store. */
export function closedStore(): StorageUnavailable {
  return new StorageUnavailable('The store is closed.', { applied: 'no' });
}
