import { useElementSize } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkbenchJob } from '../../../api/responses.ts';
import { JobCard, type JobCardProps } from './job-card.tsx';
import styles from './job-grid.module.css';
import { workbenchTexts } from '../../../texts/workbench.ts';

export interface JobGridProps extends Omit<JobCardProps, 'job' | 'position'> {
  readonly jobs: readonly WorkbenchJob[];
  /** Number of loaded jobs, of which `jobs` are the filtered ones. */
  readonly readCount: number;
  /** Called when the last row comes near the screen. */
  readonly onEnd: () => void;
}

const leastCardWidth = 270;
const gap = 16;
const usualRowHeight = 370;

/** Cards in rows; only those on the screen are rendered. */
export function JobGrid({ jobs, readCount, onEnd, ...actions }: JobGridProps) {
  const { t } = useTranslation(workbenchTexts);
  const { container, ref, columns, rows } = useRows({ jobs, readCount, onEnd, ...actions });
  return (
    <div ref={container}>
      <div
        ref={ref}
        role="feed"
        aria-label={t('jobs')}
        className={styles['grid']}
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, start, key }) => (
          <div
            key={key}
            ref={rows.measureElement}
            data-index={index}
            role="presentation"
            className={styles['row']}
            style={{
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${start - rows.options.scrollMargin}px)`,
            }}
          >
            <Cards jobs={jobs} from={index * columns} until={(index + 1) * columns} {...actions} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Rendered rows, and the keys that move through them. */
function useRows({ jobs, readCount, onEnd, onDetails }: JobGridProps) {
  const { ref, width } = useElementSize();
  const container = useRef<HTMLDivElement>(null);
  const columns = Math.max(1, Math.floor((width + gap) / (leastCardWidth + gap)));
  const rowCount = Math.ceil(jobs.length / columns);
  const rows = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => usualRowHeight,
    overscan: 2,
    gap,
    scrollMargin: container.current?.offsetTop ?? 0,
  });
  const shown = rows.getVirtualItems();
  const isAtEnd = (shown.at(-1)?.index ?? -1) >= rowCount - 2;
  useEffect(() => {
    if (isAtEnd) onEnd();
  }, [isAtEnd, onEnd, readCount]);
  useCardKeys({
    count: jobs.length,
    show: (index) => rows.scrollToIndex(Math.floor(index / columns), { align: 'auto' }),
    onOpen: (index) => jobs.slice(index, index + 1).forEach(onDetails),
  });
  return { container, ref, columns, rows };
}

interface CardsProps extends Omit<JobGridProps, 'readCount' | 'onEnd'> {
  readonly from: number;
  readonly until: number;
}

/** Cards of one row. */
function Cards({ jobs, from, until, ...actions }: CardsProps) {
  return jobs
    .slice(from, until)
    .map((job, column) => (
      <JobCard
        key={job.job_id}
        job={job}
        position={{ index: from + column, count: jobs.length }}
        {...actions}
      />
    ));
}

interface CardKeys {
  readonly count: number;
  /** Scrolls a card into view. */
  readonly show: (index: number) => void;
  readonly onOpen: (index: number) => void;
}

/** Elements that handle these keys themselves: text input, or Space on a button. */
const takesKeys = 'input, textarea, select, [contenteditable], [role="dialog"], [role="option"]';
const pressable = 'button, a[href], video';

/** j and k move between the cards, Enter opens, Space plays. */
function useCardKeys(keys: CardKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest(takesKeys) !== null) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      if (act(event, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** True when the key was handled. */
function act({ key, target }: KeyboardEvent, { count, show, onOpen }: CardKeys): boolean {
  const card = document.activeElement?.closest('article[aria-posinset]') ?? null;
  const index = card === null ? -1 : Number(card.getAttribute('aria-posinset')) - 1;
  if (key === 'j' || key === 'k') {
    const next = Math.min(Math.max(index + (key === 'j' ? 1 : -1), 0), count - 1);
    if (next >= 0) focusCard(next, show);
    return true;
  }
  const isOnButton = target instanceof Element && target.closest(pressable) !== null;
  if (card === null || isOnButton) return false;
  if (key === 'Enter') onOpen(index);
  else if (key === ' ') togglePlay(card.querySelector('video'));
  else return false;
  return true;
}

/** A card outside the screen is rendered only after scrolling to it. */
function focusCard(index: number, show: (index: number) => void): void {
  show(index);
  let tries = 30;
  const attempt = (): void => {
    const card = document.querySelector<HTMLElement>(`article[aria-posinset="${index + 1}"]`);
    tries -= 1;
    if (card === null && tries > 0) requestAnimationFrame(attempt);
    card?.focus();
  };
  attempt();
}

function togglePlay(video: HTMLVideoElement | null): void {
  if (video === null) return;
  if (video.paused) void video.play();
  else video.pause();
}
