import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld, type RpcWorld } from '../../../answering/rpcWorld.cases.ts'

async function signed(world: RpcWorld, nonce: string): Promise<string> {
  const call = { from: cow, to: cow1, value: '0x5', gas: '0x5208', gasPrice: '0x1', nonce }
  const answer = await world.result('eth_signTransaction', call)
  return String(Object(answer).raw)
}

describe('eth_sendRawTransactionSync', () => {
  it('answers the receipt at once where every transaction is mined at once', async () => {
    const world = await openWorld()
    const receipt = await world.result('eth_sendRawTransactionSync', await signed(world, '0x0'))
    expect(receipt).toMatchObject({ status: '0x1', from: cow, blockNumber: '0x1' })
  })

  it('waits for the block that holds the transaction', async () => {
    const world = await openWorld()
    const waiting = world.result('eth_sendRawTransactionSync', await signed(world, '0x1'), 60_000)
    expect(await world.result('eth_blockNumber')).toBe('0x0')
    await world.result('eth_sendRawTransaction', await signed(world, '0x0'))
    await world.result('evm_mine')
    expect(await waiting).toMatchObject({ status: '0x1', from: cow })
  })

  it('answers the hash with an error after the given time', async () => {
    const world = await openWorld()
    const error = await world.error('eth_sendRawTransactionSync', await signed(world, '0x5'), 1)
    expect(error).toMatchObject({ code: 4, data: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    expect(await world.result('debug_getRawTransaction', String(error.data))).toMatch(/^0x/)
  })
})
