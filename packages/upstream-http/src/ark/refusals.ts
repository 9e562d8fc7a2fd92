import type { JsonValue, UpstreamErrorKind } from '@filmgate/core';
import { ark } from '@filmgate/provider-facts';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { JsonResponse, ReadRefusal, RefusalRule } from '../engine/provider-description.ts';
import { objectIn, textIn } from '../json/json-fields.ts';

/** Refusals that ModelArk documents: none with 500, and none that begins with `Output`, whose video was made. */
export const arkRefusals: readonly RefusalRule[] = documentedRefusals(ark);

/** Returns code and message of `{error: {code, message}}`; undefined for other bodies, and if a task is named too. */
export function errorIn(body: JsonValue): ReadRefusal | undefined {
  const error = objectIn(objectIn(body)?.['error']);
  const code = textIn(error?.['code']);
  const message = error?.['message'];
  if (code === undefined || typeof message !== 'string') return undefined;
  return textIn(objectIn(body)?.['id']) === undefined ? { code, message } : undefined;
}

/** Returns the refusal in a response of ModelArk's form. */
export function readArkRefusal({ body }: JsonResponse): ReadRefusal | undefined {
  return errorIn(body);
}

/** Returns the meaning of an accepted task's error, by its code. */
export function kindOfFailure(code: string): UpstreamErrorKind {
  if (/SensitiveContentDetected|RiskDetection/.test(code)) return 'policy';
  return /^(?:Invalid|Missing)/.test(code) ? 'invalid' : 'internal';
}
