/** The content coding of a body on the wire. */
export type ContentCoding = 'br' | 'gzip' | 'identity';

/** The best coding that an Accept-Encoding field allows, and what else the client accepts. */
export interface CodingChoice {
  readonly coding: ContentCoding;
  /** False if the client refuses uncompressed bodies, even short ones. */
  readonly plainAllowed: boolean;
  /** Whether the client gives gzip the same weight as the chosen coding. */
  readonly gzipAsWell: boolean;
}

/** No compression. */
export const PLAIN_CODING: CodingChoice = { coding: 'identity', plainAllowed: true, gzipAsWell: false };

/** The compressed codings that we support, in order of preference. */
const COMPRESSED_CODINGS: readonly ContentCoding[] = ['br', 'gzip'];

/**
 * Chooses a coding by weight, then by our preference. `identity` comes last if the header field does not name it (RFC
 * 9110, 12.5.3). Returns null if the client accepts no coding that we support.
 */
export function chooseCoding(acceptEncoding: string | null): CodingChoice | null {
  if (acceptEncoding === null || acceptEncoding === '') return PLAIN_CODING;
  const weights = parseWeights(acceptEncoding);
  const others = weights.get('*');
  const weight = (coding: ContentCoding): number => weights.get(coding) ?? others ?? 0;
  const plain = weights.get('identity') ?? (others === 0 ? 0 : null);
  let best: ContentCoding | null = null;
  let bestWeight = 0;
  for (const coding of COMPRESSED_CODINGS) {
    if (weight(coding) > bestWeight) {
      best = coding;
      bestWeight = weight(coding);
    }
  }
  if (plain !== null && plain > bestWeight) best = 'identity';
  if (best === null) return plain === 0 ? null : PLAIN_CODING;
  const gzipAsWell = best !== 'identity' && weight('gzip') === bestWeight;
  return { coding: best, plainAllowed: plain !== 0, gzipAsWell };
}

/** Maps each named coding to its weight, or to its greatest weight if it is named twice. Ignores malformed entries. */
function parseWeights(field: string): ReadonlyMap<string, number> {
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
