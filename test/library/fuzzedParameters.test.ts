import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'
import { request } from '../attack/programs/fuzzedCalls.ts'
import { Random } from '../attack/random.ts'

/* Every method of a development chain with wrong parameters. Public networks do not have all of these methods. */

/** These take a passphrase, subscribe, fork another chain or mine by a timer. */
const leftOut = /^personal_|(reset|ubscribe|IntervalMining|RpcUrl)$/i
const callsOfMethod = 25

let node: LocalNode
beforeAll(async () => {
  node = await createNode({
    throwOnRevert: true,
    onError: (error) => problems.push(error),
  })
})
afterAll(() => node?.close())
const problems: unknown[] = []

it('a wrong parameter leads to an error that names it, never to an internal error', async () => {
  const { methods } = Object(await node.request({ method: 'rpc.discover' }))
  const names = (methods as { name: string }[]).map(({ name }) => name).filter((name) => !leftOut.test(name))
  expect(names).toContain('debug_getBadBlocks')
  const random = new Random(7)
  for (const name of names) {
    for (let count = 0; count < callsOfMethod; count++) {
      const { method, params } = request(random, [name]) as { method: string; params: unknown[] }
      await node.request({ method, params }).catch(({ code, message }) => {
        expect(code, `${method} ${JSON.stringify(params)}`).not.toBe(-32603)
        expect(message).not.toBe('')
      })
    }
  }
  expect(problems).toEqual([])
})
