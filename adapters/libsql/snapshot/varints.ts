const MORE = 0x80;
const WORD_BYTES = 4;

/** Writes whole numbers: small ones in few bytes (LEB128), others as little-endian words of 32 bits. */
export const createByteWriter = () => {
  const bytes: number[] = [];
  return {
    varint: (value: number): void => {
      let rest = value;
      for (; rest >= MORE; rest = Math.floor(rest / MORE)) bytes.push((rest % MORE) | MORE);
      bytes.push(rest);
    },
    word: (value: number): void => {
      for (let shift = 0; shift < 8 * WORD_BYTES; shift += 8) bytes.push((value >>> shift) & 0xff);
    },
    bytes: (): Uint8Array => Uint8Array.from(bytes),
  };
};

/** Reads what `createByteWriter` wrote. Past the end all is 0, and `atEnd` stays false. */
export const createByteReader = (bytes: Uint8Array) => {
  let at = 0;
  const next = (): number => bytes[at++] ?? 0;
  return {
    varint: (): number => {
      let value = 0;
      for (let scale = 1; ; scale *= MORE) {
        const byte = next();
        value += (byte & (MORE - 1)) * scale;
        if (byte < MORE) return value;
      }
    },
    word: (): number => {
      let value = 0;
      for (let shift = 0; shift < 8 * WORD_BYTES; shift += 8) value |= next() << shift;
      return value >>> 0;
    },
    atEnd: (): boolean => at === bytes.length,
  };
};
