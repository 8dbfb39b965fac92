/** Computes the CRC-32 used by gzip and PNG (RFC 1952, section 8). `before` is the CRC of the preceding bytes. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let check = ~before;
  for (let i = 0; i < bytes.length; i++) check = BYTE_TABLE[(check ^ bytes[i]!) & 0xff]! ^ (check >>> 8);
  return ~check >>> 0;
}

/** Returns the CRC of two concatenated byte strings, given the CRC of each and the length of the second. */
export function combineCrc32(first: number, second: number, secondBytes: number): number {
  return (multiplyPolynomials(computeBytePower(secondBytes), first) ^ second) >>> 0;
}

/** The polynomial. As in all CRCs in this file, the lowest bit comes first: bit 31 is the coefficient of x⁰. */
const CRC_POLYNOMIAL = 0xedb88320;
const UNIT_POLYNOMIAL = 0x80000000;

const BYTE_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ CRC_POLYNOMIAL : value >>> 1;
  return value;
});

/** Multiplies two polynomials over GF(2), modulo POLYNOMIAL. */
function multiplyPolynomials(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = UNIT_POLYNOMIAL; bit !== 0 && a !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor;
    factor = (factor & 1) === 1 ? (factor >>> 1) ^ CRC_POLYNOMIAL : factor >>> 1;
  }
  return product >>> 0;
}

/** Lengths below 2⁵³ have at most seven digits in base 256. */
const LENGTH_DIGITS_MAX = 7;
const LENGTH_BASE = 256;

/** Appending n bytes multiplies a CRC by x⁸ⁿ. These are the factors of each base-256 digit of n, by position. */
const BYTE_POWERS: readonly Uint32Array[] = (() => {
  // x⁸
  let step = UNIT_POLYNOMIAL >>> 8;
  return Array.from({ length: LENGTH_DIGITS_MAX }, () => {
    const powers = new Uint32Array(LENGTH_BASE);
    powers[0] = UNIT_POLYNOMIAL;
    for (let digit = 1; digit < LENGTH_BASE; digit++) powers[digit] = multiplyPolynomials(step, powers[digit - 1]!);
    step = multiplyPolynomials(step, powers[LENGTH_BASE - 1]!);
    return powers;
  });
})();

function computeBytePower(bytes: number): number {
  let power = UNIT_POLYNOMIAL;
  for (let k = 0, rest = bytes; rest > 0; k++, rest = Math.floor(rest / LENGTH_BASE)) {
    power = multiplyPolynomials(BYTE_POWERS[k]![rest % LENGTH_BASE]!, power);
  }
  return power;
}
