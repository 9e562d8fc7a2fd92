import { describe, expect, it } from 'vitest';
import {
  chatRules,
  decoded,
  fast,
  image,
  png,
  refusal,
  text,
  user,
} from '../../../test/doubles/chat-bodies.ts';
import { offered } from '../../../test/doubles/offered.ts';
import { decodeChatRequest } from './chat-request.ts';

describe('the prompt', () => {
  it('[local.chat.prompt-last-user] is the text of the last user message', () => {
    const messages = [user('first'), user('second'), { role: 'assistant', content: 'third' }];
    expect(decoded({ messages }).draft.prompt).toBe('second');
  });

  it('[local.chat.prompt-parts] joins text parts by newlines', () => {
    const messages = [user([text('a fox'), text('in snow')])];
    expect(decoded({ messages, prompt: 'unused' }).draft.prompt).toBe('a fox\nin snow');
  });

  it.each([
    undefined,
    null,
    [],
    [{ role: 'system', content: 'be brief' }],
    [user('')],
    [user(' \n\u3000')],
    [user(null)],
    [user([])],
    [user([text('  ')])],
  ])('[local.chat.prompt-fallback] comes from `prompt` when the messages are %j', (messages) => {
    expect(decoded({ messages, prompt: 'a fox' }).draft.prompt).toBe('a fox');
  });

  it.each([{ prompt: undefined }, { prompt: null }, { prompt: '' }, { prompt: ' \t' }])(
    '[local.chat.prompt-required] is required: %j',
    (fields) => {
      expect(refusal(fields)).toMatchObject({ kind: 'prompt-required', param: 'prompt' });
    },
  );

  it('[local.chat.prompt-required] is not made up from images alone', () => {
    const messages = [user([image(png)])];
    expect(refusal({ messages, prompt: undefined }).kind).toBe('prompt-required');
  });

  it('[local.chat.types] keeps to the limit of the model and to whole characters', () => {
    expect(refusal({ messages: [user('🦊'.repeat(20_001))] })).toMatchObject({
      kind: 'payload-invalid',
      param: 'messages[0].content',
    });
    expect(decoded({ prompt: '🦊'.repeat(20_000) }).draft.prompt).toHaveLength(40_000);
    expect(refusal({ prompt: 'a \ud800' }).kind).toBe('payload-invalid');
  });
});

describe('fields of the wrong type', () => {
  it.each([
    [{ messages: 'a fox' }, 'messages'],
    [{ messages: [null] }, 'messages[0]'],
    [{ messages: [user('a fox'), 'in snow'] }, 'messages[1]'],
    [{ messages: [{ content: 'a fox' }] }, 'messages[0].role'],
    [{ messages: [{ role: 5, content: 'a fox' }, user('a fox')] }, 'messages[0].role'],
    [{ messages: [user(5)] }, 'messages[0].content'],
    [{ messages: [user([5])] }, 'messages[0].content[0]'],
    [{ messages: [user([{ type: 'text' }])] }, 'messages[0].content[0]'],
    [{ messages: [user([{ type: 'input_audio' }])] }, 'messages[0].content[0]'],
    [{ prompt: 5 }, 'prompt'],
    [{ stream: 'yes' }, 'stream'],
    [{ generate_audio: 'true' }, 'generate_audio'],
    [{ negative_prompt: ['x'] }, 'negative_prompt'],
  ])('[local.chat.types] are refused by name: %j', (fields, param) => {
    expect(refusal(fields)).toMatchObject({ kind: 'payload-invalid', param });
  });

  it.each([null, 5, 'text', []])('[local.chat.types] the body must be an object: %j', (body) => {
    const result = offered(decodeChatRequest(body, chatRules));
    expect(result).toMatchObject({ kind: 'refused', failure: { kind: 'payload-invalid' } });
  });
});

describe('the model', () => {
  it.each([undefined, null, ''])('[local.models.required] is required: %j', (model) => {
    expect(refusal({ model })).toMatchObject({ kind: 'model-required', param: 'model' });
  });

  it.each([5, 'vidA-*', 'vm_std-2.0', 'std-2.5', 'vidA-fast'])(
    '[local.models.whole-id] must be a whole id of this API: %j',
    (model) => {
      expect(refusal({ model })).toMatchObject({ kind: 'model-invalid', param: 'model' });
    },
  );

  it('[local.models.refusal] gets the wrong part, and the nearest ids', () => {
    const { message } = refusal({ model: 'vidC-25-31s-16x9-720p' });
    expect(message).toContain('"31s" is not a valid duration');
    expect(message).toContain('Nearest: vidC-25-30s-16x9-720p,');
  });

  it('[local.models.fixes-configuration][local.chat.seconds-size-ignored] fixes duration, aspect and resolution', () => {
    const { draft } = decoded({ prompt: '9:16, a fox', seconds: 8, size: '1080x1920' });
    expect(draft).toMatchObject({
      model: fast,
      family: 'vidA-fast',
      mediaType: 'video',
      durationSeconds: 4,
      aspectRatio: '16:9',
      aspectSource: 'model',
      resolution: '720p',
    });
  });

  it('[local.chat.image-model] may be an image model', () => {
    const { draft } = decoded({ model: 'imgA-1x1-2k', prompt: 'a fox' });
    expect(draft).toMatchObject({ mediaType: 'image', durationSeconds: null, resolution: '2k' });
  });
});

describe('sound and negative prompt', () => {
  it('[local.chat.audio-default] sound is off unless asked for', () => {
    expect(decoded({ prompt: 'x' }).draft.generateAudio).toBe(false);
    expect(decoded({ prompt: 'x', generate_audio: null }).draft.generateAudio).toBe(false);
    expect(decoded({ prompt: 'x', generate_audio: true }).draft.generateAudio).toBe(true);
  });

  it.each(['vidD-6s-16x9-720p', 'imgA-1x1-1k'])(
    '[local.chat.audio-refused] is refused, not dropped, where %s makes none',
    (model) => {
      expect(refusal({ model, generate_audio: true })).toMatchObject({
        kind: 'payload-invalid',
        param: 'generate_audio',
      });
      expect(decoded({ model, prompt: 'x', generate_audio: false }).draft.generateAudio).toBe(
        false,
      );
    },
  );

  it('[local.chat.negative-prompt] is accepted by the vidA families', () => {
    expect(decoded({ prompt: 'x', negative_prompt: 'rain' }).draft.negativePrompt).toBe('rain');
    expect(decoded({ prompt: 'x', negative_prompt: '  ' }).draft.negativePrompt).toBeNull();
  });

  it.each(['vidB-4s-16x9-720p', 'vidC-25-4s-16x9-720p', 'vidD-6s-16x9-720p', 'imgA-1x1-1k'])(
    '[local.chat.negative-refused] is refused, not dropped, by %s',
    (model) => {
      expect(refusal({ model, negative_prompt: 'rain' })).toMatchObject({
        kind: 'payload-invalid',
        param: 'negative_prompt',
      });
      expect(decoded({ model, prompt: 'x', negative_prompt: '' }).draft.negativePrompt).toBeNull();
    },
  );
});

describe('unknown fields', () => {
  it('[local.chat.unknown-ignored] are ignored, as chat clients send many', () => {
    const many = { temperature: 1, tools: [], user: 'u', n: 1, metadata: { a: 1 } };
    expect(decoded({ prompt: 'x', ...many }).draft).toEqual(decoded({ prompt: 'x' }).draft);
  });
});
