import type { ProviderReply, ProviderResponse } from '../http/provider-request.ts';
import type { MockJob } from '../job/mock-job.ts';
import type { BodyReading } from './json-body.ts';
import type { SubmissionHabits } from './submission-habits.ts';
import type { ReadSubmission, TaskReport, WireCall } from './wire-call.ts';

/** Position of a route. */
interface RoutePlace {
  readonly name: string;
  readonly path: string;
  /** Default: `POST` of a submission, `GET` of a read or a list, `DELETE` of an end. */
  readonly method?: string;
}

/** A route whose work the engine does. */
export type DescribedRoute = RoutePlace & { readonly method: string } & (
    | {
        readonly kind: 'submission';
        readonly read: ReadSubmissionBody;
        readonly habits: SubmissionHabits;
      }
    | { readonly kind: 'read'; readonly find: FindJob; readonly respond: Respond<TaskReport> }
    | {
        readonly kind: 'reads';
        readonly find: FindJobs;
        readonly respond: Respond<readonly TaskReport[]>;
      }
    | { readonly kind: 'list'; readonly respond: Respond<readonly MockJob[]> }
    | { readonly kind: 'end'; readonly find: FindJob; readonly act: Respond<MockJob> }
    | {
        readonly kind: 'other';
        readonly isOpen: boolean;
        readonly respond: (call: WireCall) => Reply;
      }
  );

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

const byId: FindJob = ({ account, values, space }) => space.ownJob(account, values['id'] ?? '');

/** A route that submits. */
export function submission({
  name,
  path,
  method = 'POST',
  ...given
}: RoutePlace & SubmissionHabits & { readonly read: ReadSubmissionBody }): DescribedRoute {
  const { read: readBody, ...habits } = given;
  return { kind: 'submission', name, path, method, read: readBody, habits };
}

/** A route that reads a job: by the value `id` of its path, or as `find` says. */
export function read({
  find = byId,
  method = 'GET',
  ...given
}: RoutePlace & {
  readonly find?: FindJob;
  readonly respond: Respond<TaskReport>;
}): DescribedRoute {
  return { kind: 'read', method, find, ...given };
}

/** A route that reads several jobs at once, without those it does not find. */
export function reads({
  method = 'GET',
  ...given
}: RoutePlace & {
  readonly find: FindJobs;
  readonly respond: Respond<readonly TaskReport[]>;
}): DescribedRoute {
  return { kind: 'reads', method, ...given };
}

/** A route that lists the caller's jobs, latest first. */
export function list({
  method = 'GET',
  ...given
}: RoutePlace & { readonly respond: Respond<readonly MockJob[]> }): DescribedRoute {
  return { kind: 'list', method, ...given };
}

/** A route that cancels or deletes a job. */
export function end({
  find = byId,
  method = 'DELETE',
  ...given
}: RoutePlace & { readonly find?: FindJob; readonly act: Respond<MockJob> }): DescribedRoute {
  return { kind: 'end', method, find, ...given };
}

/** Any other route. `isOpen`: it needs no credential. */
export function other({
  method = 'GET',
  isOpen = false,
  ...given
}: RoutePlace & {
  readonly isOpen?: boolean;
  readonly respond: (call: WireCall) => Reply;
}): DescribedRoute {
  return { kind: 'other', method, isOpen, ...given };
}
