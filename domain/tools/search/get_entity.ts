import type { get_entity as contract } from '../../../schema/tools/knowledge.ts';
import { ok } from '../../values/result.ts';
import type { RuleOf } from '../tool.ts';
import { withReason } from './nothing_found.ts';
import { textLines, wholeEntry } from './whole_entry.ts';

/** Returns one entry of the knowledge base by id, with everything known about it. */
export const get_entity: RuleOf<typeof contract> = {
  answer: async (context, { id }) => {
    const found = await wholeEntry(context, id);
    const none = `There is no entry with the id ${JSON.stringify(id)}.`;
    return ok(await withReason(context, { hit: found }, found === null, none));
  },
  text: ({ hit, reason = '' }) =>
    hit === null
      ? [reason]
      : [
          `${JSON.stringify(hit.name)} (${hit.kind}, id ${JSON.stringify(hit.id)})`,
          ...textLines(hit.id, hit.text),
          `Source: ${JSON.stringify(hit.source)}, ${JSON.stringify(hit.licence)}, ${hit.date}.`,
        ],
};
