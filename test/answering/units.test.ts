import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unitsOfCall } from '../../src/rpc/budget/workPrices.ts'
import { inProcess } from '../../src/rpc/envelope/answerContext.ts'
import type { Envelope } from '../../src/rpc/envelope/envelope.ts'
import { takenText, textOf } from '../../src/rpc/json/piece.ts'
import { type PricedCall, pricedCalls } from './pricedCalls.ts'
import { type Endings, pricedWorlds } from './worlds.ts'

/* The same call costs the same units wherever, and under whichever circumstances, it is answered. */

type Asked = Pick<Envelope, 'read' | 'answer'>

/** Units by the title of the call. */
const recorded: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('units.json', import.meta.url), 'utf8'),
)

async function answerTo(envelope: Asked, { method, params }: Pick<PricedCall, 'method' | 'params'>) {
  let units = 0
  const context = {
    ...inProcess({ name: 'alice' }),
    measured: (call: Parameters<typeof unitsOfCall>[0]) => {
      units += unitsOfCall(call)
    },
  }
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const answered = await envelope.answer(envelope.read(body, context.limits), context)
  if (typeof answered === 'string' || answered instanceof Uint8Array) return { units, text: textOf(answered) }
  const texts: string[] = []
  for await (const piece of answered) texts.push(takenText(piece))
  return { units, text: texts.join('') }
}

describe('the units of seventy calls', () => {
  const endings: Endings = []
  let worlds: Awaited<ReturnType<typeof pricedWorlds>>
  let calls: readonly PricedCall[] = []

  beforeAll(async () => {
    worlds = await pricedWorlds(endings)
    calls = await pricedCalls(async (method, ...params) => {
      const { result, error } = JSON.parse((await answerTo(worlds.setting, { method, params })).text)
      if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
      return result
    })
  }, 60_000)
  afterAll(async () => {
    for (const end of endings.reverse()) await end()
  })

  const unitsIn = async (envelope: Asked): Promise<Record<string, number>> => {
    const units: Record<string, number> = {}
    for (const call of calls) units[call.title] = (await answerTo(envelope, call)).units
    return units
  }

  it('are of calls that succeed', async () => {
    const failed: string[] = []
    for (const call of calls) {
      const { text } = await answerTo(worlds.setting, call)
      if (text.startsWith('{"jsonrpc":"2.0","id":1,"error"'))
        failed.push(`${call.title}: ${text.slice(0, 300)}`)
    }
    expect(failed).toEqual([])
  }, 60_000)

  it.each(['main', 'tried', 'threads', 'gateway'] as const)(
    'are the recorded ones in the world "%s", with caches that are empty, and full',
    async (name) => {
      expect(await unitsIn(worlds[name])).toEqual(recorded)
      expect(await unitsIn(worlds[name])).toEqual(recorded)
    },
    120_000,
  )

  it('are the recorded ones beside busy programs', async () => {
    const loops: ChildProcess[] = []
    for (let count = 0; count < 8; count++) loops.push(spawn(process.execPath, ['-e', 'for (;;);']))
    try {
      expect(await unitsIn(worlds.tried)).toEqual(recorded)
    } finally {
      for (const loop of loops) loop.kill('SIGKILL')
    }
  }, 240_000)
})
