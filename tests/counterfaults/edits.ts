import type { Edit } from './faults.ts';

/** Applies an edit to the source. Throws unless the text occurs exactly once, so that every fault is really planted. */
export function edited(source: string, { file, find, replace }: Edit): string {
  const parts = source.split(find);
  if (parts.length !== 2) {
    throw new Error(
      `${file} must hold ${JSON.stringify(find)} once; it is there ${parts.length - 1} times. Mend the fault that edits it.`,
    );
  }
  return parts.join(replace);
}
