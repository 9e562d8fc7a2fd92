import { Button, Code, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoggedRequest } from '../../../api/responses.ts';
import { CopyButton } from '../../../shell/copy-button.tsx';
import { FactList } from '../../../shell/fact-list.tsx';
import { InstantText } from '../../../shell/instant-text.tsx';
import type { RequestFilter } from '../filter/request-filter.ts';
import { CallerName } from './caller-name.tsx';
import { sayDuration } from './say-duration.ts';
import { RequestStatusBadge } from './request-status-badge.tsx';
import { requestLogsTexts } from '../../../texts/request-logs.ts';
import { useLanguage } from '../../../texts/use-language.ts';

export interface RequestFactsProps {
  readonly request: LoggedRequest;
  /** Filters the list for requests with these values. */
  readonly onOnly: (filter: RequestFilter) => void;
}

type Fact = readonly [name: string, value: ReactNode];

/** All fields of a request except the prompt. */
export function RequestFacts(props: RequestFactsProps) {
  const timing = useTiming(props.request);
  const likeness = useLikeness(props);
  const traces = useTraces(props.request);
  return <FactList facts={[...timing, ...likeness, ...traces]} />;
}

function useTiming(request: LoggedRequest): readonly Fact[] {
  const { t } = useTranslation(requestLogsTexts);
  const language = useLanguage();
  const { time, count, last_time: last, duration_ms: ms, error_code: code } = request;
  const shared: readonly Fact[] = [
    [t('drawer.count'), t('drawer.count.shown', { shown: count.toLocaleString(language) })],
    [t('drawer.last-time'), <InstantText key="last" at={last} isFull />],
  ];
  return [
    [t('drawer.time'), <InstantText key="time" at={time} isFull />],
    ...(count > 1 ? shared : []),
    [t('drawer.duration'), ms === null ? '–' : sayDuration(ms, language)],
    [t('drawer.error'), code === null ? '–' : <Code key="code">{code}</Code>],
  ];
}

/** Values that other requests may share. */
function useLikeness({ request, onOnly }: RequestFactsProps): readonly Fact[] {
  const { t } = useTranslation(requestLogsTexts);
  const { caller, model, job_id: job, path, status } = request;
  const like = (name: string, filter: RequestFilter | null, value: ReactNode): Fact => [
    name,
    filter === null ? value : <Like name={name} value={value} onOnly={() => onOnly(filter)} />,
  ];
  return [
    like(
      t('drawer.status'),
      status === null ? null : { status: String(status) },
      <RequestStatusBadge request={request} />,
    ),
    like(t('drawer.path'), { path }, <Code>{path}</Code>),
    like(t('drawer.caller'), caller === null ? null : { caller }, <CallerName caller={caller} />),
    like(t('drawer.model'), model === null ? null : { model }, <Copied text={model} />),
    like(t('drawer.job'), job === null ? null : { job }, <Copied text={job} />),
  ];
}

function useTraces({ request_id, disconnected, prompt_digest }: LoggedRequest): readonly Fact[] {
  const { t } = useTranslation(requestLogsTexts);
  return [
    [t('drawer.request-id'), <Copied key="id" text={request_id} />],
    [
      t('drawer.disconnected'),
      t(disconnected ? 'drawer.disconnected.yes' : 'drawer.disconnected.no'),
    ],
    [t('drawer.digest'), <Copied key="digest" text={prompt_digest} />],
  ];
}

interface LikeProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly onOnly: () => void;
}

function Like({ name, value, onOnly }: LikeProps) {
  const { t } = useTranslation(requestLogsTexts);
  return (
    <Group gap="xs" component="span">
      {value}
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t('drawer.only.label', { name })}
        onClick={onOnly}
      >
        {t('drawer.only')}
      </Button>
    </Group>
  );
}

function Copied({ text }: { readonly text: string | null }) {
  if (text === null) return '–';
  return (
    <Group gap="xs" component="span">
      <Code>{text}</Code>
      <CopyButton text={text} size="compact-xs" />
    </Group>
  );
}
