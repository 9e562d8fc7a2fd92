import type { Requirement } from './requirement.ts';

/** Credentials, error answers, and what belongs to which surface. */
export const errorsAndAuthenticationRequirements: readonly Requirement[] = [
  {
    id: 'auth.key-required',
    source: 'video-task-api §5, §7',
    text: 'A compatible call without a Bearer key is 401 api_key_required.',
  },
  {
    id: 'auth.key-invalid',
    source: 'video-task-api §7',
    text: 'A key that is wrong or malformed is 401 api_key_invalid.',
  },
  {
    id: 'auth.disabled-at-once',
    source: 'video-task-api §5',
    text: 'A disabled key stops working with the next request.',
  },
  {
    id: 'auth.rotated-at-once',
    source: 'decisions §6 api-users, Key format',
    text: 'A rotated key stops working with the next request, and the new one works.',
  },
  {
    id: 'auth.every-route',
    source: 'video-task-api §5',
    text: 'Every route of the compatible API needs the key.',
  },
  {
    id: 'auth.user-key-not-native',
    source: 'video-task-api §5',
    text: 'An API user key opens nothing of the native API.',
  },
  {
    id: 'auth.upstream-key-not-compatible',
    source: 'video-task-api §5',
    text: 'The upstream key opens nothing of the compatible API.',
  },
  {
    id: 'auth.native-key',
    source: 'video-task-api §5, §7',
    text: 'A native call without the upstream key is 401 api_key_required, with a wrong one 401 api_key_invalid.',
  },
  {
    id: 'auth.native-unset',
    source: 'decisions §1.1, §1.2',
    text: 'Without a configured upstream key the whole native API answers 401; npm start makes a key, filmgate serve does not.',
  },
  {
    id: 'errors.shape',
    source: 'video-task-api §7, decisions §3 Errors',
    text: 'Every error is {error:{message, type, code, param?}} as JSON with a request id.',
  },
  {
    id: 'errors.type',
    source: 'decisions §3 Errors',
    text: 'The type is invalid_request_error for 4xx and server_error for 5xx.',
  },
  {
    id: 'errors.route-not-found',
    source: 'decisions §3 Errors, Order of checks',
    text: 'An unknown route is 404 route_not_found, also without a credential.',
  },
  {
    id: 'errors.method-not-allowed',
    source: 'decisions §3 Errors',
    text: 'A wrong method on a known path, GET on the two generations paths included, is 405 method_not_allowed.',
  },
  {
    id: 'errors.framework',
    source: 'decisions §3 Errors',
    text: 'Errors the framework finds (bad escapes, malformed JSON, __proto__) have the same shape.',
  },
  {
    id: 'errors.store-down',
    source: 'decisions §3 Errors',
    text: 'With the store unreachable a call answers 503 trae_protocol_unavailable and nothing is half-written.',
  },
  {
    id: 'errors.retry-after',
    source: 'decisions §3 Errors',
    text: '429 and 503 carry a Retry-After of 1 to 60 where waiting helps.',
  },
  {
    id: 'errors.no-retry-on-conflict',
    source: 'decisions §3 Errors',
    text: 'Every 409 carries x-should-retry: false.',
  },
  {
    id: 'errors.no-retry-on-quota',
    source: 'decisions §3 Errors',
    text: 'api_user_total_limit_exhausted carries x-should-retry: false.',
  },
  {
    id: 'errors.messages-discreet',
    source: 'decisions §3 Errors',
    text: 'Messages name the binding constraint, and never an account name, a host of ours or of an upstream, or a secret.',
  },
  {
    id: 'surfaces.separate-paths',
    source: 'decisions §1, video-task-api §1',
    text: 'A path of one surface answers 404 on the other listener; GET /v1/models, which both have, takes the credential of its own surface.',
  },
  {
    id: 'surfaces.two-listeners',
    source: 'decisions §1',
    text: 'The two surfaces are mounted on two listeners, 8787 and 8788 unless set.',
  },
  {
    id: 'surfaces.one-core',
    source: 'decisions §1',
    text: 'One core, store, account pool and runner serve both; the admin console sees every job.',
  },
  {
    id: 'surfaces.mountable',
    source: 'decisions §1',
    text: 'Each surface is a Fastify plugin that can be mounted under a prefix elsewhere.',
  },
];
