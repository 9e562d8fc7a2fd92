/** Actions of the audit log by area. */
export const auditAreas = {
  'api-users': [
    'api-user.create',
    'api-user.edit',
    'api-user.rotate',
    'api-user.revoke-links',
    'api-user.erase',
    'links.revoke',
  ],
  accounts: ['account.add', 'account.edit', 'account.remove', 'account.test'],
  jobs: [
    'job.cancel',
    'job.check',
    'job.look-up',
    'job.resolve',
    'job.remove-result',
    'job.download',
  ],
  'request-log': ['request-log.export'],
  settings: ['settings.change'],
  clock: ['clock.confirm'],
  sessions: ['session.login', 'session.login-failed', 'session.logout', 'session.end'],
  administrator: [
    'administrator.password',
    'second-factor.begin',
    'second-factor.on',
    'second-factor.off',
    'second-factor.recovery-code',
    'second-factor.reset',
  ],
} as const;

export type AuditArea = keyof typeof auditAreas;
export type AuditAction = (typeof auditAreas)[AuditArea][number];

export const areaNames = [
  'api-users',
  'accounts',
  'jobs',
  'request-log',
  'settings',
  'clock',
  'sessions',
  'administrator',
] as const satisfies readonly AuditArea[];

/** Returns the action if the console has a text for it; otherwise undefined. */
export function knownAction(word: string): AuditAction | undefined {
  return areaNames.flatMap((area) => [...auditAreas[area]]).find((action) => action === word);
}
