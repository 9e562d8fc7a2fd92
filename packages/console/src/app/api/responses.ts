import type { components, paths } from './description.gen.ts';

/** Response types, generated from the server's description. */

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Operations<V extends Verb> = {
  [P in keyof paths]: paths[P] extends { readonly [M in Lowercase<V>]: infer O } ? O : never;
};

/** Paths that support the HTTP method. */
export type PathOf<V extends Verb> = {
  [P in keyof paths]: Operations<V>[P] extends { readonly responses: unknown } ? P : never;
}[keyof paths];

type BodyIn<Response> = Response extends {
  readonly content: { readonly 'application/json': infer Body };
}
  ? Body
  : null;

/** Response of a path on success; null for an empty body. */
export type ResponseOf<V extends Verb, P extends PathOf<V>> = Operations<V>[P] extends {
  readonly responses: infer Responses;
}
  ? { [S in keyof Responses]: BodyIn<Responses[S]> }[keyof Responses]
  : never;

type Shape<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Session = Shape<'AdminSession'>;
export type OpenSession = Shape<'OpenAdminSession'>;
export type ApiUser = Shape<'ApiUser'>;
export type ApiUserWithKey = ResponseOf<'POST', '/api/v1/admin/api-users'>;
export type PoolAccount = Shape<'Account'>;
/** The account fields the workbench needs. */
export type Account = Pick<PoolAccount, 'id' | 'label' | 'state' | 'concurrency' | 'makes'>;
export type AddedAccount = ResponseOf<'POST', '/api/v1/admin/accounts'>;
export type AccountTest = ResponseOf<'POST', '/api/v1/admin/accounts/{id}/test'>;
export type ProviderDetail = ResponseOf<
  'GET',
  '/api/v1/admin/account-options'
>['provider_details'][number];
export type AdminJob = Shape<'AdminJob'>;
export type AdminJobDetail = ResponseOf<'GET', '/api/v1/admin/jobs/{id}'>;
export type CheckedJob = ResponseOf<'POST', '/api/v1/admin/jobs/{id}/check'>;
/** Effect of a bulk action on one job, or its preview. */
export type ActedJob = ResponseOf<'POST', '/api/v1/admin/jobs/acts'>['data'][number];
export type Candidate = CheckedJob['candidates'][number];
export type LookedUpWork = ResponseOf<'POST', '/api/v1/admin/jobs/{id}/look-up'>;
export type WaitingFor = AdminJobDetail['waiting_for'][number];
export type TrailStep = AdminJobDetail['trail'][number];
export type TrailWhat = TrailStep['what'];
export type TrailMoney = TrailStep['money'][number];
export type Setting = Shape<'Setting'>;
export type AuditEntry = Shape<'AuditEntry'>;
export type LoggedRequest = Shape<'RequestLogEntry'>;
export type RequestLogBucket = ResponseOf<
  'GET',
  '/api/v1/admin/request-logs/histogram'
>['data'][number];
export type ModelFamily = Shape<'ModelFamily'>;
export type Overview = Shape<'Overview'>;
export type Sample = ResponseOf<'GET', '/api/v1/admin/samples'>['data'][number];
export type Metrics = NonNullable<ResponseOf<'GET', '/api/v1/admin/samples'>['total']>;
export type ClockState = ResponseOf<'GET', '/api/v1/admin/clock'>;
export type StoreState = ResponseOf<'GET', '/api/v1/admin/store'>;
export type NewSecondFactor = ResponseOf<'POST', '/api/v1/admin/second-factor'>;
export type WorkbenchJob = Shape<'WorkbenchJob'>;
export type WorkbenchStatus = WorkbenchJob['status'];
export type WorkbenchEvent = Shape<'WorkbenchEvent'>;
export type WorkbenchModels = Shape<'WorkbenchModels'>;
export type WorkbenchModel = WorkbenchModels['models'][number];
export type WorkbenchRequest = ResponseOf<'GET', '/local-video/jobs/{id}/request'>;
