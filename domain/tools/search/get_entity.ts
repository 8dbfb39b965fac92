import type { get_entity as contract } from '../../../schema/tools/get_entity.ts';
import { ok } from '../../values/result.ts';
import type { RuleOf } from '../tool.ts';
import { readKnowledge, type ToldEntry, toldEntry } from './knowledge.ts';

/** One entry of the knowledge base by its id. */
export const get_entity: RuleOf<typeof contract> = {
  answer: (ground, { id }) =>
    readKnowledge<{ hit: ToldEntry | null }>(ground, { hit: null }, async (data) => {
      const found = await data.reader.known(data.view, id);
      if (!found.ok || found.value === null) return found.ok ? ok({ hit: null }) : found;
      return ok({ hit: toldEntry(found.value, data) });
    }),
  text: ({ hit }, { id }) =>
    hit === null
      ? [`There is no entry with the id ${JSON.stringify(id)}.`]
      : [
          `${JSON.stringify(hit.name)} (${hit.kind}, id ${JSON.stringify(hit.id)})`,
          ...(hit.text === '' ? [] : [JSON.stringify(hit.text)]),
          `Source: ${JSON.stringify(hit.source)}, ${JSON.stringify(hit.licence)}, ${hit.date}.`,
        ],
};
