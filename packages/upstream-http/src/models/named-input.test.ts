import { describe, expect, it } from 'vitest';
import { compareInputs } from './named-input.ts';

const uploaded = 'https://api.replicate.com/v1/files/one';
const asked = { prompt: 'a boat', duration: 5, start_image: uploaded };

describe('[providers.replicate.finds] an input without a seed', () => {
  it.each([
    ['the same', { ...asked, duration: '5' }, 'yes'],
    ['an image at another address', { ...asked, start_image: 'https://files/one' }, 'unsaid'],
    ['an image as data', { ...asked, start_image: 'data:image/png;base64,AAAA' }, 'unsaid'],
    ['no image', { prompt: 'a boat', duration: 5 }, 'unsaid'],
    ['another prompt', { ...asked, prompt: 'a kite' }, 'no'],
    ['another duration, and an image elsewhere', { ...asked, start_image: 'x', duration: 9 }, 'no'],
  ] as const)('compared with %s', (_name, said, matches) => {
    expect(compareInputs(asked, said)).toBe(matches);
  });
});
