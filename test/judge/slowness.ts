const steps = 2_000_000
const runs = 3
/** What the computation takes on the quiet reference machine. */
const referenceMs = 4.3

const words = new Uint32Array(1 << 16)

function compute(): void {
  let word = 1
  for (let step = 0; step < steps; step++) {
    word = Math.imul(word ^ step, 0x9e3779b1) ^ (word >>> 15)
    words[word & 0xffff]! += word
  }
}

/**
 * How many times as long as the reference machine this one takes at the moment; 1 if it is faster. A shared machine may be slower
 * for seconds, which processor time includes.
 */
export function slowness(): number {
  let shortestMs = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const startMs = performance.now()
    compute()
    shortestMs = Math.min(shortestMs, performance.now() - startMs)
  }
  return Math.max(1, shortestMs / referenceMs)
}
