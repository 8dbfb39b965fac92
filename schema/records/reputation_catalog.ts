import { flag, name, optional } from '../fields.ts';
import { gameId } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** A faction with which a character can earn reputation. */
export const reputation_catalog = recordKind({
  kind: 'reputation_catalog',
  visibility: 'private',
  sharing: null,
  description: 'A faction whose standing a character can earn.',
  fields: {
    factionId: gameId('The faction, by the client’s id.'),
    name: name('The faction’s name.', 1, 80),
    header: optional(name('The heading it is listed under.', 1, 80)),
    major: optional(flag('True for a renown faction, whose ranks are not the eight standings.')),
  },
});
