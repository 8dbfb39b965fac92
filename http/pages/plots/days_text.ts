/** Formats a span of days (YYYY-MM-DD): `16 to 25 November 2026`, or `28 October to 3 November 2026`. */
export function formatDays(first: string, last: string): string {
  const [from, to] = [splitDay(first), splitDay(last)];
  const shared = to.map((part, at) => to.slice(0, at + 1).every((_, i) => from[i] === to[i]) && part);
  if (shared[2]) return formatDay(to);
  const depth = shared[1] ? 2 : shared[0] ? 1 : 0;
  return `${formatDay(from, depth)} to ${formatDay(to)}`;
}

type DayParts = readonly [year: string, month: string, day: string];

function splitDay(day: string): DayParts {
  const [year = '', month = '', date = ''] = day.split('-');
  return [year, month, date];
}

/** Formats a day. Leaves out the first `shared` of its year and its month. */
function formatDay([year, month, day]: DayParts, shared = 0): string {
  const parts = [`${Number(day)}`, MONTH_NAMES[Number(month) - 1] ?? '', year];
  return parts.slice(0, 3 - shared).join(' ');
}

const MONTH_NAMES = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
] as const;
