import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createNode } from '../../src/index.ts'
import type { Method } from '../../src/rpc/method/method.ts'
import { methods } from '../../src/rpc/modules/methods.ts'
import { textOf } from './documents.ts'
import { snippetsOf } from './snippets.ts'

/** The first cells of the table of methods, in its order. */
const rows = textOf('docs/fleet.md')
  .split('| methods | where they go |')[1]!
  .split('\n\n')[0]!
  .split('\n')
  .slice(2)
  .map((row) =>
    [...row.split('|')[1]!.matchAll(/`(\w+)(\*?)`/g)].map(([, name, star]) => [name!, star === '*'] as const),
  )

const isIn = (row: number, method: string): boolean =>
  rows[row]!.some(([name, isStart]) => (isStart ? method.startsWith(name) : method === name))

/** Which row of the table a method belongs to by what it does. */
function rowOf({ effect }: Method): number {
  if (effect === 'asks-chain') return 0
  if (effect === 'submits-signed') return 1
  if (effect === 'submits-and-waits') return 2
  if (effect === 'subscribes') return 3
  if (effect.endsWith('-filter')) return 4
  return effect === 'asks-node' ? 5 : 6
}

describe('the table of methods of docs/fleet.md', () => {
  it.each([1, 2, 3, 5, 6])('names in row %i the methods that go there', (row) => {
    for (const method of methods) expect(isIn(row, method.name), method.name).toBe(rowOf(method) === row)
  })
})

describe('the program of docs/fleet.md', () => {
  it('gets each log once, even after its connection has ended', async () => {
    const [program] = snippetsOf('docs/fleet.md').filter(({ language }) => language === 'js')
    const folder = mkdtempSync(join(import.meta.dirname, '.snippets-'))
    const node = await createNode()
    onTestFinished(async () => {
      await node.close()
      rmSync(folder, { recursive: true })
    })
    const from = node.accounts[0]!.address
    const sent = async (members: object) => {
      const params = [{ from, ...members }] as const
      return node.chain.receipt(await node.request({ method: 'eth_sendTransaction', params }))!
    }
    // Stores the code PUSH1 0 PUSH1 0 LOG0.
    const { contractAddress: to } = await sent({ data: '0x6460006000a06000526005601bf3' })
    let { webSocketUrl, close, port } = await node.listen()

    const own = join(folder, 'own.ts')
    writeFileSync(
      own,
      `export const told = []
export const apply = (log) => told.push(log)
export const [undo, giveUp] = [apply, apply]
let isOver = false
export const end = () => { isOver = true }
export const setTimeout = (connect) => { if (!isOver) globalThis.setTimeout(connect, 20) }`,
    )
    const text = program!.text.replace(/'wss:[^']*'/g, `'${webSocketUrl}'`).replace("'0x…'", `'${to}'`)
    writeFileSync(
      join(folder, 'program.ts'),
      `import { apply, giveUp, setTimeout, undo } from './own.ts'\n${text}`,
    )
    const { told, end } = await import(own)
    onTestFinished(end)
    await import(join(folder, 'program.ts'))

    const numbers = (): number[] =>
      told.map(({ blockNumber }: { blockNumber: string }) => Number(blockNumber))
    await expect
      .poll(async () => {
        await sent({ to })
        return told.length
      })
      .toBeGreaterThan(0)
    await close()
    await sent({ to })
    ;({ close } = await node.listen({ port }))
    await sent({ to })
    await expect.poll(() => numbers().at(-1)).toBe(node.chain.head.number)
    const first = numbers()[0]!
    expect(numbers()).toEqual(
      Array.from({ length: node.chain.head.number - first + 1 }, (_, index) => first + index),
    )
  })
})
