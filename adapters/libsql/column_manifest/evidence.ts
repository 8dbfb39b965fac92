import { MARKET_EVIDENCE } from './market.ts';
import { type Manifest, secret } from './marks.ts';

const source = {
  source_type: secret('NPC or object'),
  source_id: secret('its game id'),
};

/** evidence.db: private throughout. */
export const EVIDENCE: Manifest = {
  ...MARKET_EVIDENCE,
  cursor: {
    id: secret('always 1'),
    epoch: secret('generation of the derived databases'),
    step: secret('counts the chunks taken in'),
    cleared_step: secret('step at which the marks were last cleared'),
    seq: secret('last record taken in'),
    data_as_of_ms: secret('when the newest upload taken in was received'),
    uploads: secret('uploads that brought public records'),
    legacy_records: secret('withheld loot guesses'),
    loot_uploads: secret('uploads that brought loot'),
    loot_records: secret('loot records'),
    loot_windows: secret('admitted loot windows'),
    order_n: secret('last order carried out'),
    daily_day: secret('day for which the daily roll-ups stand'),
    erased: secret('whether the next snapshot carries out an erasure'),
    erased_out: secret('whether it is that of an install that was out'),
  },
  sources: {
    ...source,
    kills: secret('windows opened on it; public from three installs on'),
    reporters: secret('distinct installs'),
    items: secret('distinct items'),
    top_windows: secret('windows of the install that opened most; public from three installs on'),
  },
  source_witnesses: { ...source, install_n: secret('who looted it'), windows: secret('windows of that install') },
  source_items: {
    ...source,
    item_id: secret('item seen'),
    drops: secret('windows holding it'),
    installs: secret('distinct installs that saw it there'),
  },
  source_item_witnesses: {
    ...source,
    item_id: secret('item seen'),
    install_n: secret('who saw it'),
    drops: secret('windows of that install holding it'),
  },
  dirty_sources: {
    ...source,
    reporters_before: secret('installs when the marks were last cleared'),
    items_before: secret('items when the marks were last cleared'),
  },
  dirty_items: {
    ...source,
    item_id: secret('item whose count changed'),
    drops_before: secret('windows holding it when the marks were last cleared'),
  },
  subjects: {
    n: secret('number of a subject'),
    rollup: secret('roll-up that speaks of it'),
    subject: secret('what it is'),
  },
  claims: {
    subject_n: secret('subject of the claim'),
    field: secret('which value of it'),
    install_n: secret('who says so'),
    value: secret('what is said; public from three installs on, or under a grant'),
    at_ms: secret('when the newest report was captured'),
    tie: secret('beginning of its digest'),
    first_ms: secret('when the first was captured'),
  },
  tallies: {
    subject_n: secret('subject of the tally'),
    field: secret('which value of it'),
    value: secret('what is said; public from three installs on'),
    installs: secret('distinct installs that say so'),
    first_days: secret('the earliest first days of installs'),
    last_days: secret('the latest last days of installs'),
  },
  dirty_subjects: {
    rollup: secret('roll-up of the subject'),
    subject_n: secret('subject whose facts may have changed'),
  },
  upload_parts: {
    upload_n: secret('an upload'),
    install_n: secret('an install with records in it'),
    feed_records: secret('its records there that stand in the feed'),
    legacy_records: secret('its withheld loot guesses there'),
    loot_records: secret('its loot records there'),
    loot_windows: secret('its admitted loot windows there'),
  },
  outs: { install_n: secret('install that is withheld') },
  feed_places: {
    install_n: secret('who sent the record'),
    seq: secret('the record'),
    kind: secret('its kind'),
    place: secret('where it stands among the rows of its kind'),
    self: secret('whether its row says that only its install granted it'),
  },
  pending_withdrawals: { kind: secret('kind of a row of the feed'), place: secret('where the row stands') },
  pending_feed: { seq: secret('record to append to the feed'), install_n: secret('whose it is') },
};
