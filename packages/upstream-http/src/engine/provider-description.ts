import type {
  Acceptability,
  ChargeTime,
  CostUnit,
  GenerationRequest,
  JsonValue,
  ModelFamily,
  Reference,
  ReferenceKind,
  Route,
  UpstreamErrorKind,
  UpstreamError,
} from '@filmgate/core';
import type { AtOnceRule } from './deliver-at-once.ts';
import type { FindRule, NoticeRule } from './find-rule.ts';
import type { PollReading } from './poll-reading.ts';
import type { JsonResponse, PreparedCall, ReadCall } from './provider-call.ts';
import type { TaskNaming } from './task-naming.ts';
import type { Transport } from './transport.ts';

export type {
  FindRule,
  ListedPage,
  ListedTask,
  NoticeRule,
  SubmissionMark,
} from './find-rule.ts';
export type {
  AssetSlot,
  CallJson,
  JsonResponse,
  LinkAsset,
  MultipartPart,
  PreparedCall,
  ReadCall,
} from './provider-call.ts';

/**
 * One fact that proves a submission was not accepted, a reviewed decision. A response without a row is unknown, and so
 * is a success (2xx) that names an id.
 */
export interface RefusalRule {
  readonly status: number;
  /** The code `readRefusal` returned; null = any code, if the shape alone is the proof. `*` at the end = prefix. */
  readonly code: string | null;
  readonly kind: UpstreamErrorKind;
  readonly scope: UpstreamError['scope'];
  /** A second arrival of the submission gets the same response: a proof only if a search by `own-id` finds nothing. */
  readonly mayBeEcho?: true;
  /** Source of the fact: the page or file, in words a reader finds it by. */
  readonly source: string;
  /** Day the source was read, such as `2026-11-22`. */
  readonly read: string;
}

/** A refusal in the provider's documented shape. */
export interface ReadRefusal {
  /** Machine code as text; null where the shape has none. */
  readonly code: string | null;
  /** The provider's words, for the operator's trail. */
  readonly message: string;
  /** Pause that the body requests, in ms; absent = as the header `Retry-After` says. */
  readonly retryAfterMs?: number | null;
}

/** A named endpoint of the protocol that every gateway knows. */
export interface BuiltInEndpoint {
  /** Origin and base path of its calls, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** Hosts its finished videos may be downloaded from, `*.example.com` for any below; beside its own origin. */
  readonly resultHosts: readonly string[];
  /** Further origins of its reads, by name. An operator who moves the base URL moves them all there. */
  readonly origins?: { readonly [name: string]: string };
}

/** The credential an operator enters for an endpoint. */
export interface CredentialForm {
  /** One field = the secret itself; several = a JSON object of them. In the order of the form. */
  readonly fields: readonly { readonly name: string; readonly secret: boolean }[];
  /** Returns the login headers; pure. `secret`: the text, or the JSON of the fields. `nowMs` since 1970. */
  headers(secret: string, nowMs: number): { readonly [name: string]: string };
}

/** One API key, sent unchanged as bearer token. */
export const bearerKey: CredentialForm = {
  fields: [{ name: 'api_key', secret: true }],
  headers: (secret) => ({ authorization: `Bearer ${secret}` }),
};

export type ProbeReading =
  /** `balance` in the unit's smallest part; null if the provider does not report it. */
  | { readonly kind: 'ready'; readonly balance: number | null }
  | { readonly kind: 'login-required' }
  | { readonly kind: 'unreadable'; readonly detail: string };

/** Documented facts of a provider's model. */
export interface ModelFacts {
  /** The provider's name of the model. */
  readonly model: string;
  readonly source: string;
  /** Day it was read, such as `2026-11-22`. */
  readonly read: string;
}

/** A family that a protocol offers without a catalog file. One credit is one US cent of the list price, rounded up. */
export interface OfferedFamily extends Omit<ModelFamily, 'routes'> {
  /** The provider's own name of the model, or its names by endpoint: an endpoint without a name does not offer it. */
  readonly model: string | { readonly [endpoint: string]: string };
  /** Rest of its route to each endpoint. */
  readonly route: Omit<Route, 'endpoint' | 'model' | 'rank'>;
  /** Source of the price. */
  readonly source: string;
  /** Day it was read, such as `2026-11-22`. */
  readonly read: string;
}

/** Uploads of references before a submission, which names them by their locations at the provider. */
export interface UploadRule {
  /** Returns true for a reference that is uploaded: its slot in the submission is `uploaded`. */
  isFor(reference: Reference): boolean;
  /** Builds the request with a reference. It orders nothing, and may be sent again. */
  build(reference: Reference): PreparedCall;
  /** Returns the location in a successful response; undefined = none. */
  read(response: JsonResponse): string | undefined;
}

/** One read of several tasks. */
export interface ManyRule {
  /** Maximum tasks in a read. */
  readonly most: number;
  request(tasks: readonly JsonValue[]): ReadCall;
  /** Returns a task's part of a successful response, as `poll.request` would get it; undefined = it has none. */
  partOf(response: JsonResponse, task: JsonValue): JsonResponse | undefined;
}

