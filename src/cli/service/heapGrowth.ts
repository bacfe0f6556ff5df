import { getHeapStatistics, setFlagsFromString } from 'node:v8'

/*
 * V8 fixes the limit of a heap when its thread starts. Threads that this program starts get theirs as an option; the
 * limit of the main thread can only be given to Node.js itself (`--max-old-space-size`). What V8 does below its limit
 * is to let the heap grow to a multiple of what was alive after the last collection, up to four times. That multiple
 * can be set while the program runs, so the heap is kept within its part of the budget by collecting it earlier.
 */

const lookMs = 1_000
/** The least memory in use of this many looks is about what was alive after a collection. */
const remembered = 5
/** Percent. Smaller growth would spend most of the time on collections. */
const leastGrowth = 20
/** Percent. V8's own choice is at most this. */
const mostGrowth = 300
/** Steps in percent, so that the flag is not set at every look. */
const step = 20

/** By how many percent the heap may grow before the next collection; 0 leaves it to V8. */
export function growthWithin(limit: number, alive: number): number {
  const percent = Math.floor((100 * (limit - alive)) / alive / step) * step
  return percent >= mostGrowth ? 0 : Math.max(leastGrowth, percent)
}

/** Keeps the heap of the main thread, with the buffers outside it, near `limit` bytes. Returns the function that ends it. */
export function keepHeapWithin(limit: number): () => void {
  const used: number[] = []
  let set = 0
  const timer = setInterval(() => {
    const heap = getHeapStatistics().used_heap_size
    // V8's own count of outside memory has the whole linear memory of the EVM, of which few pages are ever touched.
    const outside = process.memoryUsage().arrayBuffers
    used.push(heap)
    if (used.length > remembered) used.shift()
    const growth = growthWithin(limit - outside, Math.min(...used))
    if (growth === set) return
    set = growth
    setFlagsFromString(`--heap-growing-percent=${growth}`)
  }, lookMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    if (set !== 0) setFlagsFromString('--heap-growing-percent=0')
  }
}
