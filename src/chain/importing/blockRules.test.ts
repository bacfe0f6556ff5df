import { describe, expect, it } from 'vitest'
import { unsignedBytes } from '../../primitives/integers.ts'
import { BlockFactory, type BlockOptions } from '../blockFactory.cases.ts'
import { headerRejection, loneHeaderRejection } from './blockRules.ts'

const factory = new BlockFactory()
const chain = factory.chainWith([])
const [parent] = factory.branch(factory.genesis, 1, 1)

function reasonFor(options: BlockOptions): string | undefined {
  const { header } = factory.next(parent!, options)
  return headerRejection(header, parent!.header, chain.network, 0)?.reason
}

describe('a header without its body', () => {
  it('is accepted when it has a proof of work and may follow its parent', () => {
    expect(reasonFor({})).toBeUndefined()
  })

  it.each([
    ['block-number', { number: 7 }],
    ['difficulty', { difficulty: 9n }],
    ['gas-limit-range', { gasLimit: unsignedBytes(99_000_000) }],
    ['extra-data-length', { extraData: new Uint8Array(33) }],
    ['minimum-gas-price-range', { minimumGasPrice: 1_000_000n }],
  ] as const)('can break the rule of its %s', (reason, options) => {
    expect(reasonFor(options)).toBe(reason)
  })

  it('needs a proof of work, also when the parent is unknown', () => {
    const { header } = factory.next(parent!)
    const coinbase = new Uint8Array(80)
    const forged = { ...header, mergedMining: { ...header.mergedMining!, coinbase } }
    expect(headerRejection(forged, parent!.header, chain.network, 0)?.reason).toBe('proof-of-work')
    expect(loneHeaderRejection(forged, chain.network, 0)?.reason).toBe('proof-of-work')
    expect(loneHeaderRejection(header, chain.network, 0)).toBeUndefined()
  })
})
