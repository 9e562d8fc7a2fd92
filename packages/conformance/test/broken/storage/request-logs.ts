import type {
  RequestLogEntry,
  RequestLogPage,
  RequestLogQuery,
  RequestLogs,
  StorageBundle,
} from '@filmgate/core';
import { requestLogQuery } from '../../../src/request-logs/requests.ts';
import { exclusiveManifest, sharedManifest } from '../../support/memory-storage-harness.ts';
import { faultsOf, replacing } from './breaking.ts';

/** A bundle with a different log. */
export function logs(change: (inner: RequestLogs) => Partial<RequestLogs>) {
  return replacing('requestLogs', ({ requestLogs }) => change(requestLogs));
}

/** A log that changes rows on their way in; undefined leaves one out. */
function taking(createChange: () => (entry: RequestLogEntry) => RequestLogEntry | undefined) {
  return logs((inner) => {
    const change = createChange();
    return {
      append: (entries) => inner.append(entries.map(change).filter((entry) => entry !== undefined)),
    };
  });
}

/** A log that changes the query. */
function asking(change: (query: RequestLogQuery) => Partial<RequestLogQuery>) {
  return logs((inner) => ({
    list: async (query) => await inner.list({ ...query, ...change(query) }),
  }));
}

/** A log that changes the rows it shows. */
function showing(
  change: (entries: readonly RequestLogEntry[], query: RequestLogQuery) => RequestLogEntry[],
) {
  return logs((inner) => ({
    list: async (query) => {
      const page = await inner.list(query);
      return page.kind === 'page' ? { ...page, entries: change(page.entries, query) } : page;
    },
  }));
}

/** Every row that matches a query, newest first. */
export async function allOf(
  inner: RequestLogs,
  query = requestLogQuery(),
): Promise<readonly RequestLogEntry[]> {
  const page = await inner.list({ ...query, after: null, limit: 1_000_000 });
  return page.kind === 'page' ? page.entries : [];
}

function seen(): (value: string | number) => boolean {
  const values = new Set<string | number>();
  return (value) => {
    const isKnown = values.has(value);
    values.add(value);
    return isKnown;
  };
}

/** Wrong rows. */
export const requestRowFaults = faultsOf('request-logs', {
  'cuts a prompt at a NUL': taking(() => (entry) => ({
    ...entry,
    prompt: entry.prompt?.split('\u0000')[0] ?? null,
  })),
  'keeps the first row of a call only': taking(() => {
    const isKnown = seen();
    return (entry) => (isKnown(entry.id) ? undefined : entry);
  }),
  'writes a second row when a call ends': taking(() => {
    const isKnown = seen();
    return (entry) => (isKnown(entry.id) ? { ...entry, id: `${entry.id} ended` } : entry);
  }),
  'takes a row that ended for one that cannot grow': taking(() => {
    const ended = new Map<string, RequestLogEntry>();
    return (entry) => {
      const earlier = ended.get(entry.id);
      if (entry.durationMs !== null && earlier === undefined) ended.set(entry.id, entry);
      return earlier === undefined || entry.jobId !== null ? entry : earlier;
    };
  }),
  'forgets how many calls a row stands for': taking(() => (entry) => ({
    ...entry,
    count: 1,
    lastAt: entry.at,
  })),
  'moves a row to its last call': taking(() => (entry) => ({ ...entry, at: entry.lastAt })),
  'keeps one row of each ms': taking(() => {
    const calls = new Map<number, string>();
    return (entry) => {
      const id = calls.get(entry.at) ?? entry.id;
      calls.set(entry.at, id);
      return id === entry.id ? entry : undefined;
    };
  }),
  'throws when it is appended to after closing': (inner) => {
    let isClosed = false;
    return {
      ...replacing('requestLogs', ({ requestLogs }) => ({
        append: (entries: readonly RequestLogEntry[]) => {
          if (isClosed) throw new Error('closed');
          requestLogs.append(entries);
        },
      }))(inner),
      close: async () => {
        isClosed = true;
        await inner.close();
      },
    };
  },
});

