import { Text } from '@mantine/core';

export interface ServerSentenceProps {
  /** Translation; null without one. */
  readonly said: string | null;
  /** The server's message, in English. */
  readonly sentence: string;
}

/** A message of the server: the translation, if any, with the server's own text as detail. */
export function ServerSentence({ said, sentence }: ServerSentenceProps) {
  if (said === null) return <span lang="en">{sentence}</span>;
  return (
    <>
      {said}
      {sentence !== '' && (
        <Text component="span" display="block" size="xs" c="dimmed" lang="en">
          {sentence}
        </Text>
      )}
    </>
  );
}
