import type { FieldFailure } from '../../http/field-reader.ts';

/** The beginning of a request that a chat program makes for itself with the model chosen for the conversation. */
interface OwnRequest {
  readonly program: string;
  /** Matched against the beginning of the user's message and of the system's. */
  readonly begins: RegExp;
}

/**
 * The requests for titles, tags, follow-ups, searches and completions, by the opening words of the programs' own
 * templates, as their sources have them on 2026-11-29. An operator may change a template in most of them; a changed one
 * is not recognised.
 */
const ownRequests: readonly OwnRequest[] = [
  {
    program: 'Open WebUI',
    begins:
      /^### Task:\s*(?:Generate a concise, 3-5 word title|Generate 1-3 broad tags|Suggest 3-5 relevant follow-up|Analyze the chat history to determine the necessity|You are an autocompletion system|Generate a detailed prompt for (?:an?|am) image generation)/i,
  },
  {
    program: 'Open WebUI',
    begins:
      /^Your task is to reflect the speaker's likely facial expression through a fitting emoji/i,
  },
  {
    program: 'LibreChat',
    begins:
      /^(?:Please generate|Provide|Write) an? (?:extremely )?concise(?:, 5-word-or-less)? title for th(?:e|is) conversation/i,
  },
  {
    program: 'LibreChat',
    begins:
      /^(?:Detect user language and write in the same language|Analyze this conversation and provide:)/i,
  },
  {
    program: 'NextChat',
    begins:
      /^(?:Please generate a four to five word title summarizing our conversation|Summarize the discussion briefly in 200 words or less to use as a prompt)/i,
  },
  {
    program: 'Chatbox',
    begins: /^Based on the chat history, give this conversation a (?:name|title)/i,
  },
  {
    program: 'Cherry Studio',
    begins:
      /^You are an assistant skilled in conversation\. You need to summarize the user's conversation into a title/i,
  },
  { program: 'LobeChat', begins: /^你是一名擅长会话的助理，你需要将用户的会话总结为/ },
];

/** Longer than any of the beginnings, in UTF-16 units. */
const longestBeginning = 200;

/** A text of a chat, and the field that contains it. */
export interface ChatText {
  readonly text: string;
  readonly param: string;
}

/** Refuses a request a chat program made for itself, which nobody wants a video of [local.chat.title-prompts]. */
export function refusalOfOwnRequest(
  texts: readonly ChatText[],
): Omit<FieldFailure<string>, 'kind'> | undefined {
  for (const { text, param } of texts) {
    const beginning = text.slice(0, longestBeginning).trimStart();
    const found = ownRequests.find(({ begins }) => begins.test(beginning));
    if (found === undefined) continue;
    const message = `${param} is an automatic request of ${found.program}, for example for a title or tags; nothing is generated. Disable automatic requests there, or assign them a text model.`;
    return { param, message };
  }
  return undefined;
}
