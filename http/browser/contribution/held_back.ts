import { describeRecordKind } from '../../../domain/values/record_words.ts';
import { SHARING_CATEGORIES } from '../../../schema/vocabulary.ts';
import type { SessionNote } from '../upload/notes.ts';
import { createElement } from '../upload/view.ts';
import { formatRecords } from '../upload/words.ts';

/** Words for the categories that players can share. */
const CATEGORIES = { guild: 'guild', gear: 'gear', gold: 'gold', collection: 'collections' } as const;

/** Describes the records that were held back, one reason per sentence. Empty if everything was sent. */
export function describeHeldBack({ leftOut, refused, reasons }: SessionNote): readonly string[] {
  return [
    ...SHARING_CATEGORIES.flatMap((category) => {
      const count = leftOut[category] ?? 0;
      return count === 0
        ? []
        : [`${formatRecords(count)} about your ${CATEGORIES[category]}: you did not choose to share them.`];
    }),
    ...reasons.map(({ kind, reason, count }) => `${describeRecordKind(kind)}, ${formatRecords(count)}: ${reason}`),
    ...(refused > sumReasons(reasons)
      ? [`${formatRecords(refused - sumReasons(reasons))}: refused for other reasons.`]
      : []),
  ];
}

function sumReasons(reasons: SessionNote['reasons']): number {
  return reasons.reduce((sum, { count }) => sum + count, 0);
}

/** Lists the records that this browser held back, and shows the section if there are any. */
export function showHeldBack(target: HTMLElement, note: SessionNote): void {
  const sentences = describeHeldBack(note);
  if (sentences.length === 0) return;
  target.replaceChildren(
    createElement('h2', {}, 'Held back by your browser'),
    createElement('p', {}, 'These records were in your file and were not sent. Only this browser knows about them.'),
    createElement('ul', {}, ...sentences.map((text) => createElement('li', {}, createElement('bdi', {}, text)))),
  );
  target.hidden = false;
}
