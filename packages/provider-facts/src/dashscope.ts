import { provingErrors } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/**
 * DashScope: a code has parts with dots. Those about an image or a URL in the request, and those about a limit, differ
 * only after the first part, and the page goes on adding them: a prefix covers them.
 */
export const dashscope: ProviderFacts = {
  provider: 'dashscope',
  source: {
    page: 'https://help.aliyun.com/zh/model-studio/error-code, also as platform.qianwenai.com/docs repeats it',
    read: '2026-12-01',
  },
  errors: provingErrors([
    [
      400,
      'InvalidParameter',
      'Required parameter(s) missing or invalid, please check the request parameters.',
      'invalid',
      ['InvalidParameter*', 'InvalidURL*', 'InvalidImage*', 'BadRequest.*'],
    ],
    [400, 'DataInspectionFailed', 'Input data may contain inappropriate content.', 'policy'],
    [400, 'IPInfringementSuspect', 'Input data is suspected of IP infringement.', 'policy'],
    [400, 'Arrearage', 'Please make sure your account is in good standing.', 'credits'],
    // Belongs to a cancellation.
    [400, 'UnsupportedOperation', 'Failed to cancel the task.'],
    [401, 'InvalidApiKey', 'Invalid API-key provided.', 'login'],
    [403, 'AccessDenied', 'Access denied.', 'forbidden model'],
    [403, 'Model.AccessDenied', 'Model access denied.', 'forbidden model'],
    [403, 'Endpoint.AccessDenied', 'Workspace endpoint access denied.', 'forbidden model'],
    [403, 'AccessDenied.Unpurchased', 'Access to model denied.', 'forbidden'],
    [403, 'Workspace.AccessDenied', 'Workspace access denied.', 'forbidden'],
    [403, 'AllocationQuota.FreeTierOnly', 'The free tier is exhausted.', 'credits of a model'],
    [404, 'ModelNotFound', 'Model can not be found.', 'forbidden model'],
    [404, 'WorkSpaceNotFound', 'WorkSpace can not be found.', 'forbidden'],
    // Belongs to a read, or to a path that does not exist.
    [404, 'NotFound', 'Not found!'],
    [
      429,
      'Throttling.RateQuota',
      'Requests rate limit exceeded, please try again later.',
      'rate_limited',
      ['Throttling*', 'LimitRequests'],
    ],
    [429, 'PostpaidBillOverdue', 'The postpaid bill is overdue.', 'credits'],
    [429, 'PrepaidBillOverdue', 'The prepaid bill is overdue.', 'credits'],
    [429, 'CommodityNotPurchased', 'Commodity has not purchased yet.', 'forbidden'],
    [500, 'InternalError', 'An internal error has occurred, please try again later.'],
    [503, 'ModelUnavailable', 'Model is unavailable, please try again later.'],
  ]),
  refusals: {
    invalid: 'InvalidParameter',
    login: 'InvalidApiKey',
    credits: 'Arrearage',
    forbidden: 'AccessDenied.Unpurchased',
    rate_limited: 'Throttling.RateQuota',
    concurrency: 'Throttling.RateQuota',
    unavailable: 'ModelUnavailable',
  },
  unlisted: { code: 'Undocumented', status: 400, message: 'An undocumented error.' },
  states: {
    queued: 'PENDING',
    running: 'RUNNING',
    completed: 'SUCCEEDED',
    failed: 'FAILED',
    canceled: 'CANCELED',
  },
  failures: {
    policy: { code: 'DataInspectionFailed', message: 'Output data may be inappropriate.' },
    internal: { code: 'InternalError.Algo', message: 'Inference internal error.' },
    credits: { code: 'Arrearage', message: 'Please make sure your account is in good standing.' },
  },
  lookup: 'list',
};
