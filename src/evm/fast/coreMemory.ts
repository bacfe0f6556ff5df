/**
 * What assembly/evm.ts exports. An address is a byte of linear memory; a word is addressed by its first byte.
 */
export type CoreExports = {
  readonly run: (frame: number) => number
  readonly decode: (code: number, length: number, start: number, jumpMap: number, output: number) => number
  readonly extendMemory: (frame: number, newSize: number) => void
  readonly rollback: (mark: number) => void
  readonly journalDrainedLog: () => void
  readonly copyBytes: (to: number, from: number, length: number) => void
  readonly reset: () => void
}

/** The linear memory of a core and the functions that work on it. */
export interface CoreMemory {
  readonly exports: CoreExports
  /** Views of the whole memory. The core replaces them when its memory grows, so users do not keep them. */
  readonly u8: Uint8Array
  readonly u32: Uint32Array
  readonly u64: BigUint64Array
}
