import styles from './bar.module.css';

export type BarTone = 'quiet' | 'busy' | 'good' | 'bad' | 'unsure';

export interface BarPart {
  readonly name: string;
  readonly value: number;
  readonly tone: BarTone;
}

export interface BarProps {
  /** What is measured. */
  readonly label: string;
  readonly parts: readonly BarPart[];
  /** What the whole width means; null where there is no limit. */
  readonly total: number | null;
  /** How values are written, such as with a unit. */
  readonly say?: (value: number) => string;
  /** Whether the parts are also listed below in words. */
  readonly withLegend?: boolean;
}

/** Parts of a whole, such as used, reserved and held of a limit. Colours only repeat what the words say. */
export function Bar({ label, parts, total, say = String, withLegend = false }: BarProps) {
  const sum = parts.reduce((all, { value }) => all + value, 0);
  // More than the whole is possible: a limit may be lowered below what is used.
  const whole = Math.max(total ?? sum, sum);
  const words = parts.map(({ name, value }) => `${name} ${say(value)}`).join(', ');
  const text = total === null ? words : `${words} / ${say(total)}`;
  return (
    <div className={styles['place']}>
      <div role="img" aria-label={`${label}: ${text}`} title={text} className={styles['bar']}>
        {parts.map(({ name, value, tone }) => (
          <span key={name} data-tone={tone} style={{ width: `${shareOf(value, whole)}%` }} />
        ))}
      </div>
      {withLegend && <Legend parts={parts} say={say} />}
    </div>
  );
}

function shareOf(value: number, whole: number): number {
  return whole === 0 ? 0 : (100 * value) / whole;
}

function Legend({ parts, say = String }: Pick<BarProps, 'parts' | 'say'>) {
  return (
    <ul className={styles['legend']}>
      {parts.map(({ name, value, tone }) => (
        <li key={name} data-tone={tone}>
          {name} {say(value)}
        </li>
      ))}
    </ul>
  );
}
