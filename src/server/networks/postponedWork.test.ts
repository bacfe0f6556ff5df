import { expect, it } from 'vitest'
import { toHex } from '../../primitives/hex.ts'
import { inProcess } from '../../rpc/envelope/answerContext.ts'
import type { Json } from '../../rpc/json/json.ts'
import { openWorld } from '../../service/rpcWorld.cases.ts'
import { openServerWorld } from '../serverWorld.cases.ts'
import { rpcEndpoint } from './rpcEndpoint.ts'

async function developmentEndpoint() {
  const { node, service } = await openWorld({ node: { development: {} } })
  const account = toHex(node.wallet!.accounts[0]!)
  const gasPrice = `0x${node.development!.settings.minimumGasPriceTarget.toString(16)}`
  const transfer = { from: account, to: account, value: '0x1', gas: '0x5208', gasPrice }
  return { node, transfer, endpoint: rpcEndpoint({ name: 'regtest', node, service, origins: '*' }) }
}

const request = (method: string, ...params: Json[]) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
})

it('a development chain answers the hash of a transaction first, and makes its block before anything else', async () => {
  const { node, endpoint, transfer } = await developmentEndpoint()
  const body = request('eth_sendTransaction', transfer)
  const makeBlock = endpoint.workAfterAnswer?.(body)
  expect(endpoint.envelope.answer(body, inProcess({ name: 'test' }))).toContain('"result":"0x')
  expect(node.chain.head.number).toBe(0)
  makeBlock?.()
  expect(node.chain.head.number).toBe(1)
})

it('a client finds the block of its transaction when it has the hash', async () => {
  const { endpoint, transfer } = await developmentEndpoint()
  const world = await openServerWorld({ endpoints: [endpoint] })
  const sent = await world.post(request('eth_sendTransaction', transfer))
  const found = await world.post(request('eth_getTransactionReceipt', sent.body?.result ?? null))
  expect(found.body?.result).toMatchObject({ blockNumber: '0x1', status: '0x1' })
})

it('a development chain answers that a snapshot exists, and returns to it before anything else', async () => {
  const { node, endpoint, transfer } = await developmentEndpoint()
  const world = await openServerWorld({ endpoints: [endpoint] })
  const { body: taken } = await world.post(request('evm_snapshot'))
  await world.post(request('eth_sendTransaction', transfer))
  const revert = request('evm_revert', taken?.result ?? null)
  const goBack = endpoint.workAfterAnswer?.(revert)
  expect(endpoint.envelope.answer(revert, inProcess({ name: 'test' }))).toContain('"result":true')
  expect(node.chain.head.number).toBe(1)
  goBack?.()
  expect(node.chain.head.number).toBe(0)
  await world.post(request('eth_sendTransaction', transfer))
  expect((await world.post(request('evm_revert', '0x9'))).body?.result).toBe(false)
  expect((await world.post(request('eth_blockNumber'))).body?.result).toBe('0x1')
  expect((await world.post(revert)).body?.result).toBe(true)
  expect((await world.post(request('eth_blockNumber'))).body?.result).toBe('0x0')
})

it('what was read ahead after a receipt is not used once the chain has returned to a snapshot', async () => {
  const { endpoint, transfer } = await developmentEndpoint()
  const world = await openServerWorld({ endpoints: [endpoint] })
  const result = async (method: string, ...params: Json[]): Promise<Json> =>
    (await world.post(request(method, ...params))).body?.result ?? null
  const sendAndFind = async (): Promise<Json> => {
    const hash = await result('eth_sendTransaction', transfer)
    await result('eth_getTransactionReceipt', hash)
    return result('eth_getTransactionByHash', hash)
  }
  const snapshot = await result('evm_snapshot')
  expect(await sendAndFind()).toMatchObject({ nonce: '0x0' })
  expect(await sendAndFind()).toMatchObject({ nonce: '0x1' })
  await result('eth_gasPrice')
  await result('evm_revert', snapshot)
  expect(await sendAndFind()).toMatchObject({ nonce: '0x0', blockNumber: '0x1' })
})

it('nothing is postponed for a batch or another method', async () => {
  const { endpoint } = await developmentEndpoint()
  expect(endpoint.workAfterAnswer?.([request('eth_sendTransaction', {})])).toBeUndefined()
  expect(endpoint.workAfterAnswer?.(request('eth_sendRawTransactionSync', '0x'))).toBeUndefined()
  expect(endpoint.workAfterAnswer?.('eth_sendTransaction')).toBeUndefined()
  expect(endpoint.workAfterAnswer?.([request('evm_revert', '0x1')])).toBeUndefined()
})
