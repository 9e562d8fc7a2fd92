import { defaultSpace, isSpaceName, spaceNameRule } from './space-name.ts';

/** A request whose space was removed from its path. */
export interface FoundSpace {
  readonly kind: 'found';
  readonly name: string;
  /** True if the path names it. */
  readonly inPath: boolean;
  /** True for a `/_mock/…` route. */
  readonly isControl: boolean;
  /** Path and query without the space: `/_mock/` is the space itself. */
  readonly path: string;
  /** By lower-case name; undefined unless the request has exactly one. */
  readonly header: (name: string) => string | undefined;
}

export type SpaceSearch = FoundSpace | { readonly kind: 'refused'; readonly message: string };

interface Request {
  /** Path with query. */
  readonly url: string;
  readonly header: (name: string) => string | undefined;
}

/** Space named by a path (`/s/<space>/…`, `/_mock/s/<space>/…`), or the default one [mock.spaces.named]. */
export function findSpace({ url, header }: Request): SpaceSearch {
  const isControl = url.startsWith('/_mock/');
  const [, control = '', named, rest = ''] = /^(\/_mock)?\/s\/([^/?#]*)([^#]*)/.exec(url) ?? [];
  if (named === undefined)
    return { kind: 'found', name: defaultSpace, inPath: false, isControl, path: url, header };
  if (!isSpaceName(named)) return { kind: 'refused', message: spaceNameRule };
  const path = `${control}${rest.startsWith('/') ? '' : '/'}${rest}`;
  return { kind: 'found', name: named, inPath: true, isControl, path, header };
}
