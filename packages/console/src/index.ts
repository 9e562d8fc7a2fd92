import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** A file of the pages with its compressed forms, which the build writes. */
export interface PageFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly gzip?: Uint8Array;
  readonly brotli?: Uint8Array;
}

/** The built pages. */
export interface Pages {
  /** The HTML document of every page; null without built pages. */
  readonly document: string | null;
  /** By file name below `assets/`. */
  readonly assets: ReadonlyMap<string, PageFile>;
}

/** Correct from the sources and from the built module: both are in a folder beside `dist`. */
const builtPages = new URL('../dist/pages/', import.meta.url);

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
]);

const compressed = /\.(?:br|gz)$/;

/**
 * Reads the pages into memory: about two megabytes.
 *
 * @param folder - the built pages; those of this package when absent
 */
export function readPages(folder: URL = builtPages): Pages {
  const document = readText(new URL('index.html', folder));
  if (document === null) return { document, assets: new Map() };
  const assets = new URL('assets/', folder);
  const names = new Set(readdirSync(assets));
  const plain = [...names].filter((name) => !compressed.test(name));
  return { document, assets: new Map(plain.map((name) => [name, readAsset(name)])) };

  function readAsset(name: string): PageFile {
    const read = (fileName: string): Uint8Array => readFileSync(new URL(fileName, assets));
    return {
      contentType: contentTypes.get(extname(name)) ?? 'application/octet-stream',
      bytes: read(name),
      ...(names.has(`${name}.gz`) && { gzip: read(`${name}.gz`) }),
      ...(names.has(`${name}.br`) && { brotli: read(`${name}.br`) }),
    };
  }
}

function readText(file: URL): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
