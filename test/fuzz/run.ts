import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Counts } from './counts.ts'
import { FuzzRound } from './fuzzRound.ts'

// npm run fuzz -- [--seed N] [--minutes N | --hours N | --rounds N]: random chains that are imported in every way.

const defaultMinutes = 10
const progressMs = 30_000
const startMs = performance.now()
const elapsedMs = (): number => performance.now() - startMs
const { first, rounds, limitMs } = choices()
const total = new Counts()
const folder = mkdtempSync(join(tmpdir(), 'cambium-fuzz-'))
process.once('exit', () => rmSync(folder, { recursive: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

// The threads of the chains do not keep the process alive.
setInterval(() => {}, progressMs)
let printedMs = startMs
for (let seed = first; seed < first + rounds && elapsedMs() < limitMs; seed++) {
  const isAgreed = await runRound(seed)
  if (!isAgreed) process.exit(1)
}
console.log(`all chains agree from seed ${first} on, after ${seconds()}: ${total}`)
process.exit()

/** Whether all chains of a round agree. Prints what it did, or why it failed. */
async function runRound(seed: number): Promise<boolean> {
  const path = mkdtempSync(join(folder, `${seed}-`))
  let round: FuzzRound | undefined
  try {
    round = await FuzzRound.open(seed, path)
    const { counts } = round
    await round.run(() => {
      if (performance.now() - printedMs > progressMs) {
        console.log(`seed ${seed}, after ${seconds()}: ${counts}`)
        printedMs = performance.now()
      }
      return elapsedMs() >= limitMs
    })
    console.log(
      `seed ${seed} (${round.hardfork}) ends with block ${round.head} after ${seconds()}: ${counts}`,
    )
    total.addAll(counts)
    return true
  } catch (error) {
    console.error(error)
    console.error(`seed ${seed} (${round?.hardfork}) failed after ${seconds()}: ${round?.counts}`)
    console.error(`repeat it: npm run fuzz -- --seed ${seed} --rounds 1`)
    return false
  } finally {
    round?.close()
    rmSync(path, { recursive: true })
  }
}

function seconds(): string {
  return `${Math.round(elapsedMs() / 1000)} s`
}

/** The options of the command line. Rounds have no time limit when their number is given. */
function choices() {
  const option = { type: 'string' } as const
  const { values } = parseArgs({
    options: { seed: option, minutes: option, hours: option, rounds: option },
  })
  const number = (text: string | undefined): number | undefined =>
    text === undefined ? undefined : Number(text)
  const {
    seed = Date.now() % 2 ** 31,
    rounds,
    minutes,
    hours,
  } = {
    seed: number(values.seed),
    rounds: number(values.rounds),
    minutes: number(values.minutes),
    hours: number(values.hours),
  }
  const given = [seed, rounds, minutes, hours].filter((value) => value !== undefined)
  if (given.some((value) => !(value >= 0)) || !Number.isSafeInteger(seed)) {
    console.error('usage: npm run fuzz -- [--seed N] [--minutes N | --hours N | --rounds N]')
    process.exit(2)
  }
  const limitMinutes =
    minutes ??
    (hours === undefined ? undefined : 60 * hours) ??
    (rounds === undefined ? defaultMinutes : Number.POSITIVE_INFINITY)
  return { first: seed, rounds: rounds ?? Number.POSITIVE_INFINITY, limitMs: 60_000 * limitMinutes }
}
