/** A compiled contract, as Hardhat and Foundry describe it. */
export interface ContractArtifact {
  readonly name: string
  readonly abi: readonly AbiEntry[]
  /** Hex digits of the code on the chain; empty for an interface. */
  readonly code: string
  /** Bytes that the deployment fills in: immutable values and addresses of libraries. */
  readonly holes: readonly CodeHole[]
  /** In the compiler's compressed form; undefined if the tool did not keep it. */
  readonly sourceMap: string | undefined
  /** By the compiler's numbers of files. */
  readonly sources: ReadonlyMap<number, SourceFile>
}

export interface CodeHole {
  readonly start: number
  readonly length: number
}

export interface SourceFile {
  readonly path: string
  readonly content: string
}

/** A function, error or event; other entries have other types. */
export interface AbiEntry {
  readonly type: string
  readonly name: string
  readonly inputs: readonly AbiInput[]
}

export interface AbiInput {
  /** With tuples written out. */
  readonly type: string
  readonly name: string
}

export const signatureOf = ({ name, inputs }: AbiEntry): string =>
  `${name}(${inputs.map(({ type }) => type).join(',')})`
