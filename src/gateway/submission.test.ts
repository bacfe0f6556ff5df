import { describe, expect, it } from 'vitest'
import { keccak256 } from '../crypto/keccak256.ts'
import { toHex } from '../primitives/hex.ts'
import { RpcError } from '../rpc/errors/errors.ts'
import type { Json } from '../rpc/json/json.ts'
import { openGateway, openScriptedNodes, type ScriptedNode } from './gatewayWorld.cases.ts'

const raw = '0xf86c01'
const hash = toHex(keccak256(Buffer.from('f86c01', 'hex')))
const accepts = { eth_sendRawTransaction: () => hash }
const rejects = (message: string) => ({
  eth_sendRawTransaction: () => {
    throw new RpcError(-32_010, message)
  },
})

const patience = { interval: 5 }

/** Resolves when nodes have got the transaction. */
async function sent(...nodes: readonly ScriptedNode[]): Promise<void> {
  for (const { called } of nodes)
    await expect.poll(() => called, patience).toContain('eth_sendRawTransaction')
}

describe('a transaction that is sent to a gateway', () => {
  it('goes to several nodes, and is acknowledged when one has accepted it', async () => {
    const nodes = await openScriptedNodes(rejects('nonce too high'), accepts, accepts)
    const { call } = await openGateway(nodes.map(({ url }) => url))
    expect(await call('eth_sendRawTransaction', raw)).toBe(hash)
    expect(nodes.map(({ called }) => called)).toEqual(Array(3).fill(['eth_sendRawTransaction']))
  })

  it('is rejected when all nodes reject it', async () => {
    const known = 'pending transaction with same hash already exists'
    const nodes = await openScriptedNodes(rejects(known), rejects(known))
    const { call } = await openGateway(nodes.map(({ url }) => url))
    await expect(call('eth_sendRawTransaction', raw)).rejects.toMatchObject({ code: -32_010, message: known })
  })

  it('is looked for before it is sent again, when the node that got it fails', async () => {
    const [dying, other] = await openScriptedNodes(
      { eth_sendRawTransaction: () => new Promise(() => {}) },
      { ...rejects('already known: the pool has it'), eth_getTransactionByHash: () => ({ hash }) },
    )
    const { call } = await openGateway([dying!.url, other!.url])
    const answer = call('eth_sendRawTransaction', raw)
    await sent(dying!, other!)
    dying!.kill()
    expect(await answer).toBe(hash)
    expect(other!.called).toEqual(['eth_sendRawTransaction', 'eth_getTransactionByHash'])
  })

  it('is asked for at a node that has accepted it', async () => {
    const receipt = { transactionHash: hash }
    const [first, second] = await openScriptedNodes(
      { ...rejects('full'), eth_getTransactionReceipt: () => null },
      { ...accepts, eth_getTransactionReceipt: () => receipt },
    )
    const { call } = await openGateway([first!.url, second!.url])
    await call('eth_sendRawTransaction', raw)
    for (let count = 0; count < 5; count++)
      expect(await call('eth_getTransactionReceipt', hash)).toEqual(receipt)
    expect(first!.called).toEqual(['eth_sendRawTransaction'])
  })

  it('is awaited at all nodes, so that the death of the node that accepted it does not lose the receipt', async () => {
    const receipt = { transactionHash: hash }
    let isMined = false
    const [dying, other] = await openScriptedNodes(
      { ...accepts, eth_getTransactionReceipt: () => null },
      { ...rejects('full'), eth_getTransactionReceipt: () => (isMined ? receipt : null) },
    )
    const { call } = await openGateway([dying!.url, other!.url])
    const answer = call('eth_sendRawTransactionSync', raw, '0x7530')
    await sent(dying!, other!)
    await expect.poll(() => other!.called, patience).toContain('eth_getTransactionReceipt')
    dying!.kill()
    isMined = true
    other!.moveTo(2)
    expect(await answer).toEqual(receipt)
  })

  it('is answered with its hash when it is awaited for too long, and is not sent with a wrong time', async () => {
    const nodes = await openScriptedNodes({ ...accepts, eth_getTransactionReceipt: () => null })
    const { post } = await openGateway(nodes.map(({ url }) => url))
    const send = (...params: Json[]) =>
      post({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransactionSync', params })
    expect(await send(raw, '0x32')).toMatchObject({ error: { code: 4, data: hash } })
    nodes[0]!.called.length = 0
    for (const params of [
      [raw, '0x0'],
      [raw, '0xffffff'],
      [raw, '0x1', '0x1'],
    ])
      expect(await send(...params)).toMatchObject({ error: { code: -32_602 } })
    expect(nodes[0]!.called).toEqual([])
  })

  it('has an unknown outcome when the only node fails while it executes a call that must not be repeated', async () => {
    const [node] = await openScriptedNodes({ personal_sendTransaction: () => new Promise(() => {}) })
    const { call } = await openGateway([node!.url])
    const answer = call('personal_sendTransaction', {}, 'secret')
    setTimeout(() => node!.kill(), 100)
    await expect(answer).rejects.toMatchObject({ code: -32_000, message: /may have executed the call/ })
  })
})
