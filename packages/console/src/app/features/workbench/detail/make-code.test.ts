import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkbenchRequest } from '../../../api/responses.ts';
import { makeCode } from './make-code.ts';

const request: WorkbenchRequest = {
  model: 'vidA-fast-4s-16x9-720p',
  prompt: `it's "a" $HOME\nline: true`,
  negative_prompt: null,
  generate_audio: true,
  account: null,
  aspect_ratio: '16:9',
  resolution: '720p',
  duration: 4,
  reference_images: [],
};
const image = { content_type: 'image/png', size: 3 } as const;
const withImages: WorkbenchRequest = {
  ...request,
  negative_prompt: `no 'dogs'`,
  reference_images: [
    { ...image, role: 'first_frame' },
    { ...image, role: 'last_frame', content_type: 'image/webp' },
  ],
};
const base = 'http://127.0.0.1:8787';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-code-'));
  writeFileSync(join(folder, 'first_frame.png'), 'one');
  writeFileSync(join(folder, 'last_frame.webp'), 'two');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, words: readonly string[]): string =>
  execFileSync(program, words, { encoding: 'utf8', cwd: folder });

/** The body a shell would send, by a curl that prints what it was given. */
function sentByShell(curl: string): unknown {
  const told = curl.endsWith('--data-binary @-')
    ? curl.replace('} | curl ', '} | cat #').replaceAll('\\\n', '')
    : curl.replace(/^curl .*\n.*\n.*\n {2}-d /, 'printf %s ');
  return JSON.parse(run('sh', ['-c', told]));
}

const content = [
  { type: 'text', text: withImages.prompt },
  {
    type: 'image_url',
    image_url: { url: 'data:image/png;base64,b25l', role: 'first_frame' },
  },
  {
    type: 'image_url',
    image_url: { url: 'data:image/webp;base64,dHdv', role: 'last_frame' },
  },
];
const whole = {
  model: request.model,
  messages: [{ role: 'user', content }],
  negative_prompt: withImages.negative_prompt,
  generate_audio: true,
};

describe('the code of a video', () => {
  it('[console.workbench-details] survives quotes in the prompt', () => {
    expect(sentByShell(makeCode(request, base).curl)).toEqual({
      model: request.model,
      messages: [{ role: 'user', content: request.prompt }],
      generate_audio: true,
    });
  });

  it('[console.workbench-code] as curl sends the negative prompt, and images read from files', () => {
    expect(sentByShell(makeCode(withImages, base).curl)).toEqual(whole);
  });

  it('[console.workbench-code] as JavaScript sends the same', () => {
    const { javascript } = makeCode(withImages, base);
    const spy = `const fetch = async (url, { body }) => (process.stdout.write(body), { json: () => ({}) });`;
    const module = ['--input-type=module', '--eval', `${spy}\n${javascript}`];
    expect(JSON.parse(run(process.execPath, module))).toEqual(whole);
  });

  it('[console.workbench-code] as Python says the same', () => {
    const { python } = makeCode(withImages, base);
    const literal = /json=(?<body>\{.*\}),\n {4}timeout/s.exec(python)?.groups?.['body'] ?? '';
    const json = literal
      .replace('"generate_audio": True', '"generate_audio": true')
      .replace('data_url("first_frame.png", "image/png")', '"data:image/png;base64,b25l"')
      .replace('data_url("last_frame.webp", "image/webp")', '"data:image/webp;base64,dHdv"');
    expect(JSON.parse(json)).toEqual(whole);
    expect(python).toContain('def data_url(file, type):');
  });
});
