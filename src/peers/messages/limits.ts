/** Headers that one response may hold, and the distance between the points of a skeleton. */
export const maximumHeaders = 192

/** Chunks that a skeleton may describe. */
export const maximumSkeletonChunks = 20

/*
 * Items that other lists may have. Honest nodes stay far below; without a bound, a frame full of items of a
 * byte each would take a hundred times its size in memory.
 */
export const maximumIdentifiers = 1024
export const maximumTransactions = 16_384
export const maximumSnapshotBlocks = 1024

/** The reference node reads the length of a frame as a signed number of 24 bits, and the code takes a byte. */
export const maximumPayloadBytes = 2 ** 23 - 2
