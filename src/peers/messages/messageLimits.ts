/** Maximum number of headers in a response, and the distance between the points of a skeleton. */
export const maximumHeaders = 192

/** Maximum number of chunks of headers that a skeleton describes. */
export const maximumSkeletonChunks = 20

/*
 * Maximum number of items in other lists. Honest nodes send far fewer; without a limit, a frame full of one-byte items
 * would take a hundred times its size in memory.
 */
export const maximumIdentifiers = 1024
export const maximumTransactions = 16_384
export const maximumSnapshotBlocks = 1024
export const maximumChunkNodes = 32_768
/** Maximum number of nodes on the path from the root to an edge of a chunk; keys of the state have fewer bits. */
export const maximumBorderNodes = 1024

/** The reference node reads the length of a frame as a signed 24-bit number, and the code takes one byte. */
export const maximumPayloadBytes = 2 ** 23 - 2
