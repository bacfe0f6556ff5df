import { loadWasm } from '../loadWasm.ts'
import { vectorCurves } from '../vectorCurves.ts'
import type { Bn254Backend, Pair, TwistPoint } from './backend.ts'

type PairingModule = {
  readonly memory: WebAssembly.Memory
  readonly INPUT: WebAssembly.Global
  readonly MAXIMUM_PAIRS: WebAssembly.Global
  readonly prepare: () => void
  readonly isInG2: () => number
  readonly begin: () => void
  readonly setPair: (index: number) => void
  readonly multiplyPairs: (count: number) => void
  readonly isProductOne: () => number
}

/** The offset of a point of G2 from INPUT. */
const twistPointAt = 64

/** Our arithmetic in WebAssembly: assembly/pairing.ts. Throws on a platform without vector instructions in WebAssembly. */
export function loadPairing(): Bn254Backend {
  const module = loadWasm<PairingModule>('pairing')
  const curves = vectorCurves()
  if (!curves) throw new Error('WebAssembly has no vector instructions')
  const view = new DataView(module.memory.buffer, module.INPUT.value)
  module.prepare()

  const write = (at: number, value: bigint) => {
    view.setBigUint64(at, value, true)
    view.setBigUint64(at + 8, value >> 64n, true)
    view.setBigUint64(at + 16, value >> 128n, true)
    view.setBigUint64(at + 24, value >> 192n, true)
  }
  const writeTwistPoint = ({ x, y }: TwistPoint) => {
    write(twistPointAt, x.real)
    write(twistPointAt + 32, x.imaginary)
    write(twistPointAt + 64, y.real)
    write(twistPointAt + 96, y.imaginary)
  }
  const setPair = ({ g1, g2 }: Pair, index: number) => {
    write(0, g1.x)
    write(32, g1.y)
    writeTwistPoint(g2)
    module.setPair(index)
  }

  return {
    multiply: (point, scalar) => curves.multiplyBn254(point, scalar),
    isInG2: (point) => {
      writeTwistPoint(point)
      return module.isInG2() !== 0
    },
    isPairingProductOne: (pairs) => {
      const maximumPairs: number = module.MAXIMUM_PAIRS.value
      module.begin()
      for (let from = 0; from < pairs.length; from += maximumPairs) {
        const group = pairs.slice(from, from + maximumPairs)
        group.forEach(setPair)
        module.multiplyPairs(group.length)
      }
      return module.isProductOne() !== 0
    },
  }
}
