import { AbiError, type AbiItem, type AbiParameter, abiType } from './abiType.ts'
import { type CodeHole, type CompiledCode, likelyHoles } from './codeMatch.ts'

export interface SourceFile {
  readonly path: string
  readonly content: string
}

/** A contract as compilers describe it. */
export interface Artifact {
  readonly name: string
  readonly abi: readonly AbiItem[]
  /** The code that creates it, when the artifact has one without links to libraries. */
  readonly bytecode?: `0x${string}`
  /** The code that it has on the chain; undefined for an ABI alone. */
  readonly deployed?: CompiledCode
  /** The file of the contract first; empty when the artifact has none. */
  readonly sources: readonly SourceFile[]
}

const kinds: readonly string[] = ['function', 'event', 'error', 'constructor', 'fallback', 'receive']
const maximumItems = 2_000
/** Contracts of one file of a compiler. */
const maximumContracts = 5_000
/** Characters of the sources of one contract. */
const maximumSourceLength = 4 << 20
const maximumNameLength = 200

/**
 * Reads an artifact of Hardhat or Foundry, an ABI alone, or the standard JSON of solc: its output, or a file of
 * Hardhat's build-info with input and output. Throws `AbiError`.
 */
export function readArtifacts(text: string, fallbackName = 'Contract'): readonly [Artifact, ...Artifact[]] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new AbiError('This is not JSON: paste an ABI or the artifact of a compiler.')
  }
  const output = member(json, 'output') ?? json
  const contracts = member(output, 'contracts')
  if (contracts !== undefined) return compiledContracts(contracts, member(member(json, 'input'), 'sources'))
  return [singleArtifact(json, fallbackName)]
}

/** The first contract of a text; see `readArtifacts`. */
export const readArtifact = (text: string, fallbackName?: string): Artifact =>
  readArtifacts(text, fallbackName)[0]

function singleArtifact(json: unknown, fallbackName: string): Artifact {
  const list = Array.isArray(json) ? json : member(json, 'abi')
  if (!Array.isArray(list)) {
    const isInput = member(json, 'language') !== undefined && member(json, 'sources') !== undefined
    throw new AbiError(
      isInput
        ? 'This is the input of a compiler, which has no ABI: give its output, or a file of build-info with both.'
        : 'There is no ABI in this JSON: it needs a list, or a member "abi".',
    )
  }
  const [target] = Object.values(
    membersOf(member(member(member(json, 'metadata'), 'settings'), 'compilationTarget')),
  )
  return artifactOf({
    name: [member(json, 'contractName'), target, fallbackName].find(isFilledText) ?? fallbackName,
    abi: list,
    creation: member(json, 'bytecode'),
    deployed: member(json, 'deployedBytecode'),
    immutables: member(json, 'immutableReferences'),
    links: member(json, 'deployedLinkReferences'),
    sources: sourcesIn(member(json, 'sources')),
  })
}

function compiledContracts(contracts: unknown, texts: unknown): readonly [Artifact, ...Artifact[]] {
  const sources = sourcesIn(texts)
  const found = Object.entries(membersOf(contracts)).flatMap(([path, ofFile]) =>
    Object.entries(membersOf(ofFile)).flatMap(([name, contract]) => {
      const [abi, evm] = [member(contract, 'abi'), member(contract, 'evm')]
      if (!Array.isArray(abi)) return []
      const parts = {
        name,
        abi,
        creation: member(evm, 'bytecode'),
        deployed: member(evm, 'deployedBytecode'),
      }
      return [
        () => artifactOf({ ...parts, sources: ownSources(sources, path, member(contract, 'metadata')) }),
      ]
    }),
  )
  const [first, ...rest] = found.slice(0, maximumContracts).map((read) => read())
  if (first === undefined) throw new AbiError('The output of the compiler has no contracts with an ABI.')
  return [first, ...rest]
}

/** The files that the metadata of a contract names, its own first; all files without metadata. */
function ownSources(sources: readonly SourceFile[], path: string, metadata: unknown): readonly SourceFile[] {
  const used = new Set<string>()
  try {
    const names = isFilledText(metadata) ? membersOf(member(JSON.parse(metadata), 'sources')) : {}
    for (const name of Object.keys(names)) used.add(name)
  } catch {
    // Without readable metadata every file is shown.
  }
  const own = sources.filter((file) => file.path === path)
  const others = sources.filter((file) => file.path !== path && (used.size === 0 || used.has(file.path)))
  return [...own, ...others]
}

