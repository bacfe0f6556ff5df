import type { Chain } from '../../src/chain/chain.ts'
import type { StoredBlock } from '../../src/chain/storage/storedBlock.ts'

const sleeping = new Int32Array(new SharedArrayBuffer(4))
/** Maximum share of its time that a node spends on answers. */
const answeringShare = 0.25

/**
 * A chain that provides one body per period of this many milliseconds, even after a pause: otherwise a node would answer a
 * burst at once, which would distort the rate of a short run. The process sleeps while it makes a body. Headers, which are
 * read without the transactions, are not delayed.
 */
export function limitedChain(chain: Chain, periodMs: number): Chain {
  let lastAt = 0
  const wait = (): void => {
    const now = performance.now()
    const sleepMs = Math.max(answeringShare * periodMs, lastAt + periodMs - now)
    lastAt = now + sleepMs
    Atomics.wait(sleeping, 0, 0, sleepMs)
  }
  return new Proxy(chain, {
    get(target, name) {
      if (name === 'block') return (hash: StoredBlock['hash']) => limitedBlock(target.block(hash), wait)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function limitedBlock(block: StoredBlock | undefined, wait: () => void): StoredBlock | undefined {
  return (
    block &&
    new Proxy(block, {
      get(target, name) {
        if (name === 'transactions') wait()
        return Reflect.get(target, name, target)
      },
    })
  )
}
