import type { ApiClient } from '../../../api/api-client.ts';
import type { Failed } from '../../../api/outcome.ts';
import type { WorkbenchRequest } from '../../../api/answers.ts';
import type { ReferenceImage } from '../form/draft.ts';
import { readImageFiles } from '../form/read-image-files.ts';
import { imageNames } from '../image-names.ts';
import { linkPath } from '../video-url.ts';

/** The images of a video as files, ready to be sent again. */
export type ReadSimilar =
  | {
      readonly kind: 'read';
      /** Those still kept, in their order. */
      readonly images: readonly ReferenceImage[];
      /** How many are not kept any more. */
      readonly missing: number;
    }
  | { readonly kind: 'failed'; readonly failed: Failed };

type ReadOne =
  | { readonly kind: 'read'; readonly image: ReferenceImage }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly failed: Failed };

/** Fetches the images another video went by. An image that was removed meanwhile is missing; any other failure is told. */
export async function readSimilar(
  api: Pick<ApiClient, 'fetchFile'>,
  { reference_images: images }: Pick<WorkbenchRequest, 'reference_images'>,
  signal: AbortSignal,
): Promise<ReadSimilar> {
  const names = imageNames(images);
  const read = await Promise.all(
    images.map(({ url }, index) => readOne(api, { url, name: names[index] ?? '' }, signal)),
  );
  const failure = read.find((one) => one.kind === 'failed');
  if (failure !== undefined) return failure;
  return {
    kind: 'read',
    images: read.flatMap((one) => (one.kind === 'read' ? [one.image] : [])),
    missing: read.filter(({ kind }) => kind === 'missing').length,
  };
}

async function readOne(
  api: Pick<ApiClient, 'fetchFile'>,
  { url, name }: { readonly url: string | undefined; readonly name: string },
  signal: AbortSignal,
): Promise<ReadOne> {
  if (url === undefined) return { kind: 'missing' };
  const outcome = await api.fetchFile({ path: linkPath(url), signal });
  if (outcome.kind === 'refused' && outcome.status === 404) return { kind: 'missing' };
  if (outcome.kind !== 'answered') return { kind: 'failed', failed: outcome };
  const { value } = outcome;
  const [file] = await readImageFiles([new File([value], name, { type: value.type })]);
  // What the server took once is of a type and size it takes again.
  return file?.kind === 'read' ? file : { kind: 'missing' };
}
