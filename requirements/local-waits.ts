import type { Requirement } from './requirement.ts';

/** The synchronous wait of the Local Generation API. */
export const localWaitsRequirements: readonly Requirement[] = [
  {
    id: 'local.wait.ends-with-job',
    source: 'local-generation-api §1',
    text: 'The call is answered when its job has ended, whatever passing trouble there was.',
  },
  {
    id: 'local.wait.no-polling',
    source: 'architecture §2',
    text: 'A wait is told by the store and does not poll it.',
  },
  {
    id: 'local.wait.cheap',
    source: 'architecture §2',
    text: 'Ten thousand waits share one timer.',
  },
  {
    id: 'local.wait.crowd',
    source: 'architecture §2',
    text: 'A thousand callers who connect in one moment are let in, also while the server is busy.',
  },
  {
    id: 'local.wait.bound',
    source: 'local-generation-api §4 rule 1, decisions §5',
    text: 'A caller is kept waiting 900 seconds, of vidC-25 1800.',
  },
  {
    id: 'local.wait.bound-setting',
    source: 'decisions §1.2',
    text: 'FILMGATE_SYNC_WAIT_SECONDS overrides the wait of every family.',
  },
  {
    id: 'local.wait.timeout-504',
    source: 'decisions §5',
    text: 'After the wait the answer is 504 generation_timeout naming the job, which goes on.',
  },
  {
    id: 'local.wait.hang-up',
    source: 'local-generation-api §4 rule 3, decisions §5',
    text: 'A caller who hangs up does not stop the job.',
  },
  {
    id: 'local.wait.unknown-at-once',
    source: 'decisions §5 Error codes',
    text: 'An unknown outcome the upstream cannot be asked about is answered at once with 502 outcome_unknown.',
  },
  {
    id: 'local.wait.unknown-askable',
    source: 'decisions §5 Error codes',
    text: 'While the upstream can be asked about an unknown outcome the wait goes on.',
  },
  {
    id: 'local.wait.draining',
    source: 'decisions §5 Error codes, §7a',
    text: 'A stopping server cuts open waits with 503 draining naming the job, and refuses new calls with 503 draining before anything is stored.',
  },
  {
    id: 'local.wait.restart',
    source: 'local-generation-api §4 rule 3',
    text: 'A job whose wait was cut by a restart is made after it, once.',
  },
  {
    id: 'local.wait.retry-joins',
    source: 'decisions §5',
    text: 'A retry of the client library joins the job of the try whose caller is gone.',
  },
  {
    id: 'local.wait.server-timeouts',
    source: 'local-generation-api §4 rule 1',
    text: 'No timeout of the server ends a wait.',
  },
];
