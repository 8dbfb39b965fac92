import { SKILL_MAX } from '../../../schema/limits.ts';
import { findSupportedBound } from '../../values/corroboration.ts';
import { type AddressFamily, countWitnesses, findAddressFamily } from '../../values/witnesses.ts';

/** A range of skill levels (inclusive). Either end is null if unknown. */
export interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

export interface ReportedBounds extends Bounds {
  readonly installN: number;
}

export interface AgreedBounds extends Bounds {
  /** Number of distinct installs that reported bounds and were not excluded. */
  readonly installs: number;
}

/** Factor by which a value's supporters must outnumber the supporters of any other value. */
const MAJORITY_FACTOR = 2;

/**
 * Computes the range in which a skill lies from the bounds of each install (contract, section 3, Recipe ranges): the
 * third highest lower bound and the third lowest upper bound. If these two bounds cross, the function finds the skill
 * levels that the fewest installs contradict and excludes the installs that contradict all of these levels. It also
 * excludes installs that contradict the bounds of the remaining installs, since no install may both support and deny a
 * bound. The remaining bounds are used if the remaining installs clearly outnumber the excluded ones. Returns null if
 * fewer than three installs bound the skill, or if two camps contradict each other.
 */
export function computeAgreedBounds(reports: readonly ReportedBounds[]): AgreedBounds | null {
  const all = findThirdBounds(reports);
  if (!areBoundsCrossing(all)) return toAgreedBounds(all, reports);
  const isBest = createContradictionTest(reports);
  const first = findThirdBounds(reports.filter(isBest));
  if (areBoundsCrossing(first)) return null;
  // Excluding installs that deny the bounds can only widen the bounds, so no remaining install denies the new bounds.
  const isIncluded = (own: Bounds): boolean => isBest(own) && !areBoundsDisjoint(own, first);
  const included = reports.filter(isIncluded);
  const excluded = reports.filter((own) => !isIncluded(own));
  const bounds = findThirdBounds(included);
  return hasMoreSupport(included, excluded, bounds) ? toAgreedBounds(bounds, included) : null;
}

function toAgreedBounds({ low, high }: Bounds, reports: readonly ReportedBounds[]): AgreedBounds | null {
  return low === null && high === null
    ? null
    : { low, high, installs: countWitnesses(reports.map(({ installN }) => installN)) };
}

/** Returns the tightest bounds that three installs of one address family support. */
function findThirdBounds(reports: readonly ReportedBounds[]): Bounds {
  const [ipv4, ipv6] = [findThirdBoundsWithin(reports, 'IPv4'), findThirdBoundsWithin(reports, 'IPv6')];
  return { low: tightenBound(Math.max, ipv4.low, ipv6.low), high: tightenBound(Math.min, ipv4.high, ipv6.high) };
}

function tightenBound(choose: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : choose(a, b);
}

function findThirdBoundsWithin(all: readonly ReportedBounds[], family: AddressFamily): Bounds {
  const reports = all.filter(({ installN }) => findAddressFamily(installN) === family);
  const lows = reports.flatMap(({ low }) => low ?? []).sort((a, b) => b - a);
  const highs = reports.flatMap(({ high }) => high ?? []).sort((a, b) => a - b);
  return { low: findSupportedBound(lows), high: findSupportedBound(highs) };
}

function areBoundsCrossing({ low, high }: Bounds): boolean {
  return low !== null && high !== null && low > high;
}

/** Returns whether two ranges have no skill level in common. */
function areBoundsDisjoint(a: Bounds, b: Bounds): boolean {
  return areBoundsCrossing({ low: a.low, high: b.high }) || areBoundsCrossing({ low: b.low, high: a.high });
}

function isSkillAllowed({ low, high }: Bounds, skill: number): boolean {
  return (low === null || low <= skill) && (high === null || skill <= high);
}

/** Every skill level that a bound can have. */
const ALL_SKILLS: readonly number[] = Array.from({ length: SKILL_MAX + 2 }, (_, skill) => skill);

/**
 * Returns how many ranges allow each skill level. Adds up the ranges' ends, so that one pass is enough for all levels.
 */
function countAllowedSkills(reports: readonly Bounds[]): readonly number[] {
  const steps = new Array<number>(ALL_SKILLS.length + 1).fill(0);
  for (const { low, high } of reports) {
    steps[low ?? 0]!++;
    steps[(high ?? ALL_SKILLS.length - 1) + 1]!--;
  }
  let count = 0;
  return ALL_SKILLS.map((skill) => {
    count += steps[skill]!;
    return count;
  });
}

/** Returns a function that checks whether a range allows any of the skill levels that most installs allow. */
function createContradictionTest(reports: readonly Bounds[]): (own: Bounds) => boolean {
  const allowed = countAllowedSkills(reports);
  const most = Math.max(...allowed);
  const best = ALL_SKILLS.filter((skill) => allowed[skill] === most);
  return (own) => best.some((skill) => isSkillAllowed(own, skill));
}

/**
 * Returns whether the remaining installs clearly outnumber the excluded ones, in total and at every skill level outside
 * the bounds. At such a level, the remaining installs that rule it out are compared with the excluded ones that allow
 * it. The total would not be enough, because many remaining installs may allow every level.
 */
function hasMoreSupport(included: readonly Bounds[], excluded: readonly Bounds[], bounds: Bounds): boolean {
  if (included.length < MAJORITY_FACTOR * excluded.length) return false;
  const [inRest, inOut] = [countAllowedSkills(included), countAllowedSkills(excluded)];
  return ALL_SKILLS.every(
    (skill) => isSkillAllowed(bounds, skill) || included.length - inRest[skill]! >= MAJORITY_FACTOR * inOut[skill]!,
  );
}
