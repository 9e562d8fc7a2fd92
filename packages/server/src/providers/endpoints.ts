import type { JsonValue } from '@filmgate/core';
import {
  knownProviders,
  type Endpoint,
  type EndpointRefusal,
  type ProviderDefinition,
  type ProviderDescription,
  unlinkedFamilies,
} from '@filmgate/upstream-http';

/** Configuration of an endpoint in `FILMGATE_PROVIDERS_FILE`. */
export interface ConfiguredEndpoint {
  readonly protocol: string;
  /** Absent = the base URL of the protocol. */
  readonly baseUrl?: string;
  /** Added to those of the protocol. */
  readonly resultHosts: readonly string[];
  /** Added to those that the protocol documents. */
  readonly refusals: readonly EndpointRefusal[];
  readonly options: { readonly [option: string]: JsonValue };
}

/** An endpoint with its protocol and configuration. */
export interface DescribedEndpoint {
  readonly endpoint: Endpoint;
  readonly description: ProviderDescription;
  /** True if its provider is asked to call back. */
  readonly isNoticed: boolean;
}

/** Ways of providers to this gateway. Absent = none. */
export interface ProviderReach {
  /** True if submissions name a URL at which providers call back. */
  readonly isNoticed?: boolean;
  /** True if providers can read references at links. */
  readonly makesLinks?: boolean;
}

interface Protocol {
  readonly endpoints: readonly string[];
  load(): Promise<ProviderDefinition>;
}

/** The mock's endpoint, which no protocol describes. */
export const mockEndpoint = 'mock';

/** Every endpoint that accounts may belong to, beside the mock. Loads a protocol when its endpoint is described. */
export class Endpoints {
  readonly #protocols: ReadonlyMap<string, Protocol>;
  readonly #protocolOf: Map<string, string>;
  readonly #configured = new Map<string, ConfiguredEndpoint>();
  readonly #reach: ProviderReach;
  readonly #described = new Map<string, Promise<DescribedEndpoint>>();

  /**
   * @param own - further protocols, of a host that composes the gateway
   * @throws Error when two protocols, or two endpoints, have the same name
   */
  constructor(own: readonly ProviderDefinition[] = [], reach: ProviderReach = {}) {
    this.#reach = reach;
    this.#protocols = new Map([
      ...Object.entries(knownProviders),
      ...own.map((definition) => [definition.protocol, given(definition)] as const),
    ]);
    if (this.#protocols.size < Object.keys(knownProviders).length + own.length)
      throw new Error('Two providers have the same protocol.');
    const named = [...this.#protocols].flatMap(([protocol, { endpoints }]) =>
      endpoints.map((id) => [id, protocol] as const),
    );
    this.#protocolOf = new Map(named);
    if (this.#protocolOf.size < named.length)
      throw new Error('Two providers have the same endpoint.');
  }

  /** Returns the ids in alphabetical order. */
  ids(): readonly string[] {
    return [...this.#protocolOf.keys()].toSorted();
  }

  protocols(): readonly string[] {
    return [...this.#protocols.keys()].toSorted();
  }

  protocolOf(id: string): string | undefined {
    return this.#protocolOf.get(id);
  }

  /** Returns the endpoints of a protocol: those it defines in its order, then the operator's own. */
  speaking(protocol: string): readonly string[] {
    return [...this.#protocolOf].filter(([, one]) => one === protocol).map(([id]) => id);
  }

  /** Adds an endpoint, or overrides a known one. Precondition: the protocol is known. */
  configure(id: string, configured: ConfiguredEndpoint): void {
    this.#protocolOf.set(id, configured.protocol);
    this.#configured.set(id, configured);
    this.#described.delete(id);
  }

  /**
   * Describes the protocol and configuration of an endpoint. Precondition: it is one of `ids()`.
   *
   * @throws Error that names the option its protocol does not know
   */
  async describe(id: string): Promise<DescribedEndpoint> {
    const described = this.#described.get(id) ?? this.#describe(id);
    this.#described.set(id, described);
    return await described;
  }

  async #describe(id: string): Promise<DescribedEndpoint> {
    const protocol = this.#protocols.get(this.#protocolOf.get(id) ?? '');
    if (protocol === undefined) throw new RangeError(`There is no endpoint ${id}.`);
    const definition = await protocol.load();
    const configured = this.#configured.get(id);
    const described = definition.describe(configured?.options ?? {});
    const { isNoticed = false, makesLinks = false } = this.#reach;
    const description = makesLinks
      ? described
      : { ...described, families: unlinkedFamilies(described) };
    const known = Object.hasOwn(description.endpoints, id) ? description.endpoints[id] : undefined;
    const baseUrl = configured?.baseUrl ?? known?.baseUrl;
    if (baseUrl === undefined) throw new Error('The endpoint needs a base_url.');
    return {
      description,
      isNoticed: isNoticed && description.notice !== undefined,
      endpoint: {
        id,
        baseUrl,
        ...(known?.origins !== undefined &&
          configured?.baseUrl === undefined && { origins: known.origins }),
        resultHosts: [...(known?.resultHosts ?? []), ...(configured?.resultHosts ?? [])],
        isConfigured: configured?.baseUrl !== undefined,
        ...(configured !== undefined && { refusals: configured.refusals }),
      },
    };
  }
}

function given(definition: ProviderDefinition): Protocol {
  return {
    endpoints: Object.keys(definition.describe({}).endpoints),
    load: () => Promise.resolve(definition),
  };
}
