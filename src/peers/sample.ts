/** Chooses `count` items, or all if there are fewer, with equal probability. `random` gives numbers in [0, 1). */
export function sample<T>(items: readonly T[], count: number, random: () => number): T[] {
  const pool = [...items]
  const chosen: T[] = []
  while (chosen.length < count && pool.length > 0) {
    const at = Math.floor(random() * pool.length)
    chosen.push(pool[at]!)
    pool[at] = pool[pool.length - 1]!
    pool.pop()
  }
  return chosen
}
