import { Button } from '@mantine/core';
import { serverUrl } from '../../api/mount.ts';
import { Icon } from '../../shell/icon.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { requestLogsTexts } from './request-logs-texts.ts';
import { type CallQuestion, listParameters, logsPath, searchText } from './use-calls.ts';

export interface ExportLinksProps {
  readonly question: CallQuestion;
  /** How many calls there are; null while that is not known. */
  readonly count: number | null;
}

const formats = ['csv', 'jsonl'] as const;

/** The filtered calls as a file: all of them, not only those read so far. */
export function ExportLinks({ question, count }: ExportLinksProps) {
  const { t, language } = useTexts(requestLogsTexts);
  const what = { count: count ?? 0, shown: (count ?? 0).toLocaleString(language) };
  return formats.map((format) => (
    <Button
      key={format}
      component="a"
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      href={exportUrl(question, format)}
      {...(count !== null && { title: t('export.what', what) })}
      // The name comes from the server; without this a failure would replace the page.
      download
    >
      {t(`export.${format}`)}
    </Button>
  ));
}

function exportUrl(question: CallQuestion, format: (typeof formats)[number]): string {
  const search = searchText({ format, ...listParameters(question) });
  return serverUrl(`${logsPath}/export?${search}`).href;
}
