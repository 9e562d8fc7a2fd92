import { Button, Group, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverUrl } from '../../api/mount.ts';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { type Address, useAddress } from '../../shell/use-address.ts';
import { useOpened } from '../../shell/use-opened.ts';
import { RequestList } from './request-list.tsx';
import { RequestDrawer } from './request/request-drawer.tsx';
import { requestOutcomes } from './request/request-outcome.ts';
import { readPosition } from './request/request-position.ts';
import { filterOf } from './filter/request-filter.ts';
import { FilterBar } from './filter/filter-bar.tsx';
import { planBuckets, spanAddress, spanOf, type TimeSpan } from './filter/time-span.ts';
import { RequestHistogram } from './histogram/request-histogram.tsx';
import {
  type RequestLogQuestion,
  listParameters,
  logsPath,
  searchText,
  useLoggedRequests,
  useHistogram,
} from './use-logged-requests.ts';
import { requestLogsTexts } from '../../texts/request-logs.ts';
import { useLanguage } from '../../texts/use-language.ts';

/** Requests of the programmatic routes: search, histogram, list and export. */
export function RequestLogsPage() {
  const { t } = useTranslation(requestLogsTexts);
  const [address] = useAddress();
  const visit = useVisit();
  const { question, refresh } = useQuestion(address);
  const histogram = useHistogram(question);
  const buckets = histogram.data?.data;
  return (
    <>
      <PageHeading title={t('title')}>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<Icon name="again" size={16} />}
            loading={histogram.isFetching && !histogram.isPending}
            onClick={refresh}
          >
            {t('refresh')}
          </Button>
          <ExportLinks
            question={question}
            count={buckets === undefined ? null : countOf(buckets)}
          />
        </Group>
      </PageHeading>
      <Stack>
        <FilterBar span={question.span} onCommit={visit} />
        <Counted question={question} histogram={histogram} onVisit={visit} />
        <RequestList requests={useLoggedRequests(question)} span={question.span} />
      </Stack>
      <OpenedRequest />
    </>
  );
}

interface CountedProps {
  readonly question: RequestLogQuestion;
  readonly histogram: ReturnType<typeof useHistogram>;
  readonly onVisit: (address: Address) => void;
}

/** Histogram with zoom and the way back. */
function Counted({ question: { span, plan }, histogram, onVisit }: CountedProps) {
  const { t } = useTranslation(requestLogsTexts);
  const { data, error, isPlaceholderData, refetch } = histogram;
  return (
    <>
      {error !== null && <FailureNotice failed={failedOf(error)} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <RequestHistogram
          buckets={data.data}
          plan={plan}
          isStale={isPlaceholderData}
          onPick={(picked) => onVisit(spanAddress(picked))}
        />
      )}
      {span.preset === null && (
        <Group>
          <Button size="xs" variant="default" onClick={() => onVisit(spanAddress(widen(span)))}>
            {t('histogram.out')}
          </Button>
        </Group>
      )}
    </>
  );
}

function OpenedRequest() {
  const [, change] = useAddress();
  const { id, close } = useOpened('call');
  const position = readPosition(id);
  if (position === null) return null;
  return (
    <RequestDrawer
      position={position}
      onClose={close}
      onOnly={(only) => change({ ...only, call: undefined })}
    />
  );
}

/** Changes the address with a history entry, so that the back button undoes a zoom. */
function useVisit(): (changed: Address) => void {
  const navigate = useNavigate();
  return (changed) =>
    void navigate({
      to: '.',
      search: (old: Address) => ({ ...old, ...changed }),
      resetScroll: false,
    });
}

/** The current query, as the same object until it changes. "Now" is the last opening or refresh of the page. */
function useQuestion(address: Address) {
  const [now, setNow] = useState(() => Date.now());
  const queries = useQueryClient();
  const filter = useFilter(address);
  const { range, from, to } = address;
  const most = useBarCount();
  const question = useMemo(() => {
    const span = spanOf({ range, from, to }, now);
    const zoneMs = -new Date(span.from).getTimezoneOffset() * 60_000;
    return { filter, span, plan: planBuckets(span, { most, zoneMs }) };
  }, [filter, range, from, to, now, most]);
  const refresh = (): void => {
    setNow(Date.now());
    void queries.invalidateQueries({ queryKey: ['request-logs'] });
  };
  return { question, refresh };
}

function useFilter({ path, status, caller, model, job, q }: Address) {
  return useMemo(
    () => filterOf({ path, status, caller, model, job, q }),
    [path, status, caller, model, job, q],
  );
}

/** Fewer bars on narrow screens. */
function useBarCount(): number {
  const isNarrow = useMediaQuery('(max-width: 40em)', undefined, {
    getInitialValueInEffect: false,
  });
  return isNarrow ? 32 : 62;
}

function countOf(buckets: readonly { readonly [O in (typeof requestOutcomes)[number]]: number }[]) {
  return buckets.reduce(
    (sum, bucket) => sum + requestOutcomes.reduce((all, outcome) => all + bucket[outcome], 0),
    0,
  );
}

/** Doubles a span to both sides, but not into the future. */
function widen({ from, until }: TimeSpan): Pick<TimeSpan, 'from' | 'until'> {
  const length = until - from;
  return { from: Math.max(0, from - length), until: Math.min(until + length, Date.now()) };
}

export interface ExportLinksProps {
  readonly question: RequestLogQuestion;
  /** Number of requests; null while unknown. */
  readonly count: number | null;
}

const formats = ['csv', 'jsonl'] as const;

/** Exports all filtered requests, including those not loaded yet. */
export function ExportLinks({ question, count }: ExportLinksProps) {
  const { t } = useTranslation(requestLogsTexts);
  const language = useLanguage();
  const what = { count: count ?? 0, shown: (count ?? 0).toLocaleString(language) };
  return formats.map((format) => (
    <Button
      key={format}
      component="a"
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      href={exportUrl(question, format)}
      {...(count !== null && { title: t('export.what', what) })}
      // The server sets the file name; without this attribute a failure would replace the page.
      download
    >
      {t(`export.${format}`)}
    </Button>
  ));
}

function exportUrl(question: RequestLogQuestion, format: (typeof formats)[number]): string {
  const search = searchText({ format, ...listParameters(question) });
  return serverUrl(`${logsPath}/export?${search}`).href;
}
