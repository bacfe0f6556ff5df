import type { Hash } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import type { NodeSink, NodeSource } from './nodes/nodeSource.ts'

/** A node store that counts its reads and writes. */
export class MemoryStore implements NodeSource, NodeSink {
  readonly nodes = new Map<string, Uint8Array>()
  readonly values = new Map<string, Uint8Array>()
  reads = 0
  writes = 0

  node(hash: Hash): Uint8Array | undefined {
    this.reads++
    return this.nodes.get(toHexDigits(hash))
  }

  value(hash: Hash): Uint8Array | undefined {
    this.reads++
    return this.values.get(toHexDigits(hash))
  }

  putNode(hash: Hash, message: Uint8Array): void {
    this.writes++
    this.nodes.set(toHexDigits(hash), message)
  }

  putValue(hash: Hash, value: Uint8Array): void {
    this.writes++
    this.values.set(toHexDigits(hash), value)
  }
}
