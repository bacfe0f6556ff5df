import { type Running, start } from '../rpc/running.ts'
import { developmentPrograms } from './developmentPrograms.ts'
import { median } from './median.ts'
import { type Round, rounds } from './rounds.ts'

const warmUps = 100
const turns = 5
const timesPerTurn = 60
/** Payments after which the optimising compilers of all programs have done most of their work. */
const settlingPayments = 2_500

interface Measured {
  readonly perSecond: number
  readonly processorMs: number
}

/** A program at work, and the account that it pays from. */
interface Worker {
  readonly running: Running
  readonly account: string
}

type Row = Record<string, string>

/**
 * All programs run and work in turns; the median of the turns counts. Each kind of work is measured twice: after 100 rounds
 * of it, as a test suite meets the program, and after thousands of payments.
 */
export async function benchInTurns(): Promise<void> {
  const workers: Worker[] = []
  try {
    // One after the other: they would compete for the processors.
    for (const program of developmentPrograms()) {
      const running = await start(program)
      workers.push({ running, account: await firstAccount(running) })
    }
    const table: Record<string, Row> = {}
    for (const round of rounds) table[`${round.title}, first`] = await measure(round, workers)
    for (const worker of workers) await repeat(rounds[0]!, worker, settlingPayments)
    for (const round of rounds) table[`${round.title}, settled`] = await measure(round, workers)
    console.table(table)
  } finally {
    await Promise.all(workers.map(({ running }) => running.stop()))
  }
}

async function firstAccount({ client }: Running): Promise<string> {
  const accounts = await client.ask('eth_accounts')
  if (!Array.isArray(accounts) || typeof accounts[0] !== 'string') throw new Error('no accounts')
  return accounts[0]
}

async function repeat({ once }: Round, { running, account }: Worker, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await once(running, account)
}

async function measure(round: Round, workers: readonly Worker[]): Promise<Row> {
  for (const worker of workers) await repeat(round, worker, warmUps)
  const results = workers.map((): Measured[] => [])
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, worker] of workers.entries()) results[index]!.push(await timed(round, worker))
  }
  const rates = new Map(workers.map(({ running }, index) => [running.program.name, rateOf(results[index]!)]))
  const described = workers.map(({ running: { program } }, index) => [
    program.name,
    `${Math.round(rateOf(results[index]!))}/s, ${processorOf(results[index]!).toFixed(2)} ms of processor`,
  ])
  return { ...Object.fromEntries(described), '÷ hardhat': ratio(rates.get('cambium'), rates.get('hardhat')) }
}

async function timed(round: Round, worker: Worker): Promise<Measured> {
  const { running } = worker
  const before = running.processorSeconds()
  const startedAt = performance.now()
  await repeat(round, worker, timesPerTurn)
  return {
    perSecond: timesPerTurn / ((performance.now() - startedAt) / 1000),
    processorMs: ((running.processorSeconds() - before) * 1000) / timesPerTurn,
  }
}

const rateOf = (results: readonly Measured[]): number => median(results.map(({ perSecond }) => perSecond))

const processorOf = (results: readonly Measured[]): number =>
  results.reduce((sum, { processorMs }) => sum + processorMs, 0) / results.length

const ratio = (one: number | undefined, other: number | undefined): string =>
  one === undefined || other === undefined ? '' : (one / other).toFixed(2)
