import { provingErrors } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** Codes in programs by ByteDance, besides those of the list. */
const inPrograms = {
  codes: ['ServiceOverdue', 'ServiceNotOpen', 'ModelNotOpen', 'RequestBodyTooLarge'],
  source: {
    page: 'api_errors of the ComfyUI nodes of BytePlus, constants.py',
    read: '2026-11-23',
  },
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
  errors: provingErrors(
    [
      [401, 'AuthenticationError', 'the API key is missing or invalid', 'login'],
      [401, 'InvalidAccountStatus', 'the account has a problem', 'forbidden'],
      [403, 'AccessDenied', 'no permission for this resource', 'forbidden'],
      [403, 'AccountOverdueError', 'the account has an overdue balance', 'credits'],
      [403, 'OperationDenied.ServiceOverdue', 'a bill is overdue', 'credits'],
      [403, 'ServiceOverdue', 'a bill is overdue', 'credits'],
      [403, 'OperationDenied.ServiceNotOpen', 'the service is not activated', 'forbidden model'],
      [403, 'OperationDenied.PermissionDenied', 'no permission for this', 'forbidden model'],
      [403, 'ServiceNotOpen', 'the service is not activated', 'forbidden model'],
      [403, 'ModelNotOpen', 'the model is not activated', 'forbidden model'],
      [
        404,
        'InvalidEndpointOrModel.NotFound',
        'the model or endpoint does not exist',
        'forbidden model',
        ['InvalidEndpointOrModel*', 'ModelNotOpen'],
      ],
      [404, 'NotFound.file_id', 'the file does not exist', 'invalid', ['NotFound.*']],
      [400, 'InvalidEndpoint.ClosedEndpoint', 'the endpoint is closed', 'unavailable'],
      [400, 'MissingParameter*', 'a parameter is missing', 'invalid'],
      [400, 'InvalidParameter*', 'a parameter is not valid', 'invalid'],
      [400, 'InvalidParameter.TaskTypeConstraint', 'not for this type of task', 'invalid', []],
      [400, 'InvalidImageURL*', 'the image cannot be read', 'invalid'],
      [400, 'InvalidArgumentError*', 'an argument is not valid', 'invalid'],
      [400, 'RequestBodyTooLarge', 'the body is too long', 'invalid'],
      [
        413,
        'RequestTooLarge',
        'the body is too long',
        'invalid',
        ['RequestBodyTooLarge', 'RequestTooLarge'],
      ],
      [400, 'SensitiveContentDetected*', 'the request has sensitive content', 'policy'],
      [400, 'InputTextSensitiveContentDetected*', 'the text has sensitive content', 'policy'],
      [400, 'InputImageSensitiveContentDetected*', 'an image has sensitive content', 'policy'],
      [400, 'InputVideoSensitiveContentDetected*', 'a video has sensitive content', 'policy'],
      // Of images, which come in the response: only those that were made are billed.
      [400, 'OutputImageSensitiveContentDetected*', 'the image has sensitive content', 'policy'],
      [400, 'OutputImageRiskDetection', 'the image has sensitive content', 'policy'],
      [400, 'InputAudioSensitiveContentDetected*', 'a sound has sensitive content', 'policy'],
      [
        400,
        'InputImageSensitiveContentDetected.PrivacyInformation',
        'an image may show a real person',
        'policy',
        [],
      ],
      [400, 'InputTextRiskDetection', 'the text did not pass risk control', 'policy'],
      [400, 'InputImageRiskDetection', 'an image did not pass risk control', 'policy'],
      [
        429,
        'RateLimitExceeded.EndpointRPMExceeded',
        'too many requests',
        'rate_limited',
        ['RateLimitExceeded*'],
      ],
      [429, 'ModelAccountRpmRateLimitExceeded', 'too many requests of the account', 'rate_limited'],
      [429, 'ModelAccountTpmRateLimitExceeded', 'too many tokens of the account', 'rate_limited'],
      [429, 'ModelAccountIpmRateLimitExceeded', 'too many images of the account', 'rate_limited'],
      [429, 'APIAccountRpmRateLimitExceeded', 'too many requests of the account', 'rate_limited'],
      [429, 'AccountRateLimitExceeded', 'too many requests of the account', 'rate_limited'],
      [429, 'RequestBurstTooFast', 'the request rate rises too fast', 'rate_limited'],
      [429, 'InflightBatchsizeExceeded', 'too many requests at once', 'concurrency'],
      // Said of a used-up trial, a full queue and a plan: all three block one model alone.
      [429, 'QuotaExceeded', 'the quota of the account is used up', 'credits of a model'],
      [429, 'SetLimitExceeded', 'the limit that was set is reached', 'credits of a model'],
      [429, 'ServerOverloaded', 'the server is overloaded', 'unavailable'],
      [429, 'ModelLoadingError', 'the model is being loaded', 'unavailable'],
      [404, 'ResourceNotFound', 'the resource does not exist'],
      [409, 'TaskRunningCannotCancel', 'the task is running'],
      [500, 'InternalServiceError', 'internal error'],
    ],
    inPrograms,
  ),
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
