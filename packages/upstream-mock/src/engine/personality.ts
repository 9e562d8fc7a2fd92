import type { IncomingHttpHeaders } from 'node:http';
import type { WordCallback } from '../job/word-callback.ts';
import type { JobResults } from '../results/job-results.ts';
import type { RuledOp } from '../faults/ruled-op.ts';
import type { CallBody } from '../http/read-body.ts';
import type { ProviderReply, WantedRange } from '../http/provider-request.ts';
import type { ResultLinks } from '../results/result-links.ts';
import type { MockSubmission } from '../job/mock-job.ts';
import type { ProviderState } from '../state/provider-state.ts';

/** A call to a provider's API, over any transport. */
export interface PersonalityCall {
  readonly method: string;
  /** Path below the personality's prefix, with query, as the provider documents it. */
  readonly url: URL;
  /** URL of the prefix as the caller reached it, for links to results. No slash at the end. */
  readonly base: string;
  /** The provider's own host that the caller named in place of the prefix; null if the path has the prefix. */
  readonly host: string | null;
  /** By lower-case name; undefined unless the request has exactly one. */
  header(name: string): string | undefined;
  /** Every header by its lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /** Reads the body, at most `longest` bytes. Rejects if the connection breaks first. */
  readBody(longest: number): Promise<CallBody>;
  readonly range: WantedRange | null;
  readonly wait: CallerWait;
}

/** Makes the caller of one call wait. */
export interface CallerWait {
  /** True if the space has its maximum number of waiting calls. */
  readonly isFull: boolean;
  /** Resolves at this instant of the space's clock, or at another end of the wait. Evaluated again after each event. */
  until(instant: () => number): Promise<WaitEnd>;
}

/** `too-long`: in real time, even if the space's clock is stopped; `released`: the space ended all waiting calls. */
export type WaitEnd = 'due' | 'too-long' | 'left' | 'released';

/** Content of a submission's body, without its name and API. */
export type SubmissionBody = Omit<MockSubmission, 'correlationId' | 'wire'>;

/** Parameters of a personality: the state of one space, and the videos of its jobs. */
export interface PersonalityContext {
  readonly world: ProviderState;
  /** Ids, links and videos follow from the seed. */
  readonly seed: string;
  readonly results: JobResults;
  /** True if responses contain the files themselves instead of links to them. */
  readonly hasDataLinks?: boolean;
}

/** Operations of routes, by their names. */
export type RouteOperations = ReadonlyMap<string, RuledOp | null>;

/** A provider's routes, wording and habits, over the state of a space. */
export interface Personality {
  /** True if it replays a recording: rules, chaos and tokens do not apply then. */
  readonly isReplayed?: true;
  /** Operations of its routes, by name, null for one of several; absent = not listed. */
  readonly routes?: RouteOperations;
  /** Host names of the provider: calls to them need no prefix. */
  readonly hosts?: ReadonlySet<string>;
  /** Links to its results: paths below `/files` are served without a credential. Absent if it serves results itself. */
  readonly links?: ResultLinks;
  /** Format of its callbacks; absent if it has none. */
  readonly wordCallback?: WordCallback;
  handle(call: PersonalityCall): Promise<ProviderReply>;
}

/** Exported by the module of a personality. */
export type CreatePersonality = ((context: PersonalityContext) => Personality) &
  Pick<Personality, 'routes'>;
