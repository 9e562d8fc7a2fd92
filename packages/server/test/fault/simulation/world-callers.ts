import type { AcceptResult } from '@filmgate/core';
import { z } from 'zod';
import type { Door } from './door.ts';
import type { JobWatch } from './job-watch.ts';
import type { User } from './operator.ts';
import type { RareSituations } from './rare-situations.ts';
import type { Scheduler } from './scheduler.ts';
import type { Credential } from './surface-plugins.ts';
import type { EnteredSurfaces } from './surfaces.ts';

/** Parts of the world that callers use. */
interface Surroundings {
  readonly scheduler: Scheduler;
  readonly situations: RareSituations;
  readonly watch: JobWatch;
}

/** A creation as its caller knows it. */
export interface Creation {
  readonly user: User;
  readonly key: string;
  readonly body: number;
  /** Serial number of the user's key in the request. */
  readonly serial: number;
  readonly askedAt: number;
  /** Response to the caller; null before it, and for ever when the process died. */
  reported: {
    readonly at: number;
    readonly kind: ReportedKind;
    readonly jobId: string | null;
  } | null;
}

export type ReportedKind =
  | 'accepted'
  | 'replayed'
  | 'key-conflict'
  | 'quota-exhausted'
  | 'unauthorised'
  | 'other';

/** Programs that call the gateway, and the responses they received. */
export class WorldCallers {
  readonly creations: Creation[] = [];
  readonly #world: Surroundings;
  readonly #nextId: () => string;

  constructor(world: Surroundings, nextId: () => string) {
    this.#world = world;
    this.#nextId = nextId;
  }

  create(
    door: Door,
    request: {
      readonly user: User;
      readonly key: number;
      readonly body: number;
      readonly serial: number;
      readonly credential: Credential;
    },
  ): Creation {
    const { user, key, body, serial, credential } = request;
    const creation: Creation = {
      user,
      key: String(key),
      body,
      serial,
      askedAt: this.#world.scheduler.now,
      reported: null,
    };
    this.creations.push(creation);
    const report = (kind: ReportedKind, jobId: string | null): void => {
      creation.reported = { at: this.#world.scheduler.now, kind, jobId };
      this.#noteRare(kind, jobId);
    };
    const reported =
      door.surfaces === null
        ? this.#askGateway(door, creation, credential.digest).then(wordsFor)
        : askOverHttp(door.surfaces, creation, credential.key);
    void reported.then(
      ([kind, jobId]) => report(kind, jobId),
      () => report('other', null),
    );
    return creation;
  }

  #noteRare(kind: ReportedKind, jobId: string | null): void {
    const { situations, watch } = this.#world;
    if (kind === 'key-conflict' || kind === 'quota-exhausted' || kind === 'unauthorised')
      situations.note(`creation is told ${kind}`);
    const state = jobId === null ? undefined : watch.jobs.get(jobId)?.job.state;
    if (kind === 'replayed' && state === 'dispatching') situations.note('replay while it is sent');
    if (kind === 'replayed' && state === 'outcome_unknown')
      situations.note('replay while it is unknown');
  }

  async #askGateway(
    { gateway, authenticate }: Door,
    { key, body }: Creation,
    keyDigest: string,
  ): Promise<AcceptResult | 'unauthorised'> {
    const id = await authenticate(keyDigest);
    if (id === null) return 'unauthorised';
    const owner = `user:${id}`;
    const prompt = `prompt ${body}`;
    const draft = {
      model: 'vm_std-2.0',
      family: 'vm_std-2.0',
      mediaType: 'video',
      prompt,
      negativePrompt: null,
      durationSeconds: 5,
      aspectRatio: '16:9',
      aspectSource: 'default',
      resolution: '720p',
      generateAudio: false,
      references: [],
    } as const;
    return gateway.accept({
      owner,
      surface: 'tasks',
      jobId: `vt_${this.#nextId()}`,
      idempotency: { scope: `${owner}|create`, key },
      content: { prompt },
      draft,
      warnings: [],
      whenAccountUnavailable: 'await-configuration',
    });
  }
}

const createdSchema = z.object({ id: z.string() });
const refusedSchema = z.object({ error: z.object({ code: z.string() }) });

const wordsForCode: ReadonlyMap<string, ReportedKind> = new Map<string, ReportedKind>([
  ['idempotency_key_conflict', 'key-conflict'],
  ['api_user_total_limit_exhausted', 'quota-exhausted'],
]);

async function askOverHttp(
  surfaces: EnteredSurfaces,
  { key, body }: Creation,
  apiKey: string,
): Promise<[ReportedKind, string | null]> {
  const request = { model: 'vm_std-2.0', prompt: `prompt ${body}`, seconds: 5 };
  const response = await surfaces.create({ apiKey, idempotencyKey: key, body: request });
  const created = createdSchema.safeParse(response.body);
  if (response.status === 202 && created.success) return ['accepted', created.data.id];
  if (response.status === 200 && created.success) return ['replayed', created.data.id];
  if (response.status === 401) return ['unauthorised', null];
  const refused = refusedSchema.safeParse(response.body);
  return [
    (refused.success ? wordsForCode.get(refused.data.error.code) : undefined) ?? 'other',
    null,
  ];
}

function wordsFor(result: AcceptResult | 'unauthorised'): [ReportedKind, string | null] {
  if (result === 'unauthorised') return [result, null];
  if (result.kind === 'accepted' || result.kind === 'replayed') return [result.kind, result.job.id];
  const isNamed = result.kind === 'key-conflict' || result.kind === 'quota-exhausted';
  return [isNamed ? result.kind : 'other', null];
}
