import type { Requirement } from './requirement.ts';

/** Who may call what. */
export const accessRequirements: readonly Requirement[] = [
  {
    id: 'access.every-route',
    source: 'decisions §8, video-task-api §5',
    text: 'Each route of both listeners has one access class, and a route without one fails CI.',
  },
  {
    id: 'access.matrix',
    source: 'video-task-api §5, decisions §5, §6',
    text: 'Each route answers each kind of credential as its access class says, with the error shape of its surface.',
  },
  {
    id: 'access.no-key-in-query',
    source: 'video-task-api §5',
    text: 'A key in the query string opens nothing.',
  },
  {
    id: 'login.password-change',
    source: 'decisions §5 Login',
    text: 'A start with another administrator name or password ends the sessions opened before it.',
  },
];
