import type { Requirement } from './requirement.ts';

const source = 'docs/operating, The administrator';

/** The administrator's login: password, second factor, and what the audit log says of it. */
export const administratorRequirements: readonly Requirement[] = [
  {
    id: 'administrator.audit-atomic',
    source,
    text: "An administrator's change and its entry of the audit log are written in one act of the store: whatever fails, there is an entry if and only if the change was made.",
  },
  {
    id: 'administrator.failed-logins',
    source,
    text: 'Failed logins are audited, throttled ones too, without the password and without any name but the administrator’s; however many there are, they are few entries.',
  },
  {
    id: 'administrator.password.change',
    source,
    text: 'The administrator changes the password with the current one, and a one-time code where there is a second factor; it is in force on every node at once and ends all other sessions.',
  },
  {
    id: 'administrator.password.common',
    source,
    text: 'A new password of the administrator has 12 characters or more and is not a common one; one of the environment is refused beyond loopback when it is a common one.',
  },
  {
    id: 'administrator.password.stored-wins',
    source,
    text: 'A password the administrator chose stands until the environment gives another one than it gave then.',
  },
  {
    id: 'administrator.second-factor.set-up',
    source: 'RFC 6238 §5.1',
    text: 'One-time codes are set up by a secret shown once, and count from the first code that confirms them; then all other sessions end.',
  },
  {
    id: 'administrator.second-factor.codes',
    source: 'RFC 6238 §4, §5.2 and Appendix B',
    text: 'Codes are those of RFC 6238 with SHA-1, six digits and 30 seconds, and may be one step early or late.',
  },
  {
    id: 'administrator.second-factor.once',
    source: 'RFC 6238 §5.2',
    text: 'A code is accepted once, over all nodes, and none of a step before it afterwards.',
  },
  {
    id: 'administrator.second-factor.login',
    source,
    text: 'With a second factor a login needs a code; the 401 says so in `x-error-code`, and the login page asks for it.',
  },
  {
    id: 'administrator.second-factor.throttle',
    source,
    text: 'A wrong code counts like a wrong password, and a right password without a code clears no count.',
  },
  {
    id: 'administrator.second-factor.recovery',
    source,
    text: 'Ten recovery codes, shown once and kept as digests, each take the place of a code once; the audit log has each use.',
  },
  {
    id: 'administrator.second-factor.sealed',
    source,
    text: 'The secret is sealed under the master key; neither it nor a recovery code is in the audit log or the log.',
  },
  {
    id: 'administrator.second-factor.removal',
    source,
    text: 'The second factor is removed with the password and a code, or by a command on the server.',
  },
  {
    id: 'administrator.drafts-removed',
    source: 'docs/operating, The pages',
    text: 'Drafts of the workbench, prompts and pictures, leave the browser with the session: at a logout, in every tab, and when a page notices that the session has ended.',
  },
];
