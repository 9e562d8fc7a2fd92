import { type CredentialKind, credentialKinds } from './access-credentials.ts';

/** Status and error code, or `detail` for the shape `{detail}`; `passes` where the route itself responds. */
export type Outcome = 'passes' | `${number}` | `${number} ${string}`;

type Rule = { readonly otherwise: Outcome } & { readonly [C in CredentialKind]?: Outcome };

/** One outcome for some kinds of credential. */
function each<O extends Outcome>(
  outcome: O,
  ...kinds: readonly CredentialKind[]
): { readonly [C in CredentialKind]?: O } {
  return Object.fromEntries(kinds.map((kind) => [kind, outcome]));
}

const liveSessions = each(
  'passes',
  'session',
  'session, wrong bearer',
  'session, own origin',
  'session, foreign origin',
  'session, cross-site',
  'session, foreign host',
);
const foreignPages = each(
  '403 detail',
  'session, foreign origin',
  'session, cross-site',
  'session, foreign host',
);
const withoutBearer: readonly CredentialKind[] = [
  'none',
  'another scheme',
  'session',
  'session, own origin',
  'session, foreign origin',
  'session, cross-site',
  'session, foreign host',
  'invented session',
  'expired session',
  'closed session',
  'keys in the query',
];
const apiKeyHeaders: readonly CredentialKind[] = [
  'API user by X-API-Key',
  'service key by X-API-Key',
  'wrong X-API-Key',
];

/** Response of each access class to each kind of credential [access.matrix]. */
const rules = {
  /** Open to every caller. */
  public: { otherwise: 'passes' },
  /** An enabled API user's key as bearer token; no other header counts. */
  'api-user': {
    otherwise: '401 api_key_invalid',
    ...each('401 api_key_required', ...withoutBearer, ...apiKeyHeaders),
    ...each('passes', 'API user', 'API user, wrong X-API-Key'),
  },
  /** The native API's own key as bearer token. */
  native: {
    otherwise: '401 api_key_invalid',
    ...each('401 api_key_required', ...withoutBearer, ...apiKeyHeaders),
    'native key': 'passes',
  },
  /** The service key by either header; a bearer token that is presented decides. */
  service: {
    otherwise: '401 api_key_invalid',
    ...each('401 api_key_required', ...withoutBearer),
    ...each('passes', 'service key', 'service key by X-API-Key', 'service key, wrong X-API-Key'),
  },
  /** An administrator's session, to read. */
  session: { otherwise: '401 detail', ...liveSessions },
  /** An administrator's session, to change something: pages of other sites are refused. */
  'session-change': { otherwise: '401 detail', ...liveSessions, ...foreignPages },
  /** An administrator's session with a login within the last minutes, to change something. */
  'fresh-login': { otherwise: '401 detail', ...liveSessions, ...foreignPages },
  /** No session is needed, but pages of other sites are refused. */
  'own-page': { otherwise: 'passes', ...foreignPages },
  /** A page: without a session it redirects to the login. */
  page: { otherwise: '302', ...liveSessions },
  /** The signature in the link is the only permission. */
  signed: { otherwise: '403 signature_invalid' },
  /** The metrics token, or without any token a session. */
  metrics: {
    otherwise: '401 detail',
    ...liveSessions,
    'session, wrong bearer': '401 detail',
    'metrics token': 'passes',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type AccessClass = keyof typeof rules;

/** Responses of a route of the class to each kind of credential; `passed` to those it accepts. */
export function expectedResponses(
  access: AccessClass,
  passed: Outcome,
): Readonly<Record<string, Outcome>> {
  const rule: Rule = rules[access];
  return Object.fromEntries(
    credentialKinds.map((kind) => {
      const outcome = rule[kind] ?? rule.otherwise;
      return [kind, outcome === 'passes' ? passed : outcome];
    }),
  );
}
