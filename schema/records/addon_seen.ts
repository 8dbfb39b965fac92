import { flag, name, optional } from '../fields.ts';
import { recordKind } from '../record_kind.ts';

/** An addon that the player has installed. */
export const addon_seen = recordKind({
  kind: 'addon_seen',
  visibility: 'private',
  sharing: null,
  description: 'An addon that the player has installed.',
  fields: {
    addon: name('The addon’s name.', 1, 60),
    version: optional(name('The addon’s version.', 1, 40)),
    enabled: optional(flag('Whether it is switched on.')),
  },
});
