/** Headers in one response at most, and the distance between the points of a skeleton. */
export const maximumHeaders = 192

/** Chunks of headers that a skeleton describes at most. */
export const maximumSkeletonChunks = 20

/*
 * Items in other lists at most. Honest nodes send far fewer; without a bound, a frame full of one-byte items would
 * take a hundred times its size in memory.
 */
export const maximumIdentifiers = 1024
export const maximumTransactions = 16_384
export const maximumSnapshotBlocks = 1024
export const maximumChunkNodes = 32_768
/** Nodes on the way from the root to an edge of a chunk; keys of the state have fewer bits. */
export const maximumBorderNodes = 1024

/** The reference node reads the length of a frame as a signed 24-bit number, and the code takes one byte. */
export const maximumPayloadBytes = 2 ** 23 - 2
