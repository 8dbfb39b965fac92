import { flag, integer, list, optional, strictObject, text, token } from './fields.ts';
import { LENGTHS, LIMITS } from './limits.ts';
import { PROTOCOL_MAJORS_ACCEPTED, PROTOCOL_VERSION } from './protocol.ts';

const SEMVER_NUMBER = '(?:0|[1-9][0-9]*)';
const SEMVER_LABELS = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const SEMVER_PATTERN = `^(?:${PROTOCOL_MAJORS_ACCEPTED.join('|')})\\.${SEMVER_NUMBER}\\.${SEMVER_NUMBER}(?:-${SEMVER_LABELS})?(?:\\+${SEMVER_LABELS})?$`;

const sharingField = strictObject('The categories that the player chose to share; an absent one is not shared.', {
  guild: optional(flag('Rosters, lockouts, attendance and awards of guilds.')),
  gear: optional(flag('What characters wear.')),
  gold: optional(flag('The money of characters, and what moves it.')),
  collection: optional(flag('What the player’s collections hold.')),
});

/** An opaque token of 32 random bytes (contract, section 2, Grant). */
const tokenField = token('A grant token.', 46, 46, '^tg_[A-Za-z0-9_-]{43}$', 'tg_ and 43 letters, digits, "_" and "-"');

/**
 * A four-letter locale. Locales unknown to this release are also accepted, and take effect once a release knows them.
 */
const clientLocale = token(
  'The language of the game client, as the client names it, such as deDE; left out: unknown. Names and other texts of the records count for that language.',
  4,
  4,
  '^[a-z]{2}[A-Z]{2}$',
  'two small letters and two capitals, such as enUS',
);

/** A random name for the uploads of one file (contract, section 2, Uploads that belong together). */
const sessionField = token(
  'A random name that all uploads of one file share, made by the uploader. Whoever knows it can read /upload/{session}.',
  LENGTHS.session.min,
  LENGTHS.session.max,
  `^[A-Za-z0-9_-]{${LENGTHS.session.max}}$`,
  'letters, digits, "_" and "-"',
);

/** The fields of an upload other than `records`, split into those sent before and those sent after it. */
export const ENVELOPE_HEAD = {
  addonVersion: text('The version of the addon or program that uploads.', 1, LIMITS.addonVersionLengthMax.value),
  clientBuild: optional(text('The build of the game client.', 0, LIMITS.clientBuildLengthMax.value)),
  season: optional(
    integer(
      'The season of the realm, as the client numbers it (C_Seasons.GetActiveSeason): 0 for none, 2 for Season of Discovery. With clientBuild it says of which game the upload is.',
      0,
      LIMITS.seasonMax.value,
    ),
  ),
  region: optional(
    integer(
      'The region of the realm, as the client numbers it (GetCurrentRegion): 1 US, 2 KR, 3 EU, 4 TW, 5 CN.',
      1,
      LIMITS.regionMax.value,
    ),
  ),
  locale: optional(clientLocale),
  protocol: optional(
    token(
      `The version of this contract that the upload follows, now ${PROTOCOL_VERSION}.`,
      5,
      LIMITS.protocolLengthMax.value,
      SEMVER_PATTERN,
      `a semantic version of major ${PROTOCOL_MAJORS_ACCEPTED.join(' or ')}, such as ${PROTOCOL_VERSION}`,
    ),
  ),
  session: optional(sessionField),
};

export const ENVELOPE_TAIL = {
  sharing: optional(sharingField),
  grantTokens: optional(list('Grants that cover the named records.', tokenField, 0, LIMITS.grantTokensMax.value)),
};
