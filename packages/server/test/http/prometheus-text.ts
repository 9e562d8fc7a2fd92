/** One sample of a metric. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with all its samples; those of a histogram have the names with `_bucket`, `_sum` and `_count`. */
export interface MetricFamily {
  readonly help: string;
  readonly type: string;
  readonly samples: readonly Sample[];
}

const helpLine = /^# HELP ([a-zA-Z_:][\w:]*) (.+)$/;
const typeLine = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary|untyped)$/;
const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (NaN|[+-]?Inf|[-+]?[\d.]+(?:e[-+]?\d+)?)$/;
const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/**
 * Reads the Prometheus text format 0.0.4, strictly: every metric has a HELP and a TYPE line directly before its
 * samples, once; no sample is repeated.
 *
 * @throws Error naming the malformed line
 */
export function parsePrometheusText(text: string): ReadonlyMap<string, MetricFamily> {
  if (!text.endsWith('\n')) throw new Error('the last line is not ended');
  const families = new Map<string, { help: string; type: string; samples: Sample[] }>();
  const seen = new Set<string>();
  let current = '';
  for (const line of text.split('\n')) {
    const [, helped, help = ''] = helpLine.exec(line) ?? [];
    const [, typed, type = ''] = typeLine.exec(line) ?? [];
    const [, name, labels = '', value = ''] = sampleLine.exec(line) ?? [];
    if (helped !== undefined) {
      if (families.has(helped)) throw new Error(`described twice: ${helped}`);
      families.set(helped, { help, type: '', samples: [] });
      current = helped;
    } else if (typed !== undefined && typed === current) {
      const family = families.get(typed);
      if (family !== undefined) family.type = type;
    } else if (name !== undefined && belongs(name, current, families.get(current)?.type)) {
      if (seen.has(`${name}{${labels}}`)) throw new Error(`repeated: ${line}`);
      seen.add(`${name}{${labels}}`);
      const sample = {
        name,
        labels: parseLabels(labels),
        value: Number(value.replace('Inf', 'Infinity')),
      };
      families.get(current)?.samples.push(sample);
    } else if (line !== '') throw new Error(`not in the format: ${line}`);
  }
  return families;
}

function belongs(name: string, family: string, type: string | undefined): boolean {
  const endings = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
  return endings.some((ending) => name === `${family}${ending}`);
}

function parseLabels(text: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  label.lastIndex = 0;
  while (label.lastIndex < text.length) {
    const [, name, value] = label.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not labels: ${text}`);
    labels[name] = value;
  }
  return labels;
}
