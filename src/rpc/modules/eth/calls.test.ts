import { describe, expect, it } from 'vitest'
import {
  cow,
  cow1,
  openWorld,
  type RpcWorld,
  type RpcWorldOptions,
} from '../../../answering/rpcWorld.cases.ts'
import { assemble, deployer } from '../../../evm/assembler.cases.ts'
import { createdAddress } from '../../../evm/contractAddress.ts'
import { asAddress } from '../../../primitives/bytes.ts'
import { fromHex, toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'

/** A world with a contract of this code. */
async function worldWith(source: string, options: RpcWorldOptions = {}) {
  const world = await openWorld(options)
  const contract = await deploy(world, source)
  return { world, contract }
}

const deploy = (world: RpcWorld, source: string): Promise<string> =>
  world.deploy(toHex(deployer(assemble(source))))

/** Reverts with Error("no"). */
const revertWithReason = `
  0x08c379a000000000000000000000000000000000000000000000000000000000 0 MSTORE
  32 4 MSTORE 2 36 MSTORE
  0x6e6f000000000000000000000000000000000000000000000000000000000000 68 MSTORE
  100 0 REVERT`

describe('eth_call', () => {
  it('answers what the contract returns, on the latest block by default', async () => {
    const { world, contract } = await worldWith('7 0 MSTORE 32 0 RETURN')
    const seven = `0x${'7'.padStart(64, '0')}`
    expect(await world.result('eth_call', { to: contract })).toBe(seven)
    expect(await world.result('eth_call', { to: contract }, 'pending')).toBe(seven)
    expect(await world.result('eth_call', { to: contract }, '0x0')).toBe('0x')
    expect(await world.result('eth_call', { to: contract }, { blockNumber: '0x1' })).toBe(seven)
  })

  it('answers the reason and the payload of a revert', async () => {
    const { world, contract } = await worldWith(revertWithReason)
    expect(await world.error('eth_call', { to: contract })).toEqual({
      code: -32015,
      message: 'VM Exception while processing transaction: revert no',
      data: expect.stringMatching(/^0x08c379a0/),
    })
  })

  it('answers the payload of a revert without a reason', async () => {
    const { world, contract } = await worldWith('0 0 REVERT')
    expect(await world.error('eth_call', { to: contract })).toEqual({
      code: -32015,
      message: 'VM Exception while processing transaction: transaction reverted',
      data: '0x',
    })
  })

  it.each([
    ['#fe', 'invalid opcode'],
    ['ADD', 'stack underflow'],
    ['loop: @loop JUMP', 'out of gas'],
    ['1 JUMP', 'invalid jump destination'],
  ])('is an error without data for %s', async (source, cause) => {
    const { world, contract } = await worldWith(source)
    expect(await world.error('eth_call', { to: contract, gas: '0x10000' })).toEqual({
      code: -32015,
      message: `VM Exception while processing transaction: ${cause}`,
    })
  })

  it('answers the errors of Ethereum nodes if the operator chooses them', async () => {
    const { world, contract } = await worldWith(revertWithReason, { errors: 'ethereum' })
    expect(await world.error('eth_call', { to: contract })).toMatchObject({
      code: 3,
      message: 'execution reverted: no',
      data: expect.stringMatching(/^0x08c379a0/),
    })
    const halting = await deploy(world, '#fe')
    expect(await world.error('eth_call', { to: halting })).toEqual({
      code: 3,
      message: 'invalid opcode',
    })
  })

  it('answers each client with the errors that it has chosen', async () => {
    const { world, contract } = await worldWith('0 0 REVERT')
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: contract }] }
    const client = { name: 'bob', errors: 'ethereum' } as const
    expect(await world.service.envelope.handle(request, client)).toMatchObject({ error: { code: 3 } })
    expect(await world.answer(request)).toMatchObject({ error: { code: -32015 } })
  })

  it('gives a sender that cannot pay the value the same balance as a trace', async () => {
    const { world, contract } = await worldWith('CALLER BALANCE 0 MSTORE 32 0 RETURN')
    const call = { from: `0x${'5712'.repeat(10)}`, to: contract, value: '0x5' }
    const output = `0x${'f'.repeat(63)}b`
    expect(await world.result('eth_call', call)).toBe(output)
    expect(await world.result('trace_call', call, ['stateDiff'])).toMatchObject({
      output,
      // The balance of the sender is shown as zero before and after.
      stateDiff: {
        [call.from]: { balance: { '+': '0x0' } },
        [contract]: { balance: { '*': { to: '0x5' } } },
      },
    })
    const diff = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
    expect(await world.result('debug_traceCall', call, 'latest', diff)).toMatchObject({
      post: { [contract]: { balance: '0x5' } },
    })
  })

  it('fails after its time limit', async () => {
    let now = 0
    const { world, contract } = await worldWith('loop: @loop JUMP', {
      now: () => (now += 1000),
      tryUnits: Number.POSITIVE_INFINITY,
    })
    expect(await world.error('eth_call', { to: contract })).toEqual({
      code: -32011,
      message: 'Execution has got timeout out.',
    })
  })

  it('refuses state overrides unless the operator allows them', async () => {
    const world = await openWorld()
    expect(await world.error('eth_call', { to: cow }, 'latest', { [cow1]: { balance: '0x1' } })).toEqual({
      code: -32602,
      message: 'State override is not allowed',
    })
    expect(await world.result('eth_call', { to: cow }, 'latest', {})).toBe('0x')
  })

  it('refuses unknown blocks', async () => {
    const world = await openWorld()
    const unknown = `0x${'ab'.repeat(32)}`
    expect(await world.error('eth_call', { to: cow }, '0x10')).toMatchObject({
      message: 'Invalid block number 16',
    })
    expect(await world.error('eth_call', { to: cow }, { blockHash: unknown })).toMatchObject({
      code: -32600,
      message: `Block with hash ${unknown} not found`,
    })
  })
})

