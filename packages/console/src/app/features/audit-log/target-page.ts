import { knownAction } from './audit-actions.ts';

/** The page that shows what an entry of the audit log is about. */
export interface TargetPage {
  readonly to: string;
  readonly search: { readonly [name: string]: string };
}

/** Where to find the target of an entry; null where there is nothing to go to. */
export function targetPage(action: string, target: string): TargetPage | null {
  const known = knownAction(action);
  switch (known) {
    case undefined:
    case 'session.login':
    case 'session.login-failed':
    case 'session.logout':
    case 'session.end':
    case 'account.remove':
    case 'links.revoke':
    case 'clock.confirm':
      return null;
    case 'api-user.create':
    case 'api-user.edit':
    case 'api-user.rotate':
    case 'api-user.revoke-links':
    case 'api-user.erase':
      return { to: '/console/api-users', search: { user: target } };
    case 'account.add':
    case 'account.edit':
    case 'account.test':
      return { to: '/console/accounts', search: { account: target } };
    case 'job.check':
    case 'job.resolve':
    case 'job.remove-result':
      return { to: '/console/jobs', search: { job: target } };
    case 'administrator.password':
    case 'second-factor.begin':
    case 'second-factor.on':
    case 'second-factor.off':
    case 'second-factor.recovery-code':
    case 'second-factor.reset':
      return { to: '/console/security', search: {} };
    case 'settings.change':
      return { to: '/console/settings', search: {} };
  }
}
