import { createHmac } from 'node:crypto';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type AssetLinks, createAssetLinks } from './asset-links.ts';

const day = 24 * 3_600_000;
const sha256 = 'ab'.repeat(32);
const asset = { sha256, contentType: 'video/mp4' };
const publicUrl = 'https://films.example/base';

function linksWith(key: string, nowMs: number): AssetLinks {
  const sign = (data: string): string => createHmac('sha256', key).update(data).digest('base64url');
  const signer = { sign, verify: (data: string, given: string) => sign(data) === given };
  const refresh = async (): Promise<void> => {};
  return createAssetLinks({ ...signer, refresh }, publicUrl, { now: () => nowMs });
}

/** Returns the path below that of all links, and the query. */
function partsOf(link: string) {
  const { pathname, searchParams } = new URL(link);
  return [pathname.replace('/base/references', ''), Object.fromEntries(searchParams)] as const;
}

describe('a link to a reference', () => {
  it('[references.link] names the bytes and their format, and is valid for a day', async () => {
    const link = await linksWith('k', 0).linkTo(asset);
    expect(link).toMatch(
      new RegExp(`^${publicUrl}/references/video/mp4/${sha256}\\.mp4\\?expires=86400&signature=`),
    );
    const [path, query] = partsOf(link);
    expect(await linksWith('k', 0).assetOf(path, query)).toEqual(asset);
    expect(await linksWith('k', day - 1).assetOf(path, query)).toEqual(asset);
    expect(await linksWith('k', day).assetOf(path, query)).toBeUndefined();
    expect(await linksWith('another key', 0).assetOf(path, query)).toBeUndefined();
  });

  const position = fc.record({ at: fc.nat(400), by: fc.string({ minLength: 1, maxLength: 2 }) });
  test.prop([position])(
    '[references.link] is not valid once a part of it is changed',
    async ({ at, by }) => {
      const link = await linksWith('k', 0).linkTo(asset);
      const from = publicUrl.length + '/references'.length;
      const index = from + (at % (link.length - from));
      const changed = link.slice(0, index) + by + link.slice(index + 1);
      const parsed = URL.parse(changed);
      fc.pre(parsed !== null && parsed.href !== link);
      const found = await linksWith('k', 0).assetOf(...partsOf(changed));
      const isSame =
        new URL(changed).searchParams.toString() === new URL(link).searchParams.toString();
      expect(found === undefined || (isSame && found.sha256 === sha256)).toBe(true);
      if (new URL(changed).pathname !== new URL(link).pathname) expect(found).toBeUndefined();
    },
  );

  test.prop([fc.webPath()])('[references.link] has no other form', async (path) => {
    const [, query] = partsOf(await linksWith('k', 0).linkTo(asset));
    expect(await linksWith('k', 0).assetOf(path, query)).toBeUndefined();
  });
});