describe('eth_estimateGas', () => {
  it('is what a plain transfer costs', async () => {
    const world = await openWorld()
    expect(await world.result('eth_estimateGas', { from: cow, to: cow1, value: '0x1' })).toBe('0x5208')
  })

  it('of a transfer in the pending block sees the changes of earlier blocks', async () => {
    const world = await openWorld({ errors: 'ethereum' })
    const contract = toHex(createdAddress(asAddress(fromHex(cow)), 0n))
    const poor = `0x${'5712'.repeat(10)}`
    const toContract = () => world.result('eth_estimateGas', { from: cow, to: contract }, 'pending')
    const fromPoor = { from: poor, to: cow, value: '0x5' }
    expect([await toContract(), await toContract()]).toEqual(['0x5208', '0x5208'])
    expect(await world.error('eth_estimateGas', fromPoor, 'pending')).toMatchObject({ code: -32000 })
    expect(await deploy(world, '1 0 SSTORE')).toBe(contract)
    await world.text('eth_sendTransaction', { from: cow, to: poor, value: '0x5' })
    expect(await toContract()).toBe(toQuantity(21_000 + 20_000 + 6))
    expect(await world.result('eth_estimateGas', fromPoor, 'pending')).toBe('0x5208')
  })

  it('is the least gas that succeeds, also with a refund', async () => {
    const { world, contract } = await worldWith('0 SLOAD ISZERO 0 SSTORE')
    for (let round = 0; round < 2; round++) {
      const estimate = Number(await world.result('eth_estimateGas', { from: cow, to: contract }))
      const call = { from: cow, to: contract }
      expect(await world.result('eth_call', { ...call, gas: estimate })).toBe('0x')
      expect(await world.error('eth_call', { ...call, gas: estimate - 1 })).toMatchObject({ code: -32015 })
      await world.result('eth_sendTransaction', { ...call, gas: estimate })
    }
  })

  it('is answered for a call that fails or whose value the sender lacks', async () => {
    const { world, contract } = await worldWith('0 0 REVERT')
    const used = 21_000 + 2 * 3
    expect(Number(await world.result('eth_estimateGas', { to: contract }))).toBe(used)
    const poor = `0x${'11'.repeat(20)}`
    expect(await world.result('eth_estimateGas', { from: poor, to: cow, value: '0x1' })).toBe('0x5208')
  })

  it('is an error for a failing call with the errors of Ethereum nodes', async () => {
    const { world, contract } = await worldWith('0 0 REVERT', { errors: 'ethereum' })
    expect(await world.error('eth_estimateGas', { to: contract })).toMatchObject({ code: 3, data: '0x' })
    const poor = `0x${'11'.repeat(20)}`
    expect(await world.error('eth_estimateGas', { from: poor, to: cow, value: '0x1' })).toEqual({
      code: -32000,
      message: 'insufficient funds for transfer: balance 0 RBTC, needed 0.000000000000000001',
    })
  })
})
