import type { Job } from '@filmgate/core';
import { type ByteServer, createByteServer } from '../mechanics/byte-server.ts';
import {
  createFailedCredentials,
  type FailedCredentials,
} from '../mechanics/failed-credentials.ts';
import { createMemoisedJson, type MemoisedJson } from '../mechanics/memoised-json.ts';
import type { VideoTaskApiDeps } from './deps.ts';
import { createMediaLinks, type MediaLinks } from './encode/media-links.ts';
import { encodeNativeJob } from './encode/native-job.ts';
import { encodeTask } from './encode/task-object.ts';
import { defaultVideoTaskApiSettings, type VideoTaskApiSettings } from './settings.ts';

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

export function createContext(deps: VideoTaskApiDeps): VideoTaskContext {
  const settings = { ...defaultVideoTaskApiSettings, ...deps.settings };
  const { signer, publicUrl, clock } = deps;
  const linkEpoch = (owner: string) => deps.apiUsers.linkEpoch(owner);
  return {
    deps,
    settings,
    tasks: createMemoisedJson(encodeTask),
    nativeJobs: createMemoisedJson(encodeNativeJob),
    links: createMediaLinks({
      signer,
      publicUrl,
      clock,
      lifetimeSeconds: settings.mediaUrlSeconds,
      linkEpoch,
    }),
    bytes: createByteServer({ stallMs: settings.stallMs }),
    failedCredentials: createFailedCredentials(deps),
  };
}
