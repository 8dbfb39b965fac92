import type { EvidenceCounts, UploadPart } from '../ports/evidence.ts';

/**
 * Computes the counts over these parts (contract, section 3, Corpus and Drops). An upload counts if any of its
 * installs' records do, so `parts` must contain either all parts of an upload or none.
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
