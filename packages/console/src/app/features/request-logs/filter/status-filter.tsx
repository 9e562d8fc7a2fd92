import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { requestLogsTexts } from '../../../texts/request-logs.ts';

/** Statuses of the programmatic routes. */
const usual: readonly string[] =
  '200 202 206 304 400 401 403 404 405 409 413 415 422 429 499 500 502 503 504'.split(' ');

export interface StatusFilterProps {
  readonly value: string | undefined;
  readonly onCommit: (value: string | undefined) => void;
}

export function StatusFilter({ value = '', onCommit }: StatusFilterProps) {
  const { t } = useTranslation(requestLogsTexts);
  const statuses = value === '' || usual.includes(value) ? usual : [...usual, value];
  return (
    <NativeSelect
      label={t('filter.status')}
      value={value}
      onChange={({ currentTarget }) => onCommit(currentTarget.value)}
      data={[
        { value: '', label: t('filter.any') },
        ...statuses.map((status) => ({
          value: status,
          label: status === '499' ? t('status.499') : status,
        })),
      ]}
    />
  );
}
