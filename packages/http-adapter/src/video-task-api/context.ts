import type { Job } from '@filmgate/core';
import { type ByteServer, createByteServer } from '../mechanics/byte-server.ts';
import type { ErrorCodes } from '../mechanics/error-codes.ts';
import {
  createFailedCredentials,
  type FailedCredentials,
} from '../mechanics/failed-credentials.ts';
import { createMemoisedJson, type MemoisedJson } from '../mechanics/memoised-json.ts';
import {
  defaultVideoTaskApiSettings,
  type VideoTaskApiDeps,
  type VideoTaskApiSettings,
} from './deps.ts';
import { createMediaLinks, type MediaLinks } from '../mechanics/signed-media.ts';
import { encodeNativeJob } from './native/native-job.ts';
import { encodeTask } from './tasks/task-object.ts';

/** What the routes of one mounted API share. */
export interface VideoTaskContext {
  readonly deps: VideoTaskApiDeps;
  readonly settings: VideoTaskApiSettings;
  /** Tasks as JSON text, once per version of a job. */
  readonly tasks: MemoisedJson<Job>;
  /** Native jobs as JSON text, once per version of a job. */
  readonly nativeJobs: MemoisedJson<Job>;
  readonly links: MediaLinks;
  readonly bytes: ByteServer;
  readonly failedCredentials: FailedCredentials;
}

interface ShownError {
  readonly code: string;
  readonly message: string;
}

function renamed({ code, message }: ShownError, names: ErrorCodes): ShownError {
  return { code: names[code] ?? code, message };
}

/** What the video of a job is called below `/media`. */
export function videoFile({ id }: Pick<Job, 'id'>): string {
  return `${id}.mp4`;
}

export function createContext(deps: VideoTaskApiDeps): VideoTaskContext {
  const { routes } = defaultVideoTaskApiSettings;
  const settings = {
    ...defaultVideoTaskApiSettings,
    ...deps.settings,
    routes: { ...routes, ...deps.settings?.routes },
  };
  const named = <T extends { readonly error: ShownError | null }>(shown: T): T =>
    shown.error === null ? shown : { ...shown, error: renamed(shown.error, settings.errorCodes) };
  const { signer, publicUrl, clock } = deps;
  const linkEpoch = (owner: string) => deps.apiUsers.linkEpoch(owner);
  return {
    deps,
    settings,
    tasks: createMemoisedJson((job: Job) => named(encodeTask(job))),
    nativeJobs: createMemoisedJson((job: Job) => named(encodeNativeJob(job))),
    links: createMediaLinks({
      signer,
      publicUrl,
      clock,
      linkEpoch,
      fileOf: videoFile,
      expiresAt: (_job, now) => Math.floor(now / 1000) + settings.mediaUrlSeconds,
    }),
    bytes: createByteServer({ stallMs: settings.stallMs }),
    failedCredentials: createFailedCredentials(deps),
  };
}
