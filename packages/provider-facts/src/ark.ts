import { errorRows } from './error-rows.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** Codes in programs by ByteDance, besides those of the list. */
const programs = {
  page: 'api_errors of the ComfyUI nodes of BytePlus, constants.py',
  read: '2026-11-23',
};

/**
 * Ark (Volcengine, BytePlus ModelArk; its list is also at https://docs.byteplus.com/en/docs/ModelArk/1299023). Texts of
 * errors are ours.
 */
export const ark: ProviderFacts = {
  provider: 'ark',
  source: {
    page: 'https://www.volcengine.com/docs/82379/1299023 (inference error codes)',
    read: '2026-11-23',
  },
  errors: [
    ...errorRows({ kind: 'login', scope: 'account' }, [
      [401, 'AuthenticationError', 'the API key is missing or invalid'],
    ]),
    ...errorRows({ kind: 'forbidden', scope: 'account' }, [
      [401, 'InvalidAccountStatus', 'the account has a problem'],
      [403, 'AccessDenied', 'no permission for this resource'],
    ]),
    ...errorRows({ kind: 'credits', scope: 'account' }, [
      [403, 'AccountOverdueError', 'the account has an overdue balance'],
      [403, 'OperationDenied.ServiceOverdue', 'a bill is overdue'],
    ]),
    ...errorRows(
      { kind: 'credits', scope: 'account' },
      [[403, 'ServiceOverdue', 'a bill is overdue']],
      programs,
    ),
    ...errorRows({ kind: 'forbidden', scope: 'model' }, [
      [403, 'OperationDenied.ServiceNotOpen', 'the service is not activated'],
      [403, 'OperationDenied.PermissionDenied', 'no permission for this'],
    ]),
    ...errorRows(
      { kind: 'forbidden', scope: 'model' },
      [
        [403, 'ServiceNotOpen', 'the service is not activated'],
        [403, 'ModelNotOpen', 'the model is not activated'],
      ],
      programs,
    ),
    ...errorRows({ kind: 'forbidden', scope: 'model' }, [
      [
        404,
        'InvalidEndpointOrModel.NotFound',
        'the model or endpoint does not exist',
        ['InvalidEndpointOrModel*', 'ModelNotOpen'],
      ],
    ]),
    ...errorRows({ kind: 'invalid', scope: 'request' }, [
      [404, 'NotFound.file_id', 'the file does not exist', ['NotFound.*']],
    ]),
    ...errorRows({ kind: 'unavailable', scope: 'model' }, [
      [400, 'InvalidEndpoint.ClosedEndpoint', 'the endpoint is closed'],
    ]),
    ...errorRows({ kind: 'invalid', scope: 'request' }, [
      [400, 'MissingParameter', 'a parameter is missing', ['MissingParameter*']],
      [400, 'InvalidParameter', 'a parameter is not valid', ['InvalidParameter*']],
      [400, 'InvalidParameter.TaskTypeConstraint', 'not for this type of task', []],
      [400, 'InvalidImageURL', 'the image cannot be read', ['InvalidImageURL*']],
      [400, 'InvalidArgumentError', 'an argument is not valid', ['InvalidArgumentError*']],
    ]),
    ...errorRows(
      { kind: 'invalid', scope: 'request' },
      [[400, 'RequestBodyTooLarge', 'the body is too long']],
      programs,
    ),
    ...errorRows({ kind: 'invalid', scope: 'request' }, [
      [413, 'RequestTooLarge', 'the body is too long', ['RequestBodyTooLarge', 'RequestTooLarge']],
    ]),
    ...errorRows(
      { kind: 'policy', scope: 'request' },
      [
        ['SensitiveContentDetected', 'the request has sensitive content'],
        ['InputTextSensitiveContentDetected', 'the text has sensitive content'],
        ['InputImageSensitiveContentDetected', 'an image has sensitive content'],
        ['InputVideoSensitiveContentDetected', 'a video has sensitive content'],
        ['InputAudioSensitiveContentDetected', 'a sound has sensitive content'],
      ].map(([code = '', message = '']) => [400, code, message, [`${code}*`]]),
    ),
    ...errorRows({ kind: 'policy', scope: 'request' }, [
      [
        400,
        'InputImageSensitiveContentDetected.PrivacyInformation',
        'an image may show a real person',
        [],
      ],
      [400, 'InputTextRiskDetection', 'the text did not pass risk control'],
      [400, 'InputImageRiskDetection', 'an image did not pass risk control'],
    ]),
    ...errorRows({ kind: 'rate_limited', scope: 'account' }, [
      [429, 'RateLimitExceeded.EndpointRPMExceeded', 'too many requests', ['RateLimitExceeded*']],
      [429, 'ModelAccountRpmRateLimitExceeded', 'too many requests of the account'],
      [429, 'ModelAccountTpmRateLimitExceeded', 'too many tokens of the account'],
      [429, 'ModelAccountIpmRateLimitExceeded', 'too many images of the account'],
      [429, 'APIAccountRpmRateLimitExceeded', 'too many requests of the account'],
      [429, 'AccountRateLimitExceeded', 'too many requests of the account'],
      [429, 'RequestBurstTooFast', 'the request rate rises too fast'],
    ]),
    ...errorRows({ kind: 'concurrency', scope: 'account' }, [
      [429, 'InflightBatchsizeExceeded', 'too many requests at once'],
    ]),
    // Said of a used-up trial, a full queue and a plan: all three block one model alone.
    ...errorRows({ kind: 'credits', scope: 'model' }, [
      [429, 'QuotaExceeded', 'the quota of the account is used up'],
      [429, 'SetLimitExceeded', 'the limit that was set is reached'],
    ]),
    ...errorRows({ kind: 'unavailable', scope: 'model' }, [
      [429, 'ServerOverloaded', 'the server is overloaded'],
      [429, 'ModelLoadingError', 'the model is being loaded'],
    ]),
    ...errorRows(null, [
      [404, 'ResourceNotFound', 'the resource does not exist'],
      [409, 'TaskRunningCannotCancel', 'the task is running'],
      [500, 'InternalServiceError', 'internal error'],
    ]),
  ],
  refusals: {
    invalid: 'InvalidParameter',
    login: 'AuthenticationError',
    credits: 'AccountOverdueError',
    forbidden: 'AccessDenied',
    rate_limited: 'RateLimitExceeded.EndpointRPMExceeded',
    concurrency: 'InflightBatchsizeExceeded',
    unavailable: 'ServerOverloaded',
  },
  unlisted: { code: 'ReticulationFailed', status: 400, message: 'an undocumented error' },
  states: {
    queued: 'queued',
    running: 'running',
    completed: 'succeeded',
    failed: 'failed',
    canceled: 'cancelled',
    expired: 'expired',
  },
  failures: {
    policy: {
      code: 'OutputVideoSensitiveContentDetected',
      message: 'the video has sensitive content',
    },
    internal: { code: 'InternalServiceError', message: 'the generation failed' },
    credits: { code: 'AccountOverdueError', message: 'the account has an overdue balance' },
  },
  lookup: 'list',
};
