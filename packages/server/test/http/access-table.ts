import type { AccessClass, Outcome } from './access-classes.ts';

export type ListenerName = 'tasks' | 'local';

/** A route, its permitted callers, and its response to them. */
export interface AccessRow {
  readonly listener: ListenerName;
  /** Method and route template. */
  readonly route: string;
  readonly access: AccessClass;
  /** The response to an empty body and ids that do not exist, with a valid credential. */
  readonly passed: Outcome;
  /** True if each request needs its own session, since it ends it. */
  readonly endsSession?: true;
}

type Shorthand = readonly [route: string, access: AccessClass, passed: Outcome];

const rowsOf = (listener: ListenerName, rows: readonly Shorthand[]): readonly AccessRow[] =>
  rows.map(([route, access, passed]) => ({
    listener,
    route,
    access,
    passed,
    ...(route === 'POST /api/v1/auth/logout' && { endsSession: true }),
  }));

const onBoth: readonly Shorthand[] = [
  ['GET /healthz', 'public', '200'],
  ['GET /readyz', 'public', '200'],
  ['GET /openapi.json', 'public', '200'],
  ['GET /docs', 'public', '200'],
  ['GET /media/:file', 'signed', '200'],
];

/** Every route of both listeners. A route that is missing here fails the test. */
export const accessTable: readonly AccessRow[] = [
  ...rowsOf('tasks', [
    ...onBoth,
    ['GET /v1/models', 'api-user', '200'],
    ['POST /v1/videos', 'api-user', '400 payload_invalid'],
    ['POST /v1/videos/generations', 'api-user', '400 payload_invalid'],
    ['POST /v1/video/generations', 'api-user', '400 payload_invalid'],
    ['POST /v1/images/generations', 'api-user', '400 model_invalid'],
    ['POST /v1/images/edits', 'api-user', '400 model_invalid'],
    ['GET /v1/videos', 'api-user', '200'],
    ['GET /v1/videos/events', 'api-user', '426 upgrade_required'],
    ['GET /v1/videos/:id', 'api-user', '404 job_not_found'],
    ['GET /v1/videos/:id/content', 'api-user', '404 job_not_found'],
    ['POST /api/v1/assets', 'native', '415 asset_type_unsupported'],
    ['POST /api/v1/video-jobs', 'native', '400 idempotency_key_required'],
    ['GET /api/v1/video-jobs/:id', 'native', '404 job_not_found'],
    ['GET /api/v1/video-jobs/:id/video', 'native', '404 job_not_found'],
  ]),
  ...rowsOf('local', [
    ...onBoth,
    ['GET /v1/models', 'service', '200'],
    ['POST /v1/chat/completions', 'service', '400 model_required'],
    ['POST /v1/images/generations', 'service', '400 model_required'],
    ['POST /v1/images/edits', 'service', '400 model_required'],
    ['GET /api/v1/video-pool-capacity', 'service', '200'],
    ['GET /api/v1/video-submit-status', 'public', '200'],
    ['GET /metrics', 'metrics', '200'],
    ['POST /api/v1/auth/login', 'own-page', '422 detail'],
    ['POST /api/v1/auth/logout', 'own-page', '204'],
    ['GET /api/v1/auth/session', 'session', '200'],
    ['GET /api/v1/admin/api-users', 'session', '200'],
    ['POST /api/v1/admin/api-users', 'fresh-login', '422 detail'],
    ['PATCH /api/v1/admin/api-users/:id', 'session-change', '404 detail'],
    ['POST /api/v1/admin/api-users/:id/rotate', 'fresh-login', '404 detail'],
    ['POST /api/v1/admin/api-users/:id/revoke-links', 'fresh-login', '404 detail'],
    ['POST /api/v1/admin/api-users/:id/erase', 'fresh-login', '422 detail'],
    ['POST /api/v1/admin/revoke-links', 'fresh-login', '422 detail'],
    ['GET /api/v1/admin/account-options', 'session', '200'],
    ['GET /api/v1/admin/addresses', 'session', '200'],
    ['GET /api/v1/admin/accounts', 'session', '200'],
    ['POST /api/v1/admin/accounts', 'fresh-login', '422 detail'],
    ['PATCH /api/v1/admin/accounts/:id', 'session-change', '404 detail'],
    ['DELETE /api/v1/admin/accounts/:id', 'fresh-login', '404 detail'],
    ['POST /api/v1/admin/accounts/:id/test', 'session-change', '404 detail'],
    ['GET /api/v1/admin/jobs', 'session', '200'],
    ['GET /api/v1/admin/jobs/:id', 'session', '404 detail'],
    ['GET /api/v1/admin/jobs/:id/content', 'session', '404 detail'],
    ['DELETE /api/v1/admin/jobs/:id/result', 'fresh-login', '404 detail'],
    ['POST /api/v1/admin/jobs/acts', 'session-change', '422 detail'],
    ['POST /api/v1/admin/jobs/acts/preview', 'session-change', '422 detail'],
    ['POST /api/v1/admin/jobs/:id/cancel', 'session-change', '404 detail'],
    ['POST /api/v1/admin/jobs/:id/check', 'session-change', '404 detail'],
    ['POST /api/v1/admin/jobs/:id/look-up', 'session-change', '422 detail'],
    ['POST /api/v1/admin/jobs/:id/resolve', 'session-change', '422 detail'],
    ['GET /api/v1/admin/settings', 'session', '200'],
    ['PUT /api/v1/admin/settings', 'fresh-login', '200'],
    ['PUT /api/v1/admin/password', 'session-change', '422 detail'],
    ['GET /api/v1/admin/second-factor', 'session', '200'],
    ['POST /api/v1/admin/second-factor', 'session-change', '422 detail'],
    ['POST /api/v1/admin/second-factor/confirm', 'session-change', '422 detail'],
    ['POST /api/v1/admin/second-factor/remove', 'session-change', '422 detail'],
    ['GET /api/v1/admin/sessions', 'session', '200'],
    ['DELETE /api/v1/admin/sessions', 'session-change', '200'],
    ['DELETE /api/v1/admin/sessions/:id', 'session-change', '404 detail'],
    ['GET /api/v1/admin/audit-log', 'session', '200'],
    ['GET /api/v1/admin/request-logs', 'session', '200'],
    ['GET /api/v1/admin/request-logs/export', 'session', '422 detail'],
    ['GET /api/v1/admin/request-logs/histogram', 'session', '422 detail'],
    ['GET /api/v1/admin/models', 'session', '200'],
    ['GET /api/v1/admin/overview', 'session', '200'],
    ['GET /api/v1/admin/samples', 'session', '422 detail'],
    ['GET /api/v1/admin/unreadable-jobs', 'session', '200'],
    ['GET /api/v1/admin/clock', 'session', '200'],
    ['POST /api/v1/admin/clock/confirm', 'fresh-login', '200'],
    ['GET /api/v1/admin/store', 'session', '200'],
    ['GET /', 'public', '302'],
    ['GET /login', 'public', '200'],
    ['GET /assets/:name', 'public', '404 detail'],
    ['GET /video', 'page', '200'],
    ['GET /video/*', 'page', '200'],
    ['GET /console', 'page', '200'],
    ['GET /console/*', 'page', '200'],
    ['GET /local-video/models', 'session', '200'],
    ['GET /local-video/jobs', 'session', '200'],
    ['POST /local-video/jobs', 'session-change', '422 detail'],
    ['POST /local-video/jobs/:id/check', 'session-change', '404 detail'],
    ['GET /local-video/jobs/:id/content', 'session', '404 detail'],
    ['GET /local-video/jobs/:id/request', 'session', '404 detail'],
    ['GET /local-video/jobs/:id/references/:index', 'session', '404 detail'],
    ['GET /local-video/events', 'session-change', '426 detail'],
  ]),
];
