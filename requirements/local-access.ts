import type { Requirement } from './requirement.ts';

/** The Local Generation API: keys, errors, results, pool figures. */
export const localAccessRequirements: readonly Requirement[] = [
  {
    id: 'local.surface.absent-paths',
    source: 'local-generation-api §1',
    text: 'The paths of the Video Task API are 404 on this surface, also without a key.',
  },
  {
    id: 'local.surface.private',
    source: 'decisions §1',
    text: 'A job made here is invisible on the other surface, and the administration sees it.',
  },
  {
    id: 'local.auth.bearer',
    source: 'local-generation-api §5 rule 1',
    text: 'The service key is taken as Authorization: Bearer.',
  },
  {
    id: 'local.auth.x-api-key',
    source: 'local-generation-api §5 rule 1',
    text: 'The service key is taken as X-API-Key.',
  },
  {
    id: 'local.auth.bearer-wins',
    source: 'local-generation-api §5 rule 2',
    text: 'Where both headers are sent the Bearer key counts.',
  },
  {
    id: 'local.auth.empty-key',
    source: 'local-generation-api §5 rule 3',
    text: 'With an empty service key nothing is checked.',
  },
  {
    id: 'local.auth.required',
    source: 'decisions §5 Error codes',
    text: 'Without a key the answer is 401 api_key_required.',
  },
  {
    id: 'local.auth.invalid',
    source: 'decisions §5 Error codes',
    text: 'With any other key, or one sent twice, the answer is 401 api_key_invalid.',
  },
  {
    id: 'local.auth.not-in-query',
    source: 'local-generation-api §5 rule 1',
    text: 'The service key in the query string opens nothing.',
  },
  {
    id: 'local.auth.no-admin',
    source: 'local-generation-api §5 rule 5',
    text: 'The service key does not stand in for the session of the administrator.',
  },
  {
    id: 'local.checks.order',
    source: 'decisions §3 Order of checks, §5',
    text: 'Checked in order: route, key, body syntax, model, prompt and fields, images, accounts.',
  },
  {
    id: 'local.errors.shape',
    source: 'local-generation-api §7, decisions §5',
    text: 'Every error of the programmatic routes is {error:{message, type, code, param?}}, also those the framework finds.',
  },
  {
    id: 'local.errors.request-id',
    source: 'decisions §5',
    text: 'Every answer carries x-request-id.',
  },
  {
    id: 'local.errors.table',
    source: 'decisions §5 Error codes',
    text: 'Every refusal and every reason a job can fail for has its status and code.',
  },
  {
    id: 'local.errors.generation',
    source: 'decisions §5 Error codes',
    text: 'A generation the upstream fails or refuses is answered with the status and code of its reason, naming no account and no host.',
  },
  {
    id: 'local.errors.admission',
    source: 'decisions §5 Error codes',
    text: 'A generation no account can take is refused at once: 401 without a login, 429 without credits or room.',
  },
  {
    id: 'local.errors.no-retry',
    source: 'decisions §5 Error codes',
    text: 'x-should-retry: false is sent wherever the same call again could be paid twice, and where waiting does not help.',
  },
  {
    id: 'local.errors.retry-after',
    source: 'decisions §3 Errors',
    text: 'Retry-After, 1 to 60 seconds, is sent on 429 and 503 where waiting helps.',
  },
  {
    id: 'local.result.url',
    source: 'decisions §5 Result URL',
    text: 'The result URL is {public URL}/media/<job>.<ext> with expiry and signature, and needs no header.',
  },
  {
    id: 'local.result.public-url',
    source: 'local-generation-api §1',
    text: 'Result URLs are built from the configured public URL.',
  },
  {
    id: 'local.result.retention',
    source: 'decisions §5 Result URL',
    text: 'A result URL holds as long as the result is kept.',
  },
  {
    id: 'local.result.signature',
    source: 'decisions §3 video_url, §5',
    text: 'An altered or expired result URL is 403 signature_invalid; what is no result is 404.',
  },
  {
    id: 'local.result.range',
    source: 'decisions §3 Content, §5',
    text: 'Results take Range, HEAD and If-None-Match.',
  },
  {
    id: 'local.pool.capacity',
    source: 'local-generation-api §4, decisions §5',
    text: 'GET /api/v1/video-pool-capacity shows slots, accounts by standing and families, naming no account.',
  },
  {
    id: 'local.pool.submit-status',
    source: 'local-generation-api §4, decisions §5',
    text: 'GET /api/v1/video-submit-status shows coarse pacing without a credential.',
  },
];
