import type { Address } from '../../../shell/use-address.ts';

/** Filters of the request log, as in the address; absent ones are off. */
export interface RequestFilter {
  readonly path?: string | undefined;
  readonly status?: string | undefined;
  readonly caller?: string | undefined;
  readonly model?: string | undefined;
  readonly job?: string | undefined;
  readonly q?: string | undefined;
}

export const filterNames = ['path', 'status', 'caller', 'model', 'job', 'q'] as const;

const longestText = 200;

/** Filters of an address; values the server would refuse are left out. */
export function filterOf(address: Address): RequestFilter {
  const { path, status, caller, model, job, q } = address;
  return {
    path: given(path),
    status: status !== undefined && /^[1-5]\d\d$/.test(status) ? status : undefined,
    caller: given(caller),
    model: given(model),
    job: given(job),
    q: given(q)?.slice(0, longestText),
  };
}

function given(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}

export function isFiltering(filter: RequestFilter): boolean {
  return filterNames.some((name) => filter[name] !== undefined);
}

/** Address change that removes every filter. */
export const noFilter: { readonly [N in (typeof filterNames)[number]]: undefined } = {
  path: undefined,
  status: undefined,
  caller: undefined,
  model: undefined,
  job: undefined,
  q: undefined,
};

/** Filters as query parameters of the API. */
export function filterParameters(filter: RequestFilter): {
  readonly [name: string]: string | undefined;
} {
  const { job: job_id, q: text, ...same } = filter;
  return { ...same, job_id, text };
}
