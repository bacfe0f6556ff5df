/** Bytes for keys, identifiers and nonces. Pages and Node share the function; it gives at most 65,536 at once. */
export const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
