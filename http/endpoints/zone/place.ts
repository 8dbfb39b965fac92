import type { Pin } from '../../../domain/families/pins.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';

/** Renders the location that most installs reported, and how many other locations there are. */
export function placeOf(pins: readonly Pin[]): unknown {
  const [first] = pins;
  if (first === undefined) return UNKNOWN;
  return `${first.x}, ${first.y}${pins.length > 1 ? ` and ${counted(pins.length - 1, 'other location')}` : ''}`;
}
