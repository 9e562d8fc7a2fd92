import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { ApiClient } from '../../../api/api-client.ts';
import { valueOf } from '../../../api/request-failed.ts';
import { pageOf } from '../../../api/schemas/page.ts';

const accountNames = pageOf(z.object({ id: z.string(), label: z.string() }));

/** Accounts to choose from in a filter; a name that is new shows up within a minute. */
export function accountNamesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['accounts', 'names'],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const path = '/api/v1/admin/accounts?limit=200';
      return valueOf(await api.ask({ path, schema: accountNames, signal })).data;
    },
  });
}
