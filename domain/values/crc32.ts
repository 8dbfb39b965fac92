/** Computes the CRC-32 used by gzip and PNG (RFC 1952, section 8). `before` is the CRC of the preceding bytes. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let check = ~before;
  for (let i = 0; i < bytes.length; i++) check = TABLE[(check ^ bytes[i]!) & 0xff]! ^ (check >>> 8);
  return ~check >>> 0;
}

/** Returns the CRC of two concatenated byte strings, given the CRC of each and the length of the second. */
export function crc32Combined(first: number, second: number, secondBytes: number): number {
  return (multiplied(powerOfBytes(secondBytes), first) ^ second) >>> 0;
}

/** The polynomial. As in all CRCs in this file, the lowest bit comes first: bit 31 is the coefficient of x⁰. */
const POLYNOMIAL = 0xedb88320;
const UNIT_POLYNOMIAL = 0x80000000;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** Multiplies two polynomials over GF(2), modulo POLYNOMIAL. */
function multiplied(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = UNIT_POLYNOMIAL; bit !== 0 && a !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor;
    factor = (factor & 1) === 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return product >>> 0;
}

/** Lengths below 2⁵³ have at most seven digits in base 256. */
const DIGITS = 7;
const BASE = 256;

/** Appending n bytes multiplies a CRC by x⁸ⁿ. These are the factors of each base-256 digit of n, by position. */
const POWERS: readonly Uint32Array[] = (() => {
  // x⁸
  let step = UNIT_POLYNOMIAL >>> 8;
  return Array.from({ length: DIGITS }, () => {
    const powers = new Uint32Array(BASE);
    powers[0] = UNIT_POLYNOMIAL;
    for (let digit = 1; digit < BASE; digit++) powers[digit] = multiplied(step, powers[digit - 1]!);
    step = multiplied(step, powers[BASE - 1]!);
    return powers;
  });
})();

function powerOfBytes(bytes: number): number {
  let power = UNIT_POLYNOMIAL;
  for (let k = 0, rest = bytes; rest > 0; k++, rest = Math.floor(rest / BASE)) {
    power = multiplied(POWERS[k]![rest % BASE]!, power);
  }
  return power;
}
