import type { fetch as contract } from '../../../schema/tools/knowledge.ts';
import { recordAddress } from '../../knowledge/source.ts';
import { badParameter } from '../../reads/refusal.ts';
import { err, ok } from '../../values/result.ts';
import type { RuleOf } from '../tool.ts';
import { nothingFound } from './nothing_found.ts';
import { textLines, wholeEntry } from './whole_entry.ts';

const NO_ENTRY = 'id must be one that search returned; there is no entry with this id.';

/**
 * Returns one entry in the form that connectors expect, with everything known about it. The text of an entity is that
 * of its page tool. An unknown id is refused as a bad argument, because the form cannot express "not found".
 */
export const fetch: RuleOf<typeof contract> = {
  answer: async (context, { id }) => {
    const found = await wholeEntry(context, id);
    if (found === null) {
      return err(badParameter('id', await nothingFound(context, NO_ENTRY)));
    }
    const { name, kind, text, url, source, licence, credit, date } = found;
    return ok({
      id,
      title: name,
      text: text === '' ? `${JSON.stringify(name)} (${kind})` : text,
      url: url ?? recordAddress({ id }, context.publisher),
      metadata: { source, licence, credit, date },
    });
  },
  text: ({ id, title, text, url, metadata: { source, licence, date } }) => [
    `${JSON.stringify(title)}, ${url}`,
    ...textLines(id, text),
    `Source: ${JSON.stringify(source)}, ${JSON.stringify(licence)}, ${date}.`,
  ],
};
