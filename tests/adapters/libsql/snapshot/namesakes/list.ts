import { createHash } from 'node:crypto';
import type { PublicList } from '../../../../../adapters/libsql/snapshot/lists/list.ts';
import { npcs } from '../../../../../domain/families/npcs.ts';

/** Creatures that share a name: `a` is a creature, and `b` a number for its name. */
export const namesakes: PublicList = {
  names: ['namesakes'],
  rowsOf: ({ facts }) => {
    const named = facts.filter(({ family }) => family === npcs.name);
    return {
      rows: named.flatMap(({ subject, body }) => {
        const name = (body as { readonly name?: { readonly value: string } } | null)?.name?.value;
        const row = { list: 'namesakes', key: '', a: Number(subject), body: JSON.stringify({ name, npcId: subject }) };
        return name === undefined ? [] : [{ ...row, b: nameNumber(name) }];
      }),
      replacedRanges: named.map(({ subject }) => {
        return { list: 'namesakes', key: '', a: Number(subject), first: 0, last: Number.MAX_SAFE_INTEGER };
      }),
    };
  },
  countedBy: ['b'],
  exportedAs: null,
};

export function nameNumber(name: string): number {
  return createHash('sha256').update(name).digest().readUIntBE(0, 6);
}
