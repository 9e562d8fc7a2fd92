import type { ProviderReply, ProviderResponse } from '../http/provider-request.ts';
import type { MockJob, MockSubmission } from '../job/mock-job.ts';
import type { BodyReading } from './json-body.ts';
import type { ReadSubmission, TaskReport, WireCall } from './wire-call.ts';

/** A route whose work the engine does. */
export type DescribedRoute =
  | Route<'submission', SubmissionHabits & { readonly read: ReadSubmissionBody }>
  | Route<'read', Finding & { readonly respond: Respond<TaskReport> }>
  | Route<'reads', { readonly find: FindJobs; readonly respond: Respond<readonly TaskReport[]> }>
  | Route<'list', { readonly respond: Respond<readonly MockJob[]> }>
  | Route<'end', Finding & { readonly act: Respond<MockJob> }>
  | Route<'other', { readonly isOpen?: boolean; readonly respond: (call: WireCall) => Reply }>;

type Route<Kind extends string, Rest> = {
  readonly kind: Kind;
  readonly name: string;
  readonly path: string;
  /** Default: `POST` of a submission, `DELETE` of an end, `GET` of any other. */
  readonly method?: string;
} & Rest;

type Reply = ProviderReply | undefined | Promise<ProviderReply | undefined>;
type Respond<Subject> = (subject: Subject, call: WireCall) => Reply;
/** A job, a refusal, or undefined for the response that there is no such task. */
type Found = MockJob | ProviderResponse | undefined;
type FindJob = (call: WireCall) => Found | Promise<Found>;

/** Finds the jobs of one call; `searched`: key of the search, if the call searches them by names of the caller. */
type FindJobs = (
  call: WireCall,
) => { readonly jobs: readonly MockJob[]; readonly searched?: string } | ProviderResponse;

/** Reads the body of a submission, or refuses the call before. */
export type ReadSubmissionBody = (
  call: WireCall,
) => Promise<BodyReading<ReadSubmission> | ProviderResponse> | ProviderResponse | undefined;

/** Habits of one submission route. */
export interface SubmissionHabits {
  /** Id of a task from 24 hexadecimal digits, and the code for an unknown model; absent = those of the API. */
  readonly taskId?: (digits: string) => string;
  readonly missingModel?: string;
  /** Response to a name that was used before; absent = a name makes a new job each time. */
  readonly again?: (earlier: MockJob, sent: MockSubmission, call: WireCall) => ProviderResponse;
  /** Response to an accepted submission; absent = that of the API. */
  readonly accepted?: (report: TaskReport, call: WireCall) => ProviderResponse;
  /** Absent or undefined = the caller gets a response at once. */
  readonly wait?: (call: WireCall) => SubmissionWait | undefined;
}

/** A wait of the caller for the end of its job. */
export interface SubmissionWait {
  /** Maximum from acceptance, in ms before scaling; the caller then gets the current state. Absent = to the end. */
  readonly latestMs?: number;
  readonly respond: (
    report: TaskReport,
    call: WireCall,
  ) => ProviderResponse | Promise<ProviderResponse>;
  /** Response if the wait exceeds its limit in real time; absent = the current state. */
  readonly tooLong?: (call: WireCall) => ProviderResponse;
}

/** A route of a kind. */
export type RouteOf<Kind extends DescribedRoute['kind']> = Extract<
  DescribedRoute,
  { readonly kind: Kind }
>;

interface Finding {
  readonly method?: string;
  readonly find?: FindJob;
}

type Work<Kind extends DescribedRoute['kind']> = Omit<RouteOf<Kind>, 'kind' | 'name' | 'path'>;

/** A route that submits. */
export function submission(
  name: string,
  path: string,
  work: ReadSubmissionBody | Work<'submission'>,
): DescribedRoute {
  return {
    kind: 'submission',
    name,
    path,
    ...(typeof work === 'function' ? { read: work } : work),
  };
}

/** A route that reads a job: by the value `id` of its path, or as `find` says. */
export function read(
  name: string,
  path: string,
  work: Respond<TaskReport> | Work<'read'>,
): DescribedRoute {
  return { kind: 'read', name, path, ...(typeof work === 'function' ? { respond: work } : work) };
}

/** A route that reads several jobs at once, without those it does not find. */
export function reads(name: string, path: string, work: Work<'reads'>): DescribedRoute {
  return { kind: 'reads', name, path, ...work };
}

/** A route that lists the caller's jobs, latest first. */
export function list(
  name: string,
  path: string,
  respond: Respond<readonly MockJob[]>,
): DescribedRoute {
  return { kind: 'list', name, path, respond };
}

/** A route that cancels or deletes a job, found as by `read`. */
export function end(
  name: string,
  path: string,
  work: Respond<MockJob> | Work<'end'>,
): DescribedRoute {
  return { kind: 'end', name, path, ...(typeof work === 'function' ? { act: work } : work) };
}

/** Any other route. `isOpen`: it needs no credential. */
export function other(
  name: string,
  path: string,
  work: ((call: WireCall) => Reply) | Work<'other'>,
): DescribedRoute {
  return { kind: 'other', name, path, ...(typeof work === 'function' ? { respond: work } : work) };
}
