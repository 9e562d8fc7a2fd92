import type { Requirement } from './requirement.ts';

const users = 'decisions §6 api-users';
const accounts = 'decisions §6 accounts';
const sessions = 'decisions §5 Login';

/** The console's pages about who may work, what works, and who is logged in. */
export const consolePeopleRequirements: readonly Requirement[] = [
  {
    id: 'admin.api-users.newest-first',
    source: 'decisions §6 api-users',
    text: 'API users are listed newest first, each once, however many come while somebody reads on; a cursor of another list is refused.',
  },
  {
    id: 'admin.api-users.search',
    source: users,
    text: 'GET api-users?text= lists those with the text in their name, id or key hint, page by page.',
  },
  {
    id: 'admin.account-options',
    source: accounts,
    text: 'GET account-options names the providers and families an account can be made with.',
  },
  {
    id: 'admin.addresses',
    source: 'decisions §1.2, §6',
    text: 'GET addresses says where both surfaces are reached from outside.',
  },
  {
    id: 'admin.sessions.list',
    source: sessions,
    text: 'GET sessions lists the open sessions, last seen first, and marks the one that asks.',
  },
  {
    id: 'admin.sessions.id-opens-nothing',
    source: sessions,
    text: 'What names a session in the list lets nobody in.',
  },
  {
    id: 'admin.sessions.end',
    source: sessions,
    text: 'DELETE sessions/:id ends a session at once, its live connections too.',
  },
  {
    id: 'admin.sessions.end-others',
    source: sessions,
    text: 'DELETE sessions ends all sessions but the one that asks.',
  },
  {
    id: 'admin.sessions.audited',
    source: 'decisions §6 audit-log',
    text: 'The audit log has each session that was ended by an administrator.',
  },
  {
    id: 'console.api-users-key-once',
    source: users,
    text: 'A new key is shown once, in a dialog that closes on purpose only, with a call ready to run.',
  },
  {
    id: 'console.api-users-use',
    source: users,
    text: 'Last use and quota (used, reserved, held, limit) of an API user are seen as they change.',
  },
  {
    id: 'console.api-users-manage',
    source: users,
    text: 'An API user is renamed, limited, disabled, enabled and given a new key; the old key stops at once.',
  },
  {
    id: 'console.api-users-search',
    source: users,
    text: 'API users are searched, and the search stays in the address.',
  },
  {
    id: 'console.forms-checked',
    source: 'decisions §6',
    text: 'Forms hold the rules of the server, and what the server refuses is said beside the field it is about.',
  },
  {
    id: 'console.accounts-states',
    source: accounts,
    text: 'Each state of an account is said in words, with its reason and what to do.',
  },
  {
    id: 'console.accounts-manage',
    source: accounts,
    text: 'An account is added, tested, paused, resumed, edited and deleted; the page shows what a test found.',
  },
  {
    id: 'console.accounts-drain',
    source: accounts,
    text: 'Deleting an account says that running jobs finish, and shows it draining until they have.',
  },
  {
    id: 'console.accounts-secret',
    source: accounts,
    text: 'A secret is never shown, and replaced only when one is typed.',
  },
  {
    id: 'console.sessions',
    source: sessions,
    text: 'Open sessions are listed; one or all others are ended, and their pages lead to login.',
  },
];
