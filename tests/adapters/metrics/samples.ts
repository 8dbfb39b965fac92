/** One line of the text format: the metric's name, labels and value. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/** Parses Prometheus' text format strictly. Each family must be described once, before its samples. */
export function samplesOf(text: string): { samples: readonly Sample[]; types: ReadonlyMap<string, string> } {
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, what, family = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (what === 'HELP') {
      if (helped.has(family)) throw new Error(`HELP twice: ${family}`);
      helped.add(family);
    } else if (what === 'TYPE') {
      if (types.has(family)) throw new Error(`TYPE twice: ${family}`);
      types.set(family, rest);
    } else samples.push(sampleOf(line, types));
  }
  return { samples, types };
}

function sampleOf(line: string, types: ReadonlyMap<string, string>): Sample {
  const [, name = '', inner = '', number = ''] = LINE.exec(line) ?? [];
  const family = name.replace(/_(?:bucket|sum|count)$/, '');
  if (name === '' || !(types.has(name) || types.get(family) === 'histogram')) throw new Error(`no sample: ${line}`);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  for (let at = 0; at < inner.length; at = LABEL.lastIndex) {
    const [, key, value] = LABEL.exec(inner) ?? [];
    if (key === undefined || key in labels) throw new Error(`labels of ${line}`);
    labels[key] = value!;
  }
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number);
  if (Number.isNaN(value)) throw new Error(`no number: ${line}`);
  return { name, labels, value };
}

/** Returns the sum of a metric's samples with these labels, or null if there are none. */
export function sumOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number | null {
  const found = samples.filter(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  );
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
}
