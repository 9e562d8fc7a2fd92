import type { RuledOp } from '../faults/ruled-op.ts';
import type { ProviderReply, ProviderResponse } from '../http/provider-request.ts';
import type { MockJob } from '../job/mock-job.ts';
import { readBearer } from './authorization.ts';
import { withDataLinks } from './data-links.ts';
import { EngineSpace } from './engine-space.ts';
import { disturbedRead, ruledEnd, ruledReply } from './fault-reply.ts';
import { fileReply } from './file-reply.ts';
import { pathPattern, type PathPattern } from './path-pattern.ts';
import type { CreatePersonality, Personality, PersonalityCall } from './personality.ts';
import { reportTask } from './report-task.ts';
import type { DescribedRoute, RouteOf } from './routes.ts';
import { takeSubmission } from './take-submission.ts';
import type { WireCall } from './wire-call.ts';
import type { WireDescription } from './wire-description.ts';

/** A route with its compiled path and its method. */
type CompiledRoute = DescribedRoute & { readonly pattern: PathPattern; readonly method: string };

/** Operation of each kind of route, null if it is one of several; and its usual method. */
const kinds: {
  readonly [kind in DescribedRoute['kind']]: readonly [operation: RuledOp | null, method: string];
} = {
  submission: ['submit', 'POST'],
  read: ['status', 'GET'],
  reads: ['status', 'GET'],
  list: ['list', 'GET'],
  end: ['cancel', 'DELETE'],
  other: [null, 'GET'],
};

/** Makes a provider's API of its description. */
export function createWire(description: WireDescription): CreatePersonality {
  const compiled = description.routes.map((route) => ({
    ...route,
    method: route.method ?? kinds[route.kind][1],
    pattern: pathPattern(route.path),
  }));
  const routes = new Map(compiled.map(({ name, kind }) => [name, kinds[kind][0]]));
  const { callback, facts, hosts, servesFiles = false } = description;
  const create: CreatePersonality = (context): Personality => {
    const space = new EngineSpace(context, description);
    const wire = new DescribedWire(description, compiled, space);
    return {
      routes,
      handle: (call) => wire.handle(call),
      ...(hosts !== undefined && { hosts }),
      ...(!servesFiles && { links: space.links }),
      ...(callback !== undefined && {
        wordCallback: (occasion) => {
          const { at, job } = occasion;
          const base = job.callback?.base ?? '';
          const link = () => space.links.to(job, base);
          return callback(reportTask(job, facts, { at, base, link }), occasion, space);
        },
      }),
    };
  };
  return Object.assign(create, { routes });
}

class DescribedWire {
  readonly #description: WireDescription;
  readonly #routes: readonly CompiledRoute[];
  readonly #space: EngineSpace;

  constructor(description: WireDescription, routes: readonly CompiledRoute[], space: EngineSpace) {
    this.#description = description;
    this.#routes = routes;
    this.#space = space;
  }

  async handle(received: PersonalityCall): Promise<ProviderReply> {
    const { headers, meant } = this.#description;
    const call = meant?.(received) ?? received;
    const direct = await this.#respond(call);
    const space = this.#space;
    const reply = space.hasDataLinks ? await withDataLinks(direct, space) : direct;
    if (headers === undefined || reply.kind !== 'response') return reply;
    return { ...reply, headers: { ...reply.headers, ...headers(call, space) } };
  }

