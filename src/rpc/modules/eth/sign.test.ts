import { Transaction, verifyTypedData } from 'ethers'
import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld } from '../../../answering/rpcWorld.cases.ts'
import { mail } from '../../../wallet/typedData/typedData.cases.ts'

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

const { EIP712Domain: _, ...types } = mail.types

describe.each(['eth_signTypedData_v4', 'eth_signTypedData'])('%s', (method) => {
  it('signs an object or its JSON text with a signature that recovers to the account', async () => {
    const world = await openWorld()
    const signature = await world.text(method, cow, mail)
    expect(verifyTypedData(mail.domain, types, mail.message, signature).toLowerCase()).toBe(cow)
    expect(await world.text(method, cow, JSON.stringify(mail))).toBe(signature)
  })

  it('answers the signature of the example in EIP-712', async () => {
    const world = await openWorld()
    expect(await world.text(method, cow, mail)).toBe(
      '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d' +
        '07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
    )
  })

  it('refuses invalid typed data and says where it is invalid', async () => {
    const world = await openWorld()
    const invalid = (message: string) => ({ code: -32602, message })
    const { message, ...rest } = mail
    expect(await world.error(method, cow, { ...rest, message: { ...message, contents: 7 } })).toEqual(
      invalid('invalid typed data: message.contents: is not text'),
    )
    expect(await world.error(method, cow, '[]')).toEqual(
      invalid('invalid typed data: typed data: is not an object'),
    )
    expect(await world.error(method, cow, '{"types"')).toEqual({ code: -32700, message: 'JSON parse error' })
    expect(await world.error(method, cow, 7)).toEqual({ code: -32700, message: 'JSON parse error' })
    expect(await world.error(method, cow, '['.repeat(100))).toEqual({
      code: -32600,
      message: 'Invalid request',
    })
  })

  it('signs for unlocked accounts only', async () => {
    const world = await openWorld()
    const account = await world.text('personal_newAccount', 'secret')
    expect(await world.text(method, account, mail)).toHaveLength(132)
    await world.result('personal_lockAccount', account)
    expect(await world.error(method, account, mail)).toEqual({ code: -32602, message: 'Account not found' })
  })

  it('is refused like eth_sign on networks without a wallet', async () => {
    const world = await openWorld({ node: { network: 'testnet' } })
    const refused = await world.error('eth_sign', cow, '0x00')
    expect(await world.error(method, cow, mail)).toEqual(refused)
  })
})
