import { describe, expect, it } from 'vitest'
import { asAddress } from '../primitives/bytes.ts'
import { unsignedBytes } from '../primitives/integers.ts'
import { remascSender } from '../protocol/transactions/remasc.ts'
import { BlockFactory } from './blockFactory.cases.ts'

const factory = new BlockFactory()
const trunk = factory.branch(factory.genesis, 3, 1)

describe('the state that reads and simulated calls share', () => {
  it('is one for the calls and reads after one block', () => {
    const chain = factory.chainWith(trunk)
    const host = chain.callHost(chain.head)
    expect(chain.callHost(chain.head)).toBe(host)
    expect(chain.sharedState(chain.head)).toBe(host.state)
    expect(host.state.nonce(remascSender)).toBe(3n)
    expect(host.block.number).toBe(3)
  })

  it('is another one after another block', () => {
    const chain = factory.chainWith(trunk)
    const host = chain.callHost(chain.head)
    const earlier = chain.callHost(chain.select(2)!)
    expect(earlier).not.toBe(host)
    expect(earlier.state.nonce(remascSender)).toBe(2n)
    chain.rewind(trunk[0]!.header.hash)
    expect(chain.callHost(chain.head).state.nonce(remascSender)).toBe(1n)
  })

  it('is another one when it has read as much as it may keep', () => {
    const chain = factory.chainWith(trunk)
    const host = chain.callHost(chain.head)
    const address = (value: number) => {
      const bytes = new Uint8Array(20)
      bytes.set(unsignedBytes(value + 2 ** 24), 16)
      return asAddress(bytes)
    }
    for (let value = 0; value < 10_000; value++) host.state.balance(address(value))
    expect(chain.callHost(chain.head)).not.toBe(host)
  })
})
