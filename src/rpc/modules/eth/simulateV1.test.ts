import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld, type RpcWorld } from '../../../answering/rpcWorld.cases.ts'
import { assemble, deployer } from '../../../evm/assembler.cases.ts'
import { toHex } from '../../../primitives/hex.ts'
import type { Json } from '../../json/json.ts'

const poor = `0x${'12'.repeat(20)}`
const word = (value: bigint | number): string => `0x${value.toString(16).padStart(64, '0')}`
const creation = (source: string): string => toHex(deployer(assemble(source)))

interface ShownCall {
  readonly status: string
  readonly returnData: string
  readonly gasUsed: string
  readonly logs: readonly {
    readonly address: string
    readonly topics: readonly string[]
    readonly data: string
  }[]
  readonly error?: object
}
interface ShownBlock {
  readonly number: string
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: string
  readonly transactions: readonly unknown[]
  readonly calls: readonly ShownCall[]
}

async function simulate(
  world: RpcWorld,
  blockStateCalls: Json,
  options = {},
): Promise<readonly ShownBlock[]> {
  return Object(await world.result('eth_simulateV1', { blockStateCalls, ...options }, 'latest'))
}

describe('eth_simulateV1', () => {
  it('runs calls one after the other, in blocks that follow each other', async () => {
    const world = await openWorld()
    const counter = '0x77045e71a7a2c50903d88e564cd72fab11e82051'
    const count = { from: cow, to: counter }
    const [first, second] = await simulate(world, [
      { calls: [{ from: cow, data: creation('0 SLOAD 1 ADD DUP1 0 SSTORE 0 MSTORE 32 0 RETURN') }, count] },
      { calls: [count, count] },
    ])
    expect(first!.calls.map(({ status }) => status)).toEqual(['0x1', '0x1'])
    expect(first!.calls[1]!.returnData).toBe(word(1))
    expect(second!.calls.map(({ returnData }) => returnData)).toEqual([word(2), word(3)])
    expect([first!.number, second!.number]).toEqual(['0x1', '0x2'])
    expect(second!.parentHash).toBe(first!.hash)
    expect(Number(second!.timestamp)).toBe(Number(first!.timestamp) + 1)
    expect(await world.result('eth_blockNumber')).toBe('0x0')
    expect(await world.result('eth_getCode', counter, 'latest')).toBe('0x')
  })

  it('applies block overrides, and fills gaps with empty blocks', async () => {
    const world = await openWorld()
    const environment = 'NUMBER 0 MSTORE TIMESTAMP 32 MSTORE COINBASE 64 MSTORE 96 0 RETURN'
    const blockOverrides = { number: '0x5', time: '0x70000000', feeRecipient: poor }
    const blocks = await simulate(world, [
      { blockOverrides, calls: [{ from: cow, data: toHex(assemble(environment)) }] },
    ])
    expect(blocks.map(({ number, calls }) => [number, calls.length])).toEqual([
      ['0x1', 0],
      ['0x2', 0],
      ['0x3', 0],
      ['0x4', 0],
      ['0x5', 1],
    ])
    const digits = [word(5), word(0x70000000), `0x${poor.slice(2).padStart(64, '0')}`].map((text) =>
      text.slice(2),
    )
    expect(blocks[4]!.calls[0]!.returnData).toBe(`0x${digits.join('')}`)
  })

  it('answers the hashes of the simulated ancestors to BLOCKHASH', async () => {
    const world = await openWorld()
    const data = toHex(assemble('1 BLOCKHASH 0 MSTORE 32 0 RETURN'))
    const blocks = await simulate(world, [{}, {}, { calls: [{ from: cow, data }] }])
    expect(blocks[2]!.calls[0]!.returnData).toBe(blocks[0]!.hash)
  })

  it('answers the failure of a call beside the others', async () => {
    const world = await openWorld()
    const [block] = await simulate(world, [
      {
        calls: [
          { from: cow, data: '0x60006000fd' },
          { from: cow, data: '0xfe', gas: '0x186a0' },
          { from: cow, to: cow1, value: '0x1' },
        ],
      },
    ])
    expect(block!.calls).toMatchObject([
      { status: '0x0', error: { code: 3, message: 'execution reverted', data: '0x' } },
      { status: '0x0', error: { code: -32015, message: 'invalid opcode' } },
      { status: '0x1', gasUsed: '0x5208' },
    ])
  })

  it('shows payments as logs when asked, and transactions as objects when asked', async () => {
    const world = await openWorld()
    const calls = [{ from: cow, to: cow1, value: '0x7' }]
    const [shown] = await simulate(world, [{ calls }], { traceTransfers: true, returnFullTransactions: true })
    const coin = `0x${'ee'.repeat(20)}`
    expect(shown!.calls[0]!.logs).toMatchObject([{ address: coin, data: word(7) }])
    expect(shown!.transactions).toMatchObject([{ from: cow, to: cow1, value: '0x7', nonce: '0x0' }])
    const [plain] = await simulate(world, [{ calls }])
    expect(plain!.calls[0]!.logs).toEqual([])
    expect(plain!.transactions).toEqual([expect.stringMatching(/^0x/)])
  })

  it('refuses state overrides unless the operator allows them', async () => {
    const world = await openWorld()
    const stateOverrides = { [poor]: { balance: '0x10' } }
    const blockStateCalls = [{ stateOverrides, calls: [{ from: poor, to: cow, value: '0x5' }] }]
    expect(await world.error('eth_simulateV1', { blockStateCalls })).toMatchObject({ code: -32602 })
  })

  it.each<[string, Json, number]>([
    [
      'a sender without funds',
      { blockStateCalls: [{ calls: [{ from: poor, to: cow, value: '0x1' }] }] },
      -38014,
    ],
    [
      'a nonce that is used',
      {
        validation: true,
        blockStateCalls: [
          {
            calls: [
              { from: cow, to: cow },
              { from: cow, to: cow, nonce: '0x0' },
            ],
          },
        ],
      },
      -38010,
    ],
    [
      'a nonce that is too high',
      { validation: true, blockStateCalls: [{ calls: [{ from: cow, to: cow, nonce: '0x9' }] }] },
      -38011,
    ],
    ['too much init code', { blockStateCalls: [{ calls: [{ data: `0x${'00'.repeat(49_153)}` }] }] }, -38025],
    ['a flag that is not a boolean', { traceTransfers: 'yes', blockStateCalls: [{}] }, -32602],
    ['too little gas', { blockStateCalls: [{ calls: [{ from: cow, to: cow, gas: '0x5' }] }] }, -38013],
    [
      'more gas than the block has',
      { blockStateCalls: [{ calls: [{ from: cow, to: cow, gas: '0x5f5e100' }] }] },
      -38015,
    ],
    ['a number before the block', { blockStateCalls: [{ blockOverrides: { number: '0x0' } }] }, -38020],
    [
      'a time before the block',
      { blockStateCalls: [{ blockOverrides: { time: '0x5' } }, { blockOverrides: { time: '0x5' } }] },
      -38021,
    ],
    ['too wide a gap', { blockStateCalls: [{ blockOverrides: { number: '0x200' } }] }, -38026],
    ['too many calls', { blockStateCalls: [{ calls: new Array(1001).fill({}) }] }, -32602],
    ['calls that are not a list', { blockStateCalls: [{ calls: {} }] }, -32602],
  ])('refuses %s', async (_, request, code) => {
    const world = await openWorld()
    expect(await world.error('eth_simulateV1', request)).toMatchObject({ code })
  })
})