/** Wrong lists. */
export const requestListFaults = faultsOf('request-logs', {
  'lists in the order of writing': logs((inner) => {
    const order: string[] = [];
    return {
      append: (entries) => {
        order.push(...entries.map(({ id }) => id));
        inner.append(entries);
      },
      list: async (query) => {
        const page = await inner.list(query);
        if (page.kind !== 'page') return page;
        const entries = page.entries.toSorted(
          (one, other) => order.lastIndexOf(other.id) - order.lastIndexOf(one.id),
        );
        return { ...page, entries };
      },
    };
  }),
  'takes a path for the beginning of one': asking(({ path }) => ({
    path: path === null || path.endsWith('*') ? path : `${path}*`,
  })),
  'takes the end of a span in': asking(({ until }) => ({
    until: until === null ? null : until + 1,
  })),
  'leaves the beginning of a span out': asking(({ from }) => ({
    from: from === null ? null : from + 1,
  })),
  'looks at the status only when nothing else is asked': asking(({ status, caller, jobId }) => ({
    status: caller === null && jobId === null ? status : null,
  })),
  'looks for text among models and jobs too': logs((inner) => ({
    list: async (query) => {
      const { text } = query;
      if (text === null) return await inner.list(query);
      const all = await allOf(inner, { ...query, text: null });
      const entries = all.filter((entry) => JSON.stringify(entry).includes(text));
      return { kind: 'page', entries, next: null };
    },
  })),
  'minds the case of letters that are not ASCII': showing((entries, { text }) =>
    entries.filter(({ prompt }) =>
      text === null || /^[\u0020-\u007e]*$/.test(text) ? true : prompt?.includes(text) === true,
    ),
  ),
  'drops per cent signs from the text': asking(({ text }) => ({
    text: text?.replaceAll('%', '') ?? null,
  })),
  'leaves a row out between two pages': logs((inner) => ({
    list: async (query) => {
      const page = await inner.list({ ...query, limit: query.limit + 1 });
      return page.kind === 'page' ? { ...page, entries: page.entries.slice(0, query.limit) } : page;
    },
  })),
  'counts pages instead of knowing places': logs((inner) => ({
    list: async (query): Promise<RequestLogPage> => {
      const start = query.after === null ? 0 : Number(query.after);
      if (!Number.isSafeInteger(start) || start < 0 || query.after === '')
        return { kind: 'cursor-unknown' };
      const all = await allOf(inner, query);
      const end = start + query.limit;
      const next = all.length > end ? String(end) : null;
      return { kind: 'page', entries: all.slice(start, end), next };
    },
  })),
  'takes a cursor it does not know for none': logs((inner) => ({
    list: async (query) => {
      const page = await inner.list(query);
      return page.kind === 'page' ? page : await inner.list({ ...query, after: null });
    },
  })),
});

/** Wrong endings of rows. */
export const requestEndingFaults = [
  ...faultsOf('request-logs', {
    'removes without regard to the limit': logs((inner) => ({
      removeBefore: async ({ before }) =>
        await inner.removeBefore({ before, limit: Number.MAX_SAFE_INTEGER }),
    })),
    'removes what began at the very instant': logs((inner) => ({
      removeBefore: async ({ before, limit }) =>
        await inner.removeBefore({ before: before + 1, limit }),
    })),
    'says that it removed fewer than it did': logs((inner) => ({
      removeBeyond: async (input) => Math.max(0, (await inner.removeBeyond(input)) - 1),
    })),
    'removes to fit without regard to the limit': logs((inner) => ({
      removeBeyond: async ({ bytes }) => {
        let removed = 0;
        for (let step = 1; step > 0; removed += step)
          step = await inner.removeBeyond({ bytes, limit: 500 });
        return removed;
      },
    })),
    'removes everything once something does not fit': logs((inner) => {
      let isTooMuch = false;
      return {
        removeBeyond: async ({ bytes, limit }) => {
          isTooMuch ||= (await inner.bytes()) > bytes;
          return isTooMuch ? await inner.removeBeyond({ bytes: 0, limit }) : 0;
        },
      };
    }),
    'removes what fits': logs((inner) => ({
      removeBeyond: async ({ limit }) => await inner.removeBeyond({ bytes: 0, limit }),
    })),
    'never removes to fit': logs(() => ({ removeBeyond: async () => 0 })),
    'says that it removed and does not': logs(() => ({ removeBefore: async () => 2 })),
  }),
  ...faultsOf(
    'request-logs',
    {
      'leaves rows open that will never get an answer': showing((entries) =>
        entries.map((entry) =>
          entry.errorCode === 'server_stopped'
            ? { ...entry, errorCode: null, disconnected: false }
            : entry,
        ),
      ),
    },
    exclusiveManifest,
  ),
  ...faultsOf(
    'request-logs',
    {
      "ends all connections' open rows when one connection closes": (inner: StorageBundle) => ({
        ...inner,
        close: async () => {
          const all = await allOf(inner.requestLogs).catch(() => []);
          const open = all.filter(({ durationMs }) => durationMs === null);
          inner.requestLogs.append(open.map((entry) => ({ ...entry, disconnected: true })));
          await inner.close();
        },
      }),
    },
    sharedManifest,
  ),
];
