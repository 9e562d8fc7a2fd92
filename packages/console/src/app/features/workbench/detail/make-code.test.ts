import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCode } from './make-code.ts';

const base = 'http://127.0.0.1:8788';
const key = 'copy-of-ui-1';
const plain = {
  model: 'vm_std-2.0',
  prompt: `it's "a" $HOME\nline: true`,
  seconds: 5,
  generate_audio: true,
};
const file = { kind: 'image-file', contentType: 'image/png', name: 'first_frame.png' } as const;
const withImage = { ...plain, images: [{ role: 'first_frame', url: file }] };
const whole = {
  ...plain,
  images: [{ role: 'first_frame', url: 'data:image/png;base64,b25l' }],
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-code-'));
  writeFileSync(join(folder, 'first_frame.png'), 'one');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, words: readonly string[]): string =>
  execFileSync(program, words, { encoding: 'utf8', cwd: folder });

/** Body sent by a shell, read with a fake curl that prints its arguments. */
function sentByShell(curl: string): unknown {
  const reported = curl.endsWith('--data-binary @-')
    ? curl.replace('} | curl ', '} | cat #').replaceAll('\\\n', '')
    : curl.replace(/^curl (?:.*\n){4} {2}-d /, 'printf %s ');
  return JSON.parse(run('sh', ['-c', reported]));
}

describe('the code of a video', () => {
  it('[console.workbench-details] survives quotes in the prompt', () => {
    expect(sentByShell(makeCode({ body: plain, base, key }).curl)).toEqual(plain);
  });

  it('[console.workbench-code] as curl sends images read from files', () => {
    expect(sentByShell(makeCode({ body: withImage, base, key }).curl)).toEqual(whole);
  });

  it('[console.workbench-code][console.workbench-code-key] as JavaScript sends the same, with the key', () => {
    const { javascript } = makeCode({ body: withImage, base, key });
    const spy = `const fetch = async (url, { headers, body }) => {
      process.stdout.write(JSON.stringify({ url, key: headers['idempotency-key'], body: JSON.parse(body) }));
      process.exit();
    };`;
    const module = ['--input-type=module', '--eval', `${spy}\n${javascript}`];
    const sent: unknown = JSON.parse(run(process.execPath, module));
    expect(sent).toEqual({ url: `${base}/v1/videos`, key, body: whole });
  });

  it('[console.workbench-code][console.workbench-code-key] as Python says the same', () => {
    const { python } = makeCode({ body: withImage, base, key });
    const literal = /json=(?<body>\{.*\}),\n\)\.json/s.exec(python)?.groups?.['body'] ?? '';
    const json = literal
      .replace('"generate_audio": True', '"generate_audio": true')
      .replace('data_url("first_frame.png", "image/png")', '"data:image/png;base64,b25l"');
    expect(JSON.parse(json)).toEqual(whole);
    expect(python).toContain('def data_url(file, type):');
    expect(python).toContain(`"Idempotency-Key": "${key}"`);
  });
});
