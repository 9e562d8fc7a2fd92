import { describeFailure, type JobFailureCode, jobFailureCodes } from '@filmgate/core';
import { ServerSentence } from '../../shell/server-sentence.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { jobWords } from './job-words.ts';

const codes: ReadonlyMap<string, JobFailureCode> = new Map(
  jobFailureCodes.map((code) => [describeFailure(code).message, code]),
);

export interface FailureWordsProps {
  /** What the server said of the failure. */
  readonly message: string;
}

/** Why a job failed, in the language of the pages where the sentence is one that every version says of its code. */
export function FailureWords({ message }: FailureWordsProps) {
  const { t, language } = useTexts(jobWords);
  const code = language === 'en' ? undefined : codes.get(message);
  return <ServerSentence said={code === undefined ? null : t(`code.${code}`)} sentence={message} />;
}
