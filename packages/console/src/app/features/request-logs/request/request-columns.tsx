import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { LoggedRequest } from '../../../api/responses.ts';
import type { DataColumn } from '../../../shell/data-table/data-column.ts';
import { sayAgo, sayInstant } from '../../../shell/say-time.ts';
import { useNow } from '../../../shell/use-now.ts';
import styles from './request-columns.module.css';
import { CallerName } from './caller-name.tsx';
import { sayDuration } from './say-duration.ts';
import { RequestStatusBadge } from './request-status-badge.tsx';
import { useLanguage } from '../../../texts/use-language.ts';
import { requestLogsTexts } from '../../../texts/request-logs.ts';

type Column = DataColumn<LoggedRequest>;

/** Columns of the request log. */
export function useRequestColumns(): readonly Column[] {
  const { t } = useTranslation(requestLogsTexts);
  const language = useLanguage();
  // Texts change only with the language.
  return useMemo(
    () => [...whatColumns(t), ...whoColumns(t), ...workColumns(t, language)],
    [language],
  );
}

type Say = TFunction<'request-logs'>;

function whatColumns(t: Say): readonly Column[] {
  return [
    {
      id: 'time',
      title: t('column.time'),
      width: '10.5rem',
      cell: ({ time }) => <RequestTime at={time} />,
    },
    {
      id: 'status',
      title: t('column.status'),
      width: '9rem',
      cell: (request) => <RequestStatusBadge request={request} />,
    },
    {
      id: 'call',
      title: t('column.call'),
      width: 1.6,
      cell: (request) => <RequestText request={request} />,
    },
  ];
}

function whoColumns(t: Say): readonly Column[] {
  return [
    {
      id: 'caller',
      title: t('column.caller'),
      width: 1,
      cell: ({ caller }) => <CallerName caller={caller} />,
    },
    {
      id: 'model',
      title: t('column.model'),
      width: 1.7,
      cell: ({ model }) => <Code text={model} />,
    },
  ];
}

function workColumns(t: Say, language: string): readonly Column[] {
  return [
    {
      id: 'duration',
      title: t('column.duration'),
      width: '5rem',
      align: 'end',
      cell: ({ duration_ms: ms }) => (ms === null ? '–' : sayDuration(ms, language)),
    },
    {
      id: 'job',
      title: t('column.job'),
      width: 1.5,
      cell: ({ job_id }) => <JobLink id={job_id} />,
    },
  ];
}

function RequestText({ request }: { readonly request: LoggedRequest }) {
  const { t } = useTranslation(requestLogsTexts);
  const language = useLanguage();
  const { method, path, error_code: code, count, last_time: last } = request;
  return (
    <span className={styles['call']}>
      <span>
        <b>{method}</b> {path}
      </span>
      {code !== null && <small>{code}</small>}
      {count > 1 && (
        <small>
          {t('call.shared', {
            shown: count.toLocaleString(language),
            last: new Date(last).toLocaleTimeString(language),
          })}
        </small>
      )}
    </span>
  );
}

function Code({ text }: { readonly text: string | null }) {
  return text === null ? (
    '–'
  ) : (
    <span className={styles['code']} title={text}>
      {text}
    </span>
  );
}

function JobLink({ id }: { readonly id: string | null }) {
  if (id === null) return '–';
  return (
    <Link to="/console/jobs" search={{ job: id }} className={styles['code'] ?? ''} title={id}>
      {id}
    </Link>
  );
}

const everyMs = 60_000;

/** Start of a request to the ms, to distinguish requests. The tooltip shows the age. */
function RequestTime({ at }: { readonly at: string }) {
  const language = useLanguage();
  const now = useNow(everyMs);
  const format = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hour12: false,
  });
  const title = `${sayInstant(at, language)} (${sayAgo(now - Date.parse(at), language)})`;
  return (
    <time dateTime={at} title={title}>
      {format.format(Date.parse(at))}
    </time>
  );
}
