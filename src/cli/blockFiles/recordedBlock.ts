/** A block as a file holds it. */
export interface RecordedBlock {
  /** Where in the file, for people: `line 12`, `offset 4096`. */
  readonly place: string
  readonly rlp: Uint8Array
  /** The hash that the file gives it. */
  readonly hash: Uint8Array | undefined
}

/** Far above what the gas limit of any network allows; without a bound a file could ask for all memory. */
export const longestBlock = 16 << 20
