import type { Requirement } from './requirement.ts';

/** Login and the admin API. */
export const loginAndAdminRequirements: readonly Requirement[] = [
  {
    id: 'login.success',
    source: 'decisions §5 Login',
    text: 'The right name and password answer 200 {user:{username, role:"admin"}, expires_at} with expires_at in ISO 8601, and set a session cookie.',
  },
  {
    id: 'login.cookie',
    source: 'decisions §5 Login',
    text: 'The cookie filmgate_session is HttpOnly and SameSite=Strict.',
  },
  {
    id: 'login.cookie-https',
    source: 'decisions §5 Login',
    text: 'With an https public URL the cookie is Secure and its name begins with __Host-.',
  },
  {
    id: 'login.wrong',
    source: 'decisions §5 Login',
    text: 'A wrong name or password is 401 {detail}.',
  },
  {
    id: 'login.throttle',
    source: 'decisions §5 Login',
    text: 'Five failures per user and address in 15 minutes make the next attempt 429 {detail} with Retry-After, even with the right password.',
  },
  {
    id: 'login.throttle-address',
    source: 'decisions §5 Login',
    text: 'Other addresses are not affected by the throttle.',
  },
  {
    id: 'login.logout',
    source: 'decisions §5 Login',
    text: 'POST /api/v1/auth/logout ends the session on the server.',
  },
  {
    id: 'login.session',
    source: 'decisions §5 Login',
    text: 'GET /api/v1/auth/session tells who is logged in, and 401 without a session.',
  },
  {
    id: 'login.expiry',
    source: 'decisions §5 Login, §1.2',
    text: 'A session ends after 30 minutes idle or 12 hours in all, unless set otherwise.',
  },
  {
    id: 'login.foreign-origin',
    source: 'decisions §5 Login',
    text: 'Login and state-changing session routes with a foreign Origin or Sec-Fetch-Site: cross-site are 403 {detail}.',
  },
  {
    id: 'login.own-origin',
    source: 'decisions §5 Login',
    text: 'The public URL, FILMGATE_ALLOWED_ORIGINS and, on a loopback bind, localhost, 127.0.0.1 and [::1] with our port are own origins.',
  },
  {
    id: 'login.foreign-host',
    source: 'decisions §5 Login',
    text: 'A Host outside the own origins is 403 on these routes.',
  },
  {
    id: 'admin.session-required',
    source: 'video-task-api §5, decisions §6',
    text: 'Every admin route answers 401 {detail} without a session; no API key replaces it.',
  },
  {
    id: 'admin.list-shape',
    source: 'decisions §6',
    text: 'Admin lists are {data, next_cursor}.',
  },
  {
    id: 'admin.errors-detail',
    source: 'decisions §6',
    text: 'Admin errors are {detail}.',
  },
  {
    id: 'admin.api-users.create',
    source: 'decisions §6 api-users',
    text: 'POST api-users answers 201 {api_user, key}, and the key works.',
  },
  {
    id: 'admin.api-users.key-once',
    source: 'decisions §6 api-users',
    text: 'The key is shown once: lists and changes show a hint only.',
  },
  {
    id: 'admin.api-users.record',
    source: 'decisions §6 api-users',
    text: 'GET api-users lists them, each as {id, name, enabled, key_hint, total_limit, usage:{used, reserved, held}, created_at, last_used_at}.',
  },
  {
    id: 'admin.api-users.change',
    source: 'decisions §6 api-users',
    text: 'PATCH api-users/:id changes name, enabled and total_limit.',
  },
  {
    id: 'admin.api-users.rotate',
    source: 'decisions §6 api-users',
    text: 'POST api-users/:id/rotate answers {api_user, key} with a new key.',
  },
  {
    id: 'admin.api-users.bad-input',
    source: 'decisions §6 api-users',
    text: 'Bad fields and unknown ids are refused with {detail}.',
  },
  {
    id: 'admin.key-format',
    source: 'decisions §6 Key format',
    text: 'A key is fg_<kind>_, at least 26 base62 characters, _ and a checksum of 6.',
  },
  {
    id: 'admin.key-stored-hashed',
    source: 'decisions §6 Key format',
    text: 'Keys are stored as an HMAC only and looked up at each request.',
  },
  {
    id: 'admin.accounts.manage',
    source: 'decisions §6 accounts',
    text: 'Accounts can be listed, made, changed and tested.',
  },
  {
    id: 'admin.accounts.record',
    source: 'decisions §6 accounts',
    text: 'An account shows the promised fields.',
  },
  {
    id: 'admin.accounts.secret',
    source: 'decisions §6 accounts',
    text: 'The secret of an account is write-only; answers say has_secret.',
  },
  {
    id: 'admin.accounts.disable',
    source: 'decisions §6 accounts',
    text: 'A disabled account takes no new work and finishes what it has.',
  },
  {
    id: 'admin.accounts.delete-drains',
    source: 'decisions §6 accounts',
    text: 'DELETE drains an account before it goes.',
  },
  {
    id: 'admin.jobs.all-owners',
    source: 'decisions §6 jobs, §1',
    text: 'GET jobs shows the jobs of all owners.',
  },
  {
    id: 'admin.jobs.filters',
    source: 'decisions §6 jobs',
    text: 'Jobs filter by state, model, owner, account, text and time, page by page with a cursor.',
  },
  {
    id: 'admin.jobs.trail',
    source: 'decisions §6 jobs',
    text: 'GET jobs/:id shows the event trail: tries, refusals per account, the money each step moved, instants.',
  },
  {
    id: 'admin.jobs.check',
    source: 'decisions §6 jobs, §2',
    text: 'POST jobs/:id/check asks the upstream or the record, and submits nothing.',
  },
  {
    id: 'admin.jobs.resolve',
    source: 'decisions §2, §6 jobs',
    text: 'POST jobs/:id/resolve {outcome, note} rules an outcome_unknown job, answers 200 {job} and leaves its mark with the note.',
  },
  {
    id: 'admin.jobs.resolve-once',
    source: 'decisions §6 jobs',
    text: 'A second ruling, and a ruling of a job that is not outcome_unknown, is 409.',
  },
  {
    id: 'admin.audit-log',
    source: 'decisions §6 audit-log',
    text: 'GET audit-log lists {id, time, actor, action, target, before, after} of every change, newest first.',
  },
];
