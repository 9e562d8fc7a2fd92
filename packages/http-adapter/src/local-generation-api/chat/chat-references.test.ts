import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  decoded,
  fast,
  image,
  png,
  refusal,
  text,
  user,
} from '../../../test/doubles/chat-bodies.ts';

const withImages = (model: string, ...parts: readonly object[]) => ({
  model,
  messages: [user([text('a fox'), ...parts])],
});
const rolesOf = (model: string, ...parts: readonly object[]) =>
  decoded(withImages(model, ...parts)).draft.references.map(({ role }) => role);

describe('images', () => {
  it('[local.chat.image-data-url] come as data URLs, decoded here', () => {
    const { draft, content } = decoded(withImages(fast, image(png)));
    const bytes = Buffer.from([0, 0, 0]);
    expect(draft.references).toEqual([
      {
        param: 'messages[0].content[1].image_url',
        kind: 'image',
        role: 'first_frame',
        source: { kind: 'bytes', bytes },
      },
    ]);
    expect(content).toMatchObject({
      images: [{ sha256: createHash('sha256').update(bytes).digest('hex'), role: null }],
    });
  });

  it('[local.chat.image-remote] come as URLs, fetched later', () => {
    const url = 'https://images.example/fox.png';
    const [reference] = decoded(withImages(fast, image(url))).draft.references;
    expect(reference?.source).toEqual({ kind: 'url', url });
    const plain = { type: 'image_url', image_url: url };
    expect(decoded(withImages(fast, plain)).draft.references[0]?.source).toEqual({
      kind: 'url',
      url,
    });
  });

  it('[local.chat.prompt-last-user] come from the last user message alone', () => {
    const messages = [user([text('old'), image(png)]), user('new')];
    expect(decoded({ messages }).draft.references).toEqual([]);
  });

  it.each([
    ['data:image/png;base64,AAAAAAAAAAAAAAAA', /more than 8 bytes/],
    ['data:image/png,notbase64', /well-formed/],
    ['ftp://images.example/fox.png', /https URL/],
    ['fox.png', /https URL/],
    ['', /https URL/],
  ])('[local.chat.image-refused] %j is refused by name', (url, message) => {
    const refused = refusal(withImages(fast, image(url)));
    expect(refused).toMatchObject({
      kind: 'reference-invalid',
      param: 'messages[0].content[1].image_url',
    });
    expect(refused.message).toMatch(message);
  });

  it.each([{ type: 'image_url' }, { type: 'image_url', image_url: {} }, image(png, 'middle')])(
    '[local.chat.image-refused] %j is refused',
    (part) => {
      expect(refusal(withImages(fast, part)).kind).toBe('reference-invalid');
    },
  );

  it.each([
    ['imgA-1x1-1k', 1, 'accepts no images'],
    [fast, 2, 'at most 1'],
    ['vidA-ref-8s-16x9-720p', 0, 'at least 1'],
    ['vidA-ref-8s-16x9-720p', 4, 'at most 3'],
    ['vidC-20-4s-16x9-480p', 10, 'at most 9'],
    ['vidE-3-3s-16x9-720p', 3, 'at most 2'],
    ['vidE-o3-3s-16x9-720p', 8, 'at most 7'],
  ])('[local.chat.image-count] %s refuses %d of them', (model, count, words) => {
    const parts = Array.from({ length: count }, () => image(png));
    const refused = refusal(withImages(model, ...parts));
    expect(refused.kind).toBe('reference-invalid');
    expect(refused.message).toContain(words);
  });

  it.each([
    ['vidB-4s-16x9-720p', 1, ['first_frame']],
    ['vidA-ref-8s-16x9-720p', 3, ['reference_image', 'reference_image', 'reference_image']],
    ['vidE-3-3s-16x9-720p', 2, ['first_frame', 'last_frame']],
    ['vidE-o3-3s-16x9-720p', 1, ['reference_image']],
    ['vidC-20-4s-16x9-480p', 1, ['first_frame']],
    ['vidC-20-4s-16x9-480p', 2, ['first_frame', 'last_frame']],
    ['vidC-20-4s-16x9-480p', 3, ['reference_image', 'reference_image', 'reference_image']],
  ])('[local.chat.image-order] %s takes %d by their order', (model, count, roles) => {
    expect(rolesOf(model, ...Array.from({ length: count }, () => image(png)))).toEqual(roles);
  });

  it('[local.chat.image-roles] keep the role they state', () => {
    const model = 'vidC-25-4s-16x9-720p';
    expect(rolesOf(model, image(png, 'last_frame'), image(png))).toEqual([
      'last_frame',
      'first_frame',
    ]);
    expect(rolesOf(model, image(png, 'reference_image'))).toEqual(['reference_image']);
  });

  it.each([
    [fast, ['last_frame'], 'does not accept an image as last_frame'],
    ['vidE-o3-3s-16x9-720p', ['first_frame'], 'does not accept an image as first_frame'],
    ['vidE-3-3s-16x9-720p', ['first_frame', 'first_frame'], 'Only one image'],
  ])('[local.chat.image-roles] %s refuses %j', (model, roles, words) => {
    const refused = refusal(withImages(model, ...roles.map((role) => image(png, role))));
    expect(refused.kind).toBe('reference-invalid');
    expect(refused.message).toContain(words);
  });
});
