import { type Limit, LimitSource } from './limit-source.ts';

const core = 'packages/core/src';
const http = 'packages/http-adapter/src';

const loginBudgets = new LimitSource(`${http}/admin-api/deps.ts`);
const logins = new LimitSource(`${http}/admin-api/login-throttle.ts`);
const passwords = new LimitSource('packages/runtime-node/src/credentials/password-hash.ts');
const requestRate = new LimitSource(`${core}/quota/request-count.ts`);
const wrongKeys = new LimitSource(`${http}/mechanics/failed-credentials.ts`);

/** Limits of credentials and of guessing them. */
export const credentialLimits: readonly Limit[] = [
  {
    limit: 'Requests of an API user in a minute',
    value: `none; a request counts for up to ${requestRate.count('requestSlots')} × ${requestRate.time('requestSlotMs')}`,
    setBy: '`max_requests_per_minute`',
    exceeded: '429 `rate_limited`',
    source: requestRate,
  },
  {
    limit: 'Wrong keys of an address block; of an IPv6 /48',
    value: `${wrongKeys.count('mostOfCaller')}; ${wrongKeys.count('mostOfSite')} in ${wrongKeys.time('windowMs')}`,
    exceeded: '429 `credentials_throttled`; right keys pass',
    source: wrongKeys,
  },
  {
    limit: 'Failed logins of a name and address block; of a block; of an IPv6 /48',
    value: `${['loginFailures', 'loginFailuresOfCaller', 'loginFailuresOfSite']
      .map((name) => loginBudgets.count(`defaultAdminApiSettings.${name}`))
      .join('; ')} in ${loginBudgets.time('defaultAdminApiSettings.loginWindowMs')}`,
    exceeded: '429',
    source: loginBudgets,
  },
  {
    limit: 'Logins being checked; of an address block',
    value: `${logins.count('mostInHand')}; ${logins.count('mostInHandOfCaller')}`,
    exceeded: '503 `login-busy`',
    source: logins,
  },
  {
    limit: 'Password hashes at a time',
    value: '1',
    exceeded: 'wait',
    source: passwords,
  },
];
