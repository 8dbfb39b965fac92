import type { Edit } from './faults.ts';

/** The source with the edit made; thrown where the text is not there once, so that no fault is planted in the air. */
export function edited(source: string, { file, find, replace }: Edit): string {
  const parts = source.split(find);
  if (parts.length !== 2) {
    throw new Error(
      `${file} must hold ${JSON.stringify(find)} once; it is there ${parts.length - 1} times. Mend the fault that edits it.`,
    );
  }
  return parts.join(replace);
}
