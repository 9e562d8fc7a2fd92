import type { Requirement } from './requirement.ts';

/** `/metrics`, and the commands that look at the settings. */
export const metricsRequirements: readonly Requirement[] = [
  {
    id: 'metrics.access',
    source: 'decisions §8',
    text: 'GET /metrics on the local listener answers an administrator session, or FILMGATE_METRICS_TOKEN as a bearer token, and nobody else.',
  },
  {
    id: 'metrics.format',
    source: 'decisions §8',
    text: 'Metrics are Prometheus text: every family has its help, its type and well-formed samples.',
  },
  {
    id: 'metrics.jobs',
    source: 'decisions §8',
    text: 'filmgate_jobs_total counts ended jobs by final state and model, filmgate_job_duration_seconds how long they took, filmgate_queue_depth those that wait.',
  },
  {
    id: 'metrics.accounts',
    source: 'decisions §8',
    text: 'filmgate_account_slots counts the slots of the account pool by state.',
  },
  {
    id: 'metrics.upstream',
    source: 'decisions §8',
    text: 'filmgate_upstream_requests_total counts calls of upstreams by operation and outcome.',
  },
  {
    id: 'metrics.http',
    source: 'decisions §8',
    text: 'HTTP requests are counted and timed by route template and status.',
  },
  {
    id: 'metrics.no-ids',
    source: 'decisions §8, architecture §3 I13',
    text: 'No label holds an id, a host, a prompt or anything else a caller can make up.',
  },
  {
    id: 'commands.config-check',
    source: 'decisions §1.1, §1.2',
    text: 'filmgate config check says in words what is wrong with the environment, the catalog file, the data directory and the ports, starts nothing, and exits 0 only when nothing is.',
  },
  {
    id: 'commands.config-print',
    source: 'decisions §1.1, §1.2',
    text: 'filmgate config print --redacted shows every setting with its value and source; secrets are never printed.',
  },
];
