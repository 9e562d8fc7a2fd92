import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { LoggedRequest } from '../../api/responses.ts';
import { DataTable } from '../../shell/data-table/data-table.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { NoneFits } from '../../shell/none-fits.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { useOpened } from '../../shell/use-opened.ts';
import type { Pages } from '../../shell/use-pages.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { useRequestColumns } from './request/request-columns.tsx';
import { positionText, readPosition } from './request/request-position.ts';
import { filterOf, isFiltering, noFilter } from './filter/request-filter.ts';
import { presetAddress, type TimeSpan } from './filter/time-span.ts';
import { requestLogsTexts } from './request-logs-texts.ts';

export interface RequestListProps {
  readonly requests: Pages<LoggedRequest>;
  readonly span: TimeSpan;
}

const idOf = ({ id }: LoggedRequest): string => id;

/** The requests, newest first; older ones are read as the reader moves down. */
export function RequestList({ requests, span }: RequestListProps) {
  const { t } = useTexts(requestLogsTexts);
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

/** What to do depends on why there is nothing. */
function Nothing({ span }: Pick<RequestListProps, 'span'>) {
  const { t } = useTexts(requestLogsTexts);
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

/** Who has just set the gateway up looks at the usual span, and learns what will be here. */
function NothingLogged({ span }: Pick<RequestListProps, 'span'>) {
  const { t } = useTexts(requestLogsTexts);
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
