import type { EstimatedRate } from '../../../schema/response_fields.ts';
import { INSTALLS_TO_LEAD } from '../corroboration.ts';
import { formatDayInWords } from '../instant.ts';
import { formatQuantity } from '../phrases.ts';

export type RateRange = Pick<
  EstimatedRate,
  'estimate' | 'estimateLow' | 'estimateHigh' | 'basis' | 'always' | 'obtainable'
>;

/** Traits of a rate that notes explain. */
export type RateTraits = Pick<EstimatedRate, 'obtainable' | 'changed' | 'disagrees'>;

interface RateWithLooters extends RateRange {
  /** Number of installs that looted the source. */
  readonly reporters: number;
}

/** Returns "only 3 players so far" if too few looted the source to rank it with others, and null otherwise. */
export function describeFewLooters({ reporters = INSTALLS_TO_LEAD }: Partial<RateWithLooters>): string | null {
  return reporters < INSTALLS_TO_LEAD ? `only ${formatQuantity(reporters, 'player')} so far` : null;
}

/** Adds "only 3 players so far" to a description if it applies. */
export function appendFewLooters(description: string, rate: Pick<RateWithLooters, 'reporters'>): string {
  const few = describeFewLooters(rate);
  return few === null ? description : `${description}, ${few}`;
}

/**
 * Describes an estimated rate for players, such as "about 51%, between 44% and 58%". Also says if too little was looted
 * to tell, if the item has always dropped so far, or if the rate applies only to players who can get the item.
 */
export function describeRate(rate: RateRange): string {
  const text = describeInterval(rate);
  return rate.obtainable === 'some' ? `${text}, for players who can get it` : text;
}

/** A rate with the counts behind it. `quest` has the counts of players on the quest, if the rate is theirs. */
interface RateWithCounts extends RateWithLooters, RateTraits, LootCounts {
  readonly quest?: LootCounts;
}

interface LootCounts {
  readonly kills: number;
  readonly drops: number;
  readonly installs: number;
  readonly reporters: number;
}

/**
 * Describes a rate with its counts, such as "about 51%, between 44% and 58% (90 of 176 looted, 6 of 7 players)", if one of
 * the seven players who looted the source never saw the item.
 */
export function describeWithCounts(rate: RateWithCounts, tries = 'looted'): string {
  const { drops, kills, installs, reporters } = rate.quest ?? rate;
  const players = describeFewLooters({ reporters }) ?? formatQuantity(reporters, 'player');
  const saw = installs === reporters ? players : `${installs} of ${players}`;
  const details = [`${drops} of ${kills} ${tries}, ${saw}`, ...listRateNotes(rate)].join('; ');
  const text = describeRate(rate);
  return text.endsWith(')') ? `${text.slice(0, -1)}; ${details})` : `${text} (${details})`;
}

/** Returns what players should know about a rate besides its interval, such as that it changed. Often empty. */
export function listRateNotes({ obtainable, changed, disagrees }: RateTraits): readonly string[] {
  const notes: string[] = [];
  if (obtainable === 'once') notes.push('once per player, counted until it first dropped');
  if (changed !== undefined) {
    const { since, before, after } = changed;
    notes.push(
      `changed on ${formatDayInWords(since)}, about ${formatPercent(before)} before and ${formatPercent(after)} since`,
    );
  }
  if (disagrees === true) notes.push("players' results differ more than chance explains");
  return notes;
}

function describeInterval(rate: RateRange): string {
  const [from, to] = [formatLowerPercent(rate.estimateLow), formatUpperPercent(rate.estimateHigh)];
  const quest = formatBasis(rate);
  if (rate.always === true) return `always so far${quest}, at least ${from}`;
  if (!isWideInterval(rate)) return `about ${formatPercent(rate.estimate)}${quest}, between ${from} and ${to}`;
  if (isRareDrop(rate)) return `rare${quest}: somewhere between ${from} and ${to}`;
  return `too uncertain${quest} to say (${from} to ${to})`;
}

/** Describes an estimated rate in a few words, such as "about 51%" or "about 51% on the quest". */
export function formatShortRate(rate: RateRange): string {
  const quest = formatBasis(rate);
  if (rate.always === true) return `always so far${quest}`;
  if (!isWideInterval(rate)) return `about ${formatPercent(rate.estimate)}${quest}`;
  return isRareDrop(rate) ? `rare${quest}` : 'chance unknown';
}

/**
 * Describes a rate at a glance: "51% (44 to 58%), about 2 looted corpses for one". `looted` is the plural noun for the
 * sources. Rates that say little are described as by `describeRate`.
 */
export function formatRateSummary(rate: RateWithLooters, looted: string): string {
  if (rate.always === true || isWideInterval(rate)) return appendFewLooters(describeRate(rate), rate);
  const quest = formatBasis(rate);
  const interval = `${formatLowerPercent(rate.estimateLow).slice(0, -1)} to ${formatUpperPercent(rate.estimateHigh)}`;
  const needed = Math.round(1 / rate.estimate);
  const effort = needed < 2 ? '' : `, about ${needed.toLocaleString('en-GB')} ${looted} for one`;
  const whom = rate.obtainable === 'some' ? ', for players who can get it' : '';
  return appendFewLooters(`${formatPercent(rate.estimate)}${quest} (${interval})${effort}${whom}`, rate);
}

/** Describes a rate in a few words that name its source, such as "51% from Kobold, only 3 players so far". */
export function formatSourceRate(rate: RateWithLooters, source: string): string {
  const from = appendFewLooters(`from ${source}${formatBasis(rate)}`, rate);
  if (rate.always === true) return `always ${from}`;
  if (!isWideInterval(rate)) return `${formatPercent(rate.estimate)} ${from}`;
  return isRareDrop(rate) ? `rare, ${from}` : `drops ${from}`;
}

function formatBasis({ basis }: Pick<RateRange, 'basis'>): string {
  return basis === 'quest' ? ' on the quest' : '';
}

function isWideInterval({ estimateLow, estimateHigh }: RateRange): boolean {
  return estimateHigh > 10 * estimateLow;
}

function isRareDrop({ estimateHigh }: RateRange): boolean {
  return estimateHigh < 0.05;
}

/** Formats a rate as a percentage with two significant digits, for example "51%", "4.2%" or "0.035%". */
export function formatPercent(rate: number): string {
  return formatRoundedPercent(rate, Math.round);
}

/** Like `formatPercent`, rounded down. Use it for the lower end of an interval. */
export function formatLowerPercent(rate: number): string {
  return formatRoundedPercent(rate, Math.floor);
}

/** Like `formatPercent`, rounded up. Use it for the upper end of an interval. */
export function formatUpperPercent(rate: number): string {
  return formatRoundedPercent(rate, Math.ceil);
}

function formatRoundedPercent(rate: number, round: (number: number) => number): string {
  if (rate === 0) return '0%';
  const decimals = Math.min(8, Math.max(0, 1 - Math.floor(Math.log10(rate * 100))));
  const scale = 10 ** decimals;
  // The product of two doubles may miss an integer by a hair, and rounding up or down would then be off by a whole
  // step.
  const rounded = round(Number((rate * 100 * scale).toPrecision(12))) / scale;
  return `${Number(rounded.toFixed(decimals))}%`;
}
