import { provingErrors } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/**
 * Vidu: an error names its reason. One table has the reasons of refused requests and those of failed tasks, so the
 * reasons that a task can have after its start prove nothing.
 */
export const vidu: ProviderFacts = {
  provider: 'vidu',
  source: {
    page: 'https://platform.vidu.com/docs/error-code and https://platform.vidu.cn/docs/error-code',
    read: '2026-12-01',
  },
  errors: provingErrors([
    [400, 'BadRequest', 'bad request', 'invalid'],
    [400, 'FieldLacking', 'field is missing or empty: prompt', 'invalid'],
    [400, 'FieldUnwanted', 'unwanted field: bgm', 'invalid'],
    [400, 'FieldItemCountOutOfRange', 'field item count out of range: images', 'invalid'],
    [400, 'FieldInvalid', 'invalid field: duration', 'invalid'],
    [400, 'PageSizeOutOfRange', 'page size out of range', 'invalid'],
    [400, 'ImageDownloadFailure', 'image download failure', 'invalid'],
    [400, 'ImageFormatInvalid', 'invalid image format', 'invalid'],
    [400, 'AuditSubmitIllegal', 'submit is illegal', 'policy'],
    [400, 'TaskPromptPolicyViolation', 'prompt policy violation', 'policy'],
    [400, 'CreditInsufficient', 'insufficient credits', 'credits'],
    [400, 'ModelUnavailable', 'model unavailable', 'unavailable'],
    // An earlier arrival may be in work.
    [400, 'OperationInProcess', 'operation in process, please retry later'],
    // Its video was made.
    [400, 'CreationPolicyViolation', 'creation policy violation'],
    [400, 'UserCancelled', 'user cancelled'],
    [401, 'Unauthorized', 'unauthorized', 'login'],
    [403, 'Forbidden', 'forbidden', 'forbidden'],
    [404, 'TaskNotFound', 'task not found'],
    [404, 'NotFound', 'not found'],
    [409, 'Conflict', 'resource conflict'],
    [429, 'QuotaExceeded', 'quota exceeded', 'concurrency'],
    [429, 'TooManyRequests', 'too many requests', 'rate_limited'],
    [429, 'SystemThrottling', 'system is throttling', 'rate_limited'],
    [499, 'Canceled', 'request canceled by client'],
    [500, 'InternalServiceFailure', 'internal service failure'],
  ]),
  refusals: {
    invalid: 'FieldInvalid',
    login: 'Unauthorized',
    credits: 'CreditInsufficient',
    forbidden: 'Forbidden',
    rate_limited: 'TooManyRequests',
    concurrency: 'QuotaExceeded',
    unavailable: 'ModelUnavailable',
  },
  unlisted: { code: 'SplineNotReticulated', status: 400, message: 'an undocumented error' },
  states: { queued: 'queueing', running: 'processing', completed: 'success', failed: 'failed' },
  failures: {
    policy: { code: 'CreationPolicyViolation', message: 'creation policy violation' },
    internal: { code: 'InternalServiceFailure', message: 'internal service failure' },
    credits: { code: 'CreditInsufficient', message: 'insufficient credits' },
  },
  lookup: 'list',
};
