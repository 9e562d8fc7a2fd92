import { describe, expect, it } from 'vitest';
import { chatRules, fast, user } from '../../../test/doubles/chat-bodies.ts';
import { offered } from '../../../test/doubles/offered.ts';
import { decodeChatRequest } from './chat-request.ts';

const own: readonly (readonly [what: string, messages: readonly object[]])[] = [
  [
    'a title for Open WebUI',
    [user('### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat.')],
  ],
  ['tags for Open WebUI', [user('### Task:\nGenerate 1-3 broad tags categorizing the themes.')]],
  ['follow-ups for Open WebUI', [user('### Task:\nSuggest 3-5 relevant follow-up questions.')]],
  [
    'searches for Open WebUI',
    [user('### Task:\nAnalyze the chat history to determine the necessity of searching.')],
  ],
  ['a completion for Open WebUI', [user('### Task:\nYou are an autocompletion system. Go on.')]],
  [
    'a title for LibreChat',
    [user('Provide a concise, 5-word-or-less title for the conversation, in its language.')],
  ],
  [
    'a title for LibreChat by the system',
    [
      { role: 'system', content: 'Detect user language and write in the same language a title.' },
      user('||>User: "a fox"'),
    ],
  ],
  [
    'a title for NextChat',
    [
      user('a fox'),
      { role: 'assistant', content: 'https://gate.example/media/1.mp4' },
      user('Please generate a four to five word title summarizing our conversation.'),
    ],
  ],
  ['a name for Chatbox', [user('Based on the chat history, give this conversation a name.')]],
];
const decode = (messages: readonly object[], takesTitlePrompts = false) =>
  offered(decodeChatRequest({ model: fast, messages }, { ...chatRules, takesTitlePrompts }));

describe('a request that a chat program makes for itself', () => {
  it.each(own)('[local.chat.title-prompts] %s is refused', (_what, messages) => {
    const read = decode(messages);
    expect(read).toMatchObject({ kind: 'refused', failure: { kind: 'payload-invalid' } });
    expect(read.kind === 'refused' && read.failure.message).toContain('text model');
  });

  it.each(own)(
    '[local.chat.title-prompts] %s is a prompt where the switch says so',
    (_, messages) => {
      expect(decode(messages, true).kind).toBe('decoded');
    },
  );

  it.each([
    'A task force generates a concise title card',
    'A fox reads "### Task:\nGenerate 1-3 broad tags" from a screen',
    'Please generate a video of four boats',
    'Based on the chat history of two lovers, a letter is written',
  ])('[local.chat.title-prompts] %j is a prompt like any other', (prompt) => {
    expect(decode([user(prompt)]).kind).toBe('decoded');
  });
});
