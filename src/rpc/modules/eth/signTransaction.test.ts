import { Transaction } from 'ethers'
import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld } from '../../../answering/rpcWorld.cases.ts'

describe('eth_signTransaction', () => {
  it('answers the bytes that eth_sendRawTransaction takes, and submits nothing', async () => {
    const world = await openWorld()
    const call = { from: cow, to: cow1, value: '0x5', gas: '0x5208', gasPrice: '0x1' }
    const signed = await world.result('eth_signTransaction', call)
    const raw = String(Object(signed).raw)
    expect(signed).toMatchObject({ tx: { from: cow, to: cow1, value: '0x5', nonce: '0x0', blockHash: null } })
    expect(Transaction.from(raw).from?.toLowerCase()).toBe(cow)
    expect(await world.result('eth_blockNumber')).toBe('0x0')
    expect(await world.result('eth_sendRawTransaction', raw)).toBe(Transaction.from(raw).hash)
    expect(await world.result('eth_blockNumber')).toBe('0x1')
  })

  it('needs an account of the wallet', async () => {
    const world = await openWorld()
    const stranger = `0x${'12'.repeat(20)}`
    expect(await world.error('eth_signTransaction', { from: stranger, to: cow })).toMatchObject({
      code: -32602,
    })
    expect(await world.error('eth_signTransaction', { to: cow })).toMatchObject({ message: 'from is null' })
  })
})

describe('eth_requestAccounts', () => {
  it('answers the accounts of eth_accounts', async () => {
    const world = await openWorld()
    const accounts = await world.result('eth_accounts')
    expect(accounts).toContain(cow)
    expect(await world.result('eth_requestAccounts')).toEqual(accounts)
  })
})