  async #respond(call: PersonalityCall): Promise<ProviderReply> {
    const { before, servesFiles } = this.#description;
    const { pathname, searchParams } = call.url;
    const space = this.#space;
    if (servesFiles === true && pathname.startsWith('/files/') && searchParams.has('via'))
      return fileReply(call, space);
    const matching = this.#routes.flatMap((route) => {
      const values = route.pattern(pathname);
      return values === undefined ? [] : [{ route, values }];
    });
    const fitting = matching.filter(({ route }) => route.method === call.method);
    for (const { route, values } of fitting.filter(isOpen)) {
      const reply = await this.#serve(route, { ...call, account: '', values, space });
      if (reply !== undefined) return reply;
    }
    const account = this.#admit(call);
    if (typeof account !== 'string') return account;
    const refused = before?.({ ...call, account, values: {}, space });
    if (refused !== undefined && matching.length > 0) return refused;
    for (const { route, values } of fitting) {
      if (isOpen({ route })) continue;
      const reply = await this.#serve(route, { ...call, account, values, space });
      if (reply !== undefined) return reply;
    }
    return this.#unknown(call, matching.length > 0 && fitting.length === 0);
  }

  #unknown({ method, url }: PersonalityCall, isWrongMethod: boolean): ProviderResponse {
    const { missing, unknownRoute, wrongMethod } = this.#description;
    if (isWrongMethod && wrongMethod !== undefined) return this.#space.refuse(wrongMethod);
    const spoken = this.#routes.map((route) => `${route.method} ${route.path}`).join(', ');
    const message = `no route ${method} ${url.pathname}; routes: ${spoken}`;
    return unknownRoute?.(message) ?? this.#space.refuse(missing, message);
  }

  /** The account of a call, or the refusal of its credential. */
  #admit(call: PersonalityCall): string | ProviderResponse {
    const { credential = readBearer, credentialCodes = {}, facts } = this.#description;
    const { forbidden, login } = facts.refusals;
    const space = this.#space;
    const read = credential(call, space);
    if (read.kind === 'refused') return space.refuse(read.code);
    if (read.kind !== 'account') return space.refuse(credentialCodes.missing ?? login);
    switch (space.world.accounts.settings(read.account).login) {
      case 'valid':
        return read.account;
      case 'expired':
        return space.refuse(credentialCodes.expired ?? login);
      case 'banned':
        return space.refuse(forbidden);
    }
  }

  async #serve(route: CompiledRoute, call: WireCall): Promise<ProviderReply | undefined> {
    const space = this.#space;
    space.world.requestHistory.exchanges.note({ route: route.name });
    const { account } = call;
    switch (route.kind) {
      case 'submission':
        return this.#submit(route, call);
      case 'read': {
        const job = await find(route, call);
        if ('kind' in job) return job;
        return disturbedRead(space, job) ?? route.respond(space.report(job, call), call);
      }
      case 'reads': {
        const found = route.find(call);
        return 'kind' in found ? found : this.#read(found, route, call);
      }
      case 'list':
        return ruledReply(space, 'list', { account }) ?? route.respond(space.listed(account), call);
      case 'end': {
        const job = await find(route, call);
        if ('kind' in job) return job;
        return ruledEnd(space, job, async () => (await route.act(job, call)) ?? space.missing());
      }
      case 'other':
        return route.respond(call);
    }
  }

  #read(
    { jobs, searched: key }: { readonly jobs: readonly MockJob[]; readonly searched?: string },
    { respond }: RouteOf<'reads'>,
    call: WireCall,
  ) {
    const space = this.#space;
    const subject = { account: call.account, job: jobs[0] };
    const ruled = key === undefined ? undefined : ruledReply(space, 'search', { ...subject, key });
    if (ruled !== undefined) return ruled;
    for (const job of jobs) {
      const disturbed = disturbedRead(space, job);
      if (disturbed !== undefined) return disturbed;
    }
    const reports = jobs.map((job) => space.report(job, call));
    return respond(reports, call);
  }

  async #submit(route: RouteOf<'submission'>, call: WireCall): Promise<ProviderReply | undefined> {
    const description = this.#description;
    const { tooLong = description.facts.refusals.invalid } = description;
    const body = await route.read(call);
    switch (body?.kind) {
      case undefined:
      case 'response':
        return body;
      case 'too-long':
        return this.#space.refuse(tooLong, 'The body is too long.');
      case 'invalid':
        return this.#space.invalid(body.field, body.message);
      case 'read':
        return takeSubmission({ call, description, habits: route }, body.value, body.digest);
    }
  }
}

/** True for a route that needs no credential. */
function isOpen({ route }: { readonly route: CompiledRoute }): boolean {
  return route.kind === 'other' && route.isOpen === true;
}

async function find(
  { find: findJob }: RouteOf<'read' | 'end'>,
  call: WireCall,
): Promise<MockJob | ProviderResponse> {
  const { account, space, values } = call;
  const found = findJob === undefined ? space.ownJob(account, values['id'] ?? '') : findJob(call);
  return (await found) ?? space.missing();
}
