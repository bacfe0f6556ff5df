import { Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  contractCode,
  creationCode,
  openSampleChain,
  refusalPayload,
  type SampleChain,
  word,
} from './sampleChain.ts'
import { cow, cow1 } from './serviceWorld.ts'

/* The part of the specification about calls, gas and submission. */

const cowKey = '0xc85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4'

let sample: SampleChain
beforeAll(async () => {
  sample = await openSampleChain()
})
afterAll(() => sample.world.close())

describe('eth_call', () => {
  it('answers the output of the contract without changing the state', async () => {
    const { world, contract } = sample
    expect(await world.result('eth_call', [{ to: contract, data: word(9) }, 'latest'])).toBe(word(9))
    expect(await world.result('eth_getStorageAt', [contract, '0x0', 'latest'])).toBe(word(7))
    expect(await world.result('eth_blockNumber')).toBe('0x3')
  })

  it('answers 0x for an empty output', async () => {
    expect(await sample.world.result('eth_call', [{ to: cow1 }, 'latest'])).toBe('0x')
  })

  it.each(['0x2', 'latest', 'earliest', 'pending'])('runs on the block %s', async (block) => {
    expect(await sample.world.result('eth_call', [{ to: cow1 }, block])).toBe('0x')
  })

  it('runs on the latest block by default', async () => {
    expect(await sample.world.result('eth_call', [{ to: sample.contract, data: word(9) }])).toBe(word(9))
  })

  it.each([
    ['from', { from: cow1 }],
    ['gas', { gas: '0x100000' }],
    ['gasPrice', { gasPrice: '0x1' }],
    ['value', { value: '0x0' }],
    ['input for data', { data: undefined, input: word(9) }],
  ])('accepts the field %s', async (_, fields) => {
    const call = { to: sample.contract, data: word(9), ...fields }
    expect(await sample.world.result('eth_call', [call, 'latest'])).toBe(word(9))
  })

  it('that reverts is an error with the reason, and the payload as data', async () => {
    expect(await sample.world.error('eth_call', [{ to: sample.contract, data: '0x00' }, 'latest'])).toEqual({
      code: -32015,
      message: 'VM Exception while processing transaction: revert no',
      data: refusalPayload,
    })
  })

  it('that fails in another way is an error without data', async () => {
    expect(await sample.world.error('eth_call', [{ to: sample.contract, data: '0x0000' }, 'latest'])).toEqual(
      {
        code: -32015,
        message: 'VM Exception while processing transaction: invalid opcode',
      },
    )
  })
})

describe('eth_estimateGas', () => {
  const estimate = async (call: object, ...block: string[]): Promise<bigint> =>
    BigInt(await sample.world.result<string>('eth_estimateGas', [call, ...block]))

  it('is the minimum gas with which the transaction succeeds', async () => {
    const call = { from: cow, to: sample.contract, data: word(9) }
    const gas = await estimate(call)
    const withGas = (amount: bigint) => [{ ...call, gas: `0x${amount.toString(16)}` }, 'latest']
    expect(await sample.world.result('eth_call', withGas(gas))).toBe(word(9))
    expect(await sample.world.error('eth_call', withGas(gas - 1n))).toMatchObject({ code: -32015 })
  })

  it.each([1, true, 'x', '', []])('does not exist for %j, which is not a call', async (call) => {
    expect(await sample.world.error('eth_estimateGas', [call])).toEqual({
      code: -32602,
      message: 'invalid argument: expected an object',
    })
  })

  it('of a transfer is 21,000, with or without a block', async () => {
    expect(await estimate({ from: cow, to: cow1, value: '0x1' })).toBe(21_000n)
    expect(await estimate({ from: cow, to: cow1 }, 'earliest')).toBe(21_000n)
  })

  it('of a creation has no receiver', async () => {
    const gas = await estimate({ from: cow, data: creationCode })
    const { gasUsed } = await sample.world.result<{ gasUsed: string }>('eth_getTransactionReceipt', [
      sample.deployment.transactionHash,
    ])
    expect(gas).toBe(BigInt(gasUsed))
  })

  it('is answered although the sender lacks the balance', async () => {
    const value = `0x${(10n ** 40n).toString(16)}`
    expect(await estimate({ from: cow, to: cow1, value })).toBe(21_000n)
  })

  it('is answered although the call reverts', async () => {
    expect(await estimate({ to: sample.contract, data: '0x00' })).toBeGreaterThan(21_000n)
  })

  it('never exceeds the gas limit of the pending block or the given gas', async () => {
    const { gasLimit } = await sample.world.result<{ gasLimit: string }>('eth_getBlockByNumber', ['latest'])
    const all = await estimate({ to: sample.contract, data: '0x0000' })
    // The next block's limit is at most a 1,024th away from the latest's.
    const limit = BigInt(gasLimit)
    expect(all >= limit - limit / 1024n && all <= limit + limit / 1024n).toBe(true)
    expect(await estimate({ to: sample.contract, data: '0x0000', gas: '0x10000' })).toBe(0x10000n)
  })
})

describe('eth_sendTransaction', () => {
  it('has the defaults gas 90,000 and gas price 0', async () => {
    const { transactionHash } = await sample.world.transact({ to: cow1, gas: undefined })
    expect(await sample.world.result('eth_getTransactionByHash', [transactionHash])).toMatchObject({
      gas: '0x15f90',
      gasPrice: '0x0',
    })
  })

  it('creates a contract without a receiver, whose address is in the receipt', async () => {
    const { contractAddress } = await sample.world.transact({ data: creationCode })
    expect(await sample.world.result('eth_getCode', [contractAddress, 'latest'])).toBe(contractCode)
  })

  it('replaces a pending transaction with the same nonce', async () => {
    const { world } = sample
    await world.result('evm_stopMining')
    const send = (gasPrice: string) =>
      world.result<string>('eth_sendTransaction', [{ from: cow1, to: cow, nonce: '0x0', gasPrice }])
    const [first, second] = [await send('0x10'), await send('0x20')]
    await world.result('evm_startMining')
    expect(await world.result('eth_getTransactionReceipt', [first])).toBeNull()
    expect(await world.result('eth_getTransactionReceipt', [second])).toMatchObject({ status: '0x1' })
  })

  it('needs a sender', async () => {
    expect(await sample.world.error('eth_sendTransaction', [{ to: cow1 }])).toEqual({
      code: -32602,
      message: 'from is null',
    })
  })
})

describe('eth_sendRawTransaction', () => {
  it('answers the hash of the transaction, never the zero hash', async () => {
    const nonce = Number(await sample.world.result('eth_getTransactionCount', [cow]))
    const fields = { type: 0, nonce, gasPrice: 0, gasLimit: 21_000, to: cow1, value: 1, chainId: 33 }
    const hash = await sample.world.result<string>('eth_sendRawTransaction', [
      await new Wallet(cowKey).signTransaction(fields),
    ])
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await sample.world.result('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  })
})

describe('a transaction that fails', () => {
  it('is mined, and its receipt has the status 0', async () => {
    expect(await sample.world.transact({ to: sample.contract, data: '0x00' })).toMatchObject({
      status: '0x0',
    })
  })
})

describe('eth_sign', () => {
  it('signs the message with the prefix that wallets verify', async () => {
    const signature = await sample.world.result('eth_sign', [cow, '0x68656c6c6f'])
    expect(signature).toBe(await new Wallet(cowKey).signMessage('hello'))
  })
})
