// The processor time of a unit, by kind of call: `npm run bench -- prices`. All calls run in one thread of this process, warm;
// then calls that repeat one instruction, and calls that read cells of a folder with empty caches.
// A unit is meant to be 50 µs; the ratio is the time of a unit in parts of that.

import { giveBack } from '../src/primitives/work/lentBytes.ts'
import { Pieces } from '../src/primitives/work/pieces.ts'
import { unitsOfCall } from '../src/rpc/budget/workPrices.ts'
import { inProcess } from '../src/rpc/envelope/answerContext.ts'
import type { Envelope, ReadBody } from '../src/rpc/envelope/envelope.ts'
import { type Ask, pricedCalls } from '../test/answering/pricedCalls.ts'
import { pricedWorlds } from '../test/answering/worlds.ts'
import { tableHead, tableRow } from './measuring/figures.ts'
import { eachColdCall } from './prices/coldCells.ts'
import { extremes } from './prices/extremes.ts'

const microsecondsOfUnit = 50
/** Each kind of call is repeated for at least this time, and so many times. */
const minimumMs = 50
const minimumRuns = 3

interface Measured {
  readonly title: string
  readonly method: string
  readonly params: (round: number) => readonly unknown[]
}

interface Row {
  readonly title: string
  readonly method: string
  readonly units: number
  readonly us: number
}

export async function bench(): Promise<void> {
  const endings: (() => unknown)[] = []
  const { setting, main } = await pricedWorlds(endings)
  const ask: Ask = async (method, ...params) => {
    const read = setting.read({ jsonrpc: '2.0', id: 1, method, params }, { batchItems: 1 })
    const answered = await setting.answer(read, inProcess({ name: 'bench' }))
    if (typeof answered !== 'string') throw new Error(`${method} is not one text`)
    return JSON.parse(answered).result
  }
  const rows: Row[] = []
  for (const { title, method, params } of await pricedCalls(ask, { logGas: 6_500_000, runGas: 5_000_000 })) {
    rows.push(await repeated(main, { title, method, params: () => params }))
  }
  print(rows.toSorted((a, b) => b.us - a.us))
  const extremeRows: Row[] = []
  for (const { title, program } of extremes) {
    const params = (round: number) => [{ data: program(round), gas: '0x4c4b40' }, 'latest']
    extremeRows.push(await repeated(main, { title, method: 'eth_call', params }))
  }
  for (const end of endings.reverse()) await end()
  await eachColdCall(async ({ title, params }, envelope) => {
    extremeRows.push({ title, method: 'eth_call', ...(await once(envelope, 'eth_call', params)) })
  })
  print(extremeRows)
}

/** The units and the processor time of a call. */
async function once(
  envelope: Pick<Envelope, 'read' | 'answer'>,
  method: string,
  params: readonly unknown[],
): Promise<Pick<Row, 'units' | 'us'>> {
  let units = 0
  const context = {
    ...inProcess({ name: 'bench' }),
    measured: (call: Parameters<typeof unitsOfCall>[0]) => {
      units = unitsOfCall(call)
    },
  }
  const body: ReadBody = envelope.read({ jsonrpc: '2.0', id: 1, method, params }, { batchItems: 1 })
  const before = process.cpuUsage()
  const answered = await envelope.answer(body, context)
  if (answered instanceof Pieces) for await (const piece of answered) giveBack(piece)
  const { user, system } = process.cpuUsage(before)
  return { units, us: user + system }
}

async function repeated(
  envelope: Pick<Envelope, 'read' | 'answer'>,
  { title, method, params }: Measured,
): Promise<Row> {
  let sum = 0
  let runs = 0
  const { units } = await once(envelope, method, params(runs))
  while (runs < minimumRuns || sum < minimumMs * 1_000) {
    runs++
    sum += (await once(envelope, method, params(runs))).us
  }
  return { title, method, units, us: sum / runs }
}

function print(rows: readonly Row[]): void {
  console.log(`\n${tableHead(['call', 'method', 'units', 'ms', 'units per ms', 'ratio'], 2)}`)
  for (const { title, method, units, us } of rows) {
    const figures = [units, (us / 1_000).toFixed(2), ((1_000 * units) / us).toFixed(1)]
    console.log(tableRow([title, method, ...figures, (us / units / microsecondsOfUnit).toFixed(2)]))
  }
}
