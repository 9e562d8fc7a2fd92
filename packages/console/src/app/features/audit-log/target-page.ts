import { type AuditAction, knownAction } from './audit-actions.ts';

/** Page of the target of an audit log entry. */
interface TargetPage {
  readonly to: string;
  readonly search: { readonly [name: string]: string };
}

type PageOf = (target: string) => TargetPage | null;

const nowhere: PageOf = () => null;
const user: PageOf = (target) => ({ to: '/console/api-users', search: { user: target } });
const account: PageOf = (target) => ({ to: '/console/accounts', search: { account: target } });
const job: PageOf = (target) => ({ to: '/console/jobs', search: { job: target } });
const security: PageOf = () => ({ to: '/console/security', search: {} });

const pages: { readonly [A in AuditAction]: PageOf } = {
  'session.login': nowhere,
  'session.login-failed': nowhere,
  'session.logout': nowhere,
  'session.end': nowhere,
  'account.remove': nowhere,
  'links.revoke': nowhere,
  'clock.confirm': nowhere,
  'api-user.create': user,
  'api-user.edit': user,
  'api-user.rotate': user,
  'api-user.revoke-links': user,
  'api-user.erase': user,
  'account.add': account,
  'account.edit': account,
  'account.test': account,
  'job.cancel': job,
  'job.check': job,
  'job.look-up': job,
  'job.resolve': job,
  'job.remove-result': job,
  'job.download': job,
  'administrator.password': security,
  'second-factor.begin': security,
  'second-factor.on': security,
  'second-factor.off': security,
  'second-factor.recovery-code': security,
  'second-factor.reset': security,
  'settings.change': () => ({ to: '/console/settings', search: {} }),
  'request-log.export': () => ({ to: '/console/request-logs', search: {} }),
};

/** Address of an entry's target; null for targets without a page. */
export function targetPage(action: string, target: string): TargetPage | null {
  const known = knownAction(action);
  return known === undefined ? null : pages[known](target);
}
