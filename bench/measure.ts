/** One implementation in a comparison. */
export interface Contender {
  readonly name: string
  /** Runs once and returns the number of operations. */
  readonly run: () => number
}

const rounds = 7
const minimumRoundMs = 40

/**
 * Runs the contenders in turns for several rounds, so that noise of the machine affects all of them, and prints the best
 * round of each: operations per second and the ratio to the first contender.
 */
export function compare(title: string, contenders: readonly Contender[]): void {
  const best = contenders.map(() => 0)
  for (const contender of contenders) contender.run()
  for (let round = 0; round < rounds; round++) {
    contenders.forEach((contender, index) => {
      best[index] = Math.max(best[index]!, operationsPerSecond(contender))
    })
  }
  console.log(`\n${title}`)
  contenders.forEach(({ name }, index) => {
    const ratio = best[0]! / best[index]!
    const relation = index === 0 ? '' : `  ours is ${ratio.toFixed(ratio < 10 ? 2 : 0)}× as fast`
    console.log(`  ${name.padEnd(28)}${formatted(best[index]!).padStart(14)}/s${relation}`)
  })
}

function operationsPerSecond(contender: Contender): number {
  const start = performance.now()
  let operations = 0
  do operations += contender.run()
  while (performance.now() - start < minimumRoundMs)
  return (1000 * operations) / (performance.now() - start)
}

const formatted = (value: number): string => Math.round(value).toLocaleString('en-US')
