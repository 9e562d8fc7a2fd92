import type { Requirement } from './requirement.ts';

/** The administrator's login: password, second factor, and what the audit log says of it. */
export const administratorRequirements: readonly Requirement[] = [
  {
    id: 'administrator.audit-atomic',
    source: 'docs/operating, The audit log',
    text: "An administrator's change and its entry of the audit log are written in one act of the store: whatever fails, there is an entry if and only if the change was made.",
  },
];
