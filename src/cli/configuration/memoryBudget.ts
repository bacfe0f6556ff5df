import { totalmem } from 'node:os'

const mebibyte = 1 << 20
/** MiB. A node with three networks idles at about 250; more than the largest default helps archives only. */
const smallestDefault = 512
const largestDefault = 4096
/** The rest is for the heap, requests, reader threads and the pages of the database that are being written. */
const cachePart = 1 / 4
/** Smaller caches would read the nodes near the root of the state again for every call. */
const smallestCacheBytes = 16 * mebibyte

/** MiB: a quarter of the memory that the machine, or the container around the process, has. */
export function defaultMemory(): number {
  const limit = process.constrainedMemory()
  // Without a limit, systems report zero or a number beyond all memory.
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return Math.min(largestDefault, Math.max(smallestDefault, Math.floor(bytes / 4 / mebibyte)))
}

/** The caches of each of some networks. */
export const cacheBytesOf = (memoryMiB: number, networks: number): number =>
  Math.max(smallestCacheBytes, Math.floor((memoryMiB * mebibyte * cachePart) / Math.max(1, networks)))
