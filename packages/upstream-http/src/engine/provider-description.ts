import type {
  Acceptability,
  ChargeTime,
  CostUnit,
  GenerationRequest,
  JsonValue,
  Route,
  UpstreamErrorKind,
  UpstreamError,
} from '@filmgate/core';
import type { PollReading } from './poll-reading.ts';
import type { JsonResponse, PreparedCall, ReadCall } from './provider-call.ts';
import type { TaskFacts, TaskNaming } from './task-naming.ts';

export type {
  AssetSlot,
  CallJson,
  JsonResponse,
  MultipartPart,
  PreparedCall,
  ReadCall,
} from './provider-call.ts';

/** One fact that proves a submission was not accepted. A row is a reviewed decision: what matches none is unknown. */
export interface RefusalRule {
  readonly status: number;
  /** The machine code that `readRefusal` gave; null = any code, where the shape alone is the proof. `*` at the end = begins so. */
  readonly code: string | null;
  readonly kind: UpstreamErrorKind;
  readonly scope: UpstreamError['scope'];
  /** A submission that arrives twice is answered so too: a proof only where a search by `own-id` shows nothing. */
  readonly mayBeEcho?: true;
  /** Where the provider says so: the page or file, in words a reader finds it by. */
  readonly source: string;
  /** Day it was read there, as `2026-11-22`. */
  readonly read: string;
}

/** A refusal in the provider's documented shape. */
export interface ReadRefusal {
  /** Machine code as text; null where the shape has none. */
  readonly code: string | null;
  /** The provider's words, for the operator's trail. */
  readonly message: string;
  /** How long its body asks to be left alone, in ms; absent = as the header `Retry-After` says. */
  readonly retryAfterMs?: number | null;
}

/** A named place of the protocol that every gateway knows. */
export interface BuiltInPlace {
  /** Origin and path below which its calls go, as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** Hosts its finished videos may be fetched from, `*.example.com` for any below; beside its own origin. */
  readonly resultHosts: readonly string[];
}

/** What an operator gives to log in there. */
export interface CredentialForm {
  /** One field = the secret itself; several = a JSON object of them. In the order a form asks for them. */
  readonly fields: readonly { readonly name: string; readonly secret: boolean }[];
  /** Headers that log in; pure. `secret` as stored: the text, or the JSON of the fields. `nowMs` since 1970, for tokens that expire. */
  headers(secret: string, nowMs: number): { readonly [name: string]: string };
}

/** One task of a list or search. */
export interface ListedTask extends Partial<Pick<TaskFacts, 'told'>> {
  readonly task: JsonValue;
  /** ms since 1970; null where the list does not say. */
  readonly createdAt: number | null;
  /** Whether its parameters are those of the call looked for; `unsaid` where the list echoes too little to tell. */
  readonly matches: 'yes' | 'no' | 'unsaid';
}

/** A page of tasks and the read of the next one. */
export type ListedPage = { readonly tasks: readonly ListedTask[]; readonly next: ReadCall | null };

/** How to search for a submission whose response was lost. */
export type FindRule =
  /** It carries a name of ours that the provider can be asked for: exact. */
  | {
      readonly kind: 'own-id';
      request(correlationId: string, call: PreparedCall): ReadCall;
      /** Tasks of that name; `cannot-ask` = the provider's own word that it is not searched; undefined = the response cannot be read. */
      read(
        response: JsonResponse,
        correlationId: string,
        call: PreparedCall,
      ): readonly JsonValue[] | 'cannot-ask' | undefined;
      /** How long after sending its not being there proves that it was not accepted, in ms; null = never. */
      readonly absenceAfterMs: number | null;
      /** How long after sending it may be there no more although it was accepted, in ms; absent = it is never removed. */
      readonly absenceUntilMs?: number;
      /**
       * The name that the response of a search gives to the past it was made from; undefined = it gives none. Where there is this rule,
       * absence is proven only in the past that was there before sending: a search precedes each submission. Absent = nothing is forgotten.
       */
      pastIn?(response: JsonResponse): string | undefined;
    }
  /** It is one task of a list: adopted when it carries the submission's mark, or is the only one that fits and the key is exclusive. */
  | {
      readonly kind: 'list';
      firstPage(sentBetween: { readonly from: number; readonly to: number }): ReadCall;
      /** Tasks of a page and the next one; undefined = the response cannot be read. `page`: the read it answers. */
      read(response: JsonResponse, call: PreparedCall, page: ReadCall): ListedPage | undefined;
      readonly mark?: SubmissionMark;
    };

