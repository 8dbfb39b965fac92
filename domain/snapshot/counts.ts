import type { EvidenceCounts, UploadPart } from '../ports/evidence.ts';

/**
 * The counts over these parts (contract, section 3, Corpus and Drops). An upload counts where any of its installs'
 * records do, so the parts of an upload have to be among them all or not at all.
 */
export function countsOf(parts: readonly UploadPart[]): EvidenceCounts {
  return {
    uploads: distinctUploads(parts.filter((part) => part.feedRecords + part.legacyRecords > 0)),
    legacyRecords: sum(parts.map((part) => part.legacyRecords)),
    lootUploads: distinctUploads(parts.filter((part) => part.lootRecords > 0)),
    lootRecords: sum(parts.map((part) => part.lootRecords)),
    lootWindows: sum(parts.map((part) => part.lootWindows)),
  };
}

function distinctUploads(parts: readonly UploadPart[]): number {
  return new Set(parts.map(({ uploadN }) => uploadN)).size;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
