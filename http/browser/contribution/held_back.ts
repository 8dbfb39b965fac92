import { describeRecordKind } from '../../../domain/values/record_words.ts';
import { SHARING_CATEGORIES } from '../../../schema/vocabulary.ts';
import type { SessionNote } from '../upload/notes.ts';
import { createElement } from '../upload/view.ts';
import { formatRecords } from '../upload/words.ts';

/** Words for the categories that players can share. */
const CATEGORY_LABELS = { guild: 'guild', gear: 'gear', gold: 'gold', collection: 'collections' } as const;

/** Describes the records that were held back, one reason per sentence. Empty if everything was sent. */
export function describeHeldRecords({ leftOut, refused, reasons }: SessionNote): readonly string[] {
  return [
    ...SHARING_CATEGORIES.flatMap((category) => {
      const count = leftOut[category] ?? 0;
      return count === 0
        ? []
        : [`${formatRecords(count)} about your ${CATEGORY_LABELS[category]}: you did not choose to share them.`];
    }),
    ...reasons.map(({ kind, reason, count }) => `${describeRecordKind(kind)}, ${formatRecords(count)}: ${reason}`),
    ...(refused > countHeldRecords(reasons)
      ? [`${formatRecords(refused - countHeldRecords(reasons))}: refused for other reasons.`]
      : []),
  ];
}

function countHeldRecords(reasons: SessionNote['reasons']): number {
  return reasons.reduce((sum, { count }) => sum + count, 0);
}

/** Lists the records that this browser held back, and shows the section if there are any. */
export function showHeldRecords(target: HTMLElement, note: SessionNote): void {
  const sentences = describeHeldRecords(note);
  if (sentences.length === 0) return;
  target.replaceChildren(
    createElement('h2', {}, 'Held back by your browser'),
    createElement('p', {}, 'These records were in your file and were not sent. Only this browser knows about them.'),
    createElement('ul', {}, ...sentences.map((text) => createElement('li', {}, createElement('bdi', {}, text)))),
  );
  target.hidden = false;
}
