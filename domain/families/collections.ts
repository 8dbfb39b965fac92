import { listAgreedTexts, omitNulls } from './counting/agreed.ts';
import { buildReports, markLanguage } from './counting/claims_on.ts';
import { defineTalliedFamily } from './counting/family.ts';

/**
 * Sources of the items in a collection that three installs have ever listed. The subject is `<collection>:<item id>`. A
 * collection's name may contain colons, so split the subject at the last colon.
 */
export const collections = defineTalliedFamily({
  name: 'collections',
  version: 2,
  kinds: ['collection_catalog'],
  subject: { kind: 'collection', id: -1 },
  witnesses: { item: ['*:ID'] },
  claims: ({ collection, itemId, source }, { language }) =>
    markLanguage(language, buildReports(`${collection}:${itemId}`, { source })),
  facts: (_subject, tallies) => omitNulls({ sources: listAgreedTexts<string>(tallies, 'source') }),
  mentions: (_fact, subject) => [['item', Number(subject.slice(subject.lastIndexOf(':') + 1)), 'subject']],
});
