import type { ErrorWords } from '../../engine/provider-error.ts';

/**
 * Kling's service codes with their HTTP status, as its page "Error Codes" lists them (klingai.com/document-api, read
 * 2026-11-22). The messages are the mock's own.
 */
export const klingErrors: ErrorWords = {
  rows: [
    { code: '1000', status: 401, message: 'authentication failed' },
    { code: '1001', status: 401, message: 'Authorization is empty' },
    { code: '1002', status: 401, message: 'Authorization is invalid' },
    { code: '1003', status: 401, message: 'the token is not valid yet' },
    { code: '1004', status: 401, message: 'the token has expired' },
    { code: '1100', status: 429, message: 'something is wrong with the account' },
    { code: '1101', status: 429, message: 'the account is in arrears' },
    { code: '1102', status: 429, message: 'the resource pack is used up or has expired' },
    { code: '1103', status: 403, message: 'no permission for this resource' },
    { code: '1200', status: 400, message: 'a parameter is invalid' },
    { code: '1201', status: 400, message: 'a parameter has an invalid key or value' },
    { code: '1202', status: 404, message: 'the method is invalid here' },
    { code: '1203', status: 404, message: 'the resource does not exist' },
    { code: '1300', status: 400, message: 'a policy of the platform was triggered' },
    { code: '1301', status: 400, message: 'the content security policy was triggered' },
    { code: '1302', status: 429, message: 'too many requests' },
    { code: '1303', status: 429, message: 'more tasks at once than the resource pack allows' },
    { code: '1304', status: 429, message: 'the address is not on the allow-list' },
    { code: '5000', status: 500, message: 'internal error' },
    { code: '5001', status: 503, message: 'unavailable for maintenance' },
    { code: '5002', status: 504, message: 'internal time-out' },
  ],
  codeOf: {
    invalid: '1201',
    login: '1000',
    credits: '1102',
    forbidden: '1103',
    rate_limited: '1302',
    concurrency: '1303',
    unavailable: '5001',
  },
  unlisted: { code: '1999', status: 400, message: 'an undocumented error' },
};