/** One provider protocol: data and pure functions of parsed, unchecked JSON. The engine does everything else. */
export interface ProviderDescription {
  /** Example: `kling`. */
  readonly protocol: string;
  /** Display name, such as `Kling`. */
  readonly displayName: string;
  readonly endpoints: { readonly [id: string]: BuiltInEndpoint };
  readonly credential: CredentialForm;
  readonly timing: {
    readonly minimumPollIntervalMs: number;
    /** Polls of an account in a second, on a node; absent = 20, null = polls need not wait for each other. */
    readonly pollsPerSecond?: number | null;
    readonly visibilityLagMs: number;
    /** Delay after sending before a lost submission is searched or sent again, in ms; null when that is unsupported. */
    readonly reconcileAfterMs: number | null;
    /** Documented life of the key that `build` writes: see `UpstreamCapabilities.keyLifeMs`. */
    readonly keyLifeMs?: number;
    readonly sendTimeoutMs?: number;
    readonly jobDeadlineMs?: number;
    readonly probeEveryMs?: number;
  };
  readonly handlesBelongTo: 'account' | 'key';
  readonly unit: CostUnit;
  readonly charges: ChargeTime;
  readonly models: readonly ModelFacts[];
  /** Families on offer without a catalog file; absent = none, and a catalog file has to define them. */
  readonly families?: readonly OfferedFamily[];
  /** Fields of the request that `build` writes: `fixed` of a route may not name one. */
  readonly writes: readonly string[];
  /** Kinds of references that `build` names by links, which not every gateway can make; absent = none. */
  readonly linked?: readonly ReferenceKind[];
  /** Decides if a route can make a request; pure and total. Unknown models are accepted within the catalog's limits. */
  accepts(route: Route, request: GenerationRequest): Acceptability;
  /** Uploads of references before a submission; absent = there are none. */
  readonly upload?: UploadRule;
  /** Builds the request; it contains the `fixed` values of the route. */
  build(input: {
    readonly route: Route;
    readonly request: GenerationRequest;
    readonly account: { readonly id: string };
    readonly correlationId: string;
    readonly noticeUrl: string | null;
  }): PreparedCall;
  /** Returns the task of a 2xx response, as every later call needs it; undefined = none: the outcome is unknown. */
  readAcceptance(response: JsonResponse, call: PreparedCall): JsonValue | undefined;
  /** Returns the refusal in a response; undefined = not of the documented shape: the outcome is unknown. */
  readRefusal(response: JsonResponse): ReadRefusal | undefined;
  readonly refusals: readonly RefusalRule[];
  /** Way to read the result in the response to a submission, which no search finds; absent = a task is read later. */
  readonly atOnce?: AtOnceRule;
  readonly poll: {
    /** Undefined = nothing is read: the task itself is the response. */
    request(task: JsonValue): ReadCall | undefined;
    /** Reads of several tasks at once; absent = each is read by itself. */
    readonly many?: ManyRule;
    /** Returns one more read, if the response leaves the result to it; absent = there is never one. */
    second?(response: JsonResponse, task: JsonValue): ReadCall | undefined;
    /** Reads the task. `second`: the response to that read, if there was one. */
    read(response: JsonResponse, task: JsonValue, second?: JsonResponse): PollReading;
  };
  /** Absent = no person can name a task, and work that is found by hand cannot be imported. */
  readonly naming?: TaskNaming;
  /** Returns true for the provider's own statement that a finished video at an `own` location is gone. */
  isGone?(response: JsonResponse): boolean;
  readonly find?: FindRule;
  /** Calls of the provider to the `noticeUrl` that `build` wrote; absent = none come. Requires `naming`. */
  readonly notice?: NoticeRule;
  readonly probe?: { readonly request: ReadCall; read(response: JsonResponse): ProbeReading };
  /**
   * Returns a transport that makes requests of the calls by a library of others, and sends each through the given one.
   * Absent = the calls are the requests.
   */
  through?(transport: Transport, endpoint: { readonly baseUrl: string }): Transport;
}

/** A protocol whose endpoints may differ in their dialect. */
export interface ProviderDefinition {
  readonly protocol: string;
  /**
   * Returns the description for an endpoint's options (`FILMGATE_PROVIDERS_FILE`, beside `protocol`, `base_url`).
   *
   * @throws Error that names the unknown option
   */
  describe(options: { readonly [option: string]: JsonValue }): ProviderDescription;
}

/** Gives the definition its type; use it for protocols outside this package too. */
export function defineProvider(definition: ProviderDefinition): ProviderDefinition {
  return definition;
}

/** Defines a protocol whose endpoints have no options of their own. */
export function withoutOptions(description: ProviderDescription): ProviderDefinition {
  const { protocol, displayName } = description;
  return {
    protocol,
    describe: (options) => {
      const [unknown] = Object.keys(options);
      if (unknown === undefined) return description;
      throw new Error(`${displayName} does not have the option ${unknown}.`);
    },
  };
}
