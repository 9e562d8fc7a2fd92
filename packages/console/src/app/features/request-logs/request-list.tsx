import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { LoggedRequest } from '../../api/responses.ts';
import { DataTable } from '../../shell/data-table/data-table.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { NoneFits } from '../../shell/none-fits.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { useOpened } from '../../shell/use-opened.ts';
import type { Pages } from '../../shell/use-pages.ts';
import { useRequestColumns } from './request/request-columns.tsx';
import { positionText, readPosition } from './request/request-position.ts';
import { filterOf, isFiltering, noFilter } from './filter/request-filter.ts';
import { presetAddress, type TimeSpan } from './filter/time-span.ts';
import { requestLogsTexts } from '../../texts/request-logs.ts';

export interface RequestListProps {
  readonly requests: Pages<LoggedRequest>;
  readonly span: TimeSpan;
}

const idOf = ({ id }: LoggedRequest): string => id;

/** Requests, newest first; older pages load on scrolling. */
export function RequestList({ requests, span }: RequestListProps) {
  const { t } = useTranslation(requestLogsTexts);
  const opened = useOpened('call');
  const columns = useRequestColumns();
  const { rows, failed, isLoading, isReadingMore, readMore, retry } = requests;
  return (
    <>
      {failed !== null && <FailureNotice failed={failed} onRetry={retry} />}
      {failed === null && !isLoading && rows.length === 0 && <Nothing span={span} />}
      {rows.length > 0 && (
        <DataTable
          label={t('list.label')}
          columns={columns}
          rows={rows}
          idOf={idOf}
          minWidth={980}
          onOpen={(request) => opened.open(positionText(request))}
          openedId={readPosition(opened.id)?.id}
          onEnd={readMore}
          isReadingMore={isReadingMore}
        />
      )}
    </>
  );
}

/** Empty state with a next step for each reason. */
function Nothing({ span }: Pick<RequestListProps, 'span'>) {
  const { t } = useTranslation(requestLogsTexts);
  const [address] = useAddress();
  if (isFiltering(filterOf(address))) {
    return (
      <NoneFits title={t('empty.filtered')} none={noFilter}>
        {t('empty.filtered.why')}
      </NoneFits>
    );
  }
  return <NothingLogged span={span} />;
}

/** A new gateway shows the default time span with an explanation of this page. */
function NothingLogged({ span }: Pick<RequestListProps, 'span'>) {
  const { t } = useTranslation(requestLogsTexts);
  const [, change] = useAddress();
  const isLongest = span.preset === '30d';
  const teaches = isLongest || span.preset === '24h';
  return (
    <EmptyState
      icon="log"
      title={t(isLongest ? 'empty.first' : 'empty.span')}
      action={
        <Group justify="center">
          {teaches && (
            <Button renderRoot={(props) => <Link to="/console/api-users" {...props} />}>
              {t('empty.first.action')}
            </Button>
          )}
          {!isLongest && (
            <Button variant="default" onClick={() => change(presetAddress('30d'))}>
              {t('empty.span.action')}
            </Button>
          )}
        </Group>
      }
    >
      {t(teaches ? 'empty.first.why' : 'empty.span.why')}
    </EmptyState>
  );
}
