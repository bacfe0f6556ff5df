import type { Chain } from '../../src/chain/chain.ts'
import type { StoredBlock } from '../../src/chain/storage/storedBlock.ts'

const sleeping = new Int32Array(new SharedArrayBuffer(4))

/**
 * A chain whose bodies take a time to read, in which its process sleeps: a server that delivers a few blocks per second.
 * Headers, which are read without the transactions, do not take longer.
 */
export function limitedChain(chain: Chain, milliseconds: number): Chain {
  return new Proxy(chain, {
    get(target, name) {
      if (name === 'block')
        return (hash: StoredBlock['hash']) => limitedBlock(target.block(hash), milliseconds)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function limitedBlock(block: StoredBlock | undefined, milliseconds: number): StoredBlock | undefined {
  return (
    block &&
    new Proxy(block, {
      get(target, name) {
        if (name === 'transactions') Atomics.wait(sleeping, 0, 0, milliseconds)
        return Reflect.get(target, name, target)
      },
    })
  )
}
