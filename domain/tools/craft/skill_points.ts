/** The skills at which a recipe turns yellow and grey, the low ends of what is public; null: unknown. */
export interface Thresholds {
  readonly yellow: number | null;
  readonly grey: number | null;
}

/**
 * How many crafts are expected to raise a skill by one point (contract, section 6): 1 below yellow, then
 * (grey − yellow) / (grey − skill). Null: the recipe cannot be counted on for this point, since it is grey, or where it
 * turns yellow or grey is not known.
 */
export const craftsForPoint = ({ yellow, grey }: Thresholds, skill: number): number | null => {
  if (yellow === null || (grey !== null && skill >= grey)) return null;
  if (skill < yellow) return 1;
  return grey === null ? null : (grey - yellow) / (grey - skill);
};
