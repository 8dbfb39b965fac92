import { everyText, publicMembers } from './counting/agreed.ts';
import { inLanguage, reportsOn } from './counting/claims_on.ts';
import { tallied } from './counting/family.ts';

/**
 * Sources of the items in a collection. A source becomes public once at least three installs have listed it at any
 * time. Subject: `<collection>:<item id>`. A collection's name may contain colons, so split the subject at the last
 * colon.
 */
export const collections = tallied({
  name: 'collections',
  version: 2,
  dated: false,
  kinds: ['collection_catalog'],
  subject: { kind: 'collection', id: -1 },
  logged: true,
  witnesses: { item: ['*:ID'] },
  claims: (record, { language }) =>
    record.kind !== 'collection_catalog'
      ? []
      : inLanguage(language, reportsOn(`${record.collection}:${record.itemId}`, { source: record.source })),
  facts: (_subject, tallies) => publicMembers({ sources: everyText<string>(tallies, 'source') }),
  mentions: (_fact, subject) => [['item', Number(subject.slice(subject.lastIndexOf(':') + 1)), 'subject']],
});
