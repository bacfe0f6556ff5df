import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Counts } from './counts.ts'
import { FuzzRound } from './fuzzRound.ts'

// npm run fuzz -- [--seed N] [--minutes N] [--rounds N]: random chains that are imported in every way. Each round has the
// next seed. A number of rounds has no limit of time, unless one is given.

const defaultMinutes = 10
const progressMs = 30_000
/** A delivery takes seconds, on a busy machine a minute. */
const maximumDeliveryMs = 600_000
const option = { type: 'string' } as const
const { values } = parseArgs({ options: { seed: option, minutes: option, rounds: option } })
const endless = Number.POSITIVE_INFINITY
const first = Number(values.seed ?? Date.now() % 2 ** 31)
const rounds = Number(values.rounds ?? endless)
const minutes = Number(values.minutes ?? (values.rounds === undefined ? defaultMinutes : endless))
if (!Number.isSafeInteger(first) || !(rounds > 0) || !(minutes > 0)) {
  console.error('usage: npm run fuzz -- [--seed N] [--minutes N] [--rounds N]')
  process.exit(2)
}
const startMs = performance.now()
const elapsedMs = (): number => performance.now() - startMs
const limitMs = minutes * 60_000
const seconds = (): string => `${Math.round(elapsedMs() / 1000)} s`
const total = new Counts()
const folder = mkdtempSync(join(tmpdir(), 'cambium-fuzz-'))
process.once('exit', () => rmSync(folder, { recursive: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

let printedMs = startMs
let deliveredMs = startMs
// Also keeps the process alive, which the threads of the chains do not.
setInterval(() => {
  if (performance.now() - deliveredMs < maximumDeliveryMs) return
  fail(new Error('the chains hang'))
  process.exit(1)
}, progressMs)
let seed = first
let round: FuzzRound | undefined
for (; seed < first + rounds && elapsedMs() < limitMs; seed++) {
  const isAgreed = await runRound()
  if (!isAgreed) process.exit(1)
}
console.log(`all chains agree from seed ${first} on, after ${seconds()}: ${total}`)
process.exit()

function fail(error: unknown): void {
  console.error(error)
  console.error(`seed ${seed} (${round?.hardfork}) failed after ${seconds()}: ${round?.counts}`)
  console.error(`repeat it: npm run fuzz -- --seed ${seed} --rounds 1`)
}

/** Whether all chains of a round agree. Prints what it did, or why it failed. */
async function runRound(): Promise<boolean> {
  const path = mkdtempSync(join(folder, `${seed}-`))
  round = undefined
  try {
    round = await FuzzRound.open(seed, path)
    const { counts } = round
    await round.run(() => {
      deliveredMs = performance.now()
      if (deliveredMs - printedMs > progressMs) {
        console.log(`seed ${seed}, after ${seconds()}: ${counts}`)
        printedMs = deliveredMs
      }
      return elapsedMs() >= limitMs
    })
    console.log(
      `seed ${seed} (${round.hardfork}) ends with block ${round.head} after ${seconds()}: ${counts}`,
    )
    total.addAll(counts)
    return true
  } catch (error) {
    fail(error)
    return false
  } finally {
    round?.close()
    rmSync(path, { recursive: true })
  }
}
