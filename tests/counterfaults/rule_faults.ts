import type { Fault } from './faults.ts';

/** Faults in what becomes public and in how installs are counted. */
export const RULE_FAULTS: readonly Fault[] = [
  {
    name: 'three-to-two',
    does: 'publishes what two installs report',
    edits: [
      {
        file: 'schema/limits.ts',
        find: 'installsToPublish: limit(\n    3,',
        replace: 'installsToPublish: limit(\n    2,',
      },
    ],
    tests: ['tests/domain/families/hidden.test.ts'],
  },
  {
    name: 'two-for-addon-files',
    does: 'exports rates that two installs saw to files for addons',
    edits: [
      {
        file: 'adapters/libsql/snapshot/export/sorted_rows.ts',
        find: 'const HAS_ENOUGH_INSTALLS = `r.body->>1 >= $',
        replace: 'const HAS_ENOUGH_INSTALLS = `1 + (r.body->>1) >= $',
      },
    ],
    tests: ['tests/domain/exports/addon_files.test.ts'],
  },
  {
    name: 'withdrawn-not-followed',
    does: 'leaves withdrawn rates out of the change feed, so that followers keep them',
    edits: [
      {
        file: 'adapters/libsql/snapshot/lists/drops.ts',
        find: 'return after === null ? createRateChange(',
        replace: 'return after === null && row.b === SOURCE_ROW_ITEM ? createRateChange(',
      },
    ],
    tests: ['tests/adapters/changes/chain.test.ts'],
  },
  {
    name: 'entries-by-install',
    does: 'exports anonymous entries in the order of installs, so that entries of two sources can be linked',
    edits: [
      {
        file: 'domain/reads/datasets/witness_row.ts',
        find: '${witnesses.toSorted().join',
        replace: '${witnesses.join',
      },
    ],
    tests: ['tests/domain/exports/evidence.test.ts'],
  },
  {
    name: 'zip-anywhere',
    does: 'unpacks files of the addon of data outside of its folder',
    edits: [
      { file: 'adapters/uploader/data_addon.ts', find: 'if (!isAllowed(name)) fault', replace: 'if (false) fault' },
    ],
    tests: ['tests/adapters/uploader/data_addon.test.ts'],
  },
  {
    name: 'threshold-per-field',
    does: 'counts the installs that report a field instead of those that report its value',
    edits: [
      {
        file: 'domain/families/counting/agreed.ts',
        find: 'tied || !isCorroborated(best.installs) ? null',
        replace:
          'tied || !isCorroborated(tallies.reduce((n, one) => n + (one.field === field ? one.installs : 0), 0)) ? null',
      },
    ],
    tests: ['tests/domain/families/agreed_values.test.ts'],
  },
  {
    name: 'threshold-per-group',
    does: 'counts everyone who reported a character as a witness of its class',
    edits: [
      {
        file: 'domain/families/counting/groups.ts',
        find: 'if (group === undefined || groupOf.get(reported) !== group) continue;',
        replace: 'if (group === undefined) continue;',
      },
    ],
    tests: ['tests/domain/families/population.test.ts'],
  },
  {
    name: 'young-count-at-once',
    does: 'counts installs that are younger than the minimum that the operator set',
    edits: [
      {
        file: 'domain/snapshot/witness_day.ts',
        find: 'if (ageDays === 0 || day === null) return NO_INSTALLS;',
        replace: 'if (ageDays >= 0 || day === null) return NO_INSTALLS;',
      },
    ],
    tests: ['tests/domain/snapshot/witness_day.test.ts'],
  },
  {
    name: 'waiting-of-one',
    does: 'publishes how much evidence one or two waiting installs have',
    edits: [
      {
        file: 'domain/snapshot/publish.ts',
        find: 'return installs === 0 || isCorroborated(installs)',
        replace: 'return installs >= 0',
      },
    ],
    tests: ['tests/domain/snapshot/witness_day.test.ts'],
  },
  {
    name: 'families-added-up',
    does: 'adds up the installs of both address families of a household',
    edits: [
      {
        file: 'domain/values/witnesses.ts',
        find: 'return Math.max(kept % IPV6_COUNT_UNIT, Math.floor(kept / IPV6_COUNT_UNIT));',
        replace: 'return (kept % IPV6_COUNT_UNIT) + Math.floor(kept / IPV6_COUNT_UNIT);',
      },
    ],
    tests: ['tests/domain/snapshot/address_families.test.ts'],
  },
  {
    name: 'crowded-network-counts',
    does: 'lets any number of installs of one network count',
    edits: [
      {
        file: 'domain/intake/network_rule.ts',
        find: 'const free = Math.max(0, installsMax - taken);',
        replace: 'const free = Math.max(installsMax, 99) + 0 * taken;',
      },
    ],
    tests: ['tests/adapters/libsql/uploads/networks.test.ts'],
  },
  {
    name: 'refund-of-refused',
    does: 'refunds a request that was not charged',
    edits: [
      {
        file: 'domain/values/rate_limit.ts',
        find: 'if (!allowed || entry.used === 0) return;',
        replace: 'if (entry.used === 0) return;',
      },
    ],
    tests: ['tests/domain/values/rate_limit.test.ts'],
  },
  {
    name: 'refund-of-client-faults',
    does: 'does not charge requests with client errors',
    edits: [
      {
        file: 'http/middleware/limit_rate.ts',
        find: 'answer.counts ?? answer.status < 500',
        replace: 'answer.counts ?? answer.status < 400',
      },
    ],
    tests: ['tests/http/middleware/limits.test.ts'],
  },
  {
    name: 'networks-not-bounded',
    does: 'gives every /64 of an IPv6 network a budget but not the network itself',
    edits: [
      {
        file: 'http/middleware/limit_rate.ts',
        find: 'if (network === null) return [];',
        replace: 'if (network !== client) return [];',
      },
    ],
    tests: ['tests/http/middleware/network_limits.test.ts'],
  },
  {
    name: 'pipelined-at-once',
    does: 'starts answers that are queued behind others and never learn that their client left',
    edits: [
      {
        file: 'adapters/server/http_server.ts',
        find: 'if (outgoing.socket !== null || !mayWait) return',
        replace: 'if (outgoing.socket !== null || !mayWait || mayWait) return',
      },
    ],
    tests: ['tests/adapters/server/pipelined.test.ts'],
  },
  {
    name: 'forwarded-from-the-left',
    does: 'trusts entries that the client itself wrote into X-Forwarded-For',
    edits: [
      {
        file: 'domain/values/client_address.ts',
        find: '.at(-trustedProxies)',
        replace: '.at(trustedProxies - 1)',
      },
    ],
    tests: ['tests/domain/values/client_address.test.ts'],
  },
  {
    name: 'raw-event-id',
    does: 'publishes event ids as they were sent',
    edits: [
      {
        file: 'domain/snapshot/feed.ts',
        find: "const event = eventId === null ? '' : ",
        replace: "const event = eventId !== null ? '\"eventId\":' + JSON.stringify(eventId) + ',' : ",
      },
    ],
    tests: ['tests/domain/snapshot/feed.test.ts'],
  },
  {
    name: 'order-of-arrival',
    does: 'publishes rows in the order of arrival',
    edits: [
      {
        file: 'domain/snapshot/feed.ts',
        find: '    order,\n',
        replace: "    order: String(seq).padStart(16, '0'),\n",
      },
    ],
    tests: ['tests/domain/snapshot/feed.test.ts'],
  },
  {
    name: 'erased-taken-again',
    does: 'accepts new records of an erased install',
    edits: [
      {
        file: 'adapters/libsql/uploads/installs.ts',
        find: 'unknown.filter((_, place) => !erased.has(place))',
        replace: 'unknown',
      },
    ],
    tests: ['tests/adapters/libsql/uploads/erasure.test.ts', 'tests/adapters/libsql/uploads/uploads_contract.test.ts'],
  },
  {
    name: 'session-outlives-erasure',
    does: 'keeps the page of a session after one of its installs was erased',
    edits: [
      {
        file: 'adapters/libsql/uploads/operator_installs.ts',
        find: 'update uploads set session = null',
        replace: 'update uploads set session = session',
      },
    ],
    tests: ['tests/adapters/libsql/uploads/found_upload.test.ts'],
  },
  {
    name: 'private-column',
    does: 'adds a column with installs to the public database',
    edits: [
      {
        file: 'adapters/libsql/schemas/snapshot.sql',
        find: '  b integer not null check (b >= 0),\n  rank',
        replace: '  b integer not null check (b >= 0),\n  install_n integer,\n  rank',
      },
    ],
    tests: ['tests/adapters/libsql/column_manifest.test.ts'],
  },
];