/** A field of a submission that hardly another one has, and that the provider echoes where it tells of the task. */
export interface SubmissionMark {
  /** The field's value in a submission; undefined where it has none. */
  of(call: PreparedCall): string | number | undefined;
  /** Its value in the response to `poll.request`; null = not echoed, undefined = the response cannot be read. */
  in(response: JsonResponse): string | number | null | undefined;
}

export type ProbeReading =
  /** `balance` in the unit's smallest part; null where the provider does not say. */
  | { readonly kind: 'ready'; readonly balance: number | null }
  | { readonly kind: 'login-required' }
  | { readonly kind: 'unreadable'; readonly detail: string };

/** What the provider's own documents say of a model. */
export interface ModelFacts {
  /** The provider's name of it. */
  readonly model: string;
  readonly source: string;
  /** Day it was read, as `2026-11-22`. */
  readonly read: string;
}

/** One provider protocol: data and pure functions that are given JSON, checked to be no more. The engine does everything else. */
export interface ProviderDescription {
  /** As `kling`. */
  readonly protocol: string;
  /** What it is called by people, as `Kling`. */
  readonly displayName: string;
  readonly places: { readonly [id: string]: BuiltInPlace };
  readonly credential: CredentialForm;
  readonly timing: {
    readonly minimumPollIntervalMs: number;
    readonly visibilityLagMs: number;
    /** How long after sending to search for a lost submission; null when there is no search. */
    readonly reconcileAfterMs: number | null;
    readonly sendTimeoutMs?: number;
    readonly jobDeadlineMs?: number;
    readonly probeEveryMs?: number;
  };
  readonly handlesBelongTo: 'account' | 'key';
  readonly unit: CostUnit;
  readonly charges: ChargeTime;
  readonly models: readonly ModelFacts[];
  /** Fields of the request that `build` writes: `fixed` of a route may not name one. */
  readonly writes: readonly string[];
  /** Pure and total. A model the table does not know is accepted within the catalog's own limits. */
  accepts(route: Route, request: GenerationRequest): Acceptability;
  /** The request; `fixed` of the route is in it already when this returns. */
  build(input: {
    readonly route: Route;
    readonly request: GenerationRequest;
    readonly account: { readonly id: string };
    readonly correlationId: string;
    readonly noticeUrl: string | null;
  }): PreparedCall;
  /** The task a 2xx response names, as every later call needs it; undefined = it names none, which leaves the outcome unknown. */
  readAcceptance(response: JsonResponse, call: PreparedCall): JsonValue | undefined;
  /** The refusal in a response; undefined = not the provider's documented shape, which leaves the outcome unknown. */
  readRefusal(response: JsonResponse): ReadRefusal | undefined;
  readonly refusals: readonly RefusalRule[];
  readonly poll: {
    request(task: JsonValue): ReadCall;
    read(response: JsonResponse, task: JsonValue): PollReading;
  };
  /** Absent = no person can name a task, and work that is found by hand cannot be brought in. */
  readonly naming?: TaskNaming;
  /** The provider's own word, where it has one, that a finished video at an `own` place is no more. */
  isGone?(response: JsonResponse): boolean;
  readonly find?: FindRule;
  readonly probe?: { readonly request: ReadCall; read(response: JsonResponse): ProbeReading };
}

/** A protocol whose places may differ in their dialect. */
export interface ProviderDefinition {
  readonly protocol: string;
  /**
   * The description for a place's own options (`FILMGATE_PROVIDERS_FILE`, beside `protocol` and `base_url`).
   *
   * @throws Error that names the option it does not know
   */
  describe(options: { readonly [option: string]: JsonValue }): ProviderDescription;
}

/** Gives the definition its type; a protocol of your own goes this way too. */
export function defineProvider(definition: ProviderDefinition): ProviderDefinition {
  return definition;
}
