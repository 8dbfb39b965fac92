import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClientAddress, findNetwork, findWitnessNetwork } from '../../../domain/values/client_address.ts';

const V6 = '2001:db8:1:2::/64';

const rows: readonly [socket: string, forwarded: string | null, proxies: number, client: string][] = [
  // The socket's address, in canonical form.
  ['192.0.2.7', null, 0, '192.0.2.7'],
  ['::ffff:192.0.2.7', null, 0, '192.0.2.7'],
  ['::FFFF:c000:0207', null, 0, '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', null, 0, V6],
  ['2001:0DB8:0001:0002::', null, 0, V6],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', null, 0, V6],
  ['2001:db8:1:3::1', null, 0, '2001:db8:1:3::/64'],
  // IPv4 addresses in IPv6 form: 6to4, Teredo (which inverts the client's bits) and NAT64.
  ['2002:c000:0207::1', null, 0, '192.0.2.7'],
  ['2002:c000:0207:ffff:1:2:3:4', null, 0, '192.0.2.7'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdf8', null, 0, '192.0.2.7'],
  ['64:ff9b::192.0.2.7', null, 0, '192.0.2.7'],
  ['64:ff9b:1::c000:207', null, 0, '192.0.2.7'],
  ['64:ff9b:1:ffff:1:2:192.0.2.7', null, 0, '192.0.2.7'],
  // Neighbouring prefixes are ordinary IPv6.
  ['2003:c000:0207::1', null, 0, '2003:c000:207:0::/64'],
  ['2001:1:4136:e378:8000:63bf:3fff:fdf8', null, 0, '2001:1:4136:e378::/64'],
  ['64:ff9b:0:1::c000:207', null, 0, '64:ff9b:0:1::/64'],
  ['64:ff9b::1:c000:207', null, 0, '64:ff9b:0:0::/64'],
  ['64:ff9b:2::c000:207', null, 0, '64:ff9b:2:0::/64'],
  ['::1', null, 0, '0:0:0:0::/64'],
  ['fe80::1%eth0', null, 0, 'fe80:0:0:0::/64'],
  ['', null, 0, 'unknown'],
  ['/run/socket', null, 0, 'unknown'],
  // Without trusted proxies, the header is ignored.
  ['192.0.2.7', '198.51.100.1', 0, '192.0.2.7'],
  // The n-th entry from the right counts. Entries further left were sent by the client.
  ['10.0.0.1', '198.51.100.1', 1, '198.51.100.1'],
  ['10.0.0.1', '203.0.113.9, 198.51.100.1', 1, '198.51.100.1'],
  ['10.0.0.1', '203.0.113.9, 198.51.100.1', 2, '203.0.113.9'],
  ['10.0.0.1', ' 203.0.113.9 ,198.51.100.1', 2, '203.0.113.9'],
  // With fewer entries than proxies, the request did not come through the proxies.
  ['10.0.0.1', '203.0.113.9, 198.51.100.1', 3, '10.0.0.1'],
  ['10.0.0.1', null, 1, '10.0.0.1'],
  ['10.0.0.1', '', 1, '10.0.0.1'],
  // Ports and brackets.
  ['10.0.0.1', '198.51.100.1:1234', 1, '198.51.100.1'],
  ['10.0.0.1', '[2001:db8:1:2::9]:443', 1, V6],
  ['10.0.0.1', '[2001:db8:1:2::9]', 1, V6],
  ['10.0.0.1', '2001:db8:1:2::9', 1, V6],
  ['10.0.0.1', '[::ffff:198.51.100.1]:80', 1, '198.51.100.1'],
  ['10.0.0.1', '[2002:c633:6401::9]:80', 1, '198.51.100.1'],
  // If the entry is not an address, the socket's address is used.
  ['10.0.0.1', 'unknown', 1, '10.0.0.1'],
  ['10.0.0.1', '198.51.100.256', 1, '10.0.0.1'],
  ['10.0.0.1', '198.51.100', 1, '10.0.0.1'],
  ['10.0.0.1', '198.51.100.01', 1, '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1:', 1, '10.0.0.1'],
  ['10.0.0.1', '1:2:3:4:5:6:7', 1, '10.0.0.1'],
  ['10.0.0.1', '1:2:3:4:5:6:7:8:9', 1, '10.0.0.1'],
  ['10.0.0.1', '1:2:3:4:5:6:7:8', 1, '1:2:3:4::/64'],
  ['10.0.0.1', '1:2:3:4::5:6:7:8', 1, '10.0.0.1'],
  ['10.0.0.1', '1::2::3', 1, '10.0.0.1'],
  ['10.0.0.1', '12345::', 1, '10.0.0.1'],
  ['10.0.0.1', '::198.51.100.300', 1, '10.0.0.1'],
  ['10.0.0.1', ':::', 1, '10.0.0.1'],
  ['10.0.0.1', `${'1:'.repeat(60)}1`, 1, '10.0.0.1'],
];

test('a client has one text form, however its address is written', () => {
  for (const [socket, forwarded, proxies, client] of rows) {
    assert.equal(findClientAddress(socket, forwarded, proxies), client, JSON.stringify([socket, forwarded, proxies]));
  }
});

test("an IPv6 client's /64 is in one /48, and other clients have none", () => {
  for (const [address, network] of [
    ['2001:db8:7:1::5', '2001:db8:7::/48'],
    ['2001:db8:7:ffff:1:2:3:4', '2001:db8:7::/48'],
    ['2001:db8:8::', '2001:db8:8::/48'],
    ['2a00::1', '2a00:0:0::/48'],
    ['::ffff:192.0.2.1', null],
    ['2002:c000:207::1', null],
    ['192.0.2.1', null],
    ['', null],
  ] as const) {
    assert.equal(findNetwork(findClientAddress(address, null, 0)), network, address);
  }
});

test('a /56 ends between two subnets, and a /48 between two sites', () => {
  for (const [address, network56, network48] of [
    ['2001:db8:7::1', '2001:db8:7:0::/56', '2001:db8:7::/48'],
    ['2001:db8:7:ff::1', '2001:db8:7:0::/56', '2001:db8:7::/48'],
    ['2001:db8:7:100::1', '2001:db8:7:100::/56', '2001:db8:7::/48'],
    ['2001:db8:7:ffff::1', '2001:db8:7:ff00::/56', '2001:db8:7::/48'],
    ['2001:db8:8::1', '2001:db8:8:0::/56', '2001:db8:8::/48'],
    ['192.0.2.1', null, null],
    ['::ffff:192.0.2.1', null, null],
    ['', null, null],
  ] as const) {
    const client = findClientAddress(address, null, 0);
    assert.deepEqual([findNetwork(client, 56), findNetwork(client, 48)], [network56, network48], address);
  }
});

test('the network of an install is the /24 or /48 that it sends from', () => {
  for (const [address, network] of [
    ['192.0.2.1', '192.0.2.0/24'],
    ['192.0.2.255', '192.0.2.0/24'],
    ['192.0.20.1', '192.0.20.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['2002:c000:207::1', '192.0.2.0/24'],
    ['64:ff9b::192.0.2.200', '192.0.2.0/24'],
    ['2001:db8:7:1::5', '2001:db8:7::/48'],
    ['2001:db8:7:2::5', '2001:db8:7::/48'],
    ['2001:db8:8:2::5', '2001:db8:8::/48'],
    ['', 'unknown'],
  ] as const) {
    assert.equal(findWitnessNetwork(findClientAddress(address, null, 0)), network, address);
  }
});
