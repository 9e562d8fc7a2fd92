import { StorageUnavailable } from '@filmgate/core';
import type { Script } from './script.ts';
import { refusals, type ScriptError } from './server-error.ts';

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
  return new StorageUnavailable(`The store takes nothing now: ${meaning} (${error.message}).`, {
    applied: 'no',
  });
}

/** No answer within the bound. */
export function unanswered(isLost: boolean, cause?: unknown): StorageUnavailable {
  return new StorageUnavailable('Redis did not answer in time.', {
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
