import type { ProviderFacts } from '@filmgate/provider-facts';
import type { ProviderResponse } from '../http/provider-request.ts';
import type { MockJob } from '../job/mock-job.ts';
import type { Callback, CallbackMessage } from '../job/word-callback.ts';
import type { CredentialReading } from './authorization.ts';
import type { PersonalityCall } from './personality.ts';
import type { DescribedRoute } from './routes.ts';
import type { ErrorReport, TaskReport, WireCall, WireSpace } from './wire-call.ts';

/** A provider's API as data and functions of plain values. One engine does everything else. */
export interface WireDescription {
  readonly facts: ProviderFacts;
  /** Host names of the provider: calls to them need no prefix. */
  readonly hosts?: ReadonlySet<string>;
  /** The account of a call; default: the token of an `Authorization: Bearer` header. */
  readonly credential?: (
    call: PersonalityCall,
    space: WireSpace,
  ) => CredentialReading | { readonly kind: 'refused'; readonly code: string };
  /** Codes of errors for a credential that is missing or malformed, and for one that has expired. */
  readonly credentialCodes?: { readonly missing?: string; readonly expired?: string };
  /** Headers of every response. */
  readonly headers?: (
    call: PersonalityCall,
    space: WireSpace,
  ) => { readonly [name: string]: string };
  /** Refusal of a call with a valid credential, before its route; undefined = none. */
  readonly before?: (call: WireCall) => ProviderResponse | undefined;
  /** The call that a caller meant, where clients can be redirected only in another way. */
  readonly meant?: (call: PersonalityCall) => PersonalityCall;
  /** Id of a task from 24 hexadecimal digits. */
  readonly taskId: (digits: string) => string;
  /** Response with an error. */
  readonly error: (report: ErrorReport) => ProviderResponse;
  /** Code of the error for a task that does not exist, and for an unknown route. */
  readonly missing: string;
  /** Code of the error for a wrong method; default: as for an unknown route. */
  readonly wrongMethod?: string;
  /** Response for an unknown route in another form than that of errors. */
  readonly unknownRoute?: (message: string) => ProviderResponse;
  /** Names of models, without tokens; default: any except the missing one. */
  readonly models?: RegExp;
  /** Code of the error for a model that does not exist; default: that of an invalid field `model`. */
  readonly missingModel?: string;
  /** Response to a read of a job that a rule or a token hides; undefined = the error `missing`. */
  readonly missingTask?: (job: MockJob, space: WireSpace) => ProviderResponse | undefined;
  /** Code of the error for a body that is too long; default: that of an invalid request. */
  readonly tooLong?: string;
  /** Refusal of an invalid body; default: the code of an invalid request with the field and the message. */
  readonly invalid?: (
    problem: { readonly field: string | null; readonly message: string },
    space: WireSpace,
  ) => ProviderResponse | undefined;
  /** In order: the first one with the method and path of a call, and with a response, serves it. */
  readonly routes: readonly DescribedRoute[];
  /** Response to an accepted submission: a new job, as a read reports it. */
  readonly accepted: (report: TaskReport, call: WireCall) => ProviderResponse;
  /** Time after acceptance for which tasks can be read, in ms before scaling; absent = always. */
  readonly reportedMs?: number;
  /** Lifetimes of files from the end of the job, and of their links from a read, in ms before scaling. */
  readonly kept: { readonly fileMs: number; readonly linkMs?: number };
  /** True if the API serves files on a route of its own, and not below `/files`. */
  readonly servesFiles?: boolean;
  /** Message of a callback; absent = the API has none. */
  readonly callback?: (report: TaskReport, callback: Callback, space: WireSpace) => CallbackMessage;
}
