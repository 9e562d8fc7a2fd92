import { Icon, type IconName } from './icon.tsx';
import styles from './header-select.module.css';

export interface HeaderSelectProps<V extends string> {
  readonly label: string;
  readonly icon: IconName;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly text: string; readonly lang?: string }[];
  readonly onPick: (value: V) => void;
}

/** A choice behind an icon. The browser's own list: it needs no code, and phones show theirs. */
export function HeaderSelect<V extends string>(props: HeaderSelectProps<V>) {
  const { label, icon, value, options, onPick } = props;
  return (
    <span className={styles['place']} title={label}>
      <Icon name={icon} />
      <select
        aria-label={label}
        className={styles['select']}
        value={value}
        onChange={({ currentTarget }) => {
          const picked = options.find((option) => option.value === currentTarget.value);
          if (picked !== undefined) onPick(picked.value);
        }}
      >
        {options.map(({ value: own, text, lang }) => (
          <option key={own} value={own} lang={lang}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}
