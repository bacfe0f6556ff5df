/** The compiled contracts of a project, which its compiler may change. */
export interface CompiledContracts {
  /** Where they are, for another thread. */
  readonly folders: readonly string[]
  readonly contracts: readonly ContractArtifact[]
  /** Reads what a compiler has changed, at most twice a second; returns whether there was something to read. */
  renew(): boolean
}

export const noContracts: CompiledContracts = { folders: [], contracts: [], renew: () => false }

/** A compiled contract, as Hardhat and Foundry describe it. */
export interface ContractArtifact {
  readonly name: string
  /** The file of its source as the compiler names it; empty if the tool did not keep it. */
  readonly path: string
  readonly abi: readonly AbiEntry[]
  /** As the compiler wrote it, for clients. */
  readonly compilerAbi: readonly unknown[]
  /** The code on the chain. */
  readonly deployed: CompiledCode
  /** The code that creates the contract, without the constructor's arguments. */
  readonly creation: CompiledCode
  /** By the compiler's numbers of files. */
  readonly sources: ReadonlyMap<number, SourceFile>
}

/** Code as the compiler wrote it. */
export interface CompiledCode {
  /** Hex digits; empty for an interface. */
  readonly digits: string
  /** Bytes that are filled in later: immutable values and addresses of libraries. */
  readonly holes: readonly CodeHole[]
  /** In the compiler's compressed form; undefined if the tool did not keep it. */
  readonly sourceMap: string | undefined
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
  /** Whether a function, the constructor, `receive` or `fallback` takes payments. */
  readonly isPayable: boolean
}

export interface AbiInput {
  /** With tuples written out. */
  readonly type: string
  readonly name: string
  /** Whether an event has it as a topic. */
  readonly isIndexed: boolean
}

export const signatureOf = ({ name, inputs }: AbiEntry): string =>
  `${name}(${inputs.map(({ type }) => type).join(',')})`
