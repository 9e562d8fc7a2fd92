import type { JsonValue, UpstreamError, UpstreamErrorKind } from '@filmgate/core';
import type { JsonResponse, ReadRefusal, RefusalRule } from '../engine/provider-description.ts';
import { objectIn, textIn } from '../json/json-fields.ts';

/** ModelArk's own list; BytePlus has the same one at https://docs.byteplus.com/en/docs/ModelArk/1299023. */
const source = 'https://www.volcengine.com/docs/82379/1299023 (inference error codes)';
/** Codes in programs by ByteDance itself, beside those of the list. */
const programs = 'api_errors of the ComfyUI nodes of BytePlus, constants.py';
const read = '2026-11-23';

function rows(
  status: number,
  codes: readonly string[],
  [kind, scope, from = source]: readonly [UpstreamErrorKind, UpstreamError['scope'], string?],
): readonly RefusalRule[] {
  return codes.map((code) => ({ status, code, kind, scope, source: from, read }));
}

/**
 * Refusals that ModelArk documents. Its 500 is left out, and so are codes that begin with `Output`: their video was
 * made. `QuotaExceeded` is said of a used-up trial, a full queue and a plan: all three block one model alone.
 */
export const arkRefusals: readonly RefusalRule[] = [
  ...rows(401, ['AuthenticationError'], ['login', 'account']),
  ...rows(401, ['InvalidAccountStatus'], ['forbidden', 'account']),
  ...rows(403, ['AccessDenied'], ['forbidden', 'account']),
  ...rows(403, ['AccountOverdueError', 'OperationDenied.ServiceOverdue'], ['credits', 'account']),
  ...rows(403, ['ServiceOverdue'], ['credits', 'account', programs]),
  ...rows(
    403,
    ['OperationDenied.ServiceNotOpen', 'OperationDenied.PermissionDenied'],
    ['forbidden', 'model'],
  ),
  ...rows(403, ['ServiceNotOpen', 'ModelNotOpen'], ['forbidden', 'model', programs]),
  ...rows(404, ['InvalidEndpointOrModel*', 'ModelNotOpen'], ['forbidden', 'model']),
  ...rows(404, ['NotFound.*'], ['invalid', 'request']),
  ...rows(400, ['InvalidEndpoint.ClosedEndpoint'], ['unavailable', 'model']),
  ...rows(
    400,
    ['MissingParameter*', 'InvalidParameter*', 'InvalidImageURL*', 'InvalidArgumentError*'],
    ['invalid', 'request'],
  ),
  ...rows(400, ['RequestBodyTooLarge'], ['invalid', 'request', programs]),
  ...rows(413, ['RequestBodyTooLarge', 'RequestTooLarge'], ['invalid', 'request']),
  ...rows(
    400,
    [
      'SensitiveContentDetected*',
      'InputTextSensitiveContentDetected*',
      'InputImageSensitiveContentDetected*',
      'InputVideoSensitiveContentDetected*',
      'InputAudioSensitiveContentDetected*',
      'InputTextRiskDetection',
      'InputImageRiskDetection',
    ],
    ['policy', 'request'],
  ),
  ...rows(
    429,
    [
      'RateLimitExceeded*',
      'ModelAccountRpmRateLimitExceeded',
      'ModelAccountTpmRateLimitExceeded',
      'ModelAccountIpmRateLimitExceeded',
      'APIAccountRpmRateLimitExceeded',
      'AccountRateLimitExceeded',
      'RequestBurstTooFast',
    ],
    ['rate_limited', 'account'],
  ),
  ...rows(429, ['InflightBatchsizeExceeded'], ['concurrency', 'account']),
  ...rows(429, ['QuotaExceeded', 'SetLimitExceeded'], ['credits', 'model']),
  ...rows(429, ['ServerOverloaded', 'ModelLoadingError'], ['unavailable', 'model']),
];

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