/** The member `sources` of a compiler's input, or a list of files. */
function sourcesIn(value: unknown): readonly SourceFile[] {
  const files = Array.isArray(value)
    ? value.map((file) => [member(file, 'path'), member(file, 'content')])
    : Object.entries(membersOf(value)).map(([path, file]) => [path, member(file, 'content')])
  return files.flatMap(([path, content]) =>
    isFilledText(path) && isFilledText(content) ? [{ path: path.slice(0, maximumNameLength), content }] : [],
  )
}

interface ArtifactParts {
  readonly name: string
  readonly abi: readonly unknown[]
  readonly creation: unknown
  readonly deployed: unknown
  /** Beside the code, as Hardhat has them. */
  readonly immutables?: unknown
  readonly links?: unknown
  readonly sources: readonly SourceFile[]
}

function artifactOf({ name, abi, creation, deployed, immutables, links, sources }: ArtifactParts): Artifact {
  if (abi.length > maximumItems) throw new AbiError(`The ABI has more than ${maximumItems} items.`)
  const bytecode = codeDigits(creation)
  const code = compiledCode(deployed, immutables, links)
  let left = maximumSourceLength
  return {
    name: name.slice(0, maximumNameLength),
    abi: abi.map(checkedItem),
    ...(bytecode !== undefined &&
      /^([0-9a-f]{2})+$/.test(bytecode) && { bytecode: `0x${bytecode}` as const }),
    ...(code !== undefined && { deployed: code }),
    sources: sources.filter(({ content }) => {
      left -= content.length
      return left >= 0
    }),
  }
}

/** A text, or an object with the text and the places that are filled in. */
function codeDigits(code: unknown): string | undefined {
  const text = typeof code === 'string' ? code : member(code, 'object')
  return typeof text === 'string' ? text.replace(/^0x/, '').toLowerCase() : undefined
}

function compiledCode(code: unknown, immutables: unknown, links: unknown): CompiledCode | undefined {
  const digits = codeDigits(code)
  if (digits === undefined || !/^([0-9a-f]{2}|__.{36}__)+$/.test(digits)) return undefined
  const listed = member(code, 'immutableReferences') ?? immutables
  const linked = Object.values(membersOf(member(code, 'linkReferences') ?? links)).flatMap(holesIn)
  const holes = listed === undefined ? likelyHoles(digits) : holesIn(listed)
  return { digits, holes: [...holes, ...linked] }
}

/** Lists of places by the name of what fills them. */
const holesIn = (value: unknown): CodeHole[] =>
  Object.values(membersOf(value)).flatMap((list) =>
    (Array.isArray(list) ? list : []).flatMap((hole) => {
      const [start, length] = [Number(member(hole, 'start')), Number(member(hole, 'length'))]
      return start >= 0 && length >= 0 && length <= 32 ? [{ start, length }] : []
    }),
  )

function checkedItem(value: unknown, index: number): AbiItem {
  const type = member(value, 'type')
  const kind = kinds.find((name) => name === type)
  if (kind === undefined) throw new AbiError(`Item ${index + 1} of the ABI is of no known type.`)
  const name = member(value, 'name')
  const stateMutability = member(value, 'stateMutability')
  return {
    type: kind as AbiItem['type'],
    ...(typeof name === 'string' && { name: name.slice(0, maximumNameLength) }),
    inputs: checkedParameters(member(value, 'inputs'), index),
    outputs: checkedParameters(member(value, 'outputs'), index),
    ...(typeof stateMutability === 'string' && { stateMutability }),
    anonymous: member(value, 'anonymous') === true,
  }
}

function checkedParameters(list: unknown, index: number): AbiParameter[] {
  if (list === undefined) return []
  if (!Array.isArray(list)) throw new AbiError(`Item ${index + 1} of the ABI has no list of parameters.`)
  return list.map((value) => {
    const [name, type] = [member(value, 'name'), member(value, 'type')]
    if (typeof type !== 'string')
      throw new AbiError(`Item ${index + 1} of the ABI has a parameter without a type.`)
    const parameter = {
      type,
      name: typeof name === 'string' ? name.slice(0, maximumNameLength) : '',
      components: checkedParameters(member(value, 'components'), index),
      indexed: member(value, 'indexed') === true,
    }
    abiType(parameter)
    return parameter
  })
}

const isFilledText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

function member(value: unknown, name: string): unknown {
  return Object.hasOwn(membersOf(value), name) ? membersOf(value)[name] : undefined
}
