import styles from './bar.module.css';

export type BarTone = 'quiet' | 'busy' | 'good' | 'bad' | 'unsure';

export interface BarPart {
  readonly name: string;
  readonly value: number;
  readonly tone: BarTone;
}

export interface BarProps {
  /** Name of the measured quantity. */
  readonly label: string;
  readonly parts: readonly BarPart[];
  /** Value of the full width; null without a limit. */
  readonly total: number | null;
  /** Formats a value, for example with a unit. */
  readonly say?: (value: number) => string;
  /** Adds a legend with the values below. */
  readonly withLegend?: boolean;
}

/** Parts of a whole, such as used, reserved and held credits of a limit. Colours only repeat the texts. */
export function Bar({ label, parts, total, say = String, withLegend = false }: BarProps) {
  const sum = parts.reduce((all, { value }) => all + value, 0);
  // The sum may exceed the total: a limit can be lowered below the current use.
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
