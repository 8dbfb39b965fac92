import { formatCsv } from '../../values/csv.ts';
import { describeRate, listRateNotes } from '../../values/estimates/describe_rate.ts';
import { formatPercentDigits, formatRatePercent } from '../../values/percent.ts';
import { formatQuantity } from '../../values/phrases.ts';
import type { RateComparison, RateDifference } from './compare_rates.ts';

const RATE_DECIMALS = 4;

/** Names of the shapes in sentences. */
export const TABLE_NAMES = { questie: 'Questie', pfquest: 'pfQuest', atlasloot: 'AtlasLoot', csv: 'CSV' } as const;

/** Returns sentences about a comparison as a whole. */
export function summariseComparison(comparison: RateComparison): readonly string[] {
  const { shape, rates, skipped, agreed, differing, notSeen, unknown, differences } = comparison;
  return [
    `The table was read as ${TABLE_NAMES[shape]}: ${formatQuantity(rates, 'rate')}.`,
    `${formatQuantity(agreed, 'rate agrees', 'rates agree')} with what players saw, and ${formatQuantity(differing, 'differs', 'differ')} beyond chance.`,
    ...(notSeen === 0
      ? []
      : [
          `${formatQuantity(notSeen, 'rate is', 'rates are')} of items that fewer than three players saw drop from a source that players did loot.`,
        ]),
    ...(unknown === 0
      ? []
      : [
          `${formatQuantity(unknown, 'rate is', 'rates are')} of sources that fewer than three players looted: we cannot say.`,
        ]),
    ...(skipped === 0
      ? []
      : [
          `${formatQuantity(skipped, 'entry', 'entries')} had no ids with a percentage from 0 to 100 and ${skipped === 1 ? 'was' : 'were'} skipped.`,
        ]),
    ...(differences.length < differing ? [`The surest ${differences.length} differences are listed.`] : []),
  ];
}

const COMPARISON_LINES_MAX = 200;

/** Returns a comparison as lines of text, at most COMPARISON_LINES_MAX differences. */
export function formatComparison(comparison: RateComparison): readonly string[] {
  const { differences, differing } = comparison;
  const shown = differences.slice(0, COMPARISON_LINES_MAX).map((one) => {
    const theirs = `${buildDifferenceRow(one).theirPercent}% there`;
    const ours = [`${describeRate(one)} here`, ...listRateNotes(one)].join(', ');
    const source = one.sourceName ?? `${one.sourceType === 'npc' ? 'NPC' : 'object'} ${one.sourceId}`;
    return `- ${one.itemName ?? `Item ${one.itemId}`} (${one.itemId}) from ${source} (${one.sourceId}): ${theirs}, ${ours} (${formatSample(one)})`;
  });
  const rest = differing - shown.length;
  return [
    ...summariseComparison(comparison),
    ...shown,
    ...(rest > 0 ? [`… and ${rest} more; --format csv lists more.`] : []),
  ];
}

/** Formats the sample behind a rate: `90 of 176 looted corpses, 7 players`. */
function formatSample(difference: RateDifference): string {
  const { drops, kills, installs } = difference.quest ?? difference;
  const looted =
    difference.sourceType === 'npc' ? formatQuantity(kills, 'looted corpse') : formatQuantity(kills, 'time');
  return `${drops} of ${looted}, ${formatQuantity(installs, 'player')}`;
}

/** Returns a comparison as JSON. Percentages are from 0 to 100. */
export function toComparisonJson(comparison: RateComparison) {
  const { dataAsOfMs: _dataAsOfMs, differences, ...counts } = comparison;
  return { ...counts, differences: differences.map(buildDifferenceRow) };
}

/** Returns the fields of a difference, in the order of the columns of CSV. */
function buildDifferenceRow(one: RateDifference) {
  return {
    itemId: one.itemId,
    itemName: one.itemName,
    sourceType: one.sourceType,
    sourceId: one.sourceId,
    sourceName: one.sourceName,
    theirPercent: one.theirPercent,
    percent: Number(formatRatePercent(one.estimate, RATE_DECIMALS)),
    percentLow: Number(formatPercentDigits(one.estimateLow, RATE_DECIMALS)),
    percentHigh: Number(formatPercentDigits(one.estimateHigh, RATE_DECIMALS)),
    kills: one.kills,
    drops: one.drops,
    installs: one.installs,
  };
}

const DIFFERENCE_COLUMNS = [
  ...(['itemId', 'itemName', 'sourceType', 'sourceId', 'sourceName', 'theirPercent', 'percent'] as const),
  ...(['percentLow', 'percentHigh', 'kills', 'drops', 'installs'] as const),
] as const satisfies readonly (keyof ReturnType<typeof buildDifferenceRow>)[];

/** Returns the differences as CSV with a line of column names. */
export function toComparisonCsv({ differences }: RateComparison): string {
  const rows = differences.map((difference) => {
    const row = buildDifferenceRow(difference);
    return DIFFERENCE_COLUMNS.map((column) => row[column]);
  });
  return formatCsv(DIFFERENCE_COLUMNS, rows);
}
