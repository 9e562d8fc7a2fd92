import type { Requirement } from './requirement.ts';

/** The log of calls, and how an operator reads it. */
export const requestLogRequirements: readonly Requirement[] = [
  {
    id: 'request-log.every-call',
    source: 'decisions §6 request-logs',
    text: 'Every call of the programmatic routes leaves a row, or is counted in one of calls like it, answered or refused: caller, path, model, status, code, duration, job. Signed media links, health, documents and the admin API leave none.',
  },
  {
    id: 'request-log.refused',
    source: 'decisions §6 request-logs',
    text: 'A call whose credential is refused is logged without a caller.',
  },
  {
    id: 'request-log.hung-up',
    source: 'decisions §6 request-logs',
    text: 'A call whose caller hung up before the answer has status 499 and says that it was disconnected; it still leads to its job.',
  },
  {
    id: 'request-log.waiting',
    source: 'decisions §5 Chat',
    text: 'A call that waits for its job is in the log while it waits, and its row is completed when it ends.',
  },
  {
    id: 'request-log.untold-job',
    source: 'local-generation-api §4 rule 3',
    text: 'A job whose call has no row, since the server was killed before it was written, gets one at the next start.',
  },
  {
    id: 'request-log.never-answered',
    source: 'decisions §6 request-logs',
    text: 'A call that was waiting when the server died is told as never answered: no status, error_code server_stopped, disconnected.',
  },
  {
    id: 'request-log.prompts',
    source: 'decisions §1.2 FILMGATE_LOG_PROMPTS',
    text: 'Rows hold the digest of the prompt; the prompt itself only with FILMGATE_LOG_PROMPTS, from the next request on.',
  },
  {
    id: 'request-log.list',
    source: 'decisions §6 request-logs',
    text: 'GET /api/v1/admin/request-logs gives the rows newest first as {data, next_cursor}, filtered by path, status, caller, model, job_id, from, to and text; a bad filter is 422 {detail}.',
  },
  {
    id: 'request-log.retention',
    source: 'decisions §1.2 FILMGATE_RETENTION_LOGS_DAYS',
    text: 'Rows are removed when they are older than FILMGATE_RETENTION_LOGS_DAYS, and not before.',
  },
  {
    id: 'request-log.never-in-the-way',
    source: 'decisions §6 request-logs',
    text: 'Calls never wait for the log and never fail because of it; rows that cannot be written are dropped, oldest first, counted and warned of.',
  },
];
