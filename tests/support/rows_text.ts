import { Buffer } from 'node:buffer';
import type { TextPiece } from '../../domain/ports/rows.ts';
import { inflatePiece } from '../../domain/reads/pieces.ts';

/** Returns rows as one text, with packed rows unpacked. */
export function rowsText(pieces: readonly TextPiece[]): string {
  return Buffer.concat(pieces.map(inflatePiece)).toString('utf8');
}
