import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countWitnesses,
  decodeCount,
  findAddressFamily,
  findInstallOfWitness,
  findWitnessUnit,
  listWitnessNumbers,
  toWitness,
} from '../../../domain/values/witnesses.ts';

const TABLE: readonly (readonly [ipv4: number, ipv6: number, count: number])[] = [
  [0, 0, 0],
  [1, 0, 1],
  [0, 1, 1],
  [2, 1, 2],
  [1, 2, 2],
  [2, 2, 2],
  [3, 2, 3],
  [2, 3, 3],
  [3, 0, 3],
  [0, 3, 3],
  [1_000_000, 999_999, 1_000_000],
];

test('the larger address family decides how many installs support a fact, for lists and for counts', () => {
  for (const [ipv4, ipv6, count] of TABLE) {
    const witnesses = [
      ...Array.from({ length: ipv4 }, (_, i) => toWitness(i + 1, 'IPv4')),
      ...Array.from({ length: ipv6 }, (_, i) => toWitness(i + 1, 'IPv6')),
    ];
    const named = `${ipv4} over IPv4 and ${ipv6} over IPv6`;
    assert.equal(countWitnesses(witnesses), count, named);
    assert.equal(decodeCount(witnesses.reduce((kept, witness) => kept + findWitnessUnit(witness), 0)), count, named);
  }
});

test('a witness number encodes the install and its address family', () => {
  for (const installN of [1, 2, 4_000_000_000]) {
    const [ipv4, ipv6] = listWitnessNumbers(installN);
    assert.deepEqual([findAddressFamily(ipv4), findInstallOfWitness(ipv4)], ['IPv4', installN]);
    assert.deepEqual([findAddressFamily(ipv6), findInstallOfWitness(ipv6)], ['IPv6', installN]);
    assert.equal(ipv4, installN, 'evidence of before the families were told apart stays true');
  }
});
