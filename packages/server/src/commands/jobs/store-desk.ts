import { existsSync } from 'node:fs';
import {
  createGateway,
  describeNamedWorkRefusal,
  describeNotUnknown,
  allJobsQuery,
  type Gateway,
  type Job,
  type LookUpWorkResult,
  searchedWords,
} from '@filmgate/core';
import {
  auditOfJobs,
  encodeAdminJob,
  encodeLookedUp,
  encodeReportedWork,
  encodeTrailStep,
  entryMaker,
  namesOfJobs,
} from '@filmgate/http-adapter';
import type { ComposedPorts } from '../../compose/compose-ports.ts';
import { sqliteOf } from '../../compose/open-storage.ts';
import { createGatewayOptions, type OperatorChoices } from '../../compose/operator-choices.ts';
import type { Settings } from '../../settings/settings-schema.ts';
import type { DialectResponse, JobDesk, NamedByHand } from './job-desk.ts';

/** Actor in the audit log where nobody logged in. */
const actor = 'filmgate jobs';

const refused = (message: string) => ({ kind: 'refused', message }) as const;
const answered = <Value>(value: Value) => ({ kind: 'answered', value }) as const;
const noSuchJob = refused('There is no such job.');

/**
 * Opens the jobs of the store of the settings while no gateway is running on it.
 *
 * @param open - opens it
 * @throws Error with a sentence where no store exists yet; errors of `open`
 */
export async function openStoreDesk(
  settings: Settings,
  choices: OperatorChoices,
  open: () => Promise<ComposedPorts>,
): Promise<JobDesk> {
  const { file } = sqliteOf(settings);
  if (settings.FILMGATE_STORAGE === 'sqlite' && !existsSync(file))
    throw new Error(`There is no database ${file}.`);
  const composed = await open();
  const options = createGatewayOptions(choices.catalog, () => composed.live.current());
  return new StoreDesk(composed, createGateway(composed.ports, options));
}

class StoreDesk implements JobDesk {
  readonly isRunning = false;
  readonly #composed: ComposedPorts;
  readonly #gateway: Gateway;
  readonly #ended = new AbortController();

  constructor(composed: ComposedPorts, gateway: Gateway) {
    this.#composed = composed;
    this.#gateway = gateway;
  }

  async list({ states, text, limit }: Parameters<JobDesk['list']>[0]) {
    const page = await this.#gateway.list({
      ...allJobsQuery,
      owner: null,
      states,
      search: text === null ? null : searchedWords(text),
      limit,
    });
    if (page.kind !== 'page') return refused('Jobs cannot be listed with these filters.');
    const names = await this.#names(page.jobs);
    return answered(page.jobs.map((job) => encodeAdminJob(job, names)));
  }

  async show(id: string) {
    const { reader } = this.#composed.ports.storage;
    const job = await reader.find(id);
    if (job === undefined) return noSuchJob;
    const trail = await reader.trail(id);
    return answered({ job: await this.#encode(job), trail: trail.map(encodeTrailStep) });
  }

  async check(id: string) {
    const state = await this.#stateOf(id);
    if (state === undefined) return noSuchJob;
    await this.#note(auditOfJobs.check(id, state));
    const checked = await this.#gateway.check({ id, signal: this.#ended.signal });
    if (checked.kind === 'not-found') return noSuchJob;
    const candidates = checked.candidates.map(({ source, ...work }) => ({
      ...encodeReportedWork(work),
      source,
    }));
    const job = await this.#encode(checked.job);
    return answered({ job, checked: checked.against, candidates });
  }

  async lookUp(id: string, { upstreamId, account }: NamedByHand) {
    const state = await this.#stateOf(id);
    if (state === undefined) return noSuchJob;
    await this.#note(auditOfJobs.lookUp(id, state, upstreamId));
    const accountId = await this.#accountNamed(account);
    const { signal } = this.#ended;
    const result = await this.#gateway.lookUpWork({ id, upstreamId, accountId, signal });
    if (result.kind !== 'seen') return whyNot(result);
    return answered(encodeLookedUp(result.seen, await this.#encode(result.job)));
  }

  async resolve(id: string, resolution: Parameters<JobDesk['resolve']>[1], note: string) {
    const named =
      resolution.outcome === 'found'
        ? {
            outcome: resolution.outcome,
            upstreamId: resolution.upstreamId,
            accountId: await this.#accountNamed(resolution.account),
            signal: this.#ended.signal,
          }
        : { outcome: resolution.outcome };
    const audit = this.#entry(auditOfJobs.resolve(id, { note, ...named }));
    const result = await this.#gateway.resolve({ id, actor, note, audit, ...named });
    if (result.kind !== 'resolved') return whyNot(result);
    return answered(await this.#encode(result.job));
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#composed.close();
  }

  #entry(change: Parameters<ReturnType<typeof entryMaker>>[1]) {
    return entryMaker(this.#composed.ports)(actor, change);
  }

  #note(change: Parameters<ReturnType<typeof entryMaker>>[1]): Promise<void> {
    return this.#composed.ports.storage.adminAccess.recordAudit(this.#entry(change));
  }

  async #stateOf(id: string): Promise<string | undefined> {
    return (await this.#composed.ports.storage.reader.find(id))?.state;
  }

  async #accountNamed(name: string | undefined): Promise<string | null> {
    if (name === undefined) return null;
    const loads = await this.#composed.ports.storage.accounts.loads();
    return loads.find(({ account }) => account.label === name)?.account.id ?? name;
  }

  async #encode(job: Job) {
    return encodeAdminJob(job, await this.#names([job]));
  }

  #names(jobs: readonly Job[]) {
    const { accounts, apiUsers } = this.#composed.ports.storage;
    return namesOfJobs({ accounts, apiUsers }, jobs);
  }
}

function whyNot(
  result: Exclude<LookUpWorkResult, { readonly kind: 'seen' }>,
): Extract<DialectResponse<never>, { readonly kind: 'refused' }> {
  switch (result.kind) {
    case 'not-found':
      return noSuchJob;
    case 'invalid-request':
      return refused(result.message);
    case 'not-adoptable':
      return refused(describeNamedWorkRefusal(result.refusal));
    case 'not-unknown':
      return refused(describeNotUnknown(result.job));
  }
}
