import { describe, expect, it } from 'vitest'
import { methods } from '../modules/methods.ts'
import { address } from '../params/address.ts'
import { required } from '../params/parameter.ts'
import { type AskedBlock, blockFinder, blockOf } from './askedBlock.ts'

const askedOf = (name: string, params: unknown): AskedBlock =>
  methods.find((method) => method.name === name)!.askedBlock(params)

const hash = `0x${'Ab'.repeat(32)}`

describe('the block that a call asks for', () => {
  it.each<[string, unknown, AskedBlock]>([
    ['eth_blockNumber', undefined, { kind: 'latest' }],
    ['eth_getBalance', ['0x0', '0x10'], { kind: 'number', number: 16 }],
    ['eth_getBalance', ['0x0'], { kind: 'latest' }],
    ['eth_getBalance', ['0x0', 'pending'], { kind: 'pending' }],
    ['eth_getBalance', ['0x0', 'earliest'], { kind: 'number', number: 0 }],
    ['eth_getBalance', ['0x0', 'finalized'], { kind: 'latest' }],
    // Every node refuses it.
    ['eth_getBalance', ['0x0', 'Latest'], { kind: 'any' }],
    ['eth_getBalance', ['0x0', { blockHash: hash }], { kind: 'hash', hash: hash.toLowerCase() }],
    ['eth_getBalance', ['0x0', { blockNumber: '0x5' }], { kind: 'number', number: 5 }],
    ['eth_getBalance', { not: 'a list' }, { kind: 'latest' }],
    ['eth_getTransactionReceipt', [hash], { kind: 'hash', hash: hash.toLowerCase() }],
    ['eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x9' }], { kind: 'number', number: 9 }],
    ['eth_getLogs', [{ fromBlock: '0x1' }], { kind: 'latest' }],
    ['eth_getLogs', [{ blockHash: hash }], { kind: 'hash', hash: hash.toLowerCase() }],
    ['eth_chainId', [], { kind: 'any' }],
    ['eth_getLogs', [{ fromBlock: 'earliest', toBlock: '0x9' }], { kind: 'number', number: 9 }],
    ['trace_filter', [{ toBlock: '0x9' }], { kind: 'number', number: 9 }],
    ['data_blocks', [{ fromBlock: 3, toBlock: 9 }], { kind: 'number', number: 9 }],
    ['data_blocks', [{ fromBlock: 3 }], { kind: 'latest' }],
    ['eth_callMany', [[], { blockNumber: '0x5' }], { kind: 'number', number: 5 }],
    // Only development chains take it, and a gateway may stand before one.
    ['eth_estimateGas', [{}, { blockHash: hash }], { kind: 'hash', hash: hash.toLowerCase() }],
    // Only calls take decimal numbers.
    ['eth_call', [{}, '16'], { kind: 'number', number: 16 }],
    ['eth_getBalance', ['0x0', '16'], { kind: 'any' }],
    // Everything after the block is searched.
    ['ots_searchTransactionsAfter', ['0x0', 1, 25], { kind: 'latest' }],
  ])('%s %j', (name, params, asked) => {
    expect(askedOf(name, params)).toEqual(asked)
  })

  it('cannot be named by a parameter that the method does not have', () => {
    expect(() => blockFinder(blockOf('block'), [required('address', address)])).toThrow('no parameter block')
  })
})
