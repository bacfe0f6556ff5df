import { describe, expect, it, vi } from 'vitest'
import { RpcError } from '../rpc/errors/errors.ts'
import type { Json } from '../rpc/json/json.ts'
import { openGateway, openScriptedNodes } from './gatewayWorld.cases.ts'

const of = (id: number, method: string, ...params: Json[]) => ({ jsonrpc: '2.0', id, method, params })

async function openWorld(limits = {}) {
  const [node] = await openScriptedNodes({
    eth_getBalance: ([address]) => `${address} ü`,
    eth_call: () => {
      throw new RpcError(-32_015, 'reverted')
    },
  })
  node!.moveTo(1_000)
  const gateway = await openGateway([node!.url], 1, {}, limits)
  await vi.waitUntil(() => gateway.endpoint.nodes.bestHeight === 1_000, 20_000)
  return { node: node!, gateway }
}

describe('a batch of a gateway', () => {
  it('gets final answers of earlier batches and calls, each in its place', async () => {
    const { node, gateway } = await openWorld()
    const { post, call } = gateway
    const batch = [
      of(1, 'eth_getBalance', 'a', '0x1'),
      of(2, 'eth_getBalance', 'b', 'latest'),
      of(3, 'eth_call', {}, '0x1'),
      of(4, 'eth_getBalance', 'c', '0x2'),
    ]
    const first = await post(batch)
    expect(first).toMatchObject([
      { id: 1, result: 'a ü' },
      { id: 2, result: 'b ü' },
      { id: 3, error: { code: -32_015 } },
      { id: 4, result: 'c ü' },
    ])
    expect(node.called).toHaveLength(4)
    expect(await post(batch)).toEqual(first)
    expect(node.called.slice(4)).toEqual(['eth_getBalance', 'eth_call'])
    // A single call and a batch share what they know.
    expect(await call('eth_getBalance', 'c', '0x2')).toBe('c ü')
    expect(await call('eth_getBalance', 'd', '0x2')).toBe('d ü')
    expect(await post([of(7, 'eth_getBalance', 'd', '0x2')])).toEqual([
      { jsonrpc: '2.0', id: 7, result: 'd ü' },
    ])
    expect(node.called).toHaveLength(7)
  })

  it('gets final answers while no node answers, and errors for the rest', async () => {
    const { node, gateway } = await openWorld()
    await gateway.call('eth_getBalance', 'a', '0x1')
    await node.close()
    expect(
      await gateway.post([of(1, 'eth_getBalance', 'b', '0x1'), of(2, 'eth_getBalance', 'a', '0x1')]),
    ).toMatchObject([
      { id: 1, error: { code: expect.any(Number) } },
      { id: 2, result: 'a ü' },
    ])
  })

  it('fails when its final answers exceed the maximum length of an answer', async () => {
    const { gateway } = await openWorld({ answerBytes: 3_000 })
    const long = 'a'.repeat(1_000)
    await gateway.call('eth_getBalance', long, '0x1')
    const two = [of(1, 'eth_getBalance', long, '0x1'), of(2, 'eth_getBalance', long, '0x1')]
    expect(await gateway.post(two)).toMatchObject([{ id: 1 }, { id: 2, result: `${long} ü` }])
    const four = [...two, ...two]
    expect(await gateway.post(four)).toMatchObject(
      four.map(({ id }) => ({ id, error: { code: expect.any(Number) } })),
    )
  })
})
