import type { ReferenceImage } from './draft.ts';

const accepted = new Set(['image/png', 'image/jpeg', 'image/webp']);
const mostBytes = 20 * 1024 * 1024;

export const acceptedImages = [...accepted].join(',');

export type ReadImage =
  | { readonly kind: 'read'; readonly image: ReferenceImage }
  | { readonly kind: 'refused'; readonly reason: 'bad-type' | 'too-large'; readonly name: string };

/** Reads chosen files as data URLs and refuses files that the server would refuse. */
export function readImageFiles(files: readonly File[]): Promise<readonly ReadImage[]> {
  return Promise.all(files.map(readImage));
}

async function readImage(file: File): Promise<ReadImage> {
  const { name, size, type } = file;
  if (!accepted.has(type)) return { kind: 'refused', reason: 'bad-type', name };
  if (size > mostBytes) return { kind: 'refused', reason: 'too-large', name };
  const url = await dataUrlOf(file);
  return { kind: 'read', image: { key: newKey(), url, name: name === '' ? 'image' : name } };
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    );
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });
}

/** An image by URL; null for an invalid URL. */
export function imageAt(address: string): ReferenceImage | null {
  const url = URL.parse(address.trim());
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  const name = url.pathname.split('/').at(-1) ?? '';
  return { key: newKey(), url: url.href, name: name === '' ? url.host : name };
}

function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}
