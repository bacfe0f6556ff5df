/** Bytes in hex with `0x`. */
export type Hex = `0x${string}`

/** The 20 bytes of an account, in hex. */
export type Address = Hex

/** The 32 bytes of a block or transaction, in hex. */
export type Hash = Hex
