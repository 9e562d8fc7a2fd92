import type { Requirement } from './requirement.ts';

/** Settings that are stored and changed over the admin API. */
export const adminSettingsRequirements: readonly Requirement[] = [
  {
    id: 'admin.settings.list',
    source: 'decisions §6 settings',
    text: 'GET settings answers {data: [{name, value, source, secret, restart_required}]} with every setting under its variable in lower case without the prefix.',
  },
  {
    id: 'admin.settings.source',
    source: 'decisions §1.2, §6 settings',
    text: 'A setting says whether its value in force is the default, from the environment, or stored.',
  },
  {
    id: 'admin.settings.masked',
    source: 'decisions §6 settings',
    text: 'The value of a secret is never shown: a mask says that it is set.',
  },
  {
    id: 'admin.settings.change',
    source: 'decisions §6 settings',
    text: 'PUT settings {name: value} stores the values and answers the whole list; null gives a value back to the environment.',
  },
  {
    id: 'admin.settings.at-once',
    source: 'decisions §1.2, §6 settings',
    text: 'A changed setting holds for the next request, without a restart.',
  },
  {
    id: 'admin.settings.kept',
    source: 'decisions §1.2',
    text: 'Stored settings outlive a restart and win over the environment, which gives the first value only; secrets are sealed.',
  },
  {
    id: 'admin.settings.refused',
    source: 'decisions §1.2, §6 settings',
    text: 'An unknown name is 422 with the nearest one, a bad value 422 with its field and limit; where one is bad nothing is stored.',
  },
  {
    id: 'admin.settings.environment-only',
    source: 'decisions §1.2, §6 settings',
    text: 'Settings that come from the environment alone say restart_required and cannot be changed.',
  },
  {
    id: 'admin.settings.not-opened',
    source: 'decisions §5 Empty service key',
    text: 'The service key cannot be emptied while the server listens beyond the machine without FILMGATE_ALLOW_OPEN.',
  },
  {
    id: 'admin.settings.not-locked-out',
    source: 'decisions §5 Login',
    text: 'A change of the public URL or the allowed origins that would make the page it came from a foreign one is refused.',
  },
  {
    id: 'admin.settings.audited',
    source: 'decisions §6 settings, audit-log',
    text: 'Changes of settings are in the audit log, secrets without their values.',
  },
];
