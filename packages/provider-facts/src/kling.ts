import { errorRows } from './error-rows.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** Kling: service codes below an HTTP status. Texts of errors are ours. */
export const kling: ProviderFacts = {
  provider: 'kling',
  source: {
    page: 'https://kling.ai/document-api/api/get-started/error-codes',
    read: '2026-11-23',
  },
  errors: [
    ...errorRows({ kind: 'login', scope: 'account' }, [
      [401, '1000', 'authentication failed'],
      [401, '1001', 'Authorization is empty'],
      [401, '1002', 'Authorization is invalid'],
      [401, '1003', 'the token is not valid yet'],
      [401, '1004', 'the token has expired'],
    ]),
    // No pause helps against these three, in spite of their status.
    ...errorRows({ kind: 'credits', scope: 'account' }, [
      [429, '1100', 'something is wrong with the account'],
      [429, '1101', 'the account is in arrears'],
      [429, '1102', 'the resource pack is used up or has expired'],
    ]),
    ...errorRows({ kind: 'forbidden', scope: 'model' }, [
      [403, '1103', 'no permission for this resource'],
    ]),
    ...errorRows({ kind: 'invalid', scope: 'request' }, [[400, '1200', 'a parameter is invalid']]),
    // A used `external_task_id` gets 1201: seen in two independent programs on 2026-11-23, and not in the document.
    ...errorRows({ kind: 'invalid', scope: 'request', mayBeEcho: true }, [
      [400, '1201', 'a parameter has an invalid key or value'],
    ]),
    ...errorRows({ kind: 'invalid', scope: 'request' }, [
      [404, '1202', 'the method is invalid here'],
    ]),
    ...errorRows({ kind: 'forbidden', scope: 'model' }, [
      [404, '1203', 'the resource does not exist'],
    ]),
    ...errorRows({ kind: 'policy', scope: 'request' }, [
      [400, '1300', 'a policy of the platform was triggered'],
      [400, '1301', 'the content security policy was triggered'],
    ]),
    ...errorRows({ kind: 'rate_limited', scope: 'account' }, [[429, '1302', 'too many requests']]),
    ...errorRows({ kind: 'concurrency', scope: 'account' }, [
      [429, '1303', 'more tasks at once than the resource pack allows'],
    ]),
    ...errorRows({ kind: 'forbidden', scope: 'account' }, [
      [429, '1304', 'the address is not on the allow-list'],
    ]),
    // An internal error says nothing about the task.
    ...errorRows(null, [
      [500, '5000', 'internal error'],
      [503, '5001', 'unavailable for maintenance'],
      [504, '5002', 'internal time-out'],
    ]),
  ],
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
