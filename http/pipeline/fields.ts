/** Header fields: a map from names to values. */
export type Fields = Readonly<Record<string, string>>;
