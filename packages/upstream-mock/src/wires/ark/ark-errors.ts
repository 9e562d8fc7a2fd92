import type { ErrorWords } from '../../engine/provider-error.ts';

/**
 * Error codes of Ark with their HTTP status, from its page "Error Codes" and clients of it
 * (docs.byteplus.com/en/docs/ModelArk/1299023, volcengine.com/docs/82379/1299023; the table of api errors in ComfyUI's
 * BytePlus nodes; read 2026-11-23). The messages are the mock's own. Output… codes appear inside a failed task.
 */
export const arkErrors: ErrorWords = {
  rows: [
    { code: 'MissingParameter', status: 400, message: 'a parameter is missing' },
    { code: 'InvalidParameter', status: 400, message: 'a parameter is not valid' },
    {
      code: 'InvalidParameter.TaskTypeConstraint',
      status: 400,
      message: 'not for this type of task',
    },
    { code: 'InvalidImageURL', status: 400, message: 'the image cannot be read' },
    { code: 'RequestBodyTooLarge', status: 400, message: 'the body is too long' },
    { code: 'SensitiveContentDetected', status: 400, message: 'the request has sensitive content' },
    {
      code: 'InputTextSensitiveContentDetected',
      status: 400,
      message: 'the text has sensitive content',
    },
    {
      code: 'InputImageSensitiveContentDetected',
      status: 400,
      message: 'an image has sensitive content',
    },
    {
      code: 'InputImageSensitiveContentDetected.PrivacyInformation',
      status: 400,
      message: 'an image may show a real person',
    },
    {
      code: 'InputVideoSensitiveContentDetected',
      status: 400,
      message: 'a video has sensitive content',
    },
    {
      code: 'InputAudioSensitiveContentDetected',
      status: 400,
      message: 'a sound has sensitive content',
    },
    { code: 'InvalidEndpoint.ClosedEndpoint', status: 400, message: 'the endpoint is closed' },
    { code: 'InvalidAccountStatus', status: 401, message: 'the account has a problem' },
    { code: 'AuthenticationError', status: 401, message: 'the API key is missing or invalid' },
    { code: 'AccessDenied', status: 403, message: 'no permission for this resource' },
    { code: 'AccountOverdueError', status: 403, message: 'the account has an overdue balance' },
    { code: 'ServiceOverdue', status: 403, message: 'a bill is overdue' },
    { code: 'OperationDenied.ServiceOverdue', status: 403, message: 'a bill is overdue' },
    {
      code: 'OperationDenied.ServiceNotOpen',
      status: 403,
      message: 'the service is not activated',
    },
    { code: 'OperationDenied.PermissionDenied', status: 403, message: 'no permission for this' },
    { code: 'ServiceNotOpen', status: 403, message: 'the service is not activated' },
    { code: 'ModelNotOpen', status: 403, message: 'the model is not activated' },
    {
      code: 'InvalidEndpointOrModel.NotFound',
      status: 404,
      message: 'the model or endpoint does not exist',
    },
    { code: 'ResourceNotFound', status: 404, message: 'the resource does not exist' },
    { code: 'TaskRunningCannotCancel', status: 409, message: 'the task is running' },
    {
      code: 'RateLimitExceeded.EndpointRPMExceeded',
      status: 429,
      message: 'too many requests',
    },
    {
      code: 'ModelAccountRpmRateLimitExceeded',
      status: 429,
      message: 'too many requests of the account',
    },
    {
      code: 'AccountRateLimitExceeded',
      status: 429,
      message: 'too many requests of the account',
    },
    { code: 'RequestBurstTooFast', status: 429, message: 'the request rate rises too fast' },
    { code: 'InflightBatchsizeExceeded', status: 429, message: 'too many requests at once' },
    { code: 'QuotaExceeded', status: 429, message: 'the quota of the account is used up' },
    { code: 'SetLimitExceeded', status: 429, message: 'the limit that was set is reached' },
    { code: 'ServerOverloaded', status: 429, message: 'the server is overloaded' },
    { code: 'ModelLoadingError', status: 429, message: 'the model is being loaded' },
    { code: 'InternalServiceError', status: 500, message: 'internal error' },
  ],
  codeOf: {
    invalid: 'InvalidParameter',
    login: 'AuthenticationError',
    credits: 'AccountOverdueError',
    forbidden: 'AccessDenied',
    rate_limited: 'RateLimitExceeded.EndpointRPMExceeded',
    concurrency: 'InflightBatchsizeExceeded',
    unavailable: 'ServerOverloaded',
  },
  unlisted: { code: 'ReticulationFailed', status: 400, message: 'an undocumented error' },
};
