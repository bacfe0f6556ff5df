import { describe, expect, it, onTestFinished } from 'vitest'
import { serviceOver } from '../../src/answering/lightWorld.cases.ts'
import { openLight } from '../../src/light/lightWorld.cases.ts'
import { mainnetHeaders, ScriptedChain } from '../../src/light/scriptedChain.cases.ts'
import { LightNode } from '../../src/node/light/lightNode.ts'
import { toQuantity } from '../../src/primitives/quantity.ts'
import { mainnet } from '../../src/protocol/networks/definitions.ts'

/* The newest headers of mainnet, backed by their work: most blocks are out of reach. */

async function windowClient() {
  const { light, pool } = await openLight([new ScriptedChain(mainnetHeaders)], {
    network: mainnet,
    anchor: mainnetHeaders[100]!.hash,
    mode: 'backed-by-work',
    workBitcoinBlocks: 2,
  })
  const node = new LightNode({
    headers: light,
    endpoints: pool,
    clock: () => mainnetHeaders.at(-1)!.timestamp,
    now: () => performance.now(),
    onError: (error) => {
      throw error
    },
  })
  const service = serviceOver(node)
  onTestFinished(() => {
    service.close()
    node.close()
  })
  const answer = async (method: string, ...params: unknown[]) =>
    JSON.parse(
      await service.handleText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), { name: 'alice' }),
    )
  return { answer, first: light.firstNumber, head: light.head.header }
}

describe('a window of headers', () => {
  it('has the head and the safe block', async () => {
    const { answer, head } = await windowClient()
    for (const [tag, number] of [
      ['latest', head.number],
      ['safe', head.number - 12],
    ] as const)
      expect((await answer('eth_getHeaderByNumber', tag)).result.number).toBe(toQuantity(number))
  })

  it.each(['finalized', '0x1', 'before'])('refuses %s with the first block that it has', async (which) => {
    const { answer, first } = await windowClient()
    const block = which === 'before' ? toQuantity(first - 1) : which
    const calls: readonly (readonly [method: string, ...params: unknown[]])[] = [
      ['eth_getHeaderByNumber', block],
      ['eth_getBalance', `0x${'01'.repeat(20)}`, block],
      ['eth_getLogs', { fromBlock: block }],
    ]
    for (const [method, ...params] of calls)
      expect((await answer(method, ...params)).error, method).toMatchObject({
        code: -32016,
        message: expect.stringContaining(`before block ${first}, the first whose header is linked`),
      })
  })
})
