import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld } from '../../../answering/rpcWorld.cases.ts'

const unused = `0x${'12'.repeat(20)}`
/** Stores 7 in cell 1 and deploys one byte of code. */
const initCode = '0x6007600155600160005360016000f3'

describe('eth_getAccount', () => {
  it('answers what a proof proves of an account', async () => {
    const world = await openWorld()
    const contract = await world.deploy(initCode)
    for (const account of [cow, contract]) {
      const { balance, codeHash, nonce, storageHash } = Object(
        await world.result('eth_getProof', account, []),
      )
      expect(await world.result('eth_getAccount', account)).toEqual({
        balance,
        codeHash,
        nonce,
        storageRoot: storageHash,
      })
    }
  })

  it('answers null for an account that does not exist, and an error for an unknown block', async () => {
    const world = await openWorld()
    expect(await world.result('eth_getAccount', unused, 'latest')).toBeNull()
    expect(await world.error('eth_getAccount', cow, '0x63')).toMatchObject({ code: -32600 })
  })
})

describe('eth_getAccountInfo', () => {
  it('answers balance, nonce and code at a block', async () => {
    const world = await openWorld()
    const contract = await world.deploy(initCode)
    expect(await world.result('eth_getAccountInfo', contract, 'latest')).toEqual({
      balance: '0x0',
      nonce: '0x0',
      code: '0x01',
    })
    expect(await world.result('eth_getAccountInfo', contract, '0x0')).toMatchObject({ code: '0x' })
    expect(await world.result('eth_getAccountInfo', cow)).toMatchObject({ nonce: '0x1', code: '0x' })
  })
})

describe('eth_getStorageValues', () => {
  it('answers the cells of several contracts by the names that the caller wrote', async () => {
    const world = await openWorld()
    const contract = await world.deploy(initCode)
    const cells = { [contract]: ['0x1', '0x2'], [cow1]: ['0x0'] }
    const zero = `0x${'0'.repeat(64)}`
    expect(await world.result('eth_getStorageValues', cells, 'latest')).toEqual({
      [contract]: [`0x${'7'.padStart(64, '0')}`, zero],
      [cow1]: [zero],
    })
  })

  it('bounds the cells of all contracts together', async () => {
    const world = await openWorld()
    const list = Array.from({ length: 600 }, (_, index) => `0x${index.toString(16)}`)
    expect(await world.error('eth_getStorageValues', { [cow]: list, [cow1]: list })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('1024'),
    })
    expect(await world.error('eth_getStorageValues', { nobody: ['0x1'] })).toMatchObject({ code: -32602 })
    expect(await world.error('eth_getStorageValues', [1])).toMatchObject({ code: -32602 })
  })
})

it('eth_blobBaseFee is zero', async () => {
  const world = await openWorld()
  expect(await world.result('eth_blobBaseFee')).toBe('0x0')
})
