import type { Requirement } from './requirement.ts';

/** The workbench's routes of the local surface. */
export const workbenchRequirements: readonly Requirement[] = [
  {
    id: 'workbench.session-required',
    source: 'local-generation-api §5 rules 5 and 6',
    text: 'Every route below /local-video answers 401 {detail} without an administrator session; no key replaces it.',
  },
  {
    id: 'workbench.own-origin',
    source: 'decisions §5 Login',
    text: 'Creating and checking are 403 {detail} to pages of other sites.',
  },
  {
    id: 'workbench.paths',
    source: 'local-generation-api §7',
    text: 'Unknown paths below /local-video are 404 and wrong methods 405, as {detail}.',
  },
  {
    id: 'workbench.page',
    source: 'decisions §5 Workbench',
    text: '/video without a session redirects (302) to /login?next=/video.',
  },
  {
    id: 'workbench.models',
    source: 'local-generation-api §4, decisions §5 Workbench',
    text: 'GET /local-video/models tells every video model with what its id fixes, and the defaults: the fast variant of family A, 4 s, 16:9, 720p, no audio.',
  },
  {
    id: 'workbench.create.first-202',
    source: 'local-generation-api §4',
    text: 'The first POST of an id answers 202 with the job; job_id equals the id sent.',
  },
  {
    id: 'workbench.create.replay',
    source: 'local-generation-api §4, decisions §5 Workbench',
    text: 'The same id and content answers 200 with the original job as it stands, and submits nothing.',
  },
  {
    id: 'workbench.create.races',
    source: 'local-generation-api §2.4',
    text: 'Of many first requests with one id exactly one is 202 and all answer the same job.',
  },
  {
    id: 'workbench.create.conflict',
    source: 'local-generation-api §4, decisions §5 Workbench',
    text: 'The same id with another model, audio option, prompt or reference images is 409 {detail}.',
  },
  {
    id: 'workbench.create.fields',
    source: 'local-generation-api §2.4, decisions §5 Workbench',
    text: 'A bad field, and one that does not match the model, is 422 {detail} naming the field.',
  },
  {
    id: 'workbench.create.fields-before-conflict',
    source: 'decisions §5 Workbench',
    text: 'Fields are checked before the conflict.',
  },
  {
    id: 'workbench.create.bodies',
    source: 'local-generation-api §7',
    text: 'A body that is no JSON object is 400 and one of another type 415, as {detail}.',
  },
  {
    id: 'workbench.prompt-limit',
    source: 'local-generation-api §8',
    text: 'A prompt has 1 to 2000 characters, counted as code points; white space only is no prompt.',
  },
  {
    id: 'workbench.references',
    source: 'decisions §5 Workbench',
    text: 'reference_images takes URLs and data URLs as the model takes images.',
  },
  {
    id: 'workbench.account',
    source: 'local-generation-api §2.4, decisions §5 Workbench',
    text: 'account names the one account that may take the job, by id or label; auto or nothing leaves it to the pool; an unknown one is 422.',
  },
  {
    id: 'workbench.job-fields',
    source: 'local-generation-api §2.4, decisions §5 Workbench',
    text: 'A job has exactly the promised fields; message, result_url and the account’s label where they belong.',
  },
  {
    id: 'workbench.states',
    source: 'local-generation-api §3, decisions §2',
    text: 'The seven statuses move forward only, but for prepared to authenticating after a refusal, and for an unknown outcome that is found.',
  },
  {
    id: 'workbench.message',
    source: 'local-generation-api §2.4',
    text: 'message says why a job failed.',
  },
  {
    id: 'workbench.list',
    source: 'local-generation-api §4, decisions §5 Workbench',
    text: 'GET /local-video/jobs shows the workbench’s jobs, newest first, 50 or limit of them, after the job named by before.',
  },
  {
    id: 'workbench.check',
    source: 'local-generation-api §4, decisions §5 Workbench',
    text: 'A check answers {job, checked}: upstream where it was really asked, record otherwise; it never submits; an unknown job is 404.',
  },
  {
    id: 'workbench.content',
    source: 'local-generation-api §4, decisions §5 Workbench',
    text: 'The content is the MP4 once complete, with Range and HEAD, and 404 before.',
  },
  {
    id: 'workbench.request',
    source: 'decisions §5 Workbench',
    text: 'GET jobs/:id/request tells all that was asked for, with negative prompt and account; jobs/:id/references/:index gives each reference image while it is kept.',
  },
  {
    id: 'workbench.call-log',
    source: 'decisions §6 request-logs',
    text: 'Each POST of a job leaves a row in the request log, also a refused one.',
  },
];
