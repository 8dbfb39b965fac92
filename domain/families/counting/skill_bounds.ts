import { SKILL_MAX } from '../../../schema/limits.ts';
import { supportedBound } from '../../values/corroboration.ts';
import { type AddressFamily, addressFamily, countWitnesses } from '../../values/witnesses.ts';

/** Between which skills something lies, ends included; null: that end is unknown. */
export interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

/** What one install says. */
export interface ToldBounds extends Bounds {
  readonly installN: number;
}

/** Bounds that installs agree on. */
export interface AgreedBounds extends Bounds {
  /** Distinct installs that told of it and are not left out. */
  readonly installs: number;
}

/** Those who hold a value must be so many times as many as those who hold another. */
const OUTWEIGHS = 2;

/**
 * Where a skill lies, from what each install says of it (contract, section 3, Recipe ranges): the third highest lower
 * bound and the third lowest upper one. Where these cross, the skills are looked for that contradict the fewest installs;
 * installs that contradict all of these are left out, and so are those that contradict the bounds of the others: nobody
 * may stand for a bound and deny it. The rest says where it lies, if it outweighs them. Null: no three installs bound it,
 * or two camps stand against each other.
 */
export function agreedBounds(told: readonly ToldBounds[]): AgreedBounds | null {
  const all = thirdsOf(told);
  if (!isCrossing(all)) return known(all, told);
  const isBest = leastContradicted(told);
  const first = thirdsOf(told.filter(isBest));
  if (isCrossing(first)) return null;
  // Without those who deny them the bounds can but widen, so that nobody who is left denies the new ones.
  const isHeard = (own: Bounds): boolean => isBest(own) && !areApart(own, first);
  const rest = told.filter(isHeard);
  const out = told.filter((own) => !isHeard(own));
  const bounds = thirdsOf(rest);
  return outweighs(rest, out, bounds) ? known(bounds, rest) : null;
}

function known({ low, high }: Bounds, told: readonly ToldBounds[]): AgreedBounds | null {
  return low === null && high === null
    ? null
    : { low, high, installs: countWitnesses(told.map(({ installN }) => installN)) };
}

/** The tightest bounds behind which three installs of one address family stand. */
function thirdsOf(told: readonly ToldBounds[]): Bounds {
  const [ipv4, ipv6] = [thirdsWithin(told, 'IPv4'), thirdsWithin(told, 'IPv6')];
  return { low: tighter(Math.max, ipv4.low, ipv6.low), high: tighter(Math.min, ipv4.high, ipv6.high) };
}

function tighter(choose: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : choose(a, b);
}

function thirdsWithin(all: readonly ToldBounds[], family: AddressFamily): Bounds {
  const told = all.filter(({ installN }) => addressFamily(installN) === family);
  const lows = told.flatMap(({ low }) => low ?? []).sort((a, b) => b - a);
  const highs = told.flatMap(({ high }) => high ?? []).sort((a, b) => a - b);
  return { low: supportedBound(lows), high: supportedBound(highs) };
}

function isCrossing({ low, high }: Bounds): boolean {
  return low !== null && high !== null && low > high;
}

/** Whether no skill lies within both. */
function areApart(a: Bounds, b: Bounds): boolean {
  return isCrossing({ low: a.low, high: b.high }) || isCrossing({ low: b.low, high: a.high });
}

function allows({ low, high }: Bounds, skill: number): boolean {
  return (low === null || low <= skill) && (high === null || skill <= high);
}

/** Every skill that a bound can name. */
const SKILLS: readonly number[] = Array.from({ length: SKILL_MAX + 2 }, (_, skill) => skill);

/** By skill: how many of these allow it. */
function allowedBy(told: readonly Bounds[]): readonly number[] {
  const steps = new Array<number>(SKILLS.length + 1).fill(0);
  for (const { low, high } of told) {
    steps[low ?? 0]!++;
    steps[(high ?? SKILLS.length - 1) + 1]!--;
  }
  let count = 0;
  return SKILLS.map((skill) => {
    count += steps[skill]!;
    return count;
  });
}

/** Whether what an install says allows one of the skills that most installs allow. */
function leastContradicted(told: readonly Bounds[]): (own: Bounds) => boolean {
  const allowed = allowedBy(told);
  const most = Math.max(...allowed);
  const best = SKILLS.filter((skill) => allowed[skill] === most);
  return (own) => best.some((skill) => allows(own, skill));
}

/**
 * Whether the rest is far more than those left out, and each skill outside the bounds is denied by far more of the rest
 * than there are left out who allow it: of the rest many may have seen so little that they allow every skill.
 */
function outweighs(rest: readonly Bounds[], out: readonly Bounds[], bounds: Bounds): boolean {
  if (rest.length < OUTWEIGHS * out.length) return false;
  const [inRest, inOut] = [allowedBy(rest), allowedBy(out)];
  return SKILLS.every((skill) => allows(bounds, skill) || rest.length - inRest[skill]! >= OUTWEIGHS * inOut[skill]!);
}
