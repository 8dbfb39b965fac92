/** How a body is packed on the wire. */
export type Coding = 'br' | 'gzip' | 'identity';

/** The best coding that an Accept-Encoding field allows. */
export interface CodingChoice {
  readonly coding: Coding;
  /** False where the client refuses an unpacked body, however short. */
  readonly plainAllowed: boolean;
  /** True where the client takes gzip as gladly as what was chosen. */
  readonly gzipAsWell: boolean;
}

/** Nothing is packed. */
export const PLAIN: CodingChoice = { coding: 'identity', plainAllowed: true, gzipAsWell: false };

/** Ours, best first. */
const PACKED: readonly Coding[] = ['br', 'gzip'];

/**
 * Chooses by weight, then by our preference; an unpacked body comes last where it is not named (RFC 9110, 12.5.3).
 * Null where the client takes nothing we can send.
 */
export function chooseCoding(acceptEncoding: string | null): CodingChoice | null {
  if (acceptEncoding === null || acceptEncoding === '') return PLAIN;
  const weights = weightsOf(acceptEncoding);
  const others = weights.get('*');
  const weight = (coding: Coding): number => weights.get(coding) ?? others ?? 0;
  const plain = weights.get('identity') ?? (others === 0 ? 0 : null);
  let best: Coding | null = null;
  let bestWeight = 0;
  for (const coding of PACKED) {
    if (weight(coding) > bestWeight) {
      best = coding;
      bestWeight = weight(coding);
    }
  }
  if (plain !== null && plain > bestWeight) best = 'identity';
  if (best === null) return plain === 0 ? null : PLAIN;
  const gzipAsWell = best !== 'identity' && weight('gzip') === bestWeight;
  return { coding: best, plainAllowed: plain !== 0, gzipAsWell };
}

/** The weight of each coding named; the greatest where one is named twice. A malformed weight names nothing. */
function weightsOf(field: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of field.split(',')) {
    const match =
      /^[ \t]*([!#$%&'*+.^_`|~0-9a-z-]+)[ \t]*(?:;[ \t]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/i.exec(part);
    if (match === null) continue;
    const named = match[1]!.toLowerCase();
    const coding = named === 'x-gzip' ? 'gzip' : named;
    weights.set(coding, Math.max(weights.get(coding) ?? 0, Number(match[2] ?? 1)));
  }
  return weights;
}
