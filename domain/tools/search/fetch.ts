import type { fetch as contract } from '../../../schema/tools/fetch.ts';
import { recordAddress } from '../../knowledge/source.ts';
import { badParameter } from '../../reads/refusal.ts';
import { err, ok } from '../../values/result.ts';
import type { RuleOf } from '../tool.ts';
import { readKnowledge, type ToldEntry, toldEntry } from './knowledge.ts';

const NO_ENTRY = badParameter('id', 'id must be one that search answered; there is no entry of this id.');

/** One entry as connectors ask for it: an unknown id is a wrong argument, since the form has no word for it. */
export const fetch: RuleOf<typeof contract> = {
  answer: async (ground, { id }) => {
    const found = await readKnowledge<ToldEntry | null>(ground, null, async (data) => {
      const entry = await data.reader.known(data.view, id);
      return entry.ok ? ok(entry.value === null ? null : toldEntry(entry.value, data)) : entry;
    });
    if (!found.ok) return found;
    if (found.value === null) return err(NO_ENTRY);
    const { name, kind, text, url, source, licence, date } = found.value;
    return ok({
      id,
      title: name,
      text: text === '' ? `${name} (${kind})` : text,
      url: url ?? recordAddress({ id }, ground.publisher),
      metadata: { source, licence, date },
    });
  },
  text: ({ title, text, url, metadata: { source, licence, date } }) => [
    `${JSON.stringify(title)}, ${url}`,
    JSON.stringify(text),
    `Source: ${JSON.stringify(source)}, ${JSON.stringify(licence)}, ${date}.`,
  ],
};
