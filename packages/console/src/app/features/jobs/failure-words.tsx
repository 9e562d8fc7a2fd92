import { describeFailure, type JobFailureCode, jobFailureCodes } from '@filmgate/core';
import { useTranslation } from 'react-i18next';
import { jobWordsTexts } from '../../texts/job-words.ts';
import { useLanguage } from '../../texts/use-language.ts';

const codes: ReadonlyMap<string, JobFailureCode> = new Map(
  jobFailureCodes.map((code) => [describeFailure(code).message, code]),
);

export interface FailureWordsProps {
  /** The server's message of the failure. */
  readonly message: string;
}

/** Reason of a failed job: translated where the message is the standard one of its code, otherwise as sent. */
export function FailureWords({ message }: FailureWordsProps) {
  const { t } = useTranslation(jobWordsTexts);
  const language = useLanguage();
  const code = language === 'en' ? undefined : codes.get(message);
  if (code !== undefined) return t(`code.${code}`);
  return <span lang="en">{message}</span>;
}
