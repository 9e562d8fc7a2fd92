import { provingErrors } from './error-table.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** Kling: service codes below an HTTP status. Texts of errors are ours. */
export const kling: ProviderFacts = {
  provider: 'kling',
  source: {
    page: 'https://kling.ai/document-api/api/get-started/error-codes',
    read: '2026-11-23',
  },
  errors: provingErrors([
    [401, '1000', 'authentication failed', 'login'],
    [401, '1001', 'Authorization is empty', 'login'],
    [401, '1002', 'Authorization is invalid', 'login'],
    [401, '1003', 'the token is not valid yet', 'login'],
    [401, '1004', 'the token has expired', 'login'],
    // No pause helps against these three, in spite of their status.
    [429, '1100', 'something is wrong with the account', 'credits'],
    [429, '1101', 'the account is in arrears', 'credits'],
    [429, '1102', 'the resource pack is used up or has expired', 'credits'],
    [403, '1103', 'no permission for this resource', 'forbidden model'],
    [400, '1200', 'a parameter is invalid', 'invalid'],
    // A used `external_task_id` gets 1201: seen in two independent programs on 2026-11-23, and not in the document.
    [400, '1201', 'a parameter has an invalid key or value', 'invalid, or an echo'],
    [404, '1202', 'the method is invalid here', 'invalid'],
    [404, '1203', 'the resource does not exist', 'forbidden model'],
    [400, '1300', 'a policy of the platform was triggered', 'policy'],
    [400, '1301', 'the content security policy was triggered', 'policy'],
    [429, '1302', 'too many requests', 'rate_limited'],
    [429, '1303', 'more tasks at once than the resource pack allows', 'concurrency'],
    [429, '1304', 'the address is not on the allow-list', 'forbidden'],
    // An internal error says nothing about the task.
    [500, '5000', 'internal error'],
    [503, '5001', 'unavailable for maintenance'],
    [504, '5002', 'internal time-out'],
  ]),
  refusals: {
    invalid: '1201',
    login: '1000',
    credits: '1102',
    forbidden: '1103',
    rate_limited: '1302',
    concurrency: '1303',
    unavailable: '5001',
  },
  unlisted: { code: '1999', status: 400, message: 'an undocumented error' },
  // The older interface writes `succeed`.
  states: { queued: 'submitted', running: 'processing', completed: 'succeeded', failed: 'failed' },
  // Tasks have a text and no code.
  failures: {
    policy: { code: '', message: 'the content did not pass risk control' },
    internal: { code: '', message: 'the generation failed' },
    credits: { code: '', message: 'the generation failed' },
  },
  lookup: 'own-id',
};
