import { Text } from '@mantine/core';

export interface ServerSentenceProps {
  /** The same in the language of the pages; null where they cannot say it. */
  readonly said: string | null;
  /** What the server wrote, which is English. */
  readonly sentence: string;
}

/** What the server said: in the words of the pages where they have some, with its own sentence as detail. */
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
