import type { Requirement } from './requirement.ts';

/** Health, description, signals and logs. */
export const operationsRequirements: readonly Requirement[] = [
  {
    id: 'health.alive',
    source: 'decisions §8',
    text: 'GET /healthz answers 200 on both listeners without a credential.',
  },
  {
    id: 'health.ready',
    source: 'decisions §8',
    text: 'GET /readyz answers 200 on both listeners when the store is reachable, migrations are done and nothing drains.',
  },
  {
    id: 'health.not-ready',
    source: 'decisions §8, §3 Errors',
    text: 'GET /readyz answers 503 while draining or with the store unreachable.',
  },
  {
    id: 'health.openapi',
    source: 'decisions §8',
    text: "GET /openapi.json on both listeners is an OpenAPI 3.1 document of that surface's routes.",
  },
  {
    id: 'health.docs',
    source: 'decisions §8',
    text: 'GET /docs on both listeners is a readable page.',
  },
  {
    id: 'signals.drain',
    source: 'decisions §7a',
    text: 'SIGTERM drains: no new claims, and open answers finish within 60 s.',
  },
  {
    id: 'signals.second',
    source: 'decisions §7a',
    text: 'A second signal within 2 s counts as the same one; a later one exits at once.',
  },
  {
    id: 'logs.requests',
    source: 'docs/settings',
    text: 'Each answered request is a line of the log, by its route: at debug for a read that went well, at info for any other.',
  },
  {
    id: 'logs.structured',
    source: 'architecture §3 I13, decisions §1.2',
    text: 'Logs are structured, with secrets and prompts redacted.',
  },
  {
    id: 'suite.requirements-cited',
    source: 'decisions §9',
    text: 'Each promised behaviour has an id that at least one test cites; an uncited or unknown id fails CI.',
  },
];
