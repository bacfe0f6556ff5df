// The processor time of a unit, by kind of call: `npm run bench -- prices`. All calls run in one thread of this process, warm.
// A unit is meant to be 50 µs; the ratio is the time of a unit in parts of that.
import { inProcess } from '../src/rpc/envelope/answerContext.ts'
import { AnswerPieces } from '../src/rpc/envelope/answerPieces.ts'
import type { ReadBody } from '../src/rpc/envelope/envelope.ts'
import { giveBack } from '../src/rpc/json/piece.ts'
import { unitsOfCall } from '../src/server/requests/billing.ts'
import { type Ask, pricedCalls } from '../test/answering/pricedCalls.ts'
import { pricedWorlds } from '../test/answering/worlds.ts'

const microsecondsOfUnit = 50
/** Each kind of call is repeated for at least this time, and so many times. */
const minimumMs = 50
const minimumRuns = 2

export async function bench(): Promise<void> {
  const endings: (() => unknown)[] = []
  const { setting, main } = await pricedWorlds(endings)
  const ask: Ask = async (method, ...params) => {
    const read = setting.read({ jsonrpc: '2.0', id: 1, method, params }, { batchItems: 1 })
    const answered = await setting.answer(read, inProcess({ name: 'bench' }))
    if (typeof answered !== 'string') throw new Error(`${method} is not one text`)
    return JSON.parse(answered).result
  }
  const calls = await pricedCalls(ask, { logGas: 6_500_000, runGas: 5_000_000 })
  const rows: { title: string; method: string; units: number; us: number }[] = []
  for (const { title, method, params } of calls) {
    let units = 0
    const context = {
      ...inProcess({ name: 'bench' }),
      measured: (call: Parameters<typeof unitsOfCall>[0]) => {
        units = unitsOfCall(call)
      },
    }
    const body: ReadBody = main.read({ jsonrpc: '2.0', id: 1, method, params }, { batchItems: 1 })
    const run = async (): Promise<void> => {
      const answered = await main.answer(body, context)
      if (!(answered instanceof AnswerPieces)) return
      for await (const piece of answered) giveBack(piece)
    }
    await run()
    const before = process.cpuUsage()
    const spent = (): number => {
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    let runs = 0
    for (; runs < minimumRuns || spent() < minimumMs * 1_000; runs++) await run()
    rows.push({ title, method, units, us: spent() / runs })
  }
  console.log('\n| call | method | units | ms | units per ms | ratio |\n|---|---|--:|--:|--:|--:|')
  for (const { title, method, units, us } of rows.toSorted((a, b) => b.us - a.us)) {
    const figures = [units, (us / 1_000).toFixed(2), ((1_000 * units) / us).toFixed(1)]
    console.log(
      `| ${[title, method, ...figures, (us / units / microsecondsOfUnit).toFixed(2)].join(' | ')} |`,
    )
  }
  for (const end of endings.reverse()) await end()
}
