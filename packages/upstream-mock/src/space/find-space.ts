import { defaultSpace, isSpaceName, spaceNameRule } from './space-name.ts';

/** A request whose space was removed from everything the space itself sees. */
export interface FoundSpace {
  readonly kind: 'found';
  readonly name: string;
  /** True if the path names it. */
  readonly inPath: boolean;
  /** True for a `/_mock/…` route. */
  readonly isControl: boolean;
  /** Path and query without the space: `/_mock/` is the space itself. */
  readonly path: string;
  /** By lower-case name, credentials without the name of the space; undefined unless the request has exactly one. */
  readonly header: (name: string) => string | undefined;
}

export type SpaceSearch =
  | FoundSpace
  /** `message` contains no credential. */
  | { readonly kind: 'refused'; readonly message: string };

interface Request {
  /** Path with query. */
  readonly url: string;
  readonly header: (name: string) => string | undefined;
}

/** Headers with a key, at whose end a client without a base URL can name its space. */
const credentialHeaders: ReadonlySet<string> = new Set(['authorization', 'x-goog-api-key']);

/** A scheme, if any, then the key. A key of another scheme cannot end with a name. */
const suffixed = /^((?:(?:Bearer|Key|Token) +)?\S+)\+([^\s+]+)$/i;

/**
 * Space of a request: from its path (`/s/<space>/…`, `/_mock/s/<space>/…`), its header `x-mock-space` or the end of its
 * key (`key+<space>`); without any of them the default one. Two different ones are refused: whichever counted, the
 * request would reach a space that it does not mean [mock.spaces.named].
 */
export function findSpace({ url, header }: Request): SpaceSearch {
  const { isControl, path, named } = readPath(url);
  const reported = header('x-mock-space');
  if ([named, reported].some((name) => name !== undefined && !isSpaceName(name)))
    return { kind: 'refused', message: spaceNameRule };
  if (named !== undefined && reported !== undefined && named !== reported)
    return {
      kind: 'refused',
      message: `the path names the space ${named}, x-mock-space ${reported}`,
    };
  // Control calls have no account, and so no account key.
  const keys = isControl ? [] : keySpaces(header);
  const name = named ?? reported ?? keys[0] ?? defaultSpace;
  if (keys.some((other) => other !== name)) {
    const message = 'the key names another space than the rest of the request';
    return { kind: 'refused', message };
  }
  const ownHeader = isControl ? header : (wanted: string) => withoutSpace(wanted, header(wanted));
  return {
    kind: 'found',
    name,
    inPath: named !== undefined,
    isControl,
    path,
    header: ownHeader,
  };
}

function readPath(url: string) {
  const isControl = url.startsWith('/_mock/');
  const [, control = '', named, rest = ''] = /^(\/_mock)?\/s\/([^/?#]*)([^#]*)/.exec(url) ?? [];
  if (named === undefined) return { isControl, path: url };
  return { isControl, path: `${control}${rest.startsWith('/') ? '' : '/'}${rest}`, named };
}

function keySpaces(header: Request['header']): readonly string[] {
  return [...credentialHeaders]
    .map((name) => spaceAtEnd(header(name)))
    .filter((name) => name !== undefined);
}

/** A plus sign before an invalid name is a part of the key. */
function spaceAtEnd(credential: string | undefined): string | undefined {
  const [, , name = ''] = suffixed.exec(credential ?? '') ?? [];
  return isSpaceName(name) ? name : undefined;
}

function withoutSpace(name: string, value: string | undefined): string | undefined {
  if (value === undefined || !credentialHeaders.has(name)) return value;
  return spaceAtEnd(value) === undefined ? value : suffixed.exec(value)?.[1];
}
